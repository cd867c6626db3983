import t from 'tap'
import { CONTAINERS, piece } from '../block/stacking-containers.js'
import { compileSmall, layOut, topsByPage, wordsByPage } from '../lay-out.js'

/** What is seen of a box and moves nothing, wherever the box is broken. */
const PAINTED = [
  'border-image: linear-gradient(red, blue) 1',
  'clip-path: circle(40%)',
  'clip-path: inset(2px round 3px)',
  'mask-image: linear-gradient(black, transparent)',
  'filter: blur(2px)',
  'filter: drop-shadow(1px 1px 2px black) grayscale(1)',
  'mix-blend-mode: multiply',
  'opacity: .5',
  'background: linear-gradient(red, blue) fixed',
  'box-shadow: 1px 1px 2px',
  'transform: translateX(1px)',
  'will-change: opacity',
  'isolation: isolate',
  'contain: paint',
  'content-visibility: auto',
]

/** Pieces of which five are on the first page; each says where it stands. */
const PIECES = Array.from({ length: 12 }, (_, index) => piece(`p${index}`, 20))

/** The style of the element around the pieces, or of a box around that where none is. */
function decorated(markup: string, style: string): string {
  return markup.startsWith('<div style="height') || markup.startsWith('<section>')
    ? `<div style="${style}">${markup}</div>`
    : markup.replace(/style="([^"]*)"/, `style="$1;${style}"`)
}

function placesOf(body: string, css = '') {
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.same(diagnostics, [])
  return topsByPage(pages)
}

for (const [container, build] of Object.entries(CONTAINERS)) {
  t.test(`what is only painted moves no break in ${container}`, async (t) => {
    const plain = placesOf(build(PIECES))
    t.equal(plain.length, 3)
    for (const style of PAINTED) {
      t.same(placesOf(decorated(build(PIECES), style)), plain, `of the container: ${style}`)
      t.same(
        placesOf(build(PIECES.map(({ text, height }) => piece(text, height, style)))),
        plain,
        `of a piece: ${style}`,
      )
    }
    t.same(placesOf(build(PIECES), '@page { marks: crop cross; bleed: 3mm }'), plain, 'marks of the page')
  })

  t.test(`the lines of a paragraph in ${container} are the same on two pages as on one`, async (t) => {
    const words = Array.from({ length: 40 }, (_, index) => 'abcdefg'.slice(0, 1 + ((index * 5) % 7))).join(' ')
    for (const style of [
      'text-wrap: balance',
      'text-wrap: pretty',
      'text-align: justify',
      'text-align: justify; text-wrap: pretty',
      'text-indent: 20px hanging',
      'hanging-punctuation: allow-end',
      'line-clamp: 7',
      'line-clamp: 7 "more"',
      'display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 7; overflow: hidden',
    ]) {
      const paragraph = `<p style="margin:0;${style}">${words}</p>`
      const body = build([piece('x', 60), piece(paragraph, 0, 'height:auto;break-inside:auto')])
      const onOne = linesOf(wordsByPage(layOut(compileSmall('@page { size: 200px 1000px }', body)).pages), 'x')
      const onTwo = linesOf(wordsByPage(layOut(compileSmall('', body)).pages), 'x')
      t.equal(onOne.length, 1, style)
      t.ok(onTwo.length > 1, `is broken, as break-inside allows: ${style}`)
      t.same(onTwo.join(' '), onOne[0], style)
    }
  })

  t.test(`lines of blocks in ${container} are clamped on two pages as on one`, async (t) => {
    const block = `<div style="border-top:3px solid">abcd<br>abcd<br>abcd<br>abcd</div>`
    for (const count of [3, 5, 7, 8, 9]) {
      const clamped = `<div style="width:80px;line-clamp:${count}">${block}${block}${block}</div>`
      const body = build([piece('x', 60), piece(clamped, 0, 'height:auto;break-inside:auto'), piece('y', 20)])
      const textOf = (css: string) => wordsByPage(layOut(compileSmall(css, body)).pages).join(' ')
      t.equal(textOf('').match(/abcd/g)?.length, count, `${count} lines`)
      t.equal(textOf(''), textOf('@page { size: 200px 1000px }'), 'the same on both')
    }
  })

  t.test(`what cannot be broken goes to the next page whole in ${container}`, async (t) => {
    const whole: readonly (readonly [name: string, markup: string])[] = [
      ['a vertical box', '<div style="writing-mode:vertical-rl;height:60px">v</div>'],
      ['a box turned on its side', '<div style="writing-mode:sideways-lr;height:60px">v</div>'],
      ['a box of a contained size', '<div style="contain:size;height:60px">v</div>'],
      ['an inline block', '<span style="display:inline-block;height:60px;vertical-align:top">v</span>'],
    ]
    for (const [name, markup] of whole) {
      const body = build([piece('x', 60), piece(markup, 60, 'break-inside:auto')])
      t.same(
        placesOf(body).map((page) => page.replace(/@\d+/g, '')),
        ['x', 'v'],
        name,
      )
    }
  })

  t.test(`a float of more than a page in ${container} loses nothing`, async (t) => {
    const lines = Array.from({ length: 25 }, (_, index) => `f${index}`)
    const float = `<i style="float:left;width:50px">${lines.join('<br>')}</i>`
    const body = build([piece('x', 30), piece(`${float}b`, 250, 'break-inside:auto')])
    const words = wordsByPage(layOut(compileSmall('', `${body}<div style="clear:both">y</div>`)).pages)
    t.same(
      words.flatMap((page) => page.split(' ')).filter((word) => word.startsWith('f')),
      lines,
    )
    t.equal(words.at(-1)?.split(' ').at(-1), 'y')
  })

  t.test(`${container} within thirty boxes break as by themselves`, async (t) => {
    const deep = `${'<div>'.repeat(30)}${build(PIECES)}${'</div>'.repeat(30)}`
    t.same(placesOf(deep), placesOf(build(PIECES)))
  })
}

/** What stands on pages besides a word at the beginning. */
function linesOf(pages: readonly string[], first: string): readonly string[] {
  return pages
    .map((page) => (page.startsWith(`${first} `) || page === first ? page.slice(first.length + 1) : page))
    .filter((page) => page !== '')
}
