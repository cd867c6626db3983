import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { isJsonObject } from './parse-json.js'
import { SchemaError } from './schema-error.js'
import { APPLICATORS } from './schema-keywords.js'

/** A schema within a schema document. */
export interface SchemaPlace {
  readonly schema: JsonValue
  /** JSON Pointer, beginning with `#`. */
  readonly pointer: string
  /** The URI that its references are relative to. */
  readonly base: string
}

/** Stands for the address of a document that has none. */
const OWN_ADDRESS = 'https://schema.invalid/'

/** Longer names are shortened in pointers, which would otherwise grow with the square of a deep schema. */
const MAX_STEP = 60

/**
 * Finds what `$ref` means (JSON Schema core §8.2): by `$id`, `$anchor` and JSON Pointer, within the document only, and
 * by nothing that the document's objects inherit.
 */
export class SchemaReferences {
  readonly root: SchemaPlace
  readonly #resources = new Map<string, SchemaPlace>()
  /** By resource and name. */
  readonly #anchors = new Map<string, SchemaPlace>()
  readonly #places = new Map<JsonValue, SchemaPlace>()

  /** @throws SchemaError */
  constructor(schema: JsonObject | boolean, maxSchemas: number) {
    this.root = this.#enter({ schema, pointer: '#', base: OWN_ADDRESS })
    this.#resources.set(OWN_ADDRESS, this.root)
    const waiting = [this.root]
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      if (this.#places.size > maxSchemas) throw new SchemaError('#', `holds more than ${maxSchemas} schemas`)
      for (const inner of subschemas(place)) {
        if (isJsonObject(inner.schema)) waiting.push(this.#enter(inner))
      }
    }
  }

  /** All schemas that stand where the specification expects one. */
  get places(): Iterable<SchemaPlace> {
    return this.#places.values()
  }

  /** Where a schema stands, if that is where the specification expects one. */
  find(schema: JsonValue): SchemaPlace | undefined {
    return this.#places.get(schema)
  }

  /** Resolves a reference. @throws SchemaError when the document has no such place */
  resolve(reference: string, from: SchemaPlace): SchemaPlace {
    const unknown = () =>
      new SchemaError(
        from.pointer,
        `refers to "${shorten(reference)}", which is not in the schema; nothing else is ever loaded`,
      )
    const address = parseAddress(reference, from.base)
    if (!address) throw unknown()
    const { resource: name, fragment } = address
    const resource = this.#resources.get(name)
    if (!resource || fragment === undefined) throw unknown()
    const target =
      fragment === '' || fragment.startsWith('/')
        ? this.#follow(resource, fragment)
        : this.#anchors.get(`${name}#${fragment}`)
    if (!target || !(isJsonObject(target.schema) || typeof target.schema === 'boolean')) throw unknown()
    return this.#places.get(target.schema) ?? target
  }

  #follow(resource: SchemaPlace, fragment: string): SchemaPlace | undefined {
    let place = resource
    for (const step of fragment.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      const { schema } = place
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, name)) return undefined
      const inner: JsonValue | undefined = (schema as JsonObject)[name]
      if (inner === undefined) return undefined
      place = this.#places.get(inner) ?? {
        schema: inner,
        pointer: `${place.pointer}/${shortStep(name)}`,
        base: place.base,
      }
    }
    return place
  }

  #enter(place: SchemaPlace): SchemaPlace {
    const { schema, pointer } = place
    if (!isJsonObject(schema)) return place
    let { base } = place
    if (typeof schema.$id === 'string') {
      const address = parseAddress(schema.$id, base)
      if (!address) throw new SchemaError(pointer, 'has an $id that is no URI')
      base = address.resource
      if (this.#resources.has(base)) throw new SchemaError(pointer, 'has an $id that another schema has')
    }
    const entered = { schema, pointer, base }
    if (base !== place.base) this.#resources.set(base, entered)
    for (const name of new Set([schema.$anchor, schema.$dynamicAnchor])) {
      if (typeof name !== 'string') continue
      const key = `${base}#${name}`
      if (this.#anchors.has(key)) throw new SchemaError(pointer, 'has an $anchor that another schema has')
      this.#anchors.set(key, entered)
    }
    this.#places.set(schema, entered)
    return entered
  }
}

/** The schemas directly below another one. */
export function* subschemas({ schema, pointer, base }: SchemaPlace): Generator<SchemaPlace> {
  if (!isJsonObject(schema)) return
  for (const [keyword, value = null] of Object.entries(schema)) {
    const applicator = APPLICATORS.get(keyword)
    if (!applicator) continue
    const place = `${pointer}/${keyword}`
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield { schema: item, pointer: `${place}/${index}`, base }
    } else if (applicator.holds === 'map' && isJsonObject(value)) {
      for (const [name, item = null] of Object.entries(value)) {
        yield { schema: item, pointer: `${place}/${shortStep(name)}`, base }
      }
    } else {
      yield { schema: value, pointer: place, base }
    }
  }
}

/** A name as a step of a JSON Pointer. */
export function shortStep(name: string): string {
  return shorten(
    name
      .slice(0, 2 * MAX_STEP)
      .replaceAll('~', '~0')
      .replaceAll('/', '~1'),
  )
}

function shorten(text: string): string {
  return text.length > MAX_STEP ? `${text.slice(0, MAX_STEP)}…` : text
}

function parseAddress(
  reference: string,
  base: string,
): { readonly resource: string; readonly fragment: string | undefined } | undefined {
  if (!URL.canParse(reference, base)) return undefined
  const { href, hash } = new URL(reference, base)
  const end = href.indexOf('#')
  return { resource: end < 0 ? href : href.slice(0, end), fragment: decode(hash.slice(1)) }
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return undefined
  }
}
