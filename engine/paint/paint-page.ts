import type { Rect } from '../base/geometry.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { Page } from '../layout/page.js'
import type { PageStyle } from '../style/page-style.js'
import { paintBorder } from './paint-border.js'
import { paintFragment } from './paint-fragment.js'
import type { PaintTarget } from './paint-target.js'

/**
 * Paints one page: its background and border, the content, then its margin boxes.
 * @param fonts shapes the text of vector images
 */
export function paintPage(page: Page, target: PaintTarget, fonts: FontLibrary): void {
  target.beginPage(page.style.size)
  paintPageBox(page, target)
  if (page.content?.fragment.kind === 'box') {
    const { x, y, fragment } = page.content
    paintFragment({ target, fonts, canvasBox: canvasFragment(fragment)?.box }, fragment, x, y, undefined)
  }
  paintMarginBoxes(page, target, fonts)
  target.endPage()
}

/**
 * Paints the margin boxes of a page that is open. For margin boxes laid out after the page was painted: reopen
 * the page, paint them, end it again.
 */
export function paintMarginBoxes(page: Page, target: PaintTarget, fonts: FontLibrary): void {
  for (const { x, y, fragment } of page.marginBoxes) {
    paintFragment({ target, fonts, canvasBox: undefined }, fragment, x, y, undefined)
  }
}

/** css-page-3 §3.1: the page's background, the canvas, the page's border. */
function paintPageBox(page: Page, target: PaintTarget): void {
  const { size, margin, style } = page.style
  if (style.backgroundColor.alpha > 0) target.fillRect({ x: 0, y: 0, ...size }, style.backgroundColor)
  const canvas = page.content?.fragment.kind === 'box' ? canvasFragment(page.content.fragment) : undefined
  // AD-HOC: the canvas fills the page area, as browsers print it; css-page-3 would have it fill the page.
  if (canvas) target.fillRect(pageArea(page.style), canvas.style.backgroundColor)
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
  paintBorder(target, style, border, shape)
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

/** The fragment whose background is the canvas's: the root element's, or the body's if that has none. */
function canvasFragment(root: BoxFragment): BoxFragment | undefined {
  if (root.style.backgroundColor.alpha > 0) return root
  for (const { fragment } of root.children) {
    if (fragment.kind === 'box' && fragment.box.node?.name === 'body')
      return fragment.style.backgroundColor.alpha > 0 ? fragment : undefined
  }
  return undefined
}
