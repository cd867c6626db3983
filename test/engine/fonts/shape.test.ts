import t from 'tap'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import type { Direction, ShapedWord, ShapingStyle } from '../../../engine/fonts/font-types.js'

const library = createFontLibrary()

interface Wanted {
  readonly family?: string
  readonly script?: string
  readonly direction?: Direction
  readonly language?: string
  readonly features?: ShapingStyle['features']
  readonly alignsFigures?: boolean
}

function shape(text: string, wanted: Wanted = {}): ShapedWord {
  const { family = 'Arial', script = 'latn', direction = 'ltr', language = '', features = {} } = wanted
  const { alignsFigures = false } = wanted
  const selection = library.select({ families: [family], weight: 400, style: 'normal', stretch: 100 })
  const face = selection.itemize(text)[0]?.face ?? selection.primary
  return library.shape(face, library.shaping({ direction, script, language, features, alignsFigures }), text)
}

/** The code points of the glyphs' characters by the face's cmap, `?` where only substitution reaches the glyph. */
function characters(word: ShapedWord): string {
  return Array.from(word.glyphs, (glyph) => {
    const codePoint = word.face.program.codePointsOf(glyph)[0]
    return codePoint === undefined ? '?' : String.fromCodePoint(codePoint)
  }).join('')
}

t.test('a mark for which its base has no anchor stays where it is', (t) => {
  const word = shape('\u06e6\u06e8', { script: 'arab', direction: 'rtl' })
  t.equal(word.glyphs.length, 2)
  t.equal(word.missing, false)
  t.end()
})

t.test('more marks than a language has are shaped without putting them all in order', (t) => {
  const text = `a${'\u0301\u0323'.repeat(100)}`
  t.equal(shape(text).text, text)
  t.same(shape('a\u0323\u0301').glyphs, shape('a\u0301\u0323').glyphs, 'few are put in order')
  t.end()
})

t.test('a Latin word has its glyphs, kerned advances and identical clusters', (t) => {
  const word = shape('Tofu')
  t.same([...word.glyphs], [55, 82, 73, 88])
  t.same([...word.advances], [1024, 1139, 569, 1139])
  t.same([...word.clusters], [0, 1, 2, 3])
  t.equal(word.width, 1024 + 1139 + 569 + 1139)
  t.equal(word.offsets, undefined)
  t.equal(word.missing, false)
  t.equal(word.text, 'Tofu')
  t.equal(shape('').width, 0)
  t.equal(shape('').glyphs.length, 0)
  t.end()
})

t.test('text against the direction of its script is shaped as it stands side by side in the end', (t) => {
  for (const [text, seen] of [
    ['SSAP', 'PASS'],
    ['fa', 'af'],
    ['VA\u0301', 'A\u0301V'],
  ] as const) {
    const word = shape(text, { direction: 'rtl' })
    t.same(word.glyphs, shape(seen).glyphs, text)
    t.same(word.advances, shape(seen).advances, text)
    t.equal(word.text, text)
  }
  t.same([...shape('SSAP', { direction: 'rtl' }).clusters], [3, 2, 1, 0])
  const forced = shape('باب', { script: 'arab', direction: 'ltr' })
  t.same(forced.glyphs, shape('باب', { script: 'arab', direction: 'rtl' }).glyphs, 'a word that reads both ways')
  t.same([...forced.clusters], [0, 1, 2])
  t.same(
    [...shape('تا', { script: 'arab', direction: 'ltr' }).glyphs],
    [...shape('ات', { script: 'arab', direction: 'rtl' }).glyphs],
  )
  t.same([...shape('12', { script: 'arab', direction: 'ltr' }).clusters], [0, 1], 'numbers run to the right')
  t.end()
})

t.test('width is the sum of the advances, text may hold spaces', (t) => {
  for (const text of ['Hello world, again', 'a b', ' ', 'x\u00a0y']) {
    const word = shape(text)
    t.equal(
      word.width,
      word.advances.reduce((sum, advance) => sum + advance, 0),
      text,
    )
    t.equal(word.glyphs.length, text.length)
  }
  t.end()
})

t.test('decomposed letters are drawn composed, clusters count in the text as it was given', (t) => {
  const word = shape('e\u0301tude\u0301')
  t.equal(characters(word), 'étudé')
  t.same([...word.clusters], [0, 2, 3, 4, 5])
  t.same([...word.advances], [...shape('étudé').advances])
  t.end()
})

t.test('a mark that composes with nothing is placed over its base', (t) => {
  const word = shape('x\u0302y')
  t.same([...word.clusters], [0, 1, 2])
  t.equal(word.advances[1], 0)
  t.ok((word.offsets?.[2] ?? 0) < 0, 'moved back over the x')
  t.end()
})

t.test('ligatures stand for the first of their characters', (t) => {
  const word = shape('سلام', { script: 'arab', direction: 'rtl' })
  t.same([...word.clusters], [3, 1, 0], 'lam-alef is one glyph, in visual order')
  t.equal(word.missing, false)
  t.end()
})

t.test('Arabic letters join, in visual order', (t) => {
  const arabic = { script: 'arab', direction: 'rtl' } as const
  const alone = shape('ب', arabic).glyphs[0]
  const [final, medial, initial] = shape('ببب', arabic).glyphs
  t.equal(new Set([alone, final, medial, initial]).size, 4, 'four forms of beh')
  t.same([...shape('ببب', arabic).clusters], [2, 1, 0])
  const [dal] = shape('د', arabic).glyphs
  t.equal(shape('بد', arabic).glyphs[1], initial)
  t.not(shape('بد', arabic).glyphs[0], dal, 'dal has its final form on the left')
  t.equal(shape('ب\u200cب', arabic).glyphs.length, 2, 'a non-joiner is not drawn')
  t.same([...shape('ب\u200cب', arabic).glyphs], [alone, alone])
  t.same([...shape('ب\u200cب', arabic).clusters], [2, 0])
  t.equal(shape('ب\u200d', arabic).glyphs[0], initial, 'a joiner makes an initial form and is not drawn')
  t.end()
})

t.test('Hebrew runs from right to left', (t) => {
  const word = shape('שלום', { script: 'hebr', direction: 'rtl' })
  t.equal(characters(word), 'םולש')
  t.same([...word.clusters], [3, 2, 1, 0])
  t.end()
})

t.test('reordered syllables share the offset of their first character', (t) => {
  const ki = shape('कि', { script: 'deva' })
  t.equal(ki.glyphs.length, 2)
  t.same([...ki.clusters], [0, 0])
  t.same([...shape('हिन्दी', { script: 'deva' }).clusters], [0, 0, 2, 4, 5])
  t.same([...shape('மொ', { script: 'taml' }).clusters], [0, 0, 0], 'a vowel sign of two parts')
  t.end()
})

t.test('Thai sara am is taken apart, a tone mark goes above its circle', (t) => {
  const word = shape('น้ำ', { script: 'thai' })
  t.equal(word.missing, false)
  t.equal(word.glyphs.length, 4)
  t.same([...word.clusters], [0, 1, 1, 2])
  t.end()
})

t.test('Bengali vowel signs have their initial form at the start of a word only', (t) => {
  const bengali = { script: 'beng' }
  const [initial, ka] = shape('কে', bengali).glyphs
  const [ba, medial] = shape('বকে', bengali).glyphs
  t.not(medial, initial)
  t.same([...shape('কেকে', bengali).glyphs], [initial, ka, medial, ka])
  t.same([...shape('কেকে', bengali).clusters], [0, 0, 2, 2])
  const space = shape(' ', { script: 'beng', family: 'Noto Sans Bengali' }).glyphs[0]
  t.same([...shape('বকে কে', bengali).glyphs], [ba, medial, ka, space, initial, ka])
  t.end()
})

t.test('points and vowel signs reach the font in the order it expects, however they were typed', (t) => {
  const hebrew = { script: 'hebr', direction: 'rtl' } as const
  t.equal(characters(shape('ש\u05c1', hebrew)), '\ufb2a')
  const dotLast = shape('ש\u05b8\u05c1ב', hebrew)
  const dotFirst = shape('ש\u05c1\u05b8ב', hebrew)
  t.equal(dotLast.glyphs.length, 3, 'shin and its dot are one glyph')
  t.same([...dotLast.glyphs], [...dotFirst.glyphs])
  t.same([...dotLast.clusters], [3, 1, 0])
  const arabic = { script: 'arab', direction: 'rtl' } as const
  t.same([...shape('س\u064e\u0651', arabic).glyphs], [...shape('س\u0651\u064e', arabic).glyphs])
  t.end()
})

t.test('contexts of several glyphs are matched from the nearest to the farthest', (t) => {
  const thai = shape('ปุ่', { script: 'thai' })
  const [po, below] = shape('ปุ', { script: 'thai' }).glyphs
  const [, tone] = shape('ป่', { script: 'thai' }).glyphs
  t.same([...thai.glyphs], [po, below, tone], 'a vowel below does not hide the tall stem from the tone mark')
  const offsets = shape('רָא', { script: 'hebr', direction: 'rtl' }).offsets
  t.same([...(offsets ?? [])], [0, 0, 820, 0, 0, 0], 'qamats under the leg of resh, as HarfBuzz places it')
  t.end()
})

t.test('a soft hyphen shows at the end only', (t) => {
  t.equal(characters(shape('Donau\u00addampf')), 'Donaudampf')
  t.same([...shape('a\u00adb').clusters], [0, 2])
  t.equal(characters(shape('Donau\u00ad')), 'Donau\u2010')
  t.same([...shape('a\u00ad').clusters], [0, 1])
  t.end()
})

t.test('what must not be drawn is never a missing glyph', (t) => {
  for (const invisible of [
    '\t',
    '\n',
    '\r',
    '\u200b',
    '\u200e',
    '\u200d',
    '\u2060',
    '\u2066',
    '\ufe0f',
    '\ufeff',
    '\u0001',
  ]) {
    const word = shape(`a${invisible}b`)
    t.equal(word.missing, false, JSON.stringify(invisible))
    t.same([...word.clusters], [0, 2])
    t.equal(shape(invisible).width, 0)
  }
  t.end()
})

t.test('a non-breaking hyphen is drawn with what the face has', (t) => {
  for (const family of ['Arial', 'Noto Sans Thai']) {
    const word = shape('\u2011', { family })
    t.equal(word.missing, false, family)
    t.equal(word.glyphs.length, 1)
  }
  t.end()
})

t.test('spaces that a face lacks have their customary width', (t) => {
  const { primary } = library.select({ families: ['Noto Sans Thai'], weight: 400, style: 'normal', stretch: 100 })
  const style = library.shaping({ direction: 'ltr', script: 'thai', language: '', features: {} })
  t.equal(primary.hasGlyph(0x2003), false)
  t.same([...library.shape(primary, style, 'ก\u2003ก').advances].slice(1, 2), [primary.unitsPerEm])
  t.equal(library.shape(primary, style, '\u3000').missing, false)
  t.end()
})

t.test('a missing glyph is told', (t) => {
  const word = shape('a😀', { family: 'Arial' })
  t.equal(word.missing, true)
  t.equal(word.glyphs[1], 0)
  t.same([...word.clusters], [0, 1])
  t.equal(shape('𒀀').missing, true)
  t.end()
})

t.test('features of the style change the glyphs', (t) => {
  const plain = shape('H2')
  const subscript = shape('H2', { features: { subs: true } })
  t.not(subscript.glyphs[1], plain.glyphs[1])
  const features = { kern: false }
  t.same([...shape('AV', { features }).advances], [1366, 1366])
  t.same(features, { kern: false }, 'the style is not written to')
  t.end()
})

t.test('languages choose their forms', (t) => {
  const urdu = shape('۴', { script: 'arab', direction: 'rtl', language: 'ur' })
  const persian = shape('۴', { script: 'arab', direction: 'rtl', language: 'fa' })
  t.not(urdu.glyphs[0], persian.glyphs[0])
  t.end()
})

t.test('figures of one width stand below each other where that is asked for', (t) => {
  t.ok(shape('11.11').width < shape('22.22').width, 'the font kerns ones')
  t.equal(shape('11.11', { alignsFigures: true }).width, shape('22.22', { alignsFigures: true }).width)
  const [, one, other] = shape('e\u032311', { alignsFigures: true }).advances
  t.same([one, other], shape('e\u032322', { alignsFigures: true }).advances.slice(1), 'behind letters with marks too')
  t.equal(shape('AV1', { alignsFigures: true }).width, shape('AV1').width, 'letters are kerned as ever')
  t.end()
})

t.test('compatibility ideographs keep their own glyphs, and other singletons where the font has them', (t) => {
  const han = (text: string) => shape(text, { family: 'sans-serif', script: 'hani', language: 'ja' }).glyphs
  t.strictNotSame(han('\ufa19'), han('\u795e'))
  t.same(han('\ufa19\ufe00'), han('\ufa19'), 'before a variation selector too')
  t.same(shape('e\u0301').glyphs, shape('\u00e9').glyphs, 'letters and marks are composed as ever')
  const carried = shape('\u212b\u2126')
  t.notOk(carried.missing)
  t.end()
})

t.test('a word is shaped once', (t) => {
  const own = createFontLibrary()
  const { primary } = own.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const style = own.shaping({ direction: 'ltr', script: 'latn', language: 'en', features: {} })
  const first = own.shape(primary, style, 'Invoice')
  for (let i = 0; i < 1000; i++) own.shape(primary, style, 'Invoice')
  t.equal(own.shapedWords, 1)
  t.equal(own.shape(primary, style, 'Invoice'), first)
  const other = own.shaping({ direction: 'ltr', script: 'latn', language: 'en', features: { kern: false } })
  own.shape(primary, other, 'Invoice')
  t.equal(own.shapedWords, 2, 'once per style')
  const derived = own.extend([])
  t.equal(derived.shapedWords, 0)
  t.equal(derived.shape(primary, style, 'Invoice'), first, 'derived libraries share the words')
  t.end()
})

t.test('a text of any length is shaped, and its clusters stay whole', (t) => {
  const library = createFontLibrary()
  const { primary } = library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const latin = library.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const plain = library.shape(primary, latin, 'a'.repeat(200_000))
  t.equal(plain.glyphs.length, 200_000)
  t.equal(plain.width, 200_000 * library.shape(primary, latin, 'a').width)
  t.equal(plain.clusters.at(-1), 199_999)
  // A letter and its mark, so that every piece but the first would begin with a mark.
  const marked = library.shape(primary, latin, `x${'e\u0301'.repeat(40_000)}`)
  const single = library.shape(primary, latin, 'e\u0301')
  t.equal(marked.width, library.shape(primary, latin, 'x').width + 40_000 * single.width)
  t.equal(marked.missing, false)
  const face = library.select({ families: ['Noto Sans Hebrew'], weight: 400, style: 'normal', stretch: 100 }).primary
  const hebrew = library.shaping({ direction: 'rtl', script: 'hebr', language: '', features: {} })
  const right = library.shape(face, hebrew, 'א'.repeat(70_000))
  t.equal(right.clusters[0], 69_999, 'glyphs stand from left to right')
  t.equal(right.clusters.at(-1), 0)
  t.end()
})
