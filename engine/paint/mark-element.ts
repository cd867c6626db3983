import type { Rect } from '../base/geometry.js'
import type { Box } from '../boxes/box-tree.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { BoundElement } from '../template/bound-tree.js'
import { destinationName, linkTarget } from './link-target.js'
import type { LinkArea, PaintContext, Surroundings } from './paint-context.js'

/** Names the place of an element, and makes its area clickable if it is a link. Returns what its content stands in. */
export function markElement(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: Surroundings,
): Surroundings {
  if (ctx.ink) return around
  const { box } = fragment
  const tag = ctx.structure?.tagOf(box, fragment.cut, around.tag)
  const place = tag ? ctx.structure?.placeOf(box, tag, around) : around.place
  if (tag && tag !== around.tag && ctx.structure?.isPicture(box, tag)) {
    ctx.target.invisibleContent(tag, { x, y, width: fragment.width, height: fragment.height })
  }
  const link = linkAround(ctx, fragment, y, around.link)
  if (box.node !== undefined && box.kind !== 'table' && box.kind !== 'inline-root') {
    nameElement(ctx, fragment, x, y)
    if (link && link !== around.link)
      markLink(ctx, { x, y: link.top, width: fragment.width, height: link.bottom - link.top }, link)
    else if (link && (y < link.top || y + fragment.height > link.bottom))
      markLink(ctx, { x, y, width: fragment.width, height: fragment.height }, link)
  }
  return tag === around.tag && link === around.link && place === around.place ? around : { tag, link, place }
}

/** Makes an area clickable, unless the file must not have links that are not in its structure. */
function markLink({ structure, untagged, target }: PaintContext, area: Rect, link: LinkArea): void {
  const tag = structure?.linkTo(link.element, link.target)
  if (untagged && !(tag && structure?.tree.typeOf(tag.element) === 'Link')) untagged.add(link.element)
  else target.link(area, link.target, tag)
}

/** The link that a box is, or stands in. */
function linkAround(
  { base }: PaintContext,
  fragment: BoxFragment,
  y: number,
  around: LinkArea | undefined,
): LinkArea | undefined {
  const { node, kind } = fragment.box
  if (node === undefined || kind === 'table' || kind === 'inline-root') return around
  let element: BoundElement | undefined = node
  let target = linkTarget(node, base)
  if (target === undefined && !around && kind !== 'inline') {
    // The blocks within an inline link are not inside its fragments; they are its element's children.
    element = node.parent
    target = linkTarget(element, base)
  }
  // Generated content of a link bears the link's element once more.
  if (target === undefined || element === undefined || target === around?.target) return around
  const { top, bottom } = reachOf(fragment)
  return { target, element, top: y + top, bottom: y + bottom }
}

/** From where to where a fragment reaches: images in an inline box may be higher than it, and are one area with it. */
function reachOf({ box, height, children }: BoxFragment): Pick<LinkArea, 'top' | 'bottom'> {
  let [top, bottom] = [0, height]
  if (box.kind !== 'inline') return { top, bottom }
  for (const { fragment, y } of children) {
    if (fragment.kind !== 'box') continue
    const inner = reachOf(fragment)
    top = Math.min(top, y + inner.top)
    bottom = Math.max(bottom, y + inner.bottom)
  }
  return { top, bottom }
}

/** Names the place of an element, which links lead to even if nothing of it is to be seen. */
export function nameElement(ctx: PaintContext, { box }: BoxFragment, x: number, y: number): void {
  const name = box.node && destinationName(box.node)
  if (name !== undefined) ctx.target.destination(name, x, y)
}

/** Says where in the text boxes are told that are painted at another time. */
export function reachAnchors({ ink, structure }: PaintContext, boxes: readonly Box[], { tag }: Surroundings): void {
  if (ink || !structure || !tag) return
  for (const box of boxes) structure.reachAnchor(box, tag)
}

/** Boxes of a line are painted before their places in its text may be come to. */
export function holdApart({ ink, structure }: PaintContext, boxes: readonly Box[], { tag }: Surroundings): void {
  if (ink || !structure || !tag) return
  for (const box of boxes) structure.holdApart(box, tag)
}

/** Items are painted in the order that they stand in, and told in that of the document. */
export function keepItems({ ink, structure }: PaintContext, { box, cut }: BoxFragment, { tag }: Surroundings): void {
  if (!ink && structure && tag && !cut?.top) structure.keepItems(box, tag)
}
