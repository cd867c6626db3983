import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import {
  compileTemplate,
  createFontLibrary,
  formatDiagnostic,
  type MappedBox,
  renderDocument,
} from '../../engine/index.js'
import { findObjects, pageText, readObjects } from '../engine/pdf/read-pdf.js'
import { makeFolder } from '../server/folder.js'

const TEXT = readFileSync(new URL('../../../engine/docs/cookbook.md', import.meta.url), 'utf8')

interface Recipe {
  readonly html: string
  readonly assets: ReadonlyMap<string, Uint8Array>
  readonly data: JsonObject
}

/** The recipes by their headings: a template, partials whose names stand behind the language, and data. */
const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  TEXT.split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), parseRecipe(section)]),
)

function parseRecipe(section: string): Recipe {
  const assets = new Map<string, Uint8Array>()
  let html = ''
  let data: JsonObject = {}
  for (const [, language, name = '', body = ''] of section.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'json') data = JSON.parse(body)
    else if (name !== '') assets.set(name, Buffer.from(body))
    else html = body
  }
  return { html, assets, data }
}

const fonts = createFontLibrary()

/** Points of a millimetre. */
const MM = 72 / 25.4

interface Document {
  readonly pdf: Uint8Array
  /** What can be read on each page. */
  readonly texts: readonly string[]
  /** Boxes of elements on each page, in millimetres. */
  readonly boxes: readonly (readonly MappedBox[])[]
  /** Width and height of each page in millimetres. */
  readonly sizes: readonly (readonly number[])[]
}

const checked = new Set<string>()

/** Renders a recipe with its data or some like them; nothing may be wrong with it. */
function cook(t: Test, title: string, change: (data: JsonObject) => JsonObject = (data) => data): Document {
  checked.add(title)
  const { html, assets, data } = RECIPES.get(title) ?? parseRecipe('')
  const all = change(data)
  const template = compileTemplate({ html, assets, name: 'recipe.html', samples: [all] }, { fonts })
  const { pdf, pages, map = [], diagnostics } = renderDocument(template, all, { map: true, date: new Date(0) })
  t.strictSame(diagnostics.map(formatDiagnostic), [], 'nothing is wrong with the recipe')
  const round = (points: number) => Math.round((points / MM) * 10) / 10
  return {
    pdf,
    texts: Array.from({ length: pages }, (_, page) => pageText(pdf, page + 1).replaceAll('\u00a0', ' ')),
    sizes: map.map(({ width, height }) => [round(width), round(height)]),
    boxes: map.map(({ boxes }) =>
      boxes.map((box) => ({
        ...box,
        x: round(box.x),
        y: round(box.y),
        width: round(box.width),
        height: round(box.height),
      })),
    ),
  }
}

/** The data with the entries of a list over and over. */
function repeated(name: string, count: number): (data: JsonObject) => JsonObject {
  return (data) => {
    const list = data[name] as readonly JsonValue[]
    return { ...data, [name]: Array.from({ length: count }, (_, at) => list[at % list.length] as JsonValue) }
  }
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

function inOrder(t: Test, text: string, parts: readonly string[]): void {
  let at = 0
  for (const part of parts) {
    const found = text.indexOf(part, at)
    t.ok(found >= 0, `${part} stands behind what is before it`)
    at = found + part.length
  }
}

t.test('Letterhead on the first page only', async (t) => {
  const { texts, boxes } = cook(t, t.name, repeated('paragraphs', 40))
  t.same(
    texts.map((text) => count(text, 'Harbour Works')),
    [1, 0],
  )
  const tops = boxes.map((page) => Math.min(...page.filter(({ element }) => element === 'p').map(({ y }) => y)))
  t.ok((tops[0] ?? 0) >= 60, 'the letter begins below the letterhead')
  t.equal(tops[1], 25, 'later pages begin at the top')
})

t.test('Address in the window of an envelope', async (t) => {
  const { texts, boxes } = cook(t, t.name)
  const [page = []] = boxes
  const [window, sender] = page.filter(({ element }) => element === 'div')
  t.match(window, { x: 20, y: 45, width: 85, height: 45 })
  t.match(sender, { y: 45, height: 17.7 })
  const folds = page.filter(({ element, height }) => element === 'div' && height < 1)
  t.same(
    folds.map(({ x, y }) => [x, y]),
    [
      [0, 105],
      [0, 210],
    ],
  )
  inOrder(t, texts[0] ?? '', ['Harbour Works Ltd · Kai 4', 'Frau', 'Ida Ekström', '18055 Rostock'])
  t.match(texts[0], 'Sehr geehrte Frau Ekström')
})

t.test('Page X of Y', async (t) => {
  const { texts } = cook(t, t.name, repeated('items', 60))
  t.equal(texts.length, 4)
  for (const [at, text] of texts.entries()) t.match(text, `Page ${at + 1} of 4`)
})

t.test('Subtotals by group', async (t) => {
  const { texts } = cook(t, t.name)
  inOrder(t, texts[0] ?? '', [
    ...['Carpentry', 'Roof beams', '€1,400.50', 'Carpentry together', '€1,400.50'],
    ...['Masonry', 'Chimney', 'Garden wall', 'Masonry together', '€1,130.25', 'Total', '€2,530.75'],
  ])
})

t.test('Totals carried forward', async (t) => {
  const { texts } = cook(t, t.name, repeated('items', 50))
  const [first = '', second = ''] = texts
  t.equal(texts.length, 2)
  const carried = ((count(first, 'Delivery') * 1250) / 100).toFixed(2)
  t.match(first, new RegExp(`Carried forward\\s*${carried}`))
  t.match(second, new RegExp(`Brought forward\\s*${carried}`))
  t.match(second, /Total\s*625\.00/)
  t.notMatch(first, /Brought forward|Total/)
  t.notMatch(second, 'Carried forward')
})

t.test('The end of a table never stands alone', async (t) => {
  const fitting = count(cook(t, t.name, repeated('items', 60)).texts[0] ?? '', 'Delivery')
  // The total alone would begin the second page.
  const { texts } = cook(t, t.name, repeated('items', fitting))
  t.same(
    texts.map((text) => count(text, 'Delivery')),
    [fitting - 2, 2],
  )
  t.match(texts[1], 'Total')
})

t.test('Watermark by status', async (t) => {
  const marks = (status: string, word: string) =>
    cook(t, t.name, (data) => ({ ...repeated('items', 40)(data), status })).texts.map((text) => count(text, word))
  t.same(marks('draft', 'DRAFT'), [1, 1, 1])
  t.same(marks('cancelled', 'CANCELLED'), [1, 1, 1])
  t.same(marks('sent', 'SENT'), [0, 0, 0])
})

t.test('Two languages in one template', async (t) => {
  inOrder(t, cook(t, t.name).texts[0] ?? '', ['Rechnung 2026-17', 'Zahlbar bis: 31. März 2026', 'Betrag: 1.234,50 €'])
  const { texts } = cook(t, t.name, (data) => ({ ...data, lang: 'en' }))
  inOrder(t, texts[0] ?? '', ['Invoice 2026-17', 'Due: March 31, 2026', 'Amount: €1,234.50'])
})

t.test('Sections only where they apply', async (t) => {
  const business = cook(t, t.name).texts[0] ?? ''
  inOrder(t, business, ['1. Scope', '2. Retention of title', '3. Payment', 'Within 14 days.'])
  t.notMatch(business, 'Exclusions')
  const consumer = cook(t, t.name, (data) => ({
    ...data,
    exclusions: ['Scaffolding'],
    customer: { isConsumer: true },
    days: 1,
  }))
  inOrder(t, consumer.texts[0] ?? '', ['1. Scope', '2. Exclusions', 'Scaffolding', '3. Payment', 'Within 1 day.'])
  t.notMatch(consumer.texts[0], 'Retention')
})

t.test('Terms in two columns', async (t) => {
  const [page = []] = cook(t, t.name, repeated('terms', 12)).boxes
  const heads = page.filter(({ element }) => element === 'h3')
  t.equal(heads.length, 12)
  // The page area of 170 mm is rounded up to 643 px.
  t.same(
    [...new Set(heads.map(({ x }) => x))],
    [20, 109.1],
    'the columns begin at the margin and 4 mm behind the middle',
  )
  t.equal(heads.filter(({ x }) => x === 20).length, 6, 'both are equally long')
})

t.test('Footnotes', async (t) => {
  const { texts, boxes } = cook(t, t.name)
  const notes = (boxes[0] ?? []).filter(({ element, y }) => element === 'span' && y > 170)
  t.equal(notes.length, 2, 'the notes stand at the foot of the page')
  t.match(texts[0], /1894\.1/)
  t.match(texts[0], /brick\.2/)
})

t.test('Chart from data', async (t) => {
  const { pdf, boxes } = cook(t, t.name)
  const objects = readObjects(pdf)
  const [drawing = ''] = findObjects(objects, /\/Subtype \/Form/).map(({ stream }) => String(stream))
  const bars = [...drawing.matchAll(/^40 (\d+) m\n(\d+) \1 l\n/gm)].map(([, , end]) => Number(end) - 40)
  t.same(bars, [140, 280, 70, 210], 'the longest bar is as long as the picture allows')
  t.match(
    boxes[0]?.find(({ element }) => element === 'svg'),
    // 400 and 120 px.
    { width: 105.8, height: 31.7 },
  )
  t.equal(findObjects(objects, /\/Alt\(Turnover by quarter\)/).length, 1, 'readers hear what it shows')
})

t.test('Sheet of labels', async (t) => {
  const { texts, boxes } = cook(t, t.name, repeated('people', 30))
  t.same(
    texts.map((text) => count(text, 'Ida Ekström')),
    [24, 6],
  )
  const labels = (boxes[0] ?? []).filter(({ element, width }) => element === 'div' && width === 70)
  t.same(
    labels.map(({ x, y }) => [x, y]),
    Array.from({ length: 24 }, (_, at) => [(at % 3) * 70, 0.5 + Math.floor(at / 3) * 37]),
  )
})

t.test('Signatures stay with the text before them', async (t) => {
  // Some number of clauses fills the page so far that the signatures find no place below.
  let moved = 0
  for (let clauses = 12; clauses < 22; clauses++) {
    const { texts } = cook(t, t.name, repeated('clauses', clauses))
    const last = texts.at(-1) ?? ''
    t.match(last, /The parties agree[\s\S]*Ida Ekström[\s\S]*Harbour Works/, `${clauses} clauses`)
    if (texts.length === 2 && count(last, 'The parties') === 1) moved++
  }
  t.ok(moved > 0, 'the last clause went along')
})

t.test('Table of contents', async (t) => {
  const { texts, pdf } = cook(t, t.name)
  t.match(texts[0], /Cranes\s*\.+\s*2\s*Sheds\s*\.+\s*3/)
  t.match(texts[1], 'There are four')
  t.match(texts[2], 'The oldest')
  const titles = findObjects(readObjects(pdf), /\/Title [\s\S]*\/Dest/).map(({ value }) => /\((.*)\)/.exec(value)?.[1])
  t.same(titles, ['The harbour', 'Cranes', 'Sheds'], 'the outline has the headings')
})

t.test('Names of sections in the head of each page', async (t) => {
  const { texts } = cook(t, t.name, (data) => {
    const [cranes, sheds] = data.chapters as readonly JsonObject[]
    const long = (chapter: JsonObject | undefined) => repeated('paragraphs', 30)(chapter ?? {})
    return { chapters: [long(cranes), long(sheds)] }
  })
  const heads = texts.map((text) => /(Cranes|Sheds)\d+\s*$/.exec(text)?.[1])
  t.same(heads, ['Cranes', 'Sheds', 'Sheds', 'Sheds'], 'pages without a heading keep that of the page before')
  t.match(texts[1], 'There are four', 'the second page begins with the end of the first chapter')
})

t.test('Landscape page in the middle', async (t) => {
  const { texts, sizes } = cook(t, t.name)
  t.same(sizes, [
    [210, 297],
    [297, 210],
    [210, 297],
  ])
  t.match(texts, [/The year in short/, /Jan[\s\S]*Dec/, /It went well/])
})

const missing = ['pdftoppm', 'zbarimg'].filter((program) => spawnSync(program, ['--version']).error)

/** What a reader of codes finds on the page. */
function readCode(t: Test, pdf: Uint8Array): string {
  const cwd = makeFolder(t)
  writeFileSync(join(cwd, 'code.pdf'), pdf)
  spawnSync('pdftoppm', ['-r', '300', '-gray', '-png', '-singlefile', 'code.pdf', 'code'], { cwd })
  return spawnSync('zbarimg', ['-q', '--raw', 'code.png'], { cwd }).stdout.toString('utf8')
}

t.test('Payment code for a SEPA transfer', async (t) => {
  const { texts, boxes, pdf } = cook(t, t.name)
  t.match(texts[0], 'Pay €1,234.50 to Harbour Works Ltd')
  t.match(
    boxes[0]?.find(({ element }) => element === 'platen-qr'),
    { width: 35, height: 35 },
  )
  if (missing.length > 0) return t.comment(`not read back: ${missing.join(', ')} missing`)
  t.match(
    readCode(t, pdf),
    /^BCD\n[\s\S]*Harbour Works Ltd\nDE89370400440532013000\nEUR1234\.50?\n[\s\S]*Invoice 2026-17/,
  )
})

t.test('Swiss QR bill', async (t) => {
  const { texts, boxes, pdf } = cook(t, t.name)
  inOrder(t, texts[0] ?? '', ['Empfangsschein', 'CHF 1 949.75', 'Zahlteil', '21 00000 00003 13947', 'CHF 1 949.75'])
  const [page = []] = boxes
  t.match(
    page.find(({ width }) => width === 210),
    { x: 0 },
  )
  t.match(
    page.find(({ element, height }) => element === 'div' && height === 105),
    { x: 0, y: 192, width: 210 },
  )
  t.match(
    page.find(({ element }) => element === 'platen-qr'),
    // With 5 mm of blank around 46 mm.
    { x: 62, width: 56, height: 56 },
  )
  // zbar cannot read codes with a cross in them: that of the preset is read without it where codes are tested.
  t.equal(
    findObjects(readObjects(pdf), /\/S\/Figure[\s\S]*\/Alt\(21 00000 00003/).length,
    1,
    'readers hear the reference',
  )
})

t.test('Pictures that come with the data', async (t) => {
  const { texts, boxes } = cook(t, t.name)
  t.match(
    boxes[0]?.find(({ element }) => element === 'img'),
    { width: 24, height: 12 },
  )
  t.notMatch(texts[0], 'Harbour Works')
  t.match(cook(t, t.name, (data) => ({ ...data, logo: '' })).texts[0], 'Harbour Works Ltd')
})

t.test('Amount in words', async (t) => {
  const { texts } = cook(t, t.name)
  inOrder(t, texts[0] ?? '', [
    'Ida Ekström the sum of $1,250.00',
    '(One Thousand Two Hundred Fifty Dollars)',
    'mille deux cent cinquante dollars',
  ])
})

t.test('Rows that stand out', async (t) => {
  const { texts } = cook(t, t.name)
  t.match(texts[0], /A-1\s*01\.02\.2026\s*\(overdue\)\s*A-2\s*01\.02\.2026\s*A-3\s*01\.04\.2026\s*$/)
})

t.test('The same part in several places', async (t) => {
  const { texts } = cook(t, t.name)
  inOrder(t, texts[0] ?? '', ['Bill to', 'Ida Ekström', 'Ship to', 'Yard 3', '20457 Hamburg'])
  const same = cook(t, t.name, (data) => ({ ...data, delivery: null }))
  t.equal(count(same.texts[0] ?? '', 'Lange Straße 7'), 2)
})

t.test('each recipe is checked', async (t) => {
  t.ok(RECIPES.size >= 20)
  t.same([...checked].sort(), [...RECIPES.keys()].sort())
})
