import { EDITIONS } from '../editions.js'
import { UBL_CHILDREN, UBL_PARTS, UBL_TEXTS } from '../tables/ubl-schema.js'
import type { Syntax } from './binding.js'
import { type Schema, type SchemaChild, type SchemaType, textType, timesOf } from './schema.js'
import { UBL_INVOICE } from './ubl.js'
import { localName } from './write-invoice.js'

const EXTENSIONS = 'ext:UBLExtensions'

let known: ReadonlyMap<string, SchemaType> | undefined

/**
 * The schema of an `Invoice` or `CreditNote` of UBL, with all that EN 16931 does not have. It is read when it is first
 * asked for.
 *
 * @param empty what an empty text is
 */
export function ublSchema({ root }: Syntax, empty: 'error' | 'warning'): Schema {
  known ??= readTypes()
  const severities = { unused: 'error', empty } as const
  return {
    name: `UBL ${EDITIONS.ubl.version}`,
    root: `${localName(root)}Type`,
    types: known,
    unused: new Set(),
    severities,
  }
}

function linesOf(table: string): readonly (readonly [name: string, words: readonly string[]])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', content = ''] = line.split('=')
      return [name, content.split(' ')]
    })
}

function readTypes(): ReadonlyMap<string, SchemaType> {
  const types = new Map<string, SchemaType>()
  // Of which type an element is: with a text in it by its kind, with others in it by its own name or another one.
  const texts = new Map<string, string>()
  const parts = new Map<string, string>()
  for (const [kind, [base = '', ...words]] of linesOf(UBL_TEXTS)) {
    const attributes = words.slice(0, words.indexOf(':'))
    types.set(kind, textType([base, ...attributes]))
    for (const name of words.slice(words.indexOf(':') + 1)) texts.set(name, kind)
  }
  for (const [type, names] of linesOf(UBL_PARTS)) for (const name of names) parts.set(name, type)
  for (const [type, words] of linesOf(UBL_CHILDREN))
    types.set(type, {
      children: words.map((word) => readChild(word, texts, parts)),
      base: undefined,
      attributes: new Map(),
    })
  types.set(EXTENSIONS, { children: [], base: undefined, attributes: new Map(), isOpen: true })
  return types
}

/** `-Name` has a text, `Name` has others in it; behind it `?`, `*`, `+` or nothing. */
function readChild(word: string, texts: ReadonlyMap<string, string>, parts: ReadonlyMap<string, string>): SchemaChild {
  const [, sign = '', name = '', times = ''] = /^(-?)(\w+)([?*+]?)$/.exec(word) ?? []
  const { cac = '', cbc = '' } = UBL_INVOICE.namespaces
  if (name === 'UBLExtensions') {
    const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2'
    return { name, namespace, type: EXTENSIONS, ...timesOf(times) }
  }
  return sign === '-'
    ? { name, namespace: cbc, type: texts.get(name) ?? '', ...timesOf(times) }
    : { name, namespace: cac, type: parts.get(name) ?? `${name}Type`, ...timesOf(times) }
}
