import { deflateSync } from 'node:zlib'
import PDFDocument, { type PDFReference } from 'pdfkit'
import { invariant } from '../base/invariant.js'
import { type AlignedObjects, filterUp } from './aligned-objects.js'
import type { Encryption } from './encryption.js'

/**
 * The objects of a PDF file (ISO 32000-1 §7). All contact with pdfkit is in this file: it numbers, formats and
 * writes the objects. Objects without a stream are gathered into object streams, and the cross-reference table
 * is a stream too, which makes a file of many small objects several times smaller.
 */
export class PdfObjects {
  readonly #document: CompactDocument

  constructor(options: {
    readonly info: Readonly<Record<string, string | Date>>
    readonly language: string | undefined
    /** The XMP packet, written uncompressed so that tools that do not read PDF find it. */
    readonly metadata: string
    readonly encryption?: Encryption | undefined
    /** Writes object streams without predictors: they are longer, and read by more programs. */
    readonly plainObjectStreams?: boolean | undefined
  }) {
    this.#document = new CompactDocument({
      autoFirstPage: false,
      compress: false,
      pdfVersion: '1.7',
      font: null,
      lang: options.language,
      displayTitle: true,
      info: options.info,
    })
    this.#document.xmp = Buffer.from(options.metadata, 'utf8')
    this.#document.encryption = options.encryption
    this.#document.plainObjectStreams = options.plainObjectStreams ?? false
    // Revision 6 of encryption came to PDF 1.7 by an extension.
    if (options.encryption) this.setCatalogEntry('Extensions', { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } })
  }

  /** The root of the page tree, the `Parent` of every page. */
  get pages(): PdfReference {
    return this.#document._root.data.Pages
  }

  /** Numbers an object whose value is given by `define` later. */
  reserve(): PdfReference {
    return this.#document.ref({})
  }

  define(reference: PdfReference, dictionary: PdfDictionary): void {
    const target = this.#own(reference)
    Object.assign(target.data, dictionary)
    target.end()
  }

  /** Writes an object without a stream. */
  add(value: PdfDictionary): PdfReference {
    const reference = this.#document.ref({ ...value })
    reference.end()
    return reference
  }

  /** Numbers so many objects without streams, one after the other, and returns the first number. */
  reserveNumbers(count: number): number {
    return this.#document.reserveNumbers(count)
  }

  /** The reference of an object that has a number of its own. */
  referenceTo(id: number): PdfReference {
    // pdfkit writes plain objects as dictionaries; one with a tag of its own it writes as its text.
    return { id, toString: () => `${id} 0 R`, [Symbol.toStringTag]: 'Reference' } as PdfReference
  }

  /** Writes an object under a number that was reserved, given as Latin-1 text in the syntax of the file (§7.3). */
  addText(id: number, text: string): void {
    this.#document.addText(id, text)
  }

  /**
   * Writes objects under numbers that were reserved as an object stream of their own. A long one is deflated twice, for
   * what the rows of regular objects become is as regular as they are.
   */
  addAligned(objects: AlignedObjects): void {
    this.#document.addAligned(objects)
  }

  /** Writes a stream whose bytes are encoded already, as `Filter` in `dictionary` says. */
  addStream(dictionary: PdfDictionary, bytes: Uint8Array): PdfReference {
    const reference = this.#document.ref({ ...dictionary })
    reference.end(bytes)
    return reference
  }

  /**
   * Deflates and writes a stream of operators.
   * @param reserved the number of the object, if it was reserved
   */
  addDeflated(dictionary: PdfDictionary, operators: Uint8Array, reserved = this.reserve()): PdfReference {
    const target = this.#own(reserved)
    Object.assign(target.data, dictionary, { Filter: 'FlateDecode' })
    target.end(deflateSync(operators, { level: CONTENT_LEVEL }))
    return target
  }

  /** Bytes written and not taken yet. */
  get pending(): number {
    return this.#document.pending
  }

  /** The bytes written since the last call; they are not kept. */
  take(): Uint8Array {
    return this.#document.take()
  }

  /** Ends the file with these pages and returns the bytes not taken yet. Nothing may be added afterwards. */
  finish(pages: readonly PdfReference[]): Uint8Array {
    const tree = this.#document._root.data.Pages.data
    tree.Kids = pages
    tree.Count = pages.length
    this.#document.end()
    return this.#document.take()
  }

  /** Adds an entry to the document catalog. */
  setCatalogEntry(name: string, value: PdfValue): void {
    Object.assign(this.#document._root.data, { [name]: value })
  }

  /** Adds a name tree to the names of the document (§7.7.4). */
  setNames(category: string, tree: PdfDictionary): void {
    Object.assign(this.#document._root.data.Names.data, { [category]: tree })
  }

  #own(reference: PdfReference): PDFReference {
    invariant(isReferenceOf(reference, this.#document), 'a reference of this document')
    return reference
  }
}

/** An indirect reference; prints as `7 0 R`. */
export interface PdfReference {
  readonly id: number
  toString(): string
}

/** A plain `string` is a name, text goes through `pdfText`, bytes print as a hexadecimal string. */
export type PdfValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | Uint8Array
  | PdfReference
  | PdfText
  | readonly PdfValue[]
  | PdfDictionary

/** Entries with the value `undefined` are left out. */
export interface PdfDictionary {
  readonly [key: string]: PdfValue
}

/** A text string (ISO 32000-1 §7.9.2.2), written as ASCII when it is and as UTF-16 else. */
type PdfText = Readonly<Record<'text', string>>

export function pdfText(text: string): PdfText {
  // pdfkit tells strings from names by their being String objects.
  return Object.assign(Object(text), { text })
}

function isReferenceOf(reference: PdfReference, document: PDFDocument): reference is PDFReference {
  return 'document' in reference && reference.document === document
}

/** The predictor of PNG's filter that takes the row above away (ISO 32000-1 table 10). */
const PNG_UP = 12

const FLATE: PdfDictionary = { Filter: 'FlateDecode' }

/** As many bytes are worth being deflated once more. */
const LEAST_TWICE = 1000

/** Finds more of what the cells of a table have in common, in little more time, than zlib does by itself. */
const CONTENT_LEVEL = 7

/** A row of the cross-reference stream. */
const ENTRY_BYTES = 7

/** Objects per object stream: readers inflate a whole stream to reach one object. */
const OBJECTS_PER_STREAM = 100

/**
 * pdfkit's document, writing object streams (ISO 32000-1 §7.5.7) and a cross-reference stream (§7.5.8) and
 * keeping its bytes itself. Overrides what pdfkit calls while it writes; `pdf-objects.test.ts` fails when an
 * upgrade changes that.
 */
class CompactDocument extends PDFDocument {
  xmp = new Uint8Array(0)
  encryption: Encryption | undefined
  plainObjectStreams = false
  // pdfkit's constructor already writes, before the fields of this class exist: they may be undefined then.
  declare private chunks: Uint8Array[] | undefined
  declare private unread: number | undefined
  /** Chunks that pdfkit writes for the object being captured, kept out of the file. */
  declare private captured: string[] | undefined
  declare private batch: { readonly id: number; readonly body: string }[] | undefined
  declare private entries: CrossReferences | undefined

  get pending(): number {
    return this.unread ?? 0
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.chunks ?? [])
    this.chunks = []
    this.unread = 0
    return bytes
  }

  override ref(data: unknown = {}): PDFReference {
    const reference = super.ref(data)
    reference.finalize = finalizeCompact
    return reference
  }

  override _write(data: Uint8Array | string): void {
    if (this.captured && typeof data === 'string') {
      this.captured.push(data)
      return
    }
    const bytes = typeof data === 'string' ? Buffer.from(`${data}\n`, 'latin1') : data
    this.chunks ??= []
    this.chunks.push(bytes)
    this.unread = this.pending + bytes.length
    this._offset += bytes.length
  }

  override _refEnd(reference: PDFReference): void {
    this.entries ??= new CrossReferences()
    const captured = this.captured
    if (captured) {
      this.captured = undefined
      // The lines are "7 0 obj", the value, "endobj".
      invariant(captured.length === 3 && captured[2] === 'endobj', 'an object in three writes')
      this.batch ??= []
      this.batch.push({ id: reference.id, body: captured[1] ?? '' })
      if (this.batch.length >= OBJECTS_PER_STREAM) this.flush()
    } else {
      this.entries.set(reference.id, 1, reference.offset, 0)
    }
    super._refEnd(reference)
  }

  override endMetadata(): void {
    const metadata = this.ref({ Type: 'Metadata', Subtype: 'XML' })
    metadata.end(this.xmp)
    this._root.data.Metadata = metadata
  }

  /** pdfkit would end a structure of its own. */
  override endMarkings(): void {}

  /** Nor has it fields of its own. */
  override endAcroForm(): void {}

  override _finalize(): void {
    this._ended = false
    this.flush()
    const id = this._offsets.length + 1
    const offset = this._offset
    this.entries ??= new CrossReferences()
    this.entries.set(id, 1, offset, 0)
    const table = deflateSync(filterUp(this.entries.rows(id), ENTRY_BYTES))
    const fileId = Buffer.from(this._id).toString('hex')
    // The one dictionary whose strings, and the one stream whose bytes, are never encrypted (§7.6.2).
    const encryptEntry = this.encryption ? `/Encrypt ${directDictionary(this.encryption.dictionary)}` : ''
    this._write(
      `${id} 0 obj\n<</Type/XRef/Size ${id + 1}/W[1 4 2]/Root ${this._root}/Info ${this._info}` +
        `/ID[<${fileId}><${fileId}>]${encryptEntry}/Filter/FlateDecode` +
        `/DecodeParms<</Predictor ${PNG_UP}/Columns ${ENTRY_BYTES}>>/Length ${table.length}>>\nstream`,
    )
    this._write(table)
    this._write(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF`)
  }

  beginCapture(): void {
    this.captured = []
  }

  reserveNumbers(count: number): number {
    const first = this._offsets.length + 1
    // pdfkit counts them, and asks for none that it did not make.
    this._offsets.length += count
    return first
  }

  addText(id: number, body: string): void {
    this.batch ??= []
    this.batch.push({ id, body })
    if (this.batch.length >= OBJECTS_PER_STREAM) this.flush()
  }

  /** Encrypts a stream and the strings of its dictionary. Those of other objects are encrypted with their object stream. */
  encryptStream(reference: PDFReference): void {
    const { encryption } = this
    if (!encryption) return
    reference.buffer = [encryption.encrypt(Buffer.concat(reference.buffer))]
    for (const [name, value] of Object.entries(reference.data)) {
      reference.data[name] = withEncryptedStrings(value as PdfValue, encryption)
    }
  }

  addAligned(objects: AlignedObjects): void {
    if (this.plainObjectStreams) {
      const { first, bytes } = objects.encode()
      this.addObjectStream(objects.ids, first, deflateSync(bytes, { level: 9 }), FLATE)
      return
    }
    const { first, bytes } = objects.encodeFiltered()
    const rows = deflateSync(bytes, { level: 8 })
    const parameters = { Predictor: PNG_UP, Columns: objects.width }
    if (rows.length < LEAST_TWICE) {
      this.addObjectStream(objects.ids, first, rows, { ...FLATE, DecodeParms: parameters })
      return
    }
    this.addObjectStream(objects.ids, first, deflateSync(rows, { level: 9 }), {
      Filter: ['FlateDecode', 'FlateDecode'],
      DecodeParms: [null, parameters],
    })
  }

  private flush(): void {
    const batch = this.batch ?? []
    this.batch = []
    if (batch.length === 0) return
    let head = ''
    let body = ''
    for (const object of batch) {
      head += `${object.id} ${body.length} `
      body += `${object.body}\n`
    }
    const ids = batch.map(({ id }) => id)
    this.addObjectStream(ids, head.length, deflateSync(Buffer.from(head + body, 'latin1')), FLATE)
  }

  private addObjectStream(ids: readonly number[], first: number, bytes: Uint8Array, filters: PdfDictionary): void {
    const stream = this.ref({})
    this.entries ??= new CrossReferences()
    for (const [index, id] of ids.entries()) this.entries.set(id, 2, stream.id, index)
    Object.assign(stream.data, { Type: 'ObjStm', N: ids.length, First: first, ...filters })
    stream.end(bytes)
  }
}

function withEncryptedStrings(value: PdfValue, encryption: Encryption): PdfValue {
  if (value instanceof Uint8Array) return encryption.encrypt(value)
  if (value instanceof Date) return encryption.encrypt(Buffer.from(dateString(value), 'latin1'))
  if (value instanceof String) return encryption.encrypt(textBytes(String(value)))
  if (Array.isArray(value)) return value.map((item) => withEncryptedStrings(item, encryption))
  if (!isDictionary(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withEncryptedStrings(item, encryption)]))
}

/** References are objects of classes, or have a tag of their own. */
function isDictionary(value: PdfValue): value is PdfDictionary {
  return value != null && Object.getPrototypeOf(value) === Object.prototype && !(Symbol.toStringTag in Object(value))
}

/** ISO 32000-1 §7.9.4. */
function dateString(date: Date): string {
  return `D:${date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-T:]/g, '')}`
}

/** A text string's bytes (§7.9.2.2). */
function textBytes(text: string): Uint8Array {
  if (!/\P{ASCII}/u.test(text)) return Buffer.from(text, 'latin1')
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
}

/** A dictionary of names, numbers, bytes and such dictionaries, as it stands in another. */
function directDictionary(dictionary: PdfDictionary): string {
  const entries = Object.entries(dictionary).map(([name, value]) => {
    if (typeof value === 'string') return `/${name}/${value}`
    if (value instanceof Uint8Array) return `/${name}<${Buffer.from(value).toString('hex')}>`
    if (typeof value === 'object') return `/${name}${directDictionary(value as PdfDictionary)}`
    return `/${name} ${value}`
  })
  return `<<${entries.join('')}>>`
}

/**
 * The rows of a cross-reference stream (§7.5.8.3): type, offset or number of the object stream, generation or index in it.
 * They differ little, as objects of one stream follow each other.
 */
class CrossReferences {
  #table = Buffer.alloc(ENTRY_BYTES * 128)

  constructor() {
    // The object that all free ones follow.
    this.#table.writeUInt16BE(0xffff, ENTRY_BYTES - 2)
  }

  /** @param type 1 for an object at an offset, 2 for one within an object stream */
  set(id: number, type: 1 | 2, field2: number, field3: number): void {
    const start = id * ENTRY_BYTES
    if (start >= this.#table.length) {
      const longer = Buffer.alloc(2 * start)
      longer.set(this.#table)
      this.#table = longer
    }
    this.#table[start] = type
    this.#table.writeUInt32BE(field2, start + 1)
    this.#table.writeUInt16BE(field3, start + 5)
  }

  /** Those of all objects. @param last the highest number */
  rows(last: number): Uint8Array {
    let id = 1
    while (id <= last && this.#table[id * ENTRY_BYTES] !== 0) id++
    invariant(id > last, `object ${id} to have been written`)
    return this.#table.subarray(0, (last + 1) * ENTRY_BYTES)
  }
}

/** Takes the place of `PDFReference.finalize`: an object without a stream goes into the current batch. */
function finalizeCompact(this: PDFReference): void {
  invariant(this.document instanceof CompactDocument, 'a reference of a compact document')
  if (this.buffer.length === 0) this.document.beginCapture()
  else this.document.encryptStream(this)
  Object.getPrototypeOf(this).finalize.call(this)
}
