import { unpackStream } from './filters.js'
import { ObjectParser } from './parse-object.js'
import { type Dictionary, dictionaryOf, isArray, nameOf, type PdfObject, Stream } from './pdf-object.js'
import type { ReadBudget } from './read-budget.js'
import { readStreamAt } from './read-stream.js'

/** Where an object is. */
export type ObjectPlace =
  | { readonly kind: 'offset'; readonly offset: number }
  /** In an object stream. */
  | { readonly kind: 'packed'; readonly stream: number }
  | { readonly kind: 'free' }

/** The cross-references of a file, those of its latest state first. */
export interface CrossReferenceTable {
  readonly places: Map<number, ObjectPlace>
  readonly trailer: Dictionary
}

const FREE: ObjectPlace = { kind: 'free' }

/** How far from its end a file says where its table is. */
const TAIL = 2048

/** Objects of a file; numbers beyond are no objects. */
const HIGHEST_ID = 8_388_607

/**
 * Follows the cross-references of a file from the last section to the first (ISO 32000-1 §7.5.4, §7.5.8).
 * Undefined for a file whose references are damaged.
 */
export function readCrossReferences(bytes: Buffer, budget: ReadBudget): CrossReferenceTable | undefined {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL)).toString('latin1')
  const start = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail)
  if (!start) return undefined
  const places = new Map<number, ObjectPlace>()
  const known = new Set<number>()
  let trailer: Dictionary | undefined
  let next: number | undefined = Number(start[1])
  while (next !== undefined && !known.has(next)) {
    known.add(next)
    const section: Section | undefined = readSection(bytes, next, budget)
    if (!section) return undefined
    trailer ??= section.trailer
    const { hidden } = section
    addAll(places, section.entries, ({ kind }) => kind !== 'free')
    if (hidden !== undefined && !known.has(hidden)) {
      known.add(hidden)
      addAll(places, readSection(bytes, hidden, budget)?.entries ?? [], () => true)
    }
    addAll(places, section.entries, () => true)
    next = section.previous
  }
  return trailer && { places, trailer }
}

type Entry = readonly [id: number, place: ObjectPlace]

interface Section {
  readonly entries: readonly Entry[]
  readonly trailer: Dictionary
  readonly previous: number | undefined
  /** A stream with more references, for readers that know of streams. */
  readonly hidden: number | undefined
}

function addAll(
  places: Map<number, ObjectPlace>,
  entries: readonly Entry[],
  isWanted: (place: ObjectPlace) => boolean,
): void {
  for (const [id, place] of entries) if (isWanted(place) && !places.has(id)) places.set(id, place)
}

function readSection(bytes: Buffer, start: number, budget: ReadBudget): Section | undefined {
  const parser = new ObjectParser(bytes, start, budget)
  const { scanner } = parser
  scanner.next()
  if (scanner.kind === 'keyword' && scanner.text === 'xref') return readTable(parser, budget)
  scanner.end = start
  const stream = readStreamAt(bytes, start, budget)?.value
  if (!(stream instanceof Stream)) return undefined
  const entries = entriesOfStream(stream, budget)
  return entries && sectionOf(entries, stream.dictionary)
}

function sectionOf(entries: readonly Entry[], trailer: Dictionary): Section {
  return { entries, trailer, previous: offsetOf(trailer.get('Prev')), hidden: offsetOf(trailer.get('XRefStm')) }
}

function offsetOf(value: PdfObject | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

function readTable(parser: ObjectParser, budget: ReadBudget): Section | undefined {
  const { scanner } = parser
  const entries: Entry[] = []
  for (;;) {
    scanner.next()
    if (scanner.kind === 'keyword' && scanner.text === 'trailer') break
    if (scanner.kind !== 'number') return undefined
    const first = scanner.number
    if (scanner.next() !== 'number') return undefined
    const count = scanner.number
    for (let i = 0; i < count; i++) {
      budget.readValues(1)
      if (scanner.next() !== 'number') return undefined
      const offset = scanner.number
      scanner.next()
      if (scanner.next() !== 'keyword') return undefined
      const id = first + i
      if (id <= HIGHEST_ID) entries.push([id, scanner.text === 'n' && offset > 0 ? { kind: 'offset', offset } : FREE])
    }
  }
  const trailer = dictionaryOf(parser.read())
  return trailer && sectionOf(entries, trailer)
}

/** The rows of a cross-reference stream (§7.5.8.3). */
export function entriesOfStream(stream: Stream, budget: ReadBudget): readonly Entry[] | undefined {
  const { dictionary } = stream
  const widths = dictionary.get('W')
  if (nameOf(dictionary.get('Type')) !== 'XRef' || !isArray(widths)) return undefined
  const [type = 0, second = 0, third = 0] = widths.map((width) =>
    typeof width === 'number' && width >= 0 && width <= 8 ? width : 0,
  )
  const row = type + second + third
  const data = Buffer.from(unpackStream(stream, direct, budget))
  const index = dictionary.get('Index')
  const ranges = isArray(index) ? index : [0, dictionary.get('Size') ?? 0]
  const entries: Entry[] = []
  let at = 0
  for (let i = 0; i + 1 < ranges.length && row > 0; i += 2) {
    const [first, count] = [ranges[i], ranges[i + 1]]
    if (typeof first !== 'number' || typeof count !== 'number') return undefined
    for (let j = 0; j < count && at + row <= data.length; j++, at += row) {
      budget.readValues(1)
      const kind = type === 0 ? 1 : bigEndian(data, at, type)
      const value = bigEndian(data, at + type, second)
      if (first + j <= HIGHEST_ID) entries.push([first + j, placeOf(kind, value)])
    }
  }
  return entries
}

function placeOf(kind: number, value: number): ObjectPlace {
  if (kind === 1) return { kind: 'offset', offset: value }
  return kind === 2 ? { kind: 'packed', stream: value } : FREE
}

function bigEndian(data: Buffer, at: number, length: number): number {
  let value = 0
  for (let i = 0; i < length; i++) value = value * 256 + (data[at + i] as number)
  return value
}

function direct(value: PdfObject | undefined): PdfObject {
  return value ?? null
}
