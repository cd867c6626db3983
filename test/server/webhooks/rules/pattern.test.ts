import fc from 'fast-check'
import t from 'tap'
import { compilePattern } from '../../../../server/webhooks/rules/pattern.js'
import { PatternError } from '../../../../server/webhooks/rules/pattern-error.js'

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

t.test('patterns match what regular expressions match', async (t) => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '-', '_', '0', '7', ' ', '\n', '\b', 'é'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      let expected: boolean
      try {
        expected = new RegExp(source).test(subject)
      } catch {
        // Two groups of one name, among others: nothing to compare with.
        return true
      }
      return compilePattern(source).isIn(subject) === expected
    }),
    { numRuns: 5_000 },
  )
  t.pass()
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
    ['a{1001}', /more than 1000/],
    ['a'.repeat(513), /longer than 512/],
    ['((a{90}){90}){90}', /too large/],
    ['((((){1000}){1000}){1000}){1000}', /too large/],
  ]
  for (const [source, message] of faults) {
    t.throws(() => compilePattern(source), { name: 'PatternError', message }, source)
  }
  t.ok(new PatternError('x') instanceof Error)
})

t.test('no pattern takes long', async (t) => {
  // Each of these needs more steps than there are atoms in the universe when every way is tried by itself.
  const subject = `${'a'.repeat(127)}!`
  for (const source of ['(a+)+$', '(a|aa)+$', '(.*)*x', '(a|a)*b', '(a?){60}a{60}$', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    t.equal(compilePattern(source).isIn(subject), false, source)
  }
})
