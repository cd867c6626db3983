import { invariant } from '../../base/invariant.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import { APPEAL, type BreakToken, type InlineBreakToken, type InlinePosition } from '../break-token.js'
import type { ConstraintSpace, FloatContext, PagedFragmentation } from '../constraint-space.js'
import { NO_EXCLUSIONS, reachesBelow } from '../floats/exclusion-space.js'
import { inOnePiece, markLineTooTall, withSpill } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, LayoutResult } from '../layout-types.js'
import { continueBrokenLine, lineSpace, withFollowing } from './broken-line.js'
import { breakFloatLines, type FloatLineSet } from './float-lines.js'
import { anewAt, breakLines, endOf, keptLines, type LineSet, paragraphOf, START } from './line-set.js'
import { fragmentOfFloatLines, fragmentOfLines, withLine } from './lines-fragment.js'
import { measureParagraph } from './measure-paragraph.js'
import { layoutSingleLine, measureSimpleText } from './simple-text.js'
import { sliceLines } from './slice-lines.js'
import { type BegunLine, beginTallLine } from './tall-line.js'

/**
 * Lays out an inline formatting context (CSS 2.2 §9.4.2): a fragment without border and padding whose children
 * are lines. Lines are broken once per width; pages take slices of them.
 */
export const layoutInlineRoot: LayoutAlgorithm<InlineRootBox> = (ctx, box, space, token) => {
  ctx.stats.layoutCalls++
  const width = space.fixedWidth ?? space.availableWidth
  const resumed = inlineToken(token)
  if (resumed?.rest) return continueBrokenLine(ctx, box, space, { ...resumed, rest: resumed.rest })
  const beside = floatsBeside(box, space)
  if (beside) return layoutBesideFloats(ctx, box, space, beside, resumed)
  const known = resumed?.width === width ? resumed : undefined
  const basis = { width, height: space.availableHeight, origin: originOf(known, resumed) }
  const kept = keptLines(ctx, box, basis)
  if (!kept && !resumed) {
    const line = layoutSingleLine(ctx, box, width)
    if (line && hasRoom(space, line.height)) return inOnePiece(line)
  }
  const set = kept ?? breakLines(ctx, box, basis)
  const start = known?.line ?? 0
  if (space.fragmentation.kind === 'none') return whole(box, set, start)

  const { lines, tops } = set
  const { keepsWidows } = ctx.profile
  const tail = { root: box, lines, tops, start, continued: token !== undefined, keepsWidows }
  const slice = sliceLines(tail, space.fragmentation)
  const tall = beginTallLine(ctx, { tail, slice, tops }, lineSpace(space))
  if (tall) {
    const { index, part } = tall
    const fragment = withLine(fragmentOfLines(box, set, start, index), part.line)
    return withFollowing(ctx, box, space, { part, fragment, after: set.positions[index + 1] ?? endOf(ctx, box) })
  }
  if (!slice) return { kind: 'no-room' }
  const fragment = fragmentOfLines(box, set, start, slice.end)
  return {
    kind: 'placed',
    fragment: slice.overflows ? tooTall(fragment, space.fragmentation, slice.end === lines.length) : fragment,
    token: slice.end < set.lines.length ? tokenAt(set, slice.end) : undefined,
    appeal: slice.appeal,
    breakpoint: slice.breakpoint,
  }
}

/** The fragment of a line for which the page has no room; below the last one there must be some for what ends with it. */
function tooTall(fragment: BoxFragment, { room, reserve }: PagedFragmentation, isLast: boolean): BoxFragment {
  return markLineTooTall(fragment, isLast ? room - reserve : room)
}

/** Where the lines of a page were broken from: anew, unless they are as wide as those of the page before. */
function originOf(known: InlineBreakToken | undefined, resumed: InlineBreakToken | undefined): InlinePosition {
  return known?.origin ?? resumed?.position ?? START
}

function hasRoom({ fragmentation }: ConstraintSpace, height: number): boolean {
  return fragmentation.kind === 'none' || height <= fragmentation.room
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
  const width = space.fixedWidth ?? space.availableWidth
  const page = space.fragmentation.kind === 'paged' ? space.fragmentation : undefined
  const lines = breakFloatLines(ctx, {
    root: box,
    paragraph: paragraphOf(ctx, box),
    context,
    width,
    height: space.availableHeight,
    origin: resumed?.position ?? START,
    page,
  })
  if (!page) return wholeBesideFloats(box, width, lines)
  if (!page.atTop && leavesDropCap(lines)) return { kind: 'no-room' }
  // Floats that push all lines off the page stand there themselves, and the lines continue on the next one.
  const isPushed = (lines.tops[0] ?? 0) > 0 && (lines.leading ?? context.exclusions.lastTop) !== undefined
  const { keepsWidows } = ctx.profile
  const tail = {
    root: box,
    lines: lines.lines,
    tops: lines.ends,
    start: 0,
    continued: resumed !== undefined,
    keepsWidows,
  }
  const below = isPushed ? { ...page, atTop: false } : page
  const slice = sliceLines(tail, below)
  const tall = beginTallLine(ctx, { tail, slice, tops: lines.tops }, lineSpace({ ...space, fragmentation: below }))
  if (tall) return tallBesideFloats(ctx, box, { ...space, floats: context }, lines, tall)
  const set = slice ? lines : page.atTop && lines.leading
  if (!set) return { kind: 'no-room' }
  const end = slice?.end ?? set.lines.length
  const fragment = fragmentOfFloatLines(box, width, set, end)
  return {
    kind: 'placed',
    fragment: slice?.overflows ? tooTall(fragment, page, end === set.lines.length) : fragment,
    token: tokenBesideFloats(set, end),
    appeal: slice?.appeal ?? APPEAL.perfect,
    breakpoint: slice?.breakpoint,
    exclusions: set.exclusions[end],
  }
}

function wholeBesideFloats(box: InlineRootBox, width: number, set: FloatLineSet): LayoutResult {
  const end = set.lines.length
  const placed = inOnePiece(withSpill(fragmentOfFloatLines(box, width, set, end)))
  return { ...placed, token: tokenBesideFloats(set, end), exclusions: set.exclusions[end] }
}

/** The lines up to one that no page has room for, with its first part. */
function tallBesideFloats(
  ctx: LayoutContext,
  box: InlineRootBox,
  space: ConstraintSpace,
  lines: FloatLineSet,
  { index, part, bottom }: BegunLine,
): LayoutResult {
  const ends = lines.ends.with(index + 1, bottom)
  const shown = { ...lines, lines: lines.lines.with(index, part.line), ends, height: bottom }
  const fragment = fragmentOfFloatLines(box, space.fixedWidth ?? space.availableWidth, shown, index + 1)
  const after = lines.positions[index + 1] ?? endOf(ctx, box)
  return withFollowing(ctx, box, space, { part, fragment, after, exclusions: lines.exclusions[index + 1] })
}

function tokenBesideFloats({ positions }: FloatLineSet, end: number): InlineBreakToken | undefined {
  const position = positions[end]
  return position && anewAt(position)
}

/** The text would begin on this page, and its first letter on the next one. */
function leavesDropCap({ exclusions }: FloatLineSet): boolean {
  return exclusions[1]?.carried.toArray().some(({ box }) => box.kind === 'block' && box.dropCap) ?? false
}

/** Intrinsic sizes of an inline formatting context (css-sizing-3 §5.1). */
export const inlineIntrinsicSizes: IntrinsicAlgorithm<InlineRootBox> = (ctx, box, height) =>
  measureSimpleText(ctx, box) ?? measureParagraph(ctx, paragraphOf(ctx, box), height)

function inlineToken(token: BreakToken | undefined): InlineBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'inline', 'the token of an inline root')
  return token
}

function tokenAt({ width, origin, positions }: LineSet, line: number): InlineBreakToken {
  return { kind: 'inline', line, width, origin, position: positions[line] ?? origin }
}

function whole(box: InlineRootBox, set: LineSet, start: number): LayoutResult {
  return inOnePiece(withSpill(fragmentOfLines(box, set, start, set.lines.length)))
}
