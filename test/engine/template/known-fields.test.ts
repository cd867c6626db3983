import t from 'tap'
import { formatDiagnostic } from '../../../engine/base/diagnostics.js'
import type { JsonObject, JsonValue } from '../../../engine/base/json.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    number: { type: 'string' },
    note: { type: 'string' },
    customer: { $ref: '#/$defs/party' },
    items: {
      type: 'array',
      items: { type: 'object', properties: { text: { type: 'string' }, price: { type: 'number' } } },
    },
    extra: { type: 'object' },
    labels: { type: 'object', additionalProperties: { type: 'string' }, properties: { title: { type: 'string' } } },
    choice: { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    party: { type: 'object', properties: { name: { type: 'string' } } },
    tree: { type: 'object', properties: { name: {}, parts: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
  },
}

function check(html: string, schema: JsonValue | undefined, samples: readonly JsonObject[] = []): readonly string[] {
  const { diagnostics } = compileTemplate({ html, name: 't.html', schema, samples }, { fonts })
  return diagnostics.filter(({ code }) => code !== 'unused-field').map(formatDiagnostic)
}

t.test('paths that a schema does not declare are reported without data', (t) => {
  const cases: readonly (readonly [html: string, end: string])[] = [
    ['{{#if custmer.name}}x{{/if}}', 'has custmer.name (did you mean "customer"?) [unknown-field]'],
    ['{{customer.nmae}}', 'matches {{customer.nmae}} (did you mean "customer.name"?) [unmatched-placeholder]'],
    ['{{#if items.length > 1}}x{{/if}}', 'has items.length: write items | length [unknown-field]'],
    ['{{#each itms}}x{{/each}}', 'has itms (did you mean "items"?) [unknown-field]'],
    ['{{#each items}}{{txt}}{{/each}}', 'matches {{txt}} (did you mean "text"?) [unmatched-placeholder]'],
    [
      '{{#each items as item}}{{item.txt}}{{/each}}',
      'matches {{item.txt}} (did you mean "item.text"?) [unmatched-placeholder]',
    ],
    ['{{items | sum (price * quantity)}}', 'has quantity [unknown-field]'],
    [
      '{{items | sum "prce"}}',
      'has "prce", which filter "sum" asks the items for (did you mean "price"?) [unknown-field]',
    ],
    [
      '{{#each items | sort "pric" "desc"}}x{{/each}}',
      'filter "sort" asks the items for (did you mean "price"?) [unknown-field]',
    ],
    [
      '{{#each items | where "kind" "x"}}x{{/each}}',
      'has "kind", which filter "where" asks the items for [unknown-field]',
    ],
    ['{{#each items | group "txt" as g}}x{{/each}}', '(did you mean "text"?) [unknown-field]'],
    ['{{items | map "text.size" | join}}', 'has "text.size", which filter "map" asks the items for [unknown-field]'],
    ['{{number | default fallback}}', 'has fallback [unknown-field]'],
    ['<p title="{{numbr}}">', 'matches {{numbr}} (did you mean "number"?) [unmatched-placeholder]'],
    ['<p {{#if numbr}}class="a"{{/if}}>', 'has numbr (did you mean "number"?) [unknown-field]'],
    ['<style>p { color: {{colour}} }</style>', 'matches {{colour}} [unmatched-placeholder]'],
    ['<title>{{titel}}</title>', 'matches {{titel}} [unmatched-placeholder]'],
    [
      '{{#let who = customer}}{{who.nme}}{{/let}}',
      'matches {{who.nme}} (did you mean "who.name"?) [unmatched-placeholder]',
    ],
    [
      '{{#each items | where (price > 1)}}{{txt}}{{/each}}',
      'matches {{txt}} (did you mean "text"?) [unmatched-placeholder]',
    ],
    ['{{items[0].txt}}', 'matches {{items[0].txt}} (did you mean "items.0.text"?) [unmatched-placeholder]'],
  ]
  for (const [html, end] of cases) {
    const found = check(html, SCHEMA)
    t.equal(found.length, 1, `${html}: ${found.join()}`)
    t.equal(found[0]?.slice(-end.length), end, html)
  }
  t.end()
})

t.test('paths that a schema declares, or leaves open, are not', (t) => {
  const html = `{{number}}{{customer.name}}{{#if note}}{{note}}{{/if}}{{#each items}}{{text}}{{number}}{{@index}}{{../note}}
    {{@root.customer.name}}{{/each}}{{extra.anything.below}}{{labels.whatever}}{{choice.a}}{{choice.b}}
    {{#each tree.parts}}{{#each parts}}{{#each parts}}{{anything}}{{/each}}{{/each}}{{/each}}{{#each customer}}{{@key}}
    {{this}}{{/each}}{{items | group "text" | length}}{{#each items | group "text" as g}}{{g.key}}{{/each}}`
  const found = check(html, SCHEMA)
  t.same(found, [])
  t.same(check('{{anything}}', undefined), [], 'without schema and samples')
  t.same(check('{{anything}}', true), [])
  t.same(check('{{anything}}', { $ref: '#' }), [])
  t.same(check('{{anything}}', { type: 'object' }), [])
  t.end()
})

t.test('samples add to what is known', (t) => {
  const samples = [{ a: { b: 1 }, list: [{ x: 1 }, { y: 2 }], none: null, empty: [] }, { c: 1 }]
  t.same(
    check('{{a.b}}{{c}}{{#each list}}{{x}}{{y}}{{/each}}{{none.x}}{{#each empty}}{{z}}{{/each}}', undefined, samples),
    [],
  )
  t.match(check('{{#if a.d}}{{/if}}', undefined, samples), [/has a\.d \[unknown-field\]$/])
  t.same(check('{{c}}{{number}}', SCHEMA, samples), [])
  t.end()
})

t.test('what was reported without data is not reported again with it', (t) => {
  const source = { html: '{{custmer.name}}{{#each itms}}x{{/each}}', schema: SCHEMA }
  const { diagnostics } = renderDocument(compileTemplate(source, { fonts }), { customer: { name: 'Ada' }, items: [] })
  t.same(
    diagnostics.map(({ code }) => code).filter((code) => code !== 'unused-field'),
    ['unmatched-placeholder', 'unknown-field'],
  )
  t.end()
})

t.test('a schema of any shape is read', (t) => {
  const deep = JSON.parse(`${'{"properties":{"a":'.repeat(400)}{}${'}}'.repeat(400)}`) as JsonObject
  const hostile: readonly JsonValue[] = [
    null,
    7,
    [],
    { properties: 3, items: 'x', allOf: {}, anyOf: [null, 4] },
    { $ref: '#/%zz/~2' },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    { properties: { constructor: {}, toString: {} } },
    deep,
  ]
  for (const schema of hostile)
    t.doesNotThrow(() => check('{{a.b.c}}{{toString}}', schema), JSON.stringify(schema)?.slice(0, 60))
  t.match(check('{{toString}}', { properties: { a: {} } }), [/matches \{\{toString\}\}/])
  t.end()
})

t.test('what a schema declares and neither the template nor a sample uses is reported', (t) => {
  const text = { type: 'string' }
  const line = { type: 'object', properties: { price: text, sku: text, name: text } }
  const schema = {
    type: 'object',
    properties: {
      name: text,
      vat: text,
      lines: { type: 'array', items: line },
      customer: line,
      other: line,
      extra: text,
    },
  }
  const html =
    '{{name}}{{#each lines}}{{name}}{{/each}}{{lines | sum "price"}}{{#if customer}}{{customer.sku}}{{/if}}{{other | json}}'
  const unused = (samples: readonly JsonObject[]) =>
    compileTemplate({ html, schema, samples }, { fonts })
      .diagnostics.filter(({ code }) => code === 'unused-field')
      .map(({ message }) => /"(.*)"/.exec(message)?.[1])
  t.strictSame(unused([]), ['vat', 'lines[].sku', 'customer.price', 'customer.name', 'extra'])
  t.strictSame(unused([{ vat: 'x', lines: [{ sku: '1' }], customer: { price: '1' } }]), ['customer.name', 'extra'])
  t.end()
})
