/** Lets one holder through at a time, in the order of asking. */
export class Lock {
  readonly #waiting: (() => void)[] = []
  #held = false

  acquire(): Promise<void> {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#held = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#held = false
  }
}
