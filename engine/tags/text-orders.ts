import type { Box, InlineBox, InlineRootBox } from '../boxes/box-tree.js'
import type { BoundElement } from '../template/bound-tree.js'
import { isPhrasing } from './element-types.js'

/** Between an element and the first one in it, and between two elements that follow each other. */
export const BEHIND_START = 0.25
export const BEHIND_ALL = 0.5

/**
 * Where text that stands among blocks is in the document, as a number between those of the elements around it. Boxes
 * tell: pages are painted one after the other and begin with the same elements again.
 */
export class TextOrders {
  /** By the number of the inline root. */
  readonly #orders = new Map<number, number>()
  /** Boxes whose children were looked at. */
  readonly #known = new Set<number>()

  /** The number of the element that was met last. */
  #last = 0

  /** Looks at the children of a box of an element, once. */
  meet(box: Box | InlineBox, node: BoundElement): void {
    this.#last = node.id
    const children = childrenOf(box)
    if (!children || isTextAlone(children) || this.#known.has(box.id)) return
    this.#known.add(box.id)
    if (!holdText(children)) return
    this.#noteChildren(children, node, node.id + BEHIND_START, lastWithin(node) + BEHIND_ALL)
  }

  /** Text alone in its box follows the element that was met right before it, and blocks beside it that come first. */
  of({ id, items }: InlineRootBox): number {
    const order = this.#orders.get(id) ?? this.#last + BEHIND_START
    const block = blockBefore(items)
    // Generated content bears the element around the text.
    return block && block.id > order ? lastWithin(block) + BEHIND_ALL : order
  }

  /**
   * @param start the order of text before all others, where these are the first children
   * @param end the order of text behind all of them
   * @returns that of text before them
   */
  #noteChildren(children: readonly Box[], node: BoundElement, start: number | undefined, end: number): number {
    let order = end
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i] as Box
      const first = i === 0 ? start : undefined
      if (child.kind === 'inline-root') this.#orders.set(child.id, first ?? order)
      else if (child.node && child.node !== node) order = outermost(child.node, node, children[i - 2]).id - BEHIND_ALL
      else order = this.#noteChildren(childrenOf(child) ?? [], node, first, order)
    }
    return order
  }
}

/**
 * An element, or the outermost of those around it that have no boxes (`display: contents`) and begin with it: what is
 * before it in a box stands before all of them.
 *
 * @param around the element of the box
 * @param before the box before the text that stands before the element
 */
function outermost(element: BoundElement, around: BoundElement, before: Box | undefined): BoundElement {
  const last = before && lastNode(before)
  let outer = element
  for (
    let { parent } = outer;
    parent && parent !== around && parent.id > (last?.id ?? around.id);
    parent = parent.parent
  )
    outer = parent
  return outer
}

/** The element of a box, or of the last box in an anonymous one. */
function lastNode(box: Box): BoundElement | undefined {
  let last: Box | undefined = box
  while (last && !last.node) last = childrenOf(last)?.at(-1)
  return last?.node
}

/** The element of the last of the floating and positioned blocks that come before all text. */
function blockBefore(items: InlineRootBox['items']): BoundElement | undefined {
  let last: BoundElement | undefined
  for (const item of items) {
    if (item.kind !== 'out-of-flow') break
    if (item.box.node && !isPhrasing(item.box.node)) last = item.box.node
  }
  return last
}

function childrenOf(box: Box | InlineBox): readonly Box[] | undefined {
  switch (box.kind) {
    case 'block':
    case 'table-cell':
    case 'flex':
    case 'grid':
      return box.children
    case 'column-set':
    case 'enclosed':
      return [box.content]
    default:
      return undefined
  }
}

function isTextAlone(children: readonly Box[]): boolean {
  return children.length === 0 || (children.length === 1 && children[0]?.kind === 'inline-root')
}

/** Whether text may be among the children of an element's box, or of anonymous ones in it. */
function holdText(children: readonly Box[]): boolean {
  return children.some(({ kind, node }) => kind === 'inline-root' || node === undefined)
}

/** The number of the last element in another one. */
export function lastWithin(node: BoundElement): number {
  let last = node
  for (let next: BoundElement | undefined = last; next; next = lastChild(next)) last = next
  return last.id
}

function lastChild({ children }: BoundElement): BoundElement | undefined {
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]
    if (child?.kind === 'element') return child
  }
  return undefined
}
