import type { JsonValue } from '../../engine/base/json.js'
import { isJsonObject } from '../render/parse-json.js'
import { APPLICATORS } from '../render/schema-keywords.js'

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
    const holds = APPLICATORS.get(keyword)?.holds
    if (holds === undefined) return value
    // `items` is a list in forerunners of the draft.
    if (Array.isArray(value)) return value.map((item) => embedSchema(item, place))
    if (holds !== 'map') return embedSchema(value, place)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item = null]) => [name, embedSchema(item, place)]))
  }
}
