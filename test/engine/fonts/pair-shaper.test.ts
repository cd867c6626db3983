import t, { type Test } from 'tap'
import { ComplexShaper } from '../../../engine/fonts/complex-shaper.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { type LibraryFace, libraryFace } from '../../../engine/fonts/font-face.js'
import type { FontStyle, ShapingStyle } from '../../../engine/fonts/font-types.js'
import { readPairPlan } from '../../../engine/fonts/pair-plan.js'
import { PairShaper } from '../../../engine/fonts/pair-shaper.js'

const library = createFontLibrary()

const LATIN =
  'AVATAR AVAVAV To Te Tr Ty Yes Wave LTd. P. F, "Av" fi ff ffi fl fjord office waffle Kerning Yo-yo T. ' +
  'Größe Übermaß façade naïve Ångström Œuvre Łódź Dvořák Þór ﬁ ij ĳ Invoice 7.11 1,111.10 € 17.40 (A) [V] {W} ' +
  '“Quoted” ‘text’ – dash — L’Avenir d’Or AT&T 50% #1 a/b x² ½ £9 §4 ©®™ … • Tết Việt Nguyễn'
const GREEK = 'Αθήνα Τα Ψάρια ΑΥΤΟΣ Γαλαξίας ΈΤΟΣ'
const CYRILLIC = 'Гамма Тут Уфа Россия Ђорђе Київ ГАВ ТАР'
const SAMPLES: readonly (readonly [script: string, text: string])[] = [
  ['latn', LATIN],
  ['zyyy', LATIN],
  ['grek', GREEK],
  ['cyrl', CYRILLIC],
]

function styleOf(script: string, features: ShapingStyle['features'] = {}, language = ''): ShapingStyle {
  return { direction: 'ltr', script, language, features }
}

function faceOf(family: string, weight: number, style: FontStyle): LibraryFace {
  return libraryFace(library.select({ families: [family], weight, style, stretch: 100 }).primary)
}

const FACES = ['Sans', 'Serif', 'Mono'].flatMap((family) =>
  [400, 700].flatMap((weight) =>
    (['normal', 'italic'] as const).map((style) => faceOf(`Liberation ${family}`, weight, style)),
  ),
)

function pairShaper(face: LibraryFace, style: ShapingStyle): PairShaper {
  const plan = readPairPlan(face.file, style)
  if (plan === undefined) throw new Error(`${face.label} has no pair plan for ${style.script}`)
  return new PairShaper(face.file, plan, false)
}

/** Asserts equal glyphs and advances wherever the pair shaper answers; returns how often it did. */
function compare(t: Test, face: LibraryFace, style: ShapingStyle, words: readonly string[]): number {
  const pairs = pairShaper(face, style)
  const complex = new ComplexShaper(face.file, face)
  let answered = 0
  for (const word of words) {
    const fast = pairs.shape(word)
    if (fast === undefined) continue
    answered++
    const slow = complex.shape(word, style)
    const [a, b] = [fast, slow].map(({ glyphs, advances, clusters, width }) =>
      [width, advances.join(), glyphs.join(), clusters.join()].join(' '),
    )
    if (a === b) continue
    t.same(fast, slow, `${face.label} ${style.script}: ${word}`)
  }
  return answered
}

/** A fixed sequence of numbers from 0 to `limit`. */
function sequence(limit: number): () => number {
  let state = 12_345
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * limit)
  }
}

t.test('the pair shaper and fontkit agree on words of every bundled Latin face', (t) => {
  for (const face of FACES) {
    for (const [script, text] of SAMPLES) {
      const words = [...text.split(' '), text]
      const answered = compare(t, face, styleOf(script), words)
      t.ok(answered > words.length / 2, `${face.label} ${script}: ${answered} of ${words.length}`)
    }
  }
  t.end()
})

t.test('they agree on any characters next to each other', (t) => {
  const next = sequence(0x250 - 0x20)
  const texts = Array.from({ length: 60 }, () =>
    String.fromCharCode(...Array.from({ length: 12 }, () => 0x20 + next())),
  )
  for (const face of FACES) compare(t, face, styleOf('latn'), texts)
  t.pass('no difference')
  t.end()
})

t.test('they agree on numbers, and numbers never need fontkit', (t) => {
  const next = sequence(10_000_000)
  const numbers = Array.from({ length: 60 }, () => (next() / 100).toLocaleString('en', { minimumFractionDigits: 2 }))
  for (const face of FACES) {
    t.equal(compare(t, face, styleOf('latn'), numbers), numbers.length, face.label)
    t.equal(compare(t, face, styleOf('zyyy'), numbers), numbers.length, face.label)
  }
  t.end()
})

t.test('they agree when features are switched', (t) => {
  const words = LATIN.split(' ')
  const features: readonly ShapingStyle['features'][] = [
    { kern: false },
    { liga: false, clig: false },
    { tnum: true },
    { subs: true },
    { ccmp: false },
  ]
  for (const switched of features) {
    for (const family of ['Liberation Sans', 'Liberation Serif']) {
      compare(t, faceOf(family, 400, 'normal'), styleOf('latn', switched), words)
    }
  }
  t.pass('no difference')
  t.end()
})

t.test('kerning is what makes pairs narrower', (t) => {
  const face = faceOf('Liberation Sans', 400, 'normal')
  const kerned = pairShaper(face, styleOf('latn')).shape('AV')
  const plain = pairShaper(face, styleOf('latn', { kern: false })).shape('AV')
  t.same([...(kerned?.advances ?? [])], [1214, 1366])
  t.same([...(plain?.advances ?? [])], [1366, 1366])
  t.end()
})

t.test('the pair shaper and fontkit agree on numbers between text of other scripts', (t) => {
  const numbers = ['11', '1,11', '11.11', '(111)', '1711', '74%', '11-11', '€11', '11:11', '+11']
  const face = faceOf('Liberation Sans', 400, 'normal')
  for (const script of ['arab', 'armn', 'bopo', 'ethi', 'geor', 'hang', 'hani', 'hebr', 'kana', 'thai']) {
    t.equal(compare(t, face, styleOf(script), numbers), numbers.length, script)
  }
  t.end()
})

t.test('text that pairs do not describe is left to fontkit', (t) => {
  const face = faceOf('Liberation Sans', 400, 'normal')
  const pairs = pairShaper(face, styleOf('latn'))
  for (const text of ['e\u0301', 'a\u00adb', 'a\u200bb', 'a\tb', '1\u20442', 'שלום', '\u{1f600}', 'س']) {
    t.equal(pairs.shape(text), undefined, JSON.stringify(text))
  }
  t.equal(readPairPlan(face.file, { ...styleOf('latn'), direction: 'rtl' }), undefined)
  t.equal(readPairPlan(face.file, styleOf('deva')), undefined)
  t.equal(pairShaper(face, styleOf('latn', { subs: true })).shape('H2O'), undefined, 'a feature that substitutes')
  t.end()
})
