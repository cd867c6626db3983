import type { Matrix } from '../base/matrix.js'
import type { RgbColor } from '../base/rgb-color.js'
import type { GradientDirection, GradientInterpolation, RadialExtent } from '../css/gradient-value.js'
import type { UrlImage } from '../css/image-value.js'
import type { DeclaredValue } from '../css/longhands.js'
import type { RepeatStyle } from '../css/longhands-background.js'
import type { LengthPercentage, Position } from './computed-style.js'

/** The properties that say how a box is painted and nothing about where it is. No logic here. */
export interface PaintingStyle {
  // Backgrounds (css-backgrounds-3 §2): one value per layer, the topmost first; shorter lists repeat
  readonly backgroundImage: readonly (CssImage | 'none')[]
  readonly backgroundPositionX: readonly LengthPercentage[]
  readonly backgroundPositionY: readonly LengthPercentage[]
  readonly backgroundSize: readonly BackgroundSize[]
  readonly backgroundRepeat: readonly BackgroundRepeat[]
  readonly backgroundOrigin: readonly ('border-box' | 'padding-box' | 'content-box')[]
  readonly backgroundClip: readonly ('border-box' | 'padding-box' | 'content-box' | 'text')[]
  readonly backgroundAttachment: readonly ('scroll' | 'fixed' | 'local')[]

  /** The first on top. */
  readonly boxShadow: readonly BoxShadow[]
  readonly outlineColor: RgbColor
  readonly outlineStyle: DeclaredValue<'outline-style'>
  /** Zero when the style is `none`. */
  readonly outlineWidth: number
  readonly outlineOffset: number

  // Transforms (css-transforms-1, css-transforms-2 §5)
  /** Empty for `none`. */
  readonly transform: readonly ComputedTransform[]
  readonly transformOrigin: Position
  readonly translate: Position | 'none'
  /** Degrees, clockwise. */
  readonly rotate: number | 'none'
  readonly scale: { readonly x: number; readonly y: number } | 'none'

  /** Counts for absolutely positioned boxes (CSS 2.2 §11.1.2). */
  readonly clip: ClipEdges | 'auto'
  /** How far within the border box the edges are beyond which nothing shows (css-masking-1 §5.1). */
  readonly clipPath: ClipInsets | 'none'

  readonly mixBlendMode: DeclaredValue<'mix-blend-mode'>
  readonly isolation: 'auto' | 'isolate'
  readonly imageRendering: DeclaredValue<'image-rendering'>
  readonly imageOrientation: 'from-image' | 'none'
}

/** Distances from the upper left corner of the border box, in px; `auto` is the box's own edge. */
export interface ClipEdges {
  readonly top: number | 'auto'
  readonly right: number | 'auto'
  readonly bottom: number | 'auto'
  readonly left: number | 'auto'
}

export interface ClipInsets {
  readonly top: LengthPercentage
  readonly right: LengthPercentage
  readonly bottom: LengthPercentage
  readonly left: LengthPercentage
}

export type CssImage = UrlImage | CssGradient

/** A gradient without a size: it is as large as the area it is painted in. */
export type CssGradient = CssLinearGradient | CssRadialGradient | CssConicGradient

interface GradientBase {
  readonly repeating: boolean
  /** At least one. */
  readonly stops: readonly CssColorStop[]
  readonly interpolation: GradientInterpolation | undefined
}

export interface CssLinearGradient extends GradientBase {
  readonly kind: 'linear-gradient'
  readonly direction: GradientDirection
}

export interface CssRadialGradient extends GradientBase {
  readonly kind: 'radial-gradient'
  readonly shape: 'circle' | 'ellipse'
  readonly size: RadialExtent | readonly [LengthPercentage, LengthPercentage]
  readonly position: Position
}

export interface CssConicGradient extends GradientBase {
  readonly kind: 'conic-gradient'
  /** In degrees, clockwise from upwards. */
  readonly from: number
  readonly position: Position
}

/** A colour at a place along the gradient, or the middle between two colours when it has none. */
export interface CssColorStop {
  readonly color: RgbColor | undefined
  readonly position: LengthPercentage | undefined
}

export type BackgroundSize =
  | 'cover'
  | 'contain'
  | { readonly width: LengthPercentage | 'auto'; readonly height: LengthPercentage | 'auto' }

export interface BackgroundRepeat {
  readonly x: RepeatStyle
  readonly y: RepeatStyle
}

export interface BoxShadow {
  readonly inset: boolean
  readonly x: number
  readonly y: number
  /** Twice the standard deviation of the blur. */
  readonly blur: number
  readonly spread: number
  readonly color: RgbColor
}

type ComputedTransform =
  | { readonly kind: 'translate'; readonly x: LengthPercentage; readonly y: LengthPercentage }
  | { readonly kind: 'matrix'; readonly matrix: Matrix }
