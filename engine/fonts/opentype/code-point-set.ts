/** Sets of code points as sorted ranges: a face covers thousands of code points in a few dozen ranges. */

/** An immutable set of code points. */
export class CodePointSet {
  /** First and last code point of each range, ascending, in pairs. */
  readonly #bounds: Uint32Array

  private constructor(bounds: Uint32Array) {
    this.#bounds = bounds
  }

  /** @param sorted ascending code points; duplicates are allowed */
  static of(sorted: Iterable<number>): CodePointSet {
    const bounds: number[] = []
    for (const codePoint of sorted) {
      const last = bounds.length - 1
      const previous = bounds[last]
      if (previous !== undefined && codePoint <= previous + 1) bounds[last] = codePoint
      else bounds.push(codePoint, codePoint)
    }
    return new CodePointSet(Uint32Array.from(bounds))
  }

  /** @param ranges first and last code points, in any order */
  static ofRanges(ranges: readonly (readonly [number, number])[]): CodePointSet {
    const bounds: number[] = []
    for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
      const previous = bounds.length - 1
      if (previous > 0 && first <= (bounds[previous] as number) + 1) {
        bounds[previous] = Math.max(last, bounds[previous] as number)
      } else {
        bounds.push(first, last)
      }
    }
    return new CodePointSet(Uint32Array.from(bounds))
  }

  /** Reads what `toString` writes: `20-7e a0 2010-2027`. */
  static parse(text: string): CodePointSet {
    if (text === '') return new CodePointSet(new Uint32Array(0))
    const ranges = text.split(' ')
    const bounds = new Uint32Array(ranges.length * 2)
    for (let i = 0; i < ranges.length; i++) {
      const range = ranges[i] ?? ''
      const dash = range.indexOf('-')
      bounds[i * 2] = Number.parseInt(dash < 0 ? range : range.slice(0, dash), 16)
      bounds[i * 2 + 1] = Number.parseInt(range.slice(dash + 1), 16)
    }
    return new CodePointSet(bounds)
  }

  /** The code points that are in both sets. */
  within(other: CodePointSet): CodePointSet {
    const ranges: [number, number][] = []
    const [a, b] = [this.#bounds, other.#bounds]
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      const first = Math.max(a[i] as number, b[j] as number)
      const last = Math.min(a[i + 1] as number, b[j + 1] as number)
      if (first <= last) ranges.push([first, last])
      if ((a[i + 1] as number) < (b[j + 1] as number)) i += 2
      else j += 2
    }
    return CodePointSet.ofRanges(ranges)
  }

  has(codePoint: number): boolean {
    const bounds = this.#bounds
    let low = 0
    let high = bounds.length >> 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle * 2 + 1] as number) < codePoint) low = middle + 1
      else high = middle
    }
    return low * 2 < bounds.length && (bounds[low * 2] as number) <= codePoint
  }

  /** The ranges in hexadecimal, separated by blanks; a range of one code point is written once. */
  toString(): string {
    const parts: string[] = []
    for (let i = 0; i < this.#bounds.length; i += 2) {
      const first = this.#bounds[i] as number
      const last = this.#bounds[i + 1] as number
      parts.push(first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`)
    }
    return parts.join(' ')
  }
}
