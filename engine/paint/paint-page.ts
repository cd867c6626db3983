import type { Rect, Size } from '../base/geometry.js'
import { IDENTITY } from '../base/matrix.js'
import { TRANSPARENT } from '../base/rgb-color.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { LaidOutPage, Page } from '../layout/page.js'
import { contentOffset, printedArea, pageArea as scaledPageArea } from '../layout/pages/page-area.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { MarginBoxName, PageStyle } from '../style/page-style.js'
import type { PaginationArtifact } from '../tags/structure-element.js'
import { brokenPart } from './broken-backgrounds.js'
import { hasBackground, paintBackground } from './paint-background.js'
import { paintBorder } from './paint-border.js'
import type { PaintContext, PaintSources } from './paint-context.js'
import { paintRoot } from './paint-fragment.js'
import { paintInsertedPage } from './paint-inserted-page.js'
import { paintMarks, surroundingsOf } from './paint-marks.js'
import type { PaintTarget } from './paint-target.js'

/** Paints one page: its background and border, the content and the notes. */
export function paintPage(page: LaidOutPage, target: PaintTarget, sources: PaintSources): void {
  if (page.inserted) {
    paintInsertedPage(page.style.size, page.inserted, target, sources)
    return
  }
  target.beginPage(page.style.size, surroundingsOf(page.style.sheet))
  const root = page.content?.fragment.kind === 'box' ? page.content.fragment : undefined
  const canvas = root && canvasFragment(root)
  const ctx = {
    target,
    ...sources,
    page: page.number,
    canvasBox: canvas?.box,
    viewport: contentArea(page.style),
    layers: undefined,
  }
  paintPageBox(ctx, page, canvas)
  const { contentScale } = page.style
  const clipsContent = page.style.clipsContent || (root !== undefined && clipsViewport(root))
  if (contentScale !== 1) beginScaled(target, contentScale)
  if (clipsContent) beginClipped(target, { ...ctx.viewport, ...printedArea(page.style) })
  if (root && page.content) paintRoot(ctx, root, page.content.x, page.content.y)
  const notes = page.notes?.fragment.kind === 'box' ? page.notes.fragment : undefined
  if (notes && page.notes) paintRoot({ ...ctx, canvasBox: undefined }, notes, page.notes.x, page.notes.y)
  if (clipsContent) target.restore()
  if (contentScale !== 1) target.restore()
  sources.broken.settle([root, notes].filter((fragment) => fragment !== undefined))
  paintMarks(target, page.style.size, page.style.sheet)
  target.endPage()
}

/**
 * Whether the root element, or the body in its place, clips what overflows it: that is the overflow of the viewport
 * (css-overflow-3 §3.3), on paper what reaches out of the page area.
 */
function clipsViewport(root: BoxFragment): boolean {
  if (root.style.overflow !== 'visible') return true
  return root.children.some(({ fragment }) => {
    return fragment.kind === 'box' && fragment.box.node?.name === 'body' && fragment.style.overflow !== 'visible'
  })
}

/**
 * Paints the margin boxes of a page, which are laid out when all pages have been painted, on top of the rest.
 * @param place that of the page in the file, from 1; its number where no page is left out
 */
export function paintMarginBoxes(page: Page, target: PaintTarget, sources: PaintSources, place = page.number): void {
  target.reopenPage(place)
  const ctx = {
    target,
    ...sources,
    // Content of margin boxes is on the page, not in the document.
    structure: undefined,
    fields: undefined,
    page: page.number,
    canvasBox: undefined,
    viewport: pageArea(page.style),
    layers: undefined,
  }
  for (const { name, x, y, fragment } of page.marginBoxes) {
    target.beginContent(artifactOf(name), { x, y, width: fragment.width, height: fragment.height })
    paintRoot(ctx, fragment, x, y)
    target.endContent()
  }
  sources.broken.settle(page.marginBoxes.map(({ fragment }) => fragment))
  target.endPage()
}

/** Corners belong to the head and foot of the page. */
function artifactOf(name: MarginBoxName): PaginationArtifact {
  if (name.startsWith('top')) return 'header'
  return name.startsWith('bottom') ? 'footer' : 'side'
}

/**
 * css-page-3 §3.1: the page's background, the canvas, the page's border. The background covers the whole page; its
 * images are positioned to the padding box, as those of all boxes, or to the page if they are fixed. As in browsers, a
 * page that is hidden hides the canvas as well.
 */
function paintPageBox(ctx: PaintContext, page: LaidOutPage, canvas: BoxFragment | undefined): void {
  const { size, margin, padding, style, sheet } = page.style
  if (style.visibility !== 'visible') return
  const border = {
    top: style.borderTopWidth,
    right: style.borderRightWidth,
    bottom: style.borderBottomWidth,
    left: style.borderLeftWidth,
  }
  const shape = {
    x: margin.left,
    y: margin.top,
    width: size.width - margin.left - margin.right,
    height: size.height - margin.top - margin.bottom,
    corners: undefined,
  }
  const paper = bleedArea(size, sheet.bleed)
  if (style.backgroundColor.alpha > 0) ctx.target.fillRect(paper, style.backgroundColor)
  if (style.backgroundImage.length > 0) {
    const viewport = { x: 0, y: 0, ...size }
    paintBackground({ ...ctx, viewport }, withoutColor(style), { shape, border, padding, within: [paper] })
  }
  const { contentScale } = page.style
  if (canvas && contentScale !== 1) beginScaled(ctx.target, contentScale)
  if (canvas) paintCanvas(ctx, page, canvas)
  if (canvas && contentScale !== 1) ctx.target.restore()
  paintBorder(ctx.target, style, border, shape)
}

/** Makes the px of the content the unit of what follows. */
function beginScaled(target: PaintTarget, scale: number): void {
  target.save()
  target.transform({ ...IDENTITY, a: scale, d: scale })
}

/** Shows of what follows only what lies in an area. */
function beginClipped(target: PaintTarget, area: Rect): void {
  target.save()
  target.clip([{ kind: 'rect', ...area }])
}

/** The page box and what is cut off around it. */
function bleedArea({ width, height }: Size, bleed: number): Rect {
  return { x: -bleed, y: -bleed, width: width + 2 * bleed, height: height + 2 * bleed }
}

/**
 * css-backgrounds-3 §2.11: images are positioned to the root element, wherever the background comes from.
 *
 * AD-HOC: the canvas fills the page area, as browsers print it; css-page-3 would have it fill the page.
 */
function paintCanvas(ctx: PaintContext, page: LaidOutPage, { style }: BoxFragment): void {
  const area = contentArea(page.style)
  if (style.backgroundColor.alpha > 0) ctx.target.fillRect(area, style.backgroundColor)
  const { content } = page
  if (style.backgroundImage.length === 0 || content?.fragment.kind !== 'box') return
  const { x, y, fragment } = content
  paintBackground(ctx, withoutColor(style), {
    shape: { x, y, width: fragment.width, height: fragment.height, corners: undefined },
    border: fragment.border,
    padding: fragment.padding,
    part: brokenPart(fragment),
    within: [area],
  })
}

function withoutColor(style: ComputedStyle): ComputedStyle {
  return { ...style, backgroundColor: TRANSPARENT }
}

/** The page area in the px of the content. */
function contentArea(style: PageStyle): Rect {
  const { left, top } = contentOffset(style)
  return { x: left, y: top, ...scaledPageArea(style) }
}

function pageArea({ size, margin, padding, style }: PageStyle): Rect {
  const left = margin.left + style.borderLeftWidth + padding.left
  const top = margin.top + style.borderTopWidth + padding.top
  return {
    x: left,
    y: top,
    width: size.width - left - padding.right - style.borderRightWidth - margin.right,
    height: size.height - top - padding.bottom - style.borderBottomWidth - margin.bottom,
  }
}

/**
 * The fragment whose background is the canvas's: the root element's, or the body's if that has none and neither of them is
 * contained (css-contain-2 §2).
 */
function canvasFragment(root: BoxFragment): BoxFragment | undefined {
  if (hasBackground(root.style)) return root
  if (isContained(root.style)) return undefined
  for (const { fragment } of root.children) {
    if (fragment.kind === 'box' && fragment.box.node?.name === 'body')
      return hasBackground(fragment.style) && !isContained(fragment.style) ? fragment : undefined
  }
  return undefined
}

function isContained({ contain }: ComputedStyle): boolean {
  return contain.layout || contain.size !== 'none'
}
