import t, { type Test } from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import fc from '../../fast-check.js'
import { bindHtml } from './render-text.js'

const DAY_MS = 86_400_000

const LINES = [
  { name: 'Bolt', kind: 'b', price: 2.5, quantity: 4 },
  { name: 'anchor', kind: 'a', price: 10, quantity: 1 },
  { name: 'Nut', kind: 'b', price: 0.1, quantity: 3 },
]

type Case = readonly [expression: string, data: JsonObject, text: string, language?: string]

function check(t: Test, cases: readonly Case[]): void {
  for (const [expression, data, text, language] of cases) {
    const lang = language ? ` lang="${language}"` : ''
    const bound = bindHtml(`<html${lang}><body>{{${expression}}}</body></html>`, data)
    t.equal(bound.body, text, `${expression} of ${JSON.stringify(data)} ${language ?? ''}`)
    t.same(bound.diagnostics, [], `${expression}: no diagnostics`)
  }
  t.end()
}

t.test('filters of lists', (t) => {
  const v = LINES
  check(t, [
    ['v | sum (price * quantity)', { v }, '20.3'],
    ['v | sum (price * rate)', { v, rate: 2 }, '25.2'],
    ['v | sum price', { v }, '12.6'],
    ['v | avg "quantity" | round 2', { v }, '2.67'],
    ['v | min "price"', { v }, '0.1'],
    ['v | max (price * quantity)', { v }, '10'],
    ['v | max "name"', { v }, 'anchor'],
    ['v | count', { v }, '3'],
    ['v | count (price > 1)', { v }, '2'],
    ['v | where "kind" "b" | map "name" | join', { v }, 'Bolt, Nut'],
    ['v | where (price > limit) | map "name" | join', { v, limit: 2 }, 'Bolt, anchor'],
    ['v | sort "name" | map "name" | join', { v }, 'anchor, Bolt, Nut'],
    ['v | sort "price" "desc" | map "price" | join', { v }, '10, 2.5, 0.1'],
    ['v | sort (price * quantity) | map "name" | join', { v }, 'Nut, Bolt, anchor'],
    ['v | sort | join', { v: ['a10', 'a9', null, 'ä', 'b'] }, 'ä, a9, a10, b, '],
    ['v | sort | join', { v: ['z', 'ä', 'a'] }, 'a, z, ä', 'sv'],
    ['v | first | json', { v: [7, 8] }, '7'],
    ['v | first 2 | join', { v: [7, 8, 9] }, '7, 8'],
    ['v | last', { v: [7, 8] }, '8'],
    ['v | last 2 | join', { v: [7, 8, 9] }, '8, 9'],
    ['v | slice 1 2 | join', { v: [6, 7, 8, 9] }, '7, 8'],
    ['v | slice -2 | join', { v: [6, 7, 8, 9] }, '8, 9'],
    ['v | slice 0 3', { v: 'abcdef' }, 'abc'],
    ['v | unique | join', { v: ['a', 'b', 'a', 1, '1'] }, 'a, b, 1, 1'],
    ['v | unique "kind" | map "name" | join', { v }, 'Bolt, anchor'],
    ['v | reverse | join', { v: [1, 2] }, '2, 1'],
    ['v | chunk 3 | json', { v: [1, 2, 3, 4] }, '[[1,2,3],[4]]'],
    ['v | chunk 3 "" | json', { v: [1, 2, 3, 4] }, '[[1,2,3],[4,"",""]]'],
    ['v | chunk 2 none | json', { v: [1, 2, 3], none: null }, '[[1,2],[3,null]]'],
    ['v | chunk 2 "" | json', { v: [1, 2] }, '[[1,2]]'],
    ['v | chunk 3 | json', { v: [] }, '[]'],
    ['v | chunk 3', { v: null }, ''],
    ['v | chunk 2 | map (this | first) | join', { v: [1, 2, 3] }, '1, 3'],
    ['v | contains 2', { v: [1, 2] }, 'true'],
    ['v | contains "b"', { v: 'abc' }, 'true'],
    ['v | map (name | upper) | join', { v }, 'BOLT, ANCHOR, NUT'],
    ['v | sum', { v: [] }, '0'],
    ['v | avg', { v: [] }, ''],
    ['v | max', { v: [] }, ''],
  ])
})

t.test('groups have a key and items, in the order in which they come first', (t) => {
  const html = '{{#each v | group "kind" as g}}{{g.key}}: {{g.items | map "name" | join}}; {{/each}}'
  t.equal(bindHtml(html, { v: LINES }).body, 'b: Bolt, Nut; a: anchor; ')
  t.end()
})

t.test('filters of texts', (t) => {
  check(t, [
    ['v | split | join "/"', { v: 'a, b,c' }, 'a/b/c'],
    ['v | split "; " | length', { v: 'a; b' }, '2'],
    ['v | replace "a" "$&"', { v: 'banana' }, 'b$&n$&n$&'],
    ['v | url', { v: 'Größe & Preis/€?' }, 'Gr%C3%B6%C3%9Fe%20%26%20Preis%2F%E2%82%AC%3F'],
    ['v | url', { v: "it's (a) *test*!-._~" }, 'it%27s%20%28a%29%20%2Atest%2A%21-._~'],
    ['v | url', { v: 'a\ud800b' }, 'a%EF%BF%BDb'],
    ['v | url', { v: 7.5 }, '7.5'],
    ['v | url', { v: '' }, ''],
    ['v | starts-with "ab"', { v: 'abc' }, 'true'],
    ['v | ends-with "ab"', { v: 'abc' }, 'false'],
    ['v | pad 5 "0"', { v: 42 }, '00042'],
    ['v | pad -5 "."', { v: 'ab' }, 'ab...'],
    ['v | mask', { v: 'DE89 3704 0044' }, '•••• •••• 0044'],
    ['v | mask 2 "x"', { v: 'abcd' }, 'xxcd'],
    ['v | plural "item" "items"', { v: 1 }, 'item'],
    ['v | plural "item" "items"', { v: [1, 2] }, 'items'],
    ['v | plural "plik" "pliki" "plików"', { v: 3 }, 'pliki', 'pl'],
    ['v | plural "plik" "pliki" "plików"', { v: 5 }, 'plików', 'pl'],
  ])
})

t.test('filters of numbers', (t) => {
  check(t, [
    ['v | currency "USD" "de"', { v: 1234.5 }, '1.234,50\u00a0$'],
    ['v | number "#,##0.00" "de"', { v: 1234.5 }, '1.234,50'],
    ['v | percent 1 "de"', { v: 0.5 }, '50,0\u00a0%'],
    ['v | abs', { v: -7.5 }, '7.5'],
    ['v | abs', { v: '-3' }, '3'],
    ['v | floor', { v: 2.9 }, '2'],
    ['v | floor', { v: -2.1 }, '-3'],
    ['v | floor', { v: -0.4 }, '-1'],
    ['v | floor 2', { v: 1.005 }, '1'],
    ['v | floor 2', { v: 1.239 }, '1.23'],
    ['v | floor 1', { v: 8.1 }, '8.1'],
    ['v | ceil', { v: 2.1 }, '3'],
    ['v | ceil', { v: -2.9 }, '-2'],
    ['v | ceil', { v: -0.4 }, '0'],
    ['v | ceil 2', { v: 1.001 }, '1.01'],
    ['v | ceil 2', { v: 0.07 }, '0.07'],
    ['v | ordinal', { v: 22 }, '22nd'],
    ['v | ordinal', { v: 111 }, '111th'],
    ['v | ordinal', { v: 3 }, '3.', 'de'],
    ['v | ordinal', { v: 1 }, '1er', 'fr'],
    ['v | roman', { v: 1994 }, 'MCMXCIV'],
    ['v | filesize', { v: 1_234_567 }, '1.2 MB'],
    ['v | filesize', { v: 999_999 }, '1 MB'],
    ['v | filesize', { v: 1 }, '1 byte'],
    ['v | duration', { v: 3900 }, '1 hr 5 min'],
    ['v | duration "clock"', { v: 3909 }, '1:05:09'],
    ['v | duration "clock"', { v: 65 }, '1:05'],
    ['v | words', { v: 1234.5 }, 'one thousand two hundred thirty-four and 50/100'],
    ['v | words "de"', { v: 1234.5 }, 'eintausendzweihundertvierunddreißig und 50/100'],
  ])
})

const WORDS: readonly (readonly [language: string, number: number, words: string])[] = [
  ['en', 0, 'zero'],
  ['en', 21, 'twenty-one'],
  ['en', 1_000_016, 'one million sixteen'],
  ['en', -7.05, 'minus seven and 05/100'],
  [
    'en',
    999_999_999_999_999,
    'nine hundred ninety-nine trillion nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine',
  ],
  ['de', 1, 'eins'],
  ['de', 101, 'einhunderteins'],
  ['de', 111, 'einhundertelf'],
  ['de', 21_000, 'einundzwanzigtausend'],
  ['de', 1_000_001, 'eine Million eins'],
  ['de', 2_001_100, 'zwei Millionen eintausendeinhundert'],
  ['fr', 21, 'vingt et un'],
  ['fr', 71, 'soixante et onze'],
  ['fr', 77, 'soixante-dix-sept'],
  ['fr', 80, 'quatre-vingts'],
  ['fr', 81, 'quatre-vingt-un'],
  ['fr', 91, 'quatre-vingt-onze'],
  ['fr', 200, 'deux cents'],
  ['fr', 201, 'deux cent un'],
  ['fr', 1000, 'mille'],
  ['fr', 80_000, 'quatre-vingt mille'],
  ['fr', 200_000, 'deux cent mille'],
  ['fr', 2_000_000, 'deux millions'],
  ['fr', 200_000_000, 'deux cents millions'],
  ['es', 21, 'veintiuno'],
  ['es', 31, 'treinta y uno'],
  ['es', 100, 'cien'],
  ['es', 101, 'ciento uno'],
  ['es', 1000, 'mil'],
  ['es', 21_000, 'veintiún mil'],
  ['es', 31_001, 'treinta y un mil uno'],
  ['es', 100_000, 'cien mil'],
  ['es', 1_000_000, 'un millón'],
  ['es', 1_000_000_000, 'mil millones'],
  ['es', 21_000_000, 'veintiún millones'],
  ['es', 1_500.25, 'mil quinientos con 25/100'],
  ['it', 1, 'uno'],
  ['it', 3, 'tre'],
  ['it', 21, 'ventuno'],
  ['it', 23, 'ventitré'],
  ['it', 28, 'ventotto'],
  ['it', 101, 'centouno'],
  ['it', 108, 'centotto'],
  ['it', 118, 'centodiciotto'],
  ['it', 180, 'centottanta'],
  ['it', 1000, 'mille'],
  ['it', 2000, 'duemila'],
  ['it', 1003, 'milletré'],
  ['it', 23_000, 'ventitremila'],
  ['it', 1234.5, 'milleduecentotrentaquattro e 50/100'],
  ['it', 1_000_003, 'un milione tre'],
  ['it', 2_100_000, 'due milioni centomila'],
  ['it', 1_000_000_000, 'un miliardo'],
  ['it', 1_000_000_000_000, 'mille miliardi'],
  ['it', -8, 'meno otto'],
  ['pt', 16, 'dezesseis'],
  ['pt-PT', 16, 'dezasseis'],
  ['pt', 100, 'cem'],
  ['pt', 101, 'cento e um'],
  ['pt', 1000, 'mil'],
  ['pt', 1001, 'mil e um'],
  ['pt', 1100, 'mil e cem'],
  ['pt', 1234.5, 'mil duzentos e trinta e quatro e 50/100'],
  ['pt', 200_300, 'duzentos mil e trezentos'],
  ['pt', 1_000_000, 'um milhão'],
  ['pt', 1_200_000, 'um milhão e duzentos mil'],
  ['pt', 1_234_567, 'um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete'],
  ['pt', 2_000_001, 'dois milhões e um'],
  ['pt', 1_001_000_000, 'um bilhão e um milhão'],
  ['pt-BR', 2_000_000_000_000, 'dois trilhões'],
  ['pt-PT', 1_000_000_000, 'mil milhões'],
  ['pt-PT', 2_000_000_000_000, 'dois biliões'],
  ['pt-AO', 17, 'dezassete'],
  ['nl', 1, 'een'],
  ['nl', 21, 'eenentwintig'],
  ['nl', 22, 'tweeëntwintig'],
  ['nl', 33, 'drieëndertig'],
  ['nl', 101, 'honderdeen'],
  ['nl', 1100, 'duizend honderd'],
  ['nl', 1234.5, 'duizend tweehonderdvierendertig en 50/100'],
  ['nl', 21_000, 'eenentwintigduizend'],
  ['nl', 2_000_001, 'twee miljoen een'],
  ['nl', 1_000_000_000, 'een miljard'],
  ['en-IN', 100_000, 'one lakh'],
  ['en-IN', 1_234_567.5, 'twelve lakh thirty-four thousand five hundred sixty-seven and 50/100'],
  ['en-IN', 10_000_000, 'one crore'],
  ['en-IN', 10_000_001, 'one crore one'],
  ['en-IN', 1_000_000_000_000, 'one lakh crore'],
  ['en-PK', 250_000, 'two lakh fifty thousand'],
  ['en-GB', 100_000, 'one hundred thousand'],
]

t.test('amounts in words', (t) => {
  for (const [language, number, words] of WORDS) {
    t.equal(bindHtml(`{{v | words "${language}"}}`, { v: number }).body, words, `${number} ${language}`)
  }
  const unknown = bindHtml('{{v | words "fi"}}', { v: 1 })
  t.equal(unknown.body, '{{v | words "fi"}}')
  t.match(unknown.diagnostics, [/in one of the languages en, de, fr, es, it, pt, nl/])
  t.end()
})

t.test('no two amounts are the same words', async () => {
  for (const language of ['en', 'en-IN', 'de', 'fr', 'es', 'it', 'pt', 'pt-PT', 'nl']) {
    const amount = fc.oneof(fc.nat(10_000), fc.integer({ min: 0, max: 999_999_999_999_999 }))
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const { body, diagnostics } = bindHtml(`{{a | words "${language}"}}|{{b | words "${language}"}}`, { a, b })
        const [first, second] = body.split('|')
        return (first === second) === (a === b) && diagnostics.length === 0 && !/undefined| {2}|^ | $|- /.test(body)
      }),
    )
  }
})

t.test('filters of dates', (t) => {
  check(t, [
    ['v | add 14 "days"', { v: '2024-02-20' }, '2024-03-05'],
    ['v | add 1 "month"', { v: '2024-01-31' }, '2024-02-29'],
    ['v | add -1 "years"', { v: '2024-02-29' }, '2023-02-28'],
    ['v | add 2 "weeks" | date "d.M.yyyy"', { v: '2024-12-25' }, '8.1.2025'],
    ['v | add 90 "minutes"', { v: '2024-01-01T23:00' }, '2024-01-02T00:30:00.000'],
    ['v | add 1 "quarter"', { v: '2024-01-31T10:00:00Z' }, '2024-04-30T10:00:00.000Z'],
    ['v | diff from', { v: '2024-03-01', from: '2024-02-01' }, '29'],
    ['v | diff from "months"', { v: '2024-02-28', from: '2024-01-31' }, '0'],
    ['v | diff from "months"', { v: '2024-02-29', from: '2024-01-31' }, '1'],
    ['v | diff from "years"', { v: '2024-05-01', from: '1990-05-02' }, '33'],
    ['v | diff from', { v: '2024-01-01', from: '2024-01-03' }, '-2'],
    ['v | date "Q QQ"', { v: '2024-03-31' }, '1 01'],
    ['v | date "\'Q\'Q yyyy"', { v: '2024-10-01' }, 'Q4 2024'],
    ['v | date "w ww RRRR RR"', { v: '2027-01-01' }, '53 53 2026 26'],
    ['v | date "w ww RRRR"', { v: '2024-12-30' }, '1 01 2025'],
    ['v | date "\'KW\' w (d.M.yyyy)"', { v: '2026-11-29' }, 'KW 48 (29.11.2026)'],
    ['v | date "w" "Pacific/Kiritimati"', { v: '2026-11-29T12:00:00Z' }, '49'],
    ['v | date "d. MMMM yyyy" "de"', { v: '2024-03-05' }, '5. März 2024'],
    ['v | date "HH:mm" "Europe/Berlin"', { v: '2024-07-01T10:00:00Z' }, '12:00'],
    ['v | date "d MMM HH:mm" "America/New_York" "fr"', { v: '2024-07-01T02:00:00Z' }, '30 juin 22:00'],
  ])
})

t.test('weeks begin on Monday, and the first has the fourth of January', async () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
      const date = new Date(day * DAY_MS)
      const { body } = bindHtml('{{v | date "RRRR w EEEE"}}', { v: date.getTime() })
      const [year = 0, week = 0] = body.split(' ').map(Number)
      const monday = new Date(date)
      monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
      const first = new Date(Date.UTC(2000, 0, 4))
      first.setUTCFullYear(year)
      first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7))
      return monday.getTime() === first.getTime() + (week - 1) * 7 * DAY_MS && week >= 1 && week <= 53
    }),
  )
})

t.test('floor and ceil are the nearest numbers of so many digits, as decimals have it', async () => {
  const decimal = fc.tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.integer({ min: 0, max: 6 }))
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 6 }), ([digits, scale], kept) => {
      const v = Number(`${digits}e-${scale}`)
      const unit = 10n ** BigInt(Math.max(0, scale - kept))
      const down = digits >= 0n ? digits / unit : (digits - unit + 1n) / unit
      const up = digits <= 0n ? digits / unit : (digits + unit - 1n) / unit
      const decimals = Math.min(scale, kept)
      const expected = `${Number(`${down}e-${decimals}`)} ${Number(`${up}e-${decimals}`)}`
      return bindHtml(`{{v | floor ${kept}}} {{v | ceil ${kept}}}`, { v }).body === expected
    }),
  )
})

t.test('what url encodes is one part of a URL and decodes to the text', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (v) => {
      const { body } = bindHtml('{{v | url}}', { v })
      return decodeURIComponent(body) === v && /^(?:[\w.~-]|%[\dA-F]{2})*$/.test(body)
    }),
  )
})

t.test('the rows of chunk are the list again', async () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 7 }), (v, size) => {
      const rows = JSON.parse(bindHtml(`{{{v | chunk ${size} | json}}}`, { v }).body) as number[][]
      const areFull = rows.slice(0, -1).every((row) => row.length === size)
      return JSON.stringify(rows.flat()) === JSON.stringify(v) && areFull && rows.at(-1)?.length !== 0
    }),
  )
})

t.test('a day is added on the calendar of the time zone, also where clocks change', (t) => {
  const html = '{{v | add 1 "day" | date "yyyy-MM-dd HH:mm"}}'
  const bound = bindHtml(html, { v: '2024-03-30T11:00:00Z' }, { timeZone: 'Europe/Berlin' })
  t.equal(bound.body, '2024-03-31 12:00')
  t.end()
})

t.test('texts and lists print with line breaks', (t) => {
  const data = { note: 'a <b>\nc', address: ['Main St 1', '', null, 'Rome'] }
  t.equal(bindHtml('<p>{{note | nl2br}}!</p>', data).body, '<p>a <b><br></br>c!</p>')
  t.equal(bindHtml('<p>{{address | lines}}</p>', data).body, '<p>Main St 1<br></br>Rome</p>')
  t.equal(bindHtml('<p title="{{note | nl2br}}">x</p>', data).body, '<p title="a <b>\\nc">x</p>')
  t.equal(bindHtml('<p>{{missing | nl2br}}</p>', data).body, '<p>{{missing | nl2br}}</p>')
  t.end()
})

t.test('filters format in the language of the element', (t) => {
  const html =
    '<html lang="en"><body>{{v | number "#,##0.0"}}<p lang="de">{{v | number "#,##0.0"}}<i>{{v | number "0.0"}}</i></p>' +
    '<p lang="{{l}}">{{v | number "#,##0.0"}}</p>{{v | number "#,##0.0"}}'
  const { body, diagnostics } = bindHtml(html, { v: 1234.5, l: 'fr' })
  t.equal(body, '1,234.5<p lang="de">1.234,5<i>1234,5</i></p><p lang="fr">1\u202f234,5</p>1,234.5')
  t.same(diagnostics, [])
  t.end()
})

t.test('positions and names in brackets', (t) => {
  const data = { list: [{ 'a b': 1, c: { d: 2 } }], key: 'c', prices: { EUR: 5 }, currency: 'EUR', i: 0 }
  const cases: readonly (readonly [string, string])[] = [
    ['{{list[0]["a b"]}}', '1'],
    ['{{list[0].c.d}}', '2'],
    ['{{list[i][key].d}}', '2'],
    ['{{prices[currency] | currency currency}}', '€5.00'],
    ['{{list[-1].c.d}}', '2'],
    ['{{list[7].c}}', '{{list[7].c}}'],
    ['{{list["length"]}}', '{{list["length"]}}'],
    ['{{prices["constructor"]}}', '{{prices["constructor"]}}'],
  ]
  for (const [html, body] of cases) t.equal(bindHtml(html, data).body, body, html)
  t.end()
})

t.test('@now is the moment that the caller gives', (t) => {
  const cases = [
    ['{{@now | date "yyyy-MM-dd HH:mm"}}', 'UTC', '2026-03-31 23:30'],
    ['{{@now | date "yyyy-MM-dd HH:mm"}}', 'Europe/Berlin', '2026-04-01 01:30'],
    ['{{@now | add 14 "days" | date "yyyy-MM-dd"}}', 'UTC', '2026-04-14'],
    ['{{#if due < @now}}late{{/if}}', 'UTC', 'late'],
    ['{{#each items}}{{this}} {{@now | date "yyyy"}} {{/each}}', 'UTC', '1 2026 2 2026 '],
    ['{{@now}}', 'UTC', '2026-03-31T23:30:00.000Z'],
  ] as const
  for (const [html, timeZone, text] of cases) {
    const data = { due: '2026-03-01', items: [1, 2] }
    const bound = bindHtml(html, data, { timeZone, now: new Date('2026-03-31T23:30:00Z') })
    t.equal(bound.body, text, html)
    t.same(bound.diagnostics, [], html)
  }
  t.end()
})
