/** The parts of pdfkit 0.20 that `pdf-objects.ts` uses. It comes without types of its own. */
declare module 'pdfkit' {
  export interface PDFReference {
    readonly id: number
    offset: number
    compress: boolean
    readonly data: Record<string, unknown>
    /** Chunks of the stream; empty for an object without one. */
    buffer: readonly Uint8Array[]
    readonly document: PDFDocument
    write(chunk: Uint8Array): void
    /** Writes the object, with a last chunk of its stream if given. */
    end(chunk?: Uint8Array): void
    finalize(): void
    toString(): string
  }

  export interface PDFDocumentOptions {
    readonly autoFirstPage: boolean
    readonly compress: boolean
    readonly pdfVersion: '1.7'
    readonly font: null
    readonly lang: string | undefined
    readonly displayTitle: boolean
    readonly info: Readonly<Record<string, string | Date>>
  }

  export default class PDFDocument {
    constructor(options: PDFDocumentOptions)
    _root: PDFReference & { readonly data: { readonly Pages: PDFReference; readonly Names: PDFReference } }
    _info: PDFReference
    _id: Uint8Array
    _offset: number
    _offsets: (number | null)[]
    _ended: boolean
    ref(data?: unknown): PDFReference
    end(): void
    endMetadata(): void
    endMarkings(): void
    endAcroForm(): void
    _write(data: Uint8Array | string): void
    _refEnd(ref: PDFReference): void
    _finalize(): void
  }
}
