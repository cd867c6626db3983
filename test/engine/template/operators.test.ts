import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import fc from '../../fast-check.js'
import { bindHtml } from './render-text.js'

const PLUS: readonly (readonly [expression: string, data: JsonObject, text: string])[] = [
  ['a + b', { a: 2, b: 7 }, '9'],
  ['a + b', { a: '2026', b: '0017' }, '20260017'],
  ['a + b', { a: '+49', b: '7311234' }, '+497311234'],
  ['"0" + "7"', {}, '07'],
  ['a + 5', { a: 'a' }, 'a5'],
  ['5 + a', { a: ' pcs.' }, '5 pcs.'],
  ['a + b + " of " + c', { a: 1, b: 2, c: 4 }, '3 of 4'],
  ['"INV-" + year + month', { year: 2026, month: 11 }, 'INV-202611'],
  ['"" + number', { number: 7 }, '7'],
  ['year + ("" + number)', { year: '26', number: 7 }, '267'],
  ['a + b', { a: '', b: 5 }, '5'],
  ['a + b', { a: '5', b: null }, '5'],
  ['a + b', { a: '5', b: true }, '5true'],
  ['a + (b | number)', { a: 5, b: '7.5' }, '12.5'],
  ['(a | number) + (b | number)', { a: '1234', b: '0.5' }, '1234.5'],
  ['a - b', { a: '9', b: '4' }, '5'],
  ['a * 2', { a: '9' }, '18'],
]

t.test('plus adds numbers and joins texts, also texts of digits', (t) => {
  for (const [expression, data, text] of PLUS) {
    const bound = bindHtml(`{{${expression}}}`, data)
    t.equal(bound.body, text, expression)
    t.same(bound.diagnostics, [], expression)
  }
  t.end()
})

t.test('a number and a text that holds one are neither added nor joined', (t) => {
  for (const [a, b] of [
    [5, '7'],
    ['7', 5],
    [5, ' 7 '],
    [0, '0'],
    [5, '1e3'],
  ]) {
    const bound = bindHtml('{{a + b}}', { a, b } as JsonObject)
    t.equal(bound.body, '{{a + b}}')
    t.match(bound.diagnostics, [/error: one side of \+ is a number .*"\| number" to add.*\[ambiguous-addition\]$/])
  }
  t.end()
})

t.test('what is wrong with written numbers and texts has a place too', (t) => {
  t.match(bindHtml('<p>{{5 + "7"}}', {}).diagnostics, [/^[^:]+:1:\d+: error: one side of \+ /])
  t.end()
})

t.test('plus with what neither adds nor joins says so', (t) => {
  for (const [a, b] of [
    [5, null],
    [true, 5],
    [5, [1]],
    ['a', { b: 1 }],
  ]) {
    const bound = bindHtml('{{a + b}}', { a, b } as JsonObject)
    t.equal(bound.body, '{{a + b}}')
    t.match(bound.diagnostics, [/cannot calculate with .*\[not-a-number\]$/])
  }
  t.end()
})

t.test('sums and running totals add texts that hold numbers', (t) => {
  const rows = [
    { net: '10', tax: '1.9' },
    { net: '20', tax: '3.8' },
  ]
  const cases = [
    ['{{rows | sum (net + tax)}}', '35.7'],
    ['{{rows | sum ((net + tax) * 2)}}', '71.4'],
    ['{{rows | sum (-(net + tax) | round 1)}}', '-35.7'],
    ['{{rows | avg (net + tax)}}', '17.85'],
    ['{{rows | map (net + tax) | join " "}}', '101.9 203.8'],
    ['{{rows | map ((net | number) + (tax | number)) | sum}}', '35.7'],
  ] as const
  for (const [html, text] of cases) {
    const bound = bindHtml(html, { rows })
    t.equal(bound.body, text, html)
    t.same(bound.diagnostics, [], html)
  }
  t.end()
})

t.test('a list of which an item cannot be calculated has no total: it would be a wrong one', (t) => {
  const rows = [{ p: 1, q: 2 }, { p: 'abc', q: 3 }, { p: 4 }]
  const cases = [
    ['{{rows | sum (p * q)}}', 'not-a-number'],
    ['{{rows | sum (p + q)}}', 'not-a-number'],
    ['{{rows | avg (p | round)}}', 'unusable-value'],
    ['{{rows | max (p * q)}}', 'not-a-number'],
    ['{{rows | map (p | round) | join}}', 'unusable-value'],
    ['{{rows | where (p | round) | count}}', 'unusable-value'],
    ['{{rows | sort (p | round) | count}}', 'unusable-value'],
    ['{{rows | group (p | round) | count}}', 'unusable-value'],
  ] as const
  for (const [html, code] of cases) {
    const { body, diagnostics } = bindHtml(html, { rows })
    t.equal(body, html)
    t.equal(diagnostics.length, 1, html)
    t.match(diagnostics[0], `[${code}]`)
  }
  const again = bindHtml('{{#each lists}}{{this | sum (p * 2)}};{{/each}}', { lists: [rows, [{ p: 2 }], rows] })
  t.equal(again.body, '{{this | sum (p * 2)}};4;{{this | sum (p * 2)}};', 'the first list hides no other')
  t.equal(bindHtml('{{rows | sum ((p | round) or 0)}}', { rows }).body, '5', 'what has another value has one')
  t.equal(bindHtml('{{rows | sum (q * 2)}}', { rows }).body, '10', 'items without a field are left out')
  t.end()
})

t.test('number without a pattern is a number to calculate with, and formatted where it is printed', (t) => {
  const data = { v: '1234.5', zero: '0', lines: [{ p: '1000.25' }, { p: '2' }] }
  const cases = [
    ['{{v | number}}', '1.234,5'],
    ['{{v | number | default "–"}}', '1.234,5'],
    ['{{none | default (v | number)}}', '1.234,5'],
    ['{{v | number | pad 8}}', ' 1.234,5'],
    ['{{v | number | replace "." " "}}', '1 234,5'],
    ['{{(v | number) * 2}}', '2469'],
    ['{{(v | number) > 999}}', 'true'],
    ['{{v | number | round}}', '1235'],
    ['{{#let n = v | number}}{{n + 1}}{{/let}}', '1235.5'],
    ['{{#if zero | number}}some{{else}}none{{/if}}', 'none'],
    ['{{lines | sum (p | number)}}', '1002.25'],
    ['{{lines | sort (p | number) | map "p" | join}}', '2, 1000.25'],
    ['<p title="{{v | number}}">x</p>', '<p title="1.234,5">x</p>'],
  ] as const
  for (const [html, text] of cases) {
    const bound = bindHtml(`<html lang="de"><body>${html}`, data)
    t.equal(bound.body, text, html)
    t.same(bound.diagnostics, [], html)
  }
  t.end()
})

t.test('plus of two texts is the one behind the other, whatever they are', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.oneof(fc.string(), fc.nat().map(String)), (a, b) => {
      const { body, diagnostics } = bindHtml('<p title="{{a + b}}">x</p>', { a, b })
      return body === bindHtml('<p title="{{c}}">x</p>', { c: a + b }).body && diagnostics.length === 0
    }),
  )
})

t.test('plus adds, joins, or prints its placeholder and says why', async () => {
  const scalar = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string(),
    fc.nat().map(String),
  )
  fc.assert(
    fc.property(scalar, scalar, (a, b) => {
      const { body, diagnostics } = bindHtml('<p title="{{a + b}}">x</p>', { a, b })
      if (diagnostics.length > 0) return body === '<p title="{{a + b}}">x</p>'
      const isSum = typeof a === 'number' && typeof b === 'number'
      const expected = isSum ? Number((a + b).toPrecision(15)) : `${a}${b}`
      return body === bindHtml('<p title="{{c}}">x</p>', { c: expected }).body
    }),
  )
})
