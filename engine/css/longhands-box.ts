import type { LengthValue } from './length-value.js'
import { parseInteger, parseLength, parseNumber, parsePercentage } from './numeric-value.js'
import { parsePosition } from './position-value.js'
import type { ValueCursor } from './value-cursor.js'
import {
  color,
  either,
  keywords,
  keywordsBut,
  lengthPercentage,
  nonNegativeLengthPercentage,
  type ValueParser,
} from './value-parsers.js'

const DISPLAY_KEYWORDS = [
  'none',
  'contents',
  'inline',
  'block',
  'inline-block',
  'flow-root',
  'list-item',
  'table',
  'inline-table',
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-cell',
  'table-column',
  'table-column-group',
  'table-caption',
] as const

type DisplayKeyword = (typeof DISPLAY_KEYWORDS)[number]

const UNSUPPORTED_DISPLAYS = [
  'run-in',
  'ruby',
  'ruby-base',
  'ruby-text',
  'math',
  '-webkit-box',
  '-webkit-inline-box',
  '-ms-flexbox',
  '-ms-grid',
]

const OUTSIDE_DISPLAYS = ['block', 'inline'] as const
const INSIDE_DISPLAYS = ['flow', 'flow-root', 'table', 'flex', 'grid', 'ruby', 'math'] as const

/** The single word for what stands outside and inside (css-display-3 §2.6). */
const SINGLE_DISPLAYS = {
  flow: ['block', 'inline'],
  'flow-root': ['flow-root', 'inline-block'],
  table: ['table', 'inline-table'],
  flex: ['flex', 'inline-flex'],
  grid: ['grid', 'inline-grid'],
} as const

/** The forms of several words, in any order (css-display-3 §2). */
function composedDisplay(cursor: ValueCursor): DisplayKeyword | undefined {
  let outside: (typeof OUTSIDE_DISPLAYS)[number] | undefined
  let inside: (typeof INSIDE_DISPLAYS)[number] | undefined
  let listItem: 'list-item' | undefined
  while (!cursor.done) {
    const before = cursor.position
    outside ??= cursor.keyword(OUTSIDE_DISPLAYS)
    if (cursor.position === before) inside ??= cursor.keyword(INSIDE_DISPLAYS)
    if (cursor.position === before) listItem ??= cursor.keyword(['list-item'])
    if (cursor.position === before) return undefined
  }
  if (listItem) {
    if (inside !== undefined && inside !== 'flow' && inside !== 'flow-root') return undefined
    if (outside === 'inline' || inside === 'flow-root') return cursor.unsupported('this kind of list item')
    return listItem
  }
  if (inside === 'ruby' || inside === 'math') return cursor.unsupported(`display: ${inside}`)
  return SINGLE_DISPLAYS[inside ?? 'flow'][outside === 'inline' ? 1 : 0]
}

function display(cursor: ValueCursor): DisplayKeyword | undefined {
  if (cursor.keyword(['-webkit-flex'])) return 'flex'
  if (cursor.keyword(['-webkit-inline-flex'])) return 'inline-flex'
  const before = cursor.position
  const single = keywordsBut(DISPLAY_KEYWORDS, UNSUPPORTED_DISPLAYS)(cursor)
  if (cursor.done) return single
  cursor.reset(before)
  return composedDisplay(cursor)
}

const SIZE_KEYWORDS = ['auto', 'min-content', 'max-content', 'fit-content'] as const

export type SizeDeclaration = LengthValue | (typeof SIZE_KEYWORDS)[number]

const UNSUPPORTED_SIZES = ['stretch', '-webkit-fill-available', '-moz-available']

const MAXIMUM_SIZE_KEYWORDS = ['none', 'min-content', 'max-content', 'fit-content'] as const

/** Older names of the keywords. */
const PREFIXED_SIZES = {
  '-webkit-min-content': 'min-content',
  '-webkit-max-content': 'max-content',
  '-webkit-fit-content': 'fit-content',
  '-moz-min-content': 'min-content',
  '-moz-max-content': 'max-content',
  '-moz-fit-content': 'fit-content',
} as const

function prefixedSize(cursor: ValueCursor): 'min-content' | 'max-content' | 'fit-content' | undefined {
  const name = cursor.peekIdent()
  for (const [prefixed, word] of Object.entries(PREFIXED_SIZES)) {
    if (prefixed !== name) continue
    cursor.advance()
    return word
  }
  return undefined
}

function maximumSize(cursor: ValueCursor): LengthValue | (typeof MAXIMUM_SIZE_KEYWORDS)[number] | undefined {
  const value = prefixedSize(cursor) ?? keywordsBut(MAXIMUM_SIZE_KEYWORDS, UNSUPPORTED_SIZES)(cursor)
  return value ?? nonNegativeLengthPercentage(cursor)
}

export function size(cursor: ValueCursor): SizeDeclaration | undefined {
  const value = prefixedSize(cursor) ?? keywordsBut(SIZE_KEYWORDS, UNSUPPORTED_SIZES)(cursor)
  if (value !== undefined) return value
  const before = cursor.position
  if (cursor.call()?.name === 'fit-content') return cursor.unsupported('fit-content() with an argument')
  cursor.reset(before)
  return nonNegativeLengthPercentage(cursor)
}

const margin = either(lengthPercentage, keywords('auto'))

const BORDER_STYLES = [
  'none',
  'hidden',
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
] as const

/** CSS 2.2 §8.5.1 leaves the widths open; all browsers use these. */
const LINE_WIDTHS = { thin: 1, medium: 3, thick: 5 } as const

export const borderWidth: ValueParser<LengthValue> = (cursor) => {
  const word = cursor.keyword(['thin', 'medium', 'thick'])
  return word ? { kind: 'px', value: LINE_WIDTHS[word] } : parseLength(cursor, { nonNegative: true })
}

export const borderStyle: ValueParser<(typeof BORDER_STYLES)[number]> = keywords(...BORDER_STYLES)

/** A corner's radii; the vertical one repeats the horizontal one when it is left out. */
export interface RadiusDeclaration {
  readonly horizontal: LengthValue
  readonly vertical: LengthValue
}

function cornerRadius(cursor: ValueCursor): RadiusDeclaration | undefined {
  const horizontal = nonNegativeLengthPercentage(cursor)
  if (!horizontal) return undefined
  return { horizontal, vertical: nonNegativeLengthPercentage(cursor) ?? horizontal }
}

/** AD-HOC: `auto` and `scroll` clip like `hidden`, which is what scrolling means on paper. */
function overflowAxis(cursor: ValueCursor): 'visible' | 'hidden' | 'clip' | undefined {
  const word = cursor.keyword(['visible', 'hidden', 'clip', 'auto', 'scroll', 'overlay'])
  return word === undefined || word === 'visible' || word === 'clip' ? word : 'hidden'
}

function opacity(cursor: ValueCursor): number | undefined {
  const percent = parsePercentage(cursor)
  const value = percent === undefined ? parseNumber(cursor) : percent / 100
  return value === undefined ? undefined : Math.max(0, Math.min(value, 1))
}

function borderSpacing(cursor: ValueCursor): readonly [LengthValue, LengthValue] | undefined {
  const horizontal = parseLength(cursor, { nonNegative: true })
  if (!horizontal) return undefined
  return [horizontal, parseLength(cursor, { nonNegative: true }) ?? horizontal]
}

/** A preferred ratio of width to height (css-sizing-4 §5.1). */
export interface AspectRatioDeclaration {
  /** Undefined for `auto` alone. */
  readonly ratio: number | undefined
  /** A natural ratio comes first. */
  readonly auto: boolean
}

function aspectRatio(cursor: ValueCursor): AspectRatioDeclaration | undefined {
  const before = cursor.keyword(['auto']) !== undefined
  const width = parseNumber(cursor)
  if (width === undefined) return before ? { ratio: undefined, auto: true } : undefined
  const height = cursor.delim('/') ? parseNumber(cursor) : 1
  if (height === undefined || width < 0 || height < 0) return undefined
  const auto = before || cursor.keyword(['auto']) !== undefined
  const ratio = width / height
  // A degenerate ratio counts as `auto`.
  return ratio > 0 && Number.isFinite(ratio) ? { ratio, auto } : { ratio: undefined, auto: true }
}

const BREAK_WORDS = ['auto', 'avoid', 'page', 'left', 'right', 'recto', 'verso', 'column', 'avoid-column'] as const

function breakBetween(cursor: ValueCursor): (typeof BREAK_WORDS)[number] | undefined {
  if (cursor.keyword(['avoid-page'])) return 'avoid'
  if (cursor.keyword(['always', 'all'])) return 'page'
  return keywordsBut(BREAK_WORDS, ['region', 'avoid-region'])(cursor)
}

function breakInside(cursor: ValueCursor): 'auto' | 'avoid' | undefined {
  // AD-HOC: what avoids breaks between columns avoids those between pages as well, and the other way round.
  if (cursor.keyword(['avoid-page', 'avoid-column'])) return 'avoid'
  return keywordsBut(['auto', 'avoid'], ['avoid-region'])(cursor)
}

function positiveInteger(cursor: ValueCursor): number | undefined {
  const value = parseInteger(cursor)
  return value !== undefined && value >= 1 ? value : undefined
}

/** A name of pages (css-page-3 §6), case-sensitive; the empty one stands for `auto`. */
function page(cursor: ValueCursor): string | undefined {
  return cursor.keyword(['auto']) ? '' : cursor.customIdent()
}

/** Parsers of the properties of boxes, tables, replaced elements and fragmentation. */
export const BOX_LONGHANDS = {
  display,
  'box-sizing': keywords('content-box', 'border-box', '-internal-border-box-height'),
  width: size,
  height: size,
  'min-width': size,
  'min-height': size,
  'max-width': maximumSize,
  'max-height': maximumSize,
  'aspect-ratio': aspectRatio,
  'margin-top': margin,
  'margin-right': margin,
  'margin-bottom': margin,
  'margin-left': margin,
  'padding-top': nonNegativeLengthPercentage,
  'padding-right': nonNegativeLengthPercentage,
  'padding-bottom': nonNegativeLengthPercentage,
  'padding-left': nonNegativeLengthPercentage,
  'border-top-style': borderStyle,
  'border-right-style': borderStyle,
  'border-bottom-style': borderStyle,
  'border-left-style': borderStyle,
  'border-top-width': borderWidth,
  'border-right-width': borderWidth,
  'border-bottom-width': borderWidth,
  'border-left-width': borderWidth,
  'border-top-color': color,
  'border-right-color': color,
  'border-bottom-color': color,
  'border-left-color': color,
  'border-top-left-radius': cornerRadius,
  'border-top-right-radius': cornerRadius,
  'border-bottom-right-radius': cornerRadius,
  'border-bottom-left-radius': cornerRadius,
  'overflow-x': overflowAxis,
  'overflow-y': overflowAxis,
  visibility: keywords('visible', 'hidden', 'collapse'),
  opacity,
  'background-color': color,
  'table-layout': keywords('auto', 'fixed'),
  'border-collapse': keywords('separate', 'collapse'),
  'border-spacing': borderSpacing,
  'caption-side': keywords('top', 'bottom'),
  'empty-cells': keywords('show', 'hide'),
  'object-fit': keywords('fill', 'contain', 'cover', 'none', 'scale-down'),
  'object-position': parsePosition,
  'break-before': breakBetween,
  'break-after': breakBetween,
  'break-inside': breakInside,
  page,
  orphans: positiveInteger,
  widows: positiveInteger,
  'box-decoration-break': keywords('slice', 'clone'),
} as const
