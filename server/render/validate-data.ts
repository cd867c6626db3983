import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { default as addFormats } from 'ajv-formats'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { createRanking, placeOf, type Schema } from './schema-order.js'

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
}

/** A template's compiled schema. */
export interface DataSchema {
  /** The names of the top-level properties. */
  readonly fields: readonly string[]
  /** All violations in the order of the schema's properties; empty when the data fits. */
  validate(data: JsonObject): readonly Violation[]
}

/** A schema text that cannot be used. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** Violations reported at most; the first one decides the answer. */
const MAX_VIOLATIONS = 100

/** Errors that are copied at most when one part of a schema refers to another. */
const MAX_COPIED_ERRORS = 2_000

/**
 * Compiles a JSON Schema (draft 2020-12). Nothing is coerced, defaults are not filled in, only own properties
 * count, and nothing outside of the text is ever loaded.
 *
 * @throws SchemaError when the text is not JSON or not such a schema
 */
export function compileSchema(text: string): DataSchema {
  const schema = parseSchema(text)
  // All errors, not the first: ajv checks `required` before any property, the interface wants the properties' order.
  const code = { process: limitErrors }
  const ajv = new Ajv2020({ allErrors: true, ownProperties: true, strict: false, logger: false, code })
  addFormats.default(ajv)
  ajv.addFormat('http-url', isHttpUrl)
  let check: ReturnType<typeof ajv.compile>
  try {
    check = ajv.compile(schema)
  } catch (error) {
    throw new SchemaError(`the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
  return {
    fields: typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : [],
    validate: (data) => (check(data) ? [] : toViolations(check.errors ?? [], schema, data)),
  }
}

/**
 * Makes the code that ajv generates keep a limited number of errors: of each keyword of the schema, and in all where
 * one part of it refers to another, as the errors found so far are copied then for each item of a list. A body has room
 * for half a million faulty items.
 *
 * AD-HOC: ajv knows only the first error or all of them. Code of another shape is left as it is.
 */
function limitErrors(code: string): string {
  return code
    .replaceAll(
      /\bvErrors\.push\((err\d+)\)/g,
      (push, name) => `((vErrors.${name}=(vErrors.${name}??0)+1)<=${MAX_VIOLATIONS}&&${push})`,
    )
    .replaceAll(/\bvErrors\.concat\(([\w.]+)\)/g, (concat) => `(vErrors.length<${MAX_COPIED_ERRORS}?${concat}:vErrors)`)
}

/** An absolute http or https URL, as the URL standard reads it. */
function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function parseSchema(text: string): Schema {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SchemaError('the schema is not JSON')
  }
  if (!isSchema(schema)) throw new SchemaError('the schema is not an object')
  return schema
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

interface Ranked {
  readonly rank: readonly number[]
  readonly priority: number
  readonly violation: Violation
}

function toViolations(errors: readonly ErrorObject[], schema: Schema, data: JsonObject): readonly Violation[] {
  const ranked: Ranked[] = []
  const candidates = firstOfEach(errors)
  const rankOf = createRanking(schema, data)
  for (const error of candidates) {
    // Says only that one of the keywords beside it failed.
    if (error.keyword === 'if') continue
    const place = placeOf(error)
    ranked.push({
      rank: rankOf(place),
      priority: priorityOf(error),
      violation: toViolation(error, place.join('.'), candidates),
    })
  }
  ranked.sort((a, b) => compareRanks(a.rank, b.rank) || a.priority - b.priority)
  return ranked.slice(0, MAX_VIOLATIONS).map(({ violation }) => violation)
}

/**
 * The errors that the first violations are among: the first of each kind in each property. Errors of a list come in the
 * order of its items, so an earlier one is never left out for a later one. Where ajv took back what was not kept, the
 * list has holes, which no callback sees.
 */
function firstOfEach(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const counts = new Map<string, number>()
  return errors.filter(({ instancePath, keyword }) => {
    const end = instancePath.indexOf('/', 1)
    const kind = `${end < 0 ? instancePath : instancePath.slice(0, end)} ${keyword}`
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return count < MAX_VIOLATIONS
  })
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
  const subject = field === '' ? 'The data' : `Field "${field}"`
  switch (code) {
    case 'missing_required_field':
      return { code, field, message: `Missing required field: ${field}` }
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

function codeOf(error: ErrorObject, all: readonly ErrorObject[]): ViolationCode {
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return 'missing_required_field'
    case 'type':
      return 'invalid_type'
    case 'format':
    case 'pattern':
      return 'invalid_format'
    case 'enum':
    case 'const':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'uniqueItems':
    case 'minProperties':
    case 'maxProperties':
      return 'invalid_value'
    case 'anyOf':
    case 'oneOf':
      return isTypeChoice(error, all) ? 'invalid_type' : 'validation_failed'
    default:
      return 'validation_failed'
  }
}

/** A choice of which every branch fails by its type, such as a string or null. */
function isTypeChoice(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  const branches = branchesOf(error, all)
  return branches.length > 0 && branches.every(({ keyword }) => keyword === 'type')
}

function branchesOf(error: ErrorObject, all: readonly ErrorObject[]): readonly ErrorObject[] {
  const branchPath = `${error.schemaPath}/`
  return all.filter(({ schemaPath }) => schemaPath.startsWith(branchPath))
}

function typesOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const errors = error.keyword === 'type' ? [error] : branchesOf(error, all)
  const types = errors.flatMap(({ params }): readonly string[] => params.type ?? [])
  return [...new Set(types)].join(' or ')
}

function describeFormat({ params, message }: ErrorObject): string {
  // A format of our own, whose name tells clients nothing.
  if (params.format === 'http-url') return 'must be an absolute http or https URL'
  return message ?? 'has an invalid format'
}

function describeLimit({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'enum') return `must be one of ${list(params.allowedValues)}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
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

function list(values: readonly JsonValue[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
