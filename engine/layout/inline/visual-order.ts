import { invariant } from '../../base/invariant.js'
import type { InlineBoxState } from './inline-box-state.js'
import { edgeSide } from './inline-edges.js'
import type { LineItem } from './line-items.js'
import { type EdgeUnit, isTransparent, type LineUnit } from './paragraph.js'

/**
 * The items of a line in visual order (UAX #9 L1, L2). The edges of an inline box stand around its content as it is
 * seen: where the text of a right-to-left box runs from left to right, its start edge is still on the right.
 * @param text that of the paragraph
 */
export function visualOrder(items: readonly LineItem[], baseLevel: number, text: string): LineItem[] {
  const separator = items.find(({ unit }) => unit.kind === 'separator')
  if (separator)
    return withSeparator(
      visualOrder(without(items, separator), baseLevel, text),
      contentBefore(items, separator),
      separator,
    )
  assignLevels(items, baseLevel, text)
  const filled = filledBoxes(items)
  const isMoved = ({ unit, state }: LineItem): boolean => isEdge(unit) && filled.has(state)
  const edges = items.filter(isMoved)
  const content = items.filter((item) => !isMoved(item))
  reorderByLevel(content)
  turnEmptyBoxes(content)
  return edges.length === 0 ? content : withEdges(content, edges)
}

function without(items: readonly LineItem[], item: LineItem): LineItem[] {
  return items.filter((each) => each !== item)
}

/** The last item with content before a separator. */
function contentBefore(items: readonly LineItem[], separator: LineItem): LineItem | undefined {
  return items.slice(0, items.indexOf(separator)).findLast(({ unit }) => !isTransparent(unit))
}

/**
 * A separator is read behind its line, whatever order that has. In an inline box, which may go on on the next line, it is
 * read with the last word there.
 */
function withSeparator(items: readonly LineItem[], last: LineItem | undefined, separator: LineItem): LineItem[] {
  if (last?.unit.kind !== 'word' || separator.unit.kind !== 'separator') return [...items, outside(separator)]
  if (!separator.state.parent || !last.state.parent) return [...items, outside(separator)]
  const { state, level, unit } = last
  const word = { ...separator.unit.word, direction: unit.word.direction }
  const beside: LineItem = { ...separator, unit: { ...separator.unit, run: unit.run, word }, state, level }
  const at = items.indexOf(last)
  return items.toSpliced(level & 1 ? at : at + 1, 0, beside)
}

/** No longer in boxes that may end elsewhere. */
function outside(separator: LineItem): LineItem {
  let { state } = separator
  while (state.parent) state = state.parent
  return { ...separator, state }
}

/** Inline boxes with something but edges in them on this line. */
function filledBoxes(items: readonly LineItem[]): ReadonlySet<InlineBoxState> {
  const filled = new Set<InlineBoxState>()
  for (const { unit, state } of items) {
    if (isEdge(unit)) continue
    for (let box: InlineBoxState | undefined = state; box && !filled.has(box); box = box.parent) filled.add(box)
  }
  return filled
}

/** Puts the left edge of boxes without content before the right one. */
function turnEmptyBoxes(content: LineItem[]): void {
  const firsts = new Map<InlineBoxState, number>()
  for (const [at, item] of content.entries()) {
    if (!isEdge(item.unit)) continue
    const first = firsts.get(item.state)
    if (first === undefined) firsts.set(item.state, at)
    else if (isLeft(item)) [content[first], content[at]] = [item, content[first] as LineItem]
  }
}

/** Puts the edges of boxes before and behind their content, those of outer boxes outside. */
function withEdges(content: readonly LineItem[], edges: readonly LineItem[]): LineItem[] {
  const before = new Map<LineItem, LineItem[]>()
  const behind = new Map<LineItem, LineItem[]>()
  const first = firstWithin(content)
  const last = firstWithin(content.toReversed())
  for (const edge of [...edges].sort((a, b) => depth(b.state) - depth(a.state))) {
    if (isLeft(edge)) entry(before, first.get(edge.state)).unshift(edge)
    else entry(behind, last.get(edge.state)).push(edge)
  }
  return content.flatMap((item) => [...(before.get(item) ?? []), item, ...(behind.get(item) ?? [])])
}

/** The first of the items in each box that holds any, be it in boxes within it. */
function firstWithin(items: readonly LineItem[]): ReadonlyMap<InlineBoxState, LineItem> {
  const first = new Map<InlineBoxState, LineItem>()
  for (const item of items) {
    for (let box: InlineBoxState | undefined = item.state; box && !first.has(box); box = box.parent) {
      first.set(box, item)
    }
  }
  return first
}

function isEdge(unit: LineUnit): unit is EdgeUnit {
  return unit.kind === 'open' || unit.kind === 'close'
}

function isLeft({ unit }: LineItem): boolean {
  return isEdge(unit) && edgeSide(unit) === 'left'
}

function entry(map: Map<LineItem, LineItem[]>, key: LineItem | undefined): LineItem[] {
  invariant(key, 'an inline box with content on the line')
  const known = map.get(key) ?? []
  map.set(key, known)
  return known
}

function depth(state: InlineBoxState): number {
  let levels = 0
  for (let at: InlineBoxState | undefined = state; at; at = at.parent) levels++
  return levels
}

/** Reverses runs from the highest level down (UAX #9 L2). */
export function reorderByLevel<T extends { readonly level: number }>(items: T[]): void {
  let highest = 0
  let lowestOdd = 127
  for (const { level } of items) {
    if (level > highest) highest = level
    if (level & 1 && level < lowestOdd) lowestOdd = level
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < items.length; start++) {
      if ((items[start] as T).level < level) continue
      let end = start + 1
      while (end < items.length && (items[end] as T).level >= level) end++
      reverse(items, start, end)
      start = end
    }
  }
}

function assignLevels(items: readonly LineItem[], baseLevel: number, text: string): void {
  let last = items.length
  while (last > 0 && isTrailing((items[last - 1] as LineItem).unit, text)) {
    last--
    ;(items[last] as LineItem).level = baseLevel
  }
  let level = baseLevel
  for (const item of items) {
    const { kind } = item.unit
    if (kind === 'out-of-flow') item.level = baseLevel
    else if (kind === 'close') item.level = level
    else if (kind !== 'open') level = item.level
  }
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i] as LineItem
    if (item.unit.kind === 'open') item.level = level
    else level = item.level
  }
}

const MARKS = '\u200e\u200f\u061c'

/** Whether a unit at the end of a line has the direction of the line: white space with no mark of another one behind it. */
function isTrailing(unit: LineUnit, text: string): boolean {
  if (unit.kind === 'space') {
    const { text: own } = unit.word
    return !own.startsWith('\u00a0') && !MARKS.includes(text.charAt(unit.start + own.length) || ' ')
  }
  return unit.kind === 'tab' || unit.kind === 'break' || unit.kind === 'close'
}

function reverse<T>(items: T[], start: number, end: number): void {
  for (let i = start, j = end - 1; i < j; i++, j--) {
    const item = items[i] as T
    items[i] = items[j] as T
    items[j] = item
  }
}
