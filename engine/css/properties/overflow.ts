import { type ComputeContext, computedNonNegativeLength } from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { property } from './property.js'

const BOXES = ['border-box', 'padding-box', 'content-box'] as const

type VisualBox = (typeof BOXES)[number]

export interface ClipMarginDeclaration {
  readonly box: VisualBox
  readonly length: LengthValue | undefined
}

/** How far beyond the edge of which box content shows that `overflow: clip` cuts off. */
export interface ClipMargin {
  readonly box: VisualBox
  readonly length: number
}

/** css-overflow-4 §3.2. */
function overflowClipMargin(cursor: ValueCursor): ClipMarginDeclaration | undefined {
  const before = cursor.keyword(BOXES)
  const length = cursor.done ? undefined : parseLength(cursor, { nonNegative: true })
  const box = before ?? cursor.keyword(BOXES)
  return box || length ? { box: box ?? 'padding-box', length } : undefined
}

function computeClipMargin({ box, length }: ClipMarginDeclaration, context: ComputeContext): ClipMargin {
  return { box, length: length ? computedNonNegativeLength(length, context) : 0 }
}

export const OVERFLOW_PROPERTIES = {
  'overflow-clip-margin': property({ parse: overflowClipMargin, initial: '0px', compute: computeClipMargin }),
} as const
