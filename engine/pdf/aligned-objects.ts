import { ByteSink } from './byte-sink.js'

/** Rows are as wide as multiples of it. */
const ROUND_WIDTH = 10

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
  readonly #starts: number[] = []
  /** Where the next object begins. */
  #end = 0
  #width: number
  /** Where the rows are filtered: a long document has many streams, one after the other. */
  #filtered = new Uint8Array(0)

  /** @param rowWidth in bytes; without, rows are as wide as the first object of a stream asks for */
  constructor(private readonly rowWidth = 0) {
    this.#width = rowWidth
  }

  /** Of a row, in bytes: a round number, for the places of the objects then differ in few digits. */
  get width(): number {
    return this.#width
  }

  /** Ends an object, whose text was written since the last one ended. */
  end(id: number): void {
    const { bodies } = this
    const start = this.#end
    // A space at least is between two objects.
    const length = bodies.length - start + 1
    if (this.#width === 0) this.#width = Math.ceil(length / ROUND_WIDTH) * ROUND_WIDTH
    this.ids.push(id)
    this.#starts.push(start)
    this.#end = start + Math.ceil(length / this.#width) * this.#width
    bodies.spaces(this.#end - bodies.length)
  }

  /** Begins anew, for another stream. */
  clear(): void {
    this.ids.length = 0
    this.#starts.length = 0
    this.#end = 0
    this.#width = this.rowWidth
    this.bodies.truncate(0)
  }

  /** The rows of the stream, without filter, and the length of its head. */
  encode(): EncodedRows {
    const head = this.#head()
    return { first: head.length, bytes: Buffer.concat([head, this.bodies.written]) }
  }

  /** The same rows, filtered; valid until the next ones are made. */
  encodeFiltered(): EncodedRows {
    const { width } = this
    const head = this.#head()
    const { written } = this.bodies
    const headLength = filteredLength(head.length, width)
    const length = headLength + filteredLength(written.length, width)
    if (this.#filtered.length < length) this.#filtered = new Uint8Array(length)
    const bytes = this.#filtered.subarray(0, length)
    filterUp(head, width, undefined, bytes.subarray(0, headLength))
    filterUp(written, width, head.subarray(head.length - width), bytes.subarray(headLength))
    return { first: head.length, bytes }
  }

  /** The numbers and places of the objects. Rows hold round numbers of them, by which they then differ. */
  #head(): Uint8Array {
    const { width, ids } = this
    const digits = String(Math.max(ids.at(-1) ?? 0, this.#end)).length
    const size = 2 * digits + 2
    const inRow = ROUND_NUMBERS.find((count) => count * size <= width) ?? 1
    const head = new ByteSink(Math.ceil(ids.length / inRow) * width)
    for (let i = 0; i < ids.length; i++) {
      head.padded(ids[i] as number, digits)
      head.spaces(1)
      head.padded(this.#starts[i] as number, digits)
      head.spaces(1)
      if ((i + 1) % inRow === 0 || i === ids.length - 1) head.spaces((width - (head.length % width)) % width)
    }
    return head.written
  }
}

interface EncodedRows {
  /** Where the first object is. */
  readonly first: number
  readonly bytes: Uint8Array
}

function filteredLength(length: number, width: number): number {
  return length + length / width
}

/**
 * Rows after the `Up` filter of PNG, each with the number of the filter before it.
 * @param above the row above the first one; without, that differs from nothing
 */
export function filterUp(
  bytes: Uint8Array,
  width: number,
  above: Uint8Array = new Uint8Array(width),
  filtered: Uint8Array = new Uint8Array(filteredLength(bytes.length, width)),
): Uint8Array {
  let to = 0
  let from = 0
  filtered[to++] = 2
  for (; from < width; from++) filtered[to++] = (bytes[from] as number) - (above[from] as number)
  while (from < bytes.length) {
    filtered[to++] = 2
    for (const end = from + width; from < end; from++)
      filtered[to++] = (bytes[from] as number) - (bytes[from - width] as number)
  }
  return filtered
}
