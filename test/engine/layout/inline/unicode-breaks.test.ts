import t from 'tap'
import { findBreaks } from '../../../../engine/layout/inline/line-breaks.js'
import { findUnicodeBreaks } from '../../../../engine/layout/inline/unicode-breaks.js'
import { publishedCases } from './published-cases.js'

interface Case {
  readonly line: string
  readonly text: string
  /** The offsets before which a line may break. */
  readonly breaks: readonly number[]
}

function parseCase(line: string): Case {
  let text = ''
  const breaks: number[] = []
  for (const part of line.split(' ')) {
    if (part === '÷') breaks.push(text.length)
    else if (part !== '×' && part !== '') text += String.fromCodePoint(Number.parseInt(part, 16))
  }
  return { line, text, breaks: breaks.filter((offset) => offset < text.length) }
}

const CASES = publishedCases('LineBreakTest').map(parseCase)

const offsetsOf = (breaks: Uint8Array): readonly number[] => [...breaks.keys()].filter((offset) => breaks[offset] === 1)

t.test('lines break where Unicode says in all cases that it publishes', async (t) => {
  t.equal(CASES.length, 19_338)
  const failures = CASES.filter(({ text, breaks }) => {
    const found = new Uint8Array(text.length + 1)
    findUnicodeBreaks(text, found)
    return breaks.join() !== offsetsOf(found).join()
  })
  t.same(
    failures.slice(0, 20).map(({ line }) => line),
    [],
    `${failures.length} differ`,
  )
})

/** What paragraphs change on purpose, by the text around an offset; `engine/layout/inline/README.md` has them as a table. */
function isChangedByCss(text: string, offset: number): boolean {
  const around = text.slice(offset - 1, offset + 1)
  return (
    /^[\0-\x7f]{2}$/.test(around) ||
    /\ufffc\u00a0|\u00a0\ufffc/.test(around) ||
    /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{2}$/.test(around)
  )
}

t.test(
  'paragraphs differ from that within ASCII, beside atomic inlines and within scripts with dictionaries only',
  async (t) => {
    const differing = CASES.filter(({ text, breaks }) => {
      const found = findBreaks(text)
      const wanted = new Set(breaks)
      for (let offset = 1; offset < text.length; offset++)
        if ((found[offset] === 1) !== wanted.has(offset) && !isChangedByCss(text, offset)) return true
      return false
    })
    t.same(
      differing.slice(0, 20).map(({ line }) => line),
      [],
      `${differing.length} differ`,
    )
  },
)

/** A text with `|` where lines may break. */
function broken(text: string): string {
  const breaks = findBreaks(text)
  return Array.from(text, (character, index) => (breaks[index] === 1 ? `|${character}` : character)).join('')
}

t.test('quotation marks keep to what they open and close, in each language its own way', (t) => {
  t.equal(broken('dit « bonjour » à'), 'dit |« bonjour » |à')
  t.equal(broken('sagt „gut“ und'), 'sagt |„gut“ |und')
  t.equal(broken('彼は「はい」と言う'), '彼|は|「は|い」|と|言|う')
  t.equal(broken('他说“好”吗'), '他|说|“好”|吗')
  t.end()
})

t.test('syllables of Javanese and Balinese stay whole, and lines break between them', (t) => {
  t.equal(broken('ꦲꦤꦕꦫꦏ'), 'ꦲ|ꦤ|ꦕ|ꦫ|ꦏ')
  t.equal(broken('ᬅᬓ᭄ᬱᬭ'), 'ᬅ|ᬓ᭄ᬱ|ᬭ')
  t.end()
})
