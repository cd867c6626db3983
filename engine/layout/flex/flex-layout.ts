import { snap } from '../../base/units.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import { distributeContent } from '../align/distribute-content.js'
import type { BoxFragment, OutOfFlowPlace, PlaceAlignment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { crossOffsets, mainOffsets, staticAlignment } from './align-items.js'
import { firstBaselineOf, lastBaselineOf, sharedBaseline } from './baseline-groups.js'
import { type FlexContainer, limitLength } from './flex-container.js'
import { type FlexItem, flexItem } from './flex-item.js'
import {
  collectLines,
  crossSizeOf,
  type FlexLine,
  hypotheticalMainSize,
  lineCrossSize,
  type SizedItem,
  sizeItems,
  stretchItems,
} from './flex-lines.js'

/** A flex container laid out in one piece. Positions are from the top left of its content box. */
export interface FlexLayout {
  readonly container: FlexContainer
  /** In the order of the document. */
  readonly lines: readonly PlacedLine[]
  /** Height of the content box. */
  readonly height: number
  readonly firstBaseline: number | undefined
  readonly lastBaseline: number | undefined
}

interface PlacedLine {
  /** Across the line: its top edge and height in a row, its left edge and width in a column. */
  readonly crossStart: number
  readonly crossSize: number
  readonly items: readonly PlacedItem[]
}

export interface PlacedItem {
  readonly item: FlexItem
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
  /** The sizes imposed on the layout of the item. */
  readonly fixedWidth: number | undefined
  readonly fixedHeight: number | undefined
}

/** Lays out a flex container in one piece: css-flexbox-1 §9, by the numbers of its steps. */
export function layoutFlexWhole(ctx: LayoutContext, container: FlexContainer): FlexLayout {
  // 1 to 3: items are boxes already; the available space is part of the container.
  const items = container.items.map((box) => flexItem(ctx, container, box))
  // 5, where lines need no main size of the container but a limit of it, before 4.
  const lineItems = collectLines(container, items, container.lineLimit)
  const mainSize = containerMainSize(container, lineItems)
  // 6 and 7
  const sized = lineItems.map((line) => sizeItems(ctx, container, line, mainSize))
  // 8
  const natural = sized.map((line) => ({ items: line, crossSize: lineCrossSize(container, line) }))
  // 15, which 9 needs.
  const crossSize = containerCrossSize(container, natural)
  // 9 and 11; 10 does not apply: collapsed items are hidden only, as in browsers.
  const lines = stretchLines(container, natural, crossSize).map((line) => stretchItems(ctx, container, line))
  // 12 to 14 and 16
  return placeLines(container, lines, mainSize, crossSize)
}

/** Width of the content of several columns side by side when nothing limits it. */
export function multiColumnWidth(ctx: LayoutContext, container: FlexContainer): number {
  const items = container.items.map((box) => flexItem(ctx, container, box))
  const lineItems = collectLines(container, items, container.lineLimit)
  const mainSize = containerMainSize(container, lineItems)
  const lines = lineItems.map((line) => {
    const sized = sizeItems(ctx, container, line, mainSize)
    return { items: sized, crossSize: lineCrossSize(container, sized) }
  })
  return sumOfLines(container, lines)
}

/** Step 4: the main size of the container's content box. */
function containerMainSize(container: FlexContainer, lines: readonly (readonly FlexItem[])[]): number {
  if (container.isRow) return container.width
  if (container.height !== undefined && !container.growsWithContent) return container.height
  let longest = container.height ?? 0
  for (const line of lines) longest = Math.max(longest, hypotheticalMainSize(container, line))
  return limitLength(longest, container.minHeight, container.maxHeight)
}

/** Step 15. */
function containerCrossSize(container: FlexContainer, lines: readonly FlexLine[]): number {
  if (!container.isRow) return container.width
  const sum = sumOfLines(container, lines)
  if (container.height !== undefined)
    return container.growsWithContent ? Math.max(container.height, sum) : container.height
  return limitLength(sum, container.minHeight, container.maxHeight)
}

function sumOfLines({ crossGap }: FlexContainer, lines: readonly FlexLine[]): number {
  let sum = crossGap * Math.max(0, lines.length - 1)
  for (const { crossSize } of lines) sum += crossSize
  return sum
}

/** Step 9: `align-content: stretch` shares free space between the lines. */
function stretchLines(container: FlexContainer, lines: readonly FlexLine[], crossSize: number): readonly FlexLine[] {
  const { keyword } = container.style.alignContent
  if (!container.isMultiLine || (keyword !== 'normal' && keyword !== 'stretch')) return lines
  const free = crossSize - sumOfLines(container, lines)
  if (free <= 0) return lines
  const share = free / lines.length
  return lines.map((line) => ({ ...line, crossSize: snap(line.crossSize + share) }))
}

function placeLines(
  container: FlexContainer,
  lines: readonly FlexLine[],
  mainSize: number,
  crossSize: number,
): FlexLayout {
  const height = container.isRow ? crossSize : mainSize
  const offsets = lineOffsets(container, lines, crossSize)
  const placed = lines.map((line, index) => placeLine(container, line, offsets[index] ?? 0, { mainSize, crossSize }))
  return { container, lines: placed, height, ...baselines(container, placed) }
}

/** Step 16: offsets of the lines from the cross-start edge of the container. */
function lineOffsets(container: FlexContainer, lines: readonly FlexLine[], crossSize: number): readonly number[] {
  if (!container.isMultiLine) return lines.map(() => 0)
  const free = crossSize - sumOfLines(container, lines)
  const { offset, between } = distributeContent(container.style.alignContent, container.crossAxis, free, lines.length)
  const offsets: number[] = []
  let position = offset
  for (const line of lines) {
    offsets.push(snap(position))
    position += line.crossSize + container.crossGap + between
  }
  return offsets
}

interface ContainerSize {
  readonly mainSize: number
  readonly crossSize: number
}

function placeLine(container: FlexContainer, line: FlexLine, offset: number, size: ContainerSize): PlacedLine {
  const mains = mainOffsets(container, line.items, size.mainSize)
  const crosses = crossOffsets(container, line)
  const items = line.items.map((sized, index) => {
    return placeItem(container, sized, mains[index] ?? 0, offset + (crosses[index] ?? 0), size)
  })
  const crossStart = container.crossFlipped ? size.crossSize - offset - line.crossSize : offset
  return { crossStart, crossSize: line.crossSize, items }
}

/** From distances along the axes to a place in the content box. */
function placeItem(
  container: FlexContainer,
  sized: SizedItem,
  main: number,
  cross: number,
  { mainSize, crossSize }: ContainerSize,
): PlacedItem {
  const { item, fragment } = sized
  const { margin } = item
  const { isRow, mainFlipped, crossFlipped } = container
  const mainOuter = sized.mainSize + item.mainMargins
  const crossOuter = crossSizeOf(container, sized) + item.crossMargins
  const alongMain = mainFlipped ? mainSize - main - mainOuter : main
  const alongCross = crossFlipped ? crossSize - cross - crossOuter : cross
  return {
    item,
    x: (isRow ? alongMain : alongCross) + margin.left,
    y: (isRow ? alongCross : alongMain) + margin.top,
    fragment,
    fixedWidth: isRow ? sized.mainSize : item.columnWidth,
    fixedHeight: sized.imposedHeight,
  }
}

/** The static positions of absolutely positioned children, from the top left of the border box. */
export function staticPlaces({ container, height }: FlexLayout): readonly OutOfFlowPlace[] | undefined {
  const { box, edges, width } = container
  if (!box.children.some(({ style }) => isAbsolutelyPositioned(style))) return undefined
  const left = edges.border.left + edges.padding.left
  const top = edges.border.top + edges.padding.top
  const places: OutOfFlowPlace[] = []
  for (const child of box.children) {
    if (!isAbsolutelyPositioned(child.style)) continue
    const { horizontal, vertical, isSafe } = staticAlignment(container, child.style)
    const { isRow, crossAxis } = container
    const [start, size] = isRow ? [top, height] : [left, width]
    const room = isSafe && { from: start, to: start + size, fromRight: crossAxis.startSide === 'right' }
    places.push({
      box: child,
      x: left + edgeOffset(horizontal, width),
      y: top + edgeOffset(vertical, height),
      alignX: horizontal,
      alignY: vertical,
      ...(room && { [isRow ? 'safeY' : 'safeX']: room }),
    })
  }
  return places
}

function edgeOffset(align: PlaceAlignment, size: number): number {
  if (align === 'start') return 0
  return align === 'center' ? snap(size / 2) : size
}

/** The container's baselines (§8.5): of an item that takes part in that alignment, else of the first or last one. */
function baselines(
  container: FlexContainer,
  lines: readonly PlacedLine[],
): Pick<FlexLayout, 'firstBaseline' | 'lastBaseline'> {
  // As browsers have it, the first line is the one at the top.
  const isReversed = container.isRow && container.crossFlipped
  const firstLine = lines.at(isReversed ? -1 : 0)?.items ?? []
  const lastLine = lines.at(isReversed ? 0 : -1)?.items ?? []
  // Of a column, the line at the start of the cross axis (§8.5): the last one with `wrap-reverse`.
  const topLine = !container.isRow && container.crossAxis.reversed ? lastLine : firstLine
  // As browsers have it, from top to bottom in columns of either direction.
  const upwards = !container.isRow && container.mainFlipped
  const first =
    topLine.find(({ item }) => sharedBaseline(container, item) === 'baseline') ?? topLine.at(upwards ? -1 : 0)
  const last =
    lastLine.find(({ item }) => sharedBaseline(container, item) === 'last-baseline') ?? lastLine.at(upwards ? 0 : -1)
  return {
    firstBaseline: first && first.y + firstBaselineOf(first.fragment),
    lastBaseline: last && last.y + lastBaselineOf(last.fragment),
  }
}
