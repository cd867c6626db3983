import type { Span } from '../base/source.js'
import type { UrlImage } from '../css/values/image-value.js'
import type { CodeElement } from '../images/codes/draw-code.js'
import type { DecodedImage } from '../images/image-types.js'
import type { ImportedDocument } from '../pdf-input/imported-document.js'
import type { BoundElement } from '../template/bound-tree.js'

/** Gives the images that `<img>` names and the drawings of `<svg>` elements. */
export interface ImageResolver {
  /**
   * Undefined when there is no such image or it cannot be decoded; the resolver has reported why.
   * @param span the element that names the image
   */
  resolve(source: string, span: Span): DecodedImage | undefined
  /** The image that a style names, relative to its file; undefined as above. */
  resolveStyle(image: UrlImage): DecodedImage | undefined
  /** The drawing of an `<svg>` element within the document; undefined when it cannot be drawn, as reported. */
  drawing(element: BoundElement): DecodedImage | undefined
  /** The drawing of a code; undefined when its value cannot be one, as reported. */
  code(element: BoundElement, name: CodeElement): DecodedImage | undefined
  /** The pages of another document that an element asks for; undefined as above. */
  pages(element: BoundElement): ImportedDocument | undefined
}
