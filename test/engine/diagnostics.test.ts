import { readFileSync } from 'node:fs'
import t from 'tap'
import { compileTemplate, createFontLibrary, LimitError, renderDocument, TemplateError } from '../../engine/index.js'

const DOCUMENT = new URL('../../../engine/DIAGNOSTICS.md', import.meta.url)
const ROW = /^\| `([a-z-]+)` \| (.*?) \| `(.*)` \|$/gm
const DATA = { name: 'Ada', count: 3, items: [1, 2] }

const fonts = createFontLibrary()

/** The codes that a document gives, and that of the error which ends it. */
function codesOf(html: string): { readonly found: readonly string[]; readonly thrown: string | undefined } {
  try {
    const template = compileTemplate({ html, samples: [DATA] }, { fonts })
    return { found: renderDocument(template, DATA).diagnostics.map(({ code }) => code), thrown: undefined }
  } catch (error) {
    if (error instanceof TemplateError || error instanceof LimitError) return { found: [], thrown: error.code }
    throw error
  }
}

t.test('each documented code is what its example gives, and nothing else', async (t) => {
  const rows = [...readFileSync(DOCUMENT, 'utf8').matchAll(ROW)]
  t.ok(rows.length > 40)
  for (const [, code = '', what = '', example = ''] of rows) {
    const html = example.replaceAll('\\|', '|')
    const { found, thrown } = codesOf(html)
    if (what.startsWith('throws')) t.equal(thrown, code, html)
    else t.strictSame([...new Set(found)], [code], `${html} ${thrown ?? ''}`)
  }
})
