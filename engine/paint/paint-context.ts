import type { DocumentBase } from '../base/asset-path.js'
import type { Rect, Size } from '../base/geometry.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { UrlImage } from '../css/values/image-value.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { FieldControls } from '../forms/form-field.js'
import type { DecodedImage } from '../images/image-types.js'
import type { BoxCut } from '../images/svg/convert-cut.js'
import type { FilterLayers } from '../images/svg/filters.js'
import type { DrawnFonts, ForeignContent, VectorForeign, VectorImage } from '../images/vector-types.js'
import type { BoxFragment, PlacedFragment } from '../layout/fragment-tree.js'
import type { Color, ComputedStyle } from '../style/computed-style.js'
import type { StructureBuilder } from '../tags/structure-builder.js'
import type { Tag } from '../tags/structure-element.js'
import type { TextPlace } from '../tags/text-gaps.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { BrokenBackgrounds } from './broken-backgrounds.js'
import type { Layer } from './layers.js'
import type { PaintTarget } from './paint-target.js'

/** The parts of a document that painting needs. */
export interface PaintSources {
  /** Shapes the text of drawings that bring no fonts. */
  readonly fonts: FontLibrary
  readonly images: StyleImages
  /** Absent where there are no drawings. */
  readonly drawings?: BoxDrawings | undefined
  /** Paints HTML in drawings; nothing of it shows when absent. */
  readonly paintForeign?: PaintForeignBox | undefined
  /** Parts of the backgrounds of broken boxes that are still to be painted. */
  readonly broken: BrokenBackgrounds
  /** Finds the structure element of content; absent where nothing is real content, as in margin boxes. */
  readonly structure?: StructureBuilder | undefined
  /** Receives links that are not in the structure, as those in margin boxes, where the file must not have such. */
  readonly untagged?: Set<BoundElement> | undefined
  /** The address that links in the document are relative to. */
  readonly base?: DocumentBase | undefined
  /** Backgrounds are left out, so that text is darkened. */
  readonly savesInk?: boolean | undefined
  /** Controls that can be filled in; absent where all are text and lines. */
  readonly fields?: FieldControls | undefined
}

/** What boxes refer to in the drawings of the document, and drawings that depend on the size of their box. */
export interface BoxDrawings {
  /** What a `clipPath` or `mask` leaves of a box of this size; undefined, with a diagnostic, for one that there is not. */
  cut(kind: 'clipPath' | 'mask', id: string, size: Size, node: BoundElement | undefined): BoxCut | undefined
  /** The filters of a style that refers to drawings, as layers, for a box of this size. */
  filterLayers(style: ComputedStyle, size: Size, node: BoundElement | undefined): FilterLayers
  /** An image as it is in a frame of this size. */
  inFrame(image: VectorImage, size: Size): VectorImage
  /** Lays out HTML in a drawing and has it painted, unless it is being painted already. */
  foreign(content: ForeignContent, paint: (html: ForeignBox) => void): void
  /** Reports that the edge of the drawing that an element shows cuts off text, once for each element of the template. */
  reportCutText(node: BoundElement | undefined): void
}

/** HTML in a drawing, laid out at the origin. */
export interface ForeignBox {
  readonly fragment: BoxFragment
  readonly fonts: FontLibrary
  /** Its elements are those of the document that is rendered, not of a file. */
  readonly isOfDocument: boolean
}

/** Where images are painted. */
export interface ImageContext extends Pick<PaintSources, 'fonts' | 'images' | 'drawings' | 'paintForeign'> {
  readonly target: PaintTarget
}

/**
 * Paints HTML in a drawing.
 * @param read absent where it is not read
 */
export type PaintForeignBox = (ctx: ImageContext, node: VectorForeign, read?: ReadContent | undefined) => void

/** Content that is read where it is painted. */
export interface ReadContent {
  readonly ctx: PaintContext
  /** What it is part of. */
  readonly tag: Tag | undefined
  /** The element that shows it. */
  readonly node: BoundElement | undefined
}

/** The images of a document. */
export interface StyleImages {
  /** The image that a style names; undefined, with a diagnostic, for one that cannot be shown. */
  resolve(image: UrlImage): DecodedImage | undefined
  /** The fonts for the text of a drawing; absent where none brings any. */
  fontsOf?(own: DrawnFonts): FontLibrary
}

/** Everything that painting a page needs at every step. */
export interface PaintContext extends PaintSources {
  readonly target: PaintTarget
  /** From 1. */
  readonly page: number
  /** The box whose background is the canvas's, and not its own (css-backgrounds-3 §2.11). */
  readonly canvasBox: Box | InlineBox | undefined
  /**
   * The area that fixed backgrounds refer to: the page area, or for a page box itself all of it. Undefined within
   * transformed boxes, where they are like others (css-transforms-1 §6).
   */
  readonly viewport: Rect | undefined
  /** The boxes of the page that are set apart in the painting order; absent when there are none. */
  readonly layers: ReadonlyMap<PlacedFragment, Layer> | undefined
  /** Text alone is painted, in this colour, as the shape of something else. */
  readonly ink?: Color
  /** The painting is the shape of something else, or a repetition: its parts have neither shadows nor blur. */
  readonly silhouette?: true
}

/** The surroundings of an element, as far as they concern everything within it. */
export interface Surroundings {
  readonly link: LinkArea | undefined
  /** Undefined where it is not known, or nothing is content. */
  readonly tag: Tag | undefined
  /** The innermost box that has a place of its own among the text of an element. */
  readonly place: TextPlace | undefined
}

export const NOTHING_AROUND: Surroundings = { link: undefined, tag: undefined, place: undefined }

/** The link around what is being painted, and the height of its area, which may be less than that of what overflows it. */
export interface LinkArea {
  readonly target: string
  readonly element: BoundElement
  readonly top: number
  readonly bottom: number
}
