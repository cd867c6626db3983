import type { Rect } from '../base/geometry.js'
import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { UrlImage } from '../css/values/image-value.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { DecodedImage } from '../images/image-types.js'
import type { PlacedFragment } from '../layout/fragment-tree.js'
import type { Color } from '../style/computed-style.js'
import type { StructureBuilder } from '../tags/structure-builder.js'
import type { Tag } from '../tags/structure-element.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { BrokenBackgrounds } from './broken-backgrounds.js'
import type { Layer } from './layers.js'
import type { PaintTarget } from './paint-target.js'

/** What painting needs from the document. */
export interface PaintSources {
  /** Shapes the text of vector images. */
  readonly fonts: FontLibrary
  readonly images: StyleImages
  /** What is left to paint of the backgrounds of broken boxes. */
  readonly broken: BrokenBackgrounds
  /** What content is in the structure of the document; absent where nothing is content, as in margin boxes. */
  readonly structure?: StructureBuilder | undefined
}

/** Where images are painted. */
export interface ImageContext extends Pick<PaintSources, 'fonts' | 'images'> {
  readonly target: PaintTarget
}

/** Finds the images that styles name; undefined, with a diagnostic, for one that cannot be shown. */
export interface StyleImages {
  resolve(image: UrlImage): DecodedImage | undefined
}

/** What painting one page needs everywhere. */
export interface PaintContext extends PaintSources {
  readonly target: PaintTarget
  /** From 1. */
  readonly page: number
  /** The box whose background is the canvas's, and not its own (css-backgrounds-3 §2.11). */
  readonly canvasBox: Box | InlineBox | undefined
  /**
   * What backgrounds that are fixed refer to: the page area, for a page box itself all of it. Undefined within
   * transformed boxes, where they are as others (css-transforms-1 §6).
   */
  readonly viewport: Rect | undefined
  /** The boxes of the page that are set apart in the painting order; absent when there are none. */
  readonly layers: ReadonlyMap<PlacedFragment, Layer> | undefined
  /** Text alone is painted, in this colour, as the shape of something else. */
  readonly ink?: Color
}

/** What an element stands in that concerns everything within it. */
export interface Surroundings {
  readonly link: LinkArea | undefined
  /** Undefined where it is not known, or nothing is content. */
  readonly tag: Tag | undefined
}

export const NOTHING_AROUND: Surroundings = { link: undefined, tag: undefined }

/** The link around what is being painted, and the height of its area, which may be less than that of images in it. */
export interface LinkArea {
  readonly target: string
  readonly element: BoundElement
  readonly top: number
  readonly bottom: number
}
