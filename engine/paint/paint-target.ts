import type { BlendMode } from '../base/blend-mode.js'
import type { Rect, Size } from '../base/geometry.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { PageInsertion } from '../boxes/box-tree.js'
import type { FontFace, ShapedWord } from '../fonts/font-types.js'
import type { FieldControl } from '../forms/form-field.js'
import type { RasterImage } from '../images/image-types.js'
import type { FillRule, VectorStroke } from '../images/vector-types.js'
import type { PlacedGradient } from '../layout/gradients/place-gradient.js'
import type { InsertedPage } from '../pdf-input/imported-document.js'
import type { ImportedPage } from '../pdf-input/imported-page.js'
import type { Color } from '../style/computed-style.js'
import type { LinkTag, PaginationArtifact, StructureElement, Tag } from '../tags/structure-element.js'
import type { AlphaMesh } from './blurred-shape.js'

/**
 * The interface that painting writes to: one call per visible thing, in px from the top left corner of the page box, y
 * downwards, no state between calls but what `save` and `restore` bracket. Tests record the calls, production
 * writes PDF operators.
 */
export interface PaintTarget {
  /**
   * Starts the next page; pages count from 1.
   * @param around what there is beyond the page box, to be cut off: nothing when absent
   */
  beginPage(size: Size, around?: PageSurroundings): void
  /** Continues painting over a page that was ended before, until the next `endPage`. */
  reopenPage(number: number): void
  endPage(): void

  save(): void
  restore(): void
  /** Intersects the clip with a path until the matching `restore`; by the nonzero rule when none is named. */
  clip(path: Path, rule?: FillRule): void
  /** Maps the coordinates of what follows, until the matching `restore`. */
  transform(matrix: Matrix): void
  /**
   * Makes what follows translucent by the luminance or the alpha of what `paint` paints, until the matching
   * `restore`. Only one mask holds at a time.
   */
  mask(kind: 'luminance' | 'alpha', bounds: Rect, paint: () => void): void
  /**
   * Everything up to the matching `endGroup` is drawn as one object with this opacity, mixed with what lies below
   * (compositing-1 §5); what is in the group does not mix with what lies below it.
   */
  beginGroup(opacity: number, bounds: Rect, mode?: BlendMode): void
  endGroup(): void

  fillRect(rect: Rect, color: Color): void
  /** Fills by the even-odd rule, so that rings are two contours. */
  fillPath(path: Path, color: Color): void
  /** Fills by the given rule. */
  fillShape(path: Path, rule: FillRule, paint: Paint): void
  /** Draws the outline of a path with all that SVG says of pens. */
  strokeShape(path: Path, pen: ShapePen, paint: Paint): void
  /** Fills with copies of what `paint` paints in `tile`, side by side in all directions. */
  fillTiled(path: Path, tiling: Tiling, paint: () => void): void
  /** Fills with a colour as strongly as a mesh says, whose origin is at (x, y). */
  fillMesh(mesh: AlphaMesh, x: number, y: number, color: Color): void
  strokeLine(line: StrokedLine): void
  strokePath(stroke: StrokedPath): void
  /** Shows words on one baseline. */
  showText(run: TextRun): void
  /** Draws an image so that its samples fill `rect`, smoothed where it is enlarged if asked for. */
  drawImage(image: RasterImage, rect: Rect, smooth?: boolean): void
  /** Draws a page of another document in its natural size, its top left corner at the origin. */
  drawPage(page: ImportedPage): void
  /** The page that was just begun is one of another document. What is painted from now on stands over it. */
  insertPage(page: PlacedPage): void
  /**
   * Draws what `paint` paints within `bounds`. Equal keys mean equal drawings: only the first is painted, and the
   * others show it again.
   */
  drawForm(key: string, bounds: Rect, paint: () => void): void

  /** Draws what `paint` paints within `bounds` several times, each time as one object. */
  drawCopies(bounds: Rect, copies: readonly Copy[], paint: () => void): void

  /**
   * Leaves room for what is painted later, though it stands here: in these coordinates, cut to `bounds`. The document
   * cannot end before it is painted, which may be done on another page.
   */
  drawLater(bounds: Rect): LaterDrawing

  /**
   * All that is painted until `endContent`, but text that says otherwise, belongs to an element of the structure, or
   * to what is on the page and not in the document.
   * Everything else that is no text with a tag is ornament.
   * @param area around it
   */
  beginContent(tag: Tag | PaginationArtifact, area: Rect): void
  endContent(): void
  /** Content of an element of which only ornament is seen, such as backgrounds: without any it would be no part of the document. */
  invisibleContent(tag: Tag, area: Rect): void

  /**
   * A clickable area: an external address or `#id` within the document.
   * @param tag what it is in the structure
   */
  link(rect: Rect, target: string, tag?: LinkTag): void
  /** A field of a form, which can be filled in where it is read. */
  field(field: PaintedField): void
  /** Names the place that `#id` links jump to. */
  destination(id: string, x: number, y: number): void
}

/** A page of another document as a page of this one. */
export interface PlacedPage {
  readonly page: InsertedPage
  /** The same one for all pages that are inserted together. */
  readonly insertion: PageInsertion
  /** The element that they are. */
  readonly part: StructureElement | undefined
  /** The element that the page is where its own document has no structure. */
  readonly figure: StructureElement | undefined
}

/** A control of a form, with all that programs need to paint what people fill in. */
export interface PaintedField {
  readonly control: FieldControl
  readonly tag: StructureElement
  /** Where what is filled in stands. */
  readonly area: Rect
  readonly face: FontFace
  readonly fontSize: number
  readonly color: Color
  readonly align: 'left' | 'center' | 'right'
  /** Paints the field as it is, within the area. */
  readonly paint: () => void
  /** Paints a button in the other one of its states. */
  readonly paintOther: () => void
}

/** Room around the page box on all sides, in px. */
export interface PageSurroundings {
  /** How far painting extends. */
  readonly bleed: number
  /** How far the sheet extends, with room for marks. At least the bleed. */
  readonly outset: number
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
  /** Paints the letters in place of `color`. */
  readonly pattern?: GradientPaint | TilingPaint | undefined
  /** The outlines of the letters are drawn, and nothing is filled. */
  readonly outline?: { readonly pen: ShapePen; readonly paint: Paint } | undefined
  /** The letters are there for readers of the file alone, something else is drawn in their place. */
  readonly invisible?: boolean
  /** Ornament, such as a shadow: it is not found when text is searched for or copied. */
  readonly decorative?: boolean
  /** The tag that the text belongs to; when absent, the one given to `beginContent`. */
  readonly tag?: Tag | undefined
}

export type Paint = { readonly kind: 'color'; readonly color: Color } | GradientPaint | TilingPaint

/** Copies of what `paint` paints in a tile, side by side in all directions. */
export interface TilingPaint {
  readonly kind: 'tiling'
  readonly tile: Rect
  /** From the coordinates of the tile to those of what is painted with it. */
  readonly transform: Matrix
  readonly opacity: number
  readonly paint: () => void
}

export interface GradientPaint {
  readonly kind: 'gradient'
  readonly gradient: PlacedGradient
  readonly opacity: number
  /** A rectangle around all that is painted, in the coordinates of the gradient's outcome. */
  readonly area: Rect
}

export interface Tiling {
  readonly tile: Rect
  /** From one copy to the next. */
  readonly stepX: number
  readonly stepY: number
}

/** Calls `paint` to paint what was left out; once. */
export type LaterDrawing = (paint: () => void) => void

/** How far a copy is moved, and how opaque it is. */
export interface Copy {
  readonly x: number
  readonly y: number
  readonly opacity: number
}

/** How an outline is drawn, but for its paint. */
export type ShapePen = Omit<VectorStroke, 'paint'>

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
