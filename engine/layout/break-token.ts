import { assertNever, invariant } from '../base/invariant.js'
import type { BlockContainerBox } from '../boxes/box-tree.js'
import type { BreakBetween } from '../style/computed-style.js'
import type { CarriedFloat } from './floats/exclusion-space.js'
import type { LineFragment } from './fragment-tree.js'

/**
 * Where a box that was broken continues. Tokens address children by index, so resuming costs nothing and nothing
 * placed is visited again.
 */
export type BreakToken = FlowBreakToken | ParallelBreakToken | InlineBreakToken

/** Resumes a flow of children one below the other. */
export interface FlowBreakToken {
  readonly kind: 'flow'
  /** The child to continue with. */
  readonly index: number
  /** Where that child continues; undefined when it has not begun. */
  readonly child: BreakToken | undefined
  /** Height of the box already placed in earlier fragments, for boxes with a definite height. */
  readonly consumed: number
  /** The break before `index` was forced by this value; margins after it are kept. */
  readonly forced: BreakBetween | undefined
  /** Floats of the box's formatting context that continue beside the flow. */
  readonly floats?: readonly CarriedFloat[] | undefined
  /** Children before `index` that have ended while what overflows them continues: it comes before `index`. */
  readonly overflowing?: readonly OverflowingChild[] | undefined
  /** The box itself has ended on an earlier page: only what overflows it continues. */
  readonly ended?: true | undefined
  /** The outside marker of the list item waits for the first line in it. */
  readonly awaitsMarker?: true | undefined
  /** Nothing of the box continues but height that its surroundings imposed on it. */
  readonly stretched?: boolean | undefined
  /** Width of a table's grid, and of the containing block in which it was found. */
  readonly tableWidth?: { readonly used: number; readonly available: number } | undefined
  /** The box, if it clamps lines of blocks in it, without what it does not show: found once, where it began. */
  readonly clamped?: BlockContainerBox | undefined
}

/** A child of a given height, or around one, whose content is longer. */
export interface OverflowingChild {
  readonly index: number
  readonly child: FlowBreakToken
}

/**
 * How far one of several things side by side has come: it waits for room to begin in, is open and continues where its
 * token says, or is done and waits for the others.
 */
export type BranchState = 'waiting' | BreakToken | 'done'

/** Where something open continues. */
export function openToken(state: BranchState | undefined): BreakToken | undefined {
  return typeof state === 'object' ? state : undefined
}

/** Resumes children that stand side by side, such as the cells of a row. */
export interface ParallelBreakToken {
  readonly kind: 'parallel'
  readonly children: readonly BranchState[]
  readonly consumed: number
}

/** Resumes an inline formatting context before a line. */
export interface InlineBreakToken {
  readonly kind: 'inline'
  /** Index of the line among the lines broken at `width` from `origin` on. */
  readonly line: number
  readonly width: number
  readonly origin: InlinePosition
  /** Where the line begins: on a page of another width, lines are broken anew from here. */
  readonly position: InlinePosition
  /** A line before that one which has begun, and continues first. */
  readonly rest?: LineRest | undefined
}

/** A line taller than a page whose atomic inlines continue. */
export interface LineRest {
  /** The line in one piece. */
  readonly line: LineFragment
  /** Everything above this height of the line has been placed, apart from the atomic inlines that are broken. */
  readonly shown: number
  /** Atomic inlines taller than this, which no page has room for, are broken wherever they stand. */
  readonly freshRoom: number
  /** Of the atomic inlines that are broken. */
  readonly atomics: readonly BranchState[]
}

/** Where a flow continues: with which child, where in it, and which forced break ends the page. */
export type FlowPosition = Pick<FlowBreakToken, 'index' | 'child' | 'forced'>

/** Where a box continues of whose `count` children none is left: with nothing but the rest of its height. */
export function afterAll(count: number): FlowPosition {
  return { index: count, child: undefined, forced: undefined }
}

/** Optional members of a flow's token. */
type Continued = Partial<Omit<FlowBreakToken, 'kind' | 'consumed' | 'tableWidth' | 'clamped' | keyof FlowPosition>>

/**
 * The token of a box that continues at `next`.
 * @param consumed height of the box on this page and those before
 */
export function tokenAt(
  { index, child, forced }: FlowPosition,
  consumed: number,
  { floats, overflowing, ended, awaitsMarker, stretched }: Continued = {},
): FlowBreakToken {
  const token: FlowBreakToken = { kind: 'flow', index, child, forced, consumed, floats, overflowing, ended }
  if (awaitsMarker) return { ...token, awaitsMarker }
  return stretched && !floats && !overflowing ? { ...token, stretched } : token
}

/** The token with which a box continues that is a flow of its children. */
export function flowToken(token: BreakToken | undefined): FlowBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'flow', 'the token of a flow')
  return token
}

/** The token with which things continue that stand side by side. */
export function parallelToken(token: BreakToken | undefined): ParallelBreakToken | undefined {
  if (!token) return undefined
  invariant(token.kind === 'parallel', 'the token of things side by side')
  return token
}

/** The child with which a page begins on which a flow continues. */
export function firstChild({ index, child, overflowing }: FlowBreakToken): Pick<FlowBreakToken, 'index' | 'child'> {
  return overflowing?.[0] ?? { index, child }
}

/** A place in the content of an inline formatting context. */
export interface InlinePosition {
  /** Index of the unit of line breaking. */
  readonly unit: number
  /** Offset in the text at which that unit, a word divided before, continues; undefined when it is whole. */
  readonly offset: number | undefined
  /** How many lines stand before it, where no more than some number are shown. */
  readonly line?: number
}

/**
 * Width of the grid of a table that continues: its columns stay as they are where its containing block is as wide as
 * before, whatever stands beside it (css-tables-3 §6: widths are found once).
 */
export function keptTableWidth(token: BreakToken | undefined, availableWidth: number): number | undefined {
  const kept = token?.kind === 'flow' ? token.tableWidth : undefined
  return kept?.available === availableWidth ? kept.used : undefined
}

/** Whether nothing continues but height that was imposed, in what stands side by side too. */
export function isStretchedOnly(token: BreakToken): boolean {
  if (token.kind !== 'parallel') return token.kind === 'flow' && token.stretched === true
  return token.children.every((child) => child === 'done' || (child !== 'waiting' && isStretchedOnly(child)))
}

/** Whether nothing of `count` children continues but height that was imposed on the last one. */
export function isOver({ index, child }: FlowPosition, count: number): boolean {
  return index >= count || (index === count - 1 && child !== undefined && isStretchedOnly(child))
}

/** Whether two tokens continue at one place: then nothing was placed between them. */
export function samePlace(a: BreakToken | undefined, b: BreakToken | undefined): boolean {
  return isSamePlace(a, b, (one, other) => one === other)
}

/** Whether two tokens continue with the same content: nothing was placed between them but empty height. */
export function sameContent(a: BreakToken | undefined, b: BreakToken | undefined): boolean {
  return isSamePlace(a, b, () => true)
}

/** Whether two tokens say the same: what is laid out from one of them is laid out from the other. */
export function isEqualToken(a: BreakToken | undefined, b: BreakToken | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  switch (a.kind) {
    case 'flow':
      return b.kind === 'flow' && isEqualFlow(a, b)
    case 'inline':
      return b.kind === 'inline' && isEqualLine(a, b)
    case 'parallel':
      return b.kind === 'parallel' && a.consumed === b.consumed && areEqualStates(a.children, b.children)
    default:
      return assertNever(a)
  }
}

function isEqualFlow(a: FlowBreakToken, b: FlowBreakToken): boolean {
  const isSamePlace = a.index === b.index && a.consumed === b.consumed && a.forced === b.forced
  const isSameState = a.ended === b.ended && a.awaitsMarker === b.awaitsMarker && a.stretched === b.stretched
  return (
    isSamePlace &&
    isSameState &&
    a.floats === b.floats &&
    a.clamped === b.clamped &&
    a.tableWidth?.used === b.tableWidth?.used &&
    a.tableWidth?.available === b.tableWidth?.available &&
    areEqualChildren(a.overflowing ?? [], b.overflowing ?? []) &&
    isEqualToken(a.child, b.child)
  )
}

function isEqualLine(a: InlineBreakToken, b: InlineBreakToken): boolean {
  return (
    a.line === b.line &&
    a.width === b.width &&
    isEqualPosition(a.origin, b.origin) &&
    isEqualPosition(a.position, b.position) &&
    a.rest === b.rest
  )
}

function isEqualPosition(a: InlinePosition, b: InlinePosition): boolean {
  return a.unit === b.unit && a.offset === b.offset
}

function areEqualStates(a: readonly BranchState[], b: readonly BranchState[]): boolean {
  if (a.length !== b.length) return false
  return a.every((state, at) => {
    const other = b[at]
    return typeof state === 'object' && typeof other === 'object' ? isEqualToken(state, other) : state === other
  })
}

function areEqualChildren(a: readonly OverflowingChild[], b: readonly OverflowingChild[]): boolean {
  if (a.length !== b.length) return false
  return a.every(({ index, child }, at) => index === b[at]?.index && isEqualToken(child, b[at]?.child))
}

type CompareHeights = (a: number, b: number) => boolean

function isSamePlace(a: BreakToken | undefined, b: BreakToken | undefined, agree: CompareHeights): boolean {
  if (!a || !b) return a === b
  switch (a.kind) {
    case 'flow':
      return b.kind === 'flow' && isSameFlow(a, b, agree)
    case 'inline':
      return b.kind === 'inline' && isSameLine(a, b, agree)
    case 'parallel':
      return b.kind === 'parallel' && agree(a.consumed, b.consumed) && areSameStates(a.children, b.children, agree)
    default:
      return assertNever(a)
  }
}

function isSameFlow(a: FlowBreakToken, b: FlowBreakToken, agree: CompareHeights): boolean {
  return (
    a.index === b.index &&
    agree(a.consumed, b.consumed) &&
    isSamePlace(a.child, b.child, agree) &&
    areSameFloats(a.floats ?? [], b.floats ?? [], agree) &&
    areSameChildren(a.overflowing ?? [], b.overflowing ?? [], agree)
  )
}

function isSameLine(a: InlineBreakToken, b: InlineBreakToken, agree: CompareHeights): boolean {
  const isSamePosition = a.position.unit === b.position.unit && a.position.offset === b.position.offset
  return isSamePosition && areSameStates(a.rest?.atomics ?? [], b.rest?.atomics ?? [], agree)
}

function areSameStates(a: readonly BranchState[], b: readonly BranchState[], agree: CompareHeights): boolean {
  if (a.length !== b.length) return false
  return a.every((child, index) => {
    const other = b[index]
    return typeof child === 'object' ? isSamePlace(child, openToken(other), agree) : child === other
  })
}

function areSameChildren(
  a: readonly OverflowingChild[],
  b: readonly OverflowingChild[],
  agree: CompareHeights,
): boolean {
  if (a.length !== b.length) return false
  return a.every(({ index, child }, at) => index === b[at]?.index && isSamePlace(child, b[at]?.child, agree))
}

function areSameFloats(a: readonly CarriedFloat[], b: readonly CarriedFloat[], agree: CompareHeights): boolean {
  if (a.length !== b.length) return false
  return a.every(({ box, token }, index) => box === b[index]?.box && isSamePlace(token, b[index]?.token, agree))
}

/** How good a place for a break is (css-break-3 §4.4); greater is better. */
export const APPEAL = {
  /** Between nothing that allows it: only to make progress. */
  lastResort: 0,
  /** Against a `break-*: avoid`. */
  violatesAvoid: 1,
  violatesOrphansOrWidows: 2,
  perfect: 3,
  /** The document demands a break here, also where a box around it avoids breaks. */
  forced: 4,
} as const

export type Appeal = (typeof APPEAL)[keyof typeof APPEAL]

/**
 * Whether what begins so had better begin on the next page, if it can without taking along what stands around it: of
 * its first paragraph too few lines would stay.
 */
export function hadBetterWait(appeal: Appeal): boolean {
  return appeal === APPEAL.violatesOrphansOrWidows
}

/** A place within a laid-out fragment at which it could have been broken, as a path of indexes from it down. */
export type BreakPath =
  | { readonly kind: 'before'; readonly index: number }
  | { readonly kind: 'inside'; readonly index: number; readonly inner: BreakPath }
  | { readonly kind: 'line'; readonly line: number }

export interface Breakpoint {
  readonly appeal: Appeal
  readonly path: BreakPath
}
