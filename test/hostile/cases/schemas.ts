/** A schema that means harm, and data for it. */
export interface SchemaCase {
  readonly name: string
  /** As JSON. */
  readonly schema: string
  /** The request's body. */
  readonly data: string
  readonly expected: ExpectedOutcome
}

type ExpectedOutcome =
  /** It is not published, for this reason; where it is published already, requests get 422 `render_failed` with it. */
  | { readonly kind: 'refused'; readonly reason: RegExp }
  | { readonly kind: 'valid' }
  /** 422 with this code, for this field if there is one. */
  | { readonly kind: 'invalid'; readonly code: string; readonly field?: string }

const valid: ExpectedOutcome = { kind: 'valid' }
const refused = (reason: RegExp): ExpectedOutcome => ({ kind: 'refused', reason })
const invalid = (code: string, field?: string): ExpectedOutcome =>
  field === undefined ? { kind: 'invalid', code } : { kind: 'invalid', code, field }

const repeat = (text: string, count: number) => text.repeat(count)

function list<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

function byName<T>(count: number, item: (index: number) => T): Record<string, T> {
  return Object.fromEntries(list(count, (index) => [`p${index}`, item(index)]))
}

/** Wraps a value in others, many times. */
function nest<T>(count: number, innermost: T, wrap: (inner: T) => T): T {
  let value = innermost
  for (let level = 0; level < count; level++) value = wrap(value)
  return value
}

/** Definitions of which each refers to the next one. */
function chain(count: number, link: (next: object) => object, last: object): object {
  const links = list(count, (index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })])
  return Object.fromEntries([...links, [`d${count}`, last]])
}

function schemaCase(name: string, schema: unknown, data: unknown, expected: ExpectedOutcome): SchemaCase {
  return { name, schema: JSON.stringify(schema), data: JSON.stringify(data), expected }
}

/** Patterns that take time without end when every way to match is tried by itself. */
const PATTERNS: readonly SchemaCase[] = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(.*)*x$',
  '^(a?){60}a{60}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
].flatMap((pattern) => [
  schemaCase(
    `the pattern ${pattern} and 61 letters`,
    { properties: { a: { type: 'string', pattern } } },
    { a: `${repeat('a', 61)}!` },
    invalid('invalid_format', 'a'),
  ),
  schemaCase(
    `the pattern ${pattern} and a million letters`,
    { properties: { a: { type: 'string', pattern } } },
    { a: `${repeat('a', 1_000_000)}!` },
    invalid('invalid_format', 'a'),
  ),
])

const MORE_PATTERNS: readonly SchemaCase[] = [
  schemaCase(
    'names that a pattern chooses',
    { patternProperties: { '^(a+)+$': { type: 'number' } }, additionalProperties: false },
    { [`${repeat('a', 100_000)}!`]: 1 },
    invalid('validation_failed'),
  ),
  schemaCase(
    'names that a pattern allows',
    { propertyNames: { pattern: '^(a|aa)+$' } },
    { [`${repeat('a', 100_000)}!`]: 1 },
    invalid('invalid_format'),
  ),
  schemaCase(
    'a pattern whose automaton has more states than there is memory',
    { properties: { a: { pattern: 'a[ab]{200}c' } } },
    // Long enough for many states, and different all over.
    { a: list(300_000, (index) => ((index * index) % 7 < 3 ? 'a' : 'b')).join('') },
    invalid('invalid_format', 'a'),
  ),
  schemaCase(
    'a pattern that counts to 5,000',
    { properties: { a: { pattern: '^.{0,5000}$' } } },
    { a: repeat('x', 5_001) },
    invalid('invalid_format', 'a'),
  ),
  schemaCase('a pattern with repetitions of repetitions', { pattern: '((a{99}){99}){99}' }, {}, refused(/too large/)),
  schemaCase('a pattern that looks ahead', { properties: { a: { pattern: '^(?=.*a)b' } } }, {}, refused(/lookaround/)),
  schemaCase('a pattern that looks back', { properties: { a: { pattern: '(?<!a)b' } } }, {}, refused(/lookaround/)),
  schemaCase('a pattern that refers to a group', { patternProperties: { '(a)\\1': {} } }, {}, refused(/references/)),
  schemaCase(
    'a pattern that is none',
    { properties: { a: { pattern: '(' } } },
    {},
    refused(/#\/properties\/a\/pattern/),
  ),
  schemaCase(
    'a thousand large patterns',
    { properties: byName(400, (index) => ({ pattern: `^x${index}.{1,1000}$` })) },
    {},
    refused(/patterns that are too large/),
  ),
]

const FORMATS: readonly SchemaCase[] = [
  ...['uri', 'uri-reference', 'uri-template', 'url', 'email', 'hostname', 'ipv6', 'date-time', 'duration'].map(
    (format) =>
      schemaCase(
        `half a million of ":@" as ${format}`,
        { properties: { a: { format } } },
        { a: `http://${repeat(':@', 500_000)} ` },
        invalid('invalid_format', 'a'),
      ),
  ),
  ...['constructor', '__proto__', 'hasOwnProperty', 'toString', 'phone'].map((format) =>
    schemaCase(`the unknown format ${format}`, { properties: { a: { format } } }, { a: 'x' }, valid),
  ),
]

const CIRCLES: readonly SchemaCase[] = [
  schemaCase('a schema that is itself', { $ref: '#' }, {}, refused(/# refers to itself|it refers to itself/)),
  schemaCase(
    'two schemas that are each other',
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
    {},
    refused(/refers to itself/),
  ),
  schemaCase(
    'a property that is itself',
    { properties: { a: { $ref: '#/properties/a' } } },
    { a: 1 },
    refused(/#\/properties\/a refers to itself/),
  ),
  schemaCase(
    'conditions that ask themselves',
    { if: { $ref: '#/$defs/a' }, $defs: { a: { dependentSchemas: { x: { $ref: '#/$defs/a' } } } } },
    { x: 1 },
    refused(/refers to itself/),
  ),
  schemaCase(
    'an anchor that leads to itself',
    { $anchor: 'top', allOf: [{ $ref: '#top' }] },
    {},
    refused(/refers to itself/),
  ),
  schemaCase(
    'a circle through dynamic references',
    { $dynamicAnchor: 'node', $dynamicRef: '#node' },
    {},
    refused(/\$dynamicRef/),
  ),
  schemaCase(
    'a chain of 5,000 definitions',
    { $defs: chain(5_000, (next) => ({ allOf: [next] }), {}), $ref: '#/$defs/d0' },
    {},
    refused(/more than \d+/),
  ),
  schemaCase(
    'a list of lists of lists, 509 deep',
    {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { anyOf: [{ type: 'number' }, { items: { $ref: '#/$defs/a' } }] } },
    },
    { a: nest<unknown>(509, 1, (inner) => [inner]) },
    valid,
  ),
  schemaCase(
    'a tree with choices and conditions at each level, 500 deep',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          allOf: [
            { anyOf: [{ properties: { child: { $ref: '#/$defs/node' } } }, { type: 'number' }] },
            {
              oneOf: [
                { required: ['child'], properties: { child: { $ref: '#/$defs/node' } } },
                { not: { required: ['child'] } },
              ],
            },
          ],
        },
      },
    },
    nest<unknown>(500, {}, (child) => ({ child })),
    valid,
  ),
]

const EXPLOSIONS: readonly SchemaCase[] = [
  schemaCase(
    'a chain of 23 definitions with two ways at each',
    {
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: chain(23, (next) => ({ anyOf: [next, next] }), { type: 'string' }),
    },
    { a: 1 },
    invalid('invalid_type', 'a'),
  ),
  schemaCase(
    'a chain of 30 definitions with two ways at each, of which one must be right',
    {
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: chain(30, (next) => ({ oneOf: [next, { allOf: [next, { type: 'number' }] }] }), { type: 'string' }),
    },
    { a: 1 },
    invalid('invalid_type', 'a'),
  ),
  schemaCase(
    'a tree whose branches are looked at twice at each level',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          oneOf: [
            { properties: { kind: { const: 'a' }, child: { $ref: '#/$defs/node' } } },
            { properties: { kind: { const: 'b' }, child: { $ref: '#/$defs/node' } } },
          ],
        },
      },
    },
    nest<unknown>(400, { kind: 'a' }, (child) => ({ kind: 'b', child })),
    valid,
  ),
  schemaCase(
    '30,000 different objects',
    { properties: { a: { uniqueItems: true } } },
    { a: list(30_000, (index) => ({ b: { c: [index] } })) },
    valid,
  ),
  schemaCase(
    '60,000 objects of which two are the same',
    { properties: { a: { uniqueItems: true } } },
    { a: [...list(60_000, (index) => ({ x: index })), { x: 0 }] },
    invalid('invalid_value', 'a'),
  ),
  schemaCase(
    'lists in lists that are all different',
    { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { uniqueItems: true, items: { $ref: '#/$defs/a' } } } },
    { a: nest<unknown>(500, 0, (inner) => [inner, 1, 'x', [inner]].slice(0, 3)) },
    valid,
  ),
  schemaCase(
    '50,000 allowed values and 100,000 others',
    { properties: { a: { items: { enum: list(50_000, (index) => `value ${index}`) } } } },
    { a: list(100_000, (index) => `v${index}`) },
    invalid('invalid_value', 'a.0'),
  ),
  schemaCase(
    'a constant with 20,000 members and 200,000 objects',
    { properties: { a: { items: { not: { const: byName(20_000, () => 1) } } } } },
    { a: list(200_000, () => ({})) },
    valid,
  ),
  schemaCase(
    '500 required names in 300,000 objects',
    { properties: { a: { items: { required: list(500, (index) => `r${index}`) } } } },
    { a: list(300_000, () => ({})) },
    invalid('validation_failed'),
  ),
  schemaCase(
    '200 conditions for 300,000 numbers',
    { properties: { a: { items: { allOf: list(200, (index) => ({ not: { anyOf: [{ const: -1 - index }] } })) } } } },
    { a: list(300_000, () => 1) },
    invalid('validation_failed'),
  ),
]

const SIZES: readonly SchemaCase[] = [
  schemaCase(
    '500 schemas in each other',
    nest<object>(250, {}, (inner) => ({ allOf: [inner] })),
    {},
    refused(/more than \d+/),
  ),
  {
    name: '10,000 schemas in each other',
    schema: `${repeat('{"allOf":[', 10_000)}{}${repeat(']}', 10_000)}`,
    data: '{}',
    expected: refused(/nesting is deeper than 512/),
  },
  schemaCase('100,000 properties', { properties: byName(80_000, () => ({})) }, {}, refused(/more than 20000 schemas/)),
  schemaCase('2,000 properties', { properties: byName(2_000, () => ({})) }, {}, refused(/more than 500 names/)),
  schemaCase('100,000 choices', { anyOf: list(100_000, () => true) }, {}, refused(/more than 250 branches/)),
  schemaCase(
    '2,500 choices with a shape each',
    { allOf: list(10, () => ({ oneOf: list(250, (index) => ({ properties: { a: { const: index } } })) })) },
    {},
    refused(/more than \d+/),
  ),
  schemaCase(
    'a large definition that is used 400 times',
    {
      $defs: { large: { properties: byName(400, () => ({ type: 'string', maxLength: 9 })) } },
      properties: byName(400, () => ({ $ref: '#/$defs/large' })),
    },
    byName(400, () => ({ p1: 'x' })),
    valid,
  ),
  schemaCase(
    '400 properties of which all others are forbidden',
    { properties: byName(400, () => ({ type: 'string' })), unevaluatedProperties: false },
    { ...byName(400, () => 'x'), other: 1 },
    invalid('validation_failed', 'other'),
  ),
  schemaCase('two megabytes', { description: repeat('x', 2_000_000) }, {}, refused(/longer than/)),
  { name: 'no JSON', schema: '{"type":', data: '{}', expected: refused(/is not JSON: .* at line 1, column 9/) },
  { name: 'a list', schema: '[]', data: '{}', expected: refused(/not an object/) },
]

const TRAPS: readonly SchemaCase[] = [
  schemaCase('$async', { $async: true, required: ['a'] }, {}, refused(/\$async/)),
  schemaCase('$async: false', { $async: false }, {}, refused(/\$async/)),
  schemaCase(
    '$async in a property',
    { properties: { a: { $async: true, type: 'string' } } },
    { a: 1 },
    refused(/#\/properties\/a uses \$async/),
  ),
  schemaCase(
    '$async in a definition',
    { $ref: '#/$defs/a', $defs: { a: { $async: true, required: ['a'] } } },
    {},
    refused(/\$async/),
  ),
  schemaCase(
    '$async in a definition that nothing refers to',
    { $defs: { a: { items: { $async: true } } } },
    {},
    refused(/#\/\$defs\/a\/items uses \$async/),
  ),
  schemaCase(
    '$async where no schema stands',
    { properties: { a: { $ref: '#/x-shared/a' } }, 'x-shared': { a: { $async: true, type: 'string' } } },
    { a: 1 },
    refused(/#\/x-shared\/a uses \$async/),
  ),
  schemaCase(
    'a property called $async',
    { properties: { $async: { type: 'boolean' } } },
    { $async: 1 },
    invalid('invalid_type', '$async'),
  ),
  schemaCase(
    'a reference to another document',
    { $ref: 'https://example.com/schema.json' },
    {},
    refused(/nothing else is ever loaded/),
  ),
  schemaCase('a reference to a file', { $ref: 'file:///etc/passwd' }, {}, refused(/nothing else is ever loaded/)),
  schemaCase(
    'a reference to the dialect',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    {},
    refused(/not in the schema/),
  ),
  schemaCase(
    'a reference to what objects inherit',
    { $ref: '#/constructor/prototype' },
    {},
    refused(/not in the schema/),
  ),
  schemaCase('a reference to a prototype', { $ref: '#/__proto__' }, {}, refused(/not in the schema/)),
  schemaCase('a reference to a text', { $ref: '#/title', title: 'x' }, {}, refused(/not in the schema/)),
  schemaCase('a reference that is none', { $ref: '#/%' }, {}, refused(/not in the schema/)),
  schemaCase(
    'the address of the dialect as its own',
    { $id: 'https://json-schema.org/draft/2020-12/schema', required: ['a'] },
    {},
    invalid('missing_required_field', 'a'),
  ),
  schemaCase(
    'one address twice',
    { $defs: { a: { $id: 'x' }, b: { $id: 'x' } } },
    {},
    refused(/\$id that another schema has/),
  ),
  schemaCase(
    'one anchor twice',
    { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
    {},
    refused(/\$anchor that another schema has/),
  ),
  schemaCase(
    'an unknown dialect',
    { $schema: 'https://example.com/dialect' },
    {},
    refused(/\$schema that is not supported/),
  ),
  schemaCase(
    'an older dialect',
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    {},
    refused(/\$schema that is not supported/),
  ),
  schemaCase(
    'a part of the dialect',
    { $schema: 'https://json-schema.org/draft/2020-12/meta/core', type: 5 },
    {},
    refused(/\$schema that is not supported/),
  ),
  schemaCase(
    'a type that there is not',
    { properties: { a: { type: 'text' } } },
    {},
    refused(/#\/properties\/a\/type/),
  ),
  schemaCase('$data', { properties: { a: { minimum: { $data: '1/b' } } } }, {}, refused(/#\/properties\/a\/minimum/)),
  schemaCase(
    'defaults',
    { properties: { a: { default: 'x' } }, required: ['a'] },
    {},
    invalid('missing_required_field', 'a'),
  ),
  schemaCase(
    'a discriminator',
    { discriminator: { propertyName: 'a' }, oneOf: [{ properties: { a: { const: 1 } } }] },
    { a: 1 },
    valid,
  ),
  schemaCase('nullable without a type', { properties: { a: { nullable: true } } }, { a: null }, valid),
  schemaCase('nullable', { properties: { a: { type: 'string', nullable: true } } }, { a: null }, valid),
  {
    name: 'a property called __proto__',
    schema: '{"properties":{"__proto__":{"type":"string"}}}',
    data: '{"__proto__":1}',
    expected: refused(/called __proto__/),
  },
  {
    name: 'required names of prototypes',
    schema: '{"required":["__proto__","constructor","toString"]}',
    data: '{"__proto__":1,"toString":1}',
    expected: invalid('missing_required_field', 'constructor'),
  },
  {
    name: 'data called __proto__ where nothing else is allowed',
    schema: '{"properties":{"a":{}},"additionalProperties":false}',
    data: '{"__proto__":{"a":1}}',
    expected: invalid('validation_failed', '__proto__'),
  },
  schemaCase(
    'names that look like code',
    {
      properties: {
        '"]; process.exit(1); //': { type: 'string' },
        'vErrors.push(err1)': { type: 'string' },
        '${process.exit(1)}': { type: 'string' },
        '\u2028*/process.exit(1)': { type: 'string' },
      },
      additionalProperties: false,
    },
    { 'vErrors.push(err1)': 1, '"]; process.exit(1); //': 'x', '\u2028*/process.exit(1)': 'x' },
    invalid('invalid_type', 'vErrors.push(err1)'),
  ),
  schemaCase(
    'keywords that are the validator’s own',
    { $part: 0, 'x-y': 1, properties: { a: { $part: 0, type: 'number' } } },
    { a: 1 },
    valid,
  ),
]

const ANSWERS: readonly SchemaCase[] = [
  schemaCase(
    'a name of half a megabyte that is not allowed',
    { additionalProperties: false },
    { [repeat('n', 500_000)]: 1 },
    invalid('validation_failed'),
  ),
  schemaCase(
    'names of 2 KB in each other, and wrong at the end',
    {
      $ref: '#/$defs/a',
      $defs: { a: { additionalProperties: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a', type: 'object' }] } } },
    },
    nest<unknown>(
      400,
      list(1, () => 1),
      (inner) => ({ [repeat('n', 2_000)]: inner }),
    ),
    invalid('invalid_type'),
  ),
  schemaCase(
    'a constant of half a megabyte',
    { properties: { a: { const: list(100_000, (index) => index) } } },
    { a: 1 },
    invalid('invalid_value', 'a'),
  ),
]

/** Schemas and data that mean harm: each ends at once in what it is expected to. */
export const SCHEMA_CASES: readonly SchemaCase[] = [
  ...PATTERNS,
  ...MORE_PATTERNS,
  ...FORMATS,
  ...CIRCLES,
  ...EXPLOSIONS,
  ...SIZES,
  ...TRAPS,
  ...ANSWERS,
]
