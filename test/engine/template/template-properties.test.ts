import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { LimitError, TemplateError } from '../../../engine/base/errors.js'
import type { JsonObject, JsonValue } from '../../../engine/base/json.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { bind } from '../../../engine/template/bind.js'
import { parseTemplate } from '../../../engine/template/parse-template.js'
import { bodyMarkup } from './body-markup.js'
import { bindHtml } from './render-text.js'

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Texts that are tried; PLATEN_TEST_CASES=100000 tries as many as before a release. */
const CASES = Number(process.env.PLATEN_TEST_CASES ?? 10_000)

function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

const NAMES = ['a', 'b', 'c', 'items', '__proto__', 'constructor', 'toString', 'length', 'größe', '0']

function someValue(random: () => number, depth: number): JsonValue {
  const kind = Math.floor(random() * (depth > 2 ? 5 : 7))
  switch (kind) {
    case 0:
      return Math.floor(random() * 2000) / 8 - 50
    case 1:
      return pick(random, ['', 'text', '<b>&amp;', '{{a}}', '2024-01-31', '12.5', 'ß ﬁ 東'])
    case 2:
      return random() < 0.5
    case 3:
      return null
    case 4:
      return -1
    case 5:
      return Array.from({ length: Math.floor(random() * 4) }, () => someValue(random, depth + 1))
    default:
      return someObject(random, depth + 1)
  }
}

function someObject(random: () => number, depth: number): JsonObject {
  // As JSON.parse makes them: `__proto__` is a field like any other.
  const fields = NAMES.filter(() => random() < 0.5).map(
    (name) => `${JSON.stringify(name)}:${JSON.stringify(someValue(random, depth))}`,
  )
  return JSON.parse(`{${fields.join(',')}}`)
}

/** A second implementation of plain placeholders: own fields only, JSON for objects. */
function substitute(path: string, data: JsonObject): string | undefined {
  let value: unknown = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

t.test('templates of plain placeholders are what substituting them gives', async (t) => {
  const random = seeded(23)
  let differences = 0
  for (let turn = 0; turn < CASES / 10; turn++) {
    const data = someObject(random, 0)
    const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const path = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, NAMES)).join('.')
      return { path, before: pick(random, ['', 'x ', ', ', '} ']) }
    })
    const html = `<p>-${parts.map(({ path, before }) => `${before}{{${path}}}`).join('')}-</p>`
    const expected = parts.map(({ path, before }) => `${before}${substitute(path, data) ?? `{{${path}}}`}`).join('')
    const { body } = bindHtml(html, data)
    if (body === `<p>-${expected}-</p>`) continue
    differences++
    if (differences < 5) t.equal(body, `<p>-${expected}-</p>`, `${html} of ${JSON.stringify(data)}`)
  }
  t.equal(differences, 0)
})

/** Pieces of templates, right and wrong. */
const PIECES = [
  ...['{{', '}}', '{{{', '}}}', '{{#each items}}', '{{#each a as x}}', '{{/each}}', '{{#if a}}', '{{else}}', '{{/if}}'],
  ...['{{else if b}}', '{{#unless a}}', '{{/unless}}', '{{#let x = a}}', '{{/let}}', '{{a}}', '{{a.b}}', '{{x}}'],
  ...['{{this}}', '{{@index}}', '{{@root.a}}', '{{../a}}', '{{@now}}', '{{> p}}', '{{!-- x --}}', '\\{{', '{%', '%}'],
  ...['{{a | ', 'upper', ' | sum "b"', ' | date "yyyy"', ' | join', ' | round 2', ' | sort "a"', ' | where (b > 1)'],
  ...[' | group "a"', ' | pad 9', ' | words', ' | currency "EUR"', ' | slice -1', ' | split ""', ' | json', ' | money'],
  ...[
    'a + b',
    'a - 1',
    ' * ',
    '(',
    ')',
    '[0]',
    '[a]',
    ' in ',
    ' contains ',
    ' and ',
    'not ',
    '-a',
    '"',
    "'",
    '=',
    '==',
  ],
  ...[
    '__proto__',
    'constructor',
    '.prototype',
    '{{constructor.constructor}}',
    '{{a.__proto__.b}}',
    '{{{a}}}',
    '{{@carried b}}',
  ],
  ...[
    '<p>',
    '</p>',
    '<table><tr><td>',
    '</table>',
    '<div class="',
    '">',
    '<br>',
    '<style>',
    '</style>',
    '<svg>',
    ' x=',
  ],
  ...['<p {{#if a}}', 'class=y', '{{/if}}>', 'text', ' ', '\n', '&amp;', '\u0000', 'ß', '𝒳', '<!--', '-->', '<script>'],
]

t.test('seeded texts neither crash nor hang parser and binder, and every error has its place', async (t) => {
  const random = seeded(Number(process.env.PLATEN_TEST_SEED ?? 7))
  const assets = new Map([['p.html', Buffer.from('{{a}}{{> p}}')]])
  const limits = { ...DEFAULT_LIMITS, elements: 500, textLength: 20_000, valueLength: 5_000 }
  const before = Object.getOwnPropertyNames(Object.prototype).join()
  let bound = 0
  let refused = 0
  const wrong: string[] = []
  for (let turn = 0; turn < CASES; turn++) {
    const length = 1 + Math.floor(random() * 8)
    const html = Array.from({ length }, () => pick(random, PIECES)).join('')
    const data = someObject(random, 0)
    const diagnostics = new DiagnosticList()
    try {
      const template = parseTemplate({ html, name: 't.html', assets }, { diagnostics, limits })
      bodyMarkup(bind(template, data, { diagnostics, limits, timeZone: 'UTC', now: new Date(0) }))
      bound++
    } catch (error) {
      refused++
      const isExpected = error instanceof TemplateError || error instanceof LimitError
      if (!isExpected || error.span === undefined) wrong.push(`${html}: ${error}`)
    }
    for (const { message, span } of diagnostics.items) if (!span) wrong.push(`${html}: ${message} has no place`)
    if (wrong.length > 5) break
  }
  t.strictSame(wrong, [])
  t.ok(bound > CASES / 5, `${bound} were bound`)
  t.ok(refused > CASES / 100, `${refused} were refused`)
  t.equal(Object.getOwnPropertyNames(Object.prototype).join(), before, 'nothing got onto the prototype of objects')
})

t.test('nothing that objects inherit is read', async (t) => {
  const read: string[] = []
  // But `toJSON`, which tells what a Date is.
  const names = ['inherited', 'name', 'length', 'then', 'valueOf', 'toString']
  const guard = Object.create(null, {
    ...Object.fromEntries(names.map((name) => [name, { get: () => read.push(name), enumerable: true }])),
  })
  const item = Object.assign(Object.create(guard), { price: 2 })
  const data: JsonObject = Object.assign(Object.create(guard), { items: [item], own: 'x' })
  const { body } = bindHtml(
    '{{own}}{{inherited}}{{name}}{{#each items}}{{inherited}}{{this.name}}{{price}}{{/each}}{{items | sum "name"}}' +
      '{{items | map "inherited" | join}}{{items | where "name" 1 | count}}{{items | group "then" | count}}{{items | sort "name" | count}}',
    data,
  )
  t.match(body, 'x{{inherited}}{{name}}')
  t.strictSame(read, [])
})

t.test('10,000 rows of 5 cells are bound once each', async (t) => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ a: at, b: `b${at}`, c: at / 4, d: 'd', e: null }))
  const html =
    '<table>{{#each rows}}<tr><td>{{a}}</td><td>{{b}}</td><td>{{c}}</td><td>{{d}}</td><td>{{e}}</td></tr>{{/each}}</table>'
  let reads = 0
  const count = (target: object, name: string | symbol) => {
    reads++
    return Reflect.get(target, name)
  }
  const counted = rows.map((row) => new Proxy(row, { get: count })) as JsonObject[]
  const { tree } = bindHtml(html, { rows: counted })
  // html, head, body, table and tbody besides the rows and their cells.
  t.equal(tree.elementCount, 60_005)
  t.equal(reads, 50_000, 'each cell reads its field once')
})
