import type { DiagnosticSink } from './base/diagnostics.js'
import type { Size } from './base/geometry.js'
import type { Span } from './base/source.js'
import type { DocumentDrawings } from './document-drawings.js'
import type { ForeignBoxes } from './foreign-boxes.js'
import type { ImageUse } from './image-use.js'
import type { BoxCut } from './images/svg/convert-cut.js'
import { expandFilters, type Filtered, type FilterLayers, filterLayers } from './images/svg/filters.js'
import type { SvgElement } from './images/svg/svg-element.js'
import { SvgSource } from './images/svg/svg-source.js'
import type { ForeignContent, VectorImage } from './images/vector-types.js'
import type { BoxDrawings, ForeignBox } from './paint/paint-context.js'
import type { ComputedStyle } from './style/computed-style.js'
import type { BoundElement } from './template/bound-tree.js'
import type { TemplateImages } from './template-images.js'

/** The `clipPath`, `mask` and `filter` elements of a document's drawings that its boxes refer to. */
export class DocumentBoxDrawings implements BoxDrawings {
  /** By kind, id and size of the box. */
  readonly #cuts = new Map<string, BoxCut | undefined>()
  /** By style and size of the box. */
  readonly #filters = new Map<string, FilterLayers>()
  /** By drawing and size of its frame. */
  readonly #framed = new Map<VectorImage, Map<string, VectorImage>>()
  readonly #reported = new Set<string>()
  /** Elements whose drawings lose text. */
  readonly #cutTexts = new Set<Span>()

  constructor(
    private readonly document: DocumentDrawings,
    private readonly images: TemplateImages,
    private readonly used: ImageUse,
    private readonly diagnostics: DiagnosticSink,
    private readonly html: ForeignBoxes,
  ) {}

  foreign(content: ForeignContent, paint: (html: ForeignBox) => void): void {
    this.html.paint(content, paint)
  }

  cut(kind: 'clipPath' | 'mask', id: string, size: Size, node: BoundElement | undefined): BoxCut | undefined {
    const key = `${kind} ${size.width} ${size.height} ${id}`
    if (this.#cuts.has(key)) return this.#cuts.get(key)
    const element = this.#find(kind, id, node)
    const cut = element && this.images.cut(element, id, size, this.document, this.used, this.diagnostics)
    this.#cuts.set(key, cut)
    return cut
  }

  filterLayers(style: ComputedStyle, size: Size, node: BoundElement | undefined): FilterLayers {
    const { width, height } = size
    const key = `${style.id} ${width} ${height}`
    const known = this.#filters.get(key)
    if (known) return known
    const filtered: Filtered = {
      box: () => ({ x: 0, y: 0, width, height }),
      viewport: { width, height, fontSize: style.fontSize },
    }
    const layers = expandFilters(style.filter, ({ id }) => this.#filter(id, filtered, node))
    this.#filters.set(key, layers)
    return layers
  }

  inFrame(image: VectorImage, size: Size): VectorImage {
    const bySize = this.#framed.get(image) ?? new Map<string, VectorImage>()
    this.#framed.set(image, bySize)
    const key = `${size.width} ${size.height}`
    const known = bySize.get(key)
    if (known) return known
    const framed = this.images.inFrame(image, size, this.used, undefined, this.diagnostics)
    bySize.set(key, framed)
    return framed
  }

  reportCutText(node: BoundElement | undefined): void {
    const span = spanOf(node)
    if (!span || this.#cutTexts.has(span)) return
    this.#cutTexts.add(span)
    this.diagnostics.warn('content-cut-off', 'text is cut off at the edge of this drawing', span)
  }

  #filter(id: string, filtered: Filtered, node: BoundElement | undefined): FilterLayers | undefined {
    const element = this.#find('filter', id, node)
    if (!element) return undefined
    const source = new SvgSource(element, (other) => this.document.byId(other))
    const layers = filterLayers(source, this.document, id, filtered)
    for (const note of source.notes)
      this.#report(note, () => this.diagnostics.warn('unsupported-svg', note, spanOf(node)))
    return layers
  }

  /** What does not exist has no effect. */
  #find(kind: string, id: string, node: BoundElement | undefined): SvgElement | undefined {
    const element = this.document.byId(id)
    if (element?.name === kind) return element
    const message = `no drawing of the document has a <${kind}> with the id "${id}"`
    this.#report(message, () => this.diagnostics.warn('missing-target', message, spanOf(node)))
    return undefined
  }

  /** Each thing once. */
  #report(message: string, report: () => void): void {
    if (this.#reported.has(message)) return
    this.#reported.add(message)
    report()
  }
}

function spanOf(node: BoundElement | undefined) {
  return node?.template.span
}
