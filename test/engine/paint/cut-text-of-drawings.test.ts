import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** What is said of a body, without what says nothing about cut text. */
function cutOff(body: string): readonly string[] {
  const template = compileTemplate({ html: `<!doctype html><title>t</title><body>${body}` }, { fonts })
  const { diagnostics } = renderDocument(template, {})
  return diagnostics.map(({ code, message }) => `${code}: ${message}`)
}

const CUT = ['content-cut-off: text is cut off at the edge of this drawing']

const drawing = (content: string, attributes = '') =>
  `<svg width="100" height="40" viewBox="0 0 100 40" ${attributes}>${content}</svg>`

t.test('text that the edge of a drawing cuts off is reported', async (t) => {
  t.same(cutOff(drawing('<text x="60" y="20">A long label</text>')), CUT, 'at the right')
  t.same(cutOff(drawing('<text x="-9" y="20">A label</text>')), CUT, 'at the left')
  t.same(cutOff(drawing('<text x="9" y="45">A label</text>')), CUT, 'at the bottom')
  t.same(cutOff(drawing('<text x="9" y="4">A label</text>')), CUT, 'at the top')
  t.same(cutOff(drawing('<text x="110" y="20">A label</text>')), CUT, 'wholly beyond the right edge')
  t.same(cutOff(drawing('<text x="50" y="20" transform="rotate(90 50 20)">A label</text>')), CUT, 'turned')
  t.same(cutOff(drawing('<text x="60" y="20">One label</text><text x="70" y="30">and one more</text>')), CUT, 'once')
})

t.test('text of a drawing that shows, or is hidden on purpose, is not reported', async (t) => {
  t.same(cutOff(drawing('<text x="5" y="20">A label</text>')), [], 'within')
  t.same(cutOff(drawing('<text x="60" y="20">A long label</text>', 'style="overflow: visible"')), [], 'it may overflow')
  t.same(cutOff(drawing('<text x="-90" y="20">A label</text>')), [], 'wholly before the left edge')
  t.same(cutOff(drawing('<text x="60" y="20" fill="none">A long label</text>')), [], 'without ink')
  t.same(cutOff(drawing('<text x="95" y="20"> </text>')), [], 'without letters')
  const clip = '<clipPath id="c"><rect width="100" height="40"/></clipPath>'
  t.same(cutOff(drawing(`${clip}<g clip-path="url(#c)"><text x="60" y="20">A long label</text></g>`)), [], 'clipped')
})

t.test('text that the edge of an image file cuts off is reported at its element', async (t) => {
  const file = `<svg xmlns='http://www.w3.org/2000/svg' width='60' height='20'><text x='20' y='15'>Overlong</text></svg>`
  const address = `data:image/svg+xml,${encodeURIComponent(file).replaceAll("'", '%27')}`
  t.same(cutOff(`<img alt="" src="${address}">`), CUT)
  t.same(cutOff(`<p style="background: url(${address})">x</p>`), [], 'backgrounds are decoration')
})
