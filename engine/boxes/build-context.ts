import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import type { DecodedImage } from '../images/image-types.js'
import type { StyledTree } from '../style/styled-tree.js'
import { Counters } from './counters.js'
import { QuoteDepth } from './quotes.js'

/** Gives the images that `<img>` names. */
export interface ImageResolver {
  /** Undefined when there is no such image or it cannot be decoded; the resolver has reported why. */
  resolve(source: string): DecodedImage | undefined
}

/** What box generation carries through one document in document order. */
export class BuildContext {
  readonly counters = new Counters()
  readonly quotes = new QuoteDepth()
  #boxes = 0

  constructor(
    readonly styled: StyledTree,
    readonly images: ImageResolver,
    readonly diagnostics: DiagnosticSink,
    private readonly maxBoxes: number,
  ) {}

  /** Numbers given so far. */
  get boxCount(): number {
    return this.#boxes
  }

  readonly nextId = (): number => {
    if (this.#boxes >= this.maxBoxes) {
      throw new LimitError('too-many-boxes', `the document has more than ${this.maxBoxes} boxes`)
    }
    return this.#boxes++
  }
}
