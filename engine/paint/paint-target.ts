import type { Rect, Size } from '../base/geometry.js'
import type { ShapedWord } from '../fonts/font-types.js'
import type { RasterImage } from '../images/image-types.js'
import type { Color } from '../style/computed-style.js'

/**
 * What painting writes to: one call per visible thing, in px from the top left corner of the page box, y
 * downwards, no state between calls but what `save` and `restore` bracket. Tests record the calls, production
 * writes PDF operators.
 */
export interface PaintTarget {
  /** Starts the next page; pages count from 1. */
  beginPage(size: Size): void
  /** Goes on painting over a page that was ended before, until the next `endPage`. */
  reopenPage(number: number): void
  endPage(): void

  save(): void
  restore(): void
  /** Intersects the clip with a path until the matching `restore`. */
  clip(path: Path): void
  /** Everything up to the matching `endGroup` is drawn as one object with this opacity. */
  beginGroup(opacity: number, bounds: Rect): void
  endGroup(): void

  fillRect(rect: Rect, color: Color): void
  /** Fills by the even-odd rule, so that rings are two contours. */
  fillPath(path: Path, color: Color): void
  strokeLine(line: StrokedLine): void
  strokePath(stroke: StrokedPath): void
  /** Shows words on one baseline. */
  showText(run: TextRun): void
  /** Draws an image so that its samples fill `rect`. */
  drawImage(image: RasterImage, rect: Rect): void

  /** A clickable area: an external address or `#id` within the document. */
  link(rect: Rect, target: string): void
  /** Names the place that `#id` links jump to. */
  destination(id: string, x: number, y: number): void
}

export interface TextRun {
  /** Left end of the baseline. */
  readonly x: number
  readonly y: number
  readonly fontSize: number
  readonly color: Color
  readonly words: readonly ShapedWord[]
  /** Left edge of each word relative to `x`. */
  readonly positions: readonly number[]
  readonly letterSpacing: number
  /** Ornament, such as a shadow: it is not found when text is searched for or copied. */
  readonly decorative?: boolean
}

export interface StrokedLine extends Pen {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

export interface StrokedPath extends Pen {
  readonly path: Path
}

export interface Pen {
  readonly width: number
  readonly color: Color
  /** Lengths of dashes and gaps in px; empty for a solid line. */
  readonly dashes: readonly number[]
  /** `round` caps turn zero-length dashes into dots. */
  readonly cap: 'butt' | 'round'
}

/** Contours in drawing order; coordinates in px. */
export type Path = readonly PathSegment[]

export type PathSegment =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'curve'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  /** A closed contour of its own. */
  | { readonly kind: 'rect'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | { readonly kind: 'close' }
