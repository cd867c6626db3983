import { assertNever } from '../../base/invariant.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { clampBoxHeight, clampBoxWidth } from '../sizing.js'
import { BaselineGroups } from './baseline-groups.js'
import { type FlexContainer, limitLength } from './flex-container.js'
import { type FlexItem, itemSpace, layoutItem, refersToHeight } from './flex-item.js'
import { resolveFlexibleLengths } from './flexible-lengths.js'

/** An item whose main size is resolved, with its layout so far: in a row its height is hypothetical. */
export interface SizedItem {
  readonly item: FlexItem
  /** Border-box main size. */
  readonly mainSize: number
  readonly fragment: BoxFragment
  /** The height that was imposed on the layout. */
  readonly imposedHeight: number | undefined
}

/** Items side by side along the main axis. */
export interface FlexLine {
  readonly items: readonly SizedItem[]
  readonly crossSize: number
}

/**
 * Collects items into lines (css-flexbox-1 §9.3).
 * @param available main size of the content box without limit where it is undefined
 */
export function collectLines(
  container: FlexContainer,
  items: readonly FlexItem[],
  available: number | undefined,
): readonly (readonly FlexItem[])[] {
  if (items.length === 0) return []
  if (!container.isMultiLine || available === undefined) return [items]
  const { openItems, crossFlipped } = container
  if (openItems === 0) return fillLines(container, items, available)
  // The line that a page before has begun keeps its items. It stands at the top of the page.
  if (!crossFlipped) return [items.slice(0, openItems), ...fillLines(container, items.slice(openItems), available)]
  return [...fillLines(container, items.slice(0, -openItems), available), items.slice(-openItems)]
}

/** Each size may have been rounded up twice, by half a unit: three thirds are not more than the whole. */
const ROUNDING = 1 / 64

function fillLines(
  container: FlexContainer,
  items: readonly FlexItem[],
  available: number,
): readonly (readonly FlexItem[])[] {
  const lines: FlexItem[][] = []
  let line: FlexItem[] = []
  let used = 0
  for (const item of items) {
    const size = item.hypotheticalSize + item.mainMargins
    const room = available + (line.length + 1) * ROUNDING
    if (line.length > 0 && used + container.mainGap + size > room) {
      lines.push(line)
      line = []
    }
    used = line.length === 0 ? size : used + container.mainGap + size
    line.push(item)
  }
  if (line.length > 0) lines.push(line)
  return lines
}

/** The length of a line along the main axis, by its items' hypothetical sizes. */
export function hypotheticalMainSize(container: FlexContainer, line: readonly FlexItem[]): number {
  let size = container.mainGap * Math.max(0, line.length - 1)
  for (const item of line) size += item.hypotheticalSize + item.mainMargins
  return size
}

/** Steps 6 and 7: the used main sizes of a line, and the hypothetical cross sizes with them. */
export function sizeItems(
  ctx: LayoutContext,
  container: FlexContainer,
  items: readonly FlexItem[],
  mainSize: number,
): readonly SizedItem[] {
  const sizes = resolveFlexibleLengths(items, mainSize - container.mainGap * (items.length - 1))
  return items.map((item, index) => {
    const size = sizes[index] ?? item.hypotheticalSize
    return container.isRow ? sizeInRow(ctx, container, item, size) : sizeInColumn(ctx, container, item, size)
  })
}

/** The height of an item in a row comes from its content, unless that of its line is known already. */
function sizeInRow(ctx: LayoutContext, container: FlexContainer, item: FlexItem, mainSize: number): SizedItem {
  const lineHeight = container.isMultiLine || container.growsWithContent ? undefined : container.height
  if (item.stretches && lineHeight !== undefined) return stretchInRow(ctx, container, item, mainSize, lineHeight)
  const fragment = layoutItem(ctx, item.box, itemSpace(container, mainSize, undefined, undefined))
  return { item, mainSize, fragment, imposedHeight: undefined }
}

function stretchInRow(
  ctx: LayoutContext,
  container: FlexContainer,
  item: FlexItem,
  mainSize: number,
  lineHeight: number,
): SizedItem {
  const height = stretchedHeight(container, item, lineHeight)
  const fragment = layoutItem(ctx, item.box, itemSpace(container, mainSize, height, undefined))
  return { item, mainSize, fragment, imposedHeight: height }
}

/**
 * In a column, the height is imposed only where flexing changed it or percentages of children refer to it.
 */
function sizeInColumn(ctx: LayoutContext, container: FlexContainer, item: FlexItem, mainSize: number): SizedItem {
  const isDefinite = item.hasDefiniteHeight
  const free = itemSpace(container, item.columnWidth, undefined, undefined)
  const natural = layoutItem(ctx, item.box, free)
  // A height of its own does not count where the flex basis comes in its place.
  const differs = isDefinite || item.box.style.height !== 'auto'
  if (natural.height === mainSize && !(differs && usesHeight(item.box))) {
    return { item, mainSize, fragment: natural, imposedHeight: undefined }
  }
  const space = itemSpace(container, item.columnWidth, mainSize, isDefinite ? undefined : 'indefinite')
  return { item, mainSize, fragment: layoutItem(ctx, item.box, space), imposedHeight: mainSize }
}

/** Whether the layout of a box in a definite height may differ from that in an automatic one of the same size. */
function usesHeight(box: ItemBox): boolean {
  switch (box.kind) {
    case 'flex':
    case 'grid':
      return true
    case 'block':
      return box.children.some((child) => child.kind !== 'inline-root' && refersToHeight(child.style))
    case 'replaced':
    case 'table-wrapper':
      return false
    default:
      return assertNever(box)
  }
}

/** Step 8: the cross size of a line. */
export function lineCrossSize(container: FlexContainer, items: readonly SizedItem[]): number {
  if (!container.isMultiLine) {
    if (!container.isRow) return container.width
    if (container.height !== undefined && !container.growsWithContent) return container.height
  }
  const groups = new BaselineGroups(container)
  let size = 0
  for (const sized of items) {
    if (!groups.add(sized)) size = Math.max(size, crossSizeOf(container, sized) + sized.item.crossMargins)
  }
  size = Math.max(size, groups.size)
  if (container.isMultiLine || !container.isRow) return size
  return limitLength(Math.max(size, container.height ?? 0), container.minHeight, container.maxHeight)
}

/** Border-box cross size. */
export function crossSizeOf({ isRow }: FlexContainer, { fragment }: SizedItem): number {
  return isRow ? fragment.height : fragment.width
}

/** Step 11: stretched items take the cross size of their line. */
export function stretchItems(ctx: LayoutContext, container: FlexContainer, line: FlexLine): FlexLine {
  return { ...line, items: line.items.map((sized) => stretchItem(ctx, container, sized, line.crossSize)) }
}

function stretchItem(ctx: LayoutContext, container: FlexContainer, sized: SizedItem, lineSize: number): SizedItem {
  const { item, fragment, imposedHeight, mainSize } = sized
  if (!item.stretches) return sized
  if (!container.isRow) return container.isMultiLine ? stretchInColumn(ctx, container, sized, lineSize) : sized
  const height = stretchedHeight(container, item, lineSize)
  if (imposedHeight === height) return sized
  if (imposedHeight === undefined && fragment.height === height && !usesHeight(item.box)) return sized
  return stretchInRow(ctx, container, item, mainSize, lineSize)
}

function stretchInColumn(ctx: LayoutContext, container: FlexContainer, sized: SizedItem, lineSize: number): SizedItem {
  const { item, mainSize } = sized
  const space = itemSpace(container, undefined, undefined, undefined)
  const width = clampBoxWidth(ctx, item.box, lineSize - item.crossMargins, space, item.edges)
  if (width === sized.fragment.width) return sized
  const mode = item.hasDefiniteHeight ? undefined : 'indefinite'
  const fragment = layoutItem(ctx, item.box, itemSpace(container, width, mainSize, mode))
  return { item: { ...item, columnWidth: width }, mainSize, fragment, imposedHeight: mainSize }
}

function stretchedHeight(container: FlexContainer, item: FlexItem, lineSize: number): number {
  const height = clampBoxHeight(item.box.style, lineSize - item.crossMargins, container.percentageHeight, item.edges)
  return Math.max(item.edges.vertical, height)
}
