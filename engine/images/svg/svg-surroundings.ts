import type { DecodedImage, RasterImage } from '../image-types.js'
import type { SvgElement } from './svg-element.js'
import type { SvgStyles } from './svg-style.js'

export interface ConvertOptions {
  /** For images in `data:` URIs. */
  readonly decodeRaster: (bytes: Uint8Array, imageBytes: number) => RasterImage
  /** Bytes that the images in the drawing, and the drawing itself, may take. */
  readonly imageBytes: number
  readonly surroundings: SvgSurroundings
}

/** The document or the file that a drawing stands in. */
export interface SvgSurroundings {
  /** Whether it is an element of a page, with a box of its own, or a file that is an image. */
  readonly place: 'page' | 'file'
  readonly styles: SvgStyles
  /** Finds elements outside of it. */
  readonly byId?: ((id: string) => SvgElement | undefined) | undefined
  /** Finds images outside of it. */
  readonly picture?: ((address: string) => DecodedImage | undefined) | undefined
  /** Finds the drawing in another file, and the surroundings that it has there. */
  readonly drawing?: ((address: string) => OtherDrawing | undefined) | undefined
}

/** A drawing in a file whose elements are used by others. */
export interface OtherDrawing {
  readonly root: SvgElement
  readonly surroundings: SvgSurroundings
}
