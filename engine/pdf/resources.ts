import type { PdfDictionary, PdfReference, PdfValue } from './pdf-values.js'

/** A form, image or the like that is used in several places, always by the same name. */
export interface SharedObject {
  readonly name: string
  readonly reference: PdfReference
}

/** Resources of all content streams of a document. */
interface SharedResources {
  readonly fonts: PdfReference
  /** The graphics state dictionaries of the document. */
  readonly shared: PdfReference
  /** Those that exist so far: they join the stream's own, so that masks never refer to themselves. */
  readonly states: PdfDictionary
  /** Property lists of marked content. */
  readonly properties: PdfReference | undefined
  /** The colour space of sRGB. */
  readonly rgb: PdfValue
}

/** Resources that a content stream names, besides fonts and constant alphas, which documents share. */
export class Resources {
  readonly #xObjects = new Map<string, PdfValue>()
  readonly #patterns = new Map<string, PdfReference>()
  readonly #shadings = new Map<string, PdfReference>()
  readonly #parameters = new Map<string, PdfReference>()

  addXObject(name: string, reference: PdfValue): void {
    this.#xObjects.set(name, reference)
  }

  addPattern(name: string, reference: PdfReference): void {
    this.#patterns.set(name, reference)
  }

  addShading(name: string, reference: PdfReference): void {
    this.#shadings.set(name, reference)
  }

  /** Graphics state parameters (ISO 32000-1 §8.4.5). */
  addParameters(name: string, reference: PdfReference): void {
    this.#parameters.set(name, reference)
  }

  /** The resource dictionary. */
  dictionary({ fonts, shared, states, properties, rgb }: SharedResources): PdfDictionary {
    return {
      Font: fonts,
      // Operators for RGB mean the colours of the device unless this says otherwise (ISO 32000-1 §8.6.5.6).
      ColorSpace: rgb === 'DeviceRGB' ? undefined : { DefaultRGB: rgb },
      ExtGState: this.#parameters.size === 0 ? shared : { ...states, ...Object.fromEntries(this.#parameters) },
      XObject: this.#xObjects.size > 0 ? Object.fromEntries(this.#xObjects) : undefined,
      Shading: this.#shadings.size > 0 ? Object.fromEntries(this.#shadings) : undefined,
      Pattern: this.#patterns.size > 0 ? Object.fromEntries(this.#patterns) : undefined,
      Properties: properties,
    }
  }
}
