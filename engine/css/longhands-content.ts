import { parseInteger } from './numeric-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'
import { keywords, type ValueParser } from './value-parsers.js'

export type ListStyleTypeDeclaration =
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

export type ContentDeclaration = 'normal' | 'none' | readonly ContentPart[]

export type ContentPart =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly fallback?: string }
  | { readonly kind: 'counter'; readonly name: string; readonly style: string }
  | { readonly kind: 'counters'; readonly name: string; readonly separator: string; readonly style: string }
  | { readonly kind: 'quote'; readonly open: boolean; readonly visible: boolean }

const QUOTE_PARTS = {
  'open-quote': { kind: 'quote', open: true, visible: true },
  'close-quote': { kind: 'quote', open: false, visible: true },
  'no-open-quote': { kind: 'quote', open: true, visible: false },
  'no-close-quote': { kind: 'quote', open: false, visible: false },
} as const satisfies Record<string, ContentPart>

/** Functions and images that css-content-3 and css-gcpm-3 allow and we do not generate. */
const UNSUPPORTED_CONTENT = new Set([
  'url',
  'image',
  'image-set',
  'linear-gradient',
  'radial-gradient',
  'conic-gradient',
  'target-counter',
  'target-counters',
  'target-text',
  'string',
  'element',
  'content',
  'leader',
])

function content(cursor: ValueCursor): ContentDeclaration | undefined {
  const word = cursor.keyword(['normal', 'none'])
  if (word) return word
  const parts: ContentPart[] = []
  while (!cursor.done) {
    if (cursor.delim('/')) return skipAlternativeText(cursor) ? parts : undefined
    const part = contentPart(cursor)
    if (!part) return undefined
    parts.push(part)
  }
  return parts.length > 0 ? parts : undefined
}

/** The text for speech behind a slash (css-content-3 §1.2), which nothing prints. */
function skipAlternativeText(cursor: ValueCursor): boolean {
  while (!cursor.done) {
    if (cursor.string() === undefined && cursor.call() === undefined) return false
  }
  return true
}

function contentPart(cursor: ValueCursor): ContentPart | undefined {
  const text = cursor.string()
  if (text !== undefined) return { kind: 'string', text }
  const quote = cursor.keyword(['open-quote', 'close-quote', 'no-open-quote', 'no-close-quote'])
  if (quote) return QUOTE_PARTS[quote]
  if (cursor.url() !== undefined) return cursor.unsupported('an image in content')
  const call = cursor.call()
  if (!call) return undefined
  if (UNSUPPORTED_CONTENT.has(call.name)) return cursor.unsupported(`${call.name}() in content`)
  return contentFunction(call)
}

function contentFunction({ name: functionName, args }: FunctionCall): ContentPart | undefined {
  const name = args.customIdent()
  if (name === undefined) return undefined
  if (functionName === 'attr') return attributePart(name.toLowerCase(), args)
  if (functionName === 'counter') {
    const style = counterStyle(args)
    return style === undefined ? undefined : { kind: 'counter', name, style }
  }
  if (functionName !== 'counters' || !args.comma()) return undefined
  const separator = args.string()
  const style = counterStyle(args)
  return separator === undefined || style === undefined ? undefined : { kind: 'counters', name, separator, style }
}

/** What follows the name in `attr()` (css-values-5 §7.6): a type, of which only text makes sense here, and a fallback. */
function attributePart(name: string, args: ValueCursor): ContentPart | undefined {
  args.keyword(['string', 'raw-string'])
  if (args.done) return { kind: 'attribute', name }
  if (!args.comma()) return args.unsupported('this type of attr()')
  const fallback = args.done ? '' : args.string()
  return fallback !== undefined && args.done ? { kind: 'attribute', name, fallback } : undefined
}

/** The optional last argument; `decimal` when absent. */
function counterStyle(args: ValueCursor): string | undefined {
  if (args.done) return 'decimal'
  const style = args.comma() ? args.customIdent() : undefined
  return args.done ? style?.toLowerCase() : undefined
}

export interface CounterDeclaration {
  readonly name: string
  readonly value: number
}

/** Names with integers; `initial` is what a name without one gets. */
function counterChanges(initial: number): ValueParser<readonly CounterDeclaration[]> {
  return (cursor) => {
    if (cursor.keyword(['none'])) return []
    const changes: CounterDeclaration[] = []
    for (let name = cursor.customIdent(); name !== undefined; name = cursor.customIdent()) {
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
  content,
  'counter-reset': counterChanges(0),
  'counter-increment': counterChanges(1),
  'counter-set': counterChanges(0),
  quotes,
} as const
