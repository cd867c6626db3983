import type { JsonObject, JsonValue } from './base/json.js'

/** Kinds of text that are told by their form, and so many samples of a form suffice. */
const FORMATS: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['uri', /^https?:\/\/\S+$/],
]

/** Samples deeper than this are not looked into. */
const MAX_DEPTH = 64

/**
 * A JSON Schema that samples of data satisfy: types, formats of texts, the fields that all objects in a place have as
 * required ones, and the first values as `examples`.
 */
export function inferSchema(samples: readonly JsonObject[]): JsonObject {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaOf(samples, 0) }
}

function schemaOf(values: readonly JsonValue[], depth: number): JsonObject {
  const types = new Set(values.map(typeOf))
  if (types.has('number')) types.delete('integer')
  if (types.size === 0 || depth > MAX_DEPTH) return {}
  const [only] = types
  const schema: Record<string, JsonValue> = { type: types.size === 1 && only !== undefined ? only : [...types] }
  const objects = values.filter(isPlainObject)
  if (objects.length > 0) Object.assign(schema, fieldsOf(objects, depth))
  const lists = values.filter((value) => Array.isArray(value))
  if (lists.length > 0) schema.items = schemaOf(lists.flat(1) as readonly JsonValue[], depth + 1)
  const texts = values.filter((value) => typeof value === 'string')
  const format = FORMATS.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0]
  if (texts.length > 0 && format !== undefined) schema.format = format
  const example = values.find((value) => value !== null && typeof value !== 'object')
  if (example !== undefined) schema.examples = [example]
  return schema
}

function fieldsOf(objects: readonly JsonObject[], depth: number): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const valuesOf = (name: string) =>
    objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : []))
  const properties = Object.fromEntries(names.map((name) => [name, schemaOf(valuesOf(name), depth + 1)]))
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)))
  return required.length > 0 ? { properties, required } : { properties }
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function isPlainObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
