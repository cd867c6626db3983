import { ImageError } from '../image-error.js'

/** Reads numbers of up to 24 bits from bytes, least significant bit first (WebP Lossless Bitstream §2). */
export class BitReader {
  #bits = 0
  #count = 0
  #position: number

  constructor(
    private readonly data: Uint8Array,
    start: number,
  ) {
    this.#position = start
  }

  read(count: number): number {
    const value = this.peek(count)
    this.skip(count)
    return value
  }

  /** The next bits without taking them; zeros stand behind the end of the data. */
  peek(count: number): number {
    while (this.#count < count) {
      this.#bits |= (this.data[this.#position++] ?? 0) << this.#count
      this.#count += 8
    }
    return this.#bits & ((1 << count) - 1)
  }

  /** Takes bits that were peeked at. */
  skip(count: number): void {
    this.#bits >>>= count
    this.#count -= count
    if (this.#position - (this.#count >> 3) > this.data.length) throw damagedWebp()
  }
}

export function damagedWebp(): ImageError {
  return new ImageError('invalid-image', 'the image data of the WebP file are damaged or cut off')
}
