import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import type { StyledTree } from '../style/styled-tree.js'
import { Counters } from './counters.js'
import type { ImageResolver } from './image-resolver.js'
import { QuoteDepth } from './quotes.js'

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
