import { BoundedCache } from '../../base/bounded-cache.js'
import { NO_INSETS } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import { APPEAL, type BreakToken, type InlineBreakToken, type InlinePosition, type LineRest } from '../break-token.js'
import type { ConstraintSpace, FloatContext } from '../constraint-space.js'
import { type ExclusionSpace, NO_EXCLUSIONS, reachesBelow } from '../floats/exclusion-space.js'
import { withSpill } from '../flow/ended-box.js'
import { inOnePiece } from '../flow/one-piece.js'
import { overflowingLine } from '../flow/overflow.js'
import type { BoxFragment, LineFragment, PlacedFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, LayoutResult, PlacedResult } from '../layout-types.js'
import { LineCursor } from './break-lines.js'
import { buildLine } from './build-line.js'
import { buildParagraph } from './build-paragraph.js'
import { breakFloatLines, type FloatLineSet } from './float-lines.js'
import { measureParagraph } from './measure-paragraph.js'
import type { Paragraph } from './paragraph.js'
import { layoutSimpleLine, measureSimpleText } from './simple-text.js'
import { type LineTops, sliceLines } from './slice-lines.js'
import { beginTallLine, continueTallLine, type LinePart, type LineSpace, placeOfRest } from './tall-line.js'

/** The lines of a paragraph at one width, and at one height if there are atomic inlines in it. */
interface LineSet {
  readonly width: number
  /** What percentages of heights of atomic inlines refer to; `any` where there are none. */
  readonly height: number | undefined | 'any'
  /** Where the first line begins: not at the start when lines of another width came before. */
  readonly origin: InlinePosition
  readonly lines: readonly LineFragment[]
  readonly tops: LineTops
  /** Where each line begins. */
  readonly positions: readonly InlinePosition[]
}

const START: InlinePosition = { unit: 0, offset: undefined }

/** Paragraphs kept: what is measured is laid out soon after, and what is broken goes on with the next page. */
const KEPT_PARAGRAPHS = 128

function createParagraphCache(): BoundedCache<number, Paragraph> {
  return new BoundedCache(KEPT_PARAGRAPHS)
}

function createLineCache(): BoundedCache<number, LineSet> {
  return new BoundedCache(KEPT_PARAGRAPHS)
}

/**
 * Lays out an inline formatting context (CSS 2.2 §9.4.2): a fragment without border and padding whose children
 * are lines. Lines are broken once per width; pages take slices of them.
 */
export const layoutInlineRoot: LayoutAlgorithm<InlineRootBox> = (ctx, box, space, token) => {
  ctx.stats.layoutCalls++
  const width = space.fixedWidth ?? space.availableWidth
  const resumed = inlineToken(token)
  if (resumed?.rest) return layoutRest(ctx, box, space, resumed, resumed.rest)
  const beside = floatsBeside(box, space)
  if (beside) return layoutBesideFloats(ctx, box, space, beside, resumed)
  const known = resumed?.width === width ? resumed : undefined
  const origin = known?.origin ?? resumed?.position ?? START
  const height = space.availableHeight
  const kept = keptLines(ctx, box, width, height, origin)
  if (!kept && !resumed) {
    const line = layoutSimpleLine(ctx, box, width)
    if (line && (space.fragmentation.kind === 'none' || line.height <= space.fragmentation.room)) {
      return inOnePiece(fragmentOfLine(box, line))
    }
  }
  const set = kept ?? breakLines(ctx, box, width, height, origin)
  const start = known?.line ?? 0
  if (space.fragmentation.kind === 'none') return whole(box, set, start)

  const { lines, tops } = set
  const tail = { root: box, lines, tops, start, continued: token !== undefined }
  const slice = sliceLines(tail, space.fragmentation)
  const tall = beginTallLine(ctx, { tail, slice, tops }, lineSpace(space))
  if (tall) {
    const { index, part } = tall
    const fragment = withLine(fragmentOf(box, set, start, index), part.line)
    return withFollowing(ctx, box, space, { part, fragment, after: set.positions[index + 1] ?? endOf(ctx, box) })
  }
  if (!slice) return { kind: 'no-room' }
  const fragment = fragmentOf(box, set, start, slice.end)
  return {
    kind: 'placed',
    fragment: slice.overflows ? overflowingLine(fragment, space.fragmentation.room) : fragment,
    token: slice.end < set.lines.length ? tokenAt(set, slice.end) : undefined,
    appeal: slice.appeal,
    breakpoint: slice.breakpoint,
  }
}

/** Goes on with a line that is broken, and then with the lines below it. */
function layoutRest(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  { position }: InlineBreakToken,
  rest: LineRest,
): LayoutResult {
  const { x, y } = placeOfRest(rest, space)
  const part = continueTallLine(ctx, rest, lineSpace(spaceBelow(space, y, undefined)))
  if (!part) return { kind: 'no-room' }
  const line = fragmentOfLine(box, part.line)
  const fragment = { ...line, height: y + line.height, children: line.children.map((child) => ({ ...child, x, y })) }
  return withFollowing(ctx, box, space, { part, fragment, after: position })
}

function lineSpace({ fixedWidth, availableWidth, availableHeight, fragmentation }: ConstraintSpace): LineSpace {
  return { fragmentation, availableWidth: fixedWidth ?? availableWidth, availableHeight }
}

/** A part of a broken line as the fragment of its paragraph, and what comes after it. */
interface PlacedPart {
  readonly part: LinePart
  readonly fragment: BoxFragment
  /** Where the line below it begins. */
  readonly after: InlinePosition
  readonly exclusions?: ExclusionSpace | undefined
}

/** The lines below a broken one stand on the page on which it ends. */
function withFollowing(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  { part, fragment, after, exclusions }: PlacedPart,
): PlacedResult {
  const { fragmentation } = space
  const isReported = part.overflows && fragmentation.kind === 'paged'
  const shown = isReported ? overflowingLine(fragment, fragmentation.room) : fragment
  const placed = { ...inOnePiece(shown), exclusions }
  const token: InlineBreakToken = { kind: 'inline', line: 0, width: NO_WIDTH, origin: after, position: after }
  if (part.rest) return { ...placed, token: { ...token, rest: part.rest } }
  if (samePosition(after, endOf(ctx, box))) return placed
  const following = layoutInlineRoot(ctx, box, spaceBelow(space, fragment.height, exclusions), token)
  if (following.kind === 'no-room') return { ...placed, token }
  const { children, height, lastBaseline } = following.fragment
  const lowered = children.map((child) => ({ ...child, y: child.y + fragment.height }))
  return {
    ...following,
    fragment: {
      ...shown,
      height: fragment.height + height,
      children: [...fragment.children, ...lowered],
      lastBaseline: lastBaseline === undefined ? fragment.lastBaseline : fragment.height + lastBaseline,
    },
    breakpoint: undefined,
  }
}

/** The space of what stands below a part of a paragraph of this height. */
function spaceBelow(space: ConstraintSpace, height: number, exclusions: ExclusionSpace | undefined): ConstraintSpace {
  const { fragmentation, floats } = space
  return {
    ...space,
    fragmentation:
      fragmentation.kind === 'paged'
        ? { ...fragmentation, room: fragmentation.room - height, atTop: fragmentation.atTop && height === 0 }
        : fragmentation,
    floats: floats && { ...floats, exclusions: exclusions ?? floats.exclusions, y: floats.y + height },
  }
}

function endOf(ctx: LayoutContext, box: InlineRootBox): InlinePosition {
  return { unit: paragraphOf(ctx, box).units.length, offset: undefined }
}

/** Some lines with one more below them. */
function withLine(lines: BoxFragment, line: LineFragment): BoxFragment {
  const { height, firstBaseline, children } = lines
  return {
    ...lines,
    height: height + line.height,
    children: [...children, { x: 0, y: height, fragment: line }],
    firstBaseline: firstBaseline ?? line.baseline,
    lastBaseline: height + line.baseline,
  }
}

/** The floats that lines of the box stand beside, or that are anchored in them. */
function floatsBeside(box: InlineRootBox, { floats }: ConstraintSpace): FloatContext | undefined {
  if (box.floats) return floats ?? { exclusions: NO_EXCLUSIONS, x: 0, y: 0 }
  return floats && reachesBelow(floats.exclusions, floats.y) ? floats : undefined
}

/** Lines beside floats depend on where they stand, so that they are broken anew on each page. */
function layoutBesideFloats(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  context: FloatContext,
  resumed: InlineBreakToken | undefined,
): LayoutResult {
  const { fragmentation } = space
  const page = fragmentation.kind === 'paged' ? fragmentation : undefined
  const lines = breakFloatLines(ctx, {
    root: box,
    paragraph: paragraphOf(ctx, box),
    context,
    width: space.fixedWidth ?? space.availableWidth,
    height: space.availableHeight,
    origin: resumed?.position ?? START,
    page,
  })
  if (page && !page.atTop && leavesDropCap(lines)) return { kind: 'no-room' }
  // Floats that push all lines off the page stand there themselves, and the lines go on on the next one.
  const isPushed = (lines.tops[0] ?? 0) > 0 && (lines.leading ?? context.exclusions.lastTop) !== undefined
  const tail = { root: box, lines: lines.lines, tops: lines.ends, start: 0, continued: resumed !== undefined }
  const slice = page && sliceLines(tail, isPushed ? { ...page, atTop: false } : page)
  const tall = page && beginTallLine(ctx, { tail, slice, tops: lines.tops }, lineSpace(space))
  if (tall) {
    const { index, part } = tall
    const shown = { ...lines, lines: lines.lines.with(index, part.line), ends: lines.ends.with(index + 1, tall.bottom) }
    const fragment = fragmentOfFloatLines(box, space.fixedWidth ?? space.availableWidth, shown, index + 1)
    const after = lines.positions[index + 1] ?? endOf(ctx, box)
    const exclusions = lines.exclusions[index + 1]
    return withFollowing(ctx, box, { ...space, floats: context }, { part, fragment, after, exclusions })
  }
  const set = page && !slice ? page.atTop && lines.leading : lines
  if (!set) return { kind: 'no-room' }
  const end = slice?.end ?? set.lines.length
  const position = set.positions[end]
  const fragment = fragmentOfFloatLines(box, space.fixedWidth ?? space.availableWidth, set, end)
  return {
    kind: 'placed',
    fragment: !page ? withSpill(fragment) : slice?.overflows ? overflowingLine(fragment, page.room) : fragment,
    token: position && { kind: 'inline', line: 0, width: NO_WIDTH, origin: position, position },
    appeal: slice?.appeal ?? APPEAL.perfect,
    breakpoint: slice?.breakpoint,
    exclusions: set.exclusions[end],
  }
}

/** The text would begin on this page, and its first letter on the next one. */
function leavesDropCap({ exclusions }: FloatLineSet): boolean {
  return exclusions[1]?.carried.some(({ box }) => box.kind === 'block' && box.dropCap) ?? false
}

/** Lines beside floats have no width in common: on the next page they are broken anew. */
const NO_WIDTH = -1

function fragmentOfFloatLines(box: InlineRootBox, width: number, set: FloatLineSet, end: number): BoxFragment {
  const children: PlacedFragment[] = []
  for (const { line, placed } of set.floats) if (line < end) children.push(placed)
  for (let i = 0; i < end; i++) {
    children.push({ x: set.lefts[i] ?? 0, y: set.tops[i] ?? 0, fragment: set.lines[i] as LineFragment })
  }
  const last = set.lines[end - 1]
  const { outOfFlow } = set
  return {
    kind: 'box',
    box,
    style: box.style,
    width,
    height: set.ends[end] ?? 0,
    border: NO_INSETS,
    padding: NO_INSETS,
    children,
    firstBaseline: end > 0 ? (set.tops[0] ?? 0) + (set.lines[0]?.baseline ?? 0) : undefined,
    lastBaseline: last && (set.tops[end - 1] ?? 0) + last.baseline,
    image: undefined,
    collapsedBorders: undefined,
    ...(outOfFlow && { outOfFlow }),
  }
}

/** Intrinsic sizes of an inline formatting context (css-sizing-3 §5.1). */
export const inlineIntrinsicSizes: IntrinsicAlgorithm<InlineRootBox> = (ctx, box) =>
  measureSimpleText(ctx, box) ?? measureParagraph(ctx, paragraphOf(ctx, box))

function inlineToken(token: BreakToken | undefined): InlineBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'inline', 'the token of an inline root')
  return token
}

function tokenAt({ width, origin, positions }: LineSet, line: number): InlineBreakToken {
  return { kind: 'inline', line, width, origin, position: positions[line] ?? origin }
}

function paragraphOf(ctx: LayoutContext, box: InlineRootBox): Paragraph {
  const cache = ctx.cache(createParagraphCache)
  const known = cache.get(box.id)
  if (known) return known
  const paragraph = buildParagraph(ctx, box)
  cache.set(box.id, paragraph)
  return paragraph
}

function keptLines(
  ctx: LayoutContext,
  box: InlineRootBox,
  width: number,
  height: number | undefined,
  origin: InlinePosition,
): LineSet | undefined {
  const known = ctx.cache(createLineCache).get(box.id)
  if (known?.width !== width || !samePosition(known.origin, origin)) return undefined
  return known.height === 'any' || known.height === height ? known : undefined
}

function breakLines(
  ctx: LayoutContext,
  box: InlineRootBox,
  width: number,
  height: number | undefined,
  origin: InlinePosition,
): LineSet {
  const paragraph = paragraphOf(ctx, box)
  const cursor = new LineCursor(ctx, paragraph, width, height, origin)
  const atHeight = cursor.atomics.size > 0 ? height : 'any'
  const set: LineSet = { width, height: atHeight, origin, ...linesOf(ctx, paragraph, cursor, width) }
  ctx.cache(createLineCache).set(box.id, set)
  return set
}

function samePosition(a: InlinePosition, b: InlinePosition): boolean {
  return a.unit === b.unit && a.offset === b.offset
}

function linesOf(
  ctx: LayoutContext,
  paragraph: Paragraph,
  cursor: LineCursor,
  width: number,
): Pick<LineSet, 'lines' | 'tops' | 'positions'> {
  const positions: InlinePosition[] = []
  const lines: LineFragment[] = []
  const tops = [0]
  let top = 0
  for (;;) {
    const { position } = cursor
    const line = cursor.next()
    if (!line) return { lines, tops, positions }
    const fragment = buildLine(ctx, paragraph, line, width, cursor.atomics)
    lines.push(fragment)
    top += fragment.height
    tops.push(top)
    positions.push(position)
  }
}

function whole(box: InlineRootBox, set: LineSet, start: number): LayoutResult {
  return inOnePiece(withSpill(fragmentOf(box, set, start, set.lines.length)))
}

function fragmentOfLine(box: InlineRootBox, line: LineFragment): BoxFragment {
  return {
    kind: 'box',
    box,
    style: box.style,
    width: line.width,
    height: line.height,
    border: NO_INSETS,
    padding: NO_INSETS,
    children: [{ x: 0, y: 0, fragment: line }],
    firstBaseline: line.baseline,
    lastBaseline: line.baseline,
    image: undefined,
    collapsedBorders: undefined,
  }
}

function fragmentOf(box: InlineRootBox, set: LineSet, start: number, end: number): BoxFragment {
  const { lines, tops, width } = set
  const top = tops[start] ?? 0
  const children: PlacedFragment[] = []
  for (let i = start; i < end; i++) {
    children.push({ x: 0, y: (tops[i] as number) - top, fragment: lines[i] as LineFragment })
  }
  return {
    kind: 'box',
    box,
    style: box.style,
    width,
    height: (tops[end] ?? top) - top,
    border: NO_INSETS,
    padding: NO_INSETS,
    children,
    firstBaseline: end > start ? lines[start]?.baseline : undefined,
    lastBaseline: end > start ? (tops[end - 1] as number) - top + (lines[end - 1]?.baseline ?? 0) : undefined,
    image: undefined,
    collapsedBorders: undefined,
  }
}
