import { ByteSink } from './byte-sink.js'
import { deflateRows, type ObjectStream } from './object-streams.js'

/** Rows are as wide as multiples of it: the places of the objects then differ in few digits. */
const ROUND_WIDTH = 50

/**
 * Objects for an object stream (ISO 32000-1 §7.5.7), written in rows of equal width. Text that repeats at equal distances,
 * as the dictionaries of cells do, deflates to codes that repeat at equal distances, which deflate once more.
 */
export class AlignedObjects {
  readonly ids: number[] = []
  /** Takes the objects, one after the other: Latin-1 text, a line for each row. */
  readonly bodies = new ByteSink()
  /** Where the objects begin in it. */
  readonly #starts: number[] = []
  #rowStart = 0
  #width: number

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

  /** Ends a row; one that is longer takes several. */
  endRow(): void {
    const { bodies } = this
    const length = bodies.length - this.#rowStart + 1
    if (this.#width === 0) this.#width = roundWidth(length - 1)
    bodies.spaces(Math.ceil(length / this.#width) * this.#width - length)
    bodies.text('\n')
    this.#rowStart = bodies.length
  }

  /** Begins anew, for another stream. */
  clear(): void {
    this.ids.length = 0
    this.#starts.length = 0
    this.#rowStart = 0
    this.#width = this.rowWidth
    this.bodies.truncate(0)
  }

  /** The stream of the objects so far. */
  encode(): ObjectStream {
    const ids = this.ids.slice()
    const starts = this.#starts
    const digits = String(Math.max(ids.at(-1) ?? 0, starts.at(-1) ?? 0)).length
    const first = ids.length * 2 * (digits + 1)
    const head = new ByteSink(first)
    for (let i = 0; i < ids.length; i++) {
      head.zeroPadded(ids[i] as number, digits)
      head.spaces(1)
      head.zeroPadded(starts[i] as number, digits)
      head.spaces(1)
    }
    return { ids, first, ...deflateRows(Buffer.concat([head.written, this.bodies.written])) }
  }
}

/** The width of rows that hold so many bytes and a space. */
export function roundWidth(bytes: number): number {
  return Math.ceil((bytes + 1) / ROUND_WIDTH) * ROUND_WIDTH
}
