import t from 'tap'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext } from '../test-context.js'
import { INLINE_ALGORITHMS, inlineRoot, lay, lineTexts, type Overrides, type Piece, span } from './inline-builder.js'

const AUTO: Overrides = { hyphens: 'auto', language: 'en' }

/** A word broken wherever it may be, as it comes out in a column of two letters and a hyphen. */
function syllables(word: string, style: Overrides): string {
  return lineTexts(lay(1, { hyphens: 'auto', ...style }, word).fragment)
    .join('')
    .replaceAll('‐', '-')
}

const WORDS: readonly (readonly [language: string, word: string, expected: string])[] = [
  ['en', 'hyphenation', 'hy-phen-ation'],
  ['en-US', 'associate', 'as-so-ciate'],
  ['en', 'present', 'present'],
  ['en', 'table', 'ta-ble'],
  ['en-GB', 'hyphenation', 'hy-phen-a-tion'],
  ['de', 'Silbentrennung', 'Sil-ben-tren-nung'],
  ['de-AT', 'Donaudampfschifffahrt', 'Do-nau-dampf-schiff-fahrt'],
  ['fr', 'l’hyphénation', 'l’hy-phé-na-tion'],
  ['es', 'constitución', 'cons-ti-tu-ción'],
  ['it', 'dell’ortografia', 'del-l’or-to-gra-fia'],
  ['nl', 'aandachtstrekker', 'aan-dachts-trek-ker'],
  ['pl', 'konstytucja', 'kon-sty-tu-cja'],
  ['ru', 'переносится', 'пе-ре-но-сит-ся'],
  ['el', 'συλλαβισμός', 'συλ-λα-βι-σμός'],
]

t.test('words are divided by the patterns of their language', async (t) => {
  for (const [language, word, expected] of WORDS) {
    t.equal(syllables(word, { language }), expected, `${word} in ${language}`)
  }
})

t.test('what is no plain word stays whole', async (t) => {
  const whole = ['HYPHENATION', 'hyphenation2000', 'info@hyphenation.com', 'https://hyphenation', 'this']
  for (const word of whole) t.equal(syllables(word, { language: 'en' }), word)
})

t.test('punctuation around a word stays with it', async (t) => {
  t.equal(syllables('(hyphenation),', { language: 'en' }), '(hy-phen-ation),')
  t.equal(syllables('“children’s”', { language: 'en' }), '“chil-dren’s”')
})

t.test('hyphenate-limit-chars asks for letters in the word and on both sides', async (t) => {
  const limited = (word: number | 'auto', before: number | 'auto', after: number | 'auto') =>
    syllables('hyphenation', { language: 'en', hyphenateLimitChars: { word, before, after } })
  t.equal(limited(12, 'auto', 'auto'), 'hyphenation')
  t.equal(limited('auto', 3, 'auto'), 'hyphen-ation')
  t.equal(limited('auto', 'auto', 6), 'hy-phenation')
  t.equal(limited('auto', 7, 7), 'hyphenation')
})

const LINES: readonly {
  readonly name: string
  readonly width: number
  readonly style?: Overrides
  readonly pieces: readonly Piece[]
  readonly expected: readonly string[]
}[] = [
  {
    name: 'a word that fits is not divided',
    width: 110,
    pieces: ['hyphenation hyphenation'],
    expected: ['hyphenation', 'hyphenation'],
  },
  {
    name: 'a line takes as many syllables as fit with the hyphen',
    width: 100,
    pieces: ['a hyphenation'],
    expected: ['a hyphen‐', 'ation'],
  },
  {
    name: 'hyphenate-character takes the place of the hyphen',
    style: { hyphenateCharacter: '=>' },
    width: 100,
    pieces: ['a hyphenation'],
    expected: ['a hyphen=>', 'ation'],
  },
  {
    name: 'soft hyphens show it as well',
    style: { hyphens: 'manual', hyphenateCharacter: '' },
    width: 70,
    pieces: ['hyphena\u00adtion'],
    expected: ['hyphena', 'tion'],
  },
  {
    name: 'a syllable whose hyphen does not fit goes over',
    width: 80,
    pieces: ['a hyphenation'],
    expected: ['a hy‐', 'phen‐', 'ation'],
  },
  {
    name: 'without any syllable that fits the whole word goes over',
    width: 110,
    pieces: ['12345678 hyphenation'],
    expected: ['12345678', 'hyphenation'],
  },
  {
    name: 'soft hyphens take the place of the patterns',
    width: 50,
    pieces: ['hyphena\u00adtion'],
    expected: ['hyphena‐', 'tion'],
  },
  {
    name: 'a word runs across inline boxes',
    width: 70,
    pieces: ['hyph', span({}, 'enation')],
    expected: ['hyphen‐', 'ation'],
  },
  {
    name: 'words without a known language stay whole',
    width: 70,
    style: { language: 'xx' },
    pieces: ['hyphenation'],
    expected: ['hyphenation'],
  },
  {
    name: 'nowrap text is not hyphenated',
    width: 70,
    style: { textWrapMode: 'nowrap' },
    pieces: ['hyphenation'],
    expected: ['hyphenation'],
  },
  {
    name: 'a place to hyphenate comes before breaking anywhere',
    width: 80,
    style: { overflowWrap: 'anywhere' },
    pieces: ['hyphenation'],
    expected: ['hyphen‐', 'ation'],
  },
]

for (const { name, width, style, pieces, expected } of LINES) {
  t.test(name, async (t) => {
    t.same(lineTexts(lay(width, { ...AUTO, ...style }, ...pieces).fragment), expected)
  })
}

t.test('min-content is the widest syllable with its hyphen', async (t) => {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  t.same(ctx.intrinsicSizes(inlineRoot(fonts, AUTO, 'hyphenation')), { minContent: 50, maxContent: 110 })
  t.same(ctx.intrinsicSizes(inlineRoot(fonts, {}, 'hyphen\u00adate')), { minContent: 70, maxContent: 90 })
})

t.test('a language without patterns is reported in every document that asks for it', async (t) => {
  const fonts = createSquareFonts()
  const root = inlineRoot(fonts, { hyphens: 'auto', language: 'xx' }, 'one two')
  for (const document of ['first', 'second']) {
    const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
    ctx.intrinsicSizes(root)
    t.equal(ctx.diagnostics.items.length, 1, document)
  }
})

t.test('a language without patterns is reported once', async (t) => {
  const { ctx } = lay(100, { hyphens: 'auto', language: 'xx' }, 'one ', span({ fontSize: 20 }, 'two'))
  t.same(
    ctx.diagnostics.items.map(({ code, message }) => `${code}: ${message}`),
    ['no-hyphenation: "hyphens: auto" has no patterns for "xx"'],
  )
})
