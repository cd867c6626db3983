import t from 'tap'
import type { Page } from '../../../../engine/layout/page.js'
import { type PlacedText, wordsByPage } from '../lay-out.js'
import { layOutSmall, marginTexts, marginWords } from '../lay-out-document.js'

const BASE = `@page { size: 400px 140px; margin: 20px; font: 10px/1 Square; @top-left { content: element(h) } }
  p { margin: 0 } .h { position: running(h) } .n { break-before: page }`

function firstMargins([page]: readonly Page[]): PlacedText[] {
  return page ? marginTexts(page) : []
}

function layOut(css: string, body: string): ReturnType<typeof layOutSmall> {
  const whole = layOutSmall(`${BASE} ${css}`, body)
  t.strictSame(whole.diagnostics, [], 'no diagnostic')
  return whole
}

t.test('a running element leaves the flow and stands in a page margin from its page on', async (t) => {
  const { pages } = layOut('', '<p>a</p><p class=n>b</p><p class=h>X</p><p>c</p><p class=n>d</p>')
  t.strictSame(wordsByPage(pages), ['a', 'b c', 'd'])
  t.strictSame(marginWords(pages), ['', 'X', 'X'])
})

t.test('an element right before a forced break belongs to the page after it', async (t) => {
  const { pages } = layOut('', '<p>a</p><div class=h>X</div><p class=n>b</p>')
  t.strictSame(marginWords(pages), ['', 'X'])
})

t.test('which of several elements', async (t) => {
  const body = '<p>a</p><div class=h>X</div><p>b</p><div class=h>Y</div><p>c</p><p class=n>d</p>'
  const of = (position: string) =>
    marginWords(layOut(`@page { @top-left { content: element(h, ${position}) } }`, body).pages)
  t.strictSame(of('first'), ['X', 'Y'])
  t.strictSame(of('last'), ['Y', 'Y'])
  t.strictSame(of('start'), ['', 'Y'])
  t.strictSame(of('first-except'), ['', 'Y'])
})

t.test('it inherits from its place in the document', async (t) => {
  const { pages } = layOut('section { letter-spacing: 5px }', '<section><p class=h>XY</p><p>a</p></section>')
  t.equal(firstMargins(pages)[0]?.width, 30)
})

t.test('tables stand in page margins, and text beside them', async (t) => {
  const css = '@page { @top-left { content: "[" element(h) "]" } } table { border-spacing: 0 } td { padding: 0 }'
  const { pages } = layOut(css, '<table class=h><tr><td>X<td>YY</table><p>a</p>')
  t.strictSame(
    firstMargins(pages).map(({ text, x, y }) => `${text} ${x},${y}`),
    ['[ 20,0', 'X 20,10', 'YY 30,10', '] 20,20'],
  )
})

t.test('page numbers in it are those of each page', async (t) => {
  const css = '.h::after { content: " " counter(page) "/" counter(pages) }'
  const { pages, stats } = layOut(css, '<div class=h>X</div><p>a</p><p class=n>b</p>')
  t.strictSame(marginWords(pages), ['X 1/2', 'X 2/2'])
  t.equal(stats.layoutRounds, 0, 'which takes no second layout')
})

t.test('counters continue within it', async (t) => {
  const css = 'p { counter-increment: p } .h { counter-increment: none } .h::before { content: counter(p) }'
  const { pages } = layOut(`body { counter-reset: p } ${css}`, '<p>a</p><p>b</p><div class=h></div><p>c</p>')
  t.strictSame(marginWords(pages), ['2'])
})

t.test('it may stand within a line', async (t) => {
  const { pages } = layOut('', '<p>a <span class=h>X</span>b</p>')
  t.strictSame(wordsByPage(pages), ['a b'])
  t.strictSame(marginWords(pages), ['X'])
})

t.test('at the end of the document it belongs to the last page', async (t) => {
  const { pages } = layOut('', '<p>a</p><p class=n>b</p><p class=h>X</p>')
  t.strictSame(marginWords(pages), ['', 'X'])
})

t.test('strings in it are those of each page', async (t) => {
  const css =
    'h1 { string-set: part content(); font: inherit; margin: 0 } .h::after { content: " " string(part, last) }'
  const { pages, stats } = layOut(css, '<div class=h>X</div><h1>A</h1><h1>B</h1><p class=n>b</p><h1 class=n>C</h1>')
  t.strictSame(marginWords(pages), ['X B', 'X B', 'X C'])
  t.equal(stats.layoutRounds, 0, 'which takes no second layout')
})
