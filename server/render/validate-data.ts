import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { CheckOverrun } from './check-budget.js'
import { compileParts, isStackOverflow, type SchemaCheck } from './compile-schema.js'
import { readSchema } from './read-schema.js'
import { SchemaError } from './schema-error.js'
import { createRanking, placeOf, type Schema } from './schema-order.js'
import { shorten, toField } from './shorten.js'

type ViolationCode =
  | 'missing_required_field'
  | 'invalid_type'
  | 'invalid_format'
  | 'invalid_value'
  | 'validation_failed'

/** Data that does not fit the template's schema. */
export interface Violation {
  readonly code: ViolationCode
  /** Dotted path, e.g. `items.1.name`; empty when the data as a whole is at fault. */
  readonly field: string
  /** One sentence that names the field and what is expected, never what was sent. */
  readonly message: string
  /** Of a value of another type: the types that it may have, and the one that it has. */
  readonly types?: { readonly expected: string; readonly received: string }
}

/** Why a schema cannot be published. */
export interface SchemaProblem {
  /** The part at fault: a JSON Pointer, beginning with `#`. */
  readonly place: string
  /** Names the part and what is wrong with it. */
  readonly message: string
}

/** A template's compiled schema. */
export interface DataSchema {
  /** The names of the top-level properties. */
  readonly fields: readonly string[]
  /** Keywords and names in it. */
  readonly weight: number
  /** All violations in the order of the schema's properties; empty when the data fits. @throws SchemaError */
  validate(data: JsonObject): readonly Violation[]
}

/** Violations reported at most; the first one decides the answer. */
const MAX_VIOLATIONS = 100

/** Characters of a field's path in a message, and of a schema's values: others choose their length. */
const MAX_NAME = 200
const MAX_VALUES = 300

/**
 * Compiles a JSON Schema (draft 2020-12). Nothing is coerced, defaults are not filled in, only own properties
 * count, and nothing outside of the text is ever loaded.
 *
 * @throws SchemaError when the text is not JSON or not such a schema, or is larger than a check can be
 */
export function compileSchema(text: string): DataSchema {
  const parts = readSchema(text)
  const { source } = parts
  const check = compileParts(parts)
  return {
    weight: parts.weight,
    fields: typeof source === 'object' && isRecord(source.properties) ? Object.keys(source.properties) : [],
    validate: (data) => findViolations(check, source, data),
  }
}

/**
 * Tries a schema as it is about to be published: whether it can be used, and how much work it is. Nothing in it can
 * take long, so this may be done wherever it is needed.
 */
export function tryPublishedSchema(text: string): SchemaProblem | undefined {
  try {
    const check = compileParts(readSchema(text))
    check.prepare()
    check.run({})
    return undefined
  } catch (error) {
    if (error instanceof SchemaError) return { place: error.place, message: error.message }
    if (error instanceof CheckOverrun) return { place: error.place, message: error.message }
    throw error
  }
}

function findViolations(check: SchemaCheck, schema: Schema, data: JsonObject): readonly Violation[] {
  try {
    return toViolations(check.run(data), schema, data)
  } catch (error) {
    if (error instanceof CheckOverrun) {
      return [failure(`The data takes too long to check, most of it by "${error.place}" of the template's schema`)]
    }
    if (!isStackOverflow(error)) throw error
    return [failure("The data is nested too deeply to be checked by the template's schema")]
  }
}

/** A violation of the data as a whole. */
function failure(message: string): Violation {
  return { code: 'validation_failed', field: '', message }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Ranked {
  readonly error: ErrorObject
  readonly place: readonly string[]
  readonly rank: readonly number[]
  readonly priority: number
}

function toViolations(errors: readonly ErrorObject[], schema: Schema, data: JsonObject): readonly Violation[] {
  const rankOf = createRanking(schema, data)
  const ranked: Ranked[] = []
  for (const error of errors) {
    // Says only that one of the keywords beside it failed.
    if (error.keyword === 'if') continue
    const place = placeOf(error)
    ranked.push({ error, place, rank: rankOf(place), priority: priorityOf(error) })
  }
  if (errors.length > 0 && ranked.length === 0) return [failure('The data does not match the schema')]
  ranked.sort((a, b) => compareRanks(a.rank, b.rank) || a.priority - b.priority)
  return ranked.slice(0, MAX_VIOLATIONS).map(({ error, place }) => ({
    ...toViolation(error, toField(place), errors),
    ...typesAt(error, place, errors, data),
  }))
}

/** Of several faults of one value: the choice that failed says more than its branches, a wrong type more than the rest. */
function priorityOf({ keyword }: ErrorObject): number {
  if (keyword === 'anyOf' || keyword === 'oneOf') return 0
  return keyword === 'type' ? 1 : 2
}

/** Outer before inner, then by position. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function toViolation(error: ErrorObject, field: string, all: readonly ErrorObject[]): Violation {
  const code = codeOf(error, all)
  const name = shorten(field, MAX_NAME)
  const subject = field === '' ? 'The data' : `Field "${name}"`
  switch (code) {
    case 'missing_required_field':
      return { code, field, message: `Missing required field: ${name}` }
    case 'invalid_type':
      return { code, field, message: `${subject} must be of type ${typesOf(error, all)}` }
    case 'invalid_format':
      return { code, field, message: `${subject} ${describeFormat(error)}` }
    case 'invalid_value':
      return { code, field, message: `${subject} ${describeLimit(error)}` }
    case 'validation_failed':
      return { code, field, message: `${subject} ${describeFailure(error)}` }
  }
}

function typesAt(error: ErrorObject, place: readonly string[], all: readonly ErrorObject[], data: JsonObject) {
  if (codeOf(error, all) !== 'invalid_type') return undefined
  return { types: { expected: typesOf(error, all), received: typeOf(valueAt(data, place)) } }
}

function valueAt(data: JsonValue, place: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = data
  for (const name of place) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Array.isArray(value)
      ? value[Number(name)]
      : Object.hasOwn(value, name)
        ? (value as JsonObject)[name]
        : undefined
  }
  return value
}

/** A type by its name in JSON Schema. */
function typeOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Codes of violations, with the keywords that the data do not fit. */
const KEYWORDS: readonly (readonly [ViolationCode, readonly string[]])[] = [
  ['missing_required_field', ['required', 'dependentRequired', 'dependencies']],
  ['invalid_type', ['type']],
  ['invalid_format', ['format', 'pattern']],
  ['invalid_value', ['enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  [
    'invalid_value',
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ],
]

const CODES = new Map(KEYWORDS.flatMap(([code, keywords]) => keywords.map((keyword) => [keyword, code] as const)))

function codeOf(error: ErrorObject, all: readonly ErrorObject[]): ViolationCode {
  const { keyword } = error
  if (keyword === 'anyOf' || keyword === 'oneOf') return isTypeChoice(error, all) ? 'invalid_type' : 'validation_failed'
  return CODES.get(keyword) ?? 'validation_failed'
}

/** A choice of which every branch fails by its type, such as a string or null. */
function isTypeChoice(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  const branches = branchesOf(error, all)
  return (
    branches.length > 0 &&
    branches.every(({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath)
  )
}

function branchesOf(error: ErrorObject, all: readonly ErrorObject[]): readonly ErrorObject[] {
  const branchPath = `${error.schemaPath}/`
  return all.filter(
    ({ schemaPath, instancePath }) => schemaPath.startsWith(branchPath) && instancePath.startsWith(error.instancePath),
  )
}

function typesOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const errors = error.keyword === 'type' ? [error] : branchesOf(error, all)
  const types = errors.flatMap(({ params }): readonly string[] => params.type ?? [])
  return [...new Set(types)].join(' or ')
}

function describeFormat({ params, message }: ErrorObject): string {
  // A format of our own, whose name tells clients nothing.
  if (params.format === 'http-url') return 'must be an absolute http or https URL'
  return shorten(message ?? 'has an invalid format', MAX_VALUES)
}

function describeLimit({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'enum') return `must be one of ${list(params.allowedValues)}`
  if (keyword === 'const') return `must be ${describeValue(params.allowedValue)}`
  // ajv's text names the positions, which are not the client's concern.
  if (keyword === 'uniqueItems') return 'must not contain the same item twice'
  return message ?? 'is outside of the allowed range'
}

function describeFailure({ keyword, message }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not allowed'
  if (keyword === 'propertyNames') return 'has a name that is not allowed'
  if (keyword === 'false schema') return 'is not allowed'
  return message ?? 'does not match the schema'
}

/** As many values as there is room for. */
function list(values: readonly JsonValue[]): string {
  const shown: string[] = []
  let length = 0
  for (const value of values) {
    const text = describeValue(value)
    length += text.length
    if (length > MAX_VALUES && shown.length > 0) break
    shown.push(text)
  }
  const others = values.length - shown.length
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} or ${others} other values`
}

/** Texts of a schema's values, each of which may be long to write. */
const descriptions = new WeakMap<object, string>()

function describeValue(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, MAX_VALUES))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = descriptions.get(value) ?? shorten(JSON.stringify(value), MAX_VALUES)
  descriptions.set(value, text)
  return text
}
