import { assetPath, type DocumentBase, networkHint } from './base/asset-path.js'
import { BoundedCache } from './base/bounded-cache.js'
import { dataUriBytes } from './base/data-uri.js'
import { DiagnosticList, type DiagnosticSink, reportAll, templateSink } from './base/diagnostics.js'
import type { Size } from './base/geometry.js'
import { type Message, say } from './base/message.js'
import type { Span } from './base/source.js'
import { WorkBudget } from './base/work-budget.js'
import type { UrlImage } from './css/values/image-value.js'
import type { DocumentDrawings } from './document-drawings.js'
import type { DrawingFile, DrawingFiles } from './drawing-files.js'
import { type FileCosts, type ImageOutcome, ImageUse, imageNamed, nameForMessages } from './image-use.js'
import { type CodeElement, drawCode } from './images/codes/draw-code.js'
import { LONGEST_VALUE } from './images/codes/encode.js'
import { decodeCut, decodeRaster, decodeSvg } from './images/decode-image.js'
import { decodePdf, pageOfAddress } from './images/decode-pdf.js'
import { ImageError } from './images/image-error.js'
import { drawingText, imageFormat } from './images/image-format.js'
import type { DecodedImage } from './images/image-types.js'
import type { BoxCut } from './images/svg/convert-cut.js'
import type { SvgElement } from './images/svg/svg-element.js'
import type { OtherDrawing, SvgSurroundings } from './images/svg/svg-surroundings.js'
import type { VectorImage } from './images/vector-types.js'
import type { ComputedStyle } from './style/computed-style.js'
import type { BoundElement } from './template/bound-tree.js'
import type { TemplateElement } from './template/template-tree.js'

/**
 * Bytes of images kept from one document to the next, besides those that the template itself names: a customer's logo
 * in a data URI, the background of a style sheet.
 */
const KEPT_BYTES = 16_000_000

/** Drawings kept of one element, for styles that differ from document to document. */
const KEPT_DRAWINGS = 8

/** Steps of work for each character of a code: encoding it takes 30 to 130 µs, and more in short ones. */
const STEPS_PER_CHARACTER = 16

/** Where an image is. */
interface ImageAddress {
  /** That of the file among the assets; empty for one that is its own address. */
  readonly path: string
  /** Of a file that has several. */
  readonly page: number | undefined
}

/** A drawing in which nothing depends on data but the styles of its elements. */
interface KeptDrawing {
  readonly styles: readonly ComputedStyle[]
  readonly outcome: ImageOutcome
}

/**
 * The images that a template may show: its assets and `data:` URIs, each decoded once for a document, and mostly for
 * all. Nothing else is read.
 */
export class TemplateImages {
  /** The drawings of elements, the latest first. */
  readonly #drawings = new WeakMap<TemplateElement, readonly KeptDrawing[]>()
  /** The codes that do not depend on data. */
  readonly #codes = new WeakMap<TemplateElement, ImageOutcome>()
  readonly #kept = new BoundedCache<string, ImageOutcome>(KEPT_BYTES, bytesOf)
  /** The names of the images that are being read, each within the one before. */
  readonly #loading = new Set<string>()
  /** The files of which elements are used, by their paths. */
  readonly #opened = new Map<string, DrawingFile>()

  /**
   * @param own the images that the template names, once they are resolved; they count against no document
   * @param files opens drawings in files of their own
   * @param base the address that those in the page are relative to
   */
  constructor(
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly own: ImageUse,
    readonly files: DrawingFiles,
    private readonly base?: DocumentBase,
  ) {}

  /**
   * The image that `source` names; undefined, with a diagnostic, when there is none that can be shown.
   *
   * @throws LimitError for an image that is too large, or too much with those that `use` has counted
   */
  resolve(
    source: string,
    span: Span | undefined,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): DecodedImage | undefined {
    let outcome = this.own.named(source) ?? use.named(source)
    if (!outcome) {
      outcome = this.#kept.get(source) ?? this.#load(source, span, use)
      use.addNamed(source, outcome, span)
      // What stands in an image that is being read may be left out of it, to end a circle.
      if (use !== this.own && this.#loading.size === 0) this.#kept.set(source, outcome)
    }
    const image = shown(outcome, span, diagnostics)
    if (image) use.show(image, span)
    if (outcome.kind === 'image' && outcome.file) reportFile(outcome.file, span, diagnostics)
    return image
  }

  /** The image that an element of a file names, relative to that; of the page where that is empty. @throws LimitError */
  resolveFrom(
    file: string,
    source: string,
    span: Span | undefined,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): DecodedImage | undefined {
    const from = file === '' ? (this.base?.folder ?? '') : file
    const path = from === '' || isDataUri(source) ? source : assetPath(source, from)
    return this.resolve(this.#nameOf(path, source), span, use, diagnostics)
  }

  /** The image that a style names, relative to the file it stands in. @throws LimitError */
  resolveStyle(named: UrlImage, use: ImageUse, diagnostics: DiagnosticSink): DecodedImage | undefined {
    const { source, span, resolution } = named
    const path = span && !isDataUri(source) ? assetPath(source, this.base?.of(span.file) ?? span.file) : source
    const image = this.resolve(this.#nameOf(path, source), span, use, diagnostics)
    return image?.kind === 'raster' && resolution !== undefined
      ? { ...image, width: image.width / resolution, height: image.height / resolution }
      : image
  }

  /** What an image is known by: the path of a file, with the page of it, or the address as it is. */
  #nameOf(path: string, source: string): string {
    if (!this.assets.has(path)) return source
    const page = path === source ? undefined : pageOfAddress(source)
    return page === undefined ? path : `${path}#page=${page}`
  }

  /** The drawing of an `<svg>` element; those in which nothing depends on data are converted once. @throws LimitError */
  drawing(
    element: BoundElement,
    document: DocumentDrawings,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): DecodedImage | undefined {
    const { template } = element
    const { span } = template
    const styles = document.stylesWithin(element)
    const known = this.#drawings.get(template)?.find((drawing) => sameStyles(drawing.styles, styles))
    const outcome = known?.outcome ?? this.#draw(element, document, styles, use, diagnostics)
    use.count(outcome, 'the drawing', span)
    return shown(outcome, span, isStatic(template) ? templateSink(diagnostics) : diagnostics)
  }

  /**
   * What a `clipPath` or `mask` of one of the document's drawings leaves of a box; undefined, with a diagnostic, if it
   * cannot be shown.
   *
   * @throws LimitError
   */
  cut(
    element: SvgElement,
    id: string,
    size: Size,
    document: DocumentDrawings,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): BoxCut | undefined {
    const { span } = (element as BoundElement).template
    const surroundings: SvgSurroundings = {
      place: 'page',
      styles: document,
      byId: (other) => document.byId(other),
      ...this.#filesBeside('', span, use, diagnostics),
    }
    try {
      const cut = decodeCut(element, id, size, use.limits, surroundings)
      use.countBytes(cut.decodedBytes, `the ${element.name}`, span)
      for (const note of cut.notes) diagnostics.warn('unsupported-svg', note, span, note)
      return cut
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      const message = say`the ${element.name} cannot be used: ${error.reason}`
      if (error.code === 'image-too-large') throw use.refusal(message, span, error.option)
      diagnostics.error(error.code, message, span)
      return undefined
    }
  }

  /** A drawing as it is in a frame of this size; as it was, with a diagnostic, if it cannot be shown. @throws LimitError */
  inFrame(
    image: VectorImage,
    size: Size,
    use: ImageUse,
    span: Span | undefined,
    diagnostics: DiagnosticSink,
  ): VectorImage {
    if (!image.inFrame) return image
    try {
      const framed = image.inFrame(size)
      use.countBytes(framed.decodedBytes, 'the drawing', span)
      return framed
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      const message = say`the drawing cannot be shown: ${error.reason}`
      if (error.code === 'image-too-large') throw use.refusal(message, span, error.option)
      diagnostics.error(error.code, message, span)
      return image
    }
  }

  /** The code that `<platen-qr>` or `<platen-barcode>` asks for. @throws LimitError */
  code(
    template: TemplateElement,
    name: CodeElement,
    attributes: ReadonlyMap<string, string>,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): DecodedImage | undefined {
    let outcome = this.#codes.get(template)
    if (!outcome) {
      // Those that are tried in vain cost the same.
      use.work.spend(STEPS_PER_CHARACTER * lengthOf(attributes))
      outcome = decode(() => drawCode(name, attributes), `<${name}>`, template.span, use)
      if (isStatic(template)) this.#codes.set(template, outcome)
    }
    use.count(outcome, 'the code', template.span)
    return shown(outcome, template.span, diagnostics)
  }

  #draw(
    element: BoundElement,
    document: DocumentDrawings,
    styles: readonly ComputedStyle[],
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): ImageOutcome {
    const { template } = element
    const { span } = template
    let outside = false
    const noted = <T>(find: (name: string) => T) => {
      return (name: string) => {
        outside = true
        return find(name)
      }
    }
    const { picture, drawing } = this.#filesBeside('', span, use, diagnostics)
    const surroundings: SvgSurroundings = {
      place: 'page',
      styles: document,
      byId: noted((id) => document.byId(id)),
      picture: noted(picture),
      drawing: noted(drawing),
    }
    const outcome = decode(() => decodeSvg(element, use.limits, surroundings), 'the drawing', span, use)
    const drawn = outcome.kind === 'image' && outcome.image.kind === 'vector' ? outcome.image : undefined
    const isOfDocument = drawn?.inFrame !== undefined || drawn?.hasForeign
    if (!outside && !isOfDocument && isStatic(template)) this.#keepDrawing(template, { styles, outcome })
    return outcome
  }

  #keepDrawing(template: TemplateElement, drawing: KeptDrawing): void {
    const known = this.#drawings.get(template) ?? []
    this.#drawings.set(template, [drawing, ...known.slice(0, KEPT_DRAWINGS - 1)])
  }

  #load(source: string, span: Span | undefined, use: ImageUse): ImageOutcome {
    const page = pageOfAddress(source)
    const own = dataUriBytes(page === undefined ? source : source.slice(0, source.lastIndexOf('#')))
    const path = own ? '' : assetPath(source, '')
    const bytes = own ?? this.assets.get(path)
    if (!bytes) {
      const message = say`there is no image "${nameForMessages(source)}" among the assets${networkHint(source)}`
      return { kind: 'problem', code: 'missing-asset', message, decodedBytes: 0 }
    }
    if (this.#loading.has(source)) {
      const message = say`${imageNamed(source)} contains itself`
      return { kind: 'problem', code: 'invalid-image', message, decodedBytes: 0 }
    }
    this.#loading.add(source)
    try {
      const make = () => this.#decode(bytes, { path, page }, use)
      return decoded(make, imageNamed(source), span, use)
    } finally {
      this.#loading.delete(source)
    }
  }

  /** @throws ImageError */
  #decode(bytes: Uint8Array, { path, page = 1 }: ImageAddress, { limits, work }: ImageUse): ImageOutcome {
    if (imageFormat(bytes) === 'PDF') return { kind: 'image', image: decodePdf(bytes, page, limits) }
    const text = drawingText(bytes)
    if (text === undefined) return { kind: 'image', image: decodeRaster(bytes, limits) }
    const file = this.files.open(text, { path, limits, work: work.limit })
    // All that it shows costs every document the same, whichever reads it first.
    const inner = new ImageUse(limits, new WorkBudget(work.limit))
    const found = new DiagnosticList()
    const beside = this.#filesBeside(path, file.root.template.span, inner, found)
    const image = decodeSvg(file.root, limits, { place: 'file', styles: file.styles, ...beside })
    const problems = [...file.problems, ...found.items]
    const { pages } = inner
    return { kind: 'image', image, file: { ...file, problems, pages, steps: file.steps + inner.work.spent } }
  }

  /** What a drawing may show of the template's files. @param path that of the file in which it stands; empty for the page */
  #filesBeside(path: string, span: Span | undefined, use: ImageUse, diagnostics: DiagnosticSink) {
    return {
      picture: (address: string) => this.resolveFrom(path, address, span, use, diagnostics),
      drawing: (address: string) => this.#drawingAt(address, path, span, use, diagnostics),
    }
  }

  /** The file of which elements are used; opened once, so that circles of files are seen. @throws ImageError */
  #drawingAt(
    address: string,
    file: string,
    span: Span | undefined,
    use: ImageUse,
    diagnostics: DiagnosticSink,
  ): OtherDrawing | undefined {
    const path = assetPath(address, file === '' ? (this.base?.folder ?? '') : file)
    const bytes = this.assets.get(path)
    const text = bytes && drawingText(bytes)
    if (text === undefined) {
      const message = say`there is no drawing "${nameForMessages(address)}" among the assets${networkHint(address)}`
      diagnostics.error('missing-asset', message, span)
      return undefined
    }
    const { limits, work } = use
    const opened = this.#opened.get(path) ?? this.files.open(text, { path, limits, work: work.limit })
    this.#opened.set(path, opened)
    use.countFile(opened, say`the drawing "${nameForMessages(path)}"`, span)
    reportFile(opened, span, diagnostics)
    const { root, styles } = opened
    const beside = this.#filesBeside(path, root.template.span, use, diagnostics)
    return { root, surroundings: { place: 'file', styles, ...beside } }
  }
}

/** Characters of what a code says, all of which stand in attributes. */
function lengthOf(attributes: ReadonlyMap<string, string>): number {
  let length = 0
  for (const value of attributes.values()) length += value.length
  return Math.min(length, LONGEST_VALUE)
}

function decode(make: () => DecodedImage, what: string | Message, span: Span | undefined, use: ImageUse): ImageOutcome {
  return decoded(() => ({ kind: 'image', image: make() }), what, span, use)
}

function decoded(
  make: () => ImageOutcome,
  what: string | Message,
  span: Span | undefined,
  use: ImageUse,
): ImageOutcome {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const message = say`${what} cannot be shown: ${error.reason}`
    if (error.code === 'image-too-large') throw use.refusal(message, span, error.option)
    return { kind: 'problem', code: error.code, message, decodedBytes: error.decodedBytes }
  }
}

/** Memory that a kept image takes, in bytes: its name, and its samples or shapes. */
function bytesOf(source: string, outcome: ImageOutcome): number {
  if (outcome.kind === 'problem') return source.length
  const { image } = outcome
  if (image.kind === 'vector') return source.length + image.decodedBytes
  return source.length + image.samples.data.length + (image.softMask?.data.length ?? 0)
}

function sameStyles(a: readonly ComputedStyle[], b: readonly ComputedStyle[]): boolean {
  return a.length === b.length && a.every((style, i) => style === b[i])
}

function isDataUri(source: string): boolean {
  return source.startsWith('data:')
}

function shown(outcome: ImageOutcome, span: Span | undefined, diagnostics: DiagnosticSink): DecodedImage | undefined {
  if (outcome.kind === 'problem') {
    diagnostics.error(outcome.code, outcome.message, span)
    return undefined
  }
  const { image } = outcome
  if (image.kind === 'raster' && image.profileProblem !== undefined) {
    const message = `the colour profile of the image is left out: it ${image.profileProblem}`
    diagnostics.warn('unused-icc-profile', message, span)
  }
  if (image.kind === 'vector' && image.page && image.page.dropped.length > 0) {
    const message = say`of the PDF this is left out: ${image.page.dropped.join(', ')}`
    diagnostics.warn('dropped-from-pdf', message, span)
  }
  if (image.kind === 'vector') for (const note of image.notes) diagnostics.warn('unsupported-svg', note, span, note)
  return image
}

/** Problems of a file that is its own address have no place but that where it is shown. */
function reportFile({ problems }: FileCosts, span: Span | undefined, diagnostics: DiagnosticSink): void {
  const placed = problems.map((problem) =>
    problem.span?.file ? problem : { ...problem, message: `in the drawing: ${problem.message}`, span },
  )
  reportAll(placed, diagnostics)
}

/** Whether an element looks the same in every document. */
function isStatic(element: TemplateElement): boolean {
  if (!element.staticAttributes) return false
  return element.children.every((child) => {
    if (child.kind === 'element') return isStatic(child)
    return child.kind === 'text' && child.parts.every((part) => typeof part === 'string')
  })
}
