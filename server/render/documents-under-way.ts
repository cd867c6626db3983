/** Counts documents that somebody waits for, each while it is checked and while it is rendered. */
export class DocumentsUnderWay {
  readonly #listeners: (() => void)[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Tells each time that the last one has ended. */
  onNone(listener: () => void): void {
    this.#listeners.push(listener)
  }

  begin(): void {
    this.#count++
  }

  end(): void {
    if (--this.#count > 0) return
    for (const listener of this.#listeners) listener()
  }
}
