import { type CrossReferenceTable, readCrossReferences } from './cross-references.js'
import { Decryption } from './decryption.js'
import { unpackStream } from './filters.js'
import { ObjectParser } from './parse-object.js'
import { PdfInputError } from './pdf-input-error.js'
import { type Dictionary, dictionaryOf, isArray, type PdfObject, Ref, Stream } from './pdf-object.js'
import type { ReadBudget } from './read-budget.js'
import { readStreamAt } from './read-stream.js'
import { recoverObjects } from './recover-objects.js'

/** How far into a file its header may stand, as in all readers. */
const LATEST_HEADER = 1024

/** References that lead to references. */
const LONGEST_CHAIN = 32

/** Whether a file says that it is a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return headerOf(bytes) >= 0
}

function headerOf(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LATEST_HEADER)).indexOf('%PDF-')
}

/** A file that is read object by object, as they are asked for. Nothing is read twice. */
export class PdfSource {
  readonly #bytes: Buffer
  #table: CrossReferenceTable
  #isRecovered = false
  #decryption: Decryption | undefined
  readonly #objects = new Map<number, PdfObject>()
  /** Objects that are being read: one that needs itself is none. */
  readonly #open = new Set<number>()
  readonly #packed = new Map<number, ReadonlyMap<number, PdfObject>>()

  /** @throws PdfInputError */
  constructor(
    bytes: Uint8Array,
    readonly budget: ReadBudget,
  ) {
    const header = headerOf(bytes)
    if (header < 0) throw new PdfInputError('damaged', 'it is no PDF')
    // Offsets count from the header.
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset + header, bytes.length - header)
    this.#table = readCrossReferences(this.#bytes, budget) ?? this.#recovered()
    this.#setDecryption()
    if (!this.#hasPages()) this.#recover()
  }

  get trailer(): Dictionary {
    return this.#table.trailer
  }

  get catalog(): Dictionary {
    return dictionaryOf(this.resolve(this.trailer.get('Root'))) ?? new Map()
  }

  /** What a value refers to; null for what does not exist. @throws PdfInputError */
  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let found = value ?? null
    for (let i = 0; found instanceof Ref; i++) {
      if (i === LONGEST_CHAIN) return null
      found = this.#object(found.id)
    }
    return found
  }

  /** An entry of a dictionary. */
  get(dictionary: Dictionary | undefined, name: string): PdfObject {
    return this.resolve(dictionary?.get(name))
  }

  /** An entry that is a dictionary. */
  dictionary(dictionary: Dictionary | undefined, name: string): Dictionary | undefined {
    return dictionaryOf(this.get(dictionary, name))
  }

  /** An entry that is a list, and an empty one where it is none. */
  list(dictionary: Dictionary | undefined, name: string): readonly PdfObject[] {
    const value = this.get(dictionary, name)
    return isArray(value) ? value : []
  }

  /** As many numbers as are asked for; undefined where an entry has not as many. */
  numbers(dictionary: Dictionary | undefined, name: string, count: number): readonly number[] | undefined {
    const numbers = this.list(dictionary, name).map(this.resolve)
    const isWhole = numbers.length >= count && numbers.every((number) => typeof number === 'number')
    return isWhole ? (numbers as readonly number[]).slice(0, count) : undefined
  }

  /** The contents of a stream. @throws PdfInputError */
  unpack(stream: Stream): Uint8Array {
    return unpackStream(stream, this.resolve, this.budget)
  }

  #object(id: number): PdfObject {
    const known = this.#objects.get(id)
    if (known !== undefined) return known
    if (this.#open.has(id)) return null
    this.#open.add(id)
    try {
      const value = this.#read(id)
      this.#objects.set(id, value)
      return value
    } finally {
      this.#open.delete(id)
    }
  }

  #read(id: number): PdfObject {
    const place = this.#table.places.get(id)
    if (!place || place.kind === 'free') return null
    if (place.kind === 'packed') return this.#packedObjects(place.stream).get(id) ?? null
    const read = readStreamAt(this.#bytes, place.offset, this.budget, this.resolve)
    if (read?.id !== id) {
      if (this.#isRecovered) return null
      this.#recover()
      return this.#read(id)
    }
    return this.#decryption?.decrypt(read.value, id, read.generation) ?? read.value
  }

  /** The objects of an object stream (ISO 32000-1 §7.5.7), which are not encrypted one by one. */
  #packedObjects(id: number): ReadonlyMap<number, PdfObject> {
    let objects = this.#packed.get(id)
    if (!objects) {
      const stream = this.#table.places.get(id)?.kind === 'offset' ? this.#object(id) : null
      objects = stream instanceof Stream ? this.#unpackObjects(stream) : new Map()
      this.#packed.set(id, objects)
    }
    return objects
  }

  #unpackObjects(stream: Stream): ReadonlyMap<number, PdfObject> {
    const { data, offsets } = this.#packedOffsets(stream)
    const objects = new Map<number, PdfObject>()
    for (const [id, offset] of offsets) {
      const value = new ObjectParser(data, offset, this.budget).read()
      if (value !== undefined && !objects.has(id)) objects.set(id, value)
    }
    return objects
  }

  #packedOffsets({ dictionary, bytes }: Stream) {
    const data = this.unpack(new Stream(dictionary, bytes))
    const [count, first] = [this.get(dictionary, 'N'), this.get(dictionary, 'First')]
    const offsets: [id: number, offset: number][] = []
    if (typeof count !== 'number' || typeof first !== 'number') return { data, offsets }
    const parser = new ObjectParser(data, 0, this.budget)
    for (let i = 0; i < count; i++) {
      const [id, offset] = [parser.read(), parser.read()]
      if (typeof id !== 'number' || typeof offset !== 'number') break
      offsets.push([id, first + offset])
    }
    return { data, offsets }
  }

  #hasPages(): boolean {
    return this.dictionary(this.catalog, 'Pages') !== undefined
  }

  /** Looks for all objects, once, when one is not where it should be. @throws PdfInputError */
  #recover(): void {
    this.#table = this.#recovered()
    this.#objects.clear()
    this.#packed.clear()
    this.#setDecryption()
  }

  #recovered(): CrossReferenceTable {
    this.#isRecovered = true
    const table = recoverObjects(this.#bytes, this.budget, (stream) =>
      // Those of encrypted files cannot be looked into before the key is known.
      this.#numbersIn(stream),
    )
    if (!table) throw new PdfInputError('damaged', 'it is damaged beyond repair: it has no list of pages')
    return table
  }

  #numbersIn(stream: Stream): readonly number[] {
    try {
      return this.#packedOffsets(stream).offsets.map(([id]) => id)
    } catch (error) {
      // One damaged stream of a damaged file does not hide the others.
      if (error instanceof PdfInputError && error.kind === 'damaged') return []
      throw error
    }
  }

  #setDecryption(): void {
    this.#decryption = undefined
    const encrypt = dictionaryOf(this.resolve(this.trailer.get('Encrypt')))
    if (!encrypt) return
    const first = this.resolve(this.list(this.trailer, 'ID')[0])
    const id = first instanceof Uint8Array ? first : new Uint8Array(0)
    this.#decryption = new Decryption(encrypt, id, this.resolve)
    // What was read so far was read as it is in the file.
    this.#objects.clear()
    this.#packed.clear()
    const reference = this.trailer.get('Encrypt')
    if (reference instanceof Ref) this.#objects.set(reference.id, encrypt)
  }
}
