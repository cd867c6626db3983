import t from 'tap'
import { compileSmall, type LaidOut, layOut, placesOn } from '../lay-out.js'

function lay(body: string, css = ''): LaidOut {
  return layOut(compileSmall(`.l { float: left } .r { float: right } p { margin: 0 } ${css}`, body))
}

function places({ pages }: LaidOut, page = 0): string[] {
  return placesOn(pages[page])
}

const LINES = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`).join('<br>')

const float = (side: 'l' | 'r', style: string) => `<div class="${side}" style="width:80px;height:40px;${style}"></div>`

const TRIANGLE = 'shape-outside:polygon(0 0,80px 0,0 40px)'

t.test('lines begin where the shape of a float ends', async (t) => {
  const result = lay(`${float('l', TRIANGLE)}<p>${LINES(5, 'a')}</p>`)
  t.same(places(result), ['a0@80,0', 'a1@60,10', 'a2@40,20', 'a3@20,30', 'a4@0,40'])
  t.same(result.diagnostics, [])
})

t.test('lines end where the shape of a float on the right begins', async (t) => {
  const shape = 'shape-outside:polygon(100% 0,100% 100%,0 100%)'
  const result = lay(`${float('r', shape)}<p style="text-align:right">${LINES(5, 'a')}</p>`)
  t.same(places(result), ['a0@160,0', 'a1@140,10', 'a2@120,20', 'a3@100,30', 'a4@180,40'])
})

t.test('lines that nothing of a shape stands in have all the room', async (t) => {
  const result = lay(`${float('l', 'shape-outside:xywh(0 10px 30px 10px)')}<p>${LINES(4, 'a')}</p>`)
  t.same(places(result), ['a0@0,0', 'a1@30,10', 'a2@0,20', 'a3@0,30'])
  const empty = lay(`${float('l', 'shape-outside:polygon(0 0,80px 40px)')}<p>${LINES(2, 'a')}</p>`)
  t.same(places(empty), ['a0@0,0', 'a1@0,10'])
})

t.test('shapes of several floats count together, and floats without one as they are', async (t) => {
  const body = `${float('l', TRIANGLE)}${float('l', 'width:20px;height:20px')}<p>${LINES(4, 'a')}</p>`
  t.same(places(lay(body)), ['a0@100,0', 'a1@100,10', 'a2@40,20', 'a3@20,30'])
  const both = `${float('l', TRIANGLE)}${float('r', 'shape-outside:inset(0 0 0 50%)')}<p>aa bb cc dd</p>`
  t.same(places(lay(both)), ['aa bb cc@80,0', 'dd@60,10'], 'on both sides')
})

t.test('clearance, other floats and boxes of their own keep out of the margin box', async (t) => {
  const shaped = float('l', 'shape-outside:circle(5px)')
  t.same(places(lay(`${shaped}<p style="clear:left">a</p>`)), ['a@0,40'])
  t.same(places(lay(`${shaped}<div class="l">a</div>`)), ['a@80,0'])
  t.same(places(lay(`${shaped}<div style="overflow:hidden">a</div>`)), ['a@80,0'])
})

t.test('a word that finds no room beside a shape stands at the first place where it does', async (t) => {
  const shape = 'width:200px;height:80px;shape-outside:polygon(0 0,200px 0,0 80px)'
  t.same(places(lay(`${float('l', shape)}<p>abcdefghij</p>`)), ['abcdefghij@100,40'])
  t.same(places(lay(`${float('l', 'width:200px;shape-outside:inset(0)')}<p>abc</p>`)), ['abc@0,40'])
})

t.test('a taller word makes a line follow what of the shape is beside all of it', async (t) => {
  const grows = 'shape-outside:polygon(0 0,40px 0,80px 40px,0 40px)'
  t.same(places(lay(`${float('l', grows)}<p>a <big>b</big></p>`, 'big { font-size: 20px; line-height: 20px }')), [
    'a@60,8',
    'b@80,0',
  ])
})

t.test('a line without height follows the shape where it stands', async (t) => {
  const result = lay(`${float('l', TRIANGLE)}<p style="line-height:0">a</p>`)
  t.same(places(result), ['a@80,-5'])
})

t.test('each part of a float that is broken has the shape', async (t) => {
  const shape = 'height:auto;shape-outside:polygon(0 0,100% 0,0 100%)'
  const body = `<div class="l" style="width:80px;${shape}">${LINES(12, 'f')}</div><p>${LINES(12, 'a')}</p>`
  const result = lay(body)
  t.same(places(result, 0).slice(-2), ['a8@16,80', 'a9@8,90'])
  t.same(places(result, 1), ['f10@0,0', 'f11@0,10', 'a10@80,0', 'a11@40,10'])
})

t.test('a float that moves to the next page takes its shape along', async (t) => {
  const body = `<p>${LINES(8, 'a')}</p>${float('l', TRIANGLE)}<p>${LINES(4, 'b')}</p>`
  t.same(places(lay(body), 1), ['b2@80,0', 'b3@60,10'])
})

t.test('floated first letters have shapes', async (t) => {
  const css = 'p::first-letter { float: left; font-size: 40px; shape-outside: polygon(0 0, 100% 0, 0 100%) }'
  t.same(places(lay('<p>Aa<br>b<br>c<br>d<br>e</p>', css)), [
    'A@0,0',
    'a@40,0',
    'b@30,10',
    'c@20,20',
    'd@10,30',
    'e@0,40',
  ])
})

t.test('thousands of floats with shapes cost the lines beside them what stands there', async (t) => {
  const one = (style: string) => `<div class="l" style="width:20px;height:10px;shape-outside:circle();${style}"></div>`
  const work = (count: number) => {
    const tall = `<div class="r" style="width:20px;height:${count * 10}px;shape-outside:circle()"></div>`
    const body = `${tall}${`${one('')}<p>a</p>`.repeat(count)}`
    return layOut(
      compileSmall('.l { float: left } .r { float: right } p { margin: 0 } @page { size: 200px 90000px }', body),
    ).stats.layoutCalls
  }
  const [few, many] = [work(200), work(2000)]
  t.ok(many < 11 * few, `${few} and ${many} layouts`)
})

t.test('the opaque part of an image is a shape', async (t) => {
  const beside = (style: string) => places(lay(`${float('l', style)}<p>${LINES(5, 'a')}</p>`)).join(' ')
  t.equal(beside('shape-outside:linear-gradient(black 50%,transparent 0)'), 'a0@80,0 a1@80,10 a2@0,20 a3@0,30 a4@0,40')
  const half = 'shape-outside:linear-gradient(to right,black 50%,rgb(0 0 0/40%) 0)'
  t.match(beside(half), /^a0@80,0 .* a3@80,30 /)
  t.match(beside(`${half};shape-image-threshold:40%`), /^a0@40,0 .* a3@40,30 /)
  t.match(beside(`${half};shape-image-threshold:40%;shape-margin:5px`), /^a0@45,0 .* a3@45,30 /)
  t.match(beside(`${half};shape-image-threshold:1`), /^a0@0,0 /, 'nothing has more alpha than 1')
  t.match(beside('shape-outside:url(none.png)'), /^a0@80,0 /, 'no image, no shape')
})

t.test('a gradient is looked at in so many places at most', async (t) => {
  const large = 'width:40000px;height:40000px;shape-outside:linear-gradient(transparent,transparent)'
  t.equal(places(lay(`${float('l', large)}<p>a</p>`))[0], 'a@0,0')
})
