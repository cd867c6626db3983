import type { BlendMode } from '../base/blend-mode.js'
import type { Rect, Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { DEFAULT_LIMITS } from '../base/limits.js'
import { type Matrix, mapPoint, mapRect, multiply, translation } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import { type Claims, NO_CLAIMS } from '../base/standards.js'
import { POINTS_PER_PX } from '../base/units.js'
import { WorkBudget } from '../base/work-budget.js'
import type { RasterImage } from '../images/image-types.js'
import type { FillRule } from '../images/vector-types.js'
import type { PageLabelRange } from '../layout/pages/page-labels.js'
import type { PlacedBookmark } from '../layout/pages/page-log.js'
import type { AlphaMesh } from '../paint/blurred-shape.js'
import type {
  Copy,
  GradientPaint,
  LaterDrawing,
  PageSurroundings,
  Paint,
  PaintedField,
  PlacedPage,
  ShapePen,
  StrokedLine,
  StrokedPath,
  TextRun,
  Tiling,
  TilingPaint,
} from '../paint/paint-target.js'
import type { ImportedPage } from '../pdf-input/imported-page.js'
import type { Color } from '../style/computed-style.js'
import type { LinkTag, PaginationArtifact, Tag } from '../tags/structure-element.js'
import { type EmbeddedFile, listAttachments, writeAttachments } from './attachments.js'
import { type Canvas, Canvases } from './canvases.js'
import type { ContentStream } from './content-stream.js'
import { CopiedPages } from './copied-pages.js'
import { DeviceColors } from './device-colors.js'
import { DocumentFonts } from './document-fonts.js'
import { imageMatrix } from './embed-image.js'
import { Encryption } from './encryption.js'
import { InsertedDocuments } from './inserted-documents.js'
import { InteractiveForm } from './interactive-form.js'
import { type Destination, pointRect } from './link-annotation.js'
import { MarkedContent, TaggedContent } from './marked-content.js'
import { MeshMasks } from './mesh-masks.js'
import { meshBounds } from './mesh-shading.js'
import { claimSchemas, documentInfo, metadataSchemas } from './metadata.js'
import { type OutlineEntry, writeOutline } from './outline.js'
import { OutputIntent } from './output-intent.js'
import { pageLabels } from './page-labels.js'
import { paintGradient, setGradient } from './paint-gradient.js'
import { PdfFile } from './pdf-file.js'
import type { NextDocument, PdfOptions, PdfTarget } from './pdf-target.js'
import type { PdfReference } from './pdf-values.js'
import { Resources } from './resources.js'
import { SharedObjects } from './shared-objects.js'
import { type ShapedWatermark, shapeWatermark } from './watermark.js'
import { addPageContent, type OpenPage, writePages } from './write-pages.js'
import { writeStructure } from './write-structure.js'
import { writeText } from './write-text.js'
import type { WrittenStructures } from './written-structures.js'
import { xmpPacket } from './xmp.js'

const INVISIBLE: Color = { red: 0, green: 0, blue: 0, alpha: 0 }

/**
 * Starts a PDF 1.7 file. A page's content is compressed as soon as another page is opened, so that memory
 * grows by the size of the file only. Equal options and calls give equal bytes.
 */
export function createPdfTarget(options: PdfOptions): PdfTarget {
  return new PdfWriter(options)
}

/** A group being painted into a form of its own, and what is painted on when it has ended. */
interface OpenGroup {
  readonly opacity: number
  readonly bounds: Rect
  readonly mode: BlendMode
  readonly outer: Canvas
}

class PdfWriter implements PdfTarget {
  readonly #file: PdfFile
  readonly #tagged: TaggedContent | undefined
  readonly #structures: WrittenStructures | undefined
  readonly #claims: Claims
  readonly #watermark: ShapedWatermark | undefined
  readonly #watermarks = new Map<string, PdfReference>()
  readonly #attached: EmbeddedFile[] = []
  /** Those that are not written yet: of the document, where the file has several. */
  #pages: OpenPage[] = []
  readonly #fonts: DocumentFonts
  readonly #canvases: Canvases
  readonly #colors: DeviceColors
  readonly #intent: OutputIntent
  readonly #shared: SharedObjects
  readonly #copied: CopiedPages
  readonly #inserted: InsertedDocuments
  readonly #meshes: MeshMasks
  readonly #form: InteractiveForm
  readonly #destinations = new Map<string, Destination>()
  readonly #outline: OutlineEntry[] = []
  readonly #groups: OpenGroup[] = []
  /** The tags of the content around the current one, from the outermost. */
  readonly #outerContent: (Tag | PaginationArtifact | undefined)[] = []
  #groupCount = 0
  /** In front of the keys of drawings. */
  #drawings = ''
  /** Drawings that are still to be painted. */
  #leftOut = 0
  #page: OpenPage | undefined
  /** The page that ended last, to whose operators more may be added until another one is opened. */
  #ended: OpenPage | undefined

  constructor(options: PdfOptions) {
    this.#claims = options.claims ?? NO_CLAIMS
    this.#file = new PdfFile({
      info: documentInfo(options),
      language: options.language || undefined,
      metadata: xmpPacket([...metadataSchemas(options), ...claimSchemas(this.#claims), ...(options.schemas ?? [])]),
      encryption: options.encryption && new Encryption(options.encryption),
      tagged: options.structure !== undefined,
    })
    this.#fonts = new DocumentFonts(this.#file, options.isMerged)
    this.#shared = new SharedObjects(this.#file)
    this.#copied = new CopiedPages(this.#file, options.copies)
    this.#colors = options.colors ?? new DeviceColors(undefined, options.outputProfile?.channels === 4)
    this.#intent = new OutputIntent(this.#file, options.outputProfile)
    this.#canvases = new Canvases({
      file: this.#file,
      fonts: this.#fonts.resources,
      work: options.work ?? new WorkBudget(DEFAULT_LIMITS.work),
      colors: this.#colors,
      intent: this.#intent,
    })
    this.#meshes = new MeshMasks(this.#canvases)
    this.#form = new InteractiveForm(this.#canvases, this.#fonts)
    this.#tagged = options.structure && new TaggedContent(options.structure)
    this.#structures = options.structures
    this.#inserted = new InsertedDocuments({ file: this.#file, copied: this.#copied, tagged: this.#tagged })
    this.#attached.push(...writeAttachments(this.#file, options.attachments ?? [], options.date))
    this.#watermark = options.watermark && shapeWatermark(options.watermark)
  }

  beginDocument({ drawings, work, attachments, date }: NextDocument): void {
    this.#drawings = drawings
    this.#canvases.payFrom(work)
    this.#attached.push(...writeAttachments(this.#file, attachments, date))
  }

  endDocument(): void {
    this.#writePages()
    this.#file.endPages(this.#pages.map(({ reference }) => reference))
    this.#pages = []
    this.#destinations.clear()
  }

  beginPage(size: Size, around?: PageSurroundings): void {
    invariant(!this.#page, 'the last page to have ended')
    this.#writeContent()
    const added = this.#file.beginPage(size.width * POINTS_PER_PX, size.height * POINTS_PER_PX)
    const page: OpenPage = {
      added,
      reference: added.dictionary,
      marks: this.#tagged && MarkedContent.ofPage(this.#tagged, added.dictionary),
      size,
      around,
      contents: [],
      resources: new Resources(),
      widgets: [],
      links: [],
      over: [],
    }
    this.#pages.push(page)
    this.#page = page
    this.#canvases.openPage(size, page.resources, page.marks)
  }

  reopenPage(number: number): void {
    invariant(!this.#page, 'the last page to have ended')
    const page = this.#pages[number - 1]
    invariant(page, `page ${number} to exist`)
    this.#page = page
    if (page === this.#ended) return
    this.#writeContent()
    this.#canvases.openPage(page.size, page.resources, page.marks, page.other !== undefined)
  }

  insertPage(placed: PlacedPage): void {
    const page = this.#page
    invariant(page, 'a page that was begun')
    page.other = this.#inserted.add(placed, page.reference, page.marks)
    this.#canvases.openPage(page.size, page.resources, page.marks, true)
  }

  endPage(): void {
    invariant(this.#page && this.#groups.length === 0, 'a page with all groups ended')
    this.#stream.pay()
    this.#ended = this.#page
    this.#page = undefined
  }

  /** Writes the operators of the page that ended last, before those of another one take their place. */
  #writeContent(): void {
    const page = this.#ended
    this.#ended = undefined
    if (page?.other) {
      if (!this.#stream.isEmpty) page.over.push(Buffer.from(this.#stream.finish()))
    } else if (page && !this.#stream.isEmpty) {
      const first = page.contents.length === 0 ? page.added.content : undefined
      page.contents.push(addPageContent(this.#file, page.size, this.#stream.finish(), first))
    }
  }

  save(): void {
    this.#stream.save()
  }

  restore(): void {
    this.#stream.restore()
  }

  clip(path: Path, rule?: FillRule): void {
    this.#stream.clip(path, rule)
  }

  transform(matrix: Matrix): void {
    this.#stream.transform(matrix)
  }

  mask(kind: 'luminance' | 'alpha', bounds: Rect, paint: () => void): void {
    const form = this.#canvases.paintForm(bounds, this.#canvases.maskGroup, paint)
    this.#canvases.setSoftMask(kind === 'alpha' ? 'Alpha' : 'Luminosity', form)
  }

  beginGroup(opacity: number, bounds: Rect, mode: BlendMode = 'normal'): void {
    // Content that is drawn as one object, such as a mask, is not numbered, nor are groups in it.
    const around = this.#stream.marks
    const marks = around && MarkedContent.ofForm(around, this.#file.ref())
    this.#groups.push({ opacity, bounds, mode, outer: this.#canvases.beginForm(marks) })
    this.#colors.beginGroup()
  }

  endGroup(): void {
    const group = this.#groups.pop()
    invariant(group, 'a group to end')
    this.#colors.endGroup()
    const { bounds, opacity, outer } = group
    const { marks } = this.#stream
    const form = this.#canvases.endForm(outer, bounds, this.#canvases.colorGroup, marks?.parentKey())
    this.#groupCount++
    const name = `X${this.#groupCount}`
    this.#canvas.resources.addXObject(name, form)
    const mode = group.mode === 'normal' ? undefined : this.#shared.blendMode(group.mode)
    if (mode) {
      this.#canvas.resources.addParameters(mode.name, mode.reference)
      this.#stream.save()
      this.#stream.setParameters(mode.name)
    }
    this.#stream.drawObject(name, undefined, opacity, marks !== undefined)
    if (mode) this.#stream.restore()
  }

  drawForm(key: string, bounds: Rect, paint: () => void): void {
    const ownKey = this.#canvas.tiled ? `${key} tiled` : key
    const form = this.#shared.form(this.#drawings + ownKey, () => this.#canvases.paintForm(bounds, undefined, paint))
    this.#canvas.resources.addXObject(form.name, form.reference)
    this.#stream.drawObject(form.name, undefined, 1)
  }

  fillShape(path: Path, rule: FillRule, paint: Paint): void {
    if (paint.kind === 'color') {
      this.#stream.fillPath(path, paint.color, rule)
      return
    }
    this.#stream.save()
    if (this.#canvas.tiled && paint.kind === 'gradient') {
      this.#stream.clip(path, rule)
      paintGradient(this.#canvases, paint)
    } else {
      this.#stream.state.setFillPattern(this.#setPattern(paint))
      this.#stream.fillArea(path, rule)
    }
    this.#stream.restore()
  }

  strokeShape(path: Path, pen: ShapePen, paint: Paint): void {
    if (paint.kind === 'color') {
      this.#stream.state.setStroke(paint.color)
      this.#stream.strokeShape(path, pen)
      return
    }
    this.#stream.save()
    this.#stream.state.setStrokePattern(this.#setPattern(paint))
    this.#stream.strokeShape(path, pen)
    this.#stream.restore()
  }

  /** Names the pattern of a paint, whose opacity is set. */
  #setPattern(paint: GradientPaint | TilingPaint): string {
    if (paint.kind === 'gradient') return setGradient(this.#canvases, paint)
    const { stream, resources, base } = this.#canvas
    const { tile, transform, opacity } = paint
    const matrix = multiply(multiply(base, stream.state.matrix), transform)
    const tiling = { tile, stepX: tile.width, stepY: tile.height }
    const pattern = this.#canvases.paintTiling(tiling, matrix, paint.paint)
    stream.state.setAlpha(opacity)
    return this.#canvases.namePattern(resources, pattern)
  }

  fillTiled(path: Path, tiling: Tiling, paint: () => void): void {
    const { stream, resources, base } = this.#canvas
    const pattern = this.#canvases.paintTiling(tiling, multiply(base, stream.state.matrix), paint)
    const name = this.#canvases.namePattern(resources, pattern)
    stream.save()
    stream.state.setAlpha(1)
    stream.state.setFillPattern(name)
    stream.fillArea(path, 'nonzero')
    stream.restore()
  }

  fillMesh(mesh: AlphaMesh, x: number, y: number, color: Color): void {
    const { name, reference } = this.#meshes.of(mesh)
    const stream = this.#stream
    stream.save()
    stream.transform(translation(x, y))
    this.#canvas.resources.addParameters(name, reference)
    stream.setParameters(name)
    const { left, top, right, bottom } = meshBounds(mesh)
    stream.fillRect(left, top, right - left, bottom - top, color)
    stream.restore()
  }

  fillRect(rect: Rect, color: Color): void {
    this.#stream.fillRect(rect.x, rect.y, rect.width, rect.height, color)
  }

  fillPath(path: Path, color: Color): void {
    this.#stream.fillPath(path, color)
  }

  strokeLine(line: StrokedLine): void {
    this.#stream.strokeLine(line)
  }

  strokePath(stroke: StrokedPath): void {
    this.#stream.strokePath(stroke)
  }

  showText(run: TextRun): void {
    const { pattern, outline } = run
    if (!pattern && !outline) {
      writeText(this.#stream, run, this.#fonts.usageOf)
      return
    }
    this.#stream.save()
    if (pattern) this.#stream.state.setFillPattern(this.#setPattern(pattern))
    if (outline) {
      const { paint, pen } = outline
      if (paint.kind === 'color') this.#stream.state.setStroke(paint.color)
      else this.#stream.state.setStrokePattern(this.#setPattern(paint))
      this.#stream.state.outlineText(pen)
    }
    writeText(this.#stream, run, this.#fonts.usageOf)
    this.#stream.restore()
  }

  drawImage(image: RasterImage, rect: Rect, wantsSmooth = false): void {
    // PDF/A has readers enlarge samples as they are (ISO 19005-2 §6.2.8).
    const smooth = wantsSmooth && !this.#claims.archive
    const embedded = this.#shared.image(image, smooth)
    this.#canvas.resources.addXObject(embedded.name, embedded.reference)
    this.#stream.drawObject(embedded.name, imageMatrix(image.orientation, rect), 1)
  }

  drawPage(page: ImportedPage): void {
    const { name, reference } = this.#copied.of(page)
    this.#canvas.resources.addXObject(name, reference)
    this.#stream.drawObject(name, undefined, 1)
  }

  drawCopies(bounds: Rect, copies: readonly Copy[], paint: () => void): void {
    this.#colors.beginGroup()
    const form = this.#canvases.paintForm(bounds, this.#canvases.colorGroup, paint)
    this.#colors.endGroup()
    const name = `X${++this.#groupCount}`
    this.#canvas.resources.addXObject(name, form)
    for (const { x, y, opacity } of copies) this.#stream.drawObject(name, translation(x, y), opacity)
  }

  drawLater(bounds: Rect): LaterDrawing {
    const { tiled } = this.#canvas
    const reference = this.#file.ref()
    const name = `X${++this.#groupCount}`
    this.#canvas.resources.addXObject(name, reference)
    this.#stream.drawObject(name, undefined, 1)
    this.#leftOut++
    return (paint) => {
      this.#canvases.paintReserved(reference, bounds, tiled, paint)
      this.#leftOut--
    }
  }

  beginContent(tag: Tag | PaginationArtifact, area: Rect): void {
    this.#outerContent.push(this.#canvases.content.tag)
    this.#canvases.content.tag = tag
    const tree = this.#tagged?.tree
    if (typeof tag === 'string' || !tree || tree.typeOf(tag) !== 'Figure' || tree.boundsOf(tag) || !this.#page) return
    tree.setBounds(tag, pointRect(mapRect(this.#toPage(), area), this.#page.size.height))
  }

  endContent(): void {
    this.#canvases.content.tag = this.#outerContent.pop()
  }

  invisibleContent(tag: Tag, area: Rect): void {
    this.beginContent(tag, area)
    if (this.#tagged) this.fillRect(area, INVISIBLE)
    this.endContent()
  }

  link(area: Rect, target: string, tag?: LinkTag): void {
    invariant(this.#page, 'a page to put the link on')
    this.#page.links.push({ area: mapRect(this.#toPage(), area), target, tag })
  }

  field(field: PaintedField): void {
    const page = this.#page
    invariant(page, 'a page that the field is on')
    const { height } = page.size
    const matrix = multiply(
      { a: POINTS_PER_PX, b: 0, c: 0, d: -POINTS_PER_PX, e: 0, f: height * POINTS_PER_PX },
      this.#toPage(),
    )
    this.#stream.breakContent()
    const annotation = this.#file.ref()
    this.#tagged?.addAnnotation(field.tag, { page: page.reference, annotation })
    page.widgets.push(annotation)
    this.#form.add(field, {
      annotation,
      page: page.reference,
      matrix,
      rect: pointRect(mapRect(this.#toPage(), field.area), height),
      structParent: this.#tagged?.addParent(field.tag),
    })
  }

  destination(id: string, x: number, y: number): void {
    invariant(this.#page, 'a page that the destination is on')
    if (this.#destinations.has(id)) return
    const place = mapPoint(this.#toPage(), x, y)
    const { reference, size, other } = this.#page
    const toUnits = other?.page.toUnits
    this.#destinations.set(id, { page: reference, pageHeight: size.height, toUnits, ...place })
  }

  /** From the coordinates of what is painted to px from the top left corner of the page. */
  #toPage(): Matrix {
    let matrix = this.#stream.state.matrix
    for (let i = this.#groups.length - 1; i >= 0; i--) {
      const group = this.#groups[i]
      if (group) matrix = multiply(group.outer.stream.state.matrix, matrix)
    }
    return matrix
  }

  addBookmark({ level, label, state, page: number, x, y }: PlacedBookmark): void {
    const page = this.#pages[number - 1]
    invariant(page, `page ${number} to exist`)
    const { reference, size, other } = page
    const destination = { page: reference, pageHeight: size.height, x, y, toUnits: other?.page.toUnits }
    this.#outline.push({ level, title: label, open: state === 'open', destination })
  }

  setPageLabels(ranges: readonly PageLabelRange[]): void {
    this.#file.setCatalogEntry('PageLabels', pageLabels(ranges))
  }

  get pending(): number {
    return this.#file.pending
  }

  take(): Uint8Array {
    return this.#file.take()
  }

  finish(): Uint8Array {
    return Buffer.concat([...this.finishInPieces(Number.POSITIVE_INFINITY)])
  }

  privateUse(): ReadonlySet<number> {
    return this.#fonts.privateUse()
  }

  *finishInPieces(bytes: number): Generator<Uint8Array, void> {
    this.#writePages()
    if (this.#tagged) {
      const writing = writeStructure(this.#file, this.#tagged, this.#structures)
      for (const _ of writing) if (this.pending >= bytes) yield this.take()
    }
    if (this.#claims.archive || this.#intent.profile) {
      this.#file.setCatalogEntry('OutputIntents', this.#intent.write(this.#claims.archive !== undefined))
    }
    listAttachments(this.#file, this.#attached)
    const inserted = this.#inserted.write(this.#form.names)
    this.#fonts.addForeign(inserted.fonts)
    const form = this.#form.write(inserted)
    if (form) this.#file.setCatalogEntry('AcroForm', form)
    writeOutline(this.#file, this.#outline)
    this.#fonts.define()
    this.#canvases.defineShared()
    yield this.#file.finish()
  }

  #writePages(): void {
    invariant(!this.#page && this.#leftOut === 0, 'the last page to have ended, with all that was left out')
    this.#writeContent()
    writePages(this.#pages, {
      canvases: this.#canvases,
      fonts: this.#fonts,
      destinations: this.#destinations,
      watermark: this.#watermark,
      watermarks: this.#watermarks,
      tagged: this.#tagged,
    })
  }

  get #canvas(): Canvas {
    return this.#canvases.current
  }

  get #stream(): ContentStream {
    return this.#canvases.stream
  }
}
