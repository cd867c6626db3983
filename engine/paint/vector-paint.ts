import type { Rect } from '../base/geometry.js'
import { assertNever, invariant } from '../base/invariant.js'
import { type Matrix, multiply } from '../base/matrix.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { DrawnFonts, VectorForeign, VectorNode, VectorPaint } from '../images/vector-types.js'
import type { Paint, PaintTarget } from './paint-target.js'

/** Everything that painting a drawing needs at every step. */
export interface VectorContext {
  readonly target: PaintTarget
  readonly fonts: FontLibrary
  /** From the coordinates of what is painted to those of the frame that the drawing is shown in, wherever that stands. */
  readonly toFrame: Matrix
  /** The painting is the shape of something else, or a repetition. */
  readonly silhouette?: true
  /** Paints the HTML in it; nothing of it shows when absent. */
  readonly foreign?: PaintForeign | undefined
  /** The fonts of drawings in it that bring some. */
  readonly fontsOf?: ((own: DrawnFonts) => FontLibrary) | undefined
  /** Parts of it are read where they are; not those of masks and patterns. */
  readonly isRead?: boolean | undefined
  /** Called when the edge of the drawing cuts off text; absent where that loses nothing. */
  readonly onCutText?: (() => void) | undefined
  /** Paints parts of the drawing, `visible` a rectangle around all that can be seen of them. */
  readonly paintNodes: (ctx: VectorContext, nodes: readonly VectorNode[], visible: Rect) => void
}

/**
 * Paints HTML of a drawing in the coordinates of that.
 * @param isRead it is content, to be read where it is
 */
export type PaintForeign = (target: PaintTarget, node: VectorForeign, isRead: boolean) => void

/** @param box for a gradient in units of what it paints: the map from the unit square */
export function paintOf(ctx: VectorContext, paint: VectorPaint, area: Rect, box?: Matrix): Paint {
  invariant(paint.kind !== 'context', 'paints of contexts in their places')
  switch (paint.kind) {
    case 'color':
      return paint
    case 'gradient': {
      const { gradient, opacity, ofBox } = paint
      const placed = ofBox && box ? { ...gradient, transform: multiply(box, gradient.transform) } : gradient
      return { kind: 'gradient', gradient: placed, opacity, area }
    }
    case 'pattern': {
      const { tile, transform, children } = paint.pattern
      const { opacity } = paint
      return {
        kind: 'tiling',
        tile,
        transform,
        opacity,
        paint: () => ctx.paintNodes({ ...ctx, isRead: false }, children, tile),
      }
    }
    default:
      return assertNever(paint)
  }
}
