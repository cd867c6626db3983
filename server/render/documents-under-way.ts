/** Counts documents that somebody waits for, each while it is checked and while it is rendered. */
export class DocumentsUnderWay {
  readonly #firstListeners: (() => void)[] = []
  readonly #noneListeners: (() => void)[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Tells each time that one begins while there is no other. */
  onFirst(listener: () => void): void {
    this.#firstListeners.push(listener)
  }

  /** Tells each time that the last one has ended. */
  onNone(listener: () => void): void {
    this.#noneListeners.push(listener)
  }

  begin(): void {
    if (++this.#count > 1) return
    for (const listener of this.#firstListeners) listener()
  }

  end(): void {
    if (--this.#count > 0) return
    for (const listener of this.#noneListeners) listener()
  }
}
