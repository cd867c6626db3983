import type { PageMark } from '../box-tree.js'
import type { PageReferences, Target } from '../page-references.js'

/**
 * Gathers what layout has to find pages for. A mark waits for the next box in document order, which takes it along:
 * so the marks of what generates no box of its own, such as running elements, stand at what follows them.
 */
export class MarkCollector {
  #pending: PageMark[] | undefined
  readonly #found: Findings
  /** Marks made so far. */
  count = 0
  /** Footnotes among them. */
  footnotes = 0

  constructor(
    readonly references: PageReferences,
    parent?: MarkCollector,
  ) {
    this.#found = parent ? parent.#found : new Findings(references)
  }

  /** For boxes outside of the flow, whose marks are not of any page. */
  apart(): MarkCollector {
    return new MarkCollector(this.references, this)
  }

  get hasPending(): boolean {
    return this.#pending !== undefined
  }

  /** Something in the flow shows page numbers: they must be known before it can be laid out for good. */
  get asksPages(): boolean {
    return this.#found.asksPages
  }

  /** Something that stands on several pages shows the number of each. */
  get asksEachPage(): boolean {
    return this.#found.asksEachPage
  }

  get wanted(): ReadonlySet<string> {
    return this.#found.wanted
  }

  get targets(): ReadonlyMap<string, Target> {
    return this.#found.targets
  }

  add(mark: PageMark): void {
    this.count++
    if (this.#pending) this.#pending.push(mark)
    else this.#pending = [mark]
  }

  addFootnote(mark: PageMark): void {
    this.footnotes++
    this.add(mark)
  }

  /** The marks for a box that begins now. */
  take(): readonly PageMark[] | undefined {
    const marks = this.#pending
    this.#pending = undefined
    return marks
  }

  /** Marks of boxes that turned out not to exist: those of the next box. */
  giveBack(marks: readonly PageMark[]): void {
    this.#pending = [...marks, ...(this.#pending ?? [])]
  }

  askPages(): void {
    this.#found.asksPages = true
  }

  askEachPage(): void {
    this.#found.asksEachPage = true
  }

  want(id: string): void {
    this.#found.wanted.add(id)
  }

  /** Of several elements with one id the first is meant. */
  foundTarget(id: string, target: Target): void {
    if (!this.#found.targets.has(id)) this.#found.targets.set(id, target)
  }
}

/** Findings that concern the whole document. */
class Findings {
  asksPages = false
  asksEachPage = false
  readonly wanted: Set<string>
  readonly targets = new Map<string, Target>()

  constructor(references: PageReferences) {
    this.wanted = new Set(references.wanted)
  }
}
