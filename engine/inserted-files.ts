import { assetPath, type DocumentBase, networkHint } from './base/asset-path.js'
import { BoundedCache } from './base/bounded-cache.js'
import { dataUriBytes } from './base/data-uri.js'
import type { DiagnosticSink } from './base/diagnostics.js'
import { type Message, say } from './base/message.js'
import { type PageChoice, parsePageChoice } from './base/page-choice.js'
import { type ImageUse, nameForMessages } from './image-use.js'
import { importPages } from './pdf-input/import-pages.js'
import type { ImportedDocument } from './pdf-input/imported-document.js'
import { PdfInputError } from './pdf-input/pdf-input-error.js'
import type { BoundElement } from './template/bound-tree.js'
import type { TemplateElement } from './template/template-tree.js'

/** Bytes of pages of a template's files that are kept from one document to the next, read and ready to be written. */
const KEPT_BYTES = 64_000_000

/** The cost of an object, in steps of work. */
const STEPS_PER_OBJECT = 2

/** What errors of reading are called. */
const CODES = { damaged: 'invalid-image', unsupported: 'unsupported-image' } as const

/** The code of files beyond the limits, which end the rendering. */
export const TOO_LARGE = 'image-too-large'

/** Pages that were asked for, or why there are none. */
type Outcome = Pages | { readonly kind: 'problem'; readonly code: string; readonly message: Message }

interface Pages {
  readonly kind: 'pages'
  readonly document: ImportedDocument
}

/**
 * Reads pages of a file.
 * @param bytes memory that reading may take
 * @returns the pages, or the code and the reason of a diagnostic
 */
export function readPages(
  file: Uint8Array,
  choose: PageChoice,
  bytes: number,
): Pages | { readonly kind: 'refused'; readonly code: string; readonly reason: string } {
  try {
    return { kind: 'pages', document: importPages(file, choose, bytes) }
  } catch (error) {
    if (!(error instanceof PdfInputError)) throw error
    const code = error.kind === 'too-large' ? TOO_LARGE : CODES[error.kind]
    return { kind: 'refused', code, reason: error.message }
  }
}

/** A file that comes with the data. */
interface AttachedFile {
  readonly name: string
  readonly data: Uint8Array
}

/** The files of a template whose pages are inserted, each read once for all documents. */
export class InsertedFiles {
  readonly #kept = new BoundedCache<string, Outcome>(KEPT_BYTES, bytesOf)

  constructor(
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly base?: DocumentBase,
  ) {}

  /** The file of the template that an address names. */
  fileOf(source: string): { readonly name: string; readonly bytes: Uint8Array } | undefined {
    const name = assetPath(source, this.base?.folder ?? '')
    const bytes = this.assets.get(name)
    return bytes && { name, bytes }
  }

  /** Takes all pages of a file, which were read before the template was compiled. */
  add(name: string, document: ImportedDocument): void {
    this.#kept.set(keyOf('', name), { kind: 'pages', document })
  }

  /** What was made of a file before, or is made now. @param name see `keyOf` */
  keep(name: string, make: () => Outcome): Outcome {
    let outcome = this.#kept.get(name)
    if (!outcome) {
      outcome = make()
      // What is left of a limit differs from document to document.
      if (outcome.kind === 'pages' || outcome.code !== TOO_LARGE) this.#kept.set(name, outcome)
    }
    return outcome
  }
}

/** The pages that one document inserts: of files of its template, of its own attachments, and of its data. */
export class DocumentPages {
  /** By file and pages. Boxes may be built several times. */
  readonly #outcomes = new Map<string, Outcome>()

  constructor(
    private readonly files: InsertedFiles,
    private readonly attachments: readonly AttachedFile[],
    private readonly use: ImageUse,
  ) {}

  /** The pages that `<platen-pages>` asks for. @throws LimitError */
  of(
    { attributes, template: { span } }: Pick<BoundElement, 'attributes' | 'template'>,
    diagnostics: DiagnosticSink,
  ): ImportedDocument | undefined {
    const source = sourceOf(attributes)
    const pages = attributes.get('pages')?.trim() ?? ''
    const key = `${pages} ${source}`
    const isKnown = this.#outcomes.has(key)
    const outcome = this.#outcomes.get(key) ?? this.#load(source, pages)
    this.#outcomes.set(key, outcome)
    if (outcome.kind === 'problem') {
      if (outcome.code === TOO_LARGE) throw this.use.refusal(outcome.message, span, 'imageBytes')
      diagnostics.error(outcome.code, outcome.message, span)
      return undefined
    }
    const { document } = outcome
    if (!isKnown) this.use.countBytes(document.readBytes, say`the file ${named(source)}`, span)
    // All that a copy has of its own is written for each.
    this.use.work.spend(STEPS_PER_OBJECT * (document.own.size + document.bookmarks.length))
    for (const page of document.pages) this.use.showPage(page, span)
    if (document.dropped.length > 0) {
      const message = say`of the PDF this is left out: ${document.dropped.join(', ')}`
      diagnostics.warn('dropped-from-pdf', message, span)
    }
    return document
  }

  /** Reads the pages of an element that is the same in all documents, unless they come with the data. @throws LimitError */
  prepare(template: TemplateElement, attributes: ReadonlyMap<string, string>, diagnostics: DiagnosticSink): void {
    if (this.files.fileOf(sourceOf(attributes))) this.of({ attributes, template }, diagnostics)
  }

  #load(source: string, pages: string): Outcome {
    const choose = parsePageChoice(pages)
    if (!choose) {
      const message = say`pages="${nameForMessages(pages)}" is no list of pages such as "1-3,5", each named once`
      return { kind: 'problem', code: 'invalid-pages', message }
    }
    const read = (bytes: Uint8Array): Outcome => {
      const outcome = readPages(bytes, choose, this.use.limits.imageBytes)
      if (outcome.kind === 'pages') return outcome
      const message = say`the pages of ${named(source)} cannot be inserted: ${outcome.reason}`
      return { kind: 'problem', code: outcome.code, message }
    }
    // What comes with the data seldom comes again.
    const own = dataUriBytes(source)
    if (own) return read(own)
    const file = this.files.fileOf(source)
    if (file) return this.files.keep(keyOf(pages, file.name), () => read(file.bytes))
    const attached = this.attachments.find(({ name }) => name === source)
    if (attached) return read(attached.data)
    const message = say`there is no file ${named(source)} among the assets and attachments${networkHint(source)}`
    return { kind: 'problem', code: 'missing-asset', message }
  }
}

/** What pages of a file are kept by. */
function keyOf(pages: string, name: string): string {
  return `${pages} ${name}`
}

function sourceOf(attributes: ReadonlyMap<string, string>): string {
  return attributes.get('src')?.trim() ?? ''
}

function named(source: string): Message {
  return say`"${nameForMessages(source)}"`
}

/** Memory that pages take, with the name that they are kept by. */
function bytesOf(name: string, outcome: Outcome): number {
  if (outcome.kind === 'problem') return name.length
  const { objects, own } = outcome.document
  let bytes = name.length
  for (const all of [objects, own]) {
    for (const { parts, stream } of all.values()) {
      bytes += stream?.length ?? 0
      for (const part of parts) bytes += typeof part === 'string' ? 2 * part.length : 64
    }
  }
  return bytes
}
