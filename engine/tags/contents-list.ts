import type { Box, InlineBox, InlineRootBox } from '../boxes/box-tree.js'
import { isOutOfFlow } from '../boxes/out-of-flow.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'

/**
 * Whether a list is a table of contents (ISO 32000-1 §14.8.4.2): its first item begins with a link into the document whose
 * generated content says something of where it leads, such as the page, by `target-counter()` and the like.
 */
export function isContentsList(list: Box | InlineBox): boolean {
  let box: Box | undefined = list.kind === 'inline' ? undefined : list
  while (box) {
    // Else lists within lists would each be looked through to the innermost one.
    if (box !== list && isList(box.node)) return false
    if (isInnerLink(box.node)) return asksTarget(box)
    if (box.kind === 'inline-root') return beginsWithReference(box)
    box = childrenOf(box).find((child) => child.kind === 'inline-root' || !isOutOfFlowBox(child))
  }
  return false
}

function isOutOfFlowBox(box: Box): boolean {
  return box.kind === 'block' && isOutOfFlow(box)
}

function isList(node: BoundElement | undefined): boolean {
  return node?.name === 'ul' || node?.name === 'ol'
}

function isInnerLink(node: BoundElement | undefined): boolean {
  return node?.name === 'a' && node.attributes.get('href')?.trim().startsWith('#') === true
}

function beginsWithReference({ items }: InlineRootBox): boolean {
  const first = items.find((item) => item.kind !== 'text' || item.text.trim() !== '')
  if (first?.kind !== 'open' || !isInnerLink(first.box.node)) return false
  const start = items.indexOf(first)
  const end = items.findIndex((item) => item.kind === 'close' && item.box === first.box)
  return items.slice(start, end).some((item) => item.kind === 'open' && showsTarget(item.box.style))
}

/** Whether generated content within the box of a link does. */
function asksTarget(link: Box): boolean {
  const open: Box[] = [link]
  for (let box = open.pop(); box; box = open.pop()) {
    if (showsTarget(box.style)) return true
    if (box.kind === 'inline-root' && box.items.some((item) => item.kind === 'open' && showsTarget(item.box.style)))
      return true
    open.push(...childrenOf(box))
  }
  return false
}

function showsTarget({ content }: ComputedStyle): boolean {
  return typeof content !== 'string' && content.some(({ kind }) => kind.startsWith('target-'))
}

function childrenOf(box: Box): readonly Box[] {
  return box.kind === 'block' || box.kind === 'flex' || box.kind === 'grid' ? box.children : []
}
