import t from 'tap'
import { compilePattern } from '../../../../server/webhooks/rules/pattern.js'
import { PatternError } from '../../../../server/webhooks/rules/pattern-error.js'
import fc from '../../../fast-check.js'

t.test('patterns are searched for, not anchored, and mind letter case', async (t) => {
  const matches = (pattern: string, text: string) => compilePattern(pattern).isIn(text)
  t.equal(matches('voice', 'invoice-2026'), true)
  t.equal(matches('Voice', 'invoice'), false)
  t.equal(matches('^invoice$', 'invoice'), true)
  t.equal(matches('^invoice$', 'invoices'), false)
  t.equal(matches('^(invoice|letter)-\\d{2,4}$', 'letter-2026'), true)
  t.equal(matches('^(invoice|letter)-\\d{2,4}$', 'letter-20261'), false)
  t.equal(matches('', 'anything'), true)
})

/** Patterns made of everything that is supported. */
const atom = fc.constantFrom(
  'a',
  'b',
  '-',
  '_',
  '0',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '[ab]',
  '[^a]',
  '[a-c_]',
  '[\\d-]',
  '[^\\w]',
  '[]',
  '[^]',
  '\\x61',
  '\\u0062',
  '\\-',
  '\\.',
  '[\\b]',
  '[a-\\d]',
  '[\\W\\d]',
  '{',
  ']',
  '}',
  '\\b',
  '\\B',
  '^',
  '$',
  '[-a]',
  '[a-]',
  '\\p{L}',
  '\\P{Lu}',
  '[^\\p{L}\\d]',
  '\\u{1f600}',
  '\\ud83d\\ude00',
  '[\\u{1f600}-\\u{1f64f}é]',
  '[^😀]',
  '😀',
  '\\cJ',
)
const { pattern } = fc.letrec<{ pattern: string; term: string; sequence: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    tie('sequence'),
    fc.tuple(tie('sequence'), tie('pattern')).map((it) => it.join('|')),
  ),
  sequence: fc.array(tie('term'), { maxLength: 4 }).map((it) => it.join('')),
  term: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc
      .tuple(
        fc.constantFrom('a', 'b', '[ab]', '\\w', '.'),
        fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'),
      )
      .map((it) => it.join('')),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('pattern'), fc.constantFrom(')', ')*', ')+', '){0,2}', ')?'))
      .map((it) => it.join('')),
  ),
}))

/** JavaScript's own reading, with the flag `u` where it can be; undefined when there is nothing to compare with. */
function toRegExp(source: string): RegExp | undefined {
  const flags = ['u', ...(/[^\0-\uffff]|\\[pP]|\\u/u.test(source) ? [] : [''])]
  for (const flag of flags) {
    try {
      return new RegExp(source, flag)
    } catch {
      // Two groups of one name, among others.
    }
  }
  return undefined
}

/**
 * Whether it matches, tried at each character. V8 finds `\\B` also within a pair, where expressions with the flag `u` are
 * never at (ECMA-262 §22.2.7.2).
 */
function isFound({ source, flags }: RegExp, text: string): boolean {
  const sticky = new RegExp(source, `${flags}y`)
  const ends = [...text].map((character) => character.length)
  return [0, ...ends].some((length) => {
    const at = sticky.lastIndex + length
    sticky.lastIndex = at
    if (sticky.test(text)) return true
    sticky.lastIndex = at
    return false
  })
}

t.test('patterns match what regular expressions match', async (t) => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'Ä', '-', '_', '0', '7', ' ', '\n', '\b', 'é', '😀', '\ud83d', '\ude00'),
    maxLength: 12,
  })
  let compared = 0
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      const expected = toRegExp(source)
      // Without the flag a character is half of a pair.
      if (!expected || (!expected.unicode && /[^\0-\uffff]|[\ud800-\udfff]/u.test(subject))) return true
      compared++
      return compilePattern(source).isIn(subject) === isFound(expected, subject)
    }),
    { numRuns: 10_000 },
  )
  t.ok(compared > 3_000, `${compared} were compared`)
})

t.test('a compiled pattern remembers nothing of earlier texts', async (t) => {
  const compiled = compilePattern('^(a|b)*a(a|b){9}$')
  const expected = /^(a|b)*a(a|b){9}$/
  const texts = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 400 }), {
    numRuns: 500,
  })
  for (const text of texts) t.equal(compiled.isIn(text), expected.test(text), text)
})

t.test('properties have the characters that JavaScript says', async (t) => {
  for (const name of ['Lu', 'Script=Greek', 'Cs', 'Any', 'Noncharacter_Code_Point']) {
    const single = new RegExp(`^\\p{${name}}$`, 'u')
    const members = compilePattern(`^\\p{${name}}$`)
    let wrong = 0
    for (let code = 0; code <= 0x10_ffff; code += code % 97 === 0 ? 1 : 7) {
      const character = String.fromCodePoint(code)
      if (members.isIn(character) !== single.test(character)) wrong++
    }
    t.equal(wrong, 0, name)
  }
})

t.test('what cannot be used is refused with its place', async (t) => {
  const faults: readonly [pattern: string, message: RegExp][] = [
    ['(a', /a group is not closed.*character 3/],
    ['a)', /not opened.*character 2/],
    ['[a', /a class is not closed/],
    ['[b-a]', /out of order/],
    ['a{3,2}', /out of order/],
    ['*a', /nothing to repeat.*character 1/],
    ['a**', /nothing to repeat/],
    ['^*', /nothing to repeat/],
    ['(?=a)', /lookaround/],
    ['(?<!a)', /lookaround/],
    ['(?i)a', /unknown kind of group/],
    ['(a)\\1', /references/],
    ['\\k<n>', /references/],
    ['\\q', /unknown escape \\q/],
    ['a\\', /nothing is escaped/],
    ['a{2001}', /too large.*2000/],
    ['a{99999999999999999999}', /too large/],
    ['(){99999999999999999999}', /too large/],
    ['\\p{Nonsense}', /unknown Unicode property \(at character 1/],
    ['\\p{L', /unknown escape \\p/],
    ['\\u{110000}', /beyond all characters/],
    ['[\\q]', /unknown escape \\q/],
    [`${'('.repeat(250)}${')'.repeat(250)}`, /nested too deeply/],
    ['a'.repeat(513), /longer than 512/],
    ['((a{90}){90}){90}', /too large/],
    ['((((){1000}){1000}){1000}){1000}', /too large/],
  ]
  for (const [source, message] of faults) {
    t.throws(() => compilePattern(source), { name: 'PatternError', message }, source)
  }
  t.ok(new PatternError('x') instanceof Error)
})

/** Each of these needs more steps than there are atoms in the universe when every way is tried by itself. */
const EXPLOSIVE = [
  '(a+)+$',
  '(a|aa)+$',
  '(.*)*x',
  '(a|a)*b',
  '(a?){60}a{60}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a*)*b',
  '(([a-c]|b)*a.{8})+$',
  '(?:|a|aa|[^b])*$',
]
/** Makes a text of many different pieces, always the same. */
function scatter(letters: string, length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return letters.charAt((state >>> 16) % letters.length)
  }).join('')
}

function stepsOf(source: string, subject: string): number {
  let steps = 0
  compilePattern(source, { length: 4_096, instructions: 10_000 }).isIn(subject, (more) => {
    steps += more
  })
  return steps
}

t.test('no pattern takes long', async (t) => {
  for (const source of EXPLOSIVE) {
    t.equal(compilePattern(source).isIn(`${'a'.repeat(127)}!\n`), new RegExp(source).test('a!\n'), source)
  }
})

t.test('a text twice as long takes twice the steps', async (t) => {
  for (const source of [...EXPLOSIVE, 'a[ab]{200}c', '[ab]*a[ab]{14}c', '^.{0,4000}$', '\\bfoo\\b']) {
    const text = scatter('ab', 20_000)
    const [once, twice] = [stepsOf(source, text), stepsOf(source, text + text)]
    t.ok(twice <= 2.2 * once + 1_000, `${source}: ${once} and ${twice}`)
    t.ok(twice <= 40_000 * 1_000, source)
  }
})

t.test('most characters take no more than a look-up', async (t) => {
  for (const source of ['^[a-z.]+@[a-z.]+$', '^(a+)+$', '\\d{4}-\\d{2}-\\d{2}', '^.*$']) {
    t.ok(stepsOf(source, 'a'.repeat(1_000_000)) < 100_000, source)
  }
})
