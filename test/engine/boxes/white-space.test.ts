import t from 'tap'
import { dumpOf } from './build.js'
import type { Rules } from './styled-fixture.js'

/** The inline root of a paragraph, or nothing. */
function inlineOf(content: string, rules: Rules = {}): string {
  return dumpOf(`<p>${content}</p>`, rules)
    .replace(/^block p\n?/, '')
    .replace(/^ {2}inline-root /, '')
}

const NORMAL: readonly (readonly [string, string, string])[] = [
  ['plain text stays', 'one two', '"one two"'],
  ['runs collapse', 'one  two\t \nthree', '"one two three"'],
  ['a segment break is a space', 'one\ntwo\r\nthree\rfour', '"one two three four"'],
  ['the start and the end lose their space', '\n one \t', '"one"'],
  ['one space across boundaries', 'one <b> two </b> three', '"one " <b "two "> "three"'],
  ['the first of them stays', 'one<b> </b> two', '"one" <b " "> "two"'],
  ['the last goes even within an inline', 'one <b>two </b>', '"one " <b "two">'],
  ['an item of nothing but the last space goes', '<b>one</b> <i> </i>', '<b "one"> <i>'],
  ['no space at the start of a line', 'one<br/> two', '"one" [break] "two"'],
  ['a space beside an atomic inline stays', '<img src="1x1"/> one', '[\n      replaced img ] " one"'],
  ['no-break spaces are text', '\u00a0 \u00a0', '"\u00a0 \u00a0"'],
  ['no-break spaces make a line', '\u00a0', '"\u00a0"'],
  ['a break beside a zero-width space vanishes', 'one\u200b\ntwo\n\u200bthree', '"one\u200btwo\u200bthree"'],
  ['a break between East Asian characters vanishes', '漢\n字\n。\nア\n🀄x', '"漢字。ア 🀄x"'],
  ['beyond the basic plane, too', '𠀀\n𠀁', '"𠀀𠀁"'],
  ['but a space between them stays', '漢 字', '"漢 字"'],
  ['and beside other scripts', '漢\na\n字\n한\n국', '"漢 a 字 한 국"'],
  ['a break that vanishes across boundaries', '漢\n<b>字</b>\n<i>\n字</i>', '"漢" <b "字"> <i "字">'],
  ['a space and a break across a boundary', '漢 <b>\n字</b>', '"漢" <b "字">'],
  ['a break that stays across boundaries', '漢\n<b>a</b>', '"漢 " <b "a">'],
]

t.test('white-space: normal', (t) => {
  for (const [name, content, expected] of NORMAL) {
    t.equal(inlineOf(content), expected, name)
    t.equal(inlineOf(content, { p: { textWrapMode: 'nowrap' } }), expected, `${name} (nowrap)`)
  }
  t.end()
})

t.test('white-space: pre, pre-wrap, break-spaces', (t) => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['all white space stays', ' a\t  b ', '" a\\t  b "'],
    ['segment breaks become breaks', 'a\n\nb', '"a" [break] [break] "b"'],
    ['of every kind', 'a\r\nb\rc\n', '"a" [break] "b" [break] "c" [break]'],
    ['white space alone makes a line', ' ', '" "'],
    ['collapsible space after it stays', 'a <i> b</i>', '"a " <i " b">'],
  ]
  for (const whiteSpaceCollapse of ['preserve', 'break-spaces'] as const) {
    const rules: Rules = { p: { whiteSpaceCollapse }, i: { whiteSpaceCollapse: 'collapse', textWrapMode: 'wrap' } }
    for (const [name, content, expected] of cases)
      t.equal(inlineOf(content, rules), expected, `${whiteSpaceCollapse}: ${name}`)
  }
  t.end()
})

t.test('white-space: pre-line', (t) => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['spaces collapse, breaks stay', ' a  b \n\t c ', '"a b" [break] "c"'],
    ['empty lines stay', 'a\n \nb', '"a" [break] [break] "b"'],
    ['spaces around a break go across boundaries', 'a <b> \n</b> c', '"a" <b [break]> "c"'],
  ]
  for (const [name, content, expected] of cases) {
    t.equal(inlineOf(content, { p: { whiteSpaceCollapse: 'preserve-breaks' } }), expected, name)
  }
  t.end()
})

t.test('white space of the blocks around does not reach into an inline formatting context', (t) => {
  t.equal(
    dumpOf('a <p> b </p> c')
      .match(/"[^"]*"/g)
      ?.join(' '),
    '"a" "b" "c"',
  )
  t.equal(
    dumpOf('a <b style="display:inline-block"> b </b> c')
      .match(/"[^"]*"/g)
      ?.join(' '),
    '"a " "b" " c"',
  )
  t.end()
})
