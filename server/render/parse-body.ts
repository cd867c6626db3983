import type { JsonObject } from '../../engine/base/json.js'
import { isJsonObject, parseJson } from './parse-json.js'
import type { BodyFault } from './render-types.js'

/** The JSON object that a body is. */
export function parseBody(body: Uint8Array): { readonly kind: 'parsed'; readonly value: JsonObject } | BodyFault {
  const parsed = parseJson(body)
  if (parsed.kind === 'malformed') {
    const place = `line ${parsed.line}, column ${parsed.column}`
    return { kind: 'invalid-body', message: `The body is not valid JSON: ${parsed.message} at ${place}` }
  }
  const { value } = parsed
  if (!isJsonObject(value)) return { kind: 'invalid-body', message: 'The body must be a JSON object' }
  return { kind: 'parsed', value }
}
