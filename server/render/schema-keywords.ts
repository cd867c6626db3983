interface Applicator {
  /** The keyword's value: a schema, a list of them, or schemas by name. */
  readonly holds: 'schema' | 'list' | 'map'
  /** The values that those schemas apply to; `nothing` when they are only referred to, or for people to read. */
  readonly appliesTo: 'same value' | 'one part' | 'many parts' | 'nothing'
}

/** Keywords of JSON Schema (draft 2020-12 and its forerunners) under which other schemas stand. */
export const APPLICATORS: ReadonlyMap<string, Applicator> = new Map<string, Applicator>([
  ['$defs', { holds: 'map', appliesTo: 'nothing' }],
  ['additionalItems', { holds: 'schema', appliesTo: 'nothing' }],
  ['additionalProperties', { holds: 'schema', appliesTo: 'many parts' }],
  ['allOf', { holds: 'list', appliesTo: 'same value' }],
  ['anyOf', { holds: 'list', appliesTo: 'same value' }],
  ['contains', { holds: 'schema', appliesTo: 'many parts' }],
  ['contentSchema', { holds: 'schema', appliesTo: 'nothing' }],
  ['definitions', { holds: 'map', appliesTo: 'nothing' }],
  // Of the values, those that are lists name properties.
  ['dependencies', { holds: 'map', appliesTo: 'same value' }],
  ['dependentSchemas', { holds: 'map', appliesTo: 'same value' }],
  ['else', { holds: 'schema', appliesTo: 'same value' }],
  ['if', { holds: 'schema', appliesTo: 'same value' }],
  ['items', { holds: 'schema', appliesTo: 'many parts' }],
  ['not', { holds: 'schema', appliesTo: 'same value' }],
  ['oneOf', { holds: 'list', appliesTo: 'same value' }],
  ['patternProperties', { holds: 'map', appliesTo: 'many parts' }],
  ['prefixItems', { holds: 'list', appliesTo: 'one part' }],
  ['properties', { holds: 'map', appliesTo: 'one part' }],
  ['propertyNames', { holds: 'schema', appliesTo: 'many parts' }],
  ['then', { holds: 'schema', appliesTo: 'same value' }],
  ['unevaluatedItems', { holds: 'schema', appliesTo: 'many parts' }],
  ['unevaluatedProperties', { holds: 'schema', appliesTo: 'many parts' }],
])

/** Keywords that say something of a value by themselves. */
export const ASSERTIONS: ReadonlySet<string> = new Set([
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'nullable',
  'pattern',
  'required',
  'type',
  'uniqueItems',
])
