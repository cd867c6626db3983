import type { TemplateSource } from '../../engine/index.js'

/** A template with its data that would like to end, block or fill the process that renders it. */
export interface HostileDocument {
  readonly html: string
  readonly assets?: TemplateSource['assets']
  /** Nothing when absent. Built by code: nothing large lies in the repository. */
  readonly data?: Readonly<Record<string, unknown>>
}

export interface HostileCase {
  /** Says what is hostile. */
  readonly name: string
  /** Makes the document: called where it is rendered, for it may be large. */
  readonly make: () => HostileDocument
  /** Whether a document comes out, or the code of the `LimitError` or `TemplateError` that refuses it. */
  readonly expected: 'document' | { readonly refused: string }
  /** Codes of diagnostics that must be among those of a document. */
  readonly reported?: readonly string[]
}

/** The documents of one kind of attack. */
export type HostileCases = readonly HostileCase[]
