import type { RenderOptions, RenderResult, RenderSummary } from './api-types.js'
import { type Diagnostic, DiagnosticList } from './base/diagnostics.js'
import { ProblemError, StandardError, withLimitsOfEngine } from './base/errors.js'
import type { JsonObject } from './base/json.js'
import { limitsOf, type RenderLimits } from './base/limits.js'
import { type Claims, claimsOf, NO_CLAIMS, type Standard, standardsOfFile } from './base/standards.js'
import { createStats, type RenderStats } from './base/stats.js'
import { WorkBudget } from './base/work-budget.js'
import { DocumentBoxDrawings } from './box-drawings.js'
import type { BoxTree } from './boxes/box-tree.js'
import { buildBoxes } from './boxes/build/build-boxes.js'
import { GeneratedLength } from './boxes/generated-length.js'
import type { ImageResolver } from './boxes/image-resolver.js'
import { checkRenderArguments } from './check-arguments.js'
import type { CompiledTemplate } from './compile.js'
import { type DocumentDrawings, drawingsByTree } from './document-drawings.js'
import { type FacturX, makeFacturX } from './facturx/facturx.js'
import { reportDamage } from './font-damage.js'
import type { FontLibrary } from './fonts/font-types.js'
import { ForeignBoxes } from './foreign-boxes.js'
import { collectControls } from './forms/collect-controls.js'
import { ImageUse } from './image-use.js'
import type { OutputProfile } from './images/output-profile.js'
import { missingGlyphs } from './layout/inline/missing-glyphs.js'
import type { LayoutContext } from './layout/layout-types.js'
import type { LaidOutPage } from './layout/page.js'
import { type BuildBoxes, type LoggedPage, layoutDocument } from './layout/pages/lay-out-document.js'
import { layoutMarginBoxes } from './layout/pages/layout-margin-boxes.js'
import { MarginContents } from './layout/pages/margin-contents.js'
import { PageLabels } from './layout/pages/page-labels.js'
import { reportMissingGlyphs, reportPrivateUse } from './missing-glyphs.js'
import { MapBuilder } from './page-map.js'
import { BrokenBackgrounds } from './paint/broken-backgrounds.js'
import type { PaintSources, StyleImages } from './paint/paint-context.js'
import { paintForeign } from './paint/paint-foreign.js'
import { paintMarginBoxes, paintPage } from './paint/paint-page.js'
import { type Attachment, checkAttachmentLimits } from './pdf/attachments.js'
import { createPdfTarget } from './pdf/create-pdf-target.js'
import { DeviceColors } from './pdf/device-colors.js'
import type { PdfTarget } from './pdf/pdf-target.js'
import type { WrittenStructures } from './pdf/written-structures.js'
import { isOddPage, type OddPage } from './standards/check-archive.js'
import { barriersOf, checkDocument } from './standards/check-document.js'
import { resolveStyles } from './style/resolve-styles.js'
import type { StyledTree } from './style/styled-tree.js'
import { StructureBuilder } from './tags/structure-builder.js'
import type { StructureTree } from './tags/structure-tree.js'
import { type BindOptions, bind } from './template/bind.js'
import type { BoundElement, BoundTree } from './template/bound-tree.js'
import { attributed } from './written-in-template.js'

/**
 * Renders one document: binds the template to data, resolves styles, builds boxes, lays them out into pages and
 * paints those into a PDF. Each page is painted as soon as it is laid out; margin boxes follow when the number of
 * pages is known.
 *
 * @param data an object, read as `JSON.stringify` would write it: a `Date` is its ISO text, `undefined` is missing
 * @throws LimitError for a document beyond the limits, FontError where no font of the library can be read, TypeError for
 *   arguments that are something else, TemplateError for the data of an invoice that is wrong, ProblemError for a
 *   document that has lost something where that is refused
 */
export function renderDocument(template: CompiledTemplate, data: object, options: RenderOptions = {}): RenderResult {
  const stream = renderDocumentStream(template, data, options)
  const chunks: Uint8Array[] = []
  for (;;) {
    const next = stream.next()
    if (next.done) return { pdf: join(chunks), ...next.value }
    chunks.push(next.value)
  }
}

/** The pieces in memory of their own: small results of `Buffer.concat` share theirs, which no thread can give away. */
function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = Buffer.alloc(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

const UNTAGGED_LINK =
  'the link is not in what is read, as in margin boxes and what is aria-hidden: PDF/UA allows none there, so it leads nowhere'

/** Less than this waits for the next page. */
const CHUNK_BYTES = 65_536

/**
 * Renders like `renderDocument`, but yields the file piece by piece: pages are written while later ones are still to
 * be laid out, and what was yielded is not kept. The pieces together are the bytes that `renderDocument` returns.
 * The generator returns what else there is to know. It works only when it is asked for more, so a slow reader slows
 * it down: `Readable.from(renderDocumentStream(template, data))` is a stream for any sink. Stop calling `next` to cancel.
 *
 * @throws as `renderDocument` does, from the call of `next` that finds out
 */
export function* renderDocumentStream(
  template: CompiledTemplate,
  data: object,
  options: RenderOptions = {},
): Generator<Uint8Array, RenderSummary, void> {
  checkRenderArguments(template, data, options)
  try {
    return yield* renderPages(template, data, options)
  } catch (error) {
    throw withLimitsOfEngine(error)
  }
}

/** Sees what the stages hand on, for those who look for a fault in one of them. */
export interface RenderProbe {
  readonly bound?: (tree: BoundTree) => void
  readonly styled?: (tree: StyledTree) => void
  readonly boxes?: (tree: BoxTree) => void
  readonly page?: (page: LaidOutPage) => void
  /** The structure, which is complete when all pages are. */
  readonly structure?: (tree: StructureTree) => void
  /** Receives the painting in place of a PDF. */
  readonly target?: PdfTarget
  /** Leaves the structure out, to measure what it costs. */
  readonly untagged?: boolean
  /** Writes the structure as if no document before had the same, to measure what that saves. */
  readonly newStructure?: boolean
}

/** All stages in their order. Arguments are not checked. */
export function* renderPages(
  template: CompiledTemplate,
  data: object,
  options: RenderOptions,
  probe: RenderProbe = {},
): Generator<Uint8Array, RenderSummary, void> {
  const run = beginRun(template, data, options)
  const { stats, work, diagnostics } = run
  const shapedBefore = template.fonts.shapedWords
  const { target, faults, ...summary } = yield* paintDocument(template, options, run, probe)
  const refuses = (options.problems ?? template.problems) === 'refuse'
  if (refuses) refuseProblems(diagnostics.items)
  yield* target.finishInPieces(CHUNK_BYTES)
  // Outlines are read when fonts are written.
  reportDamage(template.fonts, diagnostics)
  const found = attributed([...diagnostics.items, ...faults], template.tree)
  if (refuses) refuseProblems(found)
  stats.shapedWords = template.fonts.shapedWords - shapedBefore
  stats.work = work.spent
  return { ...summary, diagnostics: found, omittedDiagnostics: diagnostics.omitted, stats }
}

/** @throws ProblemError when there is an error among them */
function refuseProblems(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new ProblemError([...errors, ...diagnostics.filter(({ severity }) => severity !== 'error')])
}

/** What is left of a document when all its pages are painted. */
interface PaintedDocument extends Pick<RenderSummary, 'pages' | 'fileName' | 'map'> {
  readonly target: PdfTarget
  readonly faults: readonly Diagnostic[]
}

/** The stages up to painting. What they make is not kept while the structure and the fonts are written. */
function* paintDocument(
  template: CompiledTemplate,
  options: RenderOptions,
  run: Run,
  probe: RenderProbe,
): Generator<Uint8Array, PaintedDocument, void> {
  const { context, limits, stats, work, diagnostics } = run
  const files = filesOf(options, run)
  const bound = bind(template.tree, context.data, context)
  probe.bound?.(bound)
  const resolved = resolveStyles(template.plan, bound, { stats, work, diagnostics })
  const drawingsOf = drawingsByTree()
  const imagesFor = (styled: StyledTree, sink: DiagnosticList) =>
    imageResolver(template, drawingsOf(styled), run.used, sink)
  const build: BuildBoxes = (styled, references, sink) =>
    buildBoxes(styled, { images: imagesFor(styled, sink), diagnostics: sink, references, maxText: limits.textLength })
  const { styled, ctx, boxes, pages, log } = layoutDocument(resolved, build, {
    fonts: template.fonts,
    stats,
    work,
    diagnostics,
    maxPages: limits.pages,
    firstPages: options.firstPages,
    styleImage: (image) => template.images.resolveStyle(image, run.used, diagnostics),
    keepsInlines: options.map,
    manner: template.manner,
  })
  probe.styled?.(styled)
  probe.boxes?.(boxes)
  const document = drawingsOf(styled)
  const html = new ForeignBoxes(
    {
      layout: ctx,
      nextId: boxes.nextId,
      maxText: limits.textLength,
      diagnostics,
      imagesOf: (drawings) => imageResolver(template, drawings, run.used, diagnostics),
      fontsOf: (drawings) => template.images.files.fontsOf(drawings.fonts),
    },
    document,
  )
  const painting = beginPainting(template, styled, options, { run, document, html, files, probe })
  const labels = new PageLabels()
  const unfinished = yield* paintPages(pages, painting, labels, probe)
  const generated = new GeneratedLength(limits.textLength)
  const margins = new MarginContents({
    styled,
    boxes,
    log,
    images: imagesFor(styled, diagnostics),
    diagnostics,
    generated,
  })
  yield* paintMargins(ctx, unfinished, painting, margins)
  const { target } = painting
  endPainting(painting, diagnostics)
  for (const bookmark of log.bookmarks) target.addBookmark(bookmark)
  target.setPageLabels(labels.ranges)
  reportMissingGlyphs(missingGlyphs(ctx), bound.root, diagnostics)
  const faults = checkClaims(painting, bound, options, { run, files })
  return { target, faults, pages: log.pages, fileName: bound.fileName, map: painting.map?.pages }
}

/** The counters and reports that all stages of one rendering share. */
interface Run {
  readonly context: BindOptions & { readonly data: JsonObject }
  readonly limits: RenderLimits
  readonly stats: RenderStats
  readonly work: WorkBudget
  readonly diagnostics: DiagnosticList
  /** The images that the document has used. */
  readonly used: ImageUse
}

function beginRun(template: CompiledTemplate, data: object, options: RenderOptions): Run {
  const limits = limitsOf(options.limits)
  const diagnostics = new DiagnosticList(template.tree.partials.inclusions)
  diagnostics.addAll(template.diagnostics)
  const { date = new Date(), timeZone = template.timeZone ?? 'UTC' } = options
  const work = new WorkBudget(limits.work)
  return {
    context: { data: data as JsonObject, diagnostics, limits, timeZone, now: date },
    limits,
    stats: createStats(),
    work,
    diagnostics,
    used: new ImageUse(limits, work),
  }
}

/** The files that come with the document. */
interface AttachedFiles {
  readonly invoice: FacturX | undefined
  readonly attachments: readonly Attachment[]
}

function filesOf(options: RenderOptions, { context, limits }: Run): AttachedFiles {
  const invoice = options.facturX && makeFacturX(options.facturX, context)
  const attachments = [...(options.attachments ?? []), ...(invoice ? [invoice.attachment] : [])]
  checkAttachmentLimits(attachments, limits)
  return { invoice, attachments }
}

function checkedClaims(standards: readonly Standard[], options: RenderOptions): Claims {
  const claims = claimsOf(standards)
  if (claims.archive && options.encryption)
    throw new TypeError('platen: options.encryption does not go with PDF/A, which must be read without passwords')
  return claims
}

/** The document that pages are painted into. */
interface Painting {
  readonly target: PdfTarget
  readonly sources: PaintSources
  readonly structure: StructureBuilder
  readonly work: WorkBudget
  readonly map: MapBuilder | undefined
  readonly colors: DeviceColors
  readonly standards: readonly Standard[]
  readonly claims: Claims
  /** Set while pages are painted. */
  oddPage: OddPage | undefined
}

function beginPainting(
  template: CompiledTemplate,
  styled: StyledTree,
  options: RenderOptions,
  {
    run,
    document,
    html,
    files,
    probe,
  }: {
    readonly run: Run
    readonly document: DocumentDrawings
    readonly html: ForeignBoxes
    readonly files: AttachedFiles
    readonly probe: RenderProbe
  },
): Painting {
  const { diagnostics, work, used } = run
  const { tree: bound } = styled
  const standards = standardsOfFile(options.standard ?? template.standard, files.invoice !== undefined)
  const claims = checkedClaims(standards, options)
  const fields = (options.forms ?? template.forms) ? collectControls(bound.root, diagnostics) : undefined
  const structure = new StructureBuilder(bound, fields)
  probe.structure?.(structure.tree)
  const outputProfile = options.outputIntent ?? template.outputIntent
  const colors = new DeviceColors(diagnostics, outputProfile?.channels === 4)
  const { fonts } = template
  const tagged = probe.untagged ? undefined : structure
  const parts = {
    structure: tagged?.tree,
    structures: probe.newStructure ? undefined : template.structures,
    claims,
    files,
    date: run.context.now,
    fonts,
    work,
    colors,
    outputProfile,
  }
  const images: StyleImages = {
    resolve: (image) => template.images.resolveStyle(image, used, diagnostics),
    fontsOf: (drawn) => template.images.files.fontsOf(drawn),
  }
  const drawings = new DocumentBoxDrawings(document, template.images, used, diagnostics, html)
  const untagged = claims.accessible ? new Set<BoundElement>() : undefined
  return {
    target: probe.target ?? createTarget(bound, options, parts),
    sources: {
      fonts,
      images,
      drawings,
      paintForeign,
      broken: new BrokenBackgrounds(),
      structure: tagged,
      untagged,
      fields,
    },
    structure,
    work,
    map: options.map ? new MapBuilder(styled) : undefined,
    colors,
    standards,
    claims,
    oddPage: undefined,
  }
}

/** Paints what waits for all parts of a box, and reports what was painted where it must not be. */
function endPainting({ sources }: Painting, diagnostics: DiagnosticList): void {
  sources.broken.finish()
  sources.structure?.finish(diagnostics)
  for (const { template: link } of sources.untagged ?? []) diagnostics.warn('untagged-link', UNTAGGED_LINK, link.span)
}

/** Finds what the standards that the file claims forbid. @throws StandardError unless it is only to be reported */
function checkClaims(
  { target, sources, structure, colors, standards, claims, oddPage }: Painting,
  bound: BoundTree,
  options: RenderOptions,
  { run: { diagnostics, used }, files }: { readonly run: Run; readonly files: AttachedFiles },
): readonly Diagnostic[] {
  if (claims.archive?.level === 'A') reportPrivateUse(target.privateUse(), bound.root, diagnostics)
  if (standards.length === 0 && options.nonconforming !== 'report') return []
  const document = {
    bound,
    structure: structure.tree,
    diagnostics: diagnostics.items,
    attachments: files.attachments.length,
    fields: sources.fields,
    oddPage,
    inks: colors.coversInks ? [] : [...colors.painted, ...used.inks],
  }
  if (standards.length === 0) return barriersOf(document)
  const faults = checkDocument(claims, document)
  if (faults.length > 0 && options.nonconforming !== 'report') throw new StandardError(standards, faults)
  return faults
}

/** Paints each page as soon as it is laid out. Returns those whose margin boxes are still to come. */
function* paintPages(
  pages: Iterable<LoggedPage>,
  painting: Painting,
  labels: PageLabels,
  probe: RenderProbe,
): Generator<Uint8Array, readonly LoggedPage[], void> {
  const { target, sources, work, map } = painting
  const unfinished: LoggedPage[] = []
  for (const { page, record } of pages) {
    const { size } = page.style
    if (!painting.oddPage && isOddPage(size)) painting.oddPage = { ...size, number: page.number }
    work.page = page.number
    probe.page?.(page)
    paintPage(page, target, sources)
    map?.addPage(page)
    labels.add(page.style, record)
    if (page.style.marginBoxes.size > 0) unfinished.push({ page: { ...page, content: undefined }, record })
    if (target.pending >= CHUNK_BYTES) yield target.take()
  }
  return unfinished
}

/** Completes pages with their margin boxes, now that the number of pages is known. */
function* paintMargins(
  ctx: LayoutContext,
  pages: readonly LoggedPage[],
  { target, sources, work, map }: Painting,
  margins: MarginContents,
): Generator<Uint8Array, void, void> {
  for (const { page, record } of pages) {
    work.page = page.number
    const complete = layoutMarginBoxes(ctx, page, margins.of(record))
    paintMarginBoxes(complete, target, sources)
    map?.addMarginBoxes(complete)
    if (target.pending >= CHUNK_BYTES) yield target.take()
  }
}

/** The parts of a PDF that its bound document and the options do not give. */
interface TargetParts {
  readonly structure: StructureTree | undefined
  readonly structures: WrittenStructures | undefined
  readonly claims: Claims
  readonly files: AttachedFiles
  readonly date: Date
  readonly fonts: FontLibrary
  readonly work: WorkBudget
  readonly colors: DeviceColors
  readonly outputProfile: OutputProfile | undefined
}

function createTarget(bound: BoundTree, options: RenderOptions, parts: TargetParts): PdfTarget {
  const { structure, structures, claims, files, date, fonts, work, colors, outputProfile } = parts
  const { attachments, invoice } = files
  return createPdfTarget({
    title: bound.title,
    author: bound.metadata.get('author'),
    subject: bound.metadata.get('description'),
    keywords: bound.metadata.get('keywords'),
    language: bound.language,
    date,
    work,
    colors,
    outputProfile,
    structure,
    structures,
    claims: options.nonconforming === 'report' ? NO_CLAIMS : claims,
    attachments,
    encryption: options.encryption,
    schemas: invoice && [invoice.schema],
    watermark: options.watermark === undefined ? undefined : { text: options.watermark, fonts },
  })
}

function imageResolver(
  template: CompiledTemplate,
  drawings: DocumentDrawings,
  used: ImageUse,
  diagnostics: DiagnosticList,
): ImageResolver {
  return {
    resolve: (source, span) => template.images.resolveFrom(drawings.file?.path ?? '', source, span, used, diagnostics),
    resolveStyle: (image) => template.images.resolveStyle(image, used, diagnostics),
    code: ({ template: element, attributes }, name) =>
      template.images.code(element, name, attributes, used, diagnostics),
    drawing: (element) => template.images.drawing(element, drawings, used, diagnostics),
  }
}
