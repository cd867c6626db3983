import type { Box } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { type BranchState, type BreakToken, hadBetterWait, type LineRest, openToken } from '../break-token.js'
import {
  below,
  beside,
  type ConstraintSpace,
  type Fragmentation,
  type PagedFragmentation,
  PLAIN_POLICY,
  shrinkSpace,
  UNFRAGMENTED,
} from '../constraint-space.js'
import { floatsBottom, lineSlotAt, reachesBelow } from '../floats/exclusion-space.js'
import { avoidsBreaks, isMonolithic, isSliced } from '../flow/pieces.js'
import type { BoxFragment, Fragment, LineFragment, PlacedFragment, TextFragment } from '../fragment-tree.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import { countStaying, type LineSlice, type LineTail } from './slice-lines.js'
import { lineFragment, textFragment } from './text-fragment.js'

/**
 * Lines taller than a page. Their atomic inlines are broken as flows side by side (css-break-3 §2); what stands in them
 * would be lost otherwise. All else in such a line stays where it is if that is on its first page. If not it stands
 * where the line ends, at its distance from there: text is aligned with the last line of an inline block (CSS 2.2
 * §10.8.1). What stands side by side, as text with what is raised in it, goes to one page.
 */

/** The part of a broken line on a page. */
export interface LinePart {
  readonly line: LineFragment
  /** Undefined when the line ends. */
  readonly rest: LineRest | undefined
  /** A part of it that cannot be broken is taller than the room. */
  readonly overflows: boolean
}

/** Where a line is broken. */
export interface LineSpace {
  readonly fragmentation: Fragmentation
  readonly availableWidth: number
  readonly availableHeight: number | undefined
}

/** The lines of a paragraph that are still to be placed, and those of them that a page takes. */
interface TallTask {
  readonly tail: LineTail
  readonly slice: LineSlice | undefined
  /** Top edge of each line. */
  readonly tops: readonly number[]
}

/** A line that has begun below others. */
export interface BegunLine {
  readonly index: number
  readonly part: LinePart
  /** Its bottom edge, from the top of the first line on the page. */
  readonly bottom: number
}

/** Begins the first line that does not stay, if no page has room for it; undefined if none of it can be broken here. */
export function beginTallLine(
  ctx: LayoutContext,
  { tail, slice, tops }: TallTask,
  space: LineSpace,
): BegunLine | undefined {
  const { fragmentation: page } = space
  const { lines, start } = tail
  if (page.kind === 'none' || page.imposed || (slice?.end === lines.length && !slice.overflows)) return undefined
  const index = start + countStaying(tail, page)
  const line = lines[index]
  if (!line || line.height + (line.spill ?? 0) <= page.freshRoom) return undefined
  const top = (tops[index] ?? 0) - (tail.tops[start] ?? 0)
  const room = page.room - top
  const begun = { line, shown: room, freshRoom: page.freshRoom }
  const broken = brokenAtomics(begun, page)
  const atTop = page.atTop && index === start
  // What is to stay together, as pictures are, is broken from the top of a page on.
  const moves = !atTop && broken.some(({ fragment: { box } }) => box.kind === 'replaced' || avoidsBreaks(box))
  if (broken.length === 0 || moves) return undefined
  const atomics = broken.map((): BranchState => 'waiting')
  const fragmentation = below(page, top, atTop)
  const part = layoutLinePart(ctx, { ...begun, atomics }, { ...space, fragmentation }, true)
  return part && { index, part, bottom: top + part.line.height }
}

/** Continues with such a line; undefined if not even the first piece of what is left fits. */
export function continueTallLine(ctx: LayoutContext, rest: LineRest, space: LineSpace): LinePart | undefined {
  return layoutLinePart(ctx, rest, space, false)
}

/** Where such a line continues in its paragraph: beside floats that stand there by now, or below them. */
export function placeOfRest(
  rest: LineRest,
  { floats, fragmentation, fixedWidth, availableWidth }: ConstraintSpace,
): { readonly x: number; readonly y: number } {
  const place = { x: 0, y: 0 }
  if (!floats || !reachesBelow(floats.exclusions, floats.y)) return place
  const room = fragmentation.kind === 'paged' ? fragmentation.room : 0
  const slot = lineSlotAt(floats.exclusions, floats.y, room, {
    left: floats.x,
    right: floats.x + (fixedWidth ?? availableWidth),
  })
  let [left, right] = [Number.POSITIVE_INFINITY, 0]
  for (const { x, fragment } of rest.line.children) {
    if (fragment.kind === 'decoration') continue
    left = Math.min(left, floats.x + x)
    right = Math.max(right, floats.x + x + fragment.width)
  }
  if (slot.left <= left && right <= slot.right) return place
  if (right - left <= slot.right - slot.left) return { ...place, x: slot.left - left }
  return { ...place, y: Math.max(0, (floatsBottom(floats.exclusions) ?? floats.y) - floats.y) }
}

function layoutLinePart(ctx: LayoutContext, rest: LineRest, space: LineSpace, begins: boolean): LinePart | undefined {
  const { line, shown, freshRoom } = rest
  const page = space.fragmentation.kind === 'paged' ? space.fragmentation : undefined
  const broken = brokenAtomics(rest, page)
  const removal = new AtomicRemoval(broken)
  const others = removal.without(line.children)
  const cut = cutOf(others, rest)
  const isShown = (other: PlacedFragment) => bottomOf(other) <= cut
  const early = begins ? others.filter(isShown) : []
  const { children, atomics, bottom, end } = layoutAtomics(ctx, broken, rest, space, {
    begins,
    early: early.length > 0,
  })
  const isBegun = children.length > 0 || (page?.atTop === true && early.length > 0)
  const continues = atomics.some((state) => state !== 'done')
  if (continues && !isBegun) return undefined

  children.unshift(...early)
  const late = continues ? [] : others.filter((other) => !isShown(other))
  const room = page ? page.room - page.reserve : Number.POSITIVE_INFINITY
  const tallest = lateHeight(late, rest)
  const height = Math.max(bottom, Math.min(end, room), tallest)
  const below = late.reduce((most, other) => Math.max(most, bottomOf(other) - line.height), 0)
  const fits = height <= room && (!page || height + below <= page.room)
  const ends = !continues && (fits || (page?.atTop === true && !page.policy.strict))
  if (!ends && !isBegun) return undefined
  const lateParts = ends ? placeLate(late, height - line.height, page?.room) : []
  children.push(...lateParts)
  const { width, baseline, outOfFlow, anchors } = line
  return {
    line: lineFragment({
      width,
      // An overflow within an atomic inline is reported there.
      height: Math.min(
        ends ? height : early.reduce((most, other) => Math.max(most, bottomOf(other)), bottom),
        page?.room ?? height,
      ),
      baseline: Math.min(baseline, height),
      children,
      outOfFlow: begins ? outOfFlow : undefined,
      anchors: ends ? anchors : undefined,
      apart: removal.anchored,
    }),
    rest: ends ? undefined : { line, shown, freshRoom, atomics },
    overflows:
      (ends && tallest > room) || (page !== undefined && lateParts.some((other) => bottomOf(other) > page.room)),
  }
}

/** Where the line ends, at their distance from there, or above that if they would reach beyond the page. */
function placeLate(
  late: readonly PlacedFragment[],
  shift: number,
  room: number | undefined,
): readonly PlacedFragment[] {
  const lowest = late.reduce((most, other) => Math.max(most, bottomOf(other)), 0)
  const fitting = room === undefined ? shift : Math.min(shift, room - lowest)
  return late.map((other) => ({ ...other, y: Math.max(0, other.y + fitting) }))
}

/** Where the line is cut so that nothing lies across the cut: at the end of its first page or above it. */
function cutOf(others: readonly PlacedFragment[], { shown, line, freshRoom }: LineRest): number {
  let cut = shown
  for (;;) {
    const across = others.filter((other) => other.y < cut && bottomOf(other) > cut)
    if (across.length === 0) return cut
    cut = across.reduce((top, { y }) => Math.min(top, y), cut)
    // What no page has room for is not kept together.
    if (line.height - cut > freshRoom) return shown
  }
}

/** The room for what stands where the line ends: all of it as it stands if a page has that, else the tallest. */
function lateHeight(late: readonly PlacedFragment[], { line, freshRoom }: LineRest): number {
  const top = late.reduce((least, { y }) => Math.min(least, y), line.height)
  if (line.height - top <= freshRoom) return line.height - top
  return late.reduce((most, { fragment }) => Math.max(most, reachOf(fragment)), 0)
}

/** The parts of broken atomic inlines on a page. */
interface AtomicParts {
  readonly children: PlacedFragment[]
  readonly atomics: readonly BranchState[]
  /** Bottom edge of what stands in the line. */
  readonly bottom: number
  /** The same with what the line has below the atomic inlines that end in it. */
  readonly end: number
}

/** On an empty page something has to begin, if nothing does that is early: it may be what has little room. */
function layoutAtomics(
  ctx: LayoutContext,
  broken: readonly PlacedAtomic[],
  rest: LineRest,
  space: LineSpace,
  { begins, early }: { readonly begins: boolean; readonly early: boolean },
): AtomicParts {
  const { fragmentation: page } = space
  const parts = layoutAtomicsWith(ctx, broken, rest, space, { begins, isForced: false })
  if (parts.children.length > 0 || early || page.kind === 'none' || !page.atTop) return parts
  return layoutAtomicsWith(ctx, broken, rest, space, { begins, isForced: true })
}

function layoutAtomicsWith(
  ctx: LayoutContext,
  broken: readonly PlacedAtomic[],
  rest: LineRest,
  space: LineSpace,
  { begins, isForced }: { readonly begins: boolean; readonly isForced: boolean },
): AtomicParts {
  const { line } = rest
  const page = space.fragmentation.kind === 'paged' ? space.fragmentation : undefined
  const children: PlacedFragment[] = []
  const atomics: BranchState[] = []
  let bottom = 0
  let end = 0
  broken.forEach(({ x, y, fragment }, index) => {
    const state = rest.atomics[index] ?? 'waiting'
    const top = begins ? y : 0
    const atTop = page?.atTop === true && (top === 0 || isForced)
    const part =
      state === 'done' ? undefined : layoutAtomicPart(ctx, fragment, { ...space, page, top, atTop }, openToken(state))
    atomics.push(part ? (part.token ?? 'done') : state)
    if (!part) return
    children.push({ x, y: top, fragment: part.fragment })
    bottom = Math.max(bottom, top + part.fragment.height)
    if (!part.token) end = Math.max(end, top + part.fragment.height + Math.max(0, line.height - y - reachOf(fragment)))
  })
  return { children, atomics, bottom, end }
}

interface AtomicSpace extends Omit<LineSpace, 'fragmentation'> {
  readonly page: PagedFragmentation | undefined
  /** Where the atomic inline begins on the line. */
  readonly top: number
  /** It has to begin here, whatever room there is. */
  readonly atTop: boolean
}

function layoutAtomicPart(
  ctx: LayoutContext,
  { box }: AtomicFragment,
  { page, top, atTop, availableWidth, availableHeight }: AtomicSpace,
  token: BreakToken | undefined,
): PlacedResult | undefined {
  if (page && page.room <= top && !atTop) return undefined
  const fragmentation = page ? beside(page, top, atTop) : UNFRAGMENTED
  const result = ctx.layout(box, { ...shrinkSpace(availableWidth, availableHeight), fragmentation }, token)
  if (result.kind === 'no-room' || (page && !atTop && hadBetterWait(result.appeal))) return undefined
  return result
}

/** An atomic inline in a line. */
type AtomicFragment = BoxFragment & { readonly box: Exclude<BoxFragment['box'], { readonly kind: 'inline' }> }

interface PlacedAtomic {
  /** From the top left corner of the line. */
  readonly x: number
  readonly y: number
  readonly fragment: AtomicFragment
}

/** The atomic inlines that can be broken and do not fit: on the first page, or none at all. */
function brokenAtomics(
  { line, shown, freshRoom }: Omit<LineRest, 'atomics'>,
  page: PagedFragmentation | undefined,
): readonly PlacedAtomic[] {
  const found: PlacedAtomic[] = []
  const isBroken = (top: number, fragment: AtomicFragment) => {
    const reach = reachOf(fragment)
    if (isMonolithic(fragment.box, page?.policy ?? PLAIN_POLICY))
      return page !== undefined && reach > freshRoom && isSliced(fragment.box, page)
    return top + reach > shown && (top < shown || reach > freshRoom)
  }
  const visit = (placed: readonly PlacedFragment[], left: number, top: number) => {
    for (const { x, y, fragment } of placed) {
      if (fragment.kind !== 'box') continue
      if (!isAtomic(fragment)) visit(fragment.children, left + x, top + y)
      else if (isBroken(top + y, fragment)) found.push({ x: left + x, y: top + y, fragment })
    }
  }
  visit(line.children, 0, 0)
  return found
}

/** Bottom edge of a fragment with what spills from it, from its top. Lines drawn at text have no height of their own. */
function reachOf(fragment: Fragment): number {
  if (fragment.kind === 'decoration') return 0
  return fragment.kind === 'box' ? fragment.height + (fragment.spill ?? 0) : fragment.height
}

/** From the top of the line. */
function bottomOf({ y, fragment }: PlacedFragment): number {
  return y + reachOf(fragment)
}

function isAtomic(fragment: BoxFragment): fragment is AtomicFragment {
  return fragment.box.kind !== 'inline'
}

/**
 * Takes broken atomic inlines out of their line. The texts and the other atomic inlines around them, which may be painted
 * earlier or later, say where they were.
 */
class AtomicRemoval {
  readonly #atomics: ReadonlySet<BoxFragment>
  readonly #anchors = new Map<TextFragment | PlacedFragment, { readonly before: Box[]; readonly behind: Box[] }>()
  #last: TextFragment | PlacedFragment | undefined
  /** Those before the first that stays. */
  #waiting: Box[] = []

  constructor(broken: readonly PlacedAtomic[]) {
    this.#atomics = new Set(broken.map(({ fragment }) => fragment))
  }

  without(line: readonly PlacedFragment[]): readonly PlacedFragment[] {
    this.#findAnchors(line)
    return this.#rest(line)
  }

  /** The boxes that others of the line tell the place of. */
  get anchored(): readonly Box[] {
    return [...this.#anchors.values()].flatMap(({ before, behind }) => [...before, ...behind])
  }

  #findAnchors(children: readonly PlacedFragment[]): void {
    for (const placed of children) {
      const { fragment, anchors } = placed
      if (fragment.kind === 'text') this.#stays(fragment)
      else if (fragment.kind !== 'box') continue
      else if (!isAtomic(fragment)) this.#findAnchors(fragment.children)
      else if (!this.#atomics.has(fragment)) this.#stays(placed)
      else {
        const boxes = anchors ? [...anchors.before, fragment.box, ...anchors.behind] : [fragment.box]
        ;(this.#last ? this.#at(this.#last).behind : this.#waiting).push(...boxes)
      }
    }
  }

  #stays(other: TextFragment | PlacedFragment): void {
    this.#last = other
    if (this.#waiting.length > 0) this.#at(other).before.push(...this.#waiting)
    this.#waiting = []
  }

  #at(other: TextFragment | PlacedFragment) {
    const known = this.#anchors.get(other) ?? { before: [], behind: [] }
    this.#anchors.set(other, known)
    return known
  }

  #rest(children: readonly PlacedFragment[]): readonly PlacedFragment[] {
    return children.flatMap((placed) => {
      const { fragment } = placed
      if (fragment.kind === 'text') return [{ ...placed, fragment: textFragment(this.#anchored(fragment)) }]
      if (fragment.kind !== 'box') return [placed]
      if (isAtomic(fragment)) return this.#atomics.has(fragment) ? [] : [this.#anchored(placed)]
      return [{ ...placed, fragment: boxFragment({ ...fragment, children: this.#rest(fragment.children) }) }]
    })
  }

  #anchored<Other extends TextFragment | PlacedFragment>(other: Other): Other {
    const found = this.#anchors.get(other)
    if (!found) return other
    const { before, behind } = other.anchors ?? { before: [], behind: [] }
    return { ...other, anchors: { before: [...found.before, ...before], behind: [...behind, ...found.behind] } }
  }
}
