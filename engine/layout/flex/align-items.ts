import { snap } from '../../base/units.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { selfOffset, selfPosition, usedSelfAlignment } from '../align/align-self.js'
import type { AlignmentAxis, AxisPosition } from '../align/alignment-axis.js'
import { distributeContent, positionOffset, singlePosition } from '../align/distribute-content.js'
import type { PlaceAlignment } from '../fragment-tree.js'
import { BaselineGroups } from './baseline-groups.js'
import type { FlexContainer } from './flex-container.js'
import type { FlexItem } from './flex-item.js'
import { crossSizeOf, type FlexLine, type SizedItem } from './flex-lines.js'

/** Which margins of an item are automatic along an axis, `start` on its flex-relative start. */
interface AutoMargins {
  readonly start: boolean
  readonly end: boolean
}

function autoMargins(style: ComputedStyle, isHorizontal: boolean, flipped: boolean): AutoMargins {
  const before = (isHorizontal ? style.marginLeft : style.marginTop) === 'auto'
  const after = (isHorizontal ? style.marginRight : style.marginBottom) === 'auto'
  return flipped ? { start: after, end: before } : { start: before, end: after }
}

/** Step 12: the offsets of the items' margin boxes from the main-start edge, by auto margins or `justify-content`. */
export function mainOffsets(
  container: FlexContainer,
  items: readonly SizedItem[],
  mainSize: number,
): readonly number[] {
  const { mainGap, mainAxis, mainFlipped, isRow, style } = container
  let free = mainSize - mainGap * Math.max(0, items.length - 1)
  let autos = 0
  for (const { item, mainSize: size } of items) {
    free -= size + item.mainMargins
    const { start, end } = autoMargins(item.box.style, isRow, mainFlipped)
    autos += (start ? 1 : 0) + (end ? 1 : 0)
  }
  const share = autos > 0 && free > 0 ? free / autos : 0
  const { offset, between } = distributeContent(style.justifyContent, mainAxis, share > 0 ? 0 : free, items.length)
  const offsets: number[] = []
  let position = offset
  for (const { item, mainSize: size } of items) {
    const { start, end } = autoMargins(item.box.style, isRow, mainFlipped)
    if (start) position += share
    offsets.push(snap(position))
    position += size + item.mainMargins + (end ? share : 0) + mainGap + between
  }
  return offsets
}

/**
 * Steps 13 and 14: the offsets of the items' margin boxes from the cross-start edge of their line, by auto margins,
 * shared baselines or `align-self`.
 */
export function crossOffsets(container: FlexContainer, line: FlexLine): readonly number[] {
  const groups = new BaselineGroups(container)
  for (const sized of line.items) groups.add(sized)
  return line.items.map((sized) => {
    const free = line.crossSize - crossSizeOf(container, sized) - sized.item.crossMargins
    return (
      autoMarginOffset(container, sized.item, free) ??
      groups.offset(sized, free) ??
      alignedOffset(container, sized.item, free)
    )
  })
}

/** Auto margins take the free space; without any, the item stays at the start of the writing mode (step 13). */
function autoMarginOffset(
  { isRow, crossFlipped, crossAxis }: FlexContainer,
  { box }: FlexItem,
  free: number,
): number | undefined {
  const { start, end } = autoMargins(box.style, !isRow, crossFlipped)
  if (!start && !end) return undefined
  if (free <= 0) return positionOffset('flex-start', crossAxis, free, true)
  if (!start) return 0
  return end ? snap(free / 2) : free
}

function alignedOffset({ crossAxis }: FlexContainer, { alignment, box }: FlexItem, free: number): number {
  return selfOffset(alignment, crossAxis, free, itemStart(crossAxis, box.style))
}

/**
 * Where the static position of an absolutely positioned child is in the content box: that of an only item (§4.1), and
 * whether it is safe across the lines.
 */
export function staticAlignment(
  container: FlexContainer,
  style: ComputedStyle,
): { readonly horizontal: PlaceAlignment; readonly vertical: PlaceAlignment; readonly isSafe: boolean } {
  const { mainAxis, crossAxis, mainFlipped, crossFlipped, isRow } = container
  const { keyword, overflow } = usedSelfAlignment(style.alignSelf, container.style.alignItems)
  const isSafe = overflow === 'safe'
  const main = placeAlignment(singlePosition(container.style.justifyContent, mainAxis), mainFlipped)
  const cross = placeAlignment(selfPosition(keyword, crossAxis, itemStart(crossAxis, style)), crossFlipped)
  return isRow ? { horizontal: main, vertical: cross, isSafe } : { horizontal: cross, vertical: main, isSafe }
}

function placeAlignment(position: AxisPosition, flipped: boolean): PlaceAlignment {
  if (position === 'center') return position
  return (position === 'flex-start') === flipped ? 'end' : 'start'
}

/** The side at which an item's own writing mode starts along the cross axis. */
function itemStart({ startSide }: AlignmentAxis, { direction }: ComputedStyle): AlignmentAxis['startSide'] {
  if (startSide === 'top') return startSide
  return direction === 'rtl' ? 'right' : 'left'
}
