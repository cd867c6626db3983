import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** What is painted of a drawing in the page or in a file of its own. */
function painted(drawing: string, where: 'page' | 'file' = 'page'): string {
  const uri = `data:image/svg+xml,${encodeURIComponent(drawing.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'))}`
  const html = `<!doctype html><style>@page { margin: 0 }</style>${where === 'page' ? drawing : `<img src="${uri}">`}`
  return dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
}

/** Declarations whose numbers Chromium takes for lengths in px in style attributes of drawings. */
const LENGTHS: readonly (readonly [numbers: string, lengths: string])[] = [
  ['font-size:40', 'font-size:40px'],
  ['letter-spacing:5;word-spacing:10', 'letter-spacing:5px;word-spacing:10px'],
  ['transform:scale(2);transform-origin:10 20', 'transform:scale(2);transform-origin:10px 20px'],
  ['--a:30;font-size:var(--a)', 'font-size:30px'],
]

for (const [numbers, lengths] of LENGTHS) {
  t.test(`style attributes in drawings take numbers for lengths: ${numbers}`, async (t) => {
    const text = (style: string) => `<svg><text x="90" y="40" text-anchor="end" style="${style}">a b</text></svg>`
    const ruled = (style: string) =>
      `<svg><style>text{${style}}</style><text x="90" y="40" text-anchor="end">a b</text></svg>`
    for (const where of ['page', 'file'] as const) t.equal(painted(text(numbers), where), painted(text(lengths), where))
    t.not(painted(ruled(numbers)), painted(ruled(lengths)), 'rules do not')
  })
}

t.test('the size and margins of a drawing are numbers in its style attribute', async (t) => {
  const square = (style: string) => `<svg style="${style}"><path d="M0 0h1v1z"/></svg>`
  t.equal(painted(square('width:30;height:60;margin:10')), painted(square('width:30px;height:60px;margin:10px')))
})

t.test('elements of HTML take lengths with units only, in drawings as well', async (t) => {
  const foreign = (style: string) =>
    `<svg><foreignObject width="99" height="99"><p style="${style}">a</p></foreignObject></svg>`
  t.equal(painted(foreign('font-size:40')), painted(foreign('')))
})
