import type { JsonValue } from '../../engine/base/json.js'
import { isJsonObject } from '../render/parse-json.js'

/** Keywords of JSON Schema (draft 2020-12 and its forerunners) by where their schemas stand. */
const SCHEMA = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const LIST_OF_SCHEMAS = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'])
const SCHEMAS_BY_NAME = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/**
 * A schema as it stands somewhere in another document: what it refers to within itself (`#/$defs/line`) is found at its
 * new place, a JSON Pointer that begins with `#`. Schemas with an `$id` are documents of their own wherever they stand
 * (JSON Schema core §8.2.1) and stay as they are.
 */
export function embedSchema(schema: JsonValue, place: string): JsonValue {
  if (!isJsonObject(schema) || Object.hasOwn(schema, '$id')) return schema
  return Object.fromEntries(Object.entries(schema).map(([keyword, value = null]) => [keyword, embed(keyword, value)]))

  function embed(keyword: string, value: JsonValue): JsonValue {
    if (keyword === '$ref' && typeof value === 'string') {
      return value === '#' || value.startsWith('#/') ? `${place}${value.slice(1)}` : value
    }
    if (Array.isArray(value)) {
      return LIST_OF_SCHEMAS.has(keyword) ? value.map((item) => embedSchema(item, place)) : value
    }
    if (SCHEMA.has(keyword)) return embedSchema(value, place)
    if (!SCHEMAS_BY_NAME.has(keyword) || !isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item = null]) => [name, embedSchema(item, place)]))
  }
}
