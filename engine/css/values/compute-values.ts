import type { RgbColor } from '../../base/rgb-color.js'
import { snap, snapDown } from '../../base/units.js'
import { type ColorValue, resolveColor } from './color-value.js'
import {
  computeLengthPercentage,
  computeNonNegative,
  type LengthPercentage,
  lengthPx,
  type UnitContext,
} from './compute-length.js'
import type { CounterStyles } from './counter-style-value.js'
import type { FontSizeSource } from './font-size.js'
import type { LengthValue } from './length-value.js'
import type { PositionDeclaration } from './position-value.js'

/** The inputs of a computation besides the declared value. Values that are computed later are not among them. */
export interface ComputeContext {
  readonly units: UnitContext
  readonly own: {
    /** Who asks for it has `currentcolor` in it. */
    readonly color: RgbColor
    readonly fontFamily: readonly string[]
    readonly isRoot: boolean
  }
  readonly parent: {
    readonly color: RgbColor
    readonly accentColor: RgbColor
    readonly direction: 'ltr' | 'rtl'
    readonly fontFamily: readonly string[]
    readonly fontSize: number
    readonly fontSizeSource: FontSizeSource
    readonly fontWeight: number
    readonly textAlign: TextAlign
    readonly blockAlign: BlockAlign
    readonly lineHeight: LineHeight
    readonly appearance: Appearance
    readonly page: string
    /** Of the parent and all elements around it together. */
    readonly zoom: number
  }
  /** Undefined where no sheet defines any. */
  readonly counterStyles?: CounterStyles | undefined
}

/** `normal`, or a number of font sizes, or px. Numbers inherit as numbers. */
export type LineHeight =
  | 'normal'
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'length'; readonly px: number }

/**
 * Whether a control looks as controls do, or only as its style says. What is drawn has no background or border of its style;
 * a bar, and the button of an input, are drawn only where no style of the author's gives them one; a field for text alone has
 * no buttons in it.
 */
export type Appearance = 'auto' | 'drawn' | 'progress-bar' | 'input-button' | 'textfield' | 'none'

export type TextAlign = 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'

/** Whether block-level children are aligned as well, as by `<center>` and the `align` attribute. */
export type BlockAlign = 'normal' | 'left' | 'center' | 'right'

/** A point of a box: percentages refer to its width and height. */
export interface Position {
  readonly x: LengthPercentage
  readonly y: LengthPercentage
}

/** A colour; `currentcolor` is that of the element. */
export function computedColor(value: ColorValue, { own }: ComputeContext): RgbColor {
  return typeof value === 'object' && !('kind' in value) ? value : resolveColor(value, own.color)
}

/** A length in px on the grid of layout, cut off to it as browsers do. */
export function computedLength(value: LengthValue, { units }: ComputeContext): number {
  return snapDown(lengthPx(value, units))
}

/** The same where less than 0 is not allowed, as a function may come to. */
export function computedNonNegativeLength(value: LengthValue, context: ComputeContext): number {
  return Math.max(0, computedLength(value, context))
}

export function computedLengthPercentage(value: LengthValue, { units }: ComputeContext): LengthPercentage {
  return computeLengthPercentage(value, units)
}

/** The same for what is added to every character: rounded, so that what is lost does not add up. */
export function computedSpacing(value: LengthValue, { units }: ComputeContext): LengthPercentage {
  return computeLengthPercentage(value, units, snap)
}

/** The same off the grid of layout: for what others multiply. */
export function computedExactly(value: LengthValue, { units }: ComputeContext): LengthPercentage {
  return computeLengthPercentage(value, units, (px) => px)
}

export function computedNonNegative(value: LengthValue, { units }: ComputeContext): LengthPercentage {
  return computeNonNegative(value, units)
}

export function computedPosition({ x, y }: PositionDeclaration, context: ComputeContext): Position {
  return { x: computedLengthPercentage(x, context), y: computedLengthPercentage(y, context) }
}

/** A computation for values that may also be keywords, which stay what they are. */
export function orKeyword<D extends object, C>(
  compute: (value: D, context: ComputeContext) => C,
): <K extends string>(value: D | K, context: ComputeContext) => K | C {
  return (value, context) => (typeof value === 'string' ? value : compute(value, context))
}
