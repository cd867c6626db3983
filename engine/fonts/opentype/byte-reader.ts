/** Reads numbers one after the other. Reading past the end throws a RangeError. */
export class ByteReader {
  readonly #view: DataView

  constructor(
    readonly bytes: Uint8Array,
    /** Offset in `bytes` of what is read next. */
    public at = 0,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length
  }

  uint8(): number {
    return this.#view.getUint8(this.at++)
  }

  int8(): number {
    return this.#view.getInt8(this.at++)
  }

  uint16(): number {
    this.at += 2
    return this.#view.getUint16(this.at - 2)
  }

  int16(): number {
    this.at += 2
    return this.#view.getInt16(this.at - 2)
  }

  uint32(): number {
    this.at += 4
    return this.#view.getUint32(this.at - 4)
  }

  /** The next `length` bytes, not copied. */
  take(length: number): Uint8Array {
    if (length < 0 || this.at + length > this.bytes.length) throw new RangeError('the end of the data')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
}
