import type { BenchDocument } from './documents.js'

/** A program that makes PDFs, started and warm in the process that measures it. */
export interface Contender {
  /** Its name and version. */
  readonly title: string
  /** Turns a document into what the program takes; not measured. */
  prepare(document: BenchDocument): Promise<Prepared> | Prepared
  stop?(): Promise<void>
}

/** Makes the PDF; measured. */
export type Prepared = () => Promise<Uint8Array> | Uint8Array
