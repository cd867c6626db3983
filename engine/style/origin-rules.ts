import { isRelational } from '../css/selectors/relational-selectors.js'
import {
  type AttributeTest,
  type ComplexSelector,
  type CompoundSelector,
  nativeTwin,
  type SelectorPseudoElement,
  type SimpleSelector,
} from '../css/selectors/selector.js'
import type { StyleRule } from '../css/syntax/stylesheet.js'
import type { CascadeStep, Origin } from './cascade.js'
import type { LayerOrder } from './layer-order.js'

/** One selector of one rule. */
export interface IndexedRule {
  readonly selector: ComplexSelector
  readonly step: CascadeStep
  /** Place in the cascade: origin, layer, specificity, order (css-cascade-5 §6.1). */
  readonly rank: number
  /** See `isRelational`. */
  readonly isRelational: boolean
  /** Stands for it among the rules of an element that it matches whatever the data. */
  readonly certain: { readonly step: CascadeStep; readonly rule: undefined }
  /** Stands for it among those of an element that each document decides about. */
  readonly open: { readonly step: CascadeStep; readonly rule: IndexedRule }
}

/** The element or pseudo-element that a selector styles. */
export type StyleTarget = 'element' | SelectorPseudoElement

/** Rules for one target by what the rightmost part of their selectors asks for. */
export interface Buckets {
  readonly id: Map<string, IndexedRule[]>
  readonly class: Map<string, IndexedRule[]>
  readonly type: Map<string, IndexedRule[]>
  /** By name and value, or by name. */
  readonly attribute: Map<string, IndexedRule[]>
  readonly others: IndexedRule[]
}

/** The rules of one origin by their targets. */
export interface OriginRules {
  /** Only targets that have rules. */
  readonly targets: ReadonlyMap<StyleTarget, Buckets>
  /** Attributes, lower-case, that any selector reads. */
  readonly attributes: ReadonlySet<string>
}

/** @param rules in order of appearance. @param firstRank that of the weakest rule */
export function indexRules(
  origin: Origin,
  rules: readonly StyleRule[],
  layers: LayerOrder,
  firstRank: number,
): OriginRules {
  const entries = rules.flatMap((rule) => {
    const { selectors, block, layer } = rule
    const step: CascadeStep = { block, head: rule, origin, layer: layers.of(layer), language: undefined }
    return selectors.map((selector) => ({ selector, step }))
  })
  entries.sort((a, b) => a.step.layer - b.step.layer || a.selector.specificity - b.selector.specificity)
  const targets = new Map<StyleTarget, Buckets>()
  const attributes = new Set<string>()
  let rank = firstRank
  for (const { selector, step } of entries) {
    for (const compound of selector.compounds) collectAttributes(compound, attributes)
    const { pseudoElement } = selector
    const rule = indexed(selector, step, rank++)
    addRule(bucketsOf(targets, pseudoElement ?? 'element'), rule)
    const twin = pseudoElement && nativeTwin(pseudoElement)
    if (twin) addRule(bucketsOf(targets, twin), rule)
  }
  return { targets, attributes }
}

function bucketsOf(targets: Map<StyleTarget, Buckets>, target: StyleTarget): Buckets {
  const known = targets.get(target)
  if (known) return known
  const made: Buckets = { id: new Map(), class: new Map(), type: new Map(), attribute: new Map(), others: [] }
  targets.set(target, made)
  return made
}

function addRule(buckets: Buckets, rule: IndexedRule): void {
  const keys = keysOf(rule.selector.compounds[0]?.simple ?? [])
  if (!keys) buckets.others.push(rule)
  else for (const { kind, name } of keys) addTo(buckets[kind], name, rule)
}

function collectAttributes(compound: Pick<CompoundSelector, 'simple'>, attributes: Set<string>): void {
  for (const simple of compound.simple) {
    if (simple.kind === 'attribute') attributes.add(simple.name)
    else if (simple.kind === 'link') attributes.add('href')
    else if (simple.kind === 'has') {
      for (const { steps } of simple.selectors) for (const step of steps) collectAttributes(step, attributes)
    }
    const nested =
      simple.kind === 'is' || simple.kind === 'not' ? simple.selectors : simple.kind === 'nth' ? simple.of : []
    for (const selector of nested ?? []) for (const inner of selector.compounds) collectAttributes(inner, attributes)
  }
}

function indexed(selector: ComplexSelector, step: CascadeStep, rank: number): IndexedRule {
  const rule = { selector, step, rank, isRelational: isRelational(selector), certain: { step, rule: undefined } }
  const open = { step, rule: rule as unknown as IndexedRule }
  return Object.assign(rule, { open })
}

/** An id, class, type, attribute or value of one that an element must have. */
export interface RuleKey {
  readonly kind: 'id' | 'class' | 'type' | 'attribute'
  readonly name: string
}

/** `:is()` with more alternatives than this is tried on every element instead. */
const ALTERNATIVES_LIMIT = 64

/** Keys of which an element must have at least one to match; undefined when nothing is required. */
function keysOf(simple: readonly SimpleSelector[]): readonly RuleKey[] | undefined {
  const id = simple.find((part) => part.kind === 'id')
  const key = id ?? simple.find((part) => part.kind === 'class') ?? simple.find((part) => part.kind === 'type')
  if (key) return [key]
  const attribute = simple.find((part) => part.kind === 'attribute' && hasOneValue(part)) ?? simple.find(isAttribute)
  if (attribute?.kind === 'attribute') {
    const { name, value } = attribute
    return [{ kind: 'attribute', name: hasOneValue(attribute) ? attributeKey(name, value) : name }]
  }
  const alternatives = simple.find((part) => part.kind === 'is')?.selectors
  if (!alternatives || alternatives.length > ALTERNATIVES_LIMIT) return undefined
  const keys = new Map<string, RuleKey>()
  for (const { compounds } of alternatives) {
    const found = keysOf(compounds[0]?.simple ?? [])
    if (!found) return undefined
    for (const each of found) keys.set(`${each.kind} ${each.name}`, each)
  }
  return keys.size > ALTERNATIVES_LIMIT ? undefined : [...keys.values()]
}

function hasOneValue({ operator, ignoreCase }: AttributeTest): boolean {
  return operator === 'equals' && !ignoreCase
}

function isAttribute({ kind }: SimpleSelector): boolean {
  return kind === 'attribute'
}

export function attributeKey(name: string, value: string): string {
  return `${name}=${value}`
}

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const list = map.get(key)
  if (list) list.push(rule)
  else map.set(key, [rule])
}
