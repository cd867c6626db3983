import { BoundedCache } from '../../base/bounded-cache.js'
import type { Box, InlineBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { CollapsedBorder, PlacedFragment } from '../fragment-tree.js'
import { GapRules, type Stretch } from '../gap-rules.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import type { FlexContainer } from './flex-container.js'
import type { FlexLayout, PlacedItem } from './flex-layout.js'

/** A line of a row, or the part of it on a page, from the top of the container's box. */
export interface LineStretch extends Stretch {
  readonly items: readonly PlacedItem[]
}

/**
 * The rules of a row (css-gaps-1 §4): between two items as long as their line is high, between lines as long as the
 * container's content box is wide.
 * @param lines from top to bottom
 */
export function rowRules(
  container: FlexContainer,
  lines: readonly LineStretch[],
): readonly CollapsedBorder[] | undefined {
  const rules = GapRules.of(container.style)
  if (!rules) return undefined
  const content = contentStretch(container)
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1]
    if (above) rules.addRow({ from: above.to, to: line.from }, content)
    if (!rules.hasColumns) continue
    // Items that have ended on earlier pages are still beside the others.
    const items = line.items.map(({ item, x, fragment }) => {
      const { marginLeft, marginRight } = item.box.style
      const from = content.from + x
      return { from, to: from + fragment.width, before: marginLeft, after: marginRight }
    })
    for (const gap of gapsBetween(container, items)) rules.addColumn(gap, line)
  }
  return rules.borders
}

/**
 * The rules of a column, or of the part of it on a page: between two items as long as their line is wide, between lines as
 * long as the content box is high.
 * @param items the fragments in the container, in the order of lines
 * @param content the content box, from the top of the container's box
 */
export function columnRules(
  ctx: LayoutContext,
  { container, lines }: FlexLayout,
  items: readonly PlacedFragment[],
  content: Stretch,
): readonly CollapsedBorder[] | undefined {
  const rules = GapRules.of(container.style)
  if (!rules) return undefined
  const { from: left } = contentStretch(container)
  const stretches = lines.map(({ crossStart, crossSize }) => ({
    from: left + crossStart,
    to: left + crossStart + crossSize,
  }))
  for (const [index, line] of stretches.entries()) {
    const before = stretches[index - 1]
    if (before) rules.addColumn(between(before, line), content)
  }
  if (!rules.hasRows) return rules.borders
  for (const [index, own] of itemsByLine(ctx, container, lines, items).entries()) {
    const line = stretches[index]
    if (line) for (const gap of gapsBetween(container, own.flatMap(heightOf))) rules.addRow(gap, line)
  }
  return rules.borders
}

function contentStretch({ edges, width }: FlexContainer): Stretch {
  const from = edges.border.left + edges.padding.left
  return { from, to: from + width }
}

type Margin = ComputedStyle['marginLeft']

/** The border box of an item along the main axis, and its margins. */
interface ItemStretch extends Stretch {
  readonly before: Margin
  readonly after: Margin
}

function heightOf({ y, fragment }: PlacedFragment): readonly ItemStretch[] {
  if (fragment.kind !== 'box') return []
  const { marginTop, marginBottom } = fragment.style
  return [{ from: y, to: y + fragment.height, before: marginTop, after: marginBottom }]
}

/** The gaps between the margin boxes of items side by side. As browsers have it, automatic margins are no part of them. */
function gapsBetween({ width, mainGap }: FlexContainer, items: readonly ItemStretch[]): readonly Stretch[] {
  const gaps: Stretch[] = []
  for (let index = 1; index < items.length; index++) {
    const [a, b] = [items[index - 1], items[index]]
    if (!a || !b) break
    const [first, second] = a.from <= b.from ? [a, b] : [b, a]
    const to = second.from - resolveMargin(second.before, width)
    const isFree = first.after === 'auto' || second.before === 'auto'
    gaps.push({ from: isFree ? to - mainGap : first.to + resolveMargin(first.after, width), to })
  }
  return gaps
}

function between(a: Stretch, b: Stretch): Stretch {
  return a.from <= b.from ? { from: a.to, to: b.from } : { from: b.to, to: a.from }
}

type LineNumbers = ReadonlyMap<Box | InlineBox, number>

function createLineCache(): BoundedCache<
  number,
  { readonly lines: FlexLayout['lines']; readonly numbers: LineNumbers }
> {
  return new BoundedCache(64)
}

function itemsByLine(
  ctx: LayoutContext,
  { box }: FlexContainer,
  lines: FlexLayout['lines'],
  items: readonly PlacedFragment[],
): readonly (readonly PlacedFragment[])[] {
  if (lines.length <= 1) return [items]
  const cache = ctx.cache(createLineCache)
  let known = cache.get(box.id)
  if (known?.lines !== lines) {
    const numbers = lines.flatMap((line, number) => line.items.map(({ item }) => [item.box, number] as const))
    known = { lines, numbers: new Map(numbers) }
    cache.set(box.id, known)
  }
  const byLine: PlacedFragment[][] = lines.map(() => [])
  for (const item of items) {
    if (item.fragment.kind !== 'box') continue
    byLine[known.numbers.get(item.fragment.box) ?? -1]?.push(item)
  }
  return byLine
}
