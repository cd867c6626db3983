import { createHash } from 'node:crypto'
import type { DiagnosticSink } from './base/diagnostics.js'
import { MergeError } from './base/errors.js'
import type { Standard } from './base/standards.js'
import type { WorkBudget } from './base/work-budget.js'
import type { CompiledTemplate } from './compile.js'
import { FieldNames } from './forms/field-names.js'
import type { OutputProfile } from './images/output-profile.js'
import type { PageLabelRange } from './layout/pages/page-labels.js'
import type { FileMetadata } from './merge-types.js'
import type { Attachment } from './pdf/attachments.js'
import { DeviceColors } from './pdf/device-colors.js'
import type { PdfTarget } from './pdf/pdf-target.js'
import { type StructurePlace, StructureTree } from './tags/structure-tree.js'
import type { BoundTree } from './template/bound-tree.js'

/** What a document needs of the file that it is painted into. */
export interface MergedDocument {
  /** Its name in the outline: its own title when absent. */
  readonly title: string | undefined
  readonly template: CompiledTemplate
  readonly bound: BoundTree
  readonly standards: readonly Standard[]
  readonly outputProfile: OutputProfile | undefined
  readonly attachments: readonly Attachment[]
  readonly date: Date
  readonly work: WorkBudget
  readonly diagnostics: DiagnosticSink
}

/** The place of a document in a file. */
export interface FilePlace {
  /** Its name in the outline. */
  readonly name: string
  readonly target: PdfTarget
  readonly colors: DeviceColors
  readonly structure: StructurePlace
}

/** A file while it is made: what its documents share, and what would clash. */
interface OpenFile {
  readonly target: PdfTarget
  readonly colors: DeviceColors
  readonly tree: StructureTree
  readonly language: string
  readonly standards: string
  readonly outputProfile: OutputProfile | undefined
}

/**
 * Several documents in one file, one after another. Each is a part of its structure and an entry of its outline; fonts,
 * images and drawings are shared. Names of fields and of attachments are made different, ids are of one document anyway.
 * The first document opens the file; the others must agree on what a file has once.
 */
export class MergedFile {
  readonly fieldNames = new FieldNames()
  readonly #attachments = new MergedAttachments()
  readonly #templates = new Map<CompiledTemplate, string>()
  /** Of each document: the first of its pages, and their labels. */
  readonly #labels: { readonly first: number; readonly ranges: readonly PageLabelRange[] }[] = []
  #open: OpenFile | undefined
  #documents = 0
  #pages = 0

  /** @param metadata in place of that of the first document */
  constructor(readonly metadata: FileMetadata) {}

  /** Pages of the documents that have ended. */
  get pages(): number {
    return this.#pages
  }

  /** The target of all documents, when the first has begun. */
  get target(): PdfTarget | undefined {
    return this.#open?.target
  }

  /** That of the file, if it is known yet: of a document that names none. */
  get language(): string {
    return this.#open?.language ?? this.metadata.language ?? ''
  }

  /**
   * Begins the next document.
   * @param create the target, of the first document
   * @throws MergeError for a document that the others do not agree with
   */
  begin(document: MergedDocument, create: (tree: StructureTree, colors: DeviceColors) => PdfTarget): FilePlace {
    const { bound, template, work, diagnostics, date } = document
    this.#open ??= this.#openWith(document, create)
    const { target, colors, tree, language } = this.#open
    const why = disagreement(document, this.#open)
    if (why !== undefined) throw new MergeError(this.#documents, why)
    const name = document.title || bound.title || bound.fileName?.replace(/\.pdf$/, '') || String(this.#documents + 1)
    const order = this.#documents++
    const ownLanguage = bound.language !== '' && bound.language !== language ? bound.language : undefined
    const properties = { title: name, language: ownLanguage }
    const root = tree.add(tree.root, { type: 'Part', order, properties, template: bound.root.template })
    colors.beginDocument(diagnostics)
    target.beginDocument({
      drawings: this.#keyOf(template),
      work,
      attachments: this.#attachments.add(document.attachments),
      date,
    })
    return { name, target, colors, structure: { tree, root } }
  }

  /** Ends the document that began last. @param labels none where its pages are called by their places */
  end(pages: number, labels: readonly PageLabelRange[]): void {
    this.#labels.push({ first: this.#pages, ranges: labels })
    this.#pages += pages
    this.#open?.target.endDocument()
  }

  /**
   * The labels of all pages: as each document has them where one has some, else none, so that readers count through the
   * whole file.
   */
  pageLabels(): readonly PageLabelRange[] {
    if (this.#labels.every(({ ranges }) => ranges.length === 0)) return []
    return this.#labels.flatMap(({ first, ranges }) =>
      (ranges.length === 0 ? [PLAIN] : ranges).map((range) => ({ ...range, first: first + range.first })),
    )
  }

  #openWith(
    { bound, standards, outputProfile, diagnostics }: MergedDocument,
    create: (tree: StructureTree, colors: DeviceColors) => PdfTarget,
  ): OpenFile {
    const tree = new StructureTree(0)
    const colors = new DeviceColors(diagnostics, outputProfile?.channels === 4)
    const language = this.metadata.language ?? bound.language
    return { target: create(tree, colors), colors, tree, language, standards: listed(standards), outputProfile }
  }

  /** Drawings with text look the same where the fonts do: in all documents of a template. */
  #keyOf(template: CompiledTemplate): string {
    let key = this.#templates.get(template)
    if (key === undefined) {
      key = `${this.#templates.size} `
      this.#templates.set(template, key)
    }
    return key
  }
}

const PLAIN: PageLabelRange = { first: 0, prefix: '', style: 'decimal', start: 1 }

const NONE = 'none'

/** What a document does not agree with the first one about: a file has its standards and its output intent once. */
function disagreement({ standards, outputProfile }: MergedDocument, file: OpenFile): string | undefined {
  if (listed(standards) !== file.standards)
    return `its standard is ${listed(standards) || NONE} and that of the first document ${file.standards || NONE}: name one for the file`
  if (outputProfile?.key !== file.outputProfile?.key)
    return 'its output intent is not that of the first document: name one for the file'
  return undefined
}

function listed(standards: readonly Standard[]): string {
  return [...new Set(standards)].sort().join(', ')
}

/** The attachments of all documents, by names of which none is there twice. */
class MergedAttachments {
  /** What is attached, by its name. */
  readonly #contents = new Map<string, string>()

  /** The attachments of the next document that the file does not have yet, with names that are free in it. */
  add(attachments: readonly Attachment[]): readonly Attachment[] {
    return attachments.flatMap((attachment) => {
      const content = contentKey(attachment)
      for (let count = 1; ; count++) {
        const name = count === 1 ? attachment.name : numbered(attachment.name, count)
        const known = this.#contents.get(name)
        if (known === content) return []
        if (known !== undefined) continue
        this.#contents.set(name, content)
        return [{ ...attachment, name }]
      }
    })
  }
}

function contentKey({ data, mediaType, relationship, description, modified }: Attachment): string {
  const hash = createHash('sha256').update(data).digest('base64')
  return JSON.stringify([hash, mediaType, relationship, description, modified])
}

/** `terms-2.pdf` */
function numbered(name: string, count: number): string {
  const at = name.lastIndexOf('.')
  return at > 0 ? `${name.slice(0, at)}-${count}${name.slice(at)}` : `${name}-${count}`
}
