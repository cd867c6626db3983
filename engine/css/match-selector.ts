import { assertNever } from '../base/invariant.js'
import type { AttributeTest, ComplexSelector, CompoundSelector, SimpleSelector } from './selector.js'

/** What a tree cannot say: it depends on data or on a position that a loop decides. */
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
  /** The element siblings, itself included, for `:nth-child(… of S)`. */
  siblings(node: N): readonly N[] | Unknown
  /** No elements and no text. */
  isEmpty(node: N): boolean | Unknown
  /** Where the left part of a sibling selector first matches among the children of a parent, remembered. */
  readonly siblingMemo: SiblingMemo<N> | undefined
}

/** Remembers, per compound and parent, the place of the first child that matches, so that `a ~ b` is linear. */
export interface SiblingMemo<N> {
  first(compound: CompoundSelector, node: N): number | undefined
  remember(compound: CompoundSelector, node: N, position: number): void
}

export const NO = 0
export const YES = 1
/** Data decides. */
export const MAYBE = 2
/** No, and no ancestor further up can change that: ends the search of descendant combinators. */
const NEVER = 3

/** The answer of the matcher. */
export type Match = typeof NO | typeof YES | typeof MAYBE

type Outcome = Match | typeof NEVER

/** Matches an element against a complex selector, its pseudo-element left aside. */
export function matchSelector<N>(selector: ComplexSelector, node: N, tree: TreeAccess<N>, quirks: boolean): Match {
  const outcome = matchFrom(selector.compounds, 0, node, tree, quirks)
  return outcome === NEVER ? NO : outcome
}

/** Matches the compound at `index` against `node`, then what stands left of it against its relatives. */
function matchFrom<N>(
  compounds: readonly CompoundSelector[],
  index: number,
  node: N,
  tree: TreeAccess<N>,
  quirks: boolean,
): Outcome {
  const compound = compounds[index]
  if (!compound) return YES
  const own = matchCompound(compound, node, tree, quirks)
  if (own === NO || compound.combinator === undefined) return own
  return both(own, matchRelatives(compounds, index, compound, node, tree, quirks))
}

function matchRelatives<N>(
  compounds: readonly CompoundSelector[],
  index: number,
  compound: CompoundSelector,
  node: N,
  tree: TreeAccess<N>,
  quirks: boolean,
): Outcome {
  switch (compound.combinator) {
    case 'child': {
      const parent = tree.parent(node)
      if (parent === UNKNOWN) return MAYBE
      return parent === undefined ? NEVER : matchFrom(compounds, index + 1, parent, tree, quirks)
    }
    case 'descendant': {
      let ancestor = tree.parent(node)
      while (ancestor !== undefined) {
        if (ancestor === UNKNOWN) return MAYBE
        const outcome = matchFrom(compounds, index + 1, ancestor, tree, quirks)
        if (outcome !== NO) return outcome
        ancestor = tree.parent(ancestor)
      }
      return NEVER
    }
    case 'adjacent': {
      const previous = tree.previous(node)
      if (previous === UNKNOWN) return MAYBE
      return previous === undefined ? NO : matchFrom(compounds, index + 1, previous, tree, quirks)
    }
    case 'sibling':
      return matchSiblings(compounds, index, compound, node, tree, quirks)
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
  quirks: boolean,
): Outcome {
  const position = tree.position(node, false, false)
  const siblings = tree.siblings(node)
  if (position === UNKNOWN || siblings === UNKNOWN) return MAYBE
  const known = tree.siblingMemo?.first(compound, node)
  if (known !== undefined) return known < position ? YES : NO
  for (const [i, sibling] of siblings.entries()) {
    const outcome = matchFrom(compounds, index + 1, sibling, tree, quirks)
    if (outcome === MAYBE) return MAYBE
    if (outcome !== YES) continue
    tree.siblingMemo?.remember(compound, node, i + 1)
    return i + 1 < position ? YES : NO
  }
  tree.siblingMemo?.remember(compound, node, Number.POSITIVE_INFINITY)
  return NO
}

function both(own: Outcome, rest: Outcome): Outcome {
  return rest === YES ? own : rest
}

function matchCompound<N>(compound: CompoundSelector, node: N, tree: TreeAccess<N>, quirks: boolean): Match {
  let result: Match = YES
  for (const simple of compound.simple) {
    const match = matchSimple(simple, node, tree, quirks)
    if (match === NO) return NO
    if (match === MAYBE) result = MAYBE
  }
  return result
}

function matchSimple<N>(simple: SimpleSelector, node: N, tree: TreeAccess<N>, quirks: boolean): Match {
  switch (simple.kind) {
    case 'type':
      return answer(tree.name(node) === simple.name)
    case 'class': {
      const classes = tree.attribute(node, 'class')
      if (classes === UNKNOWN) return MAYBE
      return answer(classes !== undefined && hasWord(quirks ? classes.toLowerCase() : classes, simple.name))
    }
    case 'id': {
      const id = tree.attribute(node, 'id')
      if (id === UNKNOWN) return MAYBE
      return answer(id !== undefined && (quirks ? id.toLowerCase() : id) === simple.name)
    }
    case 'attribute': {
      const value = tree.attribute(node, simple.name)
      return value === UNKNOWN ? MAYBE : answer(value !== undefined && matchAttribute(simple, value))
    }
    case 'nth':
      return matchNth(simple, node, tree, quirks)
    case 'only': {
      const first = tree.position(node, false, simple.typed)
      const last = tree.position(node, true, simple.typed)
      return first === UNKNOWN || last === UNKNOWN ? MAYBE : answer(first === 1 && last === 1)
    }
    case 'is':
      return matchAny(simple.selectors, node, tree, quirks)
    case 'not': {
      const match = matchAny(simple.selectors, node, tree, quirks)
      return match === MAYBE ? MAYBE : answer(match === NO)
    }
    case 'root': {
      const parent = tree.parent(node)
      return parent === UNKNOWN ? MAYBE : answer(parent === undefined)
    }
    case 'empty': {
      const empty = tree.isEmpty(node)
      return empty === UNKNOWN ? MAYBE : answer(empty)
    }
    case 'link': {
      if (tree.name(node) !== 'a') return NO
      const target = tree.attribute(node, 'href')
      return target === UNKNOWN ? MAYBE : answer(target !== undefined)
    }
    case 'lang': {
      const language = inheritedAttribute(node, 'lang', tree)
      return language === UNKNOWN ? MAYBE : answer(matchLanguage(simple.ranges, language ?? ''))
    }
    case 'dir': {
      const direction = inheritedAttribute(node, 'dir', tree)
      if (direction === UNKNOWN) return MAYBE
      return answer((direction?.toLowerCase() === 'rtl' ? 'rtl' : 'ltr') === simple.direction)
    }
    case 'never':
      return NO
    default:
      return assertNever(simple)
  }
}

function answer(yes: boolean): Match {
  return yes ? YES : NO
}

function matchAny<N>(selectors: readonly ComplexSelector[], node: N, tree: TreeAccess<N>, quirks: boolean): Match {
  let result: Match = NO
  for (const selector of selectors) {
    const match = matchSelector(selector, node, tree, quirks)
    if (match === YES) return YES
    if (match === MAYBE) result = MAYBE
  }
  return result
}

function matchNth<N>(
  simple: Extract<SimpleSelector, { kind: 'nth' }>,
  node: N,
  tree: TreeAccess<N>,
  quirks: boolean,
): Match {
  if (!simple.of) {
    const position = tree.position(node, simple.last, simple.typed)
    return position === UNKNOWN ? MAYBE : answer(isNth(position, simple.step, simple.offset))
  }
  const own = matchAny(simple.of, node, tree, quirks)
  if (own === NO) return NO
  const siblings = tree.siblings(node)
  if (own === MAYBE || siblings === UNKNOWN) return MAYBE
  const place = siblings.indexOf(node)
  let position = 1
  for (const [i, sibling] of siblings.entries()) {
    if (simple.last ? i <= place : i >= place) continue
    const match = matchAny(simple.of, sibling, tree, quirks)
    if (match === MAYBE) return MAYBE
    if (match === YES) position++
  }
  return answer(isNth(position, simple.step, simple.offset))
}

/** Whether `position = step × n + offset` for some n ≥ 0. */
function isNth(position: number, step: number, offset: number): boolean {
  if (step === 0) return position === offset
  const n = (position - offset) / step
  return n >= 0 && Number.isInteger(n)
}

/** Whether a list of words separated by white space contains `word`, without splitting it. */
function hasWord(list: string, word: string): boolean {
  if (list === word) return true
  for (let at = list.indexOf(word); at !== -1; at = list.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || isSpace(list, at - 1)) && (end === list.length || isSpace(list, end))) return true
  }
  return false
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === 32 || (code >= 9 && code <= 13 && code !== 11)
}

function matchAttribute(test: AttributeTest, actual: string): boolean {
  const value = test.ignoreCase ? actual.toLowerCase() : actual
  switch (test.operator) {
    case 'exists':
      return true
    case 'equals':
      return value === test.value
    case 'word':
      return test.value !== '' && !/\s/.test(test.value) && hasWord(value, test.value)
    case 'hyphen':
      return value === test.value || value.startsWith(`${test.value}-`)
    case 'start':
      return test.value !== '' && value.startsWith(test.value)
    case 'end':
      return test.value !== '' && value.endsWith(test.value)
    case 'substring':
      return test.value !== '' && value.includes(test.value)
    default:
      return assertNever(test.operator)
  }
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

/** Extended filtering of RFC 4647 §3.3.2, as selectors-4 §7.2 asks. */
function matchLanguage(ranges: readonly string[], language: string): boolean {
  const tags = language.toLowerCase().split('-')
  return ranges.some((range) => (range === '' ? language === '' : language !== '' && inRange(range.split('-'), tags)))
}

function inRange(range: readonly string[], tags: readonly string[]): boolean {
  if (range[0] !== '*' && range[0] !== tags[0]) return false
  let at = 1
  for (const part of range.slice(1)) {
    if (part === '*') continue
    while (at < tags.length && tags[at] !== part) {
      if (tags[at]?.length === 1) return false
      at++
    }
    if (at >= tags.length) return false
    at++
  }
  return true
}
