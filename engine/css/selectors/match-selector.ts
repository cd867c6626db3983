import { asciiLowerCase } from '../../base/ascii-case.js'
import { assertNever } from '../../base/invariant.js'
import { hasWord, matchAttribute, matchLanguage } from './match-text.js'
import { isNth } from './nth-formula.js'
import type { RelationMemo } from './relation-memo.js'
import type { ComplexSelector, CompoundSelector, RelativeStep, SimpleSelector } from './selector.js'
import type { CountedSiblings, SiblingMemo } from './sibling-memo.js'

/** The answer of a tree that cannot tell: it depends on data or on a position that a loop decides. */
export const UNKNOWN: unique symbol = Symbol('unknown')

export type Unknown = typeof UNKNOWN

/**
 * The tree that selectors are matched against. A template answers `UNKNOWN` where data decides; a bound
 * document always knows.
 */
export interface TreeAccess<N> {
  name(node: N): string
  attribute(node: N, name: string): string | undefined | Unknown
  parent(node: N): N | undefined | Unknown
  /** The element before this one under the same parent. */
  previous(node: N): N | undefined | Unknown
  /** Place among the element children of the parent, from 1; from the end when `last`; of the same name when `typed`. */
  position(node: N, last: boolean, typed: boolean): number | Unknown
  /** The element siblings, itself included; the same array for all of them. */
  siblings(node: N): readonly N[] | Unknown
  /** No elements and no text. */
  isEmpty(node: N): boolean | Unknown
  /** Undefined where what is found out about siblings holds for this answer only. */
  readonly siblingMemo: SiblingMemo<N> | undefined
  /** The part of the tree that `:has()` looks at, undefined where data decides too much about it. */
  readonly relations: Relations<N> | undefined
  /** Whether classes and ids match whatever their case (quirks.spec.whatwg.org §3.5). */
  readonly quirks: boolean
  /** The first strong character of the text is right-to-left (HTML §3.2.6.4). */
  isRightToLeftText(node: N): boolean | Unknown
}

/** The way down, and what was found on it. */
export interface Relations<N> {
  children(node: N): readonly N[]
  readonly memo: RelationMemo<N>
}

export const NO = 0
export const YES = 1
/** Data decides. */
const MAYBE = 2
/** No, and no ancestor further up can change that: ends the search of descendant combinators. */
const NEVER = 3

/** The answer of the matcher. */
export type Match = typeof NO | typeof YES | typeof MAYBE

type Outcome = Match | typeof NEVER

/** Matches an element against a complex selector, its pseudo-element left aside. */
export function matchSelector<N>(selector: ComplexSelector, node: N, tree: TreeAccess<N>): Match {
  const outcome = matchFrom(selector.compounds, 0, node, tree)
  return outcome === NEVER ? NO : outcome
}

/** Matches the compound at `index` against `node`, then what stands left of it against its relatives. */
function matchFrom<N>(compounds: readonly CompoundSelector[], index: number, node: N, tree: TreeAccess<N>): Outcome {
  const compound = compounds[index]
  if (!compound) return YES
  const own = matchCompound(compound, node, tree)
  if (own === NO || compound.combinator === undefined) return own
  return both(own, matchRelatives(compounds, index, compound, node, tree))
}

function matchRelatives<N>(
  compounds: readonly CompoundSelector[],
  index: number,
  compound: CompoundSelector,
  node: N,
  tree: TreeAccess<N>,
): Outcome {
  switch (compound.combinator) {
    case 'child': {
      const parent = tree.parent(node)
      if (parent === UNKNOWN) return MAYBE
      return parent === undefined ? NEVER : matchFrom(compounds, index + 1, parent, tree)
    }
    case 'descendant': {
      let ancestor = tree.parent(node)
      while (ancestor !== undefined) {
        if (ancestor === UNKNOWN) return MAYBE
        const outcome = matchFrom(compounds, index + 1, ancestor, tree)
        if (outcome !== NO) return outcome
        ancestor = tree.parent(ancestor)
      }
      return NEVER
    }
    case 'adjacent': {
      const previous = tree.previous(node)
      if (previous === UNKNOWN) return MAYBE
      return previous === undefined ? NO : matchFrom(compounds, index + 1, previous, tree)
    }
    case 'sibling':
      return matchSiblings(compounds, index, compound, node, tree)
    case undefined:
      return YES
    default:
      return assertNever(compound.combinator)
  }
}

/** `a ~ b`: whether any element before matches. The first one that does serves all later siblings. */
function matchSiblings<N>(
  compounds: readonly CompoundSelector[],
  index: number,
  compound: CompoundSelector,
  node: N,
  tree: TreeAccess<N>,
): Outcome {
  const position = tree.position(node, false, false)
  const siblings = tree.siblings(node)
  if (position === UNKNOWN || siblings === UNKNOWN) return MAYBE
  const memo = tree.siblingMemo?.firsts(compound)
  let first = memo?.get(siblings)
  if (first === undefined) {
    first = firstMatch(compounds, index + 1, siblings, tree)
    memo?.set(siblings, first)
  }
  if (Number.isNaN(first)) return MAYBE
  return first < position ? YES : NO
}

/** Place, from 1, of the first sibling that matches; infinite when none does, NaN when data decides. */
function firstMatch<N>(
  compounds: readonly CompoundSelector[],
  index: number,
  siblings: readonly N[],
  tree: TreeAccess<N>,
): number {
  for (let i = 0; i < siblings.length; i++) {
    const outcome = matchFrom(compounds, index, siblings[i] as N, tree)
    if (outcome === MAYBE) return Number.NaN
    if (outcome === YES) return i + 1
  }
  return Number.POSITIVE_INFINITY
}

function both(own: Outcome, rest: Outcome): Outcome {
  return rest === YES ? own : rest
}

function matchCompound<N>(
  compound: { readonly simple: readonly SimpleSelector[] },
  node: N,
  tree: TreeAccess<N>,
): Match {
  let result: Match = YES
  for (const simple of compound.simple) {
    const match = matchSimple(simple, node, tree)
    if (match === NO) return NO
    if (match === MAYBE) result = MAYBE
  }
  return result
}

function matchSimple<N>(simple: SimpleSelector, node: N, tree: TreeAccess<N>): Match {
  switch (simple.kind) {
    case 'type':
      return answer(tree.name(node) === simple.name)
    case 'class': {
      const classes = nameAttribute(node, 'class', tree)
      return classes === UNKNOWN ? MAYBE : answer(classes !== undefined && hasWord(classes, simple.name))
    }
    case 'id': {
      const id = nameAttribute(node, 'id', tree)
      return id === UNKNOWN ? MAYBE : answer(id === simple.name)
    }
    case 'attribute': {
      const value = tree.attribute(node, simple.name)
      return value === UNKNOWN ? MAYBE : answer(value !== undefined && matchAttribute(simple, value))
    }
    case 'nth':
      return matchNth(simple, node, tree)
    case 'only':
      return matchOnly(simple.typed, node, tree)
    case 'is':
      return matchAny(simple.selectors, node, tree)
    case 'not': {
      const match = matchAny(simple.selectors, node, tree)
      return match === MAYBE ? MAYBE : answer(match === NO)
    }
    case 'has': {
      const { relations } = tree
      return relations ? answer(simple.selectors.some(({ steps }) => reaches(steps, 0, node, tree, relations))) : MAYBE
    }
    case 'root': {
      const parent = tree.parent(node)
      return parent === UNKNOWN ? MAYBE : answer(parent === undefined)
    }
    case 'empty':
      return answerOf(tree.isEmpty(node))
    case 'link':
      return matchLink(node, tree)
    case 'lang': {
      const language = inheritedAttribute(node, 'lang', tree)
      return language === UNKNOWN ? MAYBE : answer(matchLanguage(simple.ranges, language ?? ''))
    }
    case 'dir': {
      const direction = directionality(node, tree)
      return direction === UNKNOWN ? MAYBE : answer(direction === simple.direction)
    }
    case 'right-to-left-text':
      return answerOf(tree.isRightToLeftText(node))
    case 'never':
      return NO
    default:
      return assertNever(simple)
  }
}

function answer(yes: boolean): Match {
  return yes ? YES : NO
}

function answerOf(yes: boolean | Unknown): Match {
  return yes === UNKNOWN ? MAYBE : answer(yes)
}

/** An attribute whose names match whatever their case in quirks mode; selectors have them in lower case there. */
function nameAttribute<N>(node: N, name: 'class' | 'id', tree: TreeAccess<N>): string | undefined | Unknown {
  const value = tree.attribute(node, name)
  return tree.quirks && typeof value === 'string' ? asciiLowerCase(value) : value
}

function matchOnly<N>(typed: boolean, node: N, tree: TreeAccess<N>): Match {
  const first = tree.position(node, false, typed)
  const last = tree.position(node, true, typed)
  return first === UNKNOWN || last === UNKNOWN ? MAYBE : answer(first === 1 && last === 1)
}

function matchLink<N>(node: N, tree: TreeAccess<N>): Match {
  if (tree.name(node) !== 'a' && tree.name(node) !== 'area') return NO
  const target = tree.attribute(node, 'href')
  return target === UNKNOWN ? MAYBE : answer(target !== undefined)
}

function matchAny<N>(selectors: readonly ComplexSelector[], node: N, tree: TreeAccess<N>): Match {
  let result: Match = NO
  for (const selector of selectors) {
    const match = matchSelector(selector, node, tree)
    if (match === YES) return YES
    if (match === MAYBE) result = MAYBE
  }
  return result
}

function matchNth<N>(simple: Extract<SimpleSelector, { kind: 'nth' }>, node: N, tree: TreeAccess<N>): Match {
  if (!simple.of) {
    const position = tree.position(node, simple.last, simple.typed)
    return position === UNKNOWN ? MAYBE : answer(isNth(position, simple.formula))
  }
  const own = matchAny(simple.of, node, tree)
  if (own === NO) return NO
  const siblings = tree.siblings(node)
  const place = tree.position(node, false, false)
  if (own === MAYBE || siblings === UNKNOWN || place === UNKNOWN) return MAYBE
  const memo = tree.siblingMemo?.counted(simple)
  let counted = memo?.get(siblings)
  if (!counted) {
    counted = countMatches(simple.of, siblings, tree)
    memo?.set(siblings, counted)
  }
  const { counts, firstUnknown, lastUnknown } = counted
  if (simple.last ? lastUnknown >= place : firstUnknown >= 0 && firstUnknown < place - 1) return MAYBE
  const upTo = counts[place - 1] ?? 0
  return answer(isNth(simple.last ? (counts.at(-1) ?? 0) - upTo + 1 : upTo, simple.formula))
}

function countMatches<N>(
  selectors: readonly ComplexSelector[],
  siblings: readonly N[],
  tree: TreeAccess<N>,
): CountedSiblings {
  const counts = new Int32Array(siblings.length)
  let firstUnknown = -1
  let lastUnknown = -1
  let count = 0
  for (let i = 0; i < siblings.length; i++) {
    const match = matchAny(selectors, siblings[i] as N, tree)
    if (match === MAYBE) {
      lastUnknown = i
      if (firstUnknown < 0) firstUnknown = i
    }
    if (match === YES) count++
    counts[i] = count
  }
  return { counts, firstUnknown, lastUnknown }
}

function inheritedAttribute<N>(node: N, name: string, tree: TreeAccess<N>): string | undefined | Unknown {
  let element: N | undefined | Unknown = node
  while (element !== undefined) {
    if (element === UNKNOWN) return UNKNOWN
    const value = tree.attribute(element, name)
    if (value !== undefined) return value
    element = tree.parent(element)
  }
  return undefined
}

/** The direction of an element by the nearest `dir` (HTML §3.2.6.4). */
function directionality<N>(node: N, tree: TreeAccess<N>): 'ltr' | 'rtl' | Unknown {
  let element: N | undefined | Unknown = node
  while (element !== undefined) {
    if (element === UNKNOWN) return UNKNOWN
    const value = tree.attribute(element, 'dir')
    if (value === UNKNOWN) return UNKNOWN
    const direction = value === undefined ? undefined : asciiLowerCase(value)
    if (direction === 'ltr' || direction === 'rtl') return direction
    if (direction === 'auto' || (value === undefined && tree.name(element) === 'bdi')) {
      const isRightToLeft = tree.isRightToLeftText(element)
      return isRightToLeft === UNKNOWN ? UNKNOWN : isRightToLeft ? 'rtl' : 'ltr'
    }
    element = tree.parent(element)
  }
  return 'ltr'
}

/**
 * Whether the steps from `index` on lead from `node` to any element (selectors-4 §4.5). Each answer is remembered by
 * step and element, so that asking all elements of a document looks at each of them once per step.
 */
function reaches<N>(
  steps: readonly RelativeStep[],
  index: number,
  node: N,
  tree: TreeAccess<N>,
  relations: Relations<N>,
): boolean {
  const step = steps[index]
  if (!step) return true
  if (step.combinator === 'sibling') return reachesSibling(steps, index, node, tree, relations)
  const known = relations.memo.reached(step)
  let result = known.get(node)
  if (result === undefined) {
    const leads = (next: N) =>
      matchCompound(step, next, tree) === YES && reaches(steps, index + 1, next, tree, relations)
    if (step.combinator === 'adjacent') {
      const next = nextSibling(node, tree)
      result = next !== undefined && leads(next)
    } else {
      const deep = step.combinator === 'descendant'
      const children = relations.children(node)
      result = children.some((child) => leads(child) || (deep && reaches(steps, index, child, tree, relations)))
    }
    known.set(node, result)
  }
  return result
}

/** The last sibling that the step leads on from serves all siblings before it. */
function reachesSibling<N>(
  steps: readonly RelativeStep[],
  index: number,
  node: N,
  tree: TreeAccess<N>,
  relations: Relations<N>,
): boolean {
  const step = steps[index]
  const parent = tree.parent(node)
  const position = tree.position(node, false, false)
  if (!step || parent === undefined || parent === UNKNOWN || position === UNKNOWN) return false
  const known = relations.memo.lastPlaces(step)
  let last = known.get(parent)
  if (last === undefined) {
    const siblings = relations.children(parent)
    last = siblings.length
    while (last > 0) {
      const sibling = siblings[last - 1] as N
      const matches = matchCompound(step, sibling, tree) === YES
      if (matches && reaches(steps, index + 1, sibling, tree, relations)) break
      last--
    }
    known.set(parent, last)
  }
  return last > position
}

function nextSibling<N>(node: N, tree: TreeAccess<N>): N | undefined {
  const position = tree.position(node, false, false)
  const siblings = tree.siblings(node)
  return position === UNKNOWN || siblings === UNKNOWN ? undefined : siblings[position]
}
