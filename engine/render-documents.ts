import type { RenderOptions } from './api-types.js'
import type { Diagnostic } from './base/diagnostics.js'
import {
  LimitError,
  MergeError,
  ProblemError,
  StandardError,
  TemplateError,
  withLimitsOfEngine,
} from './base/errors.js'
import { joinChunks } from './base/join-chunks.js'
import { SourceText } from './base/source.js'
import { checkMergeArguments } from './check-arguments.js'
import { createFontLibrary } from './fonts/create-font-library.js'
import type { FontLibrary } from './fonts/font-types.js'
import { FontError } from './fonts/opentype/font-error.js'
import type {
  DocumentToMerge,
  MergedSummary,
  MergeOptions,
  MergeResult,
  MergeSummary,
  PdfToMerge,
} from './merge-types.js'
import { MergedFile } from './merged-file.js'
import { chunkBytes } from './page-painter.js'
import type { MergedInto } from './render-probe.js'
import { RenderSession } from './render-session.js'
import { templateOfPdf } from './template-of-pdf.js'

/**
 * Renders several documents as one file: one outline with an entry for each, one structure with a part for each, fonts
 * and images shared by all. A document is a template with its data, or a PDF. Page numbers, ids and everything else are each document's own; `counter(all-page)` and
 * `counter(all-pages)` count through the file. `engine/docs/several-documents.md` has the rules.
 *
 * @throws MergeError for a document that ends the file, with its place in the list and the error of `renderDocument` as its
 *   cause; TypeError for arguments that are something else
 */
export function renderDocuments(
  documents: readonly (DocumentToMerge | PdfToMerge)[],
  options: MergeOptions = {},
): MergeResult {
  const stream = renderDocumentsStream(documents, options)
  const chunks: Uint8Array[] = []
  for (;;) {
    const next = stream.next()
    if (next.done) return { pdf: joinChunks(chunks), ...next.value }
    chunks.push(next.value)
  }
}

/**
 * Renders like `renderDocuments`, but yields the file piece by piece, as `renderDocumentStream` does: of a document that is
 * done nothing is kept but its structure, its entries in the outline and its diagnostics.
 *
 * @throws as `renderDocuments` does, from the call of `next` that finds out
 */
export function* renderDocumentsStream(
  documents: readonly (DocumentToMerge | PdfToMerge)[],
  options: MergeOptions = {},
): Generator<Uint8Array, MergeSummary, void> {
  checkMergeArguments(documents, options)
  return yield* new MergeSession(documents, options).run()
}

/** Text that shows the number of all pages takes more or less room than when they were counted. */
const UNSETTLED: Diagnostic = {
  severity: 'warning',
  code: 'unsettled-page-numbers',
  message:
    'the document has not as many pages as were counted for the number of all pages, because writing that moves its text: numbers in documents before it are wrong',
  span: undefined,
}

/** One file in the making. */
class MergeSession {
  readonly #file: MergedFile
  readonly #options: Omit<MergeOptions, 'metadata'>
  readonly #summaries: MergedSummary[] = []
  /** Pages of documents by their places in the list, of those that were laid out for that. */
  #counted: readonly (number | undefined)[] | undefined
  /** The library of PDFs among the documents, whose texts have their own fonts: the word of a test needs one. */
  #fonts: FontLibrary | undefined

  constructor(
    private readonly documents: readonly (DocumentToMerge | PdfToMerge)[],
    { metadata = {}, date = new Date(), ...options }: MergeOptions,
  ) {
    this.#file = new MergedFile(metadata)
    this.#options = { ...options, date }
  }

  *run(): Generator<Uint8Array, MergeSummary, void> {
    for (let index = 0; index < this.documents.length && this.#left > 0; index++) yield* this.#render(index)
    const { target, pages } = this.#file
    if (target) {
      target.setPageLabels(this.#file.pageLabels())
      yield* target.finishInPieces(chunkBytes({}))
    }
    return { pages, documents: this.#summaries }
  }

  /** How many more pages are wanted. */
  get #left(): number {
    return (this.#options.firstPages ?? Number.POSITIVE_INFINITY) - this.#file.pages
  }

  *#render(index: number): Generator<Uint8Array, void, void> {
    const before = this.#file.pages
    const around = { before, behind: () => this.#pagesBehind(index) }
    try {
      const session = this.#sessionOf(index, { file: this.#file, title: this.documents[index]?.title, around })
      const summary = yield* session.run()
      const unsettled = (this.#counted?.[index] ?? summary.pages) === summary.pages ? [] : [UNSETTLED]
      const found = this.#isPdf(index) ? summary.diagnostics.map(aboutFile) : summary.diagnostics
      this.#summaries.push({ firstPage: before + 1, ...summary, diagnostics: [...found, ...unsettled] })
    } catch (error) {
      throw withIndex(error, index)
    }
  }

  #isPdf(index: number): boolean {
    return 'pdf' in (this.documents[index] ?? {})
  }

  #sessionOf(index: number, merged: MergedInto): RenderSession {
    const firstPages = this.#options.firstPages === undefined ? undefined : this.#left
    const shared = { ...this.#options, firstPages }
    const document = this.documents[index] as DocumentToMerge | PdfToMerge
    if ('pdf' in document) return this.#sessionOfPdf(document, index, shared, merged)
    const { template, data, timeZone, attachments } = document
    return new RenderSession(template, data, { ...shared, timeZone, attachments }, {}, {}, merged)
  }

  /** A PDF has the standards and the output intent of the templates. */
  #sessionOfPdf(pdf: PdfToMerge, index: number, shared: RenderOptions, merged: MergedInto): RenderSession {
    const first = this.documents.find((document) => 'template' in document)?.template
    this.#fonts ??= first?.fonts ?? createFontLibrary()
    const place = pdf.name ?? `documents[${index}]`
    // Only the first document gives the file its title.
    const otherwise = { title: index === 0 ? '' : String(index + 1), language: this.#file.language }
    const { template, data } = templateOfPdf(pdf, { fonts: this.#fonts, limits: shared.limits, place, otherwise })
    const { standard = first?.standard, outputIntent = first?.outputIntent } = shared
    const options = { ...shared, standard, outputIntent, attachments: pdf.attachments }
    return new RenderSession(template, data, options, {}, {}, merged)
  }

  /**
   * The pages of all documents behind one: laid out for that when a page asks first, and once more when it is their turn,
   * so that no more than one is kept.
   */
  #pagesBehind(index: number): number {
    // Where only the first pages are wanted, nothing knows how many there would be.
    if (this.#options.firstPages !== undefined) return 0
    this.#counted ??= this.documents.map((_, behind) => (behind > index ? this.#countPages(behind) : undefined))
    let sum = 0
    for (let behind = index + 1; behind < this.documents.length; behind++) sum += this.#counted[behind] ?? 0
    return sum
  }

  #countPages(index: number): number {
    const around = { before: this.#file.pages, behind: () => 0 }
    try {
      return this.#sessionOf(index, { file: this.#file, title: undefined, around }).countPages()
    } catch (error) {
      throw withIndex(error, index)
    }
  }
}

/** A diagnostic of a PDF, which has one place only. */
function aboutFile(diagnostic: Diagnostic): Diagnostic {
  const { span } = diagnostic
  return { ...diagnostic, span: span && new SourceText(span.file, '').span(0) }
}

/** The error with the place of the document in the list, where it is one of the document. */
function withIndex(thrown: unknown, index: number): unknown {
  const error = withLimitsOfEngine(thrown)
  const isOfDocument =
    error instanceof TemplateError ||
    error instanceof LimitError ||
    error instanceof FontError ||
    error instanceof StandardError ||
    error instanceof ProblemError
  return isOfDocument ? new MergeError(index, error) : error
}
