import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { compilePattern, type Pattern } from '../webhooks/rules/pattern.js'
import { PatternError } from '../webhooks/rules/pattern-error.js'
import { isKnownFormat } from './formats.js'
import { isJsonObject, parseJson } from './parse-json.js'
import { SchemaError } from './schema-error.js'
import { APPLICATORS, ASSERTIONS } from './schema-keywords.js'
import { type SchemaPlace, SchemaReferences, shortStep } from './schema-references.js'
import { findSharedParts, type PartSite, type ValueStep } from './shared-parts.js'

/** The keyword that stands for a part, by its number, in the schema of another one. */
export const PART = '$part'

/** A piece of a schema that is checked by a function of its own. */
export interface SchemaPart {
  /** JSON Pointer, beginning with `#`. */
  readonly place: string
  /** Only what `readSchema` has understood; the schemas in it have none in them but by `PART`. */
  readonly schema: JsonObject
  /** It may be asked about one value more than once. */
  readonly isShared: boolean
  /** Keywords, and names in them: what one check takes in steps. */
  readonly weight: number
}

/** A schema whose references are resolved. */
export interface SchemaParts {
  /** The schema itself comes first. */
  readonly parts: readonly SchemaPart[]
  readonly patterns: ReadonlyMap<string, Pattern>
  /** The values of `enum` and `const`. */
  readonly constants: readonly JsonValue[]
  /** Keywords and names, of all parts. */
  readonly weight: number
  /** It asks which properties or items have been looked at, which costs a check of every part something. */
  readonly asksForUnevaluated: boolean
  /** The schema as it was written. */
  readonly source: JsonObject | boolean
}

/** Characters of a schema's text. */
const MAX_LENGTH = 1_048_576

/** Schemas in it, whether or not they are used. */
const MAX_SCHEMAS = 20_000

/** Making a function takes some 0.3 ms, and 0.05 ms for each keyword or name: together a third of a second. */
const MAX_PARTS = 500
const MAX_WEIGHT = 4_000

/** Names in one list, and properties of one object. */
const MAX_NAMES = 500

/** Of one choice: code for each stands within that for the one before. */
const MAX_BRANCHES = 250

/** References that lead from one schema to the next for the same value: each takes its place on the stack. */
const MAX_CHAIN = 64

/** Long enough for what people write to check addresses of the web. */
const PATTERN = { length: 4_096, instructions: 20_000 }

/** Of all patterns of a schema. */
const MAX_PATTERN_INSTRUCTIONS = 100_000

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Keywords that mean something we do not do; all unknown ones mean nothing. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['$async', 'uses $async, which no data could fail'],
  ['$dynamicRef', 'uses $dynamicRef; $ref does the same in one document'],
  ['$recursiveRef', 'uses $recursiveRef; $ref does the same in one document'],
])

/**
 * Tells whether keywords have valid values. Checking data by them is done elsewhere. Made for the first schema: it takes
 * longer than everything else that a process does at its start.
 */
let metaSchema: Ajv2020 | undefined

/**
 * Reads a JSON Schema (draft 2020-12): what it may hold, what its references lead to, and which pieces are checked
 * together. Keywords that it does not know are left out, so nothing of them reaches the generator of code.
 *
 * @throws SchemaError when it cannot be used, or is larger than a check can be
 */
export function readSchema(text: string): SchemaParts {
  if (text.length > MAX_LENGTH) throw new SchemaError('#', `is longer than ${MAX_LENGTH} characters`)
  const parsed = parseJson(Buffer.from(text))
  if (parsed.kind === 'malformed') {
    throw new SchemaError('#', `is not JSON: ${parsed.message} at line ${parsed.line}, column ${parsed.column}`)
  }
  const { value } = parsed
  if (!isJsonObject(value) && typeof value !== 'boolean') throw new SchemaError('#', 'is not an object')
  return new Reader(value).read()
}

interface UnfinishedPart {
  readonly origin: SchemaPlace
  readonly number: number
  schema: JsonObject
  weight: number
}

class Reader {
  readonly #source: JsonObject | boolean
  readonly #references: SchemaReferences
  readonly #parts: UnfinishedPart[] = []
  readonly #numbers = new Map<JsonValue, number>()
  readonly #sites: PartSite[] = []
  readonly #patterns = new Map<string, Pattern>()
  readonly #constants: JsonValue[] = []
  #patternInstructions = 0
  #weight = 0
  #asksForUnevaluated = false

  constructor(source: JsonObject | boolean) {
    if (isJsonObject(source)) assertDialect(source, '#')
    this.#source = source
    this.#references = new SchemaReferences(source, MAX_SCHEMAS)
    assertWellFormed(source, '#')
    // Also in definitions that nothing refers to: who wrote them meant something by it.
    for (const place of this.#references.places) assertNothingRefused(place)
  }

  read(): SchemaParts {
    this.#numberOf(this.#references.root)
    // The list grows while it is read.
    for (let index = 0; index < this.#parts.length; index++) {
      const part = this.#parts[index]
      if (part) part.schema = this.#convert(part.origin, part, undefined)
    }
    assertNoCircle(this.#parts, this.#sites)
    const shared = findSharedParts(this.#parts.length, this.#sites)
    return {
      parts: this.#parts.map(({ origin, number, schema, weight }) => ({
        place: origin.pointer,
        schema,
        isShared: shared.has(number),
        weight,
      })),
      patterns: this.#patterns,
      constants: this.#constants,
      weight: this.#weight,
      asksForUnevaluated: this.#asksForUnevaluated,
      source: this.#source,
    }
  }

  /** The number of the part that a schema is. */
  #numberOf(place: SchemaPlace): number {
    const known = this.#numbers.get(place.schema)
    if (known !== undefined) return known
    if (!this.#references.find(place.schema)) assertWellFormed(place.schema, place.pointer)
    const number = this.#parts.length
    if (number >= MAX_PARTS) throw new SchemaError('#', `has more than ${MAX_PARTS} objects, lists and choices`)
    this.#parts.push({ origin: place, number, schema: {}, weight: 1 })
    this.#numbers.set(place.schema, number)
    return number
  }

  /** Asks a schema as a part. */
  #ask(place: SchemaPlace, part: UnfinishedPart, step: ValueStep | undefined): number {
    const number = this.#numberOf(place)
    this.#sites.push({ from: part.number, to: number, step })
    return number
  }

  /**
   * A schema as it is given to the generator of code.
   *
   * @param step how its value is found from the part's
   */
  #convert(place: SchemaPlace, part: UnfinishedPart, step: ValueStep | undefined): JsonObject {
    const { schema, pointer } = place
    if (!isJsonObject(schema)) return schema === false ? { not: {} } : {}
    const converted: [string, JsonValue][] = []
    assertNothingRefused(place)
    for (const [keyword, value = null] of Object.entries(schema)) {
      this.#weigh(1, part)
      if (keyword === '$schema') {
        assertDialect(schema, pointer)
      } else if (keyword === '$ref') {
        const target = this.#references.resolve(String(value), place)
        converted.push([PART, this.#ask(target, part, step)])
      } else if (ASSERTIONS.has(keyword)) {
        converted.push(...this.#assertion(keyword, value, place, part))
      } else if (APPLICATORS.has(keyword)) {
        converted.push(...this.#applicator(keyword, value, place, part))
      }
    }
    return Object.fromEntries(converted)
  }

  #assertion(
    keyword: string,
    value: JsonValue,
    place: SchemaPlace,
    part: UnfinishedPart,
  ): readonly [string, JsonValue][] {
    const { pointer } = place
    switch (keyword) {
      case 'pattern':
        this.#addPattern(String(value), `${pointer}/pattern`)
        break
      case 'format':
        // JSON Schema validation §7.2.3: an unknown format says nothing.
        if (!isKnownFormat(String(value))) return []
        break
      case 'const':
      case 'enum':
        this.#constants.push(value)
        break
      case 'nullable':
        // No keyword of JSON Schema, but of OpenAPI's.
        if (value !== true || !isJsonObject(place.schema) || !Object.hasOwn(place.schema, 'type')) return []
        break
      case 'required':
        this.#countNames(Array.isArray(value) ? value.length : 0, `${pointer}/required`, part)
        break
      case 'dependentRequired':
        this.#readNames(value, `${pointer}/dependentRequired`, part)
        break
    }
    return [[keyword, value]]
  }

  #applicator(
    keyword: string,
    value: JsonValue,
    place: SchemaPlace,
    part: UnfinishedPart,
  ): readonly [string, JsonValue][] {
    const { holds = 'schema', appliesTo = 'nothing' } = APPLICATORS.get(keyword) ?? {}
    if (appliesTo === 'nothing') return []
    if (keyword.startsWith('unevaluated')) this.#asksForUnevaluated = true
    const pointer = `${place.pointer}/${keyword}`
    const inner = (schema: JsonValue, name: string | undefined) => {
      const given = { ...place, schema, pointer: name === undefined ? pointer : `${pointer}/${shortStep(name)}` }
      return this.#inner(given, part, stepOf(keyword, name), appliesTo === 'many parts')
    }
    if (holds === 'list' && Array.isArray(value)) {
      if (value.length > MAX_BRANCHES) throw new SchemaError(pointer, `has more than ${MAX_BRANCHES} branches`)
      this.#weigh(value.length, part)
      return [[keyword, value.map((item, index) => inner(item, String(index)))]]
    }
    if (holds !== 'map' || !isJsonObject(value)) return [[keyword, inner(value, undefined)]]
    this.#readNames(value, pointer, part)
    if (keyword === 'patternProperties') {
      for (const pattern of Object.keys(value)) this.#addPattern(pattern, pointer)
    }
    const members = Object.entries(value).map(([name, item = null]) => [
      name,
      Array.isArray(item) ? item : inner(item, name),
    ])
    return [[keyword, Object.fromEntries(members)]]
  }

  /** A schema within another one: as it is when it says little, else as a part. */
  #inner(given: SchemaPlace, part: UnfinishedPart, step: ValueStep | undefined, isRepeated: boolean): JsonValue {
    const { schema } = given
    if (!isJsonObject(schema)) return schema === true || schema === false ? schema : {}
    const place = this.#references.find(schema) ?? given
    const keywords = Object.keys(schema)
    const isSimple = !keywords.some((keyword) => (APPLICATORS.get(keyword)?.appliesTo ?? 'nothing') !== 'nothing')
    const asserts = keywords.some((keyword) => ASSERTIONS.has(keyword))
    if (isSimple && !(isRepeated && asserts)) return this.#convert(place, part, step)
    return { [PART]: this.#ask(place, part, step) }
  }

  #addPattern(text: string, place: string): void {
    if (this.#patterns.has(text)) return
    try {
      const pattern = compilePattern(text, PATTERN)
      this.#patternInstructions += pattern.size
      this.#patterns.set(text, pattern)
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      throw new SchemaError(place, `has a pattern that cannot be used: ${error.message}`)
    }
    if (this.#patternInstructions > MAX_PATTERN_INSTRUCTIONS)
      throw new SchemaError('#', 'has patterns that are too large')
  }

  /** @param value what stands under names of properties */
  #readNames(value: JsonValue, place: string, part: UnfinishedPart): void {
    if (!isJsonObject(value)) return
    if (Object.hasOwn(value, '__proto__')) {
      throw new SchemaError(place, 'describes a property called __proto__, which cannot be checked')
    }
    const lists = Object.values(value).filter(Array.isArray)
    this.#countNames(Object.keys(value).length + lists.reduce((sum, list) => sum + list.length, 0), place, part)
  }

  #countNames(count: number, place: string, part: UnfinishedPart): void {
    if (count > MAX_NAMES) throw new SchemaError(place, `has more than ${MAX_NAMES} names`)
    this.#weigh(count, part)
  }

  #weigh(weight: number, part: UnfinishedPart): void {
    part.weight += weight
    this.#weight += weight
    if (this.#weight > MAX_WEIGHT) throw new SchemaError('#', `has more than ${MAX_WEIGHT} keywords and names`)
  }
}

function assertNothingRefused({ schema, pointer }: SchemaPlace): void {
  if (!isJsonObject(schema)) return
  for (const [keyword, problem] of REFUSED) if (Object.hasOwn(schema, keyword)) throw new SchemaError(pointer, problem)
}

function assertDialect(schema: JsonObject, place: string): void {
  const { $schema } = schema
  if ($schema === undefined || $schema === DIALECT || $schema === `${DIALECT}#`) return
  throw new SchemaError(place, `has a $schema that is not supported; write for "${DIALECT}"`)
}

function assertWellFormed(schema: JsonValue, place: string): void {
  if (!isJsonObject(schema)) return
  metaSchema ??= new Ajv2020({ logger: false, strict: false, validateFormats: false })
  if (metaSchema.validateSchema({ ...schema, $schema: DIALECT })) return
  const [error] = metaSchema.errors ?? []
  const at = `${place}${error?.instancePath ?? ''}`
  const allowed = error?.params.allowedValues
  const values = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''
  throw new SchemaError(at, `${error?.message ?? 'is not valid'}${values}`)
}

/** How a keyword finds the values that its schemas are about; undefined for those that are about the same one. */
function stepOf(keyword: string, name: string | undefined): ValueStep | undefined {
  switch (keyword) {
    case 'properties':
      return { kind: 'property', key: name }
    case 'additionalProperties':
    case 'patternProperties':
    case 'unevaluatedProperties':
      return { kind: 'property', key: undefined }
    case 'propertyNames':
      return { kind: 'name', key: undefined }
    case 'prefixItems':
      return { kind: 'item', key: name }
    case 'contains':
    case 'items':
    case 'unevaluatedItems':
      return { kind: 'item', key: undefined }
    default:
      return undefined
  }
}

/** Refuses schemas that would go round in a circle for one value, or take too many turns. */
function assertNoCircle(parts: readonly UnfinishedPart[], sites: readonly PartSite[]): void {
  const next = new Map(parts.map(({ number }) => [number, new Set<number>()]))
  for (const { from, to, step } of sites) if (!step) next.get(from)?.add(to)
  const open = new Set<number>()
  /** How many parts follow at most, with the part itself. */
  const lengths = new Map<number, number>()
  const follow = (part: UnfinishedPart): number => {
    const { number, origin } = part
    const known = lengths.get(number)
    if (known !== undefined) return known
    const place = origin.pointer
    if (open.has(number)) throw new SchemaError(place, 'refers to itself for the same value, without end')
    if (open.size > MAX_CHAIN) throw new SchemaError(place, `is one of more than ${MAX_CHAIN} that refer to each other`)
    open.add(number)
    let longest = 0
    for (const other of next.get(number) ?? []) {
      const target = parts[other]
      if (target) longest = Math.max(longest, follow(target))
    }
    open.delete(number)
    if (longest >= MAX_CHAIN) throw new SchemaError(place, `begins more than ${MAX_CHAIN} that refer to each other`)
    lengths.set(number, longest + 1)
    return longest + 1
  }
  for (const part of parts) follow(part)
}
