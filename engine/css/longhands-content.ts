import { content } from './content-value.js'
import { parseInteger } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import { keywords, type ValueParser } from './value-parsers.js'

type ListStyleTypeDeclaration =
  | { readonly kind: 'counter-style'; readonly name: string }
  | { readonly kind: 'string'; readonly text: string }
  | 'none'

/** Predefined names are case-insensitive (css-counter-styles-3 §2); custom ones do not exist yet. */
export function listStyleType(cursor: ValueCursor): ListStyleTypeDeclaration | undefined {
  const none = cursor.keyword(['none'])
  if (none) return none
  const text = cursor.string()
  if (text !== undefined) return { kind: 'string', text }
  const before = cursor.position
  if (cursor.call()?.name === 'symbols') return cursor.unsupported('symbols()')
  cursor.reset(before)
  const name = cursor.customIdent()
  return name === undefined ? undefined : { kind: 'counter-style', name: name.toLowerCase() }
}

export const listStylePosition = keywords('inside', 'outside')

/** The address of the image, as written. */
function listStyleImage(cursor: ValueCursor): string | 'none' | undefined {
  const before = cursor.position
  if (cursor.keyword(['none'])) return 'none'
  const url = cursor.url()
  if (url !== undefined) return url
  const call = cursor.call()
  if (call) return cursor.unsupported(`${call.name}()`)
  cursor.reset(before)
  return undefined
}

export interface CounterDeclaration {
  readonly name: string
  readonly value: number
}

function counterName(cursor: ValueCursor): string | undefined {
  return cursor.peekIdent() === 'none' ? undefined : cursor.customIdent()
}

/** Names with integers; `initial` is what a name without one gets. */
function counterChanges(initial: number): ValueParser<readonly CounterDeclaration[]> {
  return (cursor) => {
    if (cursor.keyword(['none'])) return []
    const changes: CounterDeclaration[] = []
    for (let name = counterName(cursor); name !== undefined; name = counterName(cursor)) {
      changes.push({ name, value: parseInteger(cursor) ?? initial })
    }
    return changes.length > 0 ? changes : undefined
  }
}

export interface QuoteDeclaration {
  readonly open: string
  readonly close: string
}

function quotes(cursor: ValueCursor): readonly QuoteDeclaration[] | 'auto' | 'none' | undefined {
  const word = cursor.keyword(['auto', 'none'])
  if (word) return word
  const pairs: QuoteDeclaration[] = []
  for (let open = cursor.string(); open !== undefined; open = cursor.string()) {
    const close = cursor.string()
    if (close === undefined) return undefined
    pairs.push({ open, close })
  }
  return pairs.length > 0 ? pairs : undefined
}

/** Parsers of the properties of lists and generated content. */
export const CONTENT_LONGHANDS = {
  'list-style-type': listStyleType,
  'list-style-position': listStylePosition,
  'list-style-image': listStyleImage,
  content,
  'counter-reset': counterChanges(0),
  'counter-increment': counterChanges(1),
  'counter-set': counterChanges(0),
  quotes,
} as const
