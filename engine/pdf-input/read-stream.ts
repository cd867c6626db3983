import { ObjectParser } from './parse-object.js'
import { isDictionary, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { ReadBudget } from './read-budget.js'
import { isRegular, isWhite } from './scanner.js'

/** An indirect object as it stands in the file. */
export interface ReadObject {
  readonly id: number
  readonly generation: number
  readonly value: PdfObject
}

/**
 * Reads the indirect object that begins at an offset (ISO 32000-1 §7.3.10); undefined where none does.
 * @param lengthOf looks up the length of a stream that is an object of its own; the end is searched for without it
 */
export function readStreamAt(
  bytes: Buffer,
  offset: number,
  budget: ReadBudget,
  lengthOf?: (reference: Ref) => PdfObject,
): ReadObject | undefined {
  if (offset >= bytes.length) return undefined
  const parser = new ObjectParser(bytes, offset, budget)
  const { scanner } = parser
  if (scanner.next() !== 'number') return undefined
  const id = scanner.number
  if (scanner.next() !== 'number') return undefined
  const generation = scanner.number
  if (scanner.next() !== 'keyword') return undefined
  if (scanner.text !== 'obj') {
    // Some writers leave no space behind it.
    if (!scanner.text.startsWith('obj')) return undefined
    scanner.end = scanner.start + 3
  }
  const value = parser.read() ?? null
  if (!isDictionary(value)) return { id, generation, value }
  scanner.next()
  if (scanner.kind !== 'keyword' || scanner.text !== 'stream') return { id, generation, value }
  const given = value.get('Length')
  const length = given instanceof Ref ? lengthOf?.(given) : given
  const start = startOfData(bytes, scanner.end)
  return { id, generation, value: new Stream(value, bytes.subarray(start, endOfData(bytes, start, length, budget))) }
}

function startOfData(bytes: Buffer, at: number): number {
  if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1
  return bytes[at] === 10 ? at + 1 : at
}

const END_STREAM = Buffer.from('endstream')
const END_OBJECT = Buffer.from('endobj')

/** Lengths are often wrong: what counts is where `endstream` is. */
function endOfData(bytes: Buffer, start: number, length: PdfObject | undefined, budget: ReadBudget): number {
  if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
    let at = start + length
    const last = Math.min(bytes.length, at + 4)
    while (at < last && isWhite(bytes[at])) at++
    if (bytes.subarray(at, at + END_STREAM.length).equals(END_STREAM)) return start + length
  }
  const found = indexOf(bytes, END_STREAM, start, budget)
  const end = found >= 0 ? found : indexOf(bytes, END_OBJECT, start, budget)
  if (end < 0) return bytes.length
  if (bytes[end - 1] !== 10) return bytes[end - 1] === 13 ? end - 1 : end
  return bytes[end - 2] === 13 ? Math.max(start, end - 2) : Math.max(start, end - 1)
}

function indexOf(bytes: Buffer, what: Uint8Array, start: number, budget: ReadBudget): number {
  const found = bytes.indexOf(what, start)
  budget.search((found < 0 ? bytes.length : found) - start)
  return found
}

const OBJECT = Buffer.from('obj')

/** Finds what looks like the beginning of an object, from the first to the last, as the last resort. */
export function* scanForObjects(bytes: Buffer, budget: ReadBudget): Generator<{ id: number; offset: number }, void> {
  for (let at = indexOf(bytes, OBJECT, 0, budget); at >= 0; at = indexOf(bytes, OBJECT, at + 3, budget)) {
    const header = /(?:^|[^0-9])(\d{1,10})\s+\d{1,5}\s+$/.exec(
      bytes.subarray(Math.max(0, at - 32), at).toString('latin1'),
    )
    const tight =
      header ?? /(?:^|[^0-9])(\d{1,10})\s+\d{1,5}$/.exec(bytes.subarray(Math.max(0, at - 32), at).toString('latin1'))
    if (!tight || isRegular(bytes[at + 3])) continue
    const digits = tight[1] as string
    const whole = tight[0].slice(tight[0].indexOf(digits))
    yield { id: Number(digits), offset: at - whole.length }
  }
}
