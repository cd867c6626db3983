import type { Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { IDENTITY, inverse, type Matrix, mapRect, multiply } from '../base/matrix.js'
import type { Outline } from '../base/path.js'
import type { FontLibrary } from '../fonts/font-types.js'
import { transformPath } from '../images/svg/path-bounds.js'
import { fitViewBox } from '../images/svg/view-box.js'
import type {
  VectorGroup,
  VectorImage,
  VectorMask,
  VectorNode,
  VectorPaint,
  VectorShape,
  VectorStroke,
} from '../images/vector-types.js'
import { paintFilterLayers } from './paint-filter.js'
import type { PaintTarget } from './paint-target.js'
import { paintVectorText } from './paint-vector-text.js'
import { paintOf, type VectorContext } from './vector-paint.js'

/** What painting a drawing needs besides its place. */
interface DrawingSources extends Pick<VectorContext, 'foreign' | 'fontsOf' | 'onCutText'> {
  /** How far what lies beyond the rectangle is shown, in px; all else is cut off. */
  readonly reach?: number
}

/**
 * Paints a drawing so that its view box is fitted into a rectangle: as a form that is shared by all places where it looks
 * the same, or right there if it holds HTML, which has links and parts that are read, or is a page, which is a form already.
 */
export function paintVector(
  target: PaintTarget,
  image: VectorImage,
  rect: Rect,
  fonts: FontLibrary,
  { reach = 0, foreign, fontsOf, onCutText }: DrawingSources = {},
): void {
  const matrix = fitViewBox(image.viewBox, image.fit, rect)
  const { x, y, width, height } = rect
  const around = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }
  const visible = visibleThrough(matrix, around)
  if (!visible || image.content.length === 0) return
  target.save()
  target.transform(matrix)
  // Where the proportions differ, more of the drawing shows than its view box.
  const parts = [visible.x, visible.y, visible.width, visible.height]
  if (image.hasStrokesOfFrame) parts.push(matrix.a, matrix.d)
  const key = `${image.key} ${parts.map((n) => n.toFixed(3)).join(' ')}`
  const toFrame = { ...matrix, e: 0, f: 0 }
  const ctx = { target, fonts, foreign, fontsOf, onCutText, isRead: true, toFrame, paintNodes }
  const paint = () => paintNodes(ctx, image.content, visible)
  if (image.hasForeign) {
    target.clip([{ kind: 'rect', ...visible }])
    paint()
  } else if (image.page) paint()
  else target.drawForm(key, visible, paint)
  target.restore()
}

/** Paints parts of a drawing outside of any: those of a mask. @param visible around all that can be seen of them */
export function paintDrawn(target: PaintTarget, fonts: FontLibrary, nodes: readonly VectorNode[], visible: Rect): void {
  paintNodes({ target, fonts, toFrame: IDENTITY, paintNodes }, nodes, visible)
}

/** @param visible a rectangle around all that can be seen, in the coordinates of the nodes */
function paintNodes(ctx: VectorContext, nodes: readonly VectorNode[], visible: Rect): void {
  for (const node of nodes) {
    switch (node.kind) {
      case 'group':
        paintGroup(ctx, node, visible)
        break
      case 'shape':
        paintShape(ctx, node, visible)
        break
      case 'text':
        paintVectorText(ctx, node, visible)
        break
      case 'picture':
        ctx.target.drawImage(node.image, node.rect)
        break
      case 'page':
        ctx.target.drawPage(node.page)
        break
      case 'foreign':
        ctx.foreign?.(ctx.target, node, ctx.isRead ?? false)
        break
      default:
        assertNever(node)
    }
  }
}

function paintGroup(outer: VectorContext, group: VectorGroup, outerVisible: Rect): void {
  const { target } = outer
  const { transform, opacity, blendMode, clips, masks, filters, fonts, children } = group
  const moved = transform ? { ...outer, toFrame: multiply(outer.toFrame, transform) } : outer
  const dressed = fonts && outer.fontsOf ? { ...moved, fonts: outer.fontsOf(fonts) } : moved
  // What a clip or a mask leaves is chosen by the author.
  const isCut = clips.length > 0 || masks.length > 0
  const ctx = isCut && dressed.onCutText ? { ...dressed, onCutText: undefined } : dressed
  const visible = transform ? visibleThrough(transform, outerVisible) : outerVisible
  // A map that flattens everything, or a clip without area, leaves nothing to be seen.
  if (!visible || clips.some(({ path }) => path.length === 0)) return
  const bracketed = transform !== undefined || clips.length > 0
  if (bracketed) target.save()
  if (transform) target.transform(transform)
  for (const { path, rule } of clips) target.clip(path, rule)
  if (blendMode) target.beginGroup(1, visible, blendMode)
  paintMasked(ctx, masks, visible, () => {
    // The opacity has a group of its own: some readers apply it to the mask, too.
    if (opacity < 1) target.beginGroup(opacity, visible)
    if (filters)
      paintFilterLayers(ctx, filters, { bounds: visible, x: 0, y: 0 }, (inner) => paintNodes(inner, children, visible))
    else paintNodes(ctx, children, visible)
    if (opacity < 1) target.endGroup()
  })
  if (blendMode) target.endGroup()
  if (bracketed) target.restore()
}

/** Drawings that are this far away, in units of their own, are no drawings. */
const FAR = 1e9

function visibleThrough(transform: Matrix, visible: Rect): Rect | undefined {
  const back = inverse(transform)
  const rect = back && mapRect(back, visible)
  return rect && Object.values(rect).every((value) => Math.abs(value) < FAR) ? rect : undefined
}

/** Each mask acts on one object: further masks and the children are painted as one. */
function paintMasked(ctx: VectorContext, masks: readonly VectorMask[], visible: Rect, paint: () => void): void {
  const { target } = ctx
  const [mask, ...others] = masks
  if (!mask) {
    paint()
    return
  }
  target.save()
  target.mask(mask.kind, visible, () => paintNodes({ ...ctx, isRead: false }, mask.children, visible))
  target.beginGroup(1, visible)
  paintMasked(ctx, others, visible, paint)
  target.endGroup()
  target.restore()
}

function paintShape(ctx: VectorContext, { path, rule, fill, stroke }: VectorShape, visible: Rect): void {
  if (fill) ctx.target.fillShape(path, rule, paintOf(ctx, fill, visible))
  if (stroke) paintStroke(ctx, path, stroke, visible)
}

/** A stroke that no scaling widens is drawn in the coordinates of the frame (SVG 2 §8.13). */
function paintStroke(ctx: VectorContext, path: Outline, stroke: VectorStroke, visible: Rect): void {
  const { target, toFrame } = ctx
  const fromFrame = stroke.isOfFrame && inverse(toFrame)
  if (!fromFrame) {
    target.strokeShape(path, stroke, paintOf(ctx, stroke.paint, visible))
    return
  }
  target.save()
  target.transform(fromFrame)
  const paint = paintOf(ctx, transformPaint(stroke.paint, toFrame), mapRect(toFrame, visible))
  target.strokeShape(transformPath(path, toFrame), stroke, paint)
  target.restore()
}

function transformPaint(paint: VectorPaint, matrix: Matrix): VectorPaint {
  switch (paint.kind) {
    case 'gradient':
      return { ...paint, gradient: { ...paint.gradient, transform: multiply(matrix, paint.gradient.transform) } }
    case 'pattern':
      return { ...paint, pattern: { ...paint.pattern, transform: multiply(matrix, paint.pattern.transform) } }
    default:
      return paint
  }
}
