import type { FacturXLevel } from '../levels.js'
import { CII_SCHEMAS } from '../tables/cii-schemas.js'
import { UNUSED_ELEMENTS } from '../tables/cii-unused.js'

/** A type of the schema of a level: of elements with others in them, or with a text. */
interface SchemaType {
  /** The children in their order. */
  readonly children: readonly SchemaChild[]
  /** The type of XML Schema of the text, such as `decimal`; undefined for elements with others in them. */
  readonly base: string | undefined
  /** Whether each attribute must be there. */
  readonly attributes: ReadonlyMap<string, boolean>
}

export interface SchemaChild {
  readonly name: string
  readonly namespace: string
  readonly type: string
  readonly least: 0 | 1
  readonly isRepeatable: boolean
}

export interface Schema {
  readonly types: ReadonlyMap<string, SchemaType>
  /** Paths below the root at which the level has no use for an element, though the schema has it there. */
  readonly unused: ReadonlySet<string>
}

/** The type of the root of all levels. */
export const ROOT_TYPE = 'rsm:CrossIndustryInvoiceType'

const NAMESPACES: Readonly<Record<string, string>> = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

const schemas = new Map<string, Schema>()

/** The schema of a level of Factur-X; that of XRECHNUNG is that of EN 16931. It is read when it is first asked for. */
export function schemaOf(level: FacturXLevel): Schema {
  const key = level === 'XRECHNUNG' ? 'EN 16931' : level
  const known = schemas.get(key)
  if (known) return known
  const schema = { types: readTypes(CII_SCHEMAS[key]), unused: new Set(UNUSED_ELEMENTS[key].trim().split('\n')) }
  schemas.set(key, schema)
  return schema
}

function readTypes(text: string): Schema['types'] {
  const types = new Map<string, SchemaType>()
  for (const line of text.trim().split('\n')) {
    const [name = '', content = ''] = line.split('=')
    types.set(name, readType(name, content))
  }
  return types
}

function readType(name: string, content: string): SchemaType {
  const words = content === '' ? [] : content.split(' ')
  if (!content.startsWith('#')) {
    const namespace = NAMESPACES[name.slice(0, name.indexOf(':'))] ?? ''
    return { children: words.map((word) => readChild(word, namespace)), base: undefined, attributes: new Map() }
  }
  const [base = '', ...attributes] = words
  const read = attributes.map((word): [string, boolean] => [word.replace('?', ''), !word.endsWith('?')])
  return { children: [], base: base.slice(1), attributes: new Map(read) }
}

/** `Name`, `Name?`, `Name*` or `Name+`, and its type behind a colon. */
function readChild(word: string, namespace: string): SchemaChild {
  const [, name = '', times = '', type = ''] = /^(\w+)([?*+]?):(.*)$/.exec(word) ?? []
  return {
    name,
    namespace,
    type,
    least: times === '?' || times === '*' ? 0 : 1,
    isRepeatable: times === '*' || times === '+',
  }
}

/** The base of a type's text, which other types may name. */
export function baseOf(schema: Schema, type: string): string | undefined {
  if (type.startsWith('#')) return type.slice(1)
  const base = schema.types.get(type)?.base
  return base?.includes(':') ? baseOf(schema, base) : base
}

/** Whether a level has an element at a path below the root. */
export function hasElement(schema: Schema, path: readonly string[]): boolean {
  let type = ROOT_TYPE
  if (schema.unused.has(path.join('/'))) return false
  for (const name of path) {
    const child = schema.types.get(type)?.children.find((candidate) => candidate.name === name)
    if (!child) return false
    type = child.type
  }
  return true
}
