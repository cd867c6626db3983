import type { Box, FlexBox, GridBox, InlineBox, InlineRootBox, OutOfFlowBox } from '../boxes/box-tree.js'
import { floatSide, isAbsolutelyPositioned } from '../boxes/out-of-flow.js'
import type { BoundElement, BoundNode } from '../template/bound-tree.js'
import { holdsText, isInlineType, isPartOf, isPhrasing, isTagged, mayStandIn, structureType } from './element-types.js'
import type { StructureType } from './structure-element.js'

/** Whether a box may stand side by side with others, such as a cell or an item. */
export function isBesideOthers(box: Box | InlineBox): boolean {
  return hasOwnPlace(box) || box.kind === 'table-cell'
}

/** Whether a box lays out several items, each of which is a paragraph. */
export function holdsItems(box: Box | InlineBox): boolean {
  return (box.kind === 'flex' || box.kind === 'grid') && box.children.length > 1
}

/** Whether items stand in another order than that of the document (css-flexbox-1 §5.4, css-grid-1 §6.3). */
export function hasReorderedItems(box: Box | InlineBox): box is FlexBox | GridBox {
  return (box.kind === 'flex' || box.kind === 'grid') && box.children.some(({ style }) => style.order !== 0)
}

/** Whether a box is a float or positioned absolutely. */
export function standsBeside(box: Box | InlineBox): boolean {
  return hasOwnPlace(box) && (floatSide(box) !== undefined || isAbsolutelyPositioned(box.style))
}

/** Whether the style of a box says where it stands itself: others have that of the box around them. */
function hasOwnPlace(box: Box | InlineBox): box is OutOfFlowBox {
  switch (box.kind) {
    case 'block':
    case 'replaced':
    case 'table-wrapper':
    case 'flex':
    case 'grid':
      return true
    default:
      return false
  }
}

/** Floats and positioned blocks are met in a line, but are no part of its paragraph. */
export function standsApart(box: Box | InlineBox, node: BoundElement): boolean {
  if (box.style.float === 'none' && !isAbsolutelyPositioned(box.style)) return false
  return !(box.kind === 'block' && box.dropCap) && !isPhrasing(node)
}

/**
 * Whether a block is one of several paragraphs in the structure element around it, such as the lines of a cell that are
 * blocks: told as one text, the last word of one would run together with the first of the next.
 */
export function isParagraphAmongOthers(box: Box | InlineBox, node: BoundElement): boolean {
  if (box.kind !== 'block' || box.style.display === 'inline-block' || box.dropCap || standsBeside(box)) return false
  if (box.children.length !== 1 || box.children[0]?.kind !== 'inline-root') return false
  let within = node
  while (within.parent) {
    const { parent } = within
    if (parent.children.some((child) => child !== within && !isBlank(child))) return true
    if (isTagged(parent)) return false
    within = parent
  }
  return false
}

/** Whether an element may stand behind words of the text that it is in: else it begins that. */
export function isBehindText(node: BoundElement): boolean {
  let within = node
  for (let { parent } = within; parent; parent = parent.parent) {
    const [first, second] = parent.children
    if (first !== within && (second !== within || (first && !isBlank(first)))) return true
    if (!isPhrasing(parent)) return false
    within = parent
  }
  return false
}

/** Whether something that is told may be in a box. */
export function mayHoldText(box: Box): boolean {
  return (box.kind === 'block' || box.kind === 'flex' || box.kind === 'grid') && box.children.length > 0
}

/** Whether a box is text of an element without a box that holds paragraphs, and no text itself. */
export function isGroupsText(box: Box | InlineBox): boolean {
  return box.kind === 'inline' && box.part === 'contents' && box.node !== undefined && isOfType(box.node, false)
}

/**
 * Whether all text of lines is that of elements which need no paragraph around them: of blocks without boxes, such as
 * headings, and of items and cells that stand on the lines. White space
 * alone, as between those, is no element.
 *
 * @param group the structure type of what the lines stand in
 */
export function areTextsOfBlocks({ items }: InlineRootBox, group: StructureType): boolean {
  let block: InlineBox | undefined
  for (const item of items) {
    if (item.kind === 'close') {
      if (item.box === block) block = undefined
    } else if (block) continue
    else if (item.kind === 'open') {
      const { node, part } = item.box
      if (node && (part === 'contents' ? isOfType(node, true) : isPart(node, group))) block = item.box
    } else if (item.kind === 'atomic') {
      if (!item.box.node || !isPart(item.box.node, group)) return false
    } else if (item.kind !== 'break' && (item.kind !== 'text' || item.text.trim() !== '')) return false
  }
  return true
}

/** Whether an element is an item or a cell of a list or table, or a row. Generated content bears the element it stands in. */
function isPart(node: BoundElement, group: StructureType): boolean {
  const type = structureType(node)
  return type !== undefined && type !== group && isPartOf(group, type) && mayStandIn(type, group)
}

/** Whether an element is a block of the structure, with text in it or not. */
function isOfType(node: BoundElement, withText: boolean): boolean {
  const type = structureType(node)
  return type !== undefined && !isInlineType(type) && holdsText(type) === withText
}

function isBlank(node: BoundNode): boolean {
  return node.kind === 'text' && node.text.trim() === ''
}
