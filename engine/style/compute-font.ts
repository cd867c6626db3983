import { hasPercentage, type LengthValue } from '../css/length-value.js'
import type { DeclaredValue } from '../css/longhands.js'
import { FONT_SIZE_KEYWORDS, type FontSizeKeyword } from '../css/longhands-text.js'
import { lengthPx, type UnitContext } from './compute-length.js'
import { INITIAL_FONT_SIZE } from './initial-style.js'
import type { FontSizeSource } from './style-record.js'

/** Sizes of the keywords from `xx-small` on, for proportional and for generic monospace fonts, as browsers have them. */
const KEYWORD_SIZES = [9, 10, 13, 16, 18, 24, 32, 48] as const
const MONOSPACE_KEYWORD_SIZES = [9, 10, 12, 13, 16, 20, 26, 39] as const

const MONOSPACE_FACTOR = 13 / 16

/** Step of `larger` and `smaller` in browsers. */
const RELATIVE_STEP = 1.2

/** Only a family list that is the generic keyword alone is treated so, hence the idiom `monospace, monospace`. */
export function isMonospace(families: readonly string[]): boolean {
  return families.length === 1 && families[0] === 'monospace'
}

export function keywordSize(keyword: FontSizeKeyword, monospace: boolean): number {
  const sizes = monospace ? MONOSPACE_KEYWORD_SIZES : KEYWORD_SIZES
  return sizes[FONT_SIZE_KEYWORDS.indexOf(keyword)] ?? INITIAL_FONT_SIZE
}

export interface ComputedFontSize {
  readonly px: number
  readonly source: FontSizeSource
}

/**
 * Computed `font-size` (css-fonts-4 §2.5), not rounded to the layout grid: glyph advances are rounded when they
 * are measured.
 * @param units of the parent
 */
export function computeFontSize(
  value: DeclaredValue<'font-size'>,
  monospace: boolean,
  parent: { readonly size: number; readonly source: FontSizeSource; readonly monospace: boolean },
  units: UnitContext,
): ComputedFontSize {
  const relative = { keyword: undefined, absolute: parent.source.absolute }
  const adjusted = (px: number) => (parent.source.absolute ? px : adaptToFamily(px, monospace, parent.monospace))
  if (value === 'larger') return { px: adjusted(parent.size * RELATIVE_STEP), source: relative }
  if (value === 'smaller') return { px: adjusted(parent.size / RELATIVE_STEP), source: relative }
  if (typeof value === 'string') {
    return { px: keywordSize(value, monospace), source: { keyword: value, absolute: false } }
  }
  const px = Math.max(0, lengthPx(value, units, parent.size))
  if (isParentRelative(value)) return { px: adjusted(px), source: relative }
  return { px, source: { keyword: undefined, absolute: true } }
}

/** The inherited size, changed when the family becomes or ceases to be generic monospace. */
export function inheritFontSize(
  monospace: boolean,
  parent: { readonly size: number; readonly source: FontSizeSource; readonly monospace: boolean },
): ComputedFontSize {
  const { source } = parent
  if (monospace === parent.monospace || source.absolute) return { px: parent.size, source }
  const px = source.keyword
    ? keywordSize(source.keyword, monospace)
    : adaptToFamily(parent.size, monospace, parent.monospace)
  return { px, source }
}

function adaptToFamily(px: number, monospace: boolean, parentMonospace: boolean): number {
  if (monospace === parentMonospace) return px
  return monospace ? px * MONOSPACE_FACTOR : px / MONOSPACE_FACTOR
}

function isParentRelative(value: LengthValue): boolean {
  if (hasPercentage(value)) return true
  switch (value.kind) {
    case 'relative':
      return ['em', 'ex', 'ch'].includes(value.unit)
    case 'sum':
      return value.terms.some(isParentRelative)
    case 'product':
      return isParentRelative(value.operand)
    case 'function':
      return value.operands.some(isParentRelative)
    default:
      return false
  }
}

/** css-fonts-4 §2.2.1. */
export function computeFontWeight(value: DeclaredValue<'font-weight'>, parent: number): number {
  if (value === 'bolder') return parent < 350 ? 400 : parent < 550 ? 700 : Math.max(parent, 900)
  if (value === 'lighter') return parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700
  return value
}
