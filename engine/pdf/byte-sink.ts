/** Drawings may contain any number; readers keep to far less, and none of it can be seen. */
export const MOST = 1e9

/** Numbers have four decimals: a hundredth of a printer's dot in px. */
const UNITS = 10_000

const SPACE = 0x20
const POINT = 0x2e
const MINUS = 0x2d
const ZERO = 0x30

/** Room for the longest number, with its sign, point and space. */
const LONGEST_NUMBER = 20

/** Bytes that grow at their end: the operators of a content stream, written without strings between. */
export class ByteSink {
  #bytes: Uint8Array
  #length = 0

  /** @param room bytes that are likely to be written */
  constructor(room = 1024) {
    this.#bytes = new Uint8Array(room)
  }

  get length(): number {
    return this.#length
  }

  /** All bytes so far; valid until more are written. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Takes back all that was written beyond a length. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length)
  }

  /** Latin-1 text as it is. */
  text(text: string): void {
    const { length } = text
    this.#reserve(length)
    const bytes = this.#bytes
    let at = this.#length
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i)
    this.#length = at
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /**
   * A number and a space: at most four decimals in the shortest form, for PDF has no exponents. What is no number
   * counts as zero.
   */
  number(value: number): void {
    this.#reserve(LONGEST_NUMBER)
    const rounded = Math.round(value * UNITS)
    const size = Math.min(rounded < 0 ? -rounded : rounded, MOST * UNITS) || 0
    if (rounded < 0) this.#bytes[this.#length++] = MINUS
    const whole = Math.floor(size / UNITS)
    const fraction = size - whole * UNITS
    if (whole > 0 || fraction === 0) this.#digits(whole)
    if (fraction > 0) this.#decimals(fraction)
    this.#bytes[this.#length++] = SPACE
  }

  /** The two numbers of a place or of a size. */
  point(x: number, y: number): void {
    this.number(x)
    this.number(y)
  }

  /** A whole number alone. */
  integer(value: number): void {
    this.#reserve(LONGEST_NUMBER)
    if (value < 0) this.#bytes[this.#length++] = MINUS
    this.#digits(Math.min(value < 0 ? -value : value, MOST) || 0)
  }

  /** A whole number that is not negative, after as many spaces as it is short of a width. */
  padded(value: number, width: number): void {
    this.#reserve(Math.max(width, LONGEST_NUMBER))
    this.#pad(width - digitsOf(value))
    this.#digits(value)
  }

  /** A whole number that is not negative, after as many zeros as it is short of a width. */
  zeroPadded(value: number, width: number): void {
    this.#reserve(Math.max(width, LONGEST_NUMBER))
    this.#pad(width - digitsOf(value), ZERO)
    this.#digits(value)
  }

  spaces(count: number): void {
    if (count <= 0) return
    this.#reserve(count)
    this.#pad(count)
  }

  /** A few characters are written sooner than they are asked for. */
  #pad(count: number, character = SPACE): void {
    const bytes = this.#bytes
    let at = this.#length
    for (const end = at + count; at < end; at++) bytes[at] = character
    this.#length = at
  }

  /** A factor of a matrix and a space: it is multiplied by coordinates and needs more decimals than these. */
  factor(value: number): void {
    const size = Math.abs(value)
    if (size >= 1 || Number.isInteger(value) || Number.isNaN(value)) this.number(value)
    else this.text(size < 5e-10 ? '0 ' : `${value.toFixed(9).replace(/0+$/, '')} `)
  }

  #digits(whole: number): void {
    const end = this.#length + digitsOf(whole)
    for (let at = end - 1, rest = whole; at >= this.#length; at--) {
      const next = Math.floor(rest / 10)
      this.#bytes[at] = ZERO + rest - next * 10
      rest = next
    }
    this.#length = end
  }

  #decimals(units: number): void {
    this.#bytes[this.#length++] = POINT
    for (let rest = units, place = UNITS / 10; rest > 0; place /= 10) {
      const digit = Math.floor(rest / place)
      this.#bytes[this.#length++] = ZERO + digit
      rest -= digit * place
    }
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    bytes.set(this.written)
    this.#bytes = bytes
  }
}

function digitsOf(whole: number): number {
  let count = 1
  for (let power = 10; power <= whole; power *= 10) count++
  return count
}

/** A number as readers of it find it. */
export function roundCoordinate(value: number): number {
  return Math.round(value * UNITS) / UNITS
}
