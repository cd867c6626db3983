import { assertNever } from '../../base/invariant.js'
import { lengthPx, type UnitContext } from './compute-length.js'
import type { LengthValue } from './length-value.js'

export const FONT_SIZE_KEYWORDS = [
  'xx-small',
  'x-small',
  'small',
  'medium',
  'large',
  'x-large',
  'xx-large',
  'xxx-large',
] as const

type FontSizeKeyword = (typeof FONT_SIZE_KEYWORDS)[number]

export type FontSizeDeclaration = FontSizeKeyword | 'larger' | 'smaller' | LengthValue

/** Where a font size comes from: generic monospace fonts have a smaller default size in all browsers. */
export interface FontSizeSource {
  /** The size is that of a keyword. */
  readonly keyword: FontSizeKeyword | undefined
  /** The size was given as a length somewhere: it does not change with the family. */
  readonly absolute: boolean
}

/** Sizes of the keywords from `xx-small` on, for proportional and for generic monospace fonts, as browsers have them. */
const KEYWORD_SIZES = [9, 10, 13, 16, 18, 24, 32, 48] as const
const MONOSPACE_KEYWORD_SIZES = [9, 10, 12, 13, 16, 20, 26, 39] as const

const MONOSPACE_FACTOR = 13 / 16

/** Step of `larger` and `smaller` in browsers. */
const RELATIVE_STEP = 1.2

/** Size of `medium`: CSS leaves it open, all browsers use this one. */
const MEDIUM_SIZE = 16

export interface ComputedFontSize {
  /** In px. */
  readonly fontSize: number
  readonly fontSizeSource: FontSizeSource
}

interface FontSizeContext {
  readonly own: { readonly fontFamily: readonly string[] }
  readonly parent: ComputedFontSize & { readonly fontFamily: readonly string[] }
  /** Of the parent, at the zoom of the element. */
  readonly units: UnitContext
}

/**
 * Computed `font-size` (css-fonts-4 §2.5), not rounded to the layout grid: glyph advances are rounded when they
 * are measured.
 */
export function computeFontSize(value: FontSizeDeclaration, context: FontSizeContext): ComputedFontSize {
  const { fontSizeSource } = context.parent
  const { fontSize, zoom } = context.units
  const { absolute } = fontSizeSource
  const ofParent = (px: number): ComputedFontSize => ({
    fontSize: absolute ? px : adaptToFamily(px, context),
    fontSizeSource: { keyword: undefined, absolute },
  })
  if (value === 'larger') return ofParent(fontSize * RELATIVE_STEP)
  if (value === 'smaller') return ofParent(fontSize / RELATIVE_STEP)
  if (typeof value === 'string') {
    const size = keywordSize(value, isMonospace(context.own.fontFamily))
    return { fontSize: size * zoom, fontSizeSource: { keyword: value, absolute: false } }
  }
  const px = Math.max(0, lengthPx(value, context.units, fontSize))
  return isParentRelative(value)
    ? ofParent(px)
    : { fontSize: px, fontSizeSource: { keyword: undefined, absolute: true } }
}

/** The inherited size, changed when the family becomes or ceases to be generic monospace. */
export function inheritFontSize(context: FontSizeContext): ComputedFontSize {
  const { fontSizeSource, fontFamily } = context.parent
  const { fontSize, zoom } = context.units
  const { keyword, absolute } = fontSizeSource
  const monospace = isMonospace(context.own.fontFamily)
  if (absolute || monospace === isMonospace(fontFamily)) return { fontSize, fontSizeSource }
  return {
    fontSize: keyword ? keywordSize(keyword, monospace) * zoom : adaptToFamily(fontSize, context),
    fontSizeSource,
  }
}

function keywordSize(keyword: FontSizeKeyword, monospace: boolean): number {
  const sizes = monospace ? MONOSPACE_KEYWORD_SIZES : KEYWORD_SIZES
  return sizes[FONT_SIZE_KEYWORDS.indexOf(keyword)] ?? MEDIUM_SIZE
}

function adaptToFamily(px: number, { own, parent }: FontSizeContext): number {
  const monospace = isMonospace(own.fontFamily)
  if (monospace === isMonospace(parent.fontFamily)) return px
  return monospace ? px * MONOSPACE_FACTOR : px / MONOSPACE_FACTOR
}

/** Only a family list that is the generic keyword alone is treated so, hence the idiom `monospace, monospace`. */
function isMonospace(families: readonly string[]): boolean {
  return families.length === 1 && families[0] === 'monospace'
}

function isParentRelative(value: LengthValue): boolean {
  switch (value.kind) {
    case 'px':
      return false
    case 'percentage':
      return true
    case 'relative':
      return ['em', 'ex', 'cap', 'ch', 'ic'].includes(value.unit)
    case 'sum':
      return value.terms.some(isParentRelative)
    case 'product':
      return isParentRelative(value.operand)
    case 'function':
      return value.operands.some(isParentRelative)
    default:
      return assertNever(value)
  }
}
