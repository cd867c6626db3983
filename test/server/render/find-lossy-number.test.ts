import t from 'tap'
import { findLossyNumber } from '../../../server/render/find-lossy-number.js'
import fc from '../../fast-check.js'

const LOST = [
  '12345678901234567890',
  '-12345678901234567890',
  '9007199254740993',
  '18446744073709551615',
  '18446744073709551616',
  '12345678901234567.89',
  '9007199254740991.9',
  '1234567890123456789e5',
  '9007199254740993e0',
  '90071992547409930000000000000e-13',
  '1234567890123456789012345678901234567890',
]

const KEPT = [
  '0',
  '-0',
  '0.1',
  '1e3',
  '1e25',
  '1E+300',
  '1.7976931348623157e308',
  '5e-324',
  '1e-999',
  '1.0000000000000000000',
  '1000000000000000000000',
  '9007199254740992',
  '9007199254740991',
  '9007199254740994',
  '12345678901234567000',
  '3.14159265358979323846264338327950288',
  '0.10000000000000000555111512312578270211815834045410',
  '123456789012345.678901',
  '0.00000000000000000000000000000000000000012345678901234567890',
  '100000000000000000000000.00000',
]

t.test('whole numbers that would become others are found', async (t) => {
  for (const literal of LOST) t.match(findLossyNumber(`{"a":${literal}}`), { offset: 5, path: ['a'] }, literal)
})

t.test('all others are not', async (t) => {
  for (const literal of KEPT)
    t.equal(findLossyNumber(`{"a":[${literal}, "${LOST}"],"${LOST}":null}`), undefined, literal)
})

t.test('the first one counts that matters', async (t) => {
  const text = '{"a":9007199254740993,"b":{"c":[1,{"\\u0064":-9007199254740993}]},"e":9007199254740993}'
  t.same(findLossyNumber(text)?.path, ['a'])
  t.same(findLossyNumber(text, ([first]) => first === 'a')?.path, ['b', 'c', '1', 'd'])
  t.equal(
    findLossyNumber(text, () => true),
    undefined,
  )
})

t.test('its place is found anywhere', async (t) => {
  const marker = 4_000_000_000_000_000
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5 }),
      fc.array(fc.oneof(fc.nat(3), fc.string()), { maxLength: 4 }),
      (value, way) => {
        // The way to the number, through lists and objects with other things in them.
        const whole = way.reduceRight<unknown>(
          (inner, step) =>
            typeof step === 'number'
              ? [...Array.from({ length: step }, () => value), inner, value]
              : Object.fromEntries([
                  ['before', value],
                  [step, inner],
                  ['behind', value],
                ]),
          marker,
        )
        const text = JSON.stringify(whole).replace(String(marker), '9007199254740993')
        // A number of the drawn value may have come first, or the name twice.
        if (!text.includes('9007199254740993') || /\d{16}/.test(JSON.stringify(value))) return true
        if (way.some((step) => step === 'before' || step === 'behind')) return true
        const found = findLossyNumber(text)
        return (
          found !== undefined && text.startsWith('9007199254740993', found.offset) && isWay(found.path, whole, marker)
        )
      },
    ),
  )
  t.pass()
})

/** Whether the steps lead to the marker. */
function isWay(path: readonly string[], whole: unknown, marker: number): boolean {
  let value = whole
  for (const step of path) value = (value as Record<string, unknown>)[step]
  return value === marker
}
