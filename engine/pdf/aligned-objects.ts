import { ByteSink } from './byte-sink.js'

const SPACE = 0x20

/** Rows are as wide as multiples of it. */
const ROUND_WIDTH = 50

/** As many objects may be named in a row. */
const ROUND_NUMBERS = [10, 5, 2, 1]

/**
 * Objects of one shape for an object stream (ISO 32000-1 §7.5.7), written in rows of equal width. Each row is stored as
 * what it differs in from the one above it (the `Up` filter of PNG, §7.4.4.4), so that numbers that count on, as those
 * of cells, take next to no room when they are deflated.
 */
export class AlignedObjects {
  readonly ids: number[] = []
  /** Takes the objects, one after the other: Latin-1 text, which is filled up to whole rows. */
  readonly bodies = new ByteSink()
  readonly #ends: number[] = []
  #longest = 0
  /** Where the rows are made: a long document has many streams, one after the other. */
  #bytes = new Uint8Array(0)
  #filtered = new Uint8Array(0)

  /** @param rowWidth in bytes; without, each object has a row of its own */
  constructor(private readonly rowWidth?: number) {}

  /** Of a row, in bytes: a round number, for the places of the objects then differ in few digits. */
  get width(): number {
    return this.rowWidth ?? Math.ceil((this.#longest + 1) / ROUND_WIDTH) * ROUND_WIDTH
  }

  /** Ends an object, whose text was written. */
  end(id: number): void {
    const { length } = this.bodies
    this.#longest = Math.max(this.#longest, length - (this.#ends.at(-1) ?? 0))
    this.ids.push(id)
    this.#ends.push(length)
  }

  /** Begins anew, for another stream. */
  clear(): void {
    this.ids.length = 0
    this.#ends.length = 0
    this.#longest = 0
    this.bodies.truncate(0)
  }

  /** The rows of the stream, without filter, and the length of its head; valid until the next ones are made. */
  encode(): { readonly first: number; readonly bytes: Uint8Array } {
    const { width, ids } = this
    const starts: number[] = []
    let length = 0
    for (let i = 0; i < ids.length; i++) {
      starts.push(length)
      // A space at least is between two objects.
      length += (Math.floor(((this.#ends[i] ?? 0) - (this.#ends[i - 1] ?? 0)) / width) + 1) * width
    }
    const head = this.#head(starts, String(Math.max(ids.at(-1) ?? 0, length)).length)
    const first = head.length
    if (this.#bytes.length < first + length) this.#bytes = new Uint8Array(first + length)
    const bytes = this.#bytes.subarray(0, first + length).fill(SPACE)
    bytes.set(head.written)
    for (let i = 0; i < ids.length; i++) {
      bytes.set(this.bodies.written.subarray(this.#ends[i - 1] ?? 0, this.#ends[i]), first + (starts[i] ?? 0))
    }
    return { first, bytes }
  }

  /** The same rows, filtered. */
  encodeFiltered(): { readonly first: number; readonly bytes: Uint8Array } {
    const { first, bytes } = this.encode()
    const length = filteredLength(bytes, this.width)
    if (this.#filtered.length < length) this.#filtered = new Uint8Array(length)
    return { first, bytes: filterUp(bytes, this.width, this.#filtered.subarray(0, length)) }
  }

  /** The numbers and places of the objects. Rows hold round numbers of them, by which they then differ. */
  #head(starts: readonly number[], digits: number): ByteSink {
    const { width, ids } = this
    const size = 2 * digits + 2
    const inRow = ROUND_NUMBERS.find((count) => count * size <= width) ?? 1
    const head = new ByteSink()
    for (let i = 0; i < ids.length; i++) {
      head.padded(ids[i] ?? 0, digits)
      head.spaces(1)
      head.padded(starts[i] ?? 0, digits)
      head.spaces(1)
      if ((i + 1) % inRow === 0 || i === ids.length - 1) head.spaces((width - (head.length % width)) % width)
    }
    return head
  }
}

function filteredLength(bytes: Uint8Array, width: number): number {
  return bytes.length + bytes.length / width
}

/** Rows after the `Up` filter of PNG, each with the number of the filter before it. */
export function filterUp(
  bytes: Uint8Array,
  width: number,
  filtered = new Uint8Array(filteredLength(bytes, width)),
): Uint8Array {
  const count = bytes.length / width
  let to = 0
  for (let row = 0; row < count; row++) {
    filtered[to++] = 2
    const start = row * width
    // The first row differs from nothing.
    if (row === 0) for (let at = 0; at < width; at++) filtered[to++] = bytes[at] as number
    else
      for (let at = start; at < start + width; at++)
        filtered[to++] = (bytes[at] as number) - (bytes[at - width] as number)
  }
  return filtered
}
