import { createHash } from 'node:crypto'
import type { AlignedObjects } from './aligned-objects.js'
import { CrossReferences, ENTRY_BYTES } from './cross-references.js'
import { deflate } from './deflate.js'
import { encodeRows } from './encode-rows.js'
import type { Encryption } from './encryption.js'
import {
  formatDictionary,
  formatStreamDictionary,
  type PdfDictionary,
  PdfReference,
  type PdfValue,
  pdfText,
} from './pdf-values.js'

export interface PdfObjectsOptions {
  /** The document information dictionary (§14.3.3). */
  readonly info: PdfDictionary
  readonly language: string | undefined
  /** The XMP packet, written uncompressed so that tools that do not read PDF find it. */
  readonly metadata: string
  readonly encryption?: Encryption | undefined
  /** Writes object streams without predictors: they are longer, and read by more programs. */
  readonly plainObjectStreams?: boolean | undefined
}

/** An object stream (§7.5.7). */
export interface EncodedObjects {
  readonly ids: readonly number[]
  /** Where the first object is. */
  readonly first: number
  readonly bytes: Uint8Array
  /** What its bytes are to be decoded by. */
  readonly filters: PdfDictionary
}

/** The predictor of PNG's filter that takes the row above away (ISO 32000-1 table 10). */
const PNG_UP = 12

const FLATE: PdfDictionary = { Filter: 'FlateDecode' }

/**
 * Short documents are written in less time, of which they have little. In long ones zlib is to find more of what the cells
 * of a table have in common.
 */
const [SHORT_LEVEL, LONG_LEVEL] = [5, 7]

/** A document with as many bytes of operators goes on as a long one. */
const LONG_CONTENT = 1 << 14

/** A third of the time that zlib takes by itself, for a hundredth of a short document more. */
const OBJECTS_LEVEL = 3

/** Bytes of rows that are worth it. */
const MANY_ROWS = 1 << 15

/** Encoded rows are short: all that they repeat is looked for. */
const ROWS_LEVEL = 9

/** Objects per object stream: readers inflate a whole stream to reach one object. */
const OBJECTS_PER_STREAM = 200

/** The first line, and a second one by which programs see that the file is no text (§7.5.2). */
const HEADER = '%PDF-1.7\n%\xff\xff\xff\xff\n'

/**
 * The objects of a PDF file (ISO 32000-1 §7), numbered and written one after the other. Those without a stream are
 * gathered into object streams (§7.5.7), and the cross-reference table is a stream too (§7.5.8), which makes a file of
 * many small objects several times smaller.
 */
export class PdfObjects {
  /** The root of the page tree, the `Parent` of every page. */
  readonly pages: PdfReference
  readonly #options: PdfObjectsOptions
  readonly #encryption: Encryption | undefined
  /** The catalog (§7.7.2), and the names of the document in it. */
  readonly #catalog: Record<string, PdfValue>
  readonly #names: Record<string, PdfValue> = {}
  readonly #entries = new CrossReferences()
  /** The highest number so far. */
  #last = 0
  /** Objects for the next object stream, as texts. */
  #batchIds: number[] = []
  #batch: string[] = []
  /** What is written and not taken yet, and its length. */
  #chunks: Uint8Array[] = []
  #pending = 0
  /** Bytes of operators so far, before they were deflated. */
  #operators = 0
  /** Length of what was taken. */
  #taken = 0

  constructor(options: PdfObjectsOptions) {
    this.#options = options
    this.#encryption = options.encryption
    this.pages = this.reserve()
    this.#catalog = {
      Type: 'Catalog',
      Pages: this.pages,
      Lang: options.language === undefined ? undefined : pdfText(options.language),
      ViewerPreferences: { DisplayDocTitle: true },
      // Revision 6 of encryption came to PDF 1.7 by an extension.
      Extensions: options.encryption && { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } },
    }
    this.#write(Buffer.from(HEADER, 'latin1'))
  }

  /** Whether object streams are written without predictors. */
  get isPlain(): boolean {
    return this.#options.plainObjectStreams ?? false
  }

  /** Numbers an object whose value is given by `define` later. */
  reserve(): PdfReference {
    return new PdfReference(this.reserveNumbers(1))
  }

  define(reference: PdfReference, dictionary: PdfDictionary): void {
    this.addText(reference.id, formatDictionary(dictionary))
  }

  /** Writes an object without a stream. */
  add(dictionary: PdfDictionary): PdfReference {
    const reference = this.reserve()
    this.define(reference, dictionary)
    return reference
  }

  /** Numbers so many objects without streams, one after the other, and returns the first number. */
  reserveNumbers(count: number): number {
    const first = this.#last + 1
    this.#last += count
    return first
  }

  /** The reference of an object that has a number of its own. */
  referenceTo(id: number): PdfReference {
    return new PdfReference(id)
  }

  /** Writes an object under a number that was reserved, given as Latin-1 text in the syntax of the file (§7.3). */
  addText(id: number, text: string): void {
    this.#batchIds.push(id)
    this.#batch.push(text)
    if (this.#batch.length >= OBJECTS_PER_STREAM) this.#flush()
  }

  /** Writes objects under numbers that were reserved as an object stream of their own. */
  addAligned(objects: AlignedObjects): void {
    this.addEncoded(this.encodeAligned(objects))
  }

  /**
   * An object stream as it is written. Many rows are encoded to be deflated once more, for what regular rows become is as
   * regular as they are.
   */
  encodeAligned(objects: AlignedObjects): EncodedObjects {
    const ids = objects.ids.slice()
    if (this.isPlain) {
      const { first, bytes } = objects.encode()
      return { ids, first, bytes: deflate(bytes, 9), filters: FLATE }
    }
    const { width } = objects
    const { first, bytes } = objects.filterRows()
    const parameters = { Predictor: PNG_UP, Columns: width }
    if (bytes.length < MANY_ROWS)
      return { ids, first, bytes: this.#deflateRows(bytes), filters: { ...FLATE, DecodeParms: parameters } }
    return {
      ids,
      first,
      bytes: deflate(encodeRows(bytes, width), ROWS_LEVEL),
      filters: { Filter: ['FlateDecode', 'FlateDecode'], DecodeParms: [null, parameters] },
    }
  }

  /** Short documents spend less time on it. */
  #deflateRows(bytes: Uint8Array): Uint8Array {
    return deflate(bytes, bytes.length < MANY_ROWS ? OBJECTS_LEVEL : ROWS_LEVEL)
  }

  /** Writes an object stream. */
  addEncoded({ ids, first, bytes, filters }: EncodedObjects): void {
    const stream = this.addStream({ Type: 'ObjStm', N: ids.length, First: first, ...filters }, bytes)
    for (let i = 0; i < ids.length; i++) this.#entries.set(ids[i] as number, 2, stream.id, i)
  }

  /** Writes a stream whose bytes are encoded already, as `Filter` in `dictionary` says. */
  addStream(dictionary: PdfDictionary, bytes: Uint8Array, reserved = this.reserve()): PdfReference {
    const { id } = reserved
    this.#entries.set(id, 1, this.#offset, 0)
    this.#writeStream(id, dictionary, bytes, this.#encryption)
    return reserved
  }

  /**
   * Deflates and writes a stream of operators.
   * @param reserved the number of the object, if it was reserved
   */
  addDeflated(dictionary: PdfDictionary, operators: Uint8Array, reserved = this.reserve()): PdfReference {
    const level = this.#operators < LONG_CONTENT ? SHORT_LEVEL : LONG_LEVEL
    this.#operators += operators.length
    return this.addStream({ ...dictionary, ...FLATE }, deflate(operators, level), reserved)
  }

  /** Bytes written and not taken yet. */
  get pending(): number {
    return this.#pending
  }

  /** The bytes written since the last call; they are not kept. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#pending = 0
    this.#taken += bytes.length
    return bytes
  }

  /** Ends the file with these pages and returns the bytes not taken yet. Nothing may be added afterwards. */
  finish(pages: readonly PdfReference[]): Uint8Array {
    this.define(this.pages, { Type: 'Pages', Kids: pages, Count: pages.length })
    const xmp = Buffer.from(this.#options.metadata, 'utf8')
    this.setCatalogEntry('Metadata', this.addStream({ Type: 'Metadata', Subtype: 'XML' }, xmp))
    if (Object.keys(this.#names).length > 0) this.setCatalogEntry('Names', this.#names)
    const root = this.add(this.#catalog)
    const info = this.add(this.#options.info)
    this.#flush()
    this.#writeCrossReferences(root, info)
    return this.take()
  }

  /** Adds an entry to the document catalog. */
  setCatalogEntry(name: string, value: PdfValue): void {
    this.#catalog[name] = value
  }

  /** Adds a name tree to the names of the document (§7.7.4). */
  setNames(category: string, tree: PdfDictionary): void {
    this.#names[category] = tree
  }

  get #offset(): number {
    return this.#taken + this.#pending
  }

  #write(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#pending += bytes.length
  }

  /** The strings of its dictionary are encrypted as its bytes are; those of other objects with their object stream. */
  #writeStream(id: number, dictionary: PdfDictionary, plain: Uint8Array, encryption: Encryption | undefined): void {
    const bytes = encryption ? encryption.encrypt(plain) : plain
    const encrypt = encryption && ((text: Uint8Array) => encryption.encrypt(text))
    const head = formatStreamDictionary(dictionary, bytes.length, encrypt)
    this.#write(Buffer.from(`${id} 0 obj\n${head}\nstream\n`, 'latin1'))
    this.#write(bytes)
    this.#write(END_OF_STREAM)
  }

  #flush(): void {
    if (this.#batch.length === 0) return
    const ids = this.#batchIds
    let head = ''
    let length = 0
    for (let i = 0; i < ids.length; i++) {
      head += `${ids[i]} ${length} `
      length += (this.#batch[i]?.length ?? 0) + 1
    }
    const text = Buffer.from(`${head}${this.#batch.join('\n')}\n`, 'latin1')
    this.#batchIds = []
    this.#batch = []
    this.addEncoded({ ids, first: head.length, bytes: deflate(text, OBJECTS_LEVEL), filters: FLATE })
  }

  /** The one dictionary whose strings, and the one stream whose bytes, are never encrypted (§7.6.2). */
  #writeCrossReferences(root: PdfReference, info: PdfReference): void {
    const { id } = this.reserve()
    const offset = this.#offset
    this.#entries.set(id, 1, offset, 0)
    const fileId = fileIdentifier(this.#options.info)
    const dictionary: PdfDictionary = {
      Type: 'XRef',
      Size: id + 1,
      W: [1, 4, 2],
      Root: root,
      Info: info,
      ID: [fileId, fileId],
      Encrypt: this.#encryption?.dictionary,
      ...FLATE,
      DecodeParms: { Predictor: PNG_UP, Columns: ENTRY_BYTES },
    }
    this.#writeStream(id, dictionary, this.#deflateRows(this.#entries.filteredRows(id)), undefined)
    this.#write(Buffer.from(`startxref\n${offset}\n%%EOF\n`, 'latin1'))
  }
}

const END_OF_STREAM = Buffer.from('\nendstream\nendobj\n', 'latin1')

/** Tells files apart (§14.4); the same for equal documents. */
function fileIdentifier(info: PdfDictionary): Uint8Array {
  return createHash('sha256').update(formatDictionary(info), 'latin1').digest().subarray(0, 16)
}
