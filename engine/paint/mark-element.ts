import type { BoxFragment } from '../layout/fragment-tree.js'
import { destinationName, linkTarget } from './link-target.js'
import type { LinkArea, PaintContext } from './paint-context.js'

/** Names the place of an element, and makes its area clickable if it is a link. Returns the link around its content. */
export function markElement(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: LinkArea | undefined,
): LinkArea | undefined {
  const { node, kind } = fragment.box
  if (node === undefined || kind === 'table' || kind === 'inline-root' || ctx.ink) return around
  nameElement(ctx, fragment, x, y)
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

/** Names the place of an element, which links lead to even if nothing of it is to be seen. */
export function nameElement(ctx: PaintContext, { box }: BoxFragment, x: number, y: number): void {
  const name = box.node && destinationName(box.node)
  if (name !== undefined) ctx.target.destination(name, x, y)
}
