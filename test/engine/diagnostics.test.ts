import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  LimitError,
  type RenderLimits,
  renderDocument,
  type Standard,
  StandardError,
  TemplateError,
} from '../../engine/index.js'

const DOCUMENT = new URL('../../../engine/docs/diagnostics.md', import.meta.url)
const ROW = /^\| `([a-z-]+)` \| (.*?) \| `(.*)` \|$/gm
const DATA = { name: 'Ada', count: 3, items: [1, 2] }

/** With which the examples of limits are run. */
const LIMITS = {
  depth: 8,
  elements: 12,
  pages: 2,
  valueLength: 50,
  textLength: 200,
  work: 90,
  imagePixels: 100,
  imageBytes: 5000,
}

const ENGINE = fileURLToPath(new URL('../../../engine/', import.meta.url))

/** An entry of its own, which draws pages of finished files: the codes of its errors are `PageImageErrorCode`. */
const PAGE_IMAGES = join(ENGINE, 'page-images')

/** Codes of the sources: what is reported, thrown, or named by a member or constant `code`. */
const REPORTED =
  /(?:\b(?:warnAt|reportOnce)\((?:\w+, )+|(?:\.(?:warn|error)|\b(?:report|reportRule|limitError|\w+Error)|\breport\(raw\))\(\s*)'([a-z]+(?:-[a-z]+)+)'|\bcode(?:: | = )(?:[^'\n]*\?\s*)?'([a-z]+(?:-[a-z]+)+)'(?: : '([a-z-]+)')?/g

const fonts = createFontLibrary()

/** The codes that a document gives, and that of the error which ends it. */
function codesOf(
  html: string,
  limits: Partial<RenderLimits>,
  standard: readonly Standard[],
  lint: boolean,
): { readonly found: readonly string[]; readonly thrown: string | undefined } {
  try {
    const template = compileTemplate({ html, samples: [DATA] }, { fonts, limits, lint })
    return {
      found: renderDocument(template, DATA, { limits, standard }).diagnostics.map(({ code }) => code),
      thrown: undefined,
    }
  } catch (error) {
    if (error instanceof StandardError) return { found: error.diagnostics.map(({ code }) => code), thrown: undefined }
    if (error instanceof TemplateError || error instanceof LimitError) return { found: [], thrown: error.code }
    throw error
  }
}

t.test('each documented code is what its example gives, and nothing else', async (t) => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const linted = text.indexOf('## With `lint`')
  const invoices = text.indexOf('## Invoices')
  const limited = text.indexOf('## Limits')
  const conforming = text.indexOf('## Standards')
  const rows = [...text.matchAll(ROW)]
  t.ok(rows.length > 60)
  for (const { 1: code = '', 2: what = '', 3: example = '', index } of rows) {
    const html = example.replaceAll('\\|', '|')
    const { found, thrown } = codesOf(
      html,
      index > limited && index < conforming ? LIMITS : {},
      index > conforming ? ['pdf/ua-1', 'pdf/a-2a'] : [],
      index > linted && index < invoices,
    )
    if (what.startsWith('throws')) t.equal(thrown, code, html)
    else t.strictSame([...new Set(found)], [code], `${html} ${thrown ?? ''}`)
  }
})

t.test('the codes of the document are those of the sources', async (t) => {
  const documented = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code = '']) => code)
  t.strictSame(documented, [...new Set(documented)], 'each stands there once')
  const reported = new Set<string>()
  for (const entry of readdirSync(ENGINE, { withFileTypes: true, recursive: true })) {
    if (!entry.name.endsWith('.ts') || entry.parentPath === PAGE_IMAGES) continue
    const source = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    for (const [, ...codes] of source.matchAll(REPORTED)) for (const code of codes) if (code) reported.add(code)
  }
  t.strictSame([...reported].sort(), documented.toSorted())
})
