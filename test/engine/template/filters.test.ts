import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { bindHtml } from './render-text.js'

const CASES: readonly (readonly [expression: string, data: JsonObject, text: string, language?: string])[] = [
  ['v | number "0.00"', { v: 1234.5 }, '1234.50'],
  ['v | number "#,##0.00"', { v: 1234567.891 }, '1,234,567.89'],
  ['v | number "#,##0.00"', { v: 1234567.891 }, '1.234.567,89', 'de'],
  ['v | number "0.00"', { v: 1.005 }, '1.01'],
  ['v | number "0.00"', { v: -1.005 }, '-1.01'],
  ['v | number "0"', { v: -0.4 }, '0'],
  ['v | number "000"', { v: 7 }, '007'],
  ['v | number "0.##"', { v: 1.5 }, '1.5'],
  ['v | number "#,##0 \'pcs.\'"', { v: -1500 }, '-1,500 pcs.'],
  ['v | number "0.0%"', { v: 0.075 }, '7.5%'],
  ['v | number "0.00"', { v: '12.5' }, '12.50'],
  ['v | number', { v: 1234.5678 }, '1,234.568'],
  ['v | number "#,##0"', { v: 1234567 }, '12,34,567', 'en-IN'],
  ['v | number "#,##,##0.00"', { v: 1234567.5 }, '12,34,567.50'],
  ['v | number "#,##,##0.00"', { v: -123456 }, '-1.23.456,00', 'de'],
  ['v | number "#,##,##0"', { v: 999 }, '999'],
  ['v | number "#,##,##0"', { v: 99999 }, '99,999'],
  ['v | number "#,###,##0"', { v: 1234567 }, '1,234,567', 'en-IN'],
  ['v | number "#,###0"', { v: 123456789 }, '1,2345,6789'],
  ['v | number "00,00,000"', { v: 42 }, '00,00,042'],
  ['v | number "#,##,##0"', { v: 1234567 }, '१२,३४,५६७', 'hi-u-nu-deva'],
  ['v | number "#,##,##0"', { v: 123456 }, '𑄷,𑄸𑄹,𑄺𑄻𑄼', 'ccp'],
  ['v | number "#,##0.00;(#,##0.00)"', { v: -1234.5 }, '(1,234.50)'],
  ['v | number "#,##0.00;(#,##0.00)"', { v: 1234.5 }, '1,234.50'],
  ['v | number "#,##0.00 €;(#,##0.00 €)"', { v: -1234.5 }, '(1.234,50 €)', 'de'],
  ['v | number "0.00;(0.00)"', { v: -0.004 }, '0.00'],
  ['v | number "0.0%;(0.0%)"', { v: -0.075 }, '(7.5%)'],
  ['v | number "0.00;0.00-"', { v: -1 }, '1.00-'],
  ['v | number "0.00;(0.00);–"', { v: 0 }, '–'],
  ['v | number "0.00;(0.00);–"', { v: -0.001 }, '–'],
  ['v | number "0.00;(0.00);0"', { v: 0 }, '0'],
  ['v | number "0.00;(0.00);\'free; gratis\'"', { v: 0 }, 'free; gratis'],
  ['v | number "0.00;(0.00);"', { v: 0 }, ''],
  ['v | number "\'a;b\' 0"', { v: -1 }, '-a;b 1'],
  ['v | number "€ 0.00"', { v: -1.5 }, '\u200e-€ 1.50', 'he'],
  ['v | currency "HUF"', { v: 1234.5 }, '1234,50\u00a0Ft', 'hu'],
  ['v | currency "CHF"', { v: 1234567.5 }, "CHF\u00a01'234'567.50", 'de-CH'],
  ['v | number "#,##0.0"', { v: -1234.5 }, "-1'234.5", 'de-CH'],
  ['v | number "#,##,##0"', { v: 1234567 }, "12'34'567", 'it-CH'],
  ['v | number "#,##0.0"', { v: 1234.5 }, "1'234,5", 'fr-CH'],
  ['v | percent', { v: 12.345 }, "1'234.5%", 'de-CH'],
  ['v | currency "EUR"', { v: 1234.5 }, '1234,50\u00a0€', 'hy'],
  ['v | currency "EUR"', { v: 12345.5 }, '12\u00a0345,50\u00a0€', 'hy'],
  ['v | currency "KWD"', { v: 1.5 }, 'KWD\u00a01.500'],
  ['v | currency "CLF"', { v: 1.5 }, 'CLF\u00a01.5000'],
  ['v | currency "IDR"', { v: 1500 }, 'IDR\u00a01,500.00'],
  ['v | currency "UYW"', { v: 1.00005 }, 'UYW\u00a01.0001'],
  ['v | currency "EUR"', { v: 1234.5 }, '€1,234.50'],
  ['v | currency "EUR"', { v: 1234.5 }, '1.234,50\u00a0€', 'de'],
  ['v | currency "JPY"', { v: 1234.5 }, '¥1,235'],
  ['v | currency c', { v: 1, c: 'usd' }, '$1.00'],
  ['v | currency "EUR"', { v: 1.005 }, '€1.01'],
  ['v | percent', { v: 0.19 }, '19%'],
  ['v | percent', { v: 0.075 }, '7.5%'],
  ['v | percent 1', { v: 0.19 }, '19.0%'],
  ['v | percent', { v: 0.19 }, '19\u00a0%', 'de'],
  ['v | date "yyyy-MM-dd"', { v: '2024-01-31' }, '2024-01-31'],
  ['v | date "d.M.yy"', { v: '2024-01-05' }, '5.1.24'],
  ['v | date "EEE, d MMM yyyy"', { v: '2024-01-31' }, 'Wed, 31 Jan 2024'],
  ['v | date "EEEE, d. MMMM yyyy"', { v: '2024-03-31' }, 'Sonntag, 31. März 2024', 'de'],
  ['v | date "d MMMM"', { v: '2024-01-31' }, '31 января', 'ru'],
  ['v | date "HH:mm:ss"', { v: '2024-01-31T09:05:07Z' }, '09:05:07'],
  ['v | date "h:mm a"', { v: '2024-01-31T21:05:07Z' }, '9:05 PM'],
  ['v | date "hh a"', { v: '2024-01-31T00:05:07Z' }, '12 AM'],
  ['v | date "HH:mm"', { v: '2024-01-31T21:05:00+02:00' }, '19:05'],
  ['v | date "HH:mm"', { v: '2024-01-31T21:05:00' }, '21:05'],
  ["v | date \"yyyy 'week of' MM ''\"", { v: '2024-01-31' }, "2024 week of 01 '"],
  ['v | date "yyyy-MM-dd"', { v: 0 }, '1970-01-01'],
  ['v | date', { v: '2024-01-31' }, 'Jan 31, 2024'],
  ['v | date "short"', { v: '2024-01-31' }, '1/31/24'],
  ['v | date "long"', { v: '2024-01-31' }, '31. Januar 2024', 'de'],
  ['v | upper', { v: 'straße' }, 'STRASSE'],
  ['v | upper', { v: 'i' }, 'İ', 'tr'],
  ['v | lower', { v: 'ABC' }, 'abc'],
  ['v | title', { v: "ada LOVELACE's élan" }, "Ada Lovelace's Élan"],
  ['v | trim', { v: '  a b ' }, 'a b'],
  ['v | truncate 5', { v: 'abcdefgh' }, 'abcd…'],
  ['v | truncate 5', { v: 'abcde' }, 'abcde'],
  ['v | truncate 3', { v: '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧' }, '👩‍👩‍👧👩‍👩‍👧…'],
  ['v | default "x"', {}, 'x'],
  ['v | default "x"', { v: null }, 'x'],
  ['v | default "x"', { v: '' }, 'x'],
  ['v | default "x"', { v: 0 }, '0'],
  ['v | default other', { other: 7 }, '7'],
  ['v | join ", "', { v: ['a', 1, null] }, 'a, 1, '],
  ['v | join', { v: ['a', 'b'] }, 'a, b'],
  ['v | join "\\n"', { v: ['a', 'b'] }, 'a\nb'],
  ['v | length', { v: [1, 2] }, '2'],
  ['v | length', { v: 'a👍' }, '2'],
  ['v | length', { v: { a: 1 } }, '1'],
  ['v | length', { v: null }, '0'],
  ['v | sum "a"', { v: [{ a: 0.1 }, { a: 0.2 }, {}, { a: null }, { a: '1.5' }] }, '1.8'],
  ['v | sum "a.b"', { v: [{ a: { b: 1 } }, { a: { b: 2 } }] }, '3'],
  ['v | sum', { v: [1, 2] }, '3'],
  ['v | round 2', { v: 1.005 }, '1.01'],
  ['v | round 2', { v: -1.005 }, '-1.01'],
  ['v | round', { v: 2.5 }, '3'],
  ['v | round', { v: -2.5 }, '-3'],
  ['v | round 2', { v: 1e-9 }, '0'],
  ['v | round 1', { v: 0.04 }, '0'],
  ['v | json', { v: { a: ['x'] } }, '{"a":["x"]}'],
  ['v | json', { v: 'x' }, '"x"'],
  ['v | trim | upper | truncate 3', { v: ' abcd ' }, 'AB…'],
  ['v | number "0.00"', { v: null }, ''],
  ['v | date', { v: null }, ''],
]

t.test('filters', (t) => {
  for (const [expression, data, text, language] of CASES) {
    const lang = language ? ` lang="${language}"` : ''
    const bound = bindHtml(`<html${lang}><body>{{${expression}}}</body></html>`, data)
    t.equal(bound.body, text, `${expression} of ${JSON.stringify(data)}`)
    t.same(bound.diagnostics, [], `${expression}: no diagnostics`)
  }
  t.end()
})

t.test('the time zone moves moments, not dates as written', (t) => {
  const html = '{{a | date "yyyy-MM-dd HH:mm"}}|{{b | date "yyyy-MM-dd"}}|{{b | date "short"}}|{{c | date "HH:mm"}}'
  const data = { a: '2024-07-01T02:00:00Z', b: '2024-07-01', c: 0 }
  t.equal(bindHtml(html, data, { timeZone: 'America/New_York' }).body, '2024-06-30 22:00|2024-07-01|7/1/24|19:00')
  t.equal(bindHtml(html, data, { timeZone: 'Asia/Kolkata' }).body, '2024-07-01 07:30|2024-07-01|7/1/24|05:30')
  const unknown = bindHtml(html, data, { timeZone: 'Mars/Olympus' })
  t.equal(unknown.body, '2024-07-01 02:00|2024-07-01|7/1/24|00:00')
  t.same(unknown.diagnostics, ['error: "Mars/Olympus" is not a time zone; dates are in UTC [unknown-time-zone]'])
  t.end()
})

const UNUSABLE: readonly (readonly [expression: string, data: JsonObject, text: string, diagnostic: string])[] = [
  [
    'v | date',
    { v: 'abc' },
    '{{v | date}}',
    '1:7: warning: filter "date" needs a date, got the string "abc" [unusable-value]',
  ],
  [
    'v | date',
    { v: '2024-02-30' },
    '{{v | date}}',
    '1:7: warning: filter "date" needs a date, got the string "2024-02-30" [unusable-value]',
  ],
  [
    'v | number "0"',
    { v: true },
    '{{v | number "0"}}',
    '1:7: warning: filter "number" needs a number, got the boolean true [unusable-value]',
  ],
  [
    'v | number "abc"',
    { v: 1 },
    '{{v | number "abc"}}',
    '1:7: warning: filter "number" needs a pattern such as "#,##0.00" as its argument, got the string "abc" [unusable-argument]',
  ],
  [
    'v | number "0.00;"',
    { v: 1 },
    '{{v | number "0.00;"}}',
    '1:7: warning: filter "number" needs a pattern such as "#,##0.00" as its argument, got the string "0.00;" [unusable-argument]',
  ],
  [
    'v | number "0;0;0;0"',
    { v: 1 },
    '{{v | number "0;0;0;0"}}',
    '1:7: warning: filter "number" needs a pattern such as "#,##0.00" as its argument, got the string "0;0;0;0" [unusable-argument]',
  ],
  [
    'v | currency "euro"',
    { v: 1 },
    '{{v | currency "euro"}}',
    '1:7: warning: filter "currency" needs a currency code such as "EUR" as its argument, got the string "euro" [unusable-argument]',
  ],
  ['v | upper', { v: [1] }, '{{v | upper}}', '1:7: warning: filter "upper" needs text, got an array [unusable-value]'],
  [
    'v | join',
    { v: { a: 1 } },
    '{{v | join}}',
    '1:7: warning: filter "join" needs an array, got an object [unusable-value]',
  ],
  [
    'v | sum',
    { v: [1, 'x'] },
    '{{v | sum}}',
    '1:7: warning: filter "sum" needs numbers, got the string "x" [unusable-value]',
  ],
  [
    'v | round 99',
    { v: 1.5 },
    '{{v | round 99}}',
    '1:7: warning: filter "round" needs a number of digits as its argument, got the number 99 [unusable-argument]',
  ],
]

t.test('a filter that cannot compute says why, and its placeholder stays as written', (t) => {
  for (const [expression, data, text, diagnostic] of UNUSABLE) {
    const bound = bindHtml(`{{${expression}}}`, data)
    t.equal(bound.body, text, expression)
    t.same(bound.diagnostics, [`t.html:${diagnostic}`], expression)
  }
  t.end()
})

const FORMATTING = [
  'number "0.00"',
  'number',
  'currency "EUR"',
  'percent',
  'round 2',
  'words',
  'ordinal',
  'roman',
  'filesize',
]
const OF_TIMES = ['duration', 'date', 'date "yyyy"', 'add 1 "day"', 'diff "2026-01-01"', 'plural "item" "items"']

t.test('an empty text is formatted as nothing, with a warning, as null is without one', (t) => {
  for (const filter of [...FORMATTING, ...OF_TIMES]) {
    const name = filter.split(' ')[0]
    for (const v of ['', ' \n']) {
      const { body, diagnostics } = bindHtml(`{{v | ${filter}}}|{{v | ${filter} | default "–"}}`, { v })
      t.equal(body, '|–', filter)
      const message = `warning: filter "${name}" prints nothing for an empty text [empty-value]`
      t.match(diagnostics, [/1:7/, /1:/])
      t.ok(
        diagnostics.every((text) => text.endsWith(message)),
        filter,
      )
    }
    const none = bindHtml(`{{v | ${filter}}}`, { v: null })
    t.equal(none.body, '')
    t.same(none.diagnostics, [])
  }
  t.end()
})

t.test('an empty value does not hide that another one cannot be formatted', (t) => {
  const { body, diagnostics } = bindHtml('{{#each v}}{{this | round}};{{/each}}', { v: ['', 'x', '', '2.5'] })
  t.equal(body, ';{{this | round}};;3;')
  t.match(diagnostics, [/empty-value/, /got the string "x" \[unusable-value\]/])
  t.equal(diagnostics.length, 2)
  t.end()
})

t.test('a language that is none falls back to English', (t) => {
  const bound = bindHtml('<html lang="x_y!"><body>{{v | number "#,##0.0"}}', { v: 1234 })
  t.equal(bound.body, '1,234.0')
  t.same(bound.diagnostics, [
    't.html:1:7: warning: "x_y!" is not a language tag; numbers and dates are English [unknown-language]',
  ])
  t.equal(bindHtml('<html lang="{{l}}"><body>{{v | number "#,##0.0"}}', { v: 1234, l: 'de' }).body, '1.234,0')
  t.end()
})

t.test('data of programs is read as JSON would have it', (t) => {
  class Price {
    constructor(private readonly cents: number) {}
    toJSON(): string {
      return (this.cents / 100).toFixed(2)
    }
  }
  const itself = { name: 'Ada', toJSON: () => itself }
  const cases: readonly (readonly [html: string, data: object, text: string])[] = [
    ['{{v}} {{v | date "yyyy-MM-dd"}}', { v: new Date(0) }, '1970-01-01T00:00:00.000Z 1970-01-01'],
    ['{{v}}', { v: new Date(Number.NaN) }, ''],
    ['{{#each v}}{{this | date "d.M.yy"}};{{/each}}', { v: [new Date(0), '2024-01-31'] }, '1.1.70;31.1.24;'],
    ['{{#each v}}{{@key}}={{this}};{{/each}}', { v: { a: new Price(150) } }, 'a=1.50;'],
    [
      '{{v | sum}} {{v | join "+"}} {{w | sum "p"}}',
      { v: [new Price(150)], w: [{ p: new Price(50) }] },
      '1.5 1.50 0.5',
    ],
    ['{{v | currency "EUR"}}', { v: new Price(123450) }, '€1,234.50'],
    ['{{v.name}}', { v: itself }, 'Ada'],
    [
      '{{v}} {{v | number}} {{w}}',
      { v: 12345678901234567890n, w: [1n] },
      '12345678901234567890 12,345,678,901,234,567,000 ["1"]',
    ],
    ['{{v | default "none"}}{{#if v}}yes{{/if}}', { v: undefined }, 'none'],
    ['{{v | default "none"}}', { v: () => 1 }, 'none'],
    ['{{#each v}}{{this | default "none"}};{{/each}}', { v: [undefined, Symbol('x')] }, 'none;none;'],
  ]
  for (const [html, data, text] of cases) t.equal(bindHtml(html, data as JsonObject).body, text, html)
  t.end()
})

t.test('an object that holds itself cannot be printed', (t) => {
  const circle: { a?: object; b?: object } = {}
  circle.a = circle
  circle.b = circle
  t.throws(() => bindHtml('{{v}}', { v: circle } as JsonObject), { code: 'data-too-deep' })
  t.end()
})
