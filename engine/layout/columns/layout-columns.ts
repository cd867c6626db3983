import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { ColumnSetBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { APPEAL, type Appeal, flowToken, hadBetterWait } from '../break-token.js'
import {
  type ConstraintSpace,
  emptyPage,
  flowSpace,
  type PagedFragmentation,
  PLAIN_POLICY,
  UNFRAGMENTED,
} from '../constraint-space.js'
import { isBoxBarred } from '../flow/barred-calls.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import type { CollapsedBorder, PlacedFragment } from '../fragment-tree.js'
import { GapRules } from '../gap-rules.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, LayoutResult } from '../layout-types.js'
import { createColumnFills } from './column-fills.js'
import { type ColumnGeometry, columnGap, columnGeometry, columnLeft } from './column-geometry.js'
import { type ColumnContent, type FilledColumns, fillColumns } from './fill-columns.js'

/** Higher than any column. */
const ENDLESS = 2 ** 30

/** Columns are empty, without pages as on them: something must be placed even if it does not fit, or must not. */
const EMPTY = { atTop: true, policy: PLAIN_POLICY }
const BALANCING = { atTop: true, policy: { ...PLAIN_POLICY, strict: true, evensColumns: true } }

/** Balanced columns are at most so much higher than they need to be, in px: less than the lowest line. */
const BALANCE_PRECISION = 1

/**
 * Lays out a set of columns (css-multicol-1 §7): what stands between two elements that span all columns. Columns are
 * fragmentainers: their content is broken as that of pages is. On a page, columns are as high as the room that is
 * left; where their content ends they are balanced.
 */
export const layoutColumnSet: LayoutAlgorithm<ColumnSetBox> = (ctx, box, space, given): LayoutResult => {
  ctx.stats.layoutCalls++
  return ctx.cache(createColumnFills).within(() => layoutSet(ctx, box, space, given))
}

const layoutSet: LayoutAlgorithm<ColumnSetBox> = (ctx, box, space, given): LayoutResult => {
  const width = space.fixedWidth ?? space.availableWidth
  const geometry = columnGeometry(box.container, width)
  const { fragmentation } = space
  const paged = fragmentation.kind === 'paged'
  const content: ColumnContent = {
    box: box.content,
    width: geometry.width,
    token: flowToken(given),
    height: space.availableHeight,
    freshRoom: paged ? Math.min(fragmentation.freshRoom, space.columnHeight ?? ENDLESS) : ENDLESS,
    pageless: !paged,
  }
  const filled = paged
    ? fillPage(ctx, box, content, geometry, { ...space, fragmentation })
    : fillWhole(ctx, box, content, geometry, space.columnHeight)
  if (!filled) return { kind: 'no-room' }
  const broken = filled.token !== undefined
  const height =
    broken && paged ? Math.max(roomFor(fragmentation, space), filled.tallest) : endHeight(box, filled, space)
  return placed(box, space, geometry, filled, height)
}

/** Rules reach to the end of a container that has a height, of which the last columns stand here (css-multicol-1 §4). */
function ruleLength({ last }: ColumnSetBox, space: ConstraintSpace, height: number, broken: boolean): number {
  const { availableHeight, columnHeight, fragmentation } = space
  if (!last || broken || availableHeight === undefined || columnHeight === undefined) return height
  const room = fragmentation.kind === 'paged' ? Math.min(columnHeight, fragmentation.room) : columnHeight
  return Math.max(height, room)
}

/** Columns that end here are as high as they were balanced; unbalanced ones of no given height as their content. */
function endHeight({ balanced }: ColumnSetBox, filled: FilledColumns, space: ConstraintSpace): number {
  const isGiven = space.availableHeight !== undefined && filled.height === space.columnHeight
  return balanced || isGiven ? filled.height : filled.tallest
}

/** Height of columns that end with the page, or with what their container has left for them. */
function roomFor({ room }: PagedFragmentation, { columnHeight }: ConstraintSpace): number {
  return columnHeight === undefined ? room : Math.min(room, columnHeight)
}

/** Without pages: columns of a given height, and more of them when they overflow, or balanced ones. */
function fillWhole(
  ctx: LayoutContext,
  box: ColumnSetBox,
  content: ColumnContent,
  { count }: Pick<ColumnGeometry, 'count'>,
  given: number | undefined,
): FilledColumns {
  // Content that no number of columns of a height takes still has a height.
  const limit = given ?? wholeHeight(ctx, content)
  if (box.balanced) {
    const balanced = balance(ctx, content, count, limit)
    if (balanced) return balanced
  }
  const filled = fillColumns(ctx, content, { height: limit, count: undefined, page: EMPTY })
  invariant(filled && !filled.pageBreak, 'columns that take all of their content')
  return filled
}

type PagedSpace = ConstraintSpace & { readonly fragmentation: PagedFragmentation }

/** On a page: as much as its room takes. */
function fillPage(
  ctx: LayoutContext,
  box: ColumnSetBox,
  content: ColumnContent,
  { count }: ColumnGeometry,
  space: PagedSpace,
): FilledColumns | undefined {
  const { availableHeight, columnHeight, fragmentation: page } = space
  // Columns of a given height overflow sideways, not onto the next page, unless a page ends in them (§8.2).
  if (availableHeight !== undefined && columnHeight !== undefined && columnHeight <= page.room && !content.token) {
    if (!isForcedInside(ctx, box)) {
      if (isBoxBarred(page, content.box)) return undefined
      return fillWhole(ctx, box, { ...content, pageless: true }, { count }, columnHeight)
    }
    return fillColumns(ctx, content, { height: columnHeight, count: undefined, page })
  }
  const room = Math.max(0, roomFor(page, space))
  const all = fillColumns(ctx, content, { height: room, count, page })
  if (!all || all.token) return all
  // The boxes that end with the columns must have room below them.
  const ending = Math.max(0, Math.min(room, page.room - page.reserve))
  const last = all.tallest <= ending ? all : fillColumns(ctx, content, { height: ending, count, page })
  if (!last || last.token) return last
  const ended = box.balanced ? (balance(ctx, content, count, ending) ?? last) : last
  return !page.atTop && !content.token && hadBetterWait(ended.appeal) ? undefined : ended
}

/**
 * The lowest columns that take all of the content and break at allowed places only (css-multicol-1 §7.1), not higher
 * than `limit`; undefined when there are none. Where no columns can do without breaks that are to be avoided, it is for
 * the profile to say whether they are balanced all the same.
 */
function balance(ctx: LayoutContext, content: ColumnContent, count: number, limit: number): FilledColumns | undefined {
  const allowed = balanceBy(ctx, content, { count, limit, worst: APPEAL.perfect })
  if (allowed || !ctx.profile.balancesAgainstAvoid) return allowed
  return balanceBy(ctx, content, { count, limit, worst: APPEAL.violatesAvoid })
}

function balanceBy(
  ctx: LayoutContext,
  content: ColumnContent,
  rule: Omit<Balance, 'tears'>,
): FilledColumns | undefined {
  const lowest = lowestColumns(ctx, content, { ...rule, tears: true })
  if (!lowest?.tearsFloat) return lowest
  // What a forced break leaves to the next columns is not there to fill them.
  return lowestColumns(ctx, content, { ...rule, tears: false }) ?? lowest
}

interface Balance {
  readonly count: number
  readonly limit: number
  /** The worst break between two columns that is allowed. */
  readonly worst: Appeal
  /** Floats may continue behind forced breaks. */
  readonly tears: boolean
}

function lowestColumns(
  ctx: LayoutContext,
  content: ColumnContent,
  { count, limit, worst, tears }: Balance,
): FilledColumns | undefined {
  const fill = (height: number): FilledColumns | undefined => {
    const filled = fillColumns(ctx, content, { height, count, page: BALANCING })
    const isGood = filled && !filled.token && !filled.overflows && filled.appeal >= worst
    return isGood && (tears || !filled.tearsFloat) ? filled : undefined
  }
  const whole = wholeHeight(ctx, content)
  let low = Math.min(limit, snap(whole / count))
  const even = fill(low)
  if (even) return even
  let best = fill(Math.min(limit, whole))
  while (best && best.tallest - low > BALANCE_PRECISION) {
    const middle = snap((low + best.tallest) / 2)
    const filled = fill(middle)
    if (filled) best = filled
    else low = middle
  }
  // Boxes that continue in the next column fill theirs: once more with columns of the right height.
  return best && best.tallest < best.height ? (fill(best.tallest) ?? best) : best
}

/** Height of the content in a single column, with what overflows boxes in it. */
function wholeHeight(ctx: LayoutContext, { box, width, token, height }: ColumnContent): number {
  const fragmentation = token ? emptyPage(ENDLESS) : UNFRAGMENTED
  // As in browsers, the margin at the end counts when the columns are balanced, though it is cut off then.
  const { columnContent: _cut, ...whole } = box
  const result = ctx.layout(whole, flowSpace(width, height, fragmentation), token)
  invariant(result.kind === 'placed', 'content in an endless column')
  const { height: own, spill = 0 } = result.fragment
  return own + spill
}

function placed(
  box: ColumnSetBox,
  space: ConstraintSpace,
  geometry: ColumnGeometry,
  { columns, token, appeal, pageBreak }: FilledColumns,
  height: number,
): LayoutResult {
  const width = space.fixedWidth ?? space.availableWidth
  const children: PlacedFragment[] = columns.map((fragment, index) => ({
    x: columnLeft(geometry, index, width, box.style.direction),
    y: 0,
    fragment,
  }))
  const [first, last] = [columns[0], columns.at(-1)]
  return {
    kind: 'placed',
    fragment: boxFragment({
      box,
      width,
      height,
      children,
      firstBaseline: first?.firstBaseline,
      lastBaseline: last?.lastBaseline,
      collapsedBorders: rules(box, children, geometry, ruleLength(box, space, height, token !== undefined)),
    }),
    token,
    appeal: token ? (pageBreak ? APPEAL.forced : appeal) : APPEAL.perfect,
    breakpoint: undefined,
  }
}

/** A rule in the middle of each gap between two columns with content (css-multicol-1 §4.2). */
function rules(
  { container }: ColumnSetBox,
  columns: readonly PlacedFragment[],
  { width, gap }: ColumnGeometry,
  length: number,
): readonly CollapsedBorder[] | undefined {
  const rules = GapRules.of(container)
  if (!rules) return undefined
  for (let index = 1; index < columns.length; index++) {
    const [a, b] = [columns[index - 1], columns[index]]
    if (!a || !b) break
    const left = Math.min(a.x, b.x) + width
    rules.addColumn({ from: left, to: left + gap }, { from: 0, to: length })
  }
  return rules.borders
}

/** Intrinsic sizes of columns side by side (css-multicol-1 §3.4, css-sizing-3 §5.1). */
export const columnSetIntrinsicSizes: IntrinsicAlgorithm<ColumnSetBox> = (ctx, box) => {
  const { columnCount, columnWidth } = box.container
  const { minContent, maxContent } = ctx.intrinsicSizes(box.content)
  const count = columnCount === 'auto' ? 1 : columnCount
  const gaps = (count - 1) * columnGap(box.container, 0)
  if (columnWidth === 'auto') return { minContent: minContent * count + gaps, maxContent: maxContent * count + gaps }
  return {
    minContent: Math.min(minContent, columnWidth),
    maxContent: Math.max(columnWidth * count + gaps, maxContent),
  }
}
