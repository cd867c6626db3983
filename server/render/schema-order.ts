import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'

/** A JSON Schema, as far as the order of its properties is concerned. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

/** `$ref` chains followed at most: a schema may refer to itself. */
const MAX_REFERENCES = 32

/** The path of the value that an error is about: the missing or forbidden property itself, not its object. */
export function placeOf({ keyword, instancePath, params }: ErrorObject): readonly string[] {
  const path = parsePointer(instancePath)
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return [...path, String(params.missingProperty)]
    case 'additionalProperties':
      return [...path, String(params.additionalProperty)]
    case 'unevaluatedProperties':
      return [...path, String(params.unevaluatedProperty)]
    case 'propertyNames':
      return [...path, String(params.propertyName)]
    default:
      return path
  }
}

/** Tells the position of a place in the order in which a schema declares things: one number per step. */
type Ranking = (place: readonly string[]) => readonly number[]

/**
 * Makes the ranking of one document's places. Declared properties come in their order, then required ones that are not
 * declared, then all others as the data has them; list items by position.
 */
export function createRanking(schema: Schema, data: JsonObject): Ranking {
  /** Where the data has its members: looked for once in each object, which may have a hundred thousand. */
  const positions = new Map<JsonObject, ReadonlyMap<string, number>>()
  const positionIn = (object: JsonObject, name: string) => {
    let known = positions.get(object)
    if (!known) {
      known = new Map(Object.keys(object).map((key, index) => [key, index]))
      positions.set(object, known)
    }
    return known.get(name) ?? 0
  }
  /** Where schemas declare their properties. */
  const declarations = new Map<object, ReadonlyMap<string, number>>()
  const declaredIn = (resolved: Record<string, unknown>) => {
    let known = declarations.get(resolved)
    if (!known) {
      const declared = Object.keys(toRecord(resolved.properties) ?? {})
      const required: readonly unknown[] = Array.isArray(resolved.required) ? resolved.required : []
      known = new Map([...new Set([...declared, ...required.map(String)])].map((name, index) => [name, index]))
      declarations.set(resolved, known)
    }
    return known
  }
  return (place) => {
    const rank: number[] = []
    let current: Schema | undefined = schema
    let value: JsonValue | undefined = data
    for (const step of place) {
      const resolved = current === undefined ? undefined : resolve(current, schema)
      if (Array.isArray(value)) {
        const index = Number(step)
        rank.push(index)
        current = itemSchema(resolved, index)
        value = value[index]
      } else {
        const object = isObject(value) ? value : {}
        const declared = resolved && declaredIn(resolved)
        rank.push(declared?.get(step) ?? (declared?.size ?? 0) + positionIn(object, step))
        current = toSchema(own(toRecord(resolved?.properties), step))
        value = own(object, step)
      }
    }
    return rank
  }
}

function itemSchema(schema: Record<string, unknown> | undefined, index: number): Schema | undefined {
  const prefix = schema?.prefixItems
  if (Array.isArray(prefix) && index < prefix.length) return toSchema(prefix[index])
  return toSchema(schema?.items)
}

/** Follows references into the same schema document; others are opaque. */
function resolve(schema: Schema, root: Schema): Record<string, unknown> | undefined {
  let current: Schema | undefined = schema
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const record = toRecord(current)
    if (typeof record?.$ref !== 'string') return record
    if (!record.$ref.startsWith('#')) return undefined
    let target: unknown = root
    for (const step of parsePointer(decodeURIComponent(record.$ref.slice(1)))) target = own(toRecord(target), step)
    current = toSchema(target)
  }
  return undefined
}

function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return []
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function own<T>(record: { readonly [key: string]: T } | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined
}

function toSchema(value: unknown): Schema | undefined {
  return typeof value === 'boolean' ? value : toRecord(value)
}

function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
