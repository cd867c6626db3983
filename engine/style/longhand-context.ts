import type { DeclaredValue, LonghandName } from '../css/longhands.js'
import type { FeatureSettings } from '../css/longhands-text.js'
import type { UnitContext } from './compute-length.js'
import type { ComputedStyle } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

/** The three properties that become `fontFeatures` together. Inherited. */
export interface FeatureParts {
  readonly ligatures: FeatureSettings
  readonly numeric: FeatureSettings
  readonly settings: FeatureSettings
}

export const NO_FEATURE_PARTS: FeatureParts = { ligatures: {}, numeric: {}, settings: {} }

/** What the computation of a longhand may read besides its declared value. */
export interface LonghandContext {
  readonly parent: ComputedStyle
  /** For all properties but `font-size`, which `compute-font.ts` computes. */
  readonly units: UnitContext
  features: FeatureParts
}

export type Computation<P extends LonghandName> = (
  style: MutableStyle,
  value: DeclaredValue<P>,
  context: LonghandContext,
) => void

/** Longhands whose computation needs the parent's font size come before all others, in `compute-font.ts`. */
export type FontLonghand = 'font-family' | 'font-size' | 'font-weight' | 'font-style' | 'font-stretch'

export const FONT_LONGHANDS: readonly FontLonghand[] = [
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-size',
]

export type OtherLonghand = Exclude<LonghandName, FontLonghand>
