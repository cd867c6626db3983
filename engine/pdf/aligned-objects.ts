import { ByteSink } from './byte-sink.js'
import { RowFilter } from './row-filter.js'

/** Rows are as wide as multiples of it: the places of the objects then differ in few digits. */
const ROUND_WIDTH = 50

/** As many objects may be named in a row. */
const ROUND_NUMBERS = [10, 5, 2, 1]

/**
 * Objects for an object stream (ISO 32000-1 §7.5.7), written in rows of equal width. Each row is stored as what it
 * differs in from the one above it, so that numbers that count on, as those of cells, take next to no room.
 */
export class AlignedObjects {
  readonly ids: number[] = []
  /** Takes the objects, one after the other: Latin-1 text, a line for each row. */
  readonly bodies = new ByteSink()
  /** Where the objects begin, and where the rows end, in it. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #rowStart = 0
  #rowCount = 0
  #width: number
  /** Where the rows are filtered: a long document has many streams, one after the other. */
  #room: Uint8Array | undefined

  /** @param rowWidth in bytes; without, rows are as wide as the first one of a stream asks for */
  constructor(private readonly rowWidth = 0) {
    this.#width = rowWidth
  }

  /** Of a row, in bytes. */
  get width(): number {
    return this.#width
  }

  /** Where the row begins, in the bodies, that is being written. */
  get rowStart(): number {
    return this.#rowStart
  }

  /** Adds an object, which begins at `start` in the bodies. */
  add(id: number, start: number): void {
    this.ids.push(id)
    this.#starts.push(start)
  }

  /** Ends a row; what is longer than one goes on in the next. */
  endRow(): void {
    const { bodies } = this
    const end = bodies.length
    if (this.#width === 0) this.#width = roundWidth(end)
    this.#rowCount += Math.ceil((end - this.#rowStart) / this.#width)
    this.#ends.push(end)
    bodies.text('\n')
    this.#rowStart = bodies.length
  }

  /** Begins anew, for another stream. */
  clear(): void {
    this.ids.length = 0
    this.#starts.length = 0
    this.#ends.length = 0
    this.#rowStart = 0
    this.#rowCount = 0
    this.#width = this.rowWidth
    this.bodies.truncate(0)
  }

  /** The objects without rows, and the length of the head. */
  encode(): EncodedObjects {
    const head = new ByteSink()
    for (const [index, id] of this.ids.entries()) {
      head.integer(id)
      head.spaces(1)
      head.integer(this.#starts[index] as number)
      head.spaces(1)
    }
    return { first: head.length, bytes: Buffer.concat([head.written, this.bodies.written]) }
  }

  /** The rows of the stream for the predictor `Up`, valid until the next ones are made, and the length of the head. */
  filterRows(): EncodedObjects {
    const width = this.#width
    const places = this.#places()
    const digits = String(Math.max(this.ids.at(-1) ?? 0, places.at(-1) ?? 0)).length
    const inRow = ROUND_NUMBERS.find((count) => count * (2 * digits + 2) <= width) ?? 1
    const headRows = Math.ceil(this.ids.length / inRow)
    const filter = new RowFilter(width, headRows + this.#rowCount, this.#room)
    this.#room = filter.room
    this.#filterHead(filter, places, digits, inRow)
    const { written } = this.bodies
    let start = 0
    for (const end of this.#ends) {
      for (let at = start; at < end; at += width) filter.row(written, at, Math.min(at + width, end))
      start = end + 1
    }
    return { first: headRows * width, bytes: filter.filtered }
  }

  /** Where the objects begin in the rows. */
  #places(): readonly number[] {
    const width = this.#width
    const places: number[] = []
    let rowStart = 0
    let place = 0
    let row = 0
    for (const start of this.#starts) {
      for (let end = this.#ends[row] as number; start > end; end = this.#ends[row] as number) {
        place += Math.ceil((end - rowStart) / width) * width
        rowStart = end + 1
        row++
      }
      places.push(place + start - rowStart)
    }
    return places
  }

  /**
   * The numbers and places of the objects. Rows hold round numbers of them, by which they then differ; a number with one
   * digit more than that above differs from its zero in one.
   */
  #filterHead(filter: RowFilter, places: readonly number[], digits: number, inRow: number): void {
    const { ids } = this
    const row = new ByteSink(filter.width)
    for (let i = 0; i < ids.length; i++) {
      row.zeroPadded(ids[i] as number, digits)
      row.spaces(1)
      row.zeroPadded(places[i] as number, digits)
      row.spaces(1)
      if ((i + 1) % inRow > 0 && i < ids.length - 1) continue
      filter.row(row.written, 0, row.length)
      row.truncate(0)
    }
  }
}

interface EncodedObjects {
  /** Where the first object is. */
  readonly first: number
  readonly bytes: Uint8Array
}

/** The width of rows that hold so many bytes and a space. */
export function roundWidth(bytes: number): number {
  return Math.ceil((bytes + 1) / ROUND_WIDTH) * ROUND_WIDTH
}
