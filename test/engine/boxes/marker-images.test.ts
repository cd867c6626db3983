import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

const SQUARE =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='lime'/></svg>"

function compiled(content: string) {
  const html = `<!doctype html><style>li::marker { content: ${content} }</style><ul><li>x</ul>`
  return compileTemplate({ html }, { fonts })
}

t.test('an image in the content of a marker is its image', async (t) => {
  t.match(dumpDocument(compiled(`url("${SQUARE}")`), {}, 'paint'), /#00ff00/)
})

t.test('an image that the content of a marker names in vain is reported at the declaration', async (t) => {
  for (const content of ['url(nope.png)', '"a" url(nope.png)']) {
    const { diagnostics } = renderDocument(compiled(content), {})
    t.match(diagnostics, [{ code: 'missing-asset', message: 'there is no image "nope.png" among the assets' }], content)
    t.equal(diagnostics[0]?.span?.line, 1)
  }
})
