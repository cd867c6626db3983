import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  LimitError,
  type RenderLimits,
  renderDocument,
} from '../../engine/index.js'

const fonts = createFontLibrary()
const PIXELS =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP8z8DAwMDAxAADAA0GAQMBm7xhAAAAAElFTkSuQmCC'

function optionOf(html: string, limits: Partial<RenderLimits>): string | undefined {
  const data = { list: Array.from({ length: 50 }, () => 'text'), long: 'x'.repeat(500) }
  try {
    renderDocument(compileTemplate({ html }, { fonts, limits }), data, { limits })
  } catch (error) {
    if (error instanceof LimitError) return error.option
    throw error
  }
  return 'none'
}

t.test('a LimitError names the option that allows more', async (t) => {
  t.equal(optionOf('{{#each list}}<p>x</p>{{/each}}', { elements: 20 }), 'elements')
  t.equal(optionOf('{{#each list}}<p style="break-after: page">x</p>{{/each}}', { pages: 3 }), 'pages')
  t.equal(optionOf('{{list | join ", "}}', { valueLength: 20 }), 'valueLength')
  t.equal(optionOf('{{long}}', { textLength: 200 }), 'textLength')
  t.equal(optionOf('{{#each list}}<p>x</p>{{/each}}', { work: 20 }), 'work')
  t.equal(optionOf(`<img src="${PIXELS}">`, { imagePixels: 3 }), 'imagePixels')
  t.equal(optionOf(`<img src="${PIXELS}">`, { imageBytes: 3 }), 'imageBytes')
  t.equal(optionOf('<p>x', {}), 'none')
})
