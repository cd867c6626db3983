import type { RgbColor } from '../../base/rgb-color.js'
import type { ColorValue } from '../values/color-value.js'
import { computeNonNegative, type LengthPercentage, type PercentageLength } from '../values/compute-length.js'
import {
  type Appearance,
  type ComputeContext,
  computedColor,
  computedLengthPercentage,
  computedNonNegative,
  computedPosition,
  orKeyword,
} from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseNumber, parsePercentage } from '../values/numeric-value.js'
import { parsePosition } from '../values/position-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import {
  color,
  either,
  keywords,
  keywordsBut,
  lengthPercentage,
  nonNegativeLengthPercentage,
} from '../values/value-parsers.js'
import { property, propertyOfFields } from './property.js'

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

export type DisplayKeyword = (typeof DISPLAY_KEYWORDS)[number]

const UNSUPPORTED_DISPLAYS = ['run-in', 'ruby', 'ruby-base', 'ruby-text', 'math', '-ms-flexbox', '-ms-grid']

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

export type DisplayDeclaration = DisplayKeyword | '-webkit-box' | '-webkit-inline-box'

export interface DisplayFields {
  readonly display: DisplayKeyword
  /** A box of the early flexbox. */
  readonly isEarlyFlexbox: boolean
}

/** AD-HOC: the boxes of the early flexbox are only written around clamped lines any more, which they hold as blocks do. */
function computeDisplay(value: DisplayDeclaration): DisplayFields {
  if (value === '-webkit-box') return { display: 'flow-root', isEarlyFlexbox: true }
  if (value === '-webkit-inline-box') return { display: 'inline-block', isEarlyFlexbox: true }
  return { display: value, isEarlyFlexbox: false }
}

function display(cursor: ValueCursor): DisplayDeclaration | undefined {
  if (cursor.keyword(['-webkit-flex'])) return 'flex'
  if (cursor.keyword(['-webkit-inline-flex'])) return 'inline-flex'
  const early = cursor.keyword(['-webkit-box', '-webkit-inline-box'])
  if (early) return early
  const before = cursor.position
  const single = keywordsBut(DISPLAY_KEYWORDS, UNSUPPORTED_DISPLAYS)(cursor)
  if (cursor.done) return single
  cursor.reset(before)
  return composedDisplay(cursor)
}

const SIZE_KEYWORDS = ['auto', 'min-content', 'max-content', 'fit-content', 'stretch'] as const

export type SizeDeclaration = LengthValue | (typeof SIZE_KEYWORDS)[number]

const MAXIMUM_SIZE_KEYWORDS = ['none', 'min-content', 'max-content', 'fit-content', 'stretch'] as const

/** Older names of the keywords. */
const PREFIXED_SIZES = {
  '-webkit-min-content': 'min-content',
  '-webkit-max-content': 'max-content',
  '-webkit-fit-content': 'fit-content',
  '-moz-min-content': 'min-content',
  '-moz-max-content': 'max-content',
  '-moz-fit-content': 'fit-content',
  '-webkit-fill-available': 'stretch',
  '-moz-available': 'stretch',
} as const

function prefixedSize(cursor: ValueCursor): (typeof PREFIXED_SIZES)[keyof typeof PREFIXED_SIZES] | undefined {
  const name = cursor.peekIdent()
  for (const [prefixed, word] of Object.entries(PREFIXED_SIZES)) {
    if (prefixed !== name) continue
    cursor.advance()
    return word
  }
  return undefined
}

function maximumSize(cursor: ValueCursor): LengthValue | (typeof MAXIMUM_SIZE_KEYWORDS)[number] | undefined {
  const value = prefixedSize(cursor) ?? cursor.keyword(MAXIMUM_SIZE_KEYWORDS)
  return value ?? nonNegativeLengthPercentage(cursor)
}

export function size(cursor: ValueCursor): SizeDeclaration | undefined {
  const value = prefixedSize(cursor) ?? cursor.keyword(SIZE_KEYWORDS)
  if (value !== undefined) return value
  const before = cursor.position
  if (cursor.call()?.name === 'fit-content') return cursor.unsupported('fit-content() with an argument')
  cursor.reset(before)
  return nonNegativeLengthPercentage(cursor)
}

/** A preferred ratio of width to height (css-sizing-4 §5.1). */
export interface AspectRatio {
  /** Undefined for `auto` alone. */
  readonly ratio: number | undefined
  /** A natural ratio comes first. */
  readonly auto: boolean
}

function aspectRatio(cursor: ValueCursor): AspectRatio | undefined {
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

/** `scroll` stands for all that scrolls on screens; the style of a box has what that means on paper. */
function overflowAxis(cursor: ValueCursor): 'visible' | 'hidden' | 'clip' | 'scroll' | undefined {
  const word = cursor.keyword(['visible', 'hidden', 'clip', 'scroll', 'auto', 'overlay'])
  return word === 'auto' || word === 'overlay' ? 'scroll' : word
}

function opacity(cursor: ValueCursor): number | undefined {
  const percent = parsePercentage(cursor)
  const value = percent === undefined ? parseNumber(cursor) : percent / 100
  return value === undefined ? undefined : Math.max(0, Math.min(value, 1))
}

/** A size of `stretch` before what that leaves out is known, when the style is complete. */
export const STRETCHED: PercentageLength = { kind: 'percentage', px: 0, percent: 100 }

/** A keyword, a length of at least 0 or a percentage. */
export function computedSize<K extends string>(
  value: LengthValue | K | 'stretch',
  { units }: ComputeContext,
): LengthPercentage | K {
  if (value === 'stretch') return STRETCHED
  return typeof value === 'string' ? value : computeNonNegative(value, units)
}

const preferredSize = (alias: string) =>
  property({
    parse: size,
    initial: 'auto',
    quirk: 'length',
    aliases: [alias],
    compute: computedSize<'auto' | 'min-content' | 'max-content' | 'fit-content'>,
  })

const greatestSize = (alias: string) =>
  property({
    parse: maximumSize,
    initial: 'none',
    quirk: 'length',
    aliases: [alias],
    compute: computedSize<'none' | 'min-content' | 'max-content' | 'fit-content'>,
  })

const margin = (alias: string) =>
  property({
    parse: either(lengthPercentage, keywords('auto')),
    initial: '0',
    quirk: 'length',
    aliases: [alias],
    compute: orKeyword(computedLengthPercentage),
  })

/** The room around the option that a drop-down list shows, with that for its arrow, in px. */
const DROP_DOWN_ROOM = {
  '-internal-drop-down-edge': 1,
  '-internal-drop-down-start': 4,
  '-internal-drop-down-end': 16.5,
} as const

type DropDownRoom = keyof typeof DROP_DOWN_ROOM

const dropDownRoom = keywords('-internal-drop-down-edge', '-internal-drop-down-start', '-internal-drop-down-end')

/** A list whose looks are taken away has no room of its own. */
function computePadding(value: LengthValue | DropDownRoom, context: ComputeContext): LengthPercentage {
  if (typeof value !== 'string') return computedNonNegative(value, context)
  return context.parent.appearance === 'none' ? 0 : DROP_DOWN_ROOM[value]
}

export const paddingValue = either(nonNegativeLengthPercentage, dropDownRoom)

const padding = (alias: string) =>
  property({
    parse: paddingValue,
    initial: '0',
    quirk: 'length',
    aliases: [alias],
    compute: computePadding,
  })

const overflow = (alias: string) => property({ parse: overflowAxis, initial: 'visible', aliases: [alias] })

const ACCENT: RgbColor = { red: 0, green: 117 / 255, blue: 1, alpha: 1 }

function computeAccent(value: ColorValue | 'auto', context: ComputeContext): RgbColor {
  return value === 'auto' ? ACCENT : computedColor(value, context)
}

/** What a style takes away; the looks of one kind of control are not given to another (css-ui-4 §7.3). */
function appearance(cursor: ValueCursor): Appearance | undefined {
  if (cursor.keyword(['base-select', 'base'])) return cursor.unsupported('an appearance that authors build on')
  const word = cursor.keyword(['auto', 'none', '-internal-drawn', '-internal-button', ...CONTROLS])
  if (word === undefined || word === 'none' || word === 'progress-bar' || word === 'textfield') return word
  if (word === '-internal-button') return 'input-button'
  return word === '-internal-drawn' ? 'drawn' : 'auto'
}

const CONTROLS = [
  'searchfield',
  'textarea',
  'checkbox',
  'radio',
  'menulist',
  'listbox',
  'meter',
  'progress-bar',
  'button',
  'textfield',
  'menulist-button',
] as const

/** Boxes: their kind, sizes, margins, paddings and content (css-display-3, css-sizing-4, css-box-4, css-images-3). */
export const BOX_PROPERTIES = {
  display: propertyOfFields({ parse: display, initial: 'inline', compute: computeDisplay }),
  '-webkit-box-orient': property({
    parse: keywords('horizontal', 'vertical', 'inline-axis', 'block-axis'),
    initial: 'inline-axis',
    aliases: ['box-orient'],
  }),
  /** The last is for cells in quirks mode: `border-box` for heights alone. */
  /** The colour of what controls draw themselves (css-ui-4 §6.6). */
  'accent-color': property({
    parse: either(keywords('auto'), color),
    initial: 'auto',
    inherited: true,
    compute: computeAccent,
  }),
  appearance: property({ parse: appearance, initial: 'none', aliases: ['-webkit-appearance'] }),
  'box-sizing': property({
    parse: keywords('content-box', 'border-box', '-internal-border-box-height'),
    initial: 'content-box',
    aliases: ['-webkit-box-sizing'],
  }),
  width: preferredSize('inline-size'),
  height: preferredSize('block-size'),
  'min-width': preferredSize('min-inline-size'),
  'min-height': preferredSize('min-block-size'),
  'max-width': greatestSize('max-inline-size'),
  'max-height': greatestSize('max-block-size'),
  'aspect-ratio': property({ parse: aspectRatio, initial: 'auto' }),
  'margin-top': margin('margin-block-start'),
  'margin-right': margin('margin-inline-end'),
  'margin-bottom': margin('margin-block-end'),
  'margin-left': margin('margin-inline-start'),
  'padding-top': padding('padding-block-start'),
  'padding-right': padding('padding-inline-end'),
  'padding-bottom': padding('padding-block-end'),
  'padding-left': padding('padding-inline-start'),
  'overflow-x': overflow('overflow-inline'),
  'overflow-y': overflow('overflow-block'),
  visibility: property({
    parse: keywords('visible', 'hidden', 'collapse'),
    initial: 'visible',
    inherited: true,
  }),
  opacity: property({ parse: opacity, initial: '1', aliases: ['-webkit-opacity'] }),
  'object-fit': property({ parse: keywords('fill', 'contain', 'cover', 'none', 'scale-down'), initial: 'fill' }),
  'object-position': property({ parse: parsePosition, initial: '50% 50%', compute: computedPosition }),
} as const
