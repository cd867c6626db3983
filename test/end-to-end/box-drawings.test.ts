import t from 'tap'
import { compileTemplate } from '../../engine/compile.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

const DRAWING = `<svg width="0" height="0" style="position:absolute"><defs>
  <clipPath id="half" clipPathUnits="objectBoundingBox"><path d="M0 0H.5V1H0z"/></clipPath>
  <clipPath id="corner"><path d="M0 0H10V20H0z"/></clipPath>
  <clipPath id="two"><path d="M0 0H10V20H0z"/><path d="M50 0H60V20H50z"/></clipPath>
  <clipPath id="empty"></clipPath>
  <mask id="mask" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="40"><path d="M0 0H40V40H0z"/></mask>
  <clipPath id="quarter"><rect width="50%" height="50%"/></clipPath>
  <mask id="bright" maskUnits="userSpaceOnUse" x="5%" y="10%" width="50%" height="50%"><path d="M0 0H40V40H0z" fill="#fff"/></mask>
  <filter id="shadow"><feDropShadow dx="3" dy="4" stdDeviation="0" flood-color="blue"/></filter>
  <filter id="fade"><feColorMatrix values="1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 .5 0"/></filter>
  <filter id="region" x="25%" y="0" width=".5" height="2"><feOffset dx="5"/></filter>
</defs></svg>`

function compiled(css: string, body = '<div></div>') {
  const html = `<!doctype html><style>@page { size: 200px 100px; margin: 0 } body { margin: 0 }
    div { width: 100px; height: 50px; margin-left: 20px; background: red; ${css} }</style>${DRAWING}${body}`
  return compileTemplate({ html }, { fonts })
}

function painted(css: string, body?: string): readonly string[] {
  const lines = dumpDocument(compiled(css, body), {}, 'paint').split('\n')
  return lines
    .map((line) => line.trim().replace(/\.0+\b/g, ''))
    .filter((line) => /^(?:clip|fill|mask|group|page)/.test(line))
}

t.test('a clip path of a drawing cuts a box, in parts of its border box or in px from its corner', async (t) => {
  t.same(painted('clip-path: url(#half)').slice(1), ['clip M20,0 L70,0 L70,50 L20,50 Z', 'fill #ff0000 [20,0 100×50]'])
  t.same(painted('clip-path: url(#corner)').slice(1), [
    'clip M20,0 L30,0 L30,20 L20,20 Z',
    'fill #ff0000 [20,0 100×50]',
  ])
})

t.test('a clip path of several shapes is a mask, and one without any hides the box', async (t) => {
  const two = painted('clip-path: url(#two)')
  t.equal(two.filter((line) => line.startsWith('mask by alpha')).length, 1)
  t.equal(two.at(-1), 'fill #ff0000 [20,0 100×50]')
  t.same(painted('clip-path: url(#empty)').slice(1), [])
})

t.test('each part of a box over pages is cut as a box of its own', async (t) => {
  const pages = painted('height: 150px; clip-path: url(#half)')
  t.same(
    pages.filter((line) => line.startsWith('clip')),
    ['clip M20,0 L70,0 L70,100 L20,100 Z', 'clip M20,0 L70,0 L70,50 L20,50 Z'],
  )
})

t.test('a mask of a drawing covers a box, alone or together with images', async (t) => {
  const alone = painted('mask: url(#mask)')
  t.ok(alone.some((line) => line.startsWith('mask by alpha')))
  t.equal(alone.at(-1), 'fill #ff0000 [20,0 100×50]')
  const both = painted('mask: url(#mask) intersect, linear-gradient(#000, #0000)')
  t.ok(both.filter((line) => line.startsWith('mask by alpha')).length >= 2)
})

t.test('mask-mode says what of a mask of a drawing counts, else its mask-type', async (t) => {
  const kinds = (css: string) =>
    painted(css)
      .map((line) => /^mask by (\w+)/.exec(line)?.[1])
      .filter((kind) => kind !== undefined)
  t.same(kinds('mask: url(#mask)'), ['alpha', 'alpha'])
  t.same(kinds('mask: url(#mask) luminance'), ['alpha', 'luminance'])
  t.same(kinds('mask: url(#bright)'), ['alpha', 'luminance'])
  t.same(kinds('mask: url(#bright); mask-mode: alpha'), ['alpha', 'alpha'])
})

t.test('percentages in clip paths and masks of a box are parts of the box, wherever the drawing is', async (t) => {
  t.ok(painted('clip-path: url(#quarter)').includes('clip M20,0 L70,0 L70,25 L20,25 Z'))
  t.ok(painted('mask: url(#bright)').includes('clip M5,5 L55,5 L55,30 L5,30 Z'))
})

t.test('a filter of a drawing is one of a list', async (t) => {
  t.same(
    painted('filter: url(#shadow)').filter((line) => line.startsWith('fill')),
    ['fill #0000ff [20,0 100×50]', 'fill #ff0000 [20,0 100×50]'],
  )
  t.ok(painted('filter: url(#fade)').some((line) => line.startsWith('group 0.5')))
  const list = painted('filter: grayscale(1) url(#shadow)').filter((line) => line.startsWith('fill'))
  t.equal(list.length, 2)
  t.not(list[1], 'fill #ff0000 [20,0 100×50]', 'what the functions before it make is filtered')
})

t.test('a filter shows nothing outside of its region, which is measured by the border box', async (t) => {
  const body = '<div></div><div style="width: 40px"></div>'
  const clips = painted('filter: url(#region); border-left: 20px solid', body).filter((line) => line.startsWith('clip'))
  t.same(clips, ['clip [50,0 60×100]', 'clip [35,50 30×100]'])
})

t.test('what does not exist changes nothing and is reported once, at the first box that refers to it', async (t) => {
  const css = 'clip-path: url(#x); mask: url(#y); filter: url(#z)'
  const fills = painted(css, '<div></div><div></div>').filter((line) => line.startsWith('fill'))
  t.same(fills, ['fill #ff0000 [20,0 100×50]', 'fill #ff0000 [20,50 100×50]'])
  const { diagnostics } = renderDocument(compiled(css, '<div></div><div></div>'), {})
  t.same(diagnostics.map(({ code, message }) => `${code}: ${message}`).sort(), [
    'missing-target: no drawing of the document has a <clipPath> with the id "x"',
    'missing-target: no drawing of the document has a <filter> with the id "z"',
    'missing-target: no drawing of the document has a <mask> with the id "y"',
  ])
})

t.test('a clip path is converted once for all boxes of one size', async (t) => {
  const parts = Array.from({ length: 2_000 }, (_, index) => `<path d="M${index} 0h1v1z"/>`).join('')
  const body = `<svg width="0" height="0"><clipPath id="many">${parts}</clipPath></svg>${'<div></div>'.repeat(500)}`
  const template = compiled('clip-path: url(#many); break-inside: avoid', body)
  t.same(renderDocument(template, {}, { limits: { imageBytes: 1_900_000 } }).diagnostics, [])
})
