/** The arithmetic decoder of VP8 (RFC 6386 §7). Behind the end of its data it reads zeros. */
export class BoolDecoder {
  /** The next 8 + #bits bits of the data, less what was decoded. */
  #value = 0
  #bits = -8
  #range = 255
  #position: number

  constructor(
    private readonly data: Uint8Array,
    start: number,
    private readonly end: number,
  ) {
    this.#position = start
  }

  /** Whether more was read than there is, beyond what decoding reads in advance. */
  get isExhausted(): boolean {
    return this.#position > this.end + 4
  }

  /** A bit that is 0 with a probability in 256ths. */
  bit(probability: number): 0 | 1 {
    if (this.#bits < 0) this.#load()
    const split = 1 + (((this.#range - 1) * probability) >> 8)
    const bigSplit = split << this.#bits
    let bit: 0 | 1 = 0
    if (this.#value >= bigSplit) {
      this.#value -= bigSplit
      this.#range -= split
      bit = 1
    } else {
      this.#range = split
    }
    const shift = Math.clz32(this.#range) - 24
    this.#range <<= shift
    this.#bits -= shift
    return bit
  }

  flag(): boolean {
    return this.bit(128) === 1
  }

  /** An unsigned number, most significant bit first. */
  number(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) value = (value << 1) | this.bit(128)
    return value
  }

  /** A number and its sign. */
  signed(bits: number): number {
    const value = this.number(bits)
    return this.flag() ? -value : value
  }

  /** A flag, and a number with its sign when it is set; 0 else. */
  optional(bits: number): number {
    return this.flag() ? this.signed(bits) : 0
  }

  #load(): void {
    const inside = this.#position + 1 < this.end
    const high = this.#position < this.end ? (this.data[this.#position] as number) : 0
    const low = inside ? (this.data[this.#position + 1] as number) : 0
    this.#value = (this.#value << 16) | (high << 8) | low
    this.#position += 2
    this.#bits += 16
  }
}
