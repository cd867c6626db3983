import { type Diagnostic, DiagnosticList } from '../../../engine/base/diagnostics.js'
import type { JsonObject } from '../../../engine/base/json.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { createStats, type RenderStats } from '../../../engine/base/stats.js'
import { buildBoxes } from '../../../engine/boxes/build/build-boxes.js'
import { GeneratedLength } from '../../../engine/boxes/generated-length.js'
import type { ImageResolver } from '../../../engine/boxes/image-resolver.js'
import type { CompiledTemplate } from '../../../engine/compile.js'
import { DocumentDrawings } from '../../../engine/document-drawings.js'
import { ImageUse } from '../../../engine/image-use.js'
import type { Page } from '../../../engine/layout/page.js'
import { type BuildBoxes, layoutDocument } from '../../../engine/layout/pages/lay-out-document.js'
import { layoutMarginBoxes } from '../../../engine/layout/pages/layout-margin-boxes.js'
import { MarginContents } from '../../../engine/layout/pages/margin-contents.js'
import type { PlacedBookmark } from '../../../engine/layout/pages/page-log.js'
import { resolveStyles } from '../../../engine/style/resolve-styles.js'
import { bind } from '../../../engine/template/bind.js'
import { compileSmall, type PlacedText, textsOf } from './lay-out.js'

export interface WholeDocument {
  /** With their margin boxes. */
  readonly pages: readonly Page[]
  readonly bookmarks: readonly PlacedBookmark[]
  readonly diagnostics: readonly Diagnostic[]
  readonly stats: RenderStats
}

/** More than most documents of tests have. */
const MAX_PAGES = 10_000

/** Runs the pipeline up to painting: page numbers in the text, running elements and margin boxes included. */
export function layOutDocument(
  template: CompiledTemplate,
  data: JsonObject = {},
  maxPages: number = MAX_PAGES,
): WholeDocument {
  const diagnostics = new DiagnosticList()
  diagnostics.addAll(template.diagnostics)
  const stats = createStats()
  const bound = bind(template.tree, data, { diagnostics, limits: DEFAULT_LIMITS, timeZone: 'UTC', now: new Date(0) })
  const styled = resolveStyles(template.plan, bound, { stats, diagnostics })
  const used = new ImageUse(DEFAULT_LIMITS)
  const drawings = new DocumentDrawings(styled)
  const images = (sink: DiagnosticList): ImageResolver => ({
    resolve: (source, span) => template.images.resolve(source, span, used, sink),
    resolveStyle: (image) => template.images.resolveStyle(image, used, sink),
    pages: () => undefined,
    code: (element, name) => template.images.code(element.template, name, element.attributes, used, sink),
    drawing: (element) => template.images.drawing(element, drawings, used, sink),
  })
  const build: BuildBoxes = (_styled, references, sink) =>
    buildBoxes(styled, { images: images(sink), diagnostics: sink, references })
  const { fonts } = template
  const { ctx, boxes, pages, log } = layoutDocument(styled, build, { fonts, stats, diagnostics, maxPages })
  const laidOut = [...pages]
  const margins = new MarginContents({
    styled,
    boxes,
    log,
    images: images(diagnostics),
    diagnostics,
    generated: new GeneratedLength(DEFAULT_LIMITS.textLength),
  })
  return {
    pages: laidOut.map(({ page, record }) => layoutMarginBoxes(ctx, page, margins.of(record))),
    bookmarks: log.bookmarks,
    diagnostics: diagnostics.items,
    stats,
  }
}

/** Lays out a body on small pages (see `SMALL_PAGES`). */
export function layOutSmall(css: string, body: string): WholeDocument {
  return layOutDocument(compileSmall(css, body))
}

/** The texts of the margin boxes of a page, in the order of the boxes. */
export function marginTexts(page: Page): PlacedText[] {
  return page.marginBoxes.flatMap((placed) => textsOf({ ...page, content: placed }))
}

/** The words of the margin boxes of each page, joined by blanks. */
export function marginWords(pages: readonly Page[]): string[] {
  return pages.map((page) =>
    marginTexts(page)
      .map(({ text }) => text.trim())
      .join(' ')
      .trim(),
  )
}
