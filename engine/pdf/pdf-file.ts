import { invariant } from '../base/invariant.js'
import { CrossReferences, ENTRY_BYTES } from './cross-references.js'
import { deflate } from './deflate.js'
import type { Encryption } from './encryption.js'
import { PDFDocument, type PDFPage } from './kit-document.js'
import { ObjectBatch, type ObjectStream, objectStreamDictionary } from './object-streams.js'
import { type Encrypt, formatValue, type PdfDictionary, type PdfReference, type PdfValue } from './pdf-values.js'
import { STREAM_END, streamHead } from './stream-syntax.js'
import type { WrittenCopy } from './written-copies.js'

/** A page of the file: its dictionary, resources and content are written when the file ends. */
export type PdfPage = PDFPage

export interface PdfFileOptions {
  /** The document information dictionary (ISO 32000-1 §14.3.3). */
  readonly info: Readonly<Record<string, string | Date>>
  readonly language: string | undefined
  /** The XMP packet, written uncompressed so that tools that do not read PDF find it. */
  readonly metadata: string
  /** The file has a structure tree (§14.7). */
  readonly tagged?: boolean | undefined
  readonly encryption?: Encryption | undefined
}

const FLATE: PdfDictionary = { Filter: 'FlateDecode' }

/** Levels of zlib for operators. Level 7 finds more of what the cells of a long table have in common. */
const [SHORT_LEVEL, LONG_LEVEL] = [5, 7]

/** A document with more bytes of operators is a long one from there on. */
const LONG_CONTENT = 1 << 14

/** Most files have few rows of cross-references, which differ little. */
const CROSS_REFERENCES_LEVEL = 3

/** The predictor of PNG's filter `Up` (ISO 32000-1 table 10). */
const PNG_UP = 12

/**
 * A PDF 1.7 file, written by PDFKit: its document, page tree, pages and references. What PDFKit has not is added on its
 * references: objects without a stream are packed into object streams (§7.5.7), the cross-reference table is a stream too
 * (§7.5.8), AES-256 is of revision 6, and the XMP packet is our own. `engine/docs/pdfkit.md` says why.
 *
 * All contact with what PDFKit does not document is here and in `pdf-values.ts`: `_offsets`, `_offset`, `_root`, `_info`,
 * `_id`, `_security`, `_write`, `_refEnd`, `_finalize`, the constructor of `_root`, `finalize`, `buffer`, `data` and
 * `offset` of references, `endMetadata`, `endAcroForm`, `outline.dictionary`, `outline.outlineData`.
 * `test/engine/pdf/pdfkit.test.ts` fails when an upgrade changes them.
 */
export class PdfFile extends PDFDocument {
  readonly #metadata: string
  readonly #encryption: Encryption | undefined
  readonly #crossReferences = new CrossReferences()
  readonly #batch = new ObjectBatch()
  readonly #names: Record<string, PdfValue> = {}
  /** What is written and not taken yet; without an initial value, since PDFDocument writes while it is constructed. */
  declare private pieces: Uint8Array[] | undefined
  /** Bytes of operators of the document so far, before they were deflated. */
  #operators = 0
  #taken = 0
  #isFinished = false

  constructor({ info, language, metadata, tagged = false, encryption }: PdfFileOptions) {
    super({
      autoFirstPage: false,
      bufferPages: true,
      compress: false,
      font: null,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      tagged,
      info,
    })
    this.#metadata = metadata
    this._security = encryption ?? null
    this.#encryption = encryption
    const { Names } = this.#catalog as { readonly Names: PdfReference }
    Names.data = this.#names
    // Revision 6 of encryption came to PDF 1.7 by an extension.
    if (encryption) this.setCatalogEntry('Extensions', { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } })
  }

  /** A new object, or a reference to one that is defined later. Each must have ended when the file ends. */
  override ref(data?: object): PdfReference {
    const reference = super.ref(data)
    reference.finalize = finalize
    return reference
  }

  /** Writes an object without a stream under a reference, which may be kept to the end and does not keep the object. */
  define(reference: PdfReference, value: PdfValue): void {
    reference.data = value
    reference.end()
    reference.data = undefined
  }

  /** Writes an object without a stream. */
  add(dictionary: PdfDictionary): PdfReference {
    const reference = this.ref()
    this.define(reference, dictionary)
    return reference
  }

  /** Reserves consecutive numbers for objects without streams, and returns the first. */
  reserveNumbers(count: number): number {
    const first = this._offsets.length + 1
    for (let i = 0; i < count; i++) this._offsets.push(null)
    return first
  }

  /** Writes an object under a number that was reserved, given as Latin-1 text in the syntax of the file (§7.3). */
  addText(id: number, text: string): void {
    this.#batch.add(id, text)
    if (this.#batch.isFull) this.#endBatch()
  }

  /**
   * Writes a stream under a number that was reserved.
   * @param entries those of its dictionary as Latin-1 text in the syntax of the file; strings in them are to be encrypted
   */
  addStreamText(id: number, entries: (encrypt: Encrypt | undefined) => string, plain: Uint8Array): void {
    const encrypt = this._security?.getEncryptFn(id, 0)
    const bytes = encrypt ? encrypt(plain) : plain
    this.#writeStreamBytes(id, `<<\n${entries(encrypt)}/Length ${bytes.length}\n>>`, bytes)
  }

  /** Whether the same objects have the same bytes in other files. */
  get isPlain(): boolean {
    return this.#encryption === undefined
  }

  /** Writes objects of another file under the numbers that were reserved for them. */
  addCopy({ pieces, length, ids, offsets, streams }: WrittenCopy): void {
    const start = this._offset
    for (let i = 0; i < ids.length; i++)
      this.#crossReferences.set(ids[i] as number, 1, start + (offsets[i] as number), 0)
    for (const piece of pieces) this._write(piece)
    invariant(this._offset === start + length, 'all bytes of a copy')
    for (const stream of streams) this.addObjectStream(stream)
  }

  /** Writes an object stream, whose objects have numbers that were reserved. */
  addObjectStream(stream: ObjectStream): void {
    const { id } = this.addStream(objectStreamDictionary(stream), stream.bytes)
    for (let i = 0; i < stream.ids.length; i++) this.#crossReferences.set(stream.ids[i] as number, 2, id, i)
  }

  /**
   * Writes a stream whose bytes are encoded as `Filter` in `dictionary` says.
   * @param reference that of the object, if there is one already
   */
  addStream(dictionary: PdfDictionary, bytes: Uint8Array, reference = this.ref()): PdfReference {
    reference.data = { ...dictionary }
    reference.end(bytes)
    reference.data = undefined
    return reference
  }

  /** Deflates and writes a stream of operators. */
  addDeflated(dictionary: PdfDictionary, operators: Uint8Array, reference = this.ref()): PdfReference {
    const level = this.#operators < LONG_CONTENT ? SHORT_LEVEL : LONG_LEVEL
    this.#operators += operators.length
    return this.addStream({ ...dictionary, ...FLATE }, deflate(operators, level), reference)
  }

  /** Begins a page of a size in points. Its content comes as it is: `transform` leaves out the matrix of PDFKit's. */
  beginPage(width: number, height: number): PdfPage {
    this.addPage({ size: [width, height], margin: 0 })
    return this.page
  }

  /** Writes all pages begun so far, whose dictionaries are complete, and forgets them: those of the next document follow. */
  endPages(dictionaries: Iterable<PdfReference>): void {
    this.flushPages()
    this.#operators = 0
    // The page tree keeps the references to the end.
    for (const reference of dictionaries) reference.data = undefined
  }

  /** PDFKit turns the coordinates of each new page by this; operators of the engine bring their own matrix. */
  override transform(): this {
    return this
  }

  /** Adds an entry to the document catalog (§7.7.2). */
  setCatalogEntry(name: string, value: PdfValue): void {
    this.#catalog[name] = value
  }

  /** Adds a name tree to the names of the document (§7.7.4). */
  setNames(category: string, tree: PdfDictionary): void {
    this.#names[category] = tree
  }

  get #catalog(): Record<string, PdfValue> {
    return this._root.data as Record<string, PdfValue>
  }

  /** Bytes written and not taken yet. */
  get pending(): number {
    return this._offset - this.#taken
  }

  /** The bytes written since the last call; they are not kept. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.pieces ?? [])
    this.pieces = []
    this.#taken += bytes.length
    return bytes
  }

  /** Ends the file and returns the bytes not taken yet. Nothing may be added afterwards. */
  finish(): Uint8Array {
    this.end()
    invariant(this.#isFinished, 'every object that was referred to to have been written')
    return this.take()
  }

  /** Keeps a piece until it is taken. The queue of a Readable would cost a tick of the event loop, and hold the file so long. */
  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= []
    if (piece) this.pieces.push(piece)
    return true
  }

  /** Writes an object: with a stream as it is, without one into an object stream. Pages end their content a second time. */
  writeReference(reference: PdfReference): void {
    if (reference.offset !== undefined) return
    reference.offset = this._offset
    if (reference.buffer.length > 0) this.#writeStream(reference)
    else this.addText(reference.id, formatValue(reference.data as PdfValue))
    this._refEnd(reference)
  }

  #writeStream(reference: PdfReference): void {
    const { id, buffer } = reference
    const encrypt = this._security?.getEncryptFn(id, 0)
    const plain = buffer.length === 1 ? (buffer[0] as Uint8Array) : Buffer.concat(buffer)
    const bytes = encrypt ? encrypt(plain) : plain
    const head = formatValue({ ...(reference.data as PdfDictionary), Length: bytes.length }, encrypt)
    this.#writeStreamBytes(id, head, bytes)
    reference.buffer = []
  }

  #writeStreamBytes(id: number, head: string, bytes: Uint8Array): void {
    this.#crossReferences.set(id, 1, this._offset, 0)
    this._write(streamHead(id, head))
    this._write(bytes)
    this._write(STREAM_END)
  }

  #endBatch(): void {
    const stream = this.#batch.take()
    if (stream) this.addObjectStream(stream)
  }

  /** PDFKit's packet does not escape what it says of the document. */
  override endMetadata(): void {
    this.setCatalogEntry('Metadata', this.addStream(XMP, Buffer.from(this.#metadata, 'utf8')))
  }

  /** PDFKit would look for fonts of its own in the form. */
  override endAcroForm(): this {
    return this
  }

  /** Writes the cross-reference stream, with the entries of the trailer (§7.5.8.2), which is never encrypted. */
  override _finalize(): void {
    this.#endBatch()
    this._security = null
    const reference = this.ref()
    const { id } = reference
    const start = this._offset
    this.#crossReferences.set(id, 1, start, 0)
    const rows = deflate(this.#crossReferences.filteredRows(id), CROSS_REFERENCES_LEVEL)
    this.addStream(
      {
        Type: 'XRef',
        Size: id + 1,
        W: [1, 4, 2],
        Root: this._root,
        Info: this._info,
        ID: [this._id, this._id],
        Encrypt: this.#encryption?.dictionary,
        ...FLATE,
        DecodeParms: { Predictor: PNG_UP, Columns: ENTRY_BYTES },
      },
      rows,
      reference,
    )
    this._write(`startxref\n${start}\n%%EOF`)
    this.#isFinished = true
  }
}

const XMP: PdfDictionary = { Type: 'Metadata', Subtype: 'XML' }

/** The method of each reference of a file by which PDFKit writes it. */
function finalize(this: PdfReference): void {
  const file = this.document
  invariant(file instanceof PdfFile, 'a reference of this file')
  file.writeReference(this)
}
