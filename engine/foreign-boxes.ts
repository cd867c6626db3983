import type { DiagnosticSink } from './base/diagnostics.js'
import { buildForeignBoxes } from './boxes/build/build-boxes.js'
import type { ImageResolver } from './boxes/image-resolver.js'
import type { UrlImage } from './css/values/image-value.js'
import { type DocumentDrawings, ForeignHtml } from './document-drawings.js'
import type { FontLibrary } from './fonts/font-types.js'
import type { ForeignContent } from './images/vector-types.js'
import { createLayoutContext } from './layout/create-layout-context.js'
import type { LayoutContext } from './layout/layout-types.js'
import { layoutForeign } from './layout/pages/layout-foreign.js'
import type { ForeignBox } from './paint/paint-context.js'
import type { BoundElement } from './template/bound-tree.js'

/** HTML in drawings in HTML in drawings: more is a prank. */
const MAX_NESTED = 16

/** Steps of work each time that HTML is painted. Drawings in it that use each other show it any number of times. */
const STEPS_PER_PAINTING = 100
const STEPS_WITHIN_HTML = 4000

/** The stages that HTML in drawings goes through once it is to be painted. */
interface ForeignStages {
  /** The context in which the document was laid out. */
  readonly layout: LayoutContext
  /** Continues the numbers of the document's boxes. */
  readonly nextId: () => number
  /** Characters of generated content. */
  readonly maxText: number
  readonly diagnostics: DiagnosticSink
  /** The images and drawings that elements of a document name. */
  imagesOf(document: DocumentDrawings): ImageResolver
  /** Those of a file where it brings some. */
  fontsOf(document: DocumentDrawings): FontLibrary
}

/**
 * The HTML of `foreignObject` elements: its boxes are made and laid out when it is painted for the first time, since
 * nothing in a drawing depends on them. What contains itself, by references from drawing to drawing, ends there.
 */
export class ForeignBoxes {
  readonly #boxes = new Map<ForeignContent, ForeignBox>()
  readonly #open: BoundElement[] = []
  readonly #contexts = new Map<FontLibrary, LayoutContext>()

  constructor(
    private readonly stages: ForeignStages,
    private readonly page: DocumentDrawings,
  ) {}

  paint(content: ForeignContent, paint: (html: ForeignBox) => void): void {
    if (!(content instanceof ForeignHtml)) return
    const { element } = content
    if (this.#open.includes(element) || this.#open.length >= MAX_NESTED) {
      const why = this.#open.length >= MAX_NESTED ? 'is nested too deep' : 'contains itself'
      const message = `the HTML in a drawing ${why}: it is left out`
      this.stages.diagnostics.warn('unsupported-svg', message, element.template.span)
      return
    }
    this.stages.layout.work.spend(this.#open.length > 0 ? STEPS_WITHIN_HTML : STEPS_PER_PAINTING)
    this.#open.push(element)
    paint(this.#boxOf(content))
    this.#open.pop()
  }

  #contextWith(fonts: FontLibrary): LayoutContext {
    let ctx = this.#contexts.get(fonts)
    if (!ctx) {
      const { layout } = this.stages
      const { stats, diagnostics, work, profile } = layout
      const styleImage = (image: UrlImage) => layout.styleImage(image)
      ctx = createLayoutContext({
        fonts,
        stats,
        diagnostics,
        work,
        profile,
        styleImage,
        pageArea: () => layout.pageArea(),
      })
      this.#contexts.set(fonts, ctx)
    }
    return ctx
  }

  #boxOf(html: ForeignHtml): ForeignBox {
    const known = this.#boxes.get(html)
    if (known) return known
    const { document, element, style, size } = html
    const { layout, nextId, maxText, diagnostics } = this.stages
    const images = this.stages.imagesOf(document)
    const box = buildForeignBoxes(element, style, document.styled, { images, diagnostics, maxText, nextId })
    const fonts = this.stages.fontsOf(document)
    const ctx = fonts === layout.fonts ? layout : this.#contextWith(fonts)
    const made = { fragment: layoutForeign(ctx, box, size), fonts, isOfDocument: document === this.page }
    this.#boxes.set(html, made)
    return made
  }
}
