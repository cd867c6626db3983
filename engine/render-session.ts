import type { RenderOptions, RenderSummary } from './api-types.js'
import { type Diagnostic, DiagnosticList } from './base/diagnostics.js'
import { refuseProblems, TemplateError } from './base/errors.js'
import type { JsonObject } from './base/json.js'
import { limitsOf, type RenderLimits } from './base/limits.js'
import { parsePageChoice } from './base/page-choice.js'
import { type PrintSettings, printedWith } from './base/print-settings.js'
import { createStats } from './base/stats.js'
import { WorkBudget } from './base/work-budget.js'
import { buildBoxes } from './boxes/build/build-boxes.js'
import { GeneratedLength } from './boxes/generated-length.js'
import type { ImageResolver } from './boxes/image-resolver.js'
import type { CompiledTemplate } from './compile.js'
import { type DocumentDrawings, drawingsByTree } from './document-drawings.js'
import { reportDamage } from './font-damage.js'
import { ForeignBoxes } from './foreign-boxes.js'
import { ImageUse } from './image-use.js'
import { DocumentPages } from './inserted-files.js'
import { invoiceOfPdf } from './invoice/facturx.js'
import { missingGlyphs } from './layout/inline/missing-glyphs.js'
import { type DocumentLayout, type LoggedPage, layoutDocument } from './layout/pages/lay-out-document.js'
import { MarginContents } from './layout/pages/margin-contents.js'
import { reportMissingGlyphs } from './missing-glyphs.js'
import { type AttachedFiles, chunkBytes, PagePainter } from './page-painter.js'
import { checkAttachmentLimits } from './pdf/attachments.js'
import type { PdfTarget } from './pdf/pdf-target.js'
import type { MergedInto, RenderProbe, RenderVariant } from './render-probe.js'
import { resolveStyles } from './style/resolve-styles.js'
import type { StyledTree } from './style/styled-tree.js'
import { type BindOptions, bind } from './template/bind.js'
import type { BoundTree } from './template/bound-tree.js'
import { attributed } from './written-in-template.js'

/** What is left of a document when all its pages are painted. */
interface PaintedDocument extends Pick<RenderSummary, 'pages' | 'fileName' | 'map'> {
  readonly target: PdfTarget
  readonly faults: readonly Diagnostic[]
}

/** One rendering: the counters and reports that all stages share, and the stages in their order. Arguments are not checked. */
export class RenderSession {
  readonly #limits: RenderLimits
  readonly #context: BindOptions & { readonly data: JsonObject }
  readonly #diagnostics: DiagnosticList
  readonly #work: WorkBudget
  readonly #stats = createStats()
  /** The images that the document has used. */
  readonly #used: ImageUse
  readonly #pages: DocumentPages

  private readonly template: CompiledTemplate
  readonly #print: PrintSettings

  constructor(
    unprinted: CompiledTemplate,
    data: object,
    private readonly options: RenderOptions,
    private readonly probe: RenderProbe = {},
    private readonly variant: RenderVariant = {},
    private readonly merged?: MergedInto | undefined,
  ) {
    const template = unprinted.printed.of(unprinted, options)
    this.template = template
    this.#print = printedWith(template.print, options)
    const { date = new Date(), timeZone = template.timeZone ?? 'UTC' } = options
    const limits = limitsOf(options.limits)
    const diagnostics = new DiagnosticList(template.tree.partials.inclusions)
    diagnostics.addAll(template.diagnostics)
    this.#limits = limits
    this.#diagnostics = diagnostics
    this.#work = new WorkBudget(limits.work)
    this.#used = new ImageUse(limits, this.#work)
    this.#pages = new DocumentPages(template.insertedFiles, options.attachments ?? [], this.#used)
    this.#context = { data: data as JsonObject, diagnostics, limits, timeZone, now: date }
  }

  /**
   * Yields the file piece by piece and returns what else there is to know.
   * @throws as `renderDocument` does, but limits of the machine as they come
   */
  *run(): Generator<Uint8Array, RenderSummary, void> {
    const { fonts, tree, problems } = this.template
    const shapedBefore = fonts.shapedWords
    const { target, faults, ...summary } = yield* this.#paint()
    const refuses = (this.options.problems ?? problems) === 'refuse'
    if (refuses) refuseProblems(this.#diagnostics.items)
    // A file of several documents is finished when all are painted.
    if (!this.merged) yield* target.finishInPieces(chunkBytes(this.variant))
    // Outlines are read when fonts are written.
    reportDamage(fonts, this.#diagnostics)
    const diagnostics = attributed([...this.#diagnostics.items, ...faults], tree)
    if (refuses) refuseProblems(diagnostics)
    this.#stats.shapedWords = fonts.shapedWords - shapedBefore
    this.#stats.work = this.#work.spent
    return { ...summary, diagnostics, omittedDiagnostics: this.#diagnostics.omitted, stats: this.#stats }
  }

  /** Lays the document out, for nothing but the number of its pages. */
  countPages(): number {
    const { pages } = this.#layOut(bind(this.template.tree, this.#context.data, this.#context), drawingsByTree())
    let count = 0
    for (const _ of this.#chosen(pages)) count++
    return count
  }

  /** The stages up to painting. What they make is not kept while the structure and the fonts are written. */
  *#paint(): Generator<Uint8Array, PaintedDocument, void> {
    const files = this.#attachedFiles()
    const bound = bind(this.template.tree, this.#context.data, this.#context)
    this.probe.bound?.(bound)
    const drawingsOf = drawingsByTree()
    const laidOut = this.#layOut(bound, drawingsOf)
    const { styled, ctx, boxes, log } = laidOut
    const document = drawingsOf(styled)
    const painter = new PagePainter(this.template, styled, this.options, {
      print: this.#print,
      files,
      date: this.#context.now,
      work: this.#work,
      diagnostics: this.#diagnostics,
      used: this.#used,
      document,
      html: this.#foreignBoxes(laidOut, document),
      probe: this.probe,
      variant: this.variant,
      merged: this.merged,
    })
    const unfinished = yield* painter.paintPages(this.#chosen(laidOut.pages))
    const images = this.#imagesOf(document, this.#diagnostics)
    const generated = new GeneratedLength(this.#limits.textLength)
    const margins = new MarginContents({ styled, boxes, log, images, diagnostics: this.#diagnostics, generated })
    yield* painter.paintMargins(ctx, unfinished, margins)
    painter.finish(log.bookmarks)
    reportMissingGlyphs(missingGlyphs(ctx), bound.root, this.#diagnostics)
    const faults = painter.checkClaims(bound)
    return { target: painter.target, faults, pages: painter.pages, fileName: bound.fileName, map: painter.map }
  }

  /** The pages that are asked for. @throws TemplateError where the document ends before one of them */
  #chosen(pages: Iterable<LoggedPage>): Iterable<LoggedPage> {
    const choose = this.#print.pages === undefined ? undefined : parsePageChoice(this.#print.pages)
    if (!choose) return pages
    const all = [...pages]
    const chosen = choose(all.length)
    const beyond = chosen.find((number) => number > all.length)
    if (beyond !== undefined) {
      const message = `page ${beyond} is asked for, but the document ends with page ${all.length}`
      throw new TemplateError('missing-page', message, undefined)
    }
    return chosen.toSorted((a, b) => a - b).flatMap((number) => all[number - 1] ?? [])
  }

  #attachedFiles(): AttachedFiles {
    const { facturX, attachments = [] } = this.options
    const isTest = this.options.watermark !== undefined
    const invoice = facturX && invoiceOfPdf(facturX, { ...this.#context, isTest })
    const files = [...attachments, ...(invoice ? [invoice.attachment] : [])]
    checkAttachmentLimits(files, this.#limits)
    return { invoice, attachments: files }
  }

  /** Resolves styles, generates boxes and lays them out; pages come as they are asked for. */
  #layOut(bound: BoundTree, drawingsOf: (styled: StyledTree) => DocumentDrawings): DocumentLayout {
    const counts = { stats: this.#stats, work: this.#work, diagnostics: this.#diagnostics }
    const { fonts, profile, images } = this.template
    const laidOut = layoutDocument(
      resolveStyles(this.template.plan, bound, counts),
      (styled, references, sink) =>
        buildBoxes(styled, {
          images: this.#imagesOf(drawingsOf(styled), sink),
          diagnostics: sink,
          references,
          maxText: this.#limits.textLength,
        }),
      {
        ...counts,
        fonts,
        profile,
        maxPages: this.#limits.pages,
        firstPages: this.options.firstPages,
        around: this.merged?.around,
        styleImage: (image) => images.resolveStyle(image, this.#used, this.#diagnostics),
        keepsInlines: this.options.map,
        scale: this.#print.scale,
        leastScale: this.#print.leastScale,
      },
    )
    this.probe.styled?.(laidOut.styled)
    this.probe.boxes?.(laidOut.boxes)
    return laidOut
  }

  /** HTML within drawings, which is laid out when its drawing is painted. */
  #foreignBoxes({ ctx, boxes }: DocumentLayout, document: DocumentDrawings): ForeignBoxes {
    const { files } = this.template.images
    const parts = {
      layout: ctx,
      nextId: boxes.nextId,
      maxText: this.#limits.textLength,
      diagnostics: this.#diagnostics,
      imagesOf: (drawings: DocumentDrawings) => this.#imagesOf(drawings, this.#diagnostics),
      fontsOf: (drawings: DocumentDrawings) => files.fontsOf(drawings.fonts),
    }
    return new ForeignBoxes(parts, document)
  }

  #imagesOf(drawings: DocumentDrawings, diagnostics: DiagnosticList): ImageResolver {
    const { images } = this.template
    const used = this.#used
    return {
      resolve: (source, span) => images.resolveFrom(drawings.file?.path ?? '', source, span, used, diagnostics),
      resolveStyle: (image) => images.resolveStyle(image, used, diagnostics),
      code: ({ template: element, attributes }, name) => images.code(element, name, attributes, used, diagnostics),
      pages: (element) => this.#pages.of(element, diagnostics),
      drawing: (element) => images.drawing(element, drawings, used, diagnostics),
    }
  }
}
