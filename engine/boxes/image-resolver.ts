import type { Span } from '../base/source.js'
import type { DecodedImage } from '../images/image-types.js'

/** Gives the images that `<img>` names. */
export interface ImageResolver {
  /**
   * Undefined when there is no such image or it cannot be decoded; the resolver has reported why.
   * @param span the element that names the image
   */
  resolve(source: string, span: Span): DecodedImage | undefined
}
