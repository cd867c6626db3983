import type { JsonObject, JsonValue } from '../base/json.js'
import { isList, isObject } from './values.js'

/**
 * The shape of data before there is any: the fields that a schema declares or a sample has. `open` says that there
 * may be others, as of an object that nothing is said about.
 */
export interface Shape {
  readonly open: boolean
  readonly fields: ReadonlyMap<string, Shape>
  /** Of the items, where the value may be a list. */
  readonly items: Shape | undefined
}

/** Data that nothing is known of. */
export const UNKNOWN_SHAPE: Shape = { open: true, fields: new Map(), items: undefined }

/** Without fields: texts, numbers, and what else is no object. */
export const PLAIN_SHAPE: Shape = { open: false, fields: new Map(), items: undefined }

/** Schemas and samples deeper than this are not looked into. */
const MAX_DEPTH = 32

/** So many items of a list in a sample are looked at. */
const MAX_ITEMS = 100

/** The joint shape of a sample and others like it. */
export function shapeOfSample(value: JsonValue, depth = 0): Shape {
  if (value === null || depth > MAX_DEPTH) return UNKNOWN_SHAPE
  if (isList(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => shapeOfSample(item, depth + 1))
    return { ...PLAIN_SHAPE, items: items.length === 0 ? UNKNOWN_SHAPE : items.reduce(eitherShape) }
  }
  if (!isObject(value)) return PLAIN_SHAPE
  const fields = Object.entries(value).map(([name, field]) => [name, shapeOfSample(field ?? null, depth + 1)] as const)
  return { open: fields.length === 0, fields: new Map(fields), items: undefined }
}

/**
 * The shape that a JSON Schema declares. Schemas allow fields that they do not name, but those that name some mean only
 * these: an object is open when it names none.
 */
export function shapeOfSchema(schema: JsonValue): Shape {
  return new SchemaReader(schema).read(schema, 0)
}

/** The union of both. */
export function eitherShape(a: Shape, b: Shape): Shape {
  if (a === b) return a
  const fields = new Map(a.fields)
  for (const [name, shape] of b.fields) {
    const known = fields.get(name)
    fields.set(name, known ? eitherShape(known, shape) : shape)
  }
  const items = a.items && b.items ? eitherShape(a.items, b.items) : (a.items ?? b.items)
  return { open: a.open || b.open, fields, items }
}

/** The shape of a field; undefined when there is none of that name. */
export function fieldShape(shape: Shape, name: string): Shape | undefined {
  const known = shape.fields.get(name)
  if (known) return known
  if (shape.items && /^\d+$/.test(name)) return shape.items
  return shape.open ? UNKNOWN_SHAPE : undefined
}

class SchemaReader {
  readonly #root: JsonValue
  /** References that are being followed: what refers to itself is as deep as the data. */
  readonly #followed = new Set<string>()

  constructor(root: JsonValue) {
    this.#root = root
  }

  read(schema: JsonValue, depth: number): Shape {
    if (!isObject(schema) || isList(schema) || depth > MAX_DEPTH) return UNKNOWN_SHAPE
    const parts = this.#parts(schema as JsonObject, depth)
    return parts.length === 0 ? UNKNOWN_SHAPE : parts.reduce(eitherShape)
  }

  #parts(schema: JsonObject, depth: number): readonly Shape[] {
    const parts: Shape[] = []
    const { $ref: reference, properties, items, prefixItems, type } = schema
    if (typeof reference === 'string') parts.push(this.#follow(reference, depth))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = schema[keyword] ?? null
      if (isList(branches)) parts.push(...branches.map((branch) => this.read(branch, depth + 1)).filter(saysSomething))
    }
    for (const keyword of ['then', 'else']) {
      const branch = this.read(schema[keyword] ?? null, depth + 1)
      if (saysSomething(branch)) parts.push(branch)
    }
    if (properties !== undefined && isObject(properties) && !isList(properties)) {
      const fields = Object.entries(properties).map(
        ([name, field]) => [name, this.read(field ?? null, depth + 1)] as const,
      )
      const isOpen = isObject(schema.additionalProperties ?? null) || schema.patternProperties !== undefined
      parts.push({ open: isOpen, fields: new Map(fields), items: undefined })
    }
    const lists = [items, ...(isList(prefixItems ?? null) ? (prefixItems as readonly JsonValue[]) : [])]
    const inLists = lists.filter((item) => item !== undefined).map((item) => this.read(item ?? null, depth + 1))
    if (inLists.length > 0) parts.push({ ...PLAIN_SHAPE, items: inLists.reduce(eitherShape) })
    if (parts.length === 0 && typeof type === 'string' && SCALARS.has(type)) parts.push(PLAIN_SHAPE)
    return parts
  }

  /** A JSON Pointer within the schema; other documents are not known. */
  #follow(reference: string, depth: number): Shape {
    if (!reference.startsWith('#') || this.#followed.has(reference)) return UNKNOWN_SHAPE
    let target: JsonValue = this.#root
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = decodePointer(step)
      if (!isObject(target) || !Object.hasOwn(target, name)) return UNKNOWN_SHAPE
      target = (target as Readonly<Record<string, JsonValue>>)[name] ?? null
    }
    this.#followed.add(reference)
    const shape = this.read(target, depth + 1)
    this.#followed.delete(reference)
    return shape
  }
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])

function saysSomething(shape: Shape): boolean {
  return shape !== UNKNOWN_SHAPE
}

function decodePointer(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // A percent sign that encodes nothing stands for itself.
    if (error instanceof URIError) return text
    throw error
  }
}
