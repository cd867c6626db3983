import type { Span } from '../../base/source.js'
import type { ComputeContext } from './compute-values.js'
import {
  type CounterStyle,
  type CounterStyles,
  computeCounterStyle,
  parseCounterStyle,
  placeOfName,
} from './counter-style-value.js'
import { parseImageUrl, type UrlImage } from './image-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** The value of `content` (css-content-3 §1) and of the properties that take lists of content. */
export type ContentDeclaration = 'normal' | 'none' | readonly ContentPart[]

/** The declaration that a part of content stands in: findings about the part are there. */
interface Placed {
  readonly span?: Span | undefined
}

export type ContentPart =
  | { readonly kind: 'string'; readonly text: string }
  /** The fallback stands for an attribute that is absent. */
  | { readonly kind: 'attribute'; readonly name: string; readonly fallback?: string }
  /** What an `<input>` shows; in the style sheet of the user agent. */
  | { readonly kind: 'input-text' }
  | (Placed & { readonly kind: 'counter'; readonly name: string; readonly style: CounterStyle })
  | (Placed & {
      readonly kind: 'counters'
      readonly name: string
      readonly separator: string
      readonly style: CounterStyle
    })
  | { readonly kind: 'quote'; readonly open: boolean; readonly visible: boolean }
  | { readonly kind: 'image'; readonly image: UrlImage }
  /** Text of the element itself: in `string-set` and `bookmark-label` only. */
  | { readonly kind: 'content'; readonly part: ElementTextPart }
  /** `string()`: what `string-set` assigned on the page or before it. */
  | (Placed & { readonly kind: 'named-string'; readonly name: string; readonly position: PagePosition })
  /** `element()`: a running element of the page or of one before it. */
  | (Placed & { readonly kind: 'running-element'; readonly name: string; readonly position: PagePosition })
  | (Placed & {
      readonly kind: 'target-counter'
      readonly target: TargetReference
      readonly name: string
      readonly style: CounterStyle
    })
  | (Placed & {
      readonly kind: 'target-counters'
      readonly target: TargetReference
      readonly name: string
      readonly separator: string
      readonly style: CounterStyle
    })
  | (Placed & { readonly kind: 'target-text'; readonly target: TargetReference; readonly part: ElementTextPart })
  /** Repeats its text to fill the line (css-content-3 §3.1). */
  | { readonly kind: 'leader'; readonly pattern: string }
  /** Last in `content`: what is told in place of all before it. */
  | { readonly kind: 'alternative'; readonly parts: readonly ContentPart[] }

/** The part of content of a kind. */
export type ContentPartOf<Kind extends ContentPart['kind']> = Extract<ContentPart, { readonly kind: Kind }>

/** Which text of an element `content()` and `target-text()` mean. */
export type ElementTextPart = 'content' | 'before' | 'after' | 'first-letter' | 'marker'

/** Which of several values on a page (css-gcpm-3 §1.1.2). */
export type PagePosition = 'first' | 'start' | 'last' | 'first-except'

/** The element that a cross-reference leads to: by an attribute of the element, or by an address as written. */
export type TargetReference =
  | { readonly kind: 'attribute'; readonly name: string }
  | { readonly kind: 'address'; readonly address: string }

const QUOTE_PARTS = {
  'open-quote': { kind: 'quote', open: true, visible: true },
  'close-quote': { kind: 'quote', open: false, visible: true },
  'no-open-quote': { kind: 'quote', open: true, visible: false },
  'no-close-quote': { kind: 'quote', open: false, visible: false },
} as const satisfies Record<string, ContentPart>

/** Images that are not files, which we do not generate in content. */
const UNSUPPORTED_CONTENT = new Set([
  'image',
  'image-set',
  'linear-gradient',
  'radial-gradient',
  'conic-gradient',
  'repeating-linear-gradient',
  'repeating-radial-gradient',
  'repeating-conic-gradient',
])

/** The parser of `content`. */
export function content(cursor: ValueCursor): ContentDeclaration | undefined {
  const word = cursor.keyword(['normal', 'none'])
  if (word) return word
  const parts: ContentPart[] = []
  while (!cursor.done) {
    if (cursor.delim('/')) {
      const alternative = parts.length > 0 ? alternativePart(cursor) : undefined
      return alternative && [...parts, alternative]
    }
    const part = contentPart(cursor)
    if (!part || part.kind === 'content') return undefined
    parts.push(part)
  }
  return parts.length > 0 ? parts : undefined
}

/**
 * Lists of content in `string-set` and `bookmark-label` (css-gcpm-3 §1.1.1, css-content-3 §4.1): text, and up to a
 * comma. Undefined when there is none.
 */
export function contentList(cursor: ValueCursor): readonly ContentPart[] | undefined {
  const parts: ContentPart[] = []
  for (;;) {
    const before = cursor.position
    const part = contentPart(cursor)
    if (!part) {
      cursor.reset(before)
      return parts.length > 0 ? parts : undefined
    }
    if (part.kind === 'image' || part.kind === 'running-element' || part.kind === 'leader') return undefined
    parts.push(part)
  }
}

/** Content with the counter styles that its names mean. */
export function computeContentParts(
  parts: readonly ContentPart[],
  { counterStyles }: ComputeContext,
): readonly ContentPart[] {
  return counterStyles ? parts.map((part) => withStyles(part, counterStyles)) : parts
}

function withStyles(part: ContentPart, styles: CounterStyles): ContentPart {
  switch (part.kind) {
    case 'counter':
    case 'counters':
    case 'target-counter':
    case 'target-counters':
      return { ...part, style: computeCounterStyle(part.style, styles) }
    case 'alternative':
      return { ...part, parts: part.parts.map((inner) => withStyles(inner, styles)) }
    default:
      return part
  }
}

/** The text for speech behind a slash (css-content-3 §1.2): strings, counters and attributes. */
function alternativePart(cursor: ValueCursor): ContentPart | undefined {
  const parts: ContentPart[] = []
  while (!cursor.done) {
    const part = contentPart(cursor)
    if (!part || !ALTERNATIVE_KINDS.has(part.kind)) return undefined
    parts.push(part)
  }
  return parts.length > 0 ? { kind: 'alternative', parts } : undefined
}

const ALTERNATIVE_KINDS: ReadonlySet<ContentPart['kind']> = new Set(['string', 'attribute', 'counter', 'counters'])

function contentPart(cursor: ValueCursor): ContentPart | undefined {
  const text = cursor.string()
  if (text !== undefined) return { kind: 'string', text }
  const quote = cursor.keyword(['open-quote', 'close-quote', 'no-open-quote', 'no-close-quote'])
  if (quote) return QUOTE_PARTS[quote]
  const image = parseImageUrl(cursor)
  if (image) return { kind: 'image', image }
  const call = cursor.call()
  if (!call) return undefined
  if (UNSUPPORTED_CONTENT.has(call.name)) return cursor.unsupported(`${call.name}() in content`)
  const part = contentFunction(call)
  return part && withPlace(part, cursor)
}

function withPlace(part: ContentPart, cursor: ValueCursor): ContentPart {
  const { notes } = cursor
  switch (part.kind) {
    case 'counter':
    case 'counters':
      return { ...part, ...placeOfName(part.style, cursor) }
    case 'named-string':
    case 'running-element':
    case 'target-counter':
    case 'target-counters':
    case 'target-text':
      return notes.span ? { ...part, span: notes.span() } : part
    default:
      return part
  }
}

function contentFunction({ name, args }: FunctionCall): ContentPart | undefined {
  switch (name) {
    case 'attr':
      return attributePart(args)
    case '-platen-input-text':
      return args.done ? { kind: 'input-text' } : undefined
    case 'counter':
      return counterPart(args)
    case 'counters':
      return countersPart(args)
    case 'content':
      return contentTextPart(args)
    case 'string':
      return positionedPart('named-string', args)
    case 'element':
      return positionedPart('running-element', args)
    case 'target-counter':
      return targetCounterPart(args)
    case 'target-counters':
      return targetCountersPart(args)
    case 'target-text':
      return targetTextPart(args)
    case 'leader':
      return leaderPart(args)
    default:
      return undefined
  }
}

function counterPart(args: ValueCursor): ContentPart | undefined {
  const name = args.customIdent()
  const style = counterStyle(args)
  return name === undefined || style === undefined ? undefined : { kind: 'counter', name, style }
}

function countersPart(args: ValueCursor): ContentPart | undefined {
  const name = args.customIdent()
  if (name === undefined || !args.comma()) return undefined
  const separator = args.string()
  const style = counterStyle(args)
  return separator === undefined || style === undefined ? undefined : { kind: 'counters', name, separator, style }
}

/** The rest of `attr()` (css-values-5 §7.6): a type, of which only text makes sense here, and a fallback. */
function attributePart(args: ValueCursor): ContentPart | undefined {
  const name = args.ident()?.toLowerCase()
  if (name === undefined) return undefined
  args.keyword(['string', 'raw-string'])
  if (args.done) return { kind: 'attribute', name }
  if (!args.comma()) return args.unsupported('this type of attr()')
  const fallback = args.done ? '' : args.string()
  return fallback !== undefined && args.done ? { kind: 'attribute', name, fallback } : undefined
}

/** The optional last argument; `decimal` when absent. */
function counterStyle(args: ValueCursor): CounterStyle | undefined {
  if (args.done) return 'decimal'
  const style = args.comma() ? parseCounterStyle(args) : undefined
  return args.done ? style : undefined
}

const TEXT_PARTS = ['text', 'content', 'before', 'after', 'first-letter', 'marker'] as const

/** `content` without an argument is the text of the element; `text` says so. */
function textPart(args: ValueCursor): ElementTextPart | undefined {
  if (args.done) return 'content'
  const part = args.keyword(TEXT_PARTS)
  if (!args.done) return undefined
  return part === 'text' ? 'content' : part
}

function contentTextPart(args: ValueCursor): ContentPart | undefined {
  const part = textPart(args)
  return part && { kind: 'content', part }
}

function positionedPart(kind: 'named-string' | 'running-element', args: ValueCursor): ContentPart | undefined {
  const name = args.customIdent()
  if (name === undefined) return undefined
  if (args.done) return { kind, name, position: 'first' }
  const position = args.comma() ? args.keyword(['first', 'start', 'last', 'first-except']) : undefined
  return position && args.done ? { kind, name, position } : undefined
}

/** `url()`, a string, or `attr()` (css-content-3 §2.5). */
function targetReference(args: ValueCursor): TargetReference | undefined {
  const address = args.url() ?? args.string()
  if (address !== undefined) return { kind: 'address', address }
  const call = args.call()
  if (call?.name !== 'attr') return undefined
  const name = call.args.ident()?.toLowerCase()
  call.args.keyword(['url', 'string'])
  return name !== undefined && call.args.done ? { kind: 'attribute', name } : undefined
}

function targetCounterPart(args: ValueCursor): ContentPart | undefined {
  const target = targetReference(args)
  const name = target && args.comma() ? args.customIdent() : undefined
  const style = counterStyle(args)
  return target && name !== undefined && style !== undefined
    ? { kind: 'target-counter', target, name, style }
    : undefined
}

function targetCountersPart(args: ValueCursor): ContentPart | undefined {
  const target = targetReference(args)
  const name = target && args.comma() ? args.customIdent() : undefined
  const separator = args.comma() ? args.string() : undefined
  const style = counterStyle(args)
  if (!target || name === undefined || separator === undefined || style === undefined) return undefined
  return { kind: 'target-counters', target, name, separator, style }
}

function targetTextPart(args: ValueCursor): ContentPart | undefined {
  const target = targetReference(args)
  if (!target) return undefined
  if (args.done) return { kind: 'target-text', target, part: 'content' }
  const part = args.comma() ? textPart(args) : undefined
  return part && { kind: 'target-text', target, part }
}

const LEADERS = { dotted: '.', solid: '_', space: ' ' } as const

function leaderPart(args: ValueCursor): ContentPart | undefined {
  const word = args.keyword(['dotted', 'solid', 'space'])
  const pattern = word ? LEADERS[word] : args.string()
  return pattern !== undefined && args.done ? { kind: 'leader', pattern } : undefined
}
