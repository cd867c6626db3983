import type { DiagnosticSink } from '../../base/diagnostics.js'
import { LimitError } from '../../base/errors.js'
import { invariant } from '../../base/invariant.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { StyledTree } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BlockBox, NamedStrings } from '../box-tree.js'
import { GeneratedLength } from '../generated-length.js'
import type { ImageResolver } from '../image-resolver.js'
import type { PageCounterValues } from '../page-counters.js'
import type { PageReferences } from '../page-references.js'
import { Counters } from './counters.js'
import { MarkCollector } from './mark-collector.js'
import { PositionedElements } from './positioned-elements.js'
import { QuoteDepth } from './quotes.js'
import { RowBoxFolder } from './row-box-folder.js'

interface BuildContextOptions {
  readonly styled: StyledTree
  readonly images: ImageResolver
  readonly diagnostics: DiagnosticSink
  readonly maxBoxes: number
  /** Characters of generated content. */
  readonly maxText: number
  /** Findings of earlier rounds. */
  readonly references: PageReferences
  /** Numbers the boxes after those of another tree; from 0 on when absent. */
  readonly nextId?: (() => number) | undefined
}

/** Numbers boxes. */
class BoxIds {
  count = 0

  constructor(private readonly limit: number) {}

  readonly next = (): number => {
    if (this.count >= this.limit) {
      throw new LimitError('too-many-boxes', `the document has more than ${this.limit} boxes`)
    }
    return this.count++
  }
}

/** The state of box generation, carried through one document in document order. */
export class BuildContext {
  readonly styled: StyledTree
  readonly images: ImageResolver
  readonly diagnostics: DiagnosticSink
  readonly counters: Counters
  readonly quotes: QuoteDepth
  readonly marks: MarkCollector
  /** The page for which a running element is built: its counters are known. */
  readonly page: PageCounterValues | undefined
  /** The values of `string-set` on that page; absent where no margin box shows what is built. */
  readonly strings: NamedStrings | undefined
  /** The boxes being built leave the flow: footnotes within them stay where they are. */
  apart = false
  /** Something asked for the counters of its page. */
  askedPage = false
  /** Length of the generated content so far. */
  readonly generated: GeneratedLength
  readonly positioned = new PositionedElements()
  readonly rows: RowBoxFolder
  /** Boxes whose place is taken by pages of other documents. */
  readonly insertions: BlockBox[]
  /** A box has floated: only then containers look for floats. */
  hasFloats = false
  /** The element whose first letter has a style of its own and is still to come. */
  awaitsLetter: BoundElement | undefined
  /** Lines are only as high as what is on them (quirks.spec.whatwg.org §3.3 and §3.4). */
  readonly strutless: boolean
  /** Boxes of automatic height hand the height around them on (quirks.spec.whatwg.org §3.5). */
  readonly handsHeightOn: boolean
  readonly #options: BuildContextOptions
  readonly #ids: BoxIds

  constructor(
    options: BuildContextOptions,
    fork?: { readonly from: BuildContext; readonly page?: PageCounterValues; readonly strings?: NamedStrings },
  ) {
    this.#options = options
    this.styled = options.styled
    this.strutless = options.styled.tree.mode !== 'no-quirks'
    this.handsHeightOn = options.styled.tree.mode === 'quirks'
    this.images = options.images
    this.diagnostics = options.diagnostics
    this.counters = fork ? fork.from.counters.copy() : new Counters()
    this.quotes = fork ? fork.from.quotes.copy() : new QuoteDepth()
    this.marks = fork ? fork.from.marks.apart() : new MarkCollector(options.references)
    this.generated = fork?.from.generated ?? new GeneratedLength(options.maxText)
    this.rows = fork?.from.rows ?? new RowBoxFolder()
    this.insertions = fork?.from.insertions ?? []
    this.#ids = fork ? fork.from.#ids : new BoxIds(options.maxBoxes)
    this.page = fork?.page
    this.strings = fork?.strings ?? fork?.from.strings
    if (fork) this.apart = true
  }

  styleOf(element: BoundElement): ComputedStyle {
    const style = this.styled.styles[element.id]
    invariant(style, 'a style for every element')
    return style
  }

  /** Numbers given so far. */
  get boxCount(): number {
    return this.#ids.count
  }

  get nextId(): () => number {
    return this.#options.nextId ?? this.#ids.next
  }

  /** The same state once more, to continue with from here while the document continues otherwise. */
  fork(page?: PageCounterValues, strings?: NamedStrings): BuildContext {
    return new BuildContext(this.#options, { from: this, ...(page && { page }), ...(strings && { strings }) })
  }

  /** What is built now shows the numbers of the pages it repeats on: it is built once more for each. */
  repeat(page: PageCounterValues, apart: boolean): BuildContext {
    const copy = this.fork(page)
    copy.apart = apart
    return copy
  }

  /** Runs a step and tells whether something in it asked for the counters of its page. */
  asksPage(step: () => void): boolean {
    const before = this.askedPage
    this.askedPage = false
    step()
    const { askedPage } = this
    this.askedPage ||= before
    return askedPage
  }
}

export type Decorations = readonly ComputedStyle[]

export const NO_DECORATIONS: Decorations = []

/** The decorations that reach a box's content: those from around it and its own (css-text-decor-3 §2.1). */
export function withDecorationsOf(around: Decorations, style: ComputedStyle): Decorations {
  const line = style.textDecorationLine
  return line.underline || line.overline || line.lineThrough ? [...around, style] : around
}
