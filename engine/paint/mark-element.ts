import type { BoxFragment } from '../layout/fragment-tree.js'
import { destinationName, linkTarget } from './link-target.js'
import type { PaintContext, Surroundings } from './paint-context.js'

/** Names the place of an element, and makes its area clickable if it is a link. Returns what its content stands in. */
export function markElement(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: Surroundings,
): Surroundings {
  const { node, kind } = fragment.box
  const { link } = around
  if (node === undefined || kind === 'table' || kind === 'inline-root' || ctx.ink) return around
  nameElement(ctx, fragment, x, y)
  // The blocks within an inline link are not inside its fragments; they are its element's children.
  const target = linkTarget(node) ?? (link || kind === 'inline' ? undefined : linkTarget(node.parent))
  // Generated content of a link bears the link's element once more.
  if (target !== undefined && target !== link?.target) {
    ctx.target.link({ x, y, width: fragment.width, height: fragment.height }, target)
    return { ...around, link: { target, top: y, bottom: y + fragment.height } }
  }
  if (link && (y < link.top || y + fragment.height > link.bottom)) {
    ctx.target.link({ x, y, width: fragment.width, height: fragment.height }, link.target)
  }
  return around
}

/** Names the place of an element, which links lead to even if nothing of it is to be seen. */
export function nameElement(ctx: PaintContext, { box }: BoxFragment, x: number, y: number): void {
  const name = box.node && destinationName(box.node)
  if (name !== undefined) ctx.target.destination(name, x, y)
}
