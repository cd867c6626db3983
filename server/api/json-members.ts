import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { ApiError, invalidTemplateData } from '../http/api-error.js'
import { isJsonObject, parseJson } from '../render/parse-json.js'

/** The object that a body is. @throws ApiError 400 `invalid_template_data` */
export function parseJsonObject(body: Uint8Array): JsonObject {
  const parsed = parseJson(body)
  if (parsed.kind === 'malformed') {
    throw invalidTemplateData(`The body is not JSON: ${parsed.message} at line ${parsed.line}, column ${parsed.column}`)
  }
  if (!isJsonObject(parsed.value)) throw invalidTemplateData('The body must be a JSON object')
  return parsed.value
}

/** @throws ApiError 422 `validation_failed` for a member that is none of these */
export function requireKnownMembers(object: JsonObject, names: readonly string[], prefix = ''): void {
  const unknown = Object.keys(object).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw invalidMember('validation_failed', prefix + unknown, 'There is no such member')
}

/** An own member that a body may leave out. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** @throws ApiError 422 unless it is a text of 1 to `most` characters, or absent where that is allowed */
export function textMember(object: JsonObject, name: string, most: number): string {
  const text = optionalTextMember(object, name, most)
  if (text === undefined) throw missingMember(name)
  return text
}

export function optionalTextMember(object: JsonObject, name: string, most: number): string | undefined {
  const value = memberOf(object, name)
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidMember('invalid_type', name, `Field "${name}" must be a string`)
  if (value === '' || value.length > most) {
    throw invalidMember('invalid_value', name, `Field "${name}" must have 1 to ${most} characters`)
  }
  return value
}

/** @throws ApiError 422 unless it is a whole number from 1 */
export function positiveMember(object: JsonObject, name: string): number {
  const value = memberOf(object, name)
  if (value === undefined) throw missingMember(name)
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw invalidMember('invalid_type', name, `Field "${name}" must be a whole number`)
  }
  if (value < 1 || value > 2_147_483_647) throw invalidMember('invalid_value', name, `Field "${name}" is out of range`)
  return value
}

export function missingMember(field: string): ApiError {
  return invalidMember('missing_required_field', field, `Missing required field: ${field}`)
}

export function invalidMember(
  code: 'missing_required_field' | 'invalid_type' | 'invalid_format' | 'invalid_value' | 'validation_failed',
  field: string,
  message: string,
): ApiError {
  return new ApiError(422, 'validation_error', code, message, { field })
}
