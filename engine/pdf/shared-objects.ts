import type { BlendMode } from '../base/blend-mode.js'
import type { RasterImage } from '../images/image-types.js'
import { embedImage } from './embed-image.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfReference } from './pdf-values.js'
import type { SharedObject } from './resources.js'

/** Images, drawings and blend modes of a document: each is written once, however often it is painted. */
export class SharedObjects {
  readonly #images = new Map<string, SharedObject>()
  /** ICC profiles by their keys. */
  readonly #profiles = new Map<string, PdfReference>()
  /** Forms by the keys of their drawings. */
  readonly #forms = new Map<string, SharedObject>()
  /** Graphics state parameters by the names of blend modes. */
  readonly #blendModes = new Map<BlendMode, SharedObject>()

  constructor(private readonly file: PdfFile) {}

  image(image: RasterImage, smooth: boolean): SharedObject {
    const key = smooth ? `${image.key} smooth` : image.key
    let embedded = this.#images.get(key)
    if (!embedded) {
      embedded = { name: `I${this.#images.size}`, reference: embedImage(this.file, this.#profiles, image, smooth) }
      this.#images.set(key, embedded)
    }
    return embedded
  }

  /** @param paint makes the form when it is asked for first */
  form(key: string, paint: () => PdfReference): SharedObject {
    let form = this.#forms.get(key)
    if (!form) {
      // What is painted may have drawings in it, which get their names first.
      const reference = paint()
      form = { name: `V${this.#forms.size}`, reference }
      this.#forms.set(key, form)
    }
    return form
  }

  /** The graphics state parameters of a blend mode (§11.3.5), whose names are those of CSS in camel case. */
  blendMode(mode: BlendMode): SharedObject {
    let parameters = this.#blendModes.get(mode)
    if (!parameters) {
      const pascal = mode.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase())
      parameters = { name: `B${pascal}`, reference: this.file.add({ Type: 'ExtGState', BM: pascal }) }
      this.#blendModes.set(mode, parameters)
    }
    return parameters
  }
}
