const PLANE = 0x10000

/** A property of characters whose values are small numbers, by ranges of code points. */
export class CodePointClasses {
  readonly #plane: Uint8Array
  /** Beyond the first plane: the first code point of each range, the last one, and the value. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #values: number[] = []

  /**
   * @param ranges by the name of the value, in hexadecimal: `41-5a 61-7a aa`
   * @param values the number of each name
   * @param otherwise the value of code points in no range
   */
  constructor(
    ranges: Readonly<Record<string, string>>,
    values: Readonly<Record<string, number>>,
    private readonly otherwise: number,
  ) {
    this.#plane = new Uint8Array(PLANE).fill(otherwise)
    const beyond: (readonly [start: number, end: number, value: number])[] = []
    for (const [name, written] of Object.entries(ranges)) {
      const value = values[name] ?? otherwise
      for (const range of written.split(' ')) {
        const dash = range.indexOf('-')
        const start = Number.parseInt(range, 16)
        const end = dash < 0 ? start : Number.parseInt(range.slice(dash + 1), 16)
        if (start < PLANE) this.#plane.fill(value, start, Math.min(end + 1, PLANE))
        if (end >= PLANE) beyond.push([Math.max(start, PLANE), end, value])
      }
    }
    for (const [start, end, value] of beyond.sort(([a], [b]) => a - b)) {
      this.#starts.push(start)
      this.#ends.push(end)
      this.#values.push(value)
    }
  }

  of(codePoint: number): number {
    if (codePoint < PLANE) return this.#plane[codePoint] as number
    const starts = this.#starts
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= codePoint) low = middle + 1
      else high = middle
    }
    const at = low - 1
    return at >= 0 && codePoint <= (this.#ends[at] as number) ? (this.#values[at] as number) : this.otherwise
  }
}
