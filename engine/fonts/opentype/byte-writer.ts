/** Bytes that grow by big-endian numbers up to a limit, beyond which it throws a RangeError. */
export class ByteWriter {
  #bytes: Uint8Array
  #view: DataView
  #length = 0

  constructor(
    capacity: number,
    private readonly limit: number,
  ) {
    this.#bytes = new Uint8Array(Math.min(Math.max(capacity, 64), limit))
    this.#view = new DataView(this.#bytes.buffer)
  }

  get length(): number {
    return this.#length
  }

  uint8(value: number): void {
    const at = this.#reserve(1)
    this.#view.setUint8(at, value)
  }

  uint16(value: number): void {
    const at = this.#reserve(2)
    this.#view.setUint16(at, value)
  }

  uint32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setUint32(at, value)
  }

  bytes(values: Uint8Array): void {
    const at = this.#reserve(values.length)
    this.#bytes.set(values, at)
  }

  /** Fills up with zeros to a multiple of four. */
  align(): void {
    this.#reserve(-this.#length & 3)
  }

  /** A copy of the bytes written so far. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  /** Makes room, for which the memory may move, and returns where it starts. */
  #reserve(count: number): number {
    const start = this.#length
    const end = start + count
    if (end > this.limit) throw new RangeError(`more than ${this.limit} bytes`)
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.limit, Math.max(end, this.#bytes.length * 2)))
      grown.set(this.#bytes.subarray(0, start))
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    this.#length = end
    return start
  }
}
