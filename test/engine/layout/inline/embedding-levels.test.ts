import bidiFactory from 'bidi-js'
import t from 'tap'
import { embeddingLevels } from '../../../../engine/layout/inline/embedding-levels.js'

const bidi = bidiFactory()

const LONG = 20_000

function fill(...words: readonly string[]): string {
  let text = ''
  for (let i = 0; text.length < LONG; i++) text += words[(i * 7 + (i >> 3)) % words.length]
  return text
}

t.test('a long paragraph has the levels that it has as a whole', (t) => {
  const texts: Readonly<Record<string, string>> = {
    'Hebrew and English words': fill('שלום ', 'hello ', 'עולם, ', 'world. '),
    'Arabic with numbers': fill('سلام ', '12,5 ', 'عالم ', '(2024) ', 'a '),
    'isolates that are closed': fill('\u2067שלום 12\u2069 ', 'word ', '\u2068سلام\u2069, '),
    'embeddings that are closed': fill('\u202bab שלום\u202c ', 'word '),
    'one isolate around everything': `\u2067${fill('שלום ', 'hello, ')}\u2069`,
    'one override around everything': `\u202e${fill('abc ', '12 ')}\u202c`,
    'several paragraphs': fill(`${'שלום, '.repeat(300)}\n`, `${'hello, '.repeat(300)}\n`),
  }
  for (const base of ['ltr', 'rtl', 'auto'] as const) {
    for (const [name, text] of Object.entries(texts)) {
      t.ok(sameBytes(embeddingLevels(text, base), bidi.getEmbeddingLevels(text, base).levels), `${name}, ${base}`)
    }
  }
  t.end()
})

t.test('an isolate that takes its direction from its text keeps it across its parts', (t) => {
  const text = `\u2068${'ש'.repeat(LONG)} abc\u2069`
  t.equal(embeddingLevels(text, 'ltr')[LONG], 1)
  t.equal(embeddingLevels(`\u2068${'a '.repeat(LONG)}\u2069`, 'rtl')[LONG], 2)
  t.end()
})

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
