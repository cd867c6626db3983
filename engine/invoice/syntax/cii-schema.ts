import type { FacturXLevel } from '../levels.js'
import { CII_SCHEMAS } from '../tables/cii-schemas.js'
import { UNUSED_ELEMENTS } from '../tables/cii-unused.js'
import { CII } from './cii.js'
import { type Schema, type SchemaChild, type SchemaType, textType, timesOf } from './schema.js'

const schemas = new Map<string, Schema>()

/** The schema of a level of Factur-X; that of XRECHNUNG is that of EN 16931. It is read when it is first asked for. */
export function schemaOf(level: FacturXLevel): Schema {
  const known = schemas.get(level)
  if (known) return known
  const key = level === 'XRECHNUNG' ? 'EN 16931' : level
  const schema = {
    name: `the level ${level}`,
    root: 'rsm:CrossIndustryInvoiceType',
    types: readTypes(CII_SCHEMAS[key]),
    unused: new Set(UNUSED_ELEMENTS[key].trim().split('\n')),
    // XRechnung is of the whole of CII, and names what EN 16931 does not use of it; Factur-X has nothing against empty texts.
    severities:
      level === 'XRECHNUNG'
        ? ({ unused: 'warning', empty: 'error' } as const)
        : ({ unused: 'error', empty: 'warning' } as const),
  }
  schemas.set(level, schema)
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
  if (content.startsWith('#')) return textType(words)
  const namespace = CII.namespaces[name.slice(0, name.indexOf(':'))] ?? ''
  return { children: words.map((word) => readChild(word, namespace)), base: undefined, attributes: new Map() }
}

/** `Name`, `Name?`, `Name*` or `Name+`, and its type behind a colon. */
function readChild(word: string, namespace: string): SchemaChild {
  const [, name = '', times = '', type = ''] = /^(\w+)([?*+]?):(.*)$/.exec(word) ?? []
  return { name, namespace, type, ...timesOf(times) }
}
