import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { pageContents } from '../engine/pdf/read-pdf.js'
import { readByPdfium } from './read-by-pdfium.js'

/** Lines in the languages of their paragraphs, as people write them. The last one has vowel signs. */
const LINES = {
  'Hebrew words': ['he', 'שלום עולם טוב'],
  'Hebrew with a date': ['he', 'חשבונית מספר 17 מתאריך 24.11.2026'],
  'Hebrew with brackets': ['he', 'סך הכול לתשלום: 1,234.50 ₪ (כולל מע״מ)'],
  'Hebrew with a number': ['he', 'רקם 17'],
  'Arabic words with ligatures': ['ar', 'السلام عليكم ورحمة الله'],
  'Arabic with a date': ['ar', 'فاتورة رقم 17 بتاريخ 24/11/2026'],
  'Persian with digits': ['fa', 'می\u200cشود و نمی\u200cشود ۱۲۳'],
  'Arabic with vowel signs': ['ar', 'كتب مُحَمَّد رسالة'],
} as const

type LineName = keyof typeof LINES
const NAMES = Object.keys(LINES) as LineName[]

const fonts = createFontLibrary()

function render(names: readonly LineName[]): Uint8Array {
  const lines = names.map((name) => `<p dir="rtl" lang="${LINES[name][0]}">${LINES[name][1]}`)
  const html = `<style>p { font: 16px 'Noto Sans Hebrew', 'Noto Sans Arabic'; margin: 0 0 24px }</style>${lines.join('')}`
  return renderDocument(compileTemplate({ html }, { fonts }), {}).pdf
}

const pdf = render(NAMES)

/** The lines that a reader has as they were written, but for marks of direction. */
function readWhole(lines: readonly string[]): readonly LineName[] {
  const read = new Set(lines.map((line) => line.replace(/[\u200e\u200f\u202a-\u202e]/g, '').trim()))
  return NAMES.filter((name) => read.has(LINES[name][1]))
}

t.test('PDFium reads lines from right to left as they were written, numbers and brackets included', async (t) => {
  t.same(
    readWhole(await readByPdfium(pdf)),
    NAMES.filter((name) => name !== 'Arabic with vowel signs'),
  )
})

t.test('pdftotext reads lines of one direction, and blanks beside a number', async (t) => {
  const read = runTool('pdftotext', ['-', '-'], pdf)
  if (!read) return
  t.same(readWhole(read.output.split('\n')), [
    'Hebrew words',
    'Hebrew with a number',
    'Arabic words with ligatures',
    'Persian with digits',
  ])
})

t.test('kerned words from right to left carry no text but that of their glyphs', async (t) => {
  const kerned = NAMES.filter((name) => name !== 'Arabic with vowel signs')
  t.notMatch(pageContents(render(kerned)).join(), 'ActualText')
})

t.test('words with vowel signs carry their text in the order in which it is read', async (t) => {
  const texts = [
    ...pageContents(pdf)
      .join()
      .matchAll(/ActualText<feff(\w+)>/g),
  ].map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
  t.same(texts, ['مُحَمَّد'])
})

t.test('readers of the structure lose nothing behind them', async (t) => {
  const read = runTool('pdfinfo', ['-struct-text', '-'], render(['Arabic with vowel signs', 'Hebrew words']))
  if (!read) return
  const letters = (text: string): string => [...text.replace(/[^\p{L}]/gu, '')].sort().join('')
  t.equal(
    letters(read.output.replace(/^ *\w.*$/gm, '')),
    letters(LINES['Arabic with vowel signs'][1] + LINES['Hebrew words'][1]),
  )
})
