import { ByteSink } from './byte-sink.js'

/**
 * Objects of one shape for an object stream (ISO 32000-1 §7.5.7), written in rows of equal width. Each row is stored as
 * what it differs in from the one above it (the `Up` filter of PNG, §7.4.4.4), so that numbers that count on, as those
 * of cells, take next to no room when they are deflated.
 */
export class AlignedObjects {
  readonly ids: number[] = []
  readonly #starts: number[] = []
  readonly #bodies = new ByteSink()

  /** @param width of a row, in bytes */
  constructor(readonly width: number) {}

  /** @param body Latin-1 text, which is filled up to whole rows */
  add(id: number, body: Uint8Array): void {
    this.ids.push(id)
    this.#starts.push(this.#bodies.length)
    this.#bodies.bytes(body)
    // A space at least is between two objects.
    this.#bodies.spaces(this.width - (body.length % this.width))
  }

  /** The rows of the stream, without filter, and the length of its head. */
  encode(): { readonly first: number; readonly bytes: Uint8Array } {
    const { width, ids } = this
    const digits = String(Math.max(ids.at(-1) ?? 0, this.#bodies.length)).length
    const headWidth = Math.ceil((2 * digits + 2) / width) * width
    const rows = new ByteSink()
    for (let i = 0; i < ids.length; i++) {
      rows.padded(ids[i] ?? 0, digits)
      rows.spaces(1)
      rows.padded(this.#starts[i] ?? 0, digits)
      rows.spaces(headWidth - 2 * digits - 1)
    }
    const first = rows.length
    rows.bytes(this.#bodies.written)
    return { first, bytes: rows.written }
  }
}

/** Rows after the `Up` filter of PNG, each with the number of the filter before it. */
export function filterUp(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width
  const filtered = new Uint8Array(bytes.length + count)
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
