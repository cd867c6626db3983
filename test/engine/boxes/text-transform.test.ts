import t from 'tap'
import { transformText } from '../../../engine/boxes/text-transform.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { createSquareFonts } from '../layout/square-fonts.js'
import { testStyle } from '../layout/test-style.js'
import { dumpOf } from './build.js'

const fonts = createSquareFonts()

function transform(text: string, textTransform: ComputedStyle['textTransform'], language = '', before = ''): string {
  return transformText(text, testStyle(fonts, { textTransform, language }), before)
}

t.test('text-transform', (t) => {
  t.equal(transform('Straße ﬁ', 'none'), 'Straße ﬁ')
  t.equal(transform('Straße ﬁ élan', 'uppercase'), 'STRASSE FI ÉLAN')
  t.equal(transform('ΟΔΟΣ ΣΟΦΟΣ', 'lowercase'), 'οδος σοφος', 'a sigma at the end of a word is a final one')
  t.equal(transform('I i', 'lowercase'), 'i i')
  t.end()
})

t.test('the language decides', (t) => {
  t.equal(transform('iı', 'uppercase', 'tr'), 'İI')
  t.equal(transform('Iİ', 'lowercase', 'tr-TR'), 'ıi')
  t.equal(transform('άδεια', 'uppercase', 'el'), 'ΑΔΕΙΑ')
  t.equal(transform('i', 'capitalize', 'az'), 'İ')
  t.equal(transform('όμηρος ἀρχῇ άλλο', 'capitalize', 'el'), 'Όμηρος Ἀρχῇ Άλλο', 'accents fall in capitals only')
  t.equal(transform('i', 'uppercase', 'not a language'), 'I', 'a malformed tag does no harm')
  t.end()
})

t.test('capitalize', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['one two-three', 'One Two-Three'],
    ["don't (stop)", "Don't (Stop)"],
    ['3rd ÉTÉ mcDonald', '3rd ÉTÉ McDonald'],
    ['ßa ﬁx', 'Ssa Fix'],
    ['ǆ ǉa', 'ǅ ǈa'],
    ['один два', 'Один Два'],
    ['𐐨a', '𐐀a'],
    ['ⓐb ⅷ', 'ⓐb Ⅷ'],
  ]
  for (const [text, expected] of cases) t.equal(transform(text, 'capitalize'), expected)
  t.equal(transform('llo world', 'capitalize', '', 'e'), 'llo World', 'a word that has begun before continues')
  t.end()
})

t.test('text is transformed after its white space was collapsed, across inline boundaries', (t) => {
  t.equal(
    dumpOf('<p>one  t<b>wo</b> <i>three</i></p>', { p: { textTransform: 'capitalize' } }),
    'block p\n  inline-root "One T" <b "wo"> " " <i "Three">',
  )
  t.end()
})
