import type { Matrix } from '../../base/matrix.js'
import type { Outline } from '../../base/path.js'
import type { RgbColor } from '../../base/rgb-color.js'

/** The values of glyphs in colour. No logic here. Coordinates are font units, y upwards from the baseline. */

/** The drawing of a colour font in place of an outline. Immutable, and kept with its face. */
export type GlyphPicture = GlyphDrawing | GlyphBitmap

/** A glyph of `COLR`. */
export interface GlyphDrawing {
  readonly kind: 'drawing'
  readonly nodes: readonly GlyphNode[]
  /** Around all that is drawn, as far as that shows. */
  readonly bounds: GlyphBounds
  /** Something of it has the colour of the text. */
  readonly takesTextColor: boolean
}

/** A glyph of `CBDT` or `sbix`: an image file. */
export interface GlyphBitmap {
  readonly kind: 'bitmap'
  /** A PNG or JPEG file. */
  readonly data: Uint8Array
  /** In font units for each pixel of the image. */
  readonly unitsPerPixel: number
  /** From the origin of the glyph to the left edge of the image, in pixels. */
  readonly left: number
  /** From the baseline to an edge of the image, upwards, in pixels: which edge, says `edge`. */
  readonly offset: number
  readonly edge: 'top' | 'bottom'
}

export interface GlyphBounds {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

export type GlyphNode =
  | { readonly kind: 'fill'; readonly path: Outline; readonly paint: GlyphPaint }
  /** A paint that fills the surroundings. */
  | { readonly kind: 'flood'; readonly paint: GlyphPaint }
  | { readonly kind: 'clip'; readonly path: Outline; readonly children: readonly GlyphNode[] }
  | { readonly kind: 'opacity'; readonly opacity: number; readonly children: readonly GlyphNode[] }
  /** The source is mixed with the backdrop that is drawn before it. */
  | {
      readonly kind: 'blend'
      readonly mode: GlyphBlendMode
      readonly backdrop: readonly GlyphNode[]
      readonly source: readonly GlyphNode[]
    }
  /** The children show where the mask is opaque. */
  | { readonly kind: 'mask'; readonly mask: readonly GlyphNode[]; readonly children: readonly GlyphNode[] }

/** Names of compositing-1 §9. */
export type GlyphBlendMode =
  | 'screen'
  | 'overlay'
  | 'darken'
  | 'lighten'
  | 'color-dodge'
  | 'color-burn'
  | 'hard-light'
  | 'soft-light'
  | 'difference'
  | 'exclusion'
  | 'multiply'
  | 'hue'
  | 'saturation'
  | 'color'
  | 'luminosity'

export type GlyphPaint = { readonly kind: 'color'; readonly color: GlyphColor } | GlyphGradient

export interface GlyphColor {
  /** Undefined for the colour of the text. */
  readonly rgb: RgbColor | undefined
  readonly alpha: number
}

export interface GlyphStop {
  readonly offset: number
  readonly color: GlyphColor
}

interface GradientBase {
  /** At least two, offsets ascending from 0 to 1. */
  readonly stops: readonly GlyphStop[]
  /** From the coordinates of the gradient to font units. */
  readonly transform: Matrix
}

export type GlyphGradient =
  | (GradientBase & {
      readonly kind: 'linear'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
    })
  | (GradientBase & {
      readonly kind: 'radial'
      readonly fx: number
      readonly fy: number
      readonly fr: number
      readonly cx: number
      readonly cy: number
      readonly r: number
    })
  /** Counter-clockwise from the positive x axis: offset 1 is the whole turn. */
  | (GradientBase & { readonly kind: 'sweep'; readonly cx: number; readonly cy: number })

/** The pictures of a face, each read when it is first asked for. */
export interface GlyphPictures {
  /** Whether the face has a picture for the glyph. Reads no picture. */
  has(glyphId: number): boolean
  /** Undefined for glyphs without one, and for damaged ones. */
  of(glyphId: number): GlyphPicture | undefined
  /** Takes down that the picture of a glyph turned out to be damaged when it was drawn. */
  noteDamage(glyphId: number, message: string): void
}
