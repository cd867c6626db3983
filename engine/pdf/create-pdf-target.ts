import type { Rect, Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { POINTS_PER_PX } from '../base/units.js'
import type { FontFace, ShapedWord } from '../fonts/font-types.js'
import type { RasterImage } from '../images/image-types.js'
import type { PaintTarget, Path, StrokedLine, StrokedPath, TextRun } from '../paint/paint-target.js'
import type { Color } from '../style/computed-style.js'
import { ContentStream } from './content-stream.js'
import { embedFont } from './embed-font.js'
import { embedImage, imageMatrix } from './embed-image.js'
import { formatNumber as n } from './format-number.js'
import { GlyphUsage } from './glyph-usage.js'
import { type Destination, linkAnnotation } from './link-annotation.js'
import { type DocumentMetadata, infoDictionary, xmpPacket } from './metadata.js'
import { type PdfDictionary, PdfObjects, type PdfReference } from './pdf-objects.js'
import { type ShapedWatermark, shapeWatermark, type Watermark, writeWatermark } from './watermark.js'
import { type UsageOf, writeText } from './write-text.js'

export interface PdfOptions extends DocumentMetadata {
  readonly watermark?: Watermark | undefined
}

/** A paint target whose outcome is a PDF file. */
export interface PdfTarget extends PaintTarget {
  /** Ends the document and returns the file. Every page must have been ended; nothing may be painted afterwards. */
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
  readonly contents: PdfReference[]
  /** Images and forms by resource name. */
  readonly xObjects: Map<string, PdfReference>
  readonly links: { readonly area: Rect; readonly target: string }[]
}

/** A group being painted into a form of its own. */
interface OpenGroup {
  readonly opacity: number
  readonly bounds: Rect
  /** What is painted on when the group has ended. */
  readonly outer: ContentStream
  readonly outerXObjects: Map<string, PdfReference>
}

class PdfWriter implements PdfTarget {
  readonly #objects: PdfObjects
  readonly #watermark: ShapedWatermark | undefined
  readonly #pages: OpenPage[] = []
  /** Alpha values in thousandths and the names of their graphics state dictionaries. */
  readonly #alphas = new Map<number, string>()
  readonly #fonts = new Map<FontFace, GlyphUsage>()
  readonly #images = new Map<string, { readonly name: string; readonly reference: PdfReference }>()
  readonly #destinations = new Map<string, Destination>()
  readonly #groups: OpenGroup[] = []
  readonly #fontResources: PdfReference
  readonly #alphaResources: PdfReference
  #groupCount = 0
  #page: OpenPage | undefined
  #stream: ContentStream
  #xObjects = new Map<string, PdfReference>()
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
    this.#stream = new ContentStream(this.#alphas)
  }

  beginPage(size: Size): void {
    invariant(!this.#page, 'the last page to have ended')
    const page: OpenPage = {
      reference: this.#objects.reserve(),
      size,
      contents: [],
      xObjects: new Map(),
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

  clip(path: Path): void {
    this.#stream.clip(path)
  }

  beginGroup(opacity: number, bounds: Rect): void {
    this.#groups.push({ opacity, bounds, outer: this.#stream, outerXObjects: this.#xObjects })
    this.#stream = new ContentStream(this.#alphas)
    this.#xObjects = new Map()
  }

  endGroup(): void {
    const group = this.#groups.pop()
    invariant(group, 'a group to end')
    const { bounds } = group
    const form = this.#objects.addDeflated(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
        Group: { S: 'Transparency', CS: 'DeviceRGB' },
        Resources: this.#resources(this.#xObjects),
      },
      this.#stream.finish(),
    )
    this.#stream = group.outer
    this.#xObjects = group.outerXObjects
    this.#groupCount++
    const name = `X${this.#groupCount}`
    this.#xObjects.set(name, form)
    this.#stream.drawObject(name, '', group.opacity)
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
    writeText(this.#stream, run, this.#usageOf)
  }

  drawImage(image: RasterImage, rect: Rect): void {
    let embedded = this.#images.get(image.key)
    if (!embedded) {
      embedded = { name: `I${this.#images.size}`, reference: embedImage(this.#objects, image) }
      this.#images.set(image.key, embedded)
    }
    this.#xObjects.set(embedded.name, embedded.reference)
    this.#stream.drawObject(embedded.name, imageMatrix(image.orientation, rect), 1)
  }

  link(area: Rect, target: string): void {
    invariant(this.#page, 'a page to put the link on')
    this.#page.links.push({ area, target })
  }

  destination(id: string, x: number, y: number): void {
    invariant(this.#page, 'a page that the destination is on')
    if (this.#destinations.has(id)) return
    this.#destinations.set(id, { page: this.#page.reference, pageHeight: this.#page.size.height, x, y })
  }

  finish(): Uint8Array {
    invariant(!this.#page, 'the last page to have ended')
    const watermarks = new Map<string, PdfReference>()
    for (const page of this.#pages) this.#definePage(page, watermarks)
    this.#defineFonts()
    this.#defineAlphas()
    return this.#objects.finish(this.#pages.map((page) => page.reference))
  }

  #open(page: OpenPage): void {
    this.#page = page
    this.#stream = new ContentStream(this.#alphas)
    this.#xObjects = page.xObjects
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
      MediaBox: [0, 0, page.size.width * POINTS_PER_PX, page.size.height * POINTS_PER_PX],
      Contents: contents.length === 1 ? contents[0] : contents,
      Resources: this.#resources(page.xObjects),
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

  #resources(xObjects: ReadonlyMap<string, PdfReference>): PdfDictionary {
    return {
      Font: this.#fontResources,
      ExtGState: this.#alphaResources,
      XObject: xObjects.size > 0 ? Object.fromEntries(xObjects) : undefined,
    }
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
    const states: Record<string, PdfDictionary> = {}
    for (const [thousandths, name] of this.#alphas) {
      const alpha = thousandths / 1000
      states[name] = { ca: alpha, CA: alpha }
    }
    this.#objects.define(this.#alphaResources, states)
  }

  readonly #usageOf: UsageOf = (word: ShapedWord) => {
    const face = word.face
    if (this.#lastUsage?.face === face) return this.#lastUsage
    let usage = this.#fonts.get(face)
    if (!usage) {
      usage = new GlyphUsage(face, `F${this.#fonts.size}`)
      this.#fonts.set(face, usage)
    }
    this.#lastUsage = usage
    return usage
  }
}
