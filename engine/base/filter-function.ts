import type { Rect } from './geometry.js'
import type { RgbColor } from './rgb-color.js'

/** What gives each colour another. */
export type ColorFilter = ColorFunction | ColorMatrix

/** A function of CSS (filter-effects-1 §6.1), and how far. */
export interface ColorFunction {
  readonly kind: 'color'
  readonly name: 'brightness' | 'contrast' | 'grayscale' | 'hue-rotate' | 'invert' | 'saturate' | 'sepia'
  /** 1 for all, or a factor; degrees of `hue-rotate`. */
  readonly amount: number
  /** The components are those of linear light; those of sRGB when absent. AD-HOC: on photographs it is always those. */
  readonly linear?: true
}

/** `feColorMatrix` (filter-effects-1 §9.6) without what it does to the alpha. */
export interface ColorMatrix {
  readonly kind: 'color'
  readonly name: 'matrix'
  /** Factors of red, green and blue, and what is added, of each of them. */
  readonly rows: readonly [ColorMatrixRow, ColorMatrixRow, ColorMatrixRow]
  /** The components are those of linear light. */
  readonly linear: boolean
}

export type ColorMatrixRow = readonly [red: number, green: number, blue: number, added: number]

export interface OpacityFilter {
  readonly kind: 'opacity'
  readonly amount: number
}

/** Lengths in px; a blur is its standard deviation. */
export interface ShadowFilter {
  readonly x: number
  readonly y: number
  readonly blur: number
  readonly color: RgbColor
}

/** Filters of boxes and of parts of drawings. */
export type FilterFunction =
  | ColorFilter
  | OpacityFilter
  | { readonly kind: 'blur'; readonly blur: number }
  | ({ readonly kind: 'drop-shadow' } & ShadowFilter)

/** A `filter` element of a drawing in the document, by its id. */
export interface FilterReference {
  readonly kind: 'reference'
  readonly id: string
}

/** A step of a drawing's filter: a function, the shadow alone, an offset, or what of all that is left in the filter region. */
export type FilterStep =
  | FilterFunction
  | ({ readonly kind: 'shadow' } & ShadowFilter)
  | { readonly kind: 'offset'; readonly x: number; readonly y: number }
  /** One colour everywhere, whatever is filtered. */
  | { readonly kind: 'flood'; readonly color: RgbColor }
  /** In user space, or in px from the corner of a box. */
  | { readonly kind: 'region'; readonly rect: Rect }
