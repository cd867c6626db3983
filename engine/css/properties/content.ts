import type { Span } from '../../base/source.js'
import { type ComputeContext, orKeyword } from '../values/compute-values.js'
import { computeContentParts, content } from '../values/content-value.js'
import {
  type CounterStyle,
  computeCounterStyle,
  parseCounterStyle,
  placeOfName,
} from '../values/counter-style-value.js'
import { parseImageUrl, type UrlImage } from '../values/image-value.js'
import { parseInteger } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { keywords, type ValueParser } from '../values/value-parsers.js'
import { property } from './property.js'

/** A style of counters, or a string that is the whole marker; `none` has no marker. */
export type ListStyleType =
  /** `span` is the place of its declaration, where it is not predefined. */
  | { readonly kind: 'counter-style'; readonly name: CounterStyle; readonly span?: Span | undefined }
  | { readonly kind: 'string'; readonly text: string }
  | 'none'

export function listStyleType(cursor: ValueCursor): ListStyleType | undefined {
  const none = cursor.keyword(['none'])
  if (none) return none
  const text = cursor.string()
  if (text !== undefined) return { kind: 'string', text }
  const before = cursor.position
  const name = parseCounterStyle(cursor)
  if (name !== undefined) return { kind: 'counter-style', name, ...placeOfName(name, cursor) }
  cursor.reset(before)
  return undefined
}

function computeListStyleType(type: ListStyleType, { counterStyles }: ComputeContext): ListStyleType {
  if (type === 'none' || type.kind === 'string') return type
  const name = computeCounterStyle(type.name, counterStyles)
  return name === type.name ? type : { ...type, name }
}

export const listStylePosition = keywords('inside', 'outside')

function listStyleImage(cursor: ValueCursor): UrlImage | 'none' | undefined {
  const before = cursor.position
  if (cursor.keyword(['none'])) return 'none'
  const image = parseImageUrl(cursor)
  if (image) return image
  const call = cursor.call()
  if (call) return cursor.unsupported(`${call.name}()`)
  cursor.reset(before)
  return undefined
}

export interface CounterChange {
  readonly name: string
  readonly value: number
}

function counterName(cursor: ValueCursor): string | undefined {
  return cursor.peekIdent() === 'none' ? undefined : cursor.customIdent()
}

/** Names with integers; `initial` is what a name without one gets. */
function counterChanges(initial: number): ValueParser<readonly CounterChange[]> {
  return (cursor) => {
    if (cursor.keyword(['none'])) return []
    const changes: CounterChange[] = []
    for (let name = counterName(cursor); name !== undefined; name = counterName(cursor)) {
      changes.push({ name, value: parseInteger(cursor) ?? initial })
    }
    return changes.length > 0 ? changes : undefined
  }
}

export interface QuotePair {
  readonly open: string
  readonly close: string
}

function quotes(cursor: ValueCursor): readonly QuotePair[] | 'auto' | 'none' | undefined {
  const word = cursor.keyword(['auto', 'none'])
  if (word) return word
  const pairs: QuotePair[] = []
  for (let open = cursor.string(); open !== undefined; open = cursor.string()) {
    const close = cursor.string()
    if (close === undefined) return undefined
    pairs.push({ open, close })
  }
  return pairs.length > 0 ? pairs : undefined
}

/** Lists and generated content (css-lists-3, css-content-3). */
export const CONTENT_PROPERTIES = {
  'list-style-type': property({
    parse: listStyleType,
    initial: 'disc',
    inherited: true,
    compute: computeListStyleType,
  }),
  'list-style-position': property({ parse: listStylePosition, initial: 'outside', inherited: true }),
  /** The image that takes the place of the marker's text; undefined for none. */
  'list-style-image': property({
    parse: listStyleImage,
    initial: 'none',
    inherited: true,
    compute: (value) => (value === 'none' ? undefined : value),
  }),
  content: property({ parse: content, initial: 'normal', compute: orKeyword(computeContentParts) }),
  'counter-reset': property({ parse: counterChanges(0), initial: 'none' }),
  'counter-increment': property({ parse: counterChanges(1), initial: 'none' }),
  'counter-set': property({ parse: counterChanges(0), initial: 'none' }),
  quotes: property({ parse: quotes, initial: 'auto', inherited: true }),
} as const
