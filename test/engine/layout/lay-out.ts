import { type Diagnostic, DiagnosticList } from '../../../engine/base/diagnostics.js'
import { assertNever } from '../../../engine/base/invariant.js'
import type { JsonObject } from '../../../engine/base/json.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { createStats, type RenderStats } from '../../../engine/base/stats.js'
import { buildBoxes } from '../../../engine/boxes/build/build-boxes.js'
import type { ImageResolver } from '../../../engine/boxes/image-resolver.js'
import { type CompiledTemplate, compileTemplate } from '../../../engine/compile.js'
import type { UrlImage } from '../../../engine/css/values/image-value.js'
import { DocumentDrawings } from '../../../engine/document-drawings.js'
import type { FontLibrary } from '../../../engine/fonts/font-types.js'
import { ImageUse } from '../../../engine/image-use.js'
import { createLayoutContext } from '../../../engine/layout/create-layout-context.js'
import type { Fragment } from '../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../engine/layout/page.js'
import { pageArea } from '../../../engine/layout/pages/page-area.js'
import { paginate } from '../../../engine/layout/pages/paginate.js'
import { resolveStyles } from '../../../engine/style/resolve-styles.js'
import { bind } from '../../../engine/template/bind.js'
import { createSquareFonts } from './square-fonts.js'

/**
 * Pages of 200 × 100 px without margins; text in squares of 10 px, lines of 10 px. The style sheet of a case
 * comes after this one.
 */
export const SMALL_PAGES =
  '@page { size: 200px 100px; margin: 0 } html, body { margin: 0 } body { font: 10px/1 Square; orphans: 1; widows: 1 }'

export interface LaidOut {
  readonly pages: readonly LaidOutPage[]
  readonly diagnostics: readonly Diagnostic[]
  readonly stats: RenderStats
}

/** A piece of text with its place on the page, in px. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Compiles a body and a style sheet with square fonts. */
export function compileSmall(css: string, body: string, fonts: FontLibrary = createSquareFonts()): CompiledTemplate {
  const html = `<!doctype html><html><head><style>${SMALL_PAGES} ${css}</style></head><body>${body}</body></html>`
  return compileTemplate({ html }, { fonts })
}

/** More than any document of a test has: one that never ends fails soon. */
const MAX_PAGES = 5_000

/** Runs the pipeline up to the pages, without painting. */
export function layOut(template: CompiledTemplate, data: JsonObject = {}): LaidOut {
  const diagnostics = new DiagnosticList()
  diagnostics.addAll(template.diagnostics)
  const stats = createStats()
  const bound = bind(template.tree, data, { diagnostics, limits: DEFAULT_LIMITS, timeZone: 'UTC', now: new Date(0) })
  const styled = resolveStyles(template.plan, bound, { stats, diagnostics })
  const used = new ImageUse(DEFAULT_LIMITS)
  const drawings = new DocumentDrawings(styled)
  const images: ImageResolver = {
    resolve: (source, span) => template.images.resolve(source, span, used, diagnostics),
    resolveStyle: (image) => template.images.resolveStyle(image, used, diagnostics),
    pages: () => undefined,
    code: (element, name) => template.images.code(element.template, name, element.attributes, used, diagnostics),
    drawing: (element) => template.images.drawing(element, drawings, used, diagnostics),
  }
  const boxes = buildBoxes(styled, { images, diagnostics })
  const first = { number: 1, name: '', blank: false, groupPage: 1 }
  const area = () => pageArea(styled.pageStyle(first))
  const styleImage = (image: UrlImage) => template.images.resolveStyle(image, used, diagnostics)
  const ctx = createLayoutContext({ fonts: template.fonts, stats, diagnostics, pageArea: area, styleImage })
  const pages = [...paginate(ctx, boxes, { maxPages: MAX_PAGES, pageStyle: (input) => styled.pageStyle(input) })]
  return { pages, diagnostics: diagnostics.items, stats }
}

/** The order in which the texts of a page are told: that of their fragments, from top to bottom, or column by column. */
type Order = 'fragments' | 'down' | 'columns'

/** The words of each page, joined by blanks. */
export function wordsByPage(pages: readonly LaidOutPage[], order?: Order): string[] {
  return pages.map((page) =>
    wordsOn(page, order)
      .map(({ text }) => text)
      .join(' '),
  )
}

/** The texts of a page with their places, as `words@x,y`. */
export function placesOn(page: LaidOutPage | undefined): string[] {
  return wordsOn(page).map(({ text, x, y }) => `${text}@${x},${y}`)
}

/** The texts of a page with their distances from its top, as `words@y`. */
export function topsOn(page: LaidOutPage | undefined, order?: Order): string[] {
  return wordsOn(page, order).map(({ text, y }) => `${text}@${y}`)
}

/** The texts of each page with their distances from its top, as `words@y words@y`. */
export function topsByPage(pages: readonly LaidOutPage[], order: Order = 'down'): string[] {
  return pages.map((page) => topsOn(page, order).join(' '))
}

/** Where a text stands, as `page: x,y`. */
export function findText(pages: readonly LaidOutPage[], text: string): string[] {
  return pages.flatMap((page) =>
    wordsOn(page)
      .filter((each) => each.text === text)
      .map(({ x, y }) => `${page.number}: ${x},${y}`),
  )
}

/** The texts of a page that are not blank. */
function wordsOn(page: LaidOutPage | undefined, order: Order = 'fragments'): readonly PlacedText[] {
  const texts = (page ? textsOf(page) : [])
    .map((each) => ({ ...each, text: each.text.trim() }))
    .filter(({ text }) => text !== '')
  switch (order) {
    case 'fragments':
      return texts
    case 'down':
      return texts.sort((a, b) => a.y - b.y)
    case 'columns':
      return texts.sort((a, b) => a.x - b.x || a.y - b.y)
    default:
      return assertNever(order)
  }
}

/** All text fragments of a page with their places, in the order of the fragments. */
export function textsOf(page: LaidOutPage): PlacedText[] {
  const texts: PlacedText[] = []
  if (page.content) collect(page.content.fragment, page.content.x, page.content.y, texts)
  return texts
}

function collect(fragment: Fragment, x: number, y: number, texts: PlacedText[]): void {
  if (fragment.kind === 'text') {
    const text = fragment.words.map((word) => word.text).join('')
    texts.push({ text, x, y, width: fragment.width, height: fragment.height })
    return
  }
  if (fragment.kind === 'decoration') return
  for (const child of fragment.children) collect(child.fragment, x + child.x, y + child.y, texts)
}
