import type { RenderOptions } from './api-types.js'
import type { Diagnostic, DiagnosticList } from './base/diagnostics.js'
import { StandardError } from './base/errors.js'
import { invariant } from './base/invariant.js'
import type { PrintSettings } from './base/print-settings.js'
import { type Claims, claimsOf, NO_CLAIMS, type Standard, standardsOfFile } from './base/standards.js'
import type { WorkBudget } from './base/work-budget.js'
import { DocumentBoxDrawings } from './box-drawings.js'
import type { CompiledTemplate } from './compile.js'
import type { DocumentDrawings } from './document-drawings.js'
import type { ForeignBoxes } from './foreign-boxes.js'
import { collectControls } from './forms/collect-controls.js'
import type { ImageUse } from './image-use.js'
import type { OutputProfile } from './images/output-profile.js'
import { InsertedBookmarks } from './inserted-bookmarks.js'
import type { FacturX } from './invoice/facturx.js'
import type { LayoutContext } from './layout/layout-types.js'
import type { LoggedPage } from './layout/pages/lay-out-document.js'
import { layoutMarginBoxes } from './layout/pages/layout-margin-boxes.js'
import type { MarginContents } from './layout/pages/margin-contents.js'
import { PageLabels } from './layout/pages/page-labels.js'
import type { PlacedBookmark } from './layout/pages/page-log.js'
import type { FilePlace } from './merged-file.js'
import { reportPrivateUse } from './missing-glyphs.js'
import { MapBuilder, type PageMap } from './page-map.js'
import { BrokenBackgrounds } from './paint/broken-backgrounds.js'
import type { PaintSources } from './paint/paint-context.js'
import { recolored } from './paint/paint-filter.js'
import { paintForeign } from './paint/paint-foreign.js'
import { paintMarginBoxes, paintPage } from './paint/paint-page.js'
import type { PaintTarget } from './paint/paint-target.js'
import type { Attachment } from './pdf/attachments.js'
import { createPdfTarget } from './pdf/create-pdf-target.js'
import { DeviceColors } from './pdf/device-colors.js'
import type { PdfTarget } from './pdf/pdf-target.js'
import type { MergedInto, RenderProbe, RenderVariant } from './render-probe.js'
import { isOddPage, type OddPage } from './standards/check-archive.js'
import { barriersOf, checkDocument } from './standards/check-document.js'
import type { StyledTree } from './style/styled-tree.js'
import { StructureBuilder } from './tags/structure-builder.js'
import type { StructureTree } from './tags/structure-tree.js'
import type { BoundElement, BoundTree } from './template/bound-tree.js'

/** Less than this waits for the next page. */
const CHUNK_BYTES = 65_536

/** As many bytes of the file are taken at once. */
export function chunkBytes({ whole }: RenderVariant): number {
  return whole ? Number.POSITIVE_INFINITY : CHUNK_BYTES
}

const GRAYSCALE = { kind: 'color', name: 'grayscale', amount: 1 } as const

const UNTAGGED_LINK =
  'the link is not in what is read, as in margin boxes and what is aria-hidden: PDF/UA allows none there, so it leads nowhere'

/** The files that come with the document. */
export interface AttachedFiles {
  readonly invoice: FacturX | undefined
  readonly attachments: readonly Attachment[]
}

/** What a document is painted with besides its template, its styles and the options. */
interface PaintParts {
  readonly print: PrintSettings
  readonly files: AttachedFiles
  /** The date of the file. */
  readonly date: Date
  readonly work: WorkBudget
  readonly diagnostics: DiagnosticList
  readonly used: ImageUse
  readonly document: DocumentDrawings
  readonly html: ForeignBoxes
  readonly probe: RenderProbe
  readonly variant: RenderVariant
  /** Of a document that is not alone in its file. */
  readonly merged: MergedInto | undefined
}

/** Paints the pages of a document into a file, and finds what the standards that it claims forbid. */
export class PagePainter {
  readonly target: PdfTarget
  /** The target, or what makes grays of the colours in front of it. */
  readonly #canvas: PaintTarget
  readonly #sources: PaintSources
  /** Of a document that is not alone in its file. */
  readonly #place: FilePlace | undefined
  readonly #structure: StructureBuilder
  readonly #colors: DeviceColors
  readonly #standards: readonly Standard[]
  readonly #claims: Claims
  readonly #labels = new PageLabels()
  readonly #chunk: number
  readonly #map: MapBuilder | undefined
  #oddPage: OddPage | undefined
  readonly #inserted = new InsertedBookmarks()
  /** The places of pages in the file, from 1, by their numbers: some may be left out. */
  readonly #places = new Map<number, number>()

  constructor(
    template: CompiledTemplate,
    styled: StyledTree,
    private readonly options: RenderOptions,
    private readonly parts: PaintParts,
  ) {
    const { print, files, diagnostics, used, document, html, probe, variant, merged } = parts
    const { tree: bound } = styled
    this.#chunk = chunkBytes(variant)
    this.#standards = standardsOfFile(options.standard ?? template.standard, files.invoice !== undefined)
    this.#claims = checkedClaims(this.#standards, options)
    const fields =
      (options.forms ?? template.forms) ? collectControls(bound.root, diagnostics, merged?.file.fieldNames) : undefined
    const outputProfile = options.outputIntent ?? template.outputIntent
    this.#place = merged && this.#placeIn(merged, template, bound, outputProfile)
    this.#structure = new StructureBuilder(bound, styled.styles, fields, this.#place?.structure)
    probe.structure?.(this.#structure.tree)
    this.#colors = this.#place?.colors ?? new DeviceColors(diagnostics, outputProfile?.channels === 4)
    const tagged = variant.untagged ? undefined : this.#structure
    this.target =
      this.#place?.target ?? variant.target ?? this.#createTarget(template, bound, tagged?.tree, this.#colors)
    this.#canvas = print.grayscale ? recolored(this.target, GRAYSCALE) : this.target
    this.#sources = {
      savesInk: print.backgrounds === false || undefined,
      fonts: template.fonts,
      images: {
        resolve: (image) => template.images.resolveStyle(image, used, diagnostics),
        fontsOf: (drawn) => template.images.files.fontsOf(drawn),
      },
      drawings: new DocumentBoxDrawings(document, template.images, used, diagnostics, html),
      paintForeign,
      broken: new BrokenBackgrounds(),
      structure: tagged,
      untagged: this.#claims.accessible ? new Set<BoundElement>() : undefined,
      base: template.tree.base,
      fields,
    }
    this.#map = options.map ? new MapBuilder(styled) : undefined
  }

  /** Begins the document in a file that has several: the first one brings the target. */
  #placeIn(
    { file, title }: MergedInto,
    template: CompiledTemplate,
    bound: BoundTree,
    outputProfile: OutputProfile | undefined,
  ): FilePlace {
    const { files, date, work, diagnostics } = this.parts
    const standards = this.#standards
    const { attachments } = files
    const document = { title, template, bound, standards, outputProfile, attachments, date, work, diagnostics }
    return file.begin(document, (tree, colors) => this.#createTarget(template, bound, tree, colors))
  }

  #createTarget(
    template: CompiledTemplate,
    bound: BoundTree,
    structure: StructureTree | undefined,
    colors: DeviceColors,
  ): PdfTarget {
    const { outputIntent = template.outputIntent, nonconforming, encryption, watermark } = this.options
    const { files, date, work, variant, merged } = this.parts
    const { fonts, structures } = template
    const { title, author, subject, keywords, language } = merged?.file.metadata ?? {}
    return createPdfTarget({
      title: title ?? bound.title,
      author: author ?? bound.metadata.get('author'),
      subject: subject ?? bound.metadata.get('description'),
      keywords: keywords ?? bound.metadata.get('keywords'),
      language: language ?? bound.language,
      date,
      work,
      colors,
      outputProfile: outputIntent,
      structure,
      copies: merged ? undefined : template.copies,
      structures: variant.newStructure || merged ? undefined : structures,
      claims: nonconforming === 'report' ? NO_CLAIMS : this.#claims,
      attachments: merged ? [] : files.attachments,
      isMerged: merged !== undefined,
      encryption,
      schemas: files.invoice && [files.invoice.schema],
      watermark: watermark === undefined ? undefined : { text: watermark, fonts },
    })
  }

  /** Where the boxes of elements are on the pages, where the options ask for it. */
  get map(): readonly PageMap[] | undefined {
    return this.#map?.pages
  }

  /** Paints each page as soon as it is laid out. Returns those whose margin boxes are still to come. */
  *paintPages(pages: Iterable<LoggedPage>): Generator<Uint8Array, readonly LoggedPage[], void> {
    const { work, probe } = this.parts
    const unfinished: LoggedPage[] = []
    for (const { page, record } of pages) {
      const { size } = page.style
      this.#places.set(page.number, this.#places.size + 1)
      if (!this.#oddPage && isOddPage(size)) this.#oddPage = { ...size, number: page.number }
      work.page = page.number
      probe.page?.(page)
      paintPage(page, this.#canvas, this.#sources)
      this.#map?.addPage(page)
      const { inserted } = page
      const isNamed = inserted && !inserted.insertion.isCounted
      this.#labels.add(page.style, record, isNamed ? inserted.page.label : undefined)
      if (inserted) this.#inserted.add(page.number, inserted)
      if (page.style.marginBoxes.size > 0) unfinished.push({ page: { ...page, content: undefined }, record })
      if (this.target.pending >= this.#chunk) yield this.target.take()
    }
    return unfinished
  }

  /** Completes pages with their margin boxes, now that the number of pages is known. */
  *paintMargins(
    ctx: LayoutContext,
    pages: readonly LoggedPage[],
    margins: MarginContents,
  ): Generator<Uint8Array, void, void> {
    for (const { page, record } of pages) {
      this.parts.work.page = page.number
      const complete = layoutMarginBoxes(ctx, page, margins.of(record))
      paintMarginBoxes(complete, this.#canvas, this.#sources, this.#placeOf(page.number))
      this.#map?.addMarginBoxes(complete)
      if (this.target.pending >= this.#chunk) yield this.target.take()
    }
  }

  /** Paints what waits for all parts of a box, and reports links that are painted where PDF/UA allows none. */
  finish(bookmarks: Iterable<PlacedBookmark>): void {
    const { diagnostics } = this.parts
    const { broken, structure, untagged = [] } = this.#sources
    broken.finish()
    structure?.finish(diagnostics)
    for (const { template: link } of untagged) diagnostics.warn('untagged-link', UNTAGGED_LINK, link.span)
    if (this.#place) this.#endInFile(this.#place.name, bookmarks)
    else {
      for (const bookmark of this.#placed(bookmarks)) this.target.addBookmark(bookmark)
      this.target.setPageLabels(this.#labels.ranges)
    }
  }

  /** The bookmarks of the pages that the file has, with the places of these in it. */
  *#placed(bookmarks: Iterable<PlacedBookmark>): Generator<PlacedBookmark, void> {
    for (const bookmark of this.#inserted.among(bookmarks)) {
      const page = this.#places.get(bookmark.page)
      if (page !== undefined) yield page === bookmark.page ? bookmark : { ...bookmark, page }
    }
  }

  #placeOf(number: number): number {
    const place = this.#places.get(number)
    invariant(place, `page ${number} to be in the file`)
    return place
  }

  /** Pages that were painted. */
  get pages(): number {
    return this.#places.size
  }

  /** The document is an entry of the outline, with its own below it. */
  #endInFile(name: string, bookmarks: Iterable<PlacedBookmark>): void {
    this.target.addBookmark({ level: 1, label: name, state: 'closed', page: 1, x: 0, y: 0 })
    for (const bookmark of this.#placed(bookmarks)) this.target.addBookmark({ ...bookmark, level: bookmark.level + 1 })
    this.parts.merged?.file.end(this.#labels.pages, this.#labels.ranges)
  }

  /** Finds what the standards that the file claims forbid. @throws StandardError unless it is only to be reported */
  checkClaims(bound: BoundTree): readonly Diagnostic[] {
    const { diagnostics, files, used } = this.parts
    const standards = this.#standards
    const isReported = this.options.nonconforming === 'report'
    if (this.#claims.archive?.level === 'A') reportPrivateUse(this.target.privateUse(), bound.root, diagnostics)
    if (standards.length === 0 && !isReported) return []
    const document = {
      bound,
      structure: this.#structure,
      diagnostics: diagnostics.items,
      attachments: files.attachments.length,
      fields: this.#sources.fields,
      oddPage: this.#oddPage,
      pages: used.pages,
      coversInks: this.#colors.coversInks,
      inks: this.#colors.coversInks ? [] : [...this.#colors.painted, ...used.inks],
    }
    if (standards.length === 0) return barriersOf(document)
    const faults = checkDocument(this.#claims, document)
    if (faults.length > 0 && !isReported) throw new StandardError(standards, faults)
    return faults
  }
}

function checkedClaims(standards: readonly Standard[], options: RenderOptions): Claims {
  const claims = claimsOf(standards)
  if (claims.archive && options.encryption)
    throw new TypeError('platen: options.encryption does not go with PDF/A, which must be read without passwords')
  return claims
}
