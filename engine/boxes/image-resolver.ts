import type { DecodedImage } from '../images/image-types.js'

/** Gives the images that `<img>` names. */
export interface ImageResolver {
  /** Undefined when there is no such image or it cannot be decoded; the resolver has reported why. */
  resolve(source: string): DecodedImage | undefined
}
