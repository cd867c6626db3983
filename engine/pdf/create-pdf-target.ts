import { deflateSync } from 'node:zlib'
import type { Rect, Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { IDENTITY, type Matrix, mapPoint, mapRect, multiply, translation } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import { POINTS_PER_PX } from '../base/units.js'
import type { FontProgram, ShapedWord } from '../fonts/font-types.js'
import type { RasterImage } from '../images/image-types.js'
import type { FillRule } from '../images/vector-types.js'
import type { PlacedBookmark } from '../layout/pages/page-log.js'
import type { AlphaMesh } from '../paint/blurred-shape.js'
import type {
  BlendMode,
  ConicGradient,
  Copy,
  GradientPaint,
  LaterDrawing,
  PageSurroundings,
  Paint,
  PaintedGradient,
  PaintTarget,
  ShapePen,
  StrokedLine,
  StrokedPath,
  TextRun,
  Tiling,
} from '../paint/paint-target.js'
import type { Color } from '../style/computed-style.js'
import { conicShading } from './conic-shading.js'
import { ContentStream } from './content-stream.js'
import { embedFont } from './embed-font.js'
import { embedImage, imageMatrix } from './embed-image.js'
import { formatNumber as n } from './format-number.js'
import { GlyphUsage } from './glyph-usage.js'
import { type Destination, linkAnnotation } from './link-annotation.js'
import { meshBounds, meshShading } from './mesh-shading.js'
import { type DocumentMetadata, infoDictionary, xmpPacket } from './metadata.js'
import { type OutlineEntry, writeOutline } from './outline.js'
import { type PdfDictionary, PdfObjects, type PdfReference } from './pdf-objects.js'
import { Resources } from './resources.js'
import { gradientShading, hasAlpha, type ShadingChannel, shadingPattern, withOpacity } from './shading.js'
import { type ShapedWatermark, shapeWatermark, type Watermark, writeWatermark } from './watermark.js'
import { type UsageOf, writeText } from './write-text.js'

export interface PdfOptions extends DocumentMetadata {
  readonly watermark?: Watermark | undefined
}

/** A paint target whose outcome is a PDF file. */
export interface PdfTarget extends PaintTarget {
  /** Adds an entry to the outline of the document; in document order. */
  addBookmark(bookmark: PlacedBookmark): void
  /** Bytes of the file that are written and not taken yet. */
  readonly pending: number
  /** The next bytes of the file: those written since the last call. They are not kept. */
  take(): Uint8Array
  /**
   * Ends the document and returns the rest of the file: all of it if nothing was taken before. Every page must have
   * been ended; nothing may be painted afterwards.
   */
  finish(): Uint8Array
}

/**
 * Starts a PDF 1.7 file. A page's content is compressed as soon as the page ends, so that memory grows by the
 * size of the file only. Equal options and calls give equal bytes.
 */
export function createPdfTarget(options: PdfOptions): PdfTarget {
  return new PdfWriter(options)
}

/** A page whose content may still grow: its dictionary is written when the document ends. */
interface OpenPage {
  readonly reference: PdfReference
  readonly size: Size
  readonly around: PageSurroundings | undefined
  readonly contents: PdfReference[]
  readonly resources: Resources
  readonly links: { readonly area: Rect; readonly target: string }[]
}

/** What is painted on: a page, or a form within it. */
interface Canvas {
  readonly stream: ContentStream
  readonly resources: Resources
  /** From the stream's first coordinates to those of the page or form that patterns refer to (§8.7.2). */
  readonly base: Matrix
  /** It is within a tiling pattern, where some readers misplace patterns: gradients are painted without them. */
  readonly tiled: boolean
}

/** A group being painted into a form of its own, and what is painted on when it has ended. */
interface OpenGroup {
  readonly opacity: number
  readonly bounds: Rect
  readonly mode: BlendMode
  readonly outer: Canvas
}

/** A form or image that is drawn in several places. */
interface SharedObject {
  readonly name: string
  readonly reference: PdfReference
}

class PdfWriter implements PdfTarget {
  readonly #objects: PdfObjects
  readonly #watermark: ShapedWatermark | undefined
  readonly #pages: OpenPage[] = []
  /** Alpha values in thousandths and the names of their graphics state dictionaries. */
  readonly #alphas = new Map<number, string>()
  readonly #fonts = new Map<FontProgram, GlyphUsage>()
  readonly #images = new Map<string, SharedObject>()
  /** Forms by the keys of their drawings. */
  readonly #forms = new Map<string, SharedObject>()
  /** Soft masks of meshes by their keys, and parameters of blend modes by their names. */
  readonly #meshes = new Map<string, SharedObject>()
  readonly #blendModes = new Map<string, PdfReference>()
  readonly #destinations = new Map<string, Destination>()
  readonly #outline: OutlineEntry[] = []
  readonly #groups: OpenGroup[] = []
  readonly #fontResources: PdfReference
  readonly #alphaResources: PdfReference
  #groupCount = 0
  #patternCount = 0
  #maskCount = 0
  /** Drawings that are still to be painted. */
  #leftOut = 0
  #page: OpenPage | undefined
  #canvas: Canvas
  #lastUsage: GlyphUsage | undefined

  constructor(options: PdfOptions) {
    this.#objects = new PdfObjects({
      info: infoDictionary(options),
      language: options.language || undefined,
      metadata: xmpPacket(options),
    })
    this.#fontResources = this.#objects.reserve()
    this.#alphaResources = this.#objects.reserve()
    this.#watermark = options.watermark && shapeWatermark(options.watermark)
    this.#canvas = this.#formCanvas(false)
  }

  beginPage(size: Size, around?: PageSurroundings): void {
    invariant(!this.#page, 'the last page to have ended')
    const page: OpenPage = {
      reference: this.#objects.reserve(),
      size,
      around,
      contents: [],
      resources: new Resources(),
      links: [],
    }
    this.#pages.push(page)
    this.#open(page)
  }

  reopenPage(number: number): void {
    invariant(!this.#page, 'the last page to have ended')
    const page = this.#pages[number - 1]
    invariant(page, `page ${number} to exist`)
    this.#open(page)
  }

  endPage(): void {
    invariant(this.#page && this.#groups.length === 0, 'a page with all groups ended')
    if (!this.#stream.isEmpty) {
      this.#page.contents.push(this.#addContent(this.#page.size, this.#stream.finish()))
    }
    this.#page = undefined
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
    const form = this.#paintForm(bounds, { S: 'Transparency', CS: 'DeviceRGB', I: true }, paint)
    this.#setSoftMask(kind === 'alpha' ? 'Alpha' : 'Luminosity', form)
  }

  beginGroup(opacity: number, bounds: Rect, mode: BlendMode = 'normal'): void {
    this.#groups.push({ opacity, bounds, mode, outer: this.#canvas })
    this.#canvas = this.#formCanvas()
  }

  endGroup(): void {
    const group = this.#groups.pop()
    invariant(group, 'a group to end')
    const { bounds, opacity, outer } = group
    const form = this.#addForm(bounds, { S: 'Transparency', CS: 'DeviceRGB', I: true })
    this.#canvas = outer
    this.#groupCount++
    const name = `X${this.#groupCount}`
    this.#canvas.resources.addXObject(name, form)
    const mode = group.mode === 'normal' ? undefined : this.#blendMode(group.mode)
    if (mode) {
      this.#stream.save()
      this.#stream.setParameters(mode)
    }
    this.#stream.drawObject(name, '', opacity)
    if (mode) this.#stream.restore()
  }

  drawForm(key: string, bounds: Rect, paint: () => void): void {
    const ownKey = this.#canvas.tiled ? `${key} tiled` : key
    let form = this.#forms.get(ownKey)
    if (!form) {
      form = { name: `V${this.#forms.size}`, reference: this.#paintForm(bounds, undefined, paint) }
      this.#forms.set(ownKey, form)
    }
    this.#canvas.resources.addXObject(form.name, form.reference)
    this.#stream.drawObject(form.name, '', 1)
  }

  fillShape(path: Path, rule: FillRule, paint: Paint): void {
    if (paint.kind === 'color') {
      this.#stream.fillPath(path, paint.color, rule)
      return
    }
    this.#stream.save()
    if (this.#canvas.tiled) {
      this.#stream.clip(path, rule)
      this.#paintGradient(paint)
    } else {
      this.#stream.setFillPattern(this.#setGradient(paint))
      this.#stream.fillArea(path, rule)
    }
    this.#stream.restore()
  }

  strokeShape(path: Path, pen: ShapePen, paint: Paint): void {
    if (paint.kind === 'color') {
      this.#stream.setStroke(paint.color)
      this.#stream.strokeShape(path, pen)
      return
    }
    this.#stream.save()
    this.#stream.setStrokePattern(this.#setGradient(paint))
    this.#stream.strokeShape(path, pen)
    this.#stream.restore()
  }

  fillTiled(path: Path, { tile, stepX, stepY }: Tiling, paint: () => void): void {
    const { stream, resources, base } = this.#canvas
    const pattern = this.#paintPattern(tile, stepX, stepY, multiply(base, stream.matrix), paint)
    const name = `P${this.#patternCount++}`
    resources.addPattern(name, pattern)
    stream.save()
    stream.setAlpha(1)
    stream.setFillPattern(name)
    stream.fillArea(path, 'nonzero')
    stream.restore()
  }

  fillMesh(mesh: AlphaMesh, x: number, y: number, color: Color): void {
    const { name, reference } = this.#meshMask(mesh)
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
    const { gradient } = run
    if (!gradient) {
      writeText(this.#stream, run, this.#usageOf)
      return
    }
    this.#stream.save()
    this.#stream.setFillPattern(this.#setGradient(gradient))
    writeText(this.#stream, run, this.#usageOf)
    this.#stream.restore()
  }

  drawImage(image: RasterImage, rect: Rect, smooth = false): void {
    const key = smooth ? `${image.key} smooth` : image.key
    let embedded = this.#images.get(key)
    if (!embedded) {
      embedded = { name: `I${this.#images.size}`, reference: embedImage(this.#objects, image, smooth) }
      this.#images.set(key, embedded)
    }
    this.#canvas.resources.addXObject(embedded.name, embedded.reference)
    this.#stream.drawObject(embedded.name, imageMatrix(image.orientation, rect), 1)
  }

  drawCopies(bounds: Rect, copies: readonly Copy[], paint: () => void): void {
    const form = this.#paintForm(bounds, { S: 'Transparency', CS: 'DeviceRGB', I: true }, paint)
    const name = `X${++this.#groupCount}`
    this.#canvas.resources.addXObject(name, form)
    for (const { x, y, opacity } of copies) this.#stream.drawObject(name, `1 0 0 1 ${n(x)} ${n(y)}`, opacity)
  }

  drawLater(bounds: Rect): LaterDrawing {
    const { tiled } = this.#canvas
    const reference = this.#objects.reserve()
    const name = `X${++this.#groupCount}`
    this.#canvas.resources.addXObject(name, reference)
    this.#stream.drawObject(name, '', 1)
    this.#leftOut++
    return (paint) => {
      const outer = this.#canvas
      this.#canvas = this.#formCanvas(tiled)
      paint()
      this.#addForm(bounds, undefined, reference)
      this.#canvas = outer
      this.#leftOut--
    }
  }

  link(area: Rect, target: string): void {
    invariant(this.#page, 'a page to put the link on')
    this.#page.links.push({ area: mapRect(this.#toPage(), area), target })
  }

  destination(id: string, x: number, y: number): void {
    invariant(this.#page, 'a page that the destination is on')
    if (this.#destinations.has(id)) return
    const place = mapPoint(this.#toPage(), x, y)
    this.#destinations.set(id, { page: this.#page.reference, pageHeight: this.#page.size.height, ...place })
  }

  /** From the coordinates of what is painted to px from the top left corner of the page. */
  #toPage(): Matrix {
    let matrix = this.#stream.matrix
    for (let i = this.#groups.length - 1; i >= 0; i--) {
      const group = this.#groups[i]
      if (group) matrix = multiply(group.outer.stream.matrix, matrix)
    }
    return matrix
  }

  addBookmark({ level, label, state, page: number, x, y }: PlacedBookmark): void {
    const page = this.#pages[number - 1]
    invariant(page, `page ${number} to exist`)
    const destination = { page: page.reference, pageHeight: page.size.height, x, y }
    this.#outline.push({ level, title: label, open: state === 'open', destination })
  }

  get pending(): number {
    return this.#objects.pending
  }

  take(): Uint8Array {
    return this.#objects.take()
  }

  finish(): Uint8Array {
    invariant(!this.#page && this.#leftOut === 0, 'the last page to have ended, with all that was left out')
    const watermarks = new Map<string, PdfReference>()
    for (const page of this.#pages) this.#definePage(page, watermarks)
    const outline = writeOutline(this.#objects, this.#outline)
    if (outline) this.#objects.setCatalogEntry('Outlines', outline)
    this.#defineFonts()
    this.#defineAlphas()
    return this.#objects.finish(this.#pages.map((page) => page.reference))
  }

  #open(page: OpenPage): void {
    this.#page = page
    const base = { a: POINTS_PER_PX, b: 0, c: 0, d: -POINTS_PER_PX, e: 0, f: page.size.height * POINTS_PER_PX }
    this.#canvas = { stream: new ContentStream(this.#alphas), resources: page.resources, base, tiled: false }
  }

  get #stream(): ContentStream {
    return this.#canvas.stream
  }

  #formCanvas(tiled = this.#canvas.tiled): Canvas {
    return { stream: new ContentStream(this.#alphas), resources: new Resources(), base: IDENTITY, tiled }
  }

  #paintForm(bounds: Rect, group: PdfDictionary | undefined, paint: () => void): PdfReference {
    const outer = this.#canvas
    this.#canvas = this.#formCanvas()
    paint()
    const form = this.#addForm(bounds, group)
    this.#canvas = outer
    return form
  }

  #meshMask(mesh: AlphaMesh): SharedObject {
    const known = this.#meshes.get(mesh.key)
    if (known) return known
    const { left, top, right, bottom } = meshBounds(mesh)
    const area = { x: left, y: top, width: right - left, height: bottom - top }
    const { dictionary, data } = meshShading(mesh)
    const shading = this.#objects.addStream({ ...dictionary, Filter: 'FlateDecode' }, deflateSync(data))
    const form = this.#paintForm(area, { S: 'Transparency', CS: 'DeviceGray', I: true }, () => {
      this.#stream.setFillPattern(this.#addPattern(shadingPattern(shading, IDENTITY)))
      this.#stream.fillArea([{ kind: 'rect', ...area }], 'nonzero')
    })
    const mask = { Type: 'Mask', S: 'Luminosity', G: form }
    const made = { name: `S${this.#meshes.size}`, reference: this.#objects.add({ Type: 'ExtGState', SMask: mask }) }
    this.#meshes.set(mesh.key, made)
    return made
  }

  /** A coloured tiling pattern (§8.7.3). */
  #paintPattern(tile: Rect, stepX: number, stepY: number, matrix: Matrix, paint: () => void): PdfReference {
    const outer = this.#canvas
    this.#canvas = this.#formCanvas(true)
    paint()
    const { a, b, c, d, e, f } = matrix
    const pattern = this.#objects.addDeflated(
      {
        Type: 'Pattern',
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [tile.x, tile.y, tile.x + tile.width, tile.y + tile.height],
        XStep: stepX,
        YStep: stepY,
        Matrix: [a, b, c, d, e, f],
        Resources: this.#resourceDictionary(this.#canvas.resources),
      },
      this.#stream.finish(),
    )
    this.#canvas = outer
    return pattern
  }

  /** Writes what was painted on the canvas as a form (§8.10). */
  #addForm(bounds: Rect, group: PdfDictionary | undefined, reserved?: PdfReference): PdfReference {
    return this.#objects.addDeflated(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
        Group: group,
        Resources: this.#resourceDictionary(this.#canvas.resources),
      },
      this.#stream.finish(),
      reserved,
    )
  }

  /** Makes a gradient the pattern to paint with, its alpha a soft mask. Returns the name of the pattern. */
  #setGradient({ gradient, opacity, area }: GradientPaint): string {
    const { stream, resources, base } = this.#canvas
    const masked = hasAlpha(gradient)
    if (masked) {
      // The opacity goes into the mask: some readers apply a constant alpha to the mask, too.
      const alpha = this.#shadingPattern(withOpacity(gradient, opacity), 'alpha', gradient.transform)
      const mask = this.#paintForm(area, { S: 'Transparency', CS: 'DeviceGray', I: true }, () => {
        this.#stream.setFillPattern(this.#addPattern(alpha))
        this.#stream.fillArea([{ kind: 'rect', ...area }], 'nonzero')
      })
      this.#setSoftMask('Luminosity', mask)
    }
    stream.setAlpha(masked ? 1 : opacity)
    const matrix = multiply(multiply(base, stream.matrix), gradient.transform)
    return this.#addPattern(this.#shadingPattern(gradient, 'color', matrix), resources)
  }

  /** Fills the clip with a gradient, its alpha a soft mask, by the operator for shadings (§8.7.4.2). */
  #paintGradient({ gradient, opacity, area }: GradientPaint): void {
    const masked = hasAlpha(gradient)
    if (masked) {
      const mask = this.#paintForm(area, { S: 'Transparency', CS: 'DeviceGray', I: true }, () =>
        this.#showShading(withOpacity(gradient, opacity), 'alpha'),
      )
      this.#setSoftMask('Luminosity', mask)
    }
    this.#stream.setAlpha(masked ? 1 : opacity)
    this.#showShading(gradient, 'color')
  }

  #showShading(gradient: PaintedGradient, channel: ShadingChannel): void {
    const name = `G${this.#patternCount++}`
    const shading =
      gradient.kind === 'conic'
        ? this.#conicShading(gradient, channel)
        : this.#objects.add(gradientShading(gradient, channel))
    this.#canvas.resources.addShading(name, shading)
    this.#stream.transform(gradient.transform)
    this.#stream.append(`/${name} sh\n`)
  }

  #shadingPattern(gradient: PaintedGradient, channel: ShadingChannel, matrix: Matrix): PdfDictionary {
    if (gradient.kind !== 'conic') return shadingPattern(gradientShading(gradient, channel), matrix)
    return shadingPattern(this.#conicShading(gradient, channel), matrix)
  }

  #conicShading(gradient: ConicGradient, channel: ShadingChannel): PdfReference {
    const { dictionary, data } = conicShading(gradient, channel)
    return this.#objects.addStream({ ...dictionary, Filter: 'FlateDecode' }, deflateSync(data))
  }

  #addPattern(pattern: PdfDictionary, resources = this.#canvas.resources): string {
    const name = `P${this.#patternCount++}`
    resources.addPattern(name, this.#objects.add(pattern))
    return name
  }

  /** The name of the graphics state parameters of a blend mode (§11.3.5), whose names are those of CSS in camel case. */
  #blendMode(mode: BlendMode): string {
    const pascal = mode.replace(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase())
    const name = `B${pascal}`
    let reference = this.#blendModes.get(name)
    if (!reference) {
      reference = this.#objects.add({ Type: 'ExtGState', BM: pascal })
      this.#blendModes.set(name, reference)
    }
    this.#canvas.resources.addParameters(name, reference)
    return name
  }

  /** A soft mask holds until the graphics state is restored (§11.6.5). */
  #setSoftMask(kind: 'Alpha' | 'Luminosity', form: PdfReference): void {
    const name = `M${this.#maskCount++}`
    const parameters = this.#objects.add({ Type: 'ExtGState', SMask: { Type: 'Mask', S: kind, G: form } })
    this.#canvas.resources.addParameters(name, parameters)
    this.#stream.setParameters(name)
  }

  /** The operators of a page in CSS px, turned to points and the right way up. */
  #addContent(size: Size, operators: string): PdfReference {
    const flip = `q .75 0 0 -.75 0 ${n(size.height * POINTS_PER_PX)} cm\n`
    return this.#objects.addDeflated({}, `${flip}${operators}Q\n`)
  }

  #definePage(page: OpenPage, watermarks: Map<string, PdfReference>): void {
    const contents = [...page.contents]
    if (this.#watermark) contents.push(this.#watermarkContent(this.#watermark, page.size, watermarks))
    const annotations = this.#annotations(page)
    this.#objects.define(page.reference, {
      Type: 'Page',
      Parent: this.#objects.pages,
      MediaBox: pageBox(page.size, page.around?.outset ?? 0),
      ...(page.around && { BleedBox: pageBox(page.size, page.around.bleed), TrimBox: pageBox(page.size, 0) }),
      Contents: contents.length === 1 ? contents[0] : contents,
      Resources: this.#resourceDictionary(page.resources),
      Annots: annotations.length > 0 ? annotations : undefined,
    })
  }

  /** Pages of one size share the watermark's content stream. */
  #watermarkContent(word: ShapedWatermark, size: Size, written: Map<string, PdfReference>): PdfReference {
    const key = `${size.width} ${size.height}`
    let content = written.get(key)
    if (!content) {
      const stream = new ContentStream(this.#alphas)
      writeWatermark(stream, word, size, this.#usageOf)
      content = this.#addContent(size, stream.finish())
      written.set(key, content)
    }
    return content
  }

  /** Links to ids that no element has are left out. */
  #annotations(page: OpenPage): PdfReference[] {
    const references: PdfReference[] = []
    for (const { area, target } of page.links) {
      const place = target.startsWith('#') ? this.#destinations.get(target.slice(1)) : target
      if (place !== undefined) references.push(this.#objects.add(linkAnnotation(area, page.size.height, place)))
    }
    return references
  }

  #resourceDictionary(resources: Resources): PdfDictionary {
    return resources.dictionary(this.#fontResources, this.#alphaResources, this.#alphaStates())
  }

  #defineFonts(): void {
    const references: Record<string, PdfReference> = {}
    for (const usage of this.#fonts.values()) {
      const reference = this.#objects.reserve()
      embedFont(this.#objects, usage, reference)
      references[usage.resourceName] = reference
    }
    this.#objects.define(this.#fontResources, references)
  }

  #defineAlphas(): void {
    this.#objects.define(this.#alphaResources, this.#alphaStates())
  }

  #alphaStates(): PdfDictionary {
    const states: Record<string, PdfDictionary> = {}
    for (const [thousandths, name] of this.#alphas) {
      const alpha = thousandths / 1000
      states[name] = { ca: alpha, CA: alpha }
    }
    return states
  }

  readonly #usageOf: UsageOf = (word: ShapedWord) => {
    const { program } = word.face
    if (this.#lastUsage?.program === program) return this.#lastUsage
    let usage = this.#fonts.get(program)
    if (!usage) {
      usage = new GlyphUsage(program, `F${this.#fonts.size}`)
      this.#fonts.set(program, usage)
    }
    this.#lastUsage = usage
    return usage
  }
}

/** The page box widened on all sides, in points from its lower left corner (ISO 32000-1 §14.11.2). */
function pageBox({ width, height }: Size, outset: number): readonly number[] {
  return [-outset, -outset, width + outset, height + outset].map((px) => px * POINTS_PER_PX || 0)
}
