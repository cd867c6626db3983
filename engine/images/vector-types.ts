import type { BlendMode } from '../base/blend-mode.js'
import type { FilterStep } from '../base/filter-function.js'
import type { Rect, Size } from '../base/geometry.js'
import type { Matrix } from '../base/matrix.js'
import type { Outline } from '../base/path.js'
import type { RgbColor } from '../base/rgb-color.js'
import type { ImportedPage } from '../pdf-input/imported-page.js'
import type { RasterImage } from './image-types.js'

/** The values of vector images. No logic here. */

/** A drawing. Immutable and shared by all documents of a worker. */
export interface VectorImage {
  readonly kind: 'vector'
  /** Content hash: equal drawings have equal keys. */
  readonly key: string
  /** Natural size in CSS px; undefined where the drawing has none and fits any. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** Natural width divided by height, also of drawings that name the proportion only. */
  readonly ratio: number | undefined
  /** The part of the drawing that is fitted into the place it is given. */
  readonly viewBox: Rect
  readonly fit: ViewBoxFit
  readonly content: readonly VectorNode[]
  /** There is HTML in it. */
  readonly hasForeign?: true | undefined
  /** Some of its strokes are as wide as the frame it is shown in says. */
  readonly hasStrokesOfFrame?: true | undefined
  /** Absent where there are none. Of drawings within a document only: in other files links are not followed. */
  readonly links?: readonly DrawnLink[] | undefined
  /** Those of its own style sheets, for its own text; absent where it brings none. */
  readonly fonts?: DrawnFonts | undefined
  /** Parts of the drawing that are not shown, in words for its author. */
  readonly notes: readonly string[]
  /** The page of another document that it is, when it is one. */
  readonly page?: ImportedPage | undefined
  /** The memory that converting it took, raster images included, counted against `RenderLimits.imageBytes`. */
  readonly decodedBytes: number
  /**
   * The drawing as it is in a frame of this size; absent where it is the same in all. Those within a document are of
   * that document alone.
   *
   * @throws ImageError for one beyond the limits
   */
  readonly inFrame?: ((size: Size) => VectorImage) | undefined
}

/** The fonts of a drawing, known to whoever made its styles. */
export interface DrawnFonts {
  /** Equal for equal fonts. */
  readonly key: string
}

/** `preserveAspectRatio` (SVG 2 §8.7). */
export type ViewBoxFit =
  | { readonly kind: 'stretch' }
  /** Without a view box: the drawing keeps its size, whatever the size of its frame. */
  | { readonly kind: 'unscaled' }
  /** `x` and `y` are 0, 0.5 or 1: which part of the space left over, or cut off, comes first. */
  | { readonly kind: 'meet' | 'slice'; readonly x: number; readonly y: number }

export type VectorNode = VectorGroup | VectorShape | VectorText | VectorPicture | VectorPage | VectorForeign

export interface VectorGroup {
  readonly kind: 'group'
  readonly transform: Matrix | undefined
  /** Below 1, the children are drawn as one translucent object. */
  readonly opacity: number
  /** How the children, as one object, are mixed with what lies below; `normal` keeps what mixes in them to themselves. */
  readonly blendMode?: BlendMode | undefined
  /** Areas outside of which nothing shows, in the group's coordinates. */
  readonly clips: readonly VectorClip[]
  readonly masks: readonly VectorMask[]
  /** The children are drawn once for each of these, through its steps, the first at the bottom. */
  readonly filters?: readonly (readonly FilterStep[])[] | undefined
  /** A marker, which does not count for the bounding boxes of groups around it (SVG 2 §8.10). */
  readonly isMarker?: true | undefined
  /** The children are of another drawing, whose text has these fonts. */
  readonly fonts?: DrawnFonts | undefined
  /** The children are what somebody clicks on. */
  readonly link?: Omit<DrawnLink, 'area'> | undefined
  readonly children: readonly VectorNode[]
}

/** A link in a drawing. */
export interface DrawnLink {
  readonly address: string
  /** The text in it, which may be none. */
  readonly label: string
  /** In the coordinates of the drawing. */
  readonly area: Rect
}

export interface VectorClip {
  readonly path: Outline
  readonly rule: FillRule
}

/** The luminance or the alpha of a drawing becomes the alpha of what it masks. */
export interface VectorMask {
  readonly kind: 'luminance' | 'alpha'
  readonly children: readonly VectorNode[]
}

export interface VectorShape {
  readonly kind: 'shape'
  readonly path: Outline
  readonly rule: FillRule
  readonly fill: VectorPaint | undefined
  readonly stroke: VectorStroke | undefined
}

export type FillRule = 'nonzero' | 'evenodd'

export type VectorPaint =
  | { readonly kind: 'color'; readonly color: RgbColor }
  | {
      readonly kind: 'gradient'
      readonly gradient: VectorGradient
      readonly opacity: number
      /** The gradient is in units of the bounding box of the text it paints. */
      readonly ofBox: boolean
    }
  | { readonly kind: 'pattern'; readonly pattern: VectorPattern; readonly opacity: number }
  /** `context-fill` or `context-stroke` while a drawing is converted; no drawing has any. */
  | { readonly kind: 'context'; readonly of: 'fill' | 'stroke'; readonly opacity: number }

/** A drawing that is repeated in all directions. */
export interface VectorPattern {
  /** The content that is repeated, side by side. */
  readonly tile: Rect
  /** From the coordinates of the tile to those of what it paints. */
  readonly transform: Matrix
  readonly children: readonly VectorNode[]
}

/** A gradient in the coordinates of what it paints; beyond its ends it continues with the last colour. */
export type VectorGradient = VectorLinearGradient | VectorRadialGradient

interface GradientBase {
  /** At least two, offsets ascending from 0 to 1. */
  readonly stops: readonly GradientStop[]
  /** From the coordinates of the gradient to those of what it paints. */
  readonly transform: Matrix
}

interface VectorLinearGradient extends GradientBase {
  readonly kind: 'linear'
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** From a circle of radius `fr` around the focus to one of radius `r` around the centre. */
interface VectorRadialGradient extends GradientBase {
  readonly kind: 'radial'
  readonly cx: number
  readonly cy: number
  readonly r: number
  readonly fx: number
  readonly fy: number
  readonly fr: number
}

export interface GradientStop {
  readonly offset: number
  readonly color: RgbColor
}

export interface VectorStroke {
  readonly paint: VectorPaint
  readonly width: number
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  readonly miterLimit: number
  /** Lengths of dashes and gaps; empty for a solid line. */
  readonly dashes: readonly number[]
  readonly dashOffset: number
  /** Widths and dashes are in units of the frame that the drawing is shown in. */
  readonly isOfFrame?: true | undefined
}

/** One line of text in chunks, each aligned at a point of its own (SVG 2 §11.5). */
export interface VectorText {
  readonly kind: 'text'
  readonly chunks: readonly VectorTextChunk[]
}

export interface VectorTextChunk {
  /** Undefined where it continues from the chunk before. */
  readonly x: number | undefined
  readonly y: number | undefined
  /** In the direction of the text. */
  readonly anchor: 'start' | 'middle' | 'end'
  readonly direction: 'ltr' | 'rtl'
  /** The chunk is set along it; `x` is where it begins, from the start of the path. */
  readonly path?: Outline | undefined
  readonly runs: readonly VectorTextRun[]
}

export interface VectorTextRun {
  readonly text: string
  /** Moves the run, and what follows, from where the text before it ends. */
  readonly dx: number
  readonly dy: number
  /** Raises this run alone, in px. */
  readonly raise: number
  readonly fontSize: number
  readonly families: readonly string[]
  readonly weight: number
  /** A number is the angle of an oblique, in degrees clockwise. */
  readonly style: 'normal' | 'italic' | 'oblique' | number
  readonly letterSpacing: number
  /** Added to each blank; absent for none. */
  readonly wordSpacing?: number | undefined
  readonly baseline: VectorBaseline
  readonly underline: boolean
  readonly lineThrough: boolean
  readonly fill: VectorPaint | undefined
  readonly stroke: VectorStroke | undefined
  /** The stroke is painted before the fill. */
  readonly strokeFirst?: true | undefined
  /** Shared by all runs that come to one length together, which follow each other in a chunk. */
  readonly fit: TextFit | undefined
}

/** `textLength` and `lengthAdjust` (SVG 2 §11.9.2). */
export interface TextFit {
  /** Above 0. */
  readonly length: number
  readonly adjusts: 'spacing' | 'glyphs'
}

/** Which line of the letters stands at the given height. */
export type VectorBaseline = 'alphabetic' | 'middle' | 'central' | 'hanging' | 'text-top' | 'text-bottom'

/** The HTML of a `foreignObject`, laid out in its rectangle (SVG 2 §12.4) by whoever paints it. */
export interface VectorForeign {
  readonly kind: 'foreign'
  readonly content: ForeignContent
  readonly rect: Rect
  /** Nothing of it shows outside of the rectangle. */
  readonly clips: boolean
}

/** HTML in a drawing, known to whoever made its styles. */
export interface ForeignContent {
  /** Of its document alone. */
  readonly key: string
}

/** A page of another document, in its natural size from the origin of the drawing. */
export interface VectorPage {
  readonly kind: 'page'
  readonly page: ImportedPage
  readonly rect: Rect
}

/** A raster image within a drawing. */
interface VectorPicture {
  readonly kind: 'picture'
  readonly image: RasterImage
  readonly rect: Rect
}
