import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { BLACK } from '../base/rgb-color.js'
import type { BoxFragment, Fragment, PlacedFragment, TextFragment } from '../layout/fragment-tree.js'
import type { Color, TextShadow } from '../style/computed-style.js'
import { borderShape, insetShape, shapePath } from './box-shape.js'
import { destinationName, linkTarget } from './link-target.js'
import { hasBackground, paintBackground } from './paint-background.js'
import { paintBorder } from './paint-border.js'
import type { LinkArea, PaintContext } from './paint-context.js'
import { paintDecoration, shadowColor } from './paint-decoration.js'
import { paintImage } from './paint-image.js'
import { paintCollapsedBorder, paintRowLayer, paintSectionLayers, paintTableLayers } from './paint-table.js'
import { startsGroup } from './starts-group.js'

/**
 * Paints a box fragment and all within it, placed at (x, y), in the order of CSS 2.2 appendix E: first the
 * backgrounds and borders of all blocks, then text, images and inline boxes.
 *
 * AD-HOC: translucent boxes are painted where they stand in the document, among the text, not after it: it makes
 * a difference only where they overlap other content, and so the file keeps the reading order.
 */
export function paintFragment(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  link: LinkArea | undefined,
): void {
  const isGroup = startsGroup(fragment)
  if (isGroup && fragment.style.opacity <= 0) return
  if (isGroup) ctx.target.beginGroup(fragment.style.opacity, inkBounds(fragment, x, y))
  if (fragment.box.kind === 'inline') paintInlineBox(ctx, fragment, x, y, link)
  else {
    paintPartLayers(ctx, fragment, x, y)
    paintBackgrounds(ctx, fragment, x, y)
    paintForeground(ctx, fragment, x, y, link)
  }
  if (isGroup) ctx.target.endGroup()
}

/** Background and border of a box as such: what every fragment of an element shows besides its content. */
function paintOwnBox(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  const { style, box, border } = fragment
  if (style.visibility !== 'visible' || ctx.ink) return
  const shape = borderShape(fragment, x, y)
  if (hasBackground(style) && box !== ctx.canvasBox) {
    const text = style.backgroundClip.includes('text') ? () => paintLetters(ctx, fragment, x, y) : undefined
    paintBackground(ctx, style, { shape, border, padding: fragment.padding, text })
  }
  if (style.borderCollapse === 'collapse' && (box.kind === 'table' || box.kind === 'table-cell')) return
  paintBorder(ctx.target, style, border, shape)
}

/** The text of a box alone, opaque, to cut a background to its letters. */
function paintLetters(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  const inked = { ...ctx, ink: BLACK }
  if (fragment.box.kind === 'inline') paintInlineBox(inked, fragment, x, y, undefined)
  else paintForeground(inked, fragment, x, y, undefined)
}

/** Appendix E steps 1 to 4: backgrounds and borders of a block and its block descendants, in tree order. */
function paintBackgrounds(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  if (hasOwnBox(fragment)) paintOwnBox(ctx, fragment, x, y)
  const clipped = beginClip(ctx, fragment, x, y)
  if (fragment.box.kind === 'table') paintTableLayers(ctx, fragment, fragment.box, x, y)
  for (const child of fragment.children) {
    if (child.fragment.kind === 'box' && child.fragment.box.kind !== 'inline-root' && !startsGroup(child.fragment))
      paintBackgrounds(ctx, child.fragment, x + child.x, y + child.y)
  }
  if (clipped) ctx.target.restore()
  for (const border of fragment.collapsedBorders ?? []) paintCollapsedBorder(ctx.target, border, x, y)
}

/** Appendix E step 7: lines and images of a block and its block descendants, in tree order. */
function paintForeground(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  link: LinkArea | undefined,
): void {
  const inner = markElement(ctx, fragment, x, y, link)
  if (fragment.image && fragment.style.visibility === 'visible') paintImage(ctx, fragment, fragment.image, x, y)
  const clipped = beginClip(ctx, fragment, x, y)
  for (const child of fragment.children) {
    if (child.fragment.kind === 'box' && child.fragment.box.kind !== 'inline' && !startsGroup(child.fragment))
      paintForeground(ctx, child.fragment, x + child.x, y + child.y, inner)
    else paintInline(ctx, child, x, y, inner)
  }
  if (clipped) ctx.target.restore()
}

/** What can stand on a line, or at one. Atomic inlines are painted like documents of their own. */
function paintInline(
  ctx: PaintContext,
  placed: PlacedFragment,
  parentX: number,
  parentY: number,
  link: LinkArea | undefined,
): void {
  const { fragment } = placed
  const x = parentX + placed.x
  const y = parentY + placed.y
  switch (fragment.kind) {
    case 'line':
      for (const child of fragment.children) paintInline(ctx, child, x, y, link)
      return
    case 'text':
      paintText(ctx, fragment, x, y)
      return
    case 'decoration':
      paintDecoration(ctx.target, fragment, x, y)
      return
    case 'box':
      paintFragment(ctx, fragment, x, y, link)
      return
    default:
      assertNever(fragment)
  }
}

function paintInlineBox(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  link: LinkArea | undefined,
): void {
  paintOwnBox(ctx, fragment, x, y)
  const inner = markElement(ctx, fragment, x, y, link)
  for (const child of fragment.children) paintInline(ctx, child, x, y, inner)
}

function paintText(ctx: PaintContext, text: TextFragment, x: number, y: number): void {
  if (text.style.visibility !== 'visible') return
  const { textShadow, color } = text.style
  if (ctx.ink) {
    showText(ctx, text, x, y, ctx.ink, true)
    return
  }
  for (let i = textShadow.length - 1; i >= 0; i--) {
    const shadow = textShadow[i]
    if (shadow) showText(ctx, text, x + shadow.x, y + shadow.y, shadowColor(shadow, color), true)
  }
  showText(ctx, text, x, y, color, false)
}

function showText(
  ctx: PaintContext,
  text: TextFragment,
  x: number,
  y: number,
  color: Color,
  decorative: boolean,
): void {
  ctx.target.showText({
    x,
    y: y + text.ascent,
    fontSize: text.fontSize,
    color,
    words: text.words,
    positions: text.positions,
    letterSpacing: text.letterSpacing,
    decorative,
  })
}

/** A row or row group that is a group of its own paints its layers itself; else its table does. */
function paintPartLayers(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  if (fragment.box.kind === 'table-section') paintSectionLayers(ctx, fragment, x, y)
  if (fragment.box.kind === 'table-row') paintRowLayer(ctx, fragment, x, y)
}

/** Whether the background and border in the fragment's style are its own to paint. */
function hasOwnBox(fragment: BoxFragment): boolean {
  const { box, style } = fragment
  switch (box.kind) {
    case 'inline-root':
    case 'table-wrapper':
    case 'table-section':
    case 'table-row':
      return false
    case 'table-cell':
      return box.children.length > 0 || style.emptyCells === 'show' || style.borderCollapse === 'collapse'
    case 'block':
    case 'flex':
    case 'grid':
    case 'inline':
    case 'replaced':
    case 'table':
      return true
    default:
      return assertNever(box)
  }
}

/** Clips to the padding edge if the box does not let its content out (css-overflow-3 §3). The caller restores. */
function beginClip(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): boolean {
  if (fragment.style.overflow === 'visible' || !clipsContent(fragment)) return false
  ctx.target.save()
  ctx.target.clip(shapePath(insetShape(borderShape(fragment, x, y), fragment.border)))
  return true
}

/** Overflow of the root and body elements is that of the page, which has none to hide. */
function clipsContent({ box }: BoxFragment): boolean {
  if (box.kind !== 'block' && box.kind !== 'flex' && box.kind !== 'grid') return box.kind === 'table-cell'
  const name = box.node?.name
  return name !== 'html' && name !== 'body'
}

/** Names the place of an element, and makes its area clickable if it is a link. Returns the link around its content. */
function markElement(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: LinkArea | undefined,
): LinkArea | undefined {
  const { node, kind } = fragment.box
  if (node === undefined || kind === 'table' || kind === 'inline-root' || ctx.ink) return around
  const name = destinationName(node)
  if (name !== undefined) ctx.target.destination(name, x, y)
  // The blocks within an inline link are not inside its fragments; they are its element's children.
  const target = linkTarget(node) ?? (around || kind === 'inline' ? undefined : linkTarget(node.parent))
  // Generated content of a link bears the link's element once more.
  if (target !== undefined && target !== around?.target) {
    ctx.target.link({ x, y, width: fragment.width, height: fragment.height }, target)
    return { target, top: y, bottom: y + fragment.height }
  }
  if (around && (y < around.top || y + fragment.height > around.bottom)) {
    ctx.target.link({ x, y, width: fragment.width, height: fragment.height }, around.target)
  }
  return around
}

/** A rectangle around all that a fragment paints. Letters may reach out of their boxes by up to an em. */
function inkBounds(fragment: BoxFragment, x: number, y: number): Rect {
  const bounds = { left: x, top: y, right: x, bottom: y }
  extendBounds(bounds, fragment, x, y)
  return { x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top }
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

function extendBounds(bounds: Bounds, fragment: Fragment, x: number, y: number): void {
  const overhang = inkOverhang(fragment)
  const height = fragment.kind === 'decoration' ? fragment.thickness : fragment.height
  bounds.left = Math.min(bounds.left, x - overhang)
  bounds.top = Math.min(bounds.top, y - overhang)
  bounds.right = Math.max(bounds.right, x + fragment.width + overhang)
  bounds.bottom = Math.max(bounds.bottom, y + height + overhang)
  if (fragment.kind === 'box' || fragment.kind === 'line') {
    for (const child of fragment.children) extendBounds(bounds, child.fragment, x + child.x, y + child.y)
  }
}

/** How far shadows lie beside what casts them. */
function shadowReach(shadows: readonly TextShadow[]): number {
  let reach = 0
  for (const { x, y } of shadows) reach = Math.max(reach, Math.abs(x), Math.abs(y))
  return reach
}

function inkOverhang(fragment: Fragment): number {
  switch (fragment.kind) {
    case 'text':
      return fragment.fontSize + shadowReach(fragment.style.textShadow)
    case 'decoration':
      return 4 * fragment.thickness + shadowReach(fragment.shadows)
    case 'box':
    case 'line':
      return 0
    default:
      return assertNever(fragment)
  }
}
