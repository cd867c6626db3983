import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { runTool } from '../engine/pdf/pdf-tools.js'

const DOCUMENT = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'), 'test/documents/scripts.html')

const html = readFileSync(DOCUMENT, 'utf8')
const { pdf, diagnostics } = renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})

interface Row {
  readonly script: string
  readonly text: string
  /** Some of it runs from right to left. */
  readonly rightToLeft: boolean
}

/** The rows of the document's table, as they were written. */
const ROWS = [...html.matchAll(/<tr><th>(\w+)<td([^>]*)>(.*)/g)].map(
  ([, script = '', , text = '']): Row => ({
    script,
    text: text.replace(/&#x(\w+);/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    rightToLeft: /[\u0590-\u06ff]/.test(text),
  }),
)

/** Composed, without the marks that readers put around right-to-left text, lines joined. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202a-\u202e]/g, '')
    .replace(/\s+/g, ' ')
}

t.test('every script is drawn without a missing glyph', (t) => {
  t.ok(ROWS.length >= 15)
  t.same(diagnostics, [])
  t.end()
})

t.test('readers get the text of each script as it was written', (t) => {
  const read = runTool('pdftotext', ['-', '-'], pdf)
  const text = plain(read?.output ?? '')
  for (const { script, text: written, rightToLeft } of ROWS) {
    if (read && !rightToLeft) t.ok(text.includes(plain(written)), `${script}: ${written}`)
  }
  t.end()
})

t.test('readers get the words of right-to-left scripts as they were written', (t) => {
  const read = runTool('pdftotext', ['-', '-'], pdf)
  const text = plain(read?.output ?? '')
  for (const { script, text: written, rightToLeft } of ROWS) {
    if (!read || !rightToLeft) continue
    // pdftotext puts spaces on the wrong side where the direction changes, and turns around texts that words carry.
    for (const [word] of plain(written).matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
      const read = /\p{M}/u.test(word) ? [...word].reverse().join('') : word
      t.ok(text.includes(read), `${script}: ${word}`)
    }
  }
  t.end()
})

/** The text as pdf.js reads it, which knows no replacement texts. @param disableNormalization it puts plain letters for others otherwise */
async function readByPdfJs(html: string, disableNormalization = false): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization })
  await document.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

t.test('readers without replacement texts get all letters of clusters, ligatures and missing glyphs', async (t) => {
  for (const text of ['टॉ', 'किताब', 'لا', 'office', 'தொகை', 'কো', '\u{1f600}\ue000', 'café']) {
    const read = await readByPdfJs(`<p style="font-family: Liberation Sans">${text}`)
    t.equal(read.normalize('NFC'), text, text)
  }
})

t.test('words in boxes of their own are read apart, and what stands close together on a line as one', async (t) => {
  const texts = {
    '<h1 style="display: flex; gap: 5px"><span>Total</span><b>42</b></h1>': 'Total 42',
    '<h1>Total<b style="display: inline-block; margin-left: 5px">42</b></h1>': 'Total 42',
    '<h1>H<b style="display: inline-block">2</b>O</h1>': 'H2O',
  }
  for (const [html, text] of Object.entries(texts)) t.equal(await readByPdfJs(html), text, html)
  const close = '<h1 style="display: flex"><span>Total</span><b>42</b></h1>'
  const { pdf } = renderDocument(compileTemplate({ html: close }, { fonts: createFontLibrary() }), {})
  t.match(runTool('pdfinfo', ['-struct-text', '-'], pdf)?.output ?? '"Total 42"', '"Total 42"', 'items in any case')
})

t.test('a drop cap is read with its word, behind the heading above it', async (t) => {
  for (const style of ['initial-letter: 2', 'float: left; font-size: 40px; line-height: 1']) {
    const text = 'Once upon a time there was a long text that fills several lines of the paragraph. '.repeat(3)
    const html = `<style>p::first-letter { ${style} }</style><h2>Heading</h2><p>${text}`
    t.match(await readByPdfJs(html), /^HeadingOnce upon/, style)
  }
})

t.test('a hyphen at the end of a line is read as a soft hyphen', async (t) => {
  const html = '<p style="width: 40px; font-family: Liberation Sans">hy&shy;phen &ndash; cross-eyed'
  t.equal(await readByPdfJs(html), 'hyphen–cross-eyed', 'it puts no spaces between lines')
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})
  const read = runTool('pdftotext', ['-', '-'], pdf)
  if (read) t.match(read.output, /hy\u00ad\nphen/)
})

t.test('characters that stand for each other are read as they were written, in one document', async (t) => {
  for (const text of ['\u795e\ufa19', '\ufa1b\u798f', '\u00c5\u212b', '\u2126\u03a9'])
    t.equal(await readByPdfJs(`<p lang="ja">${text}`, true), text)
})
