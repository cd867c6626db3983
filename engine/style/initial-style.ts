import type { WritingMode } from '../base/writing-mode.js'
import {
  copyField,
  INITIAL_VALUES,
  LONGHANDS,
  type PropertyField,
  type PropertyValues,
} from '../css/properties/longhands.js'
import type { FontSelection } from '../fonts/font-types.js'
import type { Color, ComputedStyle } from './computed-style.js'

/** A computed style that is being made. */
export type MutableStyle = { -readonly [K in keyof ComputedStyle]: ComputedStyle[K] }

const NO_FEATURES: ComputedStyle['fontFeatures'] = {}

/** The initial value of every field but the number and the font. */
const INITIAL = {
  id: 0,
  font: undefined,
  fontFeatures: NO_FEATURES,
  language: '',
  overflow: 'visible',
  inlineLevel: true,
  frame: 'horizontal-tb' as WritingMode,
  contentMode: 'horizontal-tb' as WritingMode,
  ...INITIAL_VALUES,
} as const

/**
 * A new style of initial values, not adjusted to one another yet. All styles are copies of one object, so that they
 * share its hidden class, and copying is cheap.
 * @param font the selection for the initial family
 */
export function unadjustedStyle(id: number, font: FontSelection): MutableStyle {
  return { ...INITIAL, id, font }
}

/** The style of an element for which nothing is declared and whose parent has nothing to hand on. */
export function initialStyle(id: number, font: FontSelection): MutableStyle {
  const style = unadjustedStyle(id, font)
  hideLines(style)
  return style
}

/** The fields that pass from parent to child (css-cascade-4 §7.1). */
const INHERITED_FIELDS: readonly (keyof ComputedStyle)[] = [
  'font',
  'fontFeatures',
  'language',
  ...LONGHANDS.flatMap(({ inherited, fields }) => (inherited ? fields : [])),
]

/** Takes over all that passes from parent to child. */
export function inheritFields(style: MutableStyle, parent: ComputedStyle): void {
  for (const field of INHERITED_FIELDS) copyField(style, parent, field)
}

type ColorField = {
  [F in PropertyField]: PropertyValues[F] extends Color ? F : never
}[PropertyField]

/** The properties that are the element's own colour until they are set. */
const CURRENT_COLOR_FIELDS = LONGHANDS.flatMap(({ isColor, initial, fields }) =>
  isColor && initial === 'currentcolor' ? fields : [],
) as readonly ColorField[]

/** Gives the colours that are `currentcolor` the element's own. */
export function followColor(style: MutableStyle): void {
  for (const field of CURRENT_COLOR_FIELDS) style[field] = style.color
}

/** Lines without a style have no width, whatever is declared (css-backgrounds-3 §3.3, css-multicol-1 §4.3). */
export function hideLines(style: MutableStyle): void {
  if (isInvisible(style.borderTopStyle)) style.borderTopWidth = 0
  if (isInvisible(style.borderRightStyle)) style.borderRightWidth = 0
  if (isInvisible(style.borderBottomStyle)) style.borderBottomWidth = 0
  if (isInvisible(style.borderLeftStyle)) style.borderLeftWidth = 0
  if (isInvisible(style.outlineStyle)) style.outlineWidth = 0
  if (isInvisible(style.columnRuleStyle)) style.columnRuleWidth = 0
  if (isInvisible(style.rowRuleStyle)) style.rowRuleWidth = 0
}

/** Cuts the widths of lines off to whole px, but none that is there to nothing (css-backgrounds-3 §3.3), and spacing. */
export function roundLines(style: MutableStyle): void {
  for (const field of LINE_WIDTHS) {
    const width = style[field]
    if (width > 0) style[field] = Math.max(1, Math.floor(width))
  }
  style.borderSpacingX = Math.floor(style.borderSpacingX)
  style.borderSpacingY = Math.floor(style.borderSpacingY)
}

const LINE_WIDTHS = [
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'outlineWidth',
  'columnRuleWidth',
  'rowRuleWidth',
] as const

function isInvisible(style: ComputedStyle['borderTopStyle']): boolean {
  return style === 'none' || style === 'hidden'
}
