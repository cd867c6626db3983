import type { RgbColor } from '../../base/rgb-color.js'
import { type ColorValue, parseColor } from './color-value.js'
import { type ComputeContext, computedColor } from './compute-values.js'
import type { ValueCursor } from './value-cursor.js'

/** `<paint>` (SVG 2 §13.2). */
export type PaintDeclaration = 'none' | ContextPaint | ColorValue | ServerDeclaration

/** In a marker: the paint of the shape that it marks. */
export type ContextPaint = 'context-fill' | 'context-stroke'

/** A gradient or pattern by its address, and what stands in for it when there is none. */
export interface ServerDeclaration {
  readonly kind: 'server'
  readonly reference: string
  readonly fallback: 'none' | ColorValue | undefined
}

/** `currentcolor` is inherited as such: it is the colour of the element that is painted. */
export type ComputedPaint = 'none' | 'currentcolor' | ContextPaint | RgbColor | PaintServer

export interface PaintServer {
  readonly kind: 'server'
  /** The id behind `#`; empty for what is no reference within the document. */
  readonly id: string
  readonly fallback: 'none' | 'currentcolor' | RgbColor | undefined
}

export function parsePaint(cursor: ValueCursor): PaintDeclaration | undefined {
  const keyword = cursor.keyword(['none', 'context-fill', 'context-stroke'])
  if (keyword) return keyword
  const reference = cursor.url()
  if (reference === undefined) return parseColor(cursor)
  const none = cursor.keyword(['none'])
  return { kind: 'server', reference, fallback: none ?? parseColor(cursor) }
}

export function computePaint(value: PaintDeclaration, context: ComputeContext): ComputedPaint {
  if (typeof value === 'string') return value
  if (!('kind' in value) || value.kind === 'deferred') return computedColor(value, context)
  const { reference, fallback } = value
  const plain = fallback === undefined || typeof fallback === 'string' ? fallback : computedColor(fallback, context)
  return { kind: 'server', id: localId(reference) ?? '', fallback: plain }
}

/** The id that `#a` names within the document. */
export function localId(reference: string): string | undefined {
  const text = reference.trim()
  return text.startsWith('#') && text.length > 1 ? text.slice(1) : undefined
}
