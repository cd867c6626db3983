/** Steps into a schema: one that refers to itself has no end. */
const DEEPEST = 8

/** Values that are made of one schema. */
const MOST_VALUES = 500

type Schema = Readonly<Record<string, unknown>>

/**
 * Data as a JSON Schema describes them: of each part its `const`, `examples`, `default` or `enum`, else a value of its
 * type. Undefined for a text that is no schema of an object with members.
 *
 * @returns JSON
 */
export function exampleData(schemaText: string): string | undefined {
  let schema: unknown
  try {
    schema = JSON.parse(schemaText)
  } catch {
    // While it is being written there is nothing to make of it.
    return undefined
  }
  if (!isObject(schema)) return undefined
  const example = new ExampleMaker(schema).make(schema, 0)
  if (!isObject(example) || Object.keys(example).length === 0) return undefined
  return JSON.stringify(example, undefined, 2)
}

class ExampleMaker {
  #values = 0

  constructor(private readonly root: Schema) {}

  make(schema: unknown, depth: number): unknown {
    if (!isObject(schema) || depth > DEEPEST || ++this.#values > MOST_VALUES) return undefined
    const given = givenValue(schema)
    if (given !== undefined) return given
    const { $ref: reference, allOf, oneOf, anyOf } = schema
    if (typeof reference === 'string') return this.make(this.#resolve(reference), depth + 1)
    if (Array.isArray(allOf)) return this.#merge([{ ...schema, allOf: undefined }, ...allOf], depth)
    const choices = Array.isArray(oneOf) ? oneOf : anyOf
    if (Array.isArray(choices))
      return this.make({ ...schema, oneOf: undefined, anyOf: undefined, ...choices[0] }, depth + 1)
    return this.#ofType(schema, depth)
  }

  #ofType(schema: Schema, depth: number): unknown {
    const { type, properties, items, minimum } = schema
    switch (Array.isArray(type) ? type[0] : (type ?? (isObject(properties) ? 'object' : items && 'array'))) {
      case 'object':
        return this.#object(isObject(properties) ? properties : {}, depth)
      case 'array': {
        const item = this.make(items, depth + 1)
        return item === undefined ? [] : [item]
      }
      case 'string':
        return exampleText(schema)
      case 'number':
      case 'integer':
        return typeof minimum === 'number' ? minimum : 1
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return undefined
    }
  }

  #object(properties: Schema, depth: number): Readonly<Record<string, unknown>> {
    const members = Object.entries(properties).map(([name, schema]) => [name, this.make(schema, depth + 1)] as const)
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }

  /** All parts hold for the value: of objects their members come together. */
  #merge(parts: readonly unknown[], depth: number): unknown {
    const values = parts.map((part) => this.make(part, depth + 1)).filter((value) => value !== undefined)
    return values.every(isObject) ? Object.assign({}, ...values) : values[0]
  }

  /** The part of the schema that a JSON pointer leads to. */
  #resolve(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined
    let at: unknown = this.root
    for (const step of reference.slice(1).split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
    }
    return at
  }
}

/** The value that a schema gives itself. */
function givenValue({ const: constant, examples, default: fallback, enum: choices }: Schema): unknown {
  if (constant !== undefined) return constant
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (fallback !== undefined) return fallback
  return Array.isArray(choices) ? choices[0] : undefined
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T10:00:00Z',
  time: '10:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function exampleText({ format, title }: Schema): string {
  const known = typeof format === 'string' ? FORMATS[format] : undefined
  return known ?? (typeof title === 'string' ? title : 'text')
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
