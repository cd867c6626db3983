import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'

const library = createFontLibrary()

function runs(text: string, families = ['Arial'], weight = 400): string[] {
  const selection = library.select({ families, weight, style: 'normal', stretch: 100 })
  return selection
    .itemize(text)
    .map((run) => `${run.face.family.replace(/^(Noto|Liberation) /, '')}: ${text.slice(run.start, run.end)}`)
}

t.test('text is split by the face that can draw it', (t) => {
  const cases: readonly (readonly [text: string, expected: readonly string[]])[] = [
    ['', []],
    ['Plain text, 100% Latin – “quoted” € 5', ['Sans: Plain text, 100% Latin – “quoted” € 5']],
    ['Größe und naïveté', ['Sans: Größe und naïveté']],
    ['Ελληνικά и Кириллица', ['Sans: Ελληνικά и Кириллица']],
    ['שלום', ['Sans: שלום']],
    ['Hello سلام!', ['Sans: Hello ', 'Sans Arabic: سلام', 'Sans: !']],
    ['नमस्ते', ['Sans Devanagari: नमस्ते']],
    ['คนกับก็', ['Sans Thai: คนกับก็']],
    ['বাংলা', ['Sans Bengali: বাংলা']],
    ['தமிழ்', ['Sans Tamil: தமிழ்']],
    ['తెలుగు', ['Sans Telugu: తెలుగు']],
    ['ગુજરાતી', ['Sans Gujarati: ગુજરાતી']],
    ['ਪੰਜਾਬੀ', ['Sans Gurmukhi: ਪੰਜਾਬੀ']],
    ['ಕನ್ನಡ', ['Sans Kannada: ಕನ್ನಡ']],
    ['മലയാളം', ['Sans Malayalam: മലയാളം']],
    ['ქართული', ['Sans Georgian: ქართული']],
    ['Հայերեն', ['Sans Armenian: Հայերեն']],
    ['☎ call ✓ done', ['Sans Symbols2: ☎', 'Sans:  call ', 'Sans Symbols2: ✓', 'Sans:  done']],
  ]
  for (const [text, expected] of cases) t.same(runs(text), expected, text)
  t.end()
})

t.test('what no face has stays with the primary one', (t) => {
  t.same(runs('a\u{13000}b'), ['Sans: a\u{13000}b'])
  t.same(runs('𒀀𒀁 kana'), ['Sans: 𒀀𒀁 kana'])
  t.same(runs('\u{13000}\u200d\u{13001}'), ['Sans: \u{13000}\u200d\u{13001}'])
  t.end()
})

t.test('a grapheme cluster is never torn', (t) => {
  t.same(runs('e\u0301'), ['Sans: e\u0301'], 'drawn composed')
  t.same(runs('a\u0943b'), ['Sans: a\u0943b'], 'no face has both parts')
  t.same(runs('क\u200dष'), ['Sans Devanagari: क\u200dष'])
  t.same(runs('a👩‍👩‍👧!'), ['Sans: a', 'Emoji: 👩‍👩‍👧', 'Sans: !'])
  t.same(runs('✓\ufe0f!'), ['Sans Symbols2: ✓\ufe0f', 'Sans: !'])
  t.end()
})

t.test('what is not drawn stays in the run it stands in', (t) => {
  t.same(runs('سلا\u200dم\u200e'), ['Sans Arabic: سلا\u200dم\u200e'])
  t.same(runs('\u200eسلام'), ['Sans: \u200e', 'Sans Arabic: سلام'])
  t.same(runs('a\tb\nc\u00ad'), ['Sans: a\tb\nc\u00ad'])
  t.same(runs('\u200b'), ['Sans: \u200b'])
  t.end()
})

t.test('spaces and punctuation are of the first font that has them, whatever the words around them', (t) => {
  t.same(runs('नमस्ते (दुनिया), जी'), [
    'Sans Devanagari: नमस्ते',
    'Sans:  (',
    'Sans Devanagari: दुनिया',
    'Sans: ), ',
    'Sans Devanagari: जी',
  ])
  t.same(runs('سلام عالم'), ['Sans Arabic: سلام', 'Sans:  ', 'Sans Arabic: عالم'])
  t.same(runs('سلام، عالم'), ['Sans Arabic: سلام،', 'Sans:  ', 'Sans Arabic: عالم'])
  t.same(runs('คน กับ', ['Noto Sans Thai']), ['Sans Thai: คน กับ'])
  t.end()
})

t.test('fallback follows the family list first and matches the weight', (t) => {
  t.same(runs('aאb', ['Noto Sans Hebrew', 'Courier']), ['Mono: a', 'Sans Hebrew: א', 'Mono: b'])
  const bold = library.select({ families: ['Arial'], weight: 700, style: 'normal', stretch: 100 })
  t.equal(bold.itemize('سلام')[0]?.face.program.postscriptName, 'NotoSansArabic-Bold')
  t.end()
})

t.test('fonts of a derived library serve only who names them', (t) => {
  const data = readFileSync(new URL('noto/NotoSansThai-Regular.ttf', FONTS_FOLDER))
  const extended = createFontLibrary({ fonts: [{ family: 'Base', data }], bundled: false }).extend([
    { family: 'Brand', data },
  ])
  const familyFor = (name: string) =>
    extended.select({ families: [name], weight: 400, style: 'normal', stretch: 100 }).itemize('ก')[0]?.face.family
  t.equal(familyFor('Other'), 'Base')
  t.equal(familyFor('Brand'), 'Brand')
  t.end()
})
