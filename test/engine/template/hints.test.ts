import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { bindHtml } from './render-text.js'

const INVOICE = { number: 7, customer: { name: 'Ada', city: 'Rome' }, items: [{ text: 'Bolt', unitPrice: 2 }] }

/** An author's mistake, and the end of the message about it. */
const HINTS: readonly (readonly [html: string, end: string, data?: JsonObject])[] = [
  ['{{custmer.name}}', '{{custmer.name}} (did you mean "customer"?) [unmatched-placeholder]'],
  ['{{customer.nmae | upper}}', '(did you mean "customer.name"?) [unmatched-placeholder]'],
  ['{{#each items}}{{unitprice}}{{/each}}', '(did you mean "unitPrice"?) [unmatched-placeholder]'],
  ['{{#each items}}{{nubmer}}{{/each}}', '(did you mean "number"?) [unmatched-placeholder]'],
  ['{{#each items as item}}{{itme.text}}{{/each}}', '(did you mean "item"?) [unmatched-placeholder]'],
  ['{{#each itms}}x{{/each}}', 'the list of this loop (did you mean "items"?) [unmatched-placeholder]'],
  ['{{{custmer}}}', '{{{custmer}}} (did you mean "customer"?) [unmatched-placeholder]'],
  ['{{vat}}', 'matches {{vat}} [unmatched-placeholder]', { sum: 1, due: 2 }],
  ['{{vat}}', 'matches {{vat}} [unmatched-placeholder]', { vat: undefined } as unknown as JsonObject],
  ['{{customer.street}}', 'matches {{customer.street}} [unmatched-placeholder]'],
  [
    '{{items | sum "unitPrcie"}}',
    'the field "unitPrcie" for filter "sum" (did you mean "unitPrice"?) [unmatched-placeholder]',
  ],
  ['{{items | sum "vat"}}', 'no item has the field "vat" for filter "sum" [unmatched-placeholder]'],
  ['<p>{{else}}</p>', 'matches {{else}}, and no block of this element is open [unmatched-placeholder]'],
  ['{{#if number}}a{{elseif b}}c{{/if}}', 'not an expression: write {{else if …}} [not-an-expression]'],
  ['{{number ? 1 : 2}}', 'write {{#if a}}…{{else}}…{{/if}} for a choice [not-an-expression]'],
  ['{{number && 1}}', 'write "and" for && [not-an-expression]'],
  ['{{number || 1}}', 'write "or" for ||, or {{value | default "…"}} [not-an-expression]'],
  ['{{customer.name.trim()}}', 'there are no functions, but filters, as in {{value | upper}} [not-an-expression]'],
  [
    '{{formatDate due "short"}}',
    'there are no helpers, but filters, as in {{value | date "long"}} [not-an-expression]',
  ],
  ['{{number | round: 2}}', 'stands behind a space, as in {{value | round 2}} [not-an-expression]'],
  ['{{number | currency}}', 'filter "currency" needs an argument [not-an-expression]'],
  ['{{number | upper "x"}}', 'filter "upper" takes no argument [not-an-expression]'],
  ['{{number | replace "a"}}', 'filter "replace" takes 2 arguments [not-an-expression]'],
  ['{{./number}}', 'write this.name, or the name alone, for ./name [not-an-expression]'],
  [
    '{{"2024-01-31" | date "%Y-%m-%d"}}',
    'filter "date" does not know "%Y-%m-%d": write "yyyy-MM-dd" [unusable-argument]',
  ],
  [
    '{{"2024-01-31" | date "%e de %B"}}',
    `filter "date" does not know "%e de %B": write "d 'de' MMMM" [unusable-argument]`,
  ],
  ['<tabel></tabel>', '<tabel> is not an element of HTML (did you mean "table"?) [unknown-element]'],
  ['<platn-qr></platn-qr>', '<platn-qr> is not an element (did you mean "platen-qr"?) [unknown-element]'],
  [
    '<platen-code></platen-code>',
    '<platen-code> is not an element: there are <platen-barcode>, <platen-pages>, <platen-qr> [unknown-element]',
  ],
  ['<invoice>x</invoice>', '<invoice> is not an element of HTML [unknown-element]'],
  ['{{today}}', 'no field of the data matches {{today}}: write {{@now | date "long"}} [unmatched-placeholder]'],
  ['{% if number %}', '{% if number %} stays as written: write {{#if …}}…{{/if}} [foreign-tag]'],
  ['<p>{%- for item in items -%}</p>', 'stays as written: write {{#each items as item}}…{{/each}} [foreign-tag]'],
  ['{% assign x = 1 %}', 'stays as written: write {{#let name = value}}…{{/let}} [foreign-tag]'],
  ['<%= number %>', '<%= number %> stays as written: write {{number}} [foreign-tag]'],
  ['{{number | default "x}}', 'a string in it has no end [not-an-expression]'],
  [
    '<p>{{number</p>',
    'these braces stay as written: no }} ends them before the next tag or placeholder [unclosed-placeholder]',
  ],
  ['<link rel=stylesheet href="https://x.example/a.css">', 'add the file to the template [missing-asset]'],
]

t.test('patterns of dates that would print something else are answered with the one that was meant', async (t) => {
  const meant: Readonly<Record<string, string>> = {
    'dd.mm.yyyy': 'prints minutes for the "m" of "dd.mm.yyyy": write "dd.MM.yyyy"',
    'd/m/Y': 'prints minutes for the "m" of "d/m/Y": write "d/M/Y"',
    'HH:MM': 'prints months for the "M" of "HH:MM": write "HH:mm"',
    'dd.MM.yyyy HH:MM': 'prints months for the "M" of "dd.MM.yyyy HH:MM": write "dd.MM.yyyy HH:mm"',
    'dddd, D MMMM': 'does not know "dddd, D MMMM": write "EEEE, D MMMM"',
    'MMMM Do YYYY': 'does not know "MMMM Do YYYY": write "MMMM d YYYY"',
    'j. F Y': 'does not know "j. F Y": write "d. MMMM Y"',
    'HH:mm Uhr': `does not know "HH:mm Uhr": write "HH:mm 'Uhr'"`,
    'Week W': `does not know "Week W": write "'Week' w"`,
    'QQQ yyyy': `does not know "QQQ yyyy": write "'Q'Q yyyy"`,
    '%G-W%V': `does not know "%G-W%V": write "RRRR-'W'ww"`,
    'ww/yyyy': 'prints the year of the calendar beside the week of "ww/yyyy": write "ww/RRRR"',
    "'KW' w' of 'YYYY": `prints the year of the calendar beside the week of "'KW' w' of 'YYYY": write "'KW' w' of 'RRRR"`,
    constructor: `does not know "constructor": write "'constructor'"`,
  }
  for (const [pattern, message] of Object.entries(meant)) {
    const { body, diagnostics } = bindHtml(`<p>{{at | date "${pattern}"}}</p>`, { at: '2026-02-14T15:07:00Z' })
    t.equal(body, `<p>{{at | date "${pattern}"}}</p>`)
    t.strictSame(diagnostics, [`t.html:1:11: warning: filter "date" ${message} [unusable-argument]`])
  }
  const fine = [
    'yyyy-MM-ddTHH:mm:ssZ',
    "d. MMMM yyyy, HH:mm 'Uhr'",
    'mm:ss',
    'DD/MM/YYYY',
    'MMM yy',
    'h:mm a',
    "'KW' d",
    "d.M.yyyy '(KW' w')'",
    "'Q'Q yyyy",
    'ww/RRRR',
    'long',
  ]
  for (const pattern of fine) {
    const { diagnostics } = bindHtml(`<p>{{at | date "${pattern}"}}</p>`, { at: '2026-02-14T15:07:00Z' })
    t.strictSame(diagnostics, [], pattern)
  }
})

t.test('warnings say what to write instead', (t) => {
  for (const [html, end, data = INVOICE] of HINTS) {
    const { diagnostics } = bindHtml(html, data)
    t.equal(diagnostics.length, 1, html)
    t.equal(diagnostics[0]?.slice(-end.length), end, html)
  }
  t.end()
})

t.test('braces of other notations are no placeholders', (t) => {
  for (const html of ['<p>{{ }</p>', '<p>\\frac{{1}{2}}</p>', '<p>{{}</p>']) {
    t.notMatch(bindHtml(html).diagnostics.join(), 'unclosed-placeholder', html)
  }
  t.end()
})

t.test('a sum of items of which some have the field is no mistake', (t) => {
  t.same(
    bindHtml('{{v | sum "a"}}{{w | sum "a"}}{{u | sum "a"}}', { v: [{}, { a: 1 }], w: [], u: [{ a: null }] })
      .diagnostics,
    [],
  )
  t.end()
})

t.test('errors say what to write instead', (t) => {
  const cases = [
    ['{{#each items}}<p>{{text}}{{/each}}', 'began outside of it: end it with </p> before'],
    ['{{#if number === 1}}x{{/if}}', 'expected a condition, as in {{#if paid}}: write == for === and != for !=='],
    ['{{#if a}}x{{else if !b}}y{{/if}}', 'expected a condition, as in {{else if paid}}: write "not" for !'],
    ['{{#for items}}x{{/for}}', 'not a block of the template language: write {{#each items as item}}…{{/each}}'],
    ['{{#whatever}}x{{/whatever}}', 'not a block of the template language: there are #each, #if, #unless, #let'],
    ['{{#if a}}x{{else if}}y{{/if}}', 'cannot be read: expected a condition, as in {{else if paid}}'],
    ['{{#each item in items}}x{{/each}}', 'names its item before the list: write {{#each items as item}}'],
    ['{{#each item of order.items | sort "a"}}x{{/each}}', 'write {{#each order.items | sort "a" as item}}'],
    ['{{#eahc items}}x{{/eahc}}', 'not a block of the template language (did you mean "#each"?)'],
  ] as const
  for (const [html, end] of cases) {
    t.throws(() => bindHtml(html, INVOICE), { message: new RegExp(`${end.replace(/[#=!|.?(){}/]/g, '\\$&')}$`) }, html)
  }
  t.end()
})
