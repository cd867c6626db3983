import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** Width and height of the border box of a canvas, in px, as Chromium has them. */
function sizeOf(attributes: string): string | undefined {
  const html = `<!doctype html><style>@page { size: 600px 400px; margin: 0 }</style><canvas ${attributes}>fallback</canvas>`
  const template = compileTemplate({ html }, { fonts })
  t.same(
    template.diagnostics.map(({ message }) => message),
    ['<canvas>: no script draws on it: its box is printed empty'],
  )
  const { map } = renderDocument(template, {}, { map: true })
  const box = map?.[0]?.boxes.find(({ element }) => element === 'canvas')
  return box && `${box.width / 0.75}x${box.height / 0.75}`
}

t.test('a canvas is an empty box of the size of its bitmap', async (t) => {
  t.equal(sizeOf(''), '300x150')
  t.equal(sizeOf('width=60 height=40 style="border:5px solid;padding:10px"'), '90x70')
  t.equal(sizeOf('width=60 height=40 style="width:120px"'), '120x80', 'its sides have a ratio')
  t.equal(sizeOf('width=-5 height=x'), '300x150')
  t.equal(sizeOf('style="box-sizing:border-box;width:60px;height:40px;padding:10px;border:5px solid"'), '60x40')
})
