import type { RgbColor } from '../base/rgb-color.js'
import type { WritingMode } from '../base/writing-mode.js'
import type { PropertyValues } from '../css/properties/longhands.js'
import type { ContentPart } from '../css/values/content-value.js'
import type { FontSelection } from '../fonts/font-types.js'

/**
 * The computed style of a box (css-cascade-4 §4.4): absolute lengths are px, relative ones resolved. One object
 * is shared by all boxes that compute the same, so compare by reference. The fields of properties are those of their
 * records in css/; the others are here. No logic here.
 */
export interface ComputedStyle extends PropertyValues {
  /** Dense number of the interned style within its template, for caches. */
  readonly id: number
  /**
   * The effect of both axes on the box: `hidden` starts a formatting context, `clip` does not. `shown` starts one and
   * clips nothing: the box scrolls on screens.
   */
  readonly overflow: 'visible' | 'shown' | 'hidden' | 'clip'
  /** The box would be inline-level if it neither floated nor was positioned: for its static position. */
  readonly inlineLevel: boolean
  /** The writing mode in which the box stands, and whose directions `top`, `width` and the like have here. */
  readonly frame: WritingMode
  /** The writing mode of the content: that of `writing-mode`, but in boxes to which that does not apply. */
  readonly contentMode: WritingMode
  /** OpenType features from `font-feature-settings` and parts of `font-variant` together. */
  readonly fontFeatures: Readonly<Record<string, boolean>>
  /** The families above resolved against the font library. */
  readonly font: FontSelection
  /** BCP 47 tag from the nearest `lang` attribute, empty when unknown. */
  readonly language: string
}

export type Color = RgbColor
export type SizeValue = ComputedStyle['width']
export type BorderStyle = ComputedStyle['borderTopStyle']
export type BreakBetween = ComputedStyle['breakBefore']
export type ContentItem = ContentPart
