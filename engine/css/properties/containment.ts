import { type ComputeContext, computedLength, orKeyword } from '../values/compute-values.js'
import { type FieldWidth, fieldWidthPx, parseFieldWidth } from '../values/field-width.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { keywords } from '../values/value-parsers.js'
import { property } from './property.js'

/** How a box keeps its content to itself (css-contain-2 §3). */
export interface Containment {
  /** Margins and floats stay inside, and what is positioned in it; so they do where painting is contained. */
  readonly layout: boolean
  /** Layout itself is contained: nothing outside is aligned with the baselines in it (§3.3). */
  readonly hidesBaselines?: true | undefined
  /** Nothing is painted outside the box. */
  readonly paint: boolean
  /** The box is sized as if it were empty: in both axes, along its lines, or across them, as list boxes are. */
  readonly size: 'none' | 'inline' | 'block' | 'both'
  /** Counters and quotes that the content changes keep their values outside. */
  readonly style: boolean
  /** The rows of a list box: it is as tall as this number of its tallest rows, if it has any. */
  readonly rows?: number
  /**
   * Of a form control: it fills no line, but is as wide as it asks to be where its width is automatic (HTML §15.5). It says
   * of what kind the box is where it stands in a line, whatever kind of inline box its style asks for.
   */
  readonly fits?: 'inline-block' | 'inline-flex'
}

const NO_CONTAINMENT: Containment = { layout: false, paint: false, size: 'none', style: false }

/** All of it (css-contain-2 §2). */
export const STRICT_CONTAINMENT: Containment = {
  layout: true,
  hidesBaselines: true,
  paint: true,
  size: 'both',
  style: true,
}

/** That of a form control that is as large as what stands in it. */
export function sizedByContent({ fits }: Containment): Containment {
  return { ...NO_CONTAINMENT, ...(fits && { fits }) }
}

function contain(cursor: ValueCursor): Containment | undefined {
  if (cursor.keyword(['none'])) return NO_CONTAINMENT
  if (cursor.keyword(['strict'])) return STRICT_CONTAINMENT
  if (cursor.keyword(['-internal-rows'])) {
    const rows = cursor.integer()
    return rows === undefined
      ? undefined
      : { layout: true, paint: true, size: 'block', style: false, rows, fits: 'inline-block' }
  }
  if (cursor.keyword(['-internal-fit'])) {
    const fits = cursor.keyword(['flex']) ? 'inline-flex' : 'inline-block'
    const word = cursor.keyword(['inline-size', 'size'])
    const size = word === undefined ? 'none' : word === 'size' ? 'both' : 'inline'
    return { layout: false, paint: false, size, style: false, fits }
  }
  if (cursor.keyword(['content'])) {
    return { layout: true, hidesBaselines: true, paint: true, size: 'none', style: true }
  }
  const words = new Set<(typeof CONTAINMENTS)[number]>()
  for (let word = cursor.keyword(CONTAINMENTS); word; word = cursor.keyword(CONTAINMENTS)) {
    if (words.has(word)) return undefined
    words.add(word)
  }
  if (words.size === 0 || (words.has('size') && words.has('inline-size'))) return undefined
  const paint = words.has('paint')
  return {
    layout: paint || words.has('layout'),
    ...(words.has('layout') && { hidesBaselines: true }),
    paint,
    size: words.has('size') ? 'both' : words.has('inline-size') ? 'inline' : 'none',
    style: words.has('style'),
  }
}

const CONTAINMENTS = ['size', 'inline-size', 'layout', 'style', 'paint'] as const

/** css-sizing-4 §5.1. Nothing is remembered of boxes that were there before, for which `auto` asks. */
function intrinsicSize(cursor: ValueCursor): LengthValue | 'none' | undefined {
  cursor.keyword(['auto'])
  return cursor.keyword(['none'] as const) ?? parseLength(cursor, { nonNegative: true })
}

/** A width of boxes whose content has no say in it; controls have the width of so many characters. */
function intrinsicWidth(cursor: ValueCursor): LengthValue | FieldWidth | 'none' | undefined {
  return parseFieldWidth(cursor) ?? intrinsicSize(cursor)
}

function computeIntrinsicWidth(value: LengthValue | FieldWidth | 'none', context: ComputeContext): number | 'none' {
  if (value === 'none') return value
  return 'characters' in value ? fieldWidthPx(value, context.units) : computedLength(value, context)
}

/** Boxes that keep their content to themselves, or whose content has no say in their size (css-contain-2, css-sizing-4 §5). */
export const CONTAINMENT_PROPERTIES = {
  contain: property({ parse: contain, initial: 'none' }),
  'content-visibility': property({ parse: keywords('visible', 'auto', 'hidden'), initial: 'visible' }),
  /** For boxes whose content has no say in their size. */
  'contain-intrinsic-width': property({
    parse: intrinsicWidth,
    initial: 'none',
    aliases: ['contain-intrinsic-inline-size'],
    compute: computeIntrinsicWidth,
  }),
  'contain-intrinsic-height': property({
    parse: intrinsicSize,
    initial: 'none',
    aliases: ['contain-intrinsic-block-size'],
    compute: orKeyword(computedLength),
  }),
  /** Whether a form control is as large as what stands in it (css-ui-4 §6.2). */
  'field-sizing': property({ parse: keywords('fixed', 'content'), initial: 'fixed' }),
} as const
