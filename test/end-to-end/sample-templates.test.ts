import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import t from 'tap'
import { loadTemplate, TEMPLATES_FOLDER, templateNames } from '../../benchmarks/load-template.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { compileTemplateFolder } from '../../engine/folder/compile-template-folder.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { pageText } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()
const DATE = new Date('2026-01-01T00:00:00Z')

const PAGES: Readonly<Record<string, number>> = {
  invoice: 1,
  'invoice-modern': 1,
  facturx: 1,
  statement: 23,
  letter: 2,
  report: 6,
  certificate: 1,
  label: 1,
  inspection: 40,
  'invoice-long': 5,
  'price-list': 3,
  catalogue: 3,
  resume: 1,
}

/** Texts of the data that templates print as they are; paths, addresses of links and codes they interpret differ. */
function printedTexts(value: JsonValue, key = ''): string[] {
  if (typeof value === 'string') return /^(src|image|file|href|url|id|kind|type|lang|alt)$/.test(key) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((item) => printedTexts(item, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => printedTexts(member as JsonValue, name))
}

function words(text: string): string {
  return text
    .replace(/<\/?q>/g, '”')
    .replace(/<[^>]+>/g, '')
    .replace(/[“”]/g, '"')
    .replace(/[\s\u00ad]+/g, '')
    .toLowerCase()
}

/** Whether a text begins on one page and ends on the next, with footnotes and page numbers between. */
function continues(pages: readonly string[], text: string): boolean {
  return pages.some((page, index) => {
    const next = pages[index + 1]
    if (next === undefined) return false
    // The longest beginning that the page holds leaves the shortest rest.
    let length = text.length
    while (length > 0 && !page.includes(text.slice(0, length))) length--
    const rest = text.slice(length)
    return length > 8 && next.includes(rest)
  })
}

/** Dates, numbers as texts and addresses are printed in another form. */
function isVerbatim(text: string): boolean {
  return !/^\d{4}-\d\d-\d\d/.test(text) && !/^https?:|^[\w-]+\.(png|jpe?g)$/.test(text) && text.trim() !== ''
}

t.same(templateNames(), Object.keys(PAGES).sort(), 'the sample templates')

for (const name of templateNames()) {
  t.test(name, async (t) => {
    const { compiled, sample } = loadTemplate(name, fonts)
    const { pdf, pages, diagnostics } = renderDocument(compiled, sample, { date: DATE })

    await t.test('renders without a single diagnostic', async (t) => {
      t.same(diagnostics, [])
      t.equal(pages, PAGES[name])
    })

    await t.test('is accessible and archivable', async (t) => {
      t.doesNotThrow(() => renderDocument(compiled, sample, { date: DATE, standard: ['pdf/ua-1', 'pdf/a-3a'] }))
    })

    await t.test('is what its settings say, an electronic invoice where they say so', async (t) => {
      const { template, facturX } = compileTemplateFolder(join(TEMPLATES_FOLDER, name), { fonts })
      const file = renderDocument(template, sample, { date: DATE, facturX }).pdf
      const claims = ['pdfuaid:part', 'pdfaid:part', 'fx:ConformanceLevel'].filter((claim) =>
        Buffer.from(file).includes(claim),
      )
      t.same(claims, name === 'facturx' ? ['pdfuaid:part', 'pdfaid:part', 'fx:ConformanceLevel'] : [])
    })

    await t.test('gives the same bytes for the same data and date', async (t) => {
      t.ok(Buffer.from(renderDocument(compiled, sample, { date: DATE }).pdf).equals(pdf))
    })

    await t.test('holds every text of the sample, in a form that copies out', async (t) => {
      const texts = Array.from({ length: pages }, (_, index) => words(pageText(pdf, index + 1)))
      const all = texts.join('')
      const missing = printedTexts(sample)
        .filter(isVerbatim)
        .filter((text) => !all.includes(words(text)) && !continues(texts, words(text)))
      t.same(missing, [])
    })

    await t.test('has sample data that its schema accepts, and a schema that asks for its fields', async (t) => {
      const schema = JSON.parse(readFileSync(join(TEMPLATES_FOLDER, name, 'schema.json'), 'utf8')) as JsonObject
      const ajv = new Ajv2020({ strict: false, ownProperties: true })
      formats.default(ajv)
      const validate = ajv.compile(schema)
      t.ok(validate(sample), ajv.errorsText(validate.errors))
      t.notOk(validate({}), 'required fields')
    })

    await t.test('is a valid file', async (t) => {
      const file = join(t.testdir(), 'document.pdf')
      writeFileSync(file, pdf)
      const checked = runTool('qpdf', ['--check', file], Buffer.alloc(0))
      if (checked) t.equal(checked.status, 0, checked.output)
      t.equal(Buffer.from(pdf.subarray(0, 8)).toString('latin1'), '%PDF-1.7')
    })
  })
}

function tagsOf(name: string): string {
  const { compiled, sample } = loadTemplate(name, fonts)
  return dumpDocument(compiled, sample, 'tags')
}

t.test('items and totals that flex containers lay out are told as tables', async (t) => {
  const tables = tagsOf('invoice-modern').match(/^ *Table$[\s\S]*?TH scope=\w+$[\s\S]*?".*"$/gm) ?? []
  t.same(
    tables.map((table) => table.replace(/\s+/g, ' ').trim()),
    ['Table THead TR TH scope=Column "DESCRIPTION"', 'Table TBody TR TH scope=Row "Subtotal"'],
  )
})

t.test('numbers and labels are told apart from the words beside them', async (t) => {
  const report = tagsOf('report')
  for (const text of ['1 Why a city', 'Figure 1 Temperature', 'Table 1 Planting']) t.match(report, `"${text}`)
  t.match(tagsOf('inspection'), '"1 Upper Alder"')
  const resume = tagsOf('resume')
  for (const text of ['PostGIS', 'English', 'native']) t.match(resume, `"${text}"`)
})
