import { PdfInputError } from './pdf-input-error.js'

/** Values and operators that one page may take: a map of a city has some hundred thousand. */
const MOST_VALUES = 4_000_000

/** Bytes that are looked through for what is not where it should be. */
const MOST_SEARCHED = 1_000_000_000

/** What reading a page of a file, or several at once, may cost. Every part of the reader asks before it works. */
export class ReadBudget {
  #values = 0
  #searched = 0
  #unpacked = 0

  /**
   * @param bytes those that all streams which are unpacked may have together
   * @param mostValues values and operators that may be read
   */
  constructor(
    private readonly bytes: number,
    private readonly mostValues = MOST_VALUES,
  ) {}

  /** Bytes that were unpacked so far. */
  get unpacked(): number {
    return this.#unpacked
  }

  /** Values that were read so far. */
  get values(): number {
    return this.#values
  }

  /** Bytes that may still be unpacked. */
  get left(): number {
    return this.bytes - this.#unpacked
  }

  /** @throws PdfInputError */
  readValues(count: number): void {
    this.#values += count
    if (this.#values > this.mostValues)
      throw new PdfInputError('too-large', `it takes more than ${this.mostValues} values`)
  }

  /** @throws PdfInputError */
  search(bytes: number): void {
    this.#searched += bytes
    if (this.#searched > MOST_SEARCHED)
      throw new PdfInputError('too-large', 'it is damaged in so many places that finding its objects takes too long')
  }

  /** @throws PdfInputError */
  unpack(bytes: number): void {
    this.#unpacked += bytes
    if (this.#unpacked > this.bytes) throw this.tooManyBytes()
  }

  tooManyBytes(): PdfInputError {
    return new PdfInputError('too-large', `unpacking it takes more than the ${this.bytes} bytes that are left`)
  }
}
