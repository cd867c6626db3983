import type { CrossReferenceTable, ObjectPlace } from './cross-references.js'
import { ObjectParser } from './parse-object.js'
import { type Dictionary, dictionaryOf, isDictionary, nameOf, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { ReadBudget } from './read-budget.js'
import { readStreamAt, scanForObjects } from './read-stream.js'

/**
 * Finds the objects of a file whose cross-references are damaged, as readers do: the last object of a number is the one
 * that counts. Undefined where no catalog is found.
 *
 * @param packedIn the numbers of the objects in an object stream
 */
export function recoverObjects(
  bytes: Buffer,
  budget: ReadBudget,
  packedIn: (stream: Stream) => readonly number[],
): CrossReferenceTable | undefined {
  const places = new Map<number, ObjectPlace>()
  const entries = new Map<string, PdfObject>()
  for (const { id, offset } of scanForObjects(bytes, budget)) places.set(id, { kind: 'offset', offset })
  for (const [id, place] of [...places]) {
    if (place.kind !== 'offset') continue
    const value = readStreamAt(bytes, place.offset, budget)?.value
    const dictionary = dictionaryOf(value)
    const type = nameOf(dictionary?.get('Type'))
    if (type === 'Catalog') entries.set('Root', new Ref(id, 0))
    if (type === 'XRef' && dictionary) addTrailer(entries, dictionary)
    if (type !== 'ObjStm' || !(value instanceof Stream)) continue
    for (const packed of packedIn(value)) {
      if (!places.has(packed)) places.set(packed, { kind: 'packed', stream: id })
    }
  }
  for (const trailer of trailers(bytes, budget)) addTrailer(entries, trailer)
  return entries.has('Root') ? { places, trailer: entries } : undefined
}

function addTrailer(entries: Map<string, PdfObject>, trailer: Dictionary): void {
  for (const name of ['Root', 'Encrypt', 'ID']) {
    const value = trailer.get(name)
    if (value !== undefined) entries.set(name, value)
  }
}

function* trailers(bytes: Buffer, budget: ReadBudget): Generator<Dictionary, void> {
  for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) {
    const value = new ObjectParser(bytes, at + 7, budget).read()
    if (isDictionary(value)) yield value
  }
}
