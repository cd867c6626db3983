import t from 'tap'
import { compileTemplate } from '../../../../engine/compile.js'
import { dumpDocument } from '../../../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../../../engine/index.js'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, findText, type LaidOut, layOut } from '../lay-out.js'

function lay(body: string): LaidOut {
  return layOut(compileSmall('p { margin: 0 } .l { float: left; width: 50px } .a { position: absolute }', body))
}

const find = ({ pages }: LaidOut, word: string): string[] => findText(pages, word)

/** The opacities, rotations and layers around a painted word, outermost first. */
function groups({ pages }: LaidOut, word: string): string[] {
  const found: string[] = []
  const visit = (fragment: Fragment, path: string): void => {
    if (fragment.kind === 'text' && fragment.words.some(({ text }) => text === word)) found.push(path.trim())
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    let inside = path
    if (fragment.kind === 'box' && fragment.box.kind !== 'inline-root') {
      const { opacity, rotate, zIndex, position } = fragment.style
      if (opacity < 1) inside += ` ${opacity}`
      if (rotate !== 'none') inside += ` rotated at ${fragment.width}`
      if (zIndex !== 'auto' && position !== 'static') inside += ` layer ${zIndex}`
    }
    for (const child of fragment.children) visit(child.fragment, inside)
  }
  for (const page of pages) if (page.content) visit(page.content.fragment, '')
  return found
}

const LINES = (count: number, name = 'x') => Array.from({ length: count }, (_, i) => `${name}${i}`).join('<br>')
const FLOAT = `<div class="l">${LINES(4, 'f')}</div>`

t.test('a float that moves to the next page is shifted with the box in which it stands', async (t) => {
  const inBox = (content: string) =>
    lay(`<p>${LINES(7)}</p><div style="position:relative;left:20px"><div>${content}</div></div><p>after</p>`)
  t.strictSame(find(inBox(`${FLOAT}<p>a</p>`), 'f0'), ['2: 20,0'], 'the box has ended')
  t.strictSame(find(inBox(`${FLOAT}${LINES(9, 'g')}`), 'f0'), ['2: 20,0'], 'the box continues')
  t.strictSame(find(inBox(`<p>${FLOAT}a</p>`), 'f0'), ['2: 20,0'], 'the float stands in a line')
})

t.test('so is the rest of a float that is broken', async (t) => {
  const tall = `<div class="l">${LINES(24, 'f')}</div>`
  const result = lay(`<div style="position:relative;left:20px">${tall}a</div><p>after</p>`)
  t.strictSame(find(result, 'f15'), ['2: 20,50'])
  t.strictSame(find(result, 'f23'), ['3: 20,30'])
})

t.test('a float that moves to the next page keeps the groups around it', async (t) => {
  const inBox = (content: string) =>
    lay(`<p>${LINES(7)}</p><div style="opacity:.5"><div style="rotate:9deg;opacity:.25">${content}</div></div>b`)
  t.strictSame(groups(inBox(`${FLOAT}a`), 'f0'), ['0.5 0.25 rotated at 200'], 'the boxes have ended')
  t.strictSame(groups(inBox(`${FLOAT}${LINES(9, 'g')}`), 'f0'), ['0.5 0.25 rotated at 200'], 'the boxes continue')
  const mixed = lay(
    `<p>${LINES(7)}</p><div style="opacity:.5"><div style="opacity:.25">${FLOAT}a</div>${LINES(9, 'g')}</div>`,
  )
  t.strictSame(groups(mixed, 'f0'), ['0.5 0.25'], 'the outer one continues')
})

t.test('what is positioned out of a box that is cut off is cut off as the box is, and painted above it', async (t) => {
  const painted = (css: string, around = 'position: relative; height: 50px') => {
    const html = `<!doctype html><style>@page { margin: 0 } body { margin: 0 } p { ${css}; height: 20px; margin: 0;
      background: red } b { position: absolute }</style><div style="${around}"><p><b>abs</b></p></div>`
    return dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
  }
  const clipped = painted('clip-path: inset(0 5px)')
  t.equal(clipped.match(/clip \[5,0 \S+×20\]/g)?.length, 2, clipped)
  t.match(clipped, /fill #ff0000.*"abs"/s, 'above the background')
  t.match(painted('opacity: .5'), /fill #ff0000.*"abs"/s)
  t.match(painted('mask: linear-gradient(black, white)'), /"abs"/)
  t.match(painted('clip-path: inset(0)', ''), /"abs"/, 'on the page, of which no clip of another page takes it')
})

t.test('what is positioned out of an item is painted at the level of the item', async (t) => {
  const order = (zIndex: string) => {
    const items = `<p style="z-index: ${zIndex}">a<b style="position: absolute">abs</b></p><p style="z-index: 1">c</p>`
    const html = `<!doctype html><div style="position: relative; display: flex">${items}</div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    return [...calls.matchAll(/"\W*(\w+)"/g)].map(([, text]) => text)
  }
  t.same(order('2'), ['c', 'a', 'abs'])
  t.same(order('0'), ['a', 'abs', 'c'])
  t.same(order('-1'), ['a', 'abs', 'c'])
})

t.test('a float is found once, in the box that continues', async (t) => {
  const { pages } = lay(`<p>${LINES(7)}</p><div style="opacity:.5">${FLOAT}${LINES(9, 'g')}</div>`)
  const root = pages[1]?.content?.fragment
  const count = (fragment: Fragment): number =>
    fragment.kind === 'text' || fragment.kind === 'decoration'
      ? 0
      : fragment.children.reduce(
          (sum, { fragment: child }) => sum + count(child),
          fragment.kind === 'box' && fragment.style.opacity < 1 && fragment.box.kind === 'block' ? 1 : 0,
        )
  t.equal(root && count(root), 1)
})

t.test('a positioned box keeps the groups that lie between it and its containing block', async (t) => {
  const box = '<div class="a" style="left:20px;top:10px">abs</div>'
  for (const group of ['opacity:.5', 'opacity:.5;isolation:isolate']) {
    const result = lay(`<div style="position:relative"><div style="${group}">a ${box}</div></div>`)
    t.strictSame(groups(result, 'abs'), ['0.5'])
    t.strictSame(find(result, 'abs'), ['1: 20,10'])
  }
  t.strictSame(groups(lay(`<div style="opacity:.5">a ${box}</div>`), 'abs'), ['0.5'], 'of the page')
  const parts = lay(`<div style="position:relative">${LINES(9)}<div style="opacity:.5">${LINES(9)}${box}</div></div>`)
  t.strictSame(groups(parts, 'abs'), ['0.5'], 'of a container over several pages')
})

t.test('a positioned box has no more groups than those around it', async (t) => {
  const box = '<div class="a" style="top:0"><div style="opacity:.25">abs</div></div>'
  const result = lay(`<div style="opacity:.75;position:relative">a ${box}</div>`)
  t.strictSame(groups(result, 'abs'), ['0.75 0.25'])
})

t.test('the rest of a positioned box keeps the groups around its first part', async (t) => {
  const tall = `<div class="a" style="left:5px;top:60px;z-index:7">${LINES(12, 'r')}</div>`
  const result = lay(`<div style="position:relative;rotate:1deg;z-index:3;height:40px">${tall}</div>`)
  t.strictSame(groups(result, 'r0'), ['rotated at 200 layer 3 layer 7'])
  t.strictSame(groups(result, 'r9'), ['rotated at 200 layer 3 layer 7'])
})

t.test('what is positioned in the rest of a positioned box finds its place', async (t) => {
  const inner = '<div style="position:relative;left:30px">rel</div>'
  const result = lay(`<div class="a" style="top:80px">${LINES(5, 'r')}${inner}</div>`)
  t.strictSame(find(result, 'rel'), ['2: 30,30'])
})

t.test('a fixed box keeps the groups around it on every page', async (t) => {
  const result = lay(`<div style="opacity:.5"><div style="position:fixed;top:0">fix</div></div>${LINES(15)}`)
  t.strictSame(groups(result, 'fix'), ['0.5', '0.5'])
})

t.test('so does one in another positioned box, and stands where that says', async (t) => {
  const inner = '<div style="position:fixed">inner</div>'
  for (const position of ['fixed', 'absolute']) {
    const outer = `position:${position};left:20px;top:30px;opacity:.5`
    const result = lay(`<div style="${outer}">outer${inner}</div>${LINES(15)}`)
    t.strictSame(groups(result, 'inner'), ['0.5', '0.5'], position)
    t.strictSame(find(result, 'inner'), ['1: 20,40', '2: 20,40'], position)
    const html = `<!doctype html><style>@page { margin: 0 } b { position: fixed; background: red }</style>
      <div style="position:${position};clip:rect(0,9px,5px,0)"><b>x</b></div>`
    const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
    t.match(calls, /clip \[\S+ 9×5\][^[]*fill #ff0000/, `cut off as it would be in ${position}`)
  }
})

t.test('blocks that split translucent or filtered inline boxes are painted as these are', async (t) => {
  const block = '<b style="display:block">block</b>'
  t.strictSame(groups(lay(`<span style="opacity:.5">a${block}b</span>`), 'block'), ['0.5'])
  t.strictSame(groups(lay(`<span style="opacity:.5"><i style="opacity:.25">a${block}</i></span>`), 'block'), [
    '0.5 0.25',
  ])
  t.strictSame(groups(lay(`<span>a${block}b</span>`), 'block'), [''])
  const html = `<!doctype html><span style="filter:grayscale(1)">a<b style="display:block;background:lime">b</b></span>`
  const calls = dumpDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {}, 'paint')
  t.match(calls, /fill #b6b6b6/)
})

t.test('floats and positioned boxes are painted with the inline boxes around them', async (t) => {
  const abs = '<i class="a" style="left:100px;top:0">f</i>'
  const float = '<i class="l">f</i>'
  for (const beside of [abs, float]) {
    const line = (content: string) => groups(lay(`<p style="opacity:.9">${content}</p>`), 'f')
    t.strictSame(line(`<span style="opacity:.5">x${beside}</span>`), ['0.9 0.5'])
    t.strictSame(line(`<span style="opacity:.5"><b style="opacity:.25">x${beside}</b></span>`), ['0.9 0.5 0.25'])
    t.strictSame(
      line(`<span style="opacity:.5;position:relative">x${beside}</span>`),
      ['0.9 0.5'],
      'their containing block',
    )
    t.strictSame(line(`<span style="opacity:.5">x</span>${beside}`), ['0.9'], 'but not with those beside them')
  }
  const carried = lay(
    `<p style="height:80px">a</p><p>x<span style="opacity:.5">y<i class="l">${LINES(4, 'f')}</i></span></p>`,
  )
  t.strictSame(groups(carried, 'f0'), ['0.5'], 'also on the next page')
})

t.test('floats are shifted with the inline boxes around them, as in browsers', async (t) => {
  const body = '<p>x<span style="position:relative;left:20px"><i class="l">f</i>t</span></p>'
  t.strictSame(find(lay(body), 'f'), ['1: 20,0'])
  t.strictSame(find(lay(`<p style="height:95px">a</p>${body}`), 'f'), ['2: 20,0'])
})

t.test('a positioned box is in each group around it once', async (t) => {
  const box = '<i class="a" style="left:100px;top:0">f</i>'
  const within = (content: string) => groups(lay(`<div style="opacity:.5">${content}</div>`), 'f')
  t.strictSame(within(`<div style="position:relative">x${box}</div>`), ['0.5'])
  t.strictSame(within(`<div style="position:relative"><p style="opacity:.25">x${box}</p></div>`), ['0.5 0.25'])
  t.strictSame(
    within(`<div style="position:relative;height:150px">x${box}</div>`),
    ['0.5'],
    'in a container over pages',
  )
  t.strictSame(groups(lay(`<div style="opacity:.5"><p>x${box}</p></div>`), 'f'), ['0.5'], 'in that of the page')
})
