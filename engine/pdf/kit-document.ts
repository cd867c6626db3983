import PDFKit from 'pdfkit'

/** What this folder uses of PDFKit, which ships no types: programs that import the engine compile against these. */

/** An indirect object, which `end` writes. */
export interface PDFReference {
  readonly id: number
  readonly document: KitDocument
  /** What it is: a dictionary, mostly. */
  data: unknown
  /** Bytes of its stream. */
  buffer: Uint8Array[]
  /** Where it begins in the file; undefined until it is written. */
  offset: number | undefined
  write(chunk: Uint8Array): void
  end(chunk?: Uint8Array): void
  finalize(): void
}

export interface PDFPage {
  readonly dictionary: PDFReference
  readonly resources: PDFReference
  readonly content: PDFReference
}

export interface PDFDocumentOptions {
  autoFirstPage: boolean
  bufferPages: boolean
  compress: boolean
  font: null
  pdfVersion: '1.7'
  lang?: string | undefined
  displayTitle?: boolean
  tagged?: boolean
  info?: Readonly<Record<string, string | Date>>
}

/** Encrypts what is written. */
export interface SecurityHandler {
  getEncryptFn(id: number, generation: number): (bytes: Uint8Array) => Uint8Array
  end(): void
}

/** A document, as far as this folder uses it. */
export declare class KitDocument {
  constructor(options: PDFDocumentOptions)
  readonly page: PDFPage
  readonly outline: { readonly dictionary: PDFReference; readonly outlineData: object }
  readonly _offsets: (number | null)[]
  readonly _offset: number
  readonly _root: PDFReference
  readonly _info: PDFReference
  readonly _id: Uint8Array
  _security: SecurityHandler | null
  addPage(options: { readonly size: readonly [width: number, height: number]; readonly margin: number }): this
  ref(data?: object): PDFReference
  getStructTreeRoot(): PDFReference
  push(chunk: Uint8Array | null): boolean
  transform(a: number, b: number, c: number, d: number, e: number, f: number): this
  flushPages(): void
  end(): void
  endMetadata(): void
  endAcroForm(): this
  _write(chunk: Uint8Array | string): void
  _refEnd(reference: PDFReference): void
  _finalize(): void
}

/** The document of PDFKit. */
export const PDFDocument = PDFKit as typeof KitDocument
