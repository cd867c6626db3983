import { BoundedCache } from '../base/bounded-cache.js'
import { invariant } from '../base/invariant.js'
import {
  ALL_PSEUDO_ELEMENTS,
  type ComplexSelector,
  type CompoundSelector,
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
  /** The namespace of the elements that it may match; all when undefined. */
  readonly namespace: 'html' | 'svg' | undefined
  /** Place in the cascade: origin, layer, specificity, order (css-cascade-5 §6.1). */
  readonly rank: number
  /** Stands for it among the rules of an element that it matches whatever the data. */
  readonly certain: { readonly step: CascadeStep; readonly rule: undefined }
  /** Stands for it among those of an element that each document decides about. */
  readonly open: { readonly step: CascadeStep; readonly rule: IndexedRule }
}

/** The element or pseudo-element that a selector styles. */
export type StyleTarget = 'element' | SelectorPseudoElement

/** Sets of ids, classes and values whose candidates are kept. */
const KEPT_CANDIDATES = 1024

interface OriginRules {
  readonly origin: Origin
  readonly namespace?: IndexedRule['namespace']
  /** In order of appearance. */
  readonly rules: readonly StyleRule[]
}

interface Buckets {
  readonly id: Map<string, IndexedRule[]>
  readonly class: Map<string, IndexedRule[]>
  readonly type: Map<string, IndexedRule[]>
  /** By name and value. */
  readonly attribute: Map<string, IndexedRule[]>
  readonly others: IndexedRule[]
}

/** Rules by what the rightmost part of their selectors asks for, so that few have to be matched. */
export class RuleIndex {
  /** Sorted candidates by what they were asked for: most elements ask for the same. */
  readonly #sorted = new BoundedCache<string, readonly IndexedRule[]>(KEPT_CANDIDATES)
  readonly #targets = new Map<StyleTarget, Buckets>(
    (['element', ...ALL_PSEUDO_ELEMENTS] as const).map((target) => [target, emptyBuckets()]),
  )
  /** Attributes, lower-case, that any selector reads. */
  readonly attributes = new Set<string>(['id', 'class', 'lang', 'dir'])

  constructor(
    sources: readonly OriginRules[],
    layers: LayerOrder,
    private readonly quirks: boolean,
  ) {
    let rank = 0
    for (const { origin, namespace, rules } of sources) {
      const entries = rules.flatMap((rule) => {
        const { selectors, block, layer } = rule
        const step: CascadeStep = { block, head: rule, origin, layer: layers.of(layer), language: undefined }
        return selectors.map((selector) => ({ selector, step }))
      })
      entries.sort((a, b) => a.step.layer - b.step.layer || a.selector.specificity - b.selector.specificity)
      for (const { selector, step } of entries) this.#add(indexed(selector, step, namespace, rank++))
    }
  }

  /** Whether any rule styles such targets. */
  styles(target: StyleTarget): boolean {
    const { id, class: classes, type, attribute, others } = this.#bucketsOf(target)
    return id.size + classes.size + type.size + attribute.size + others.length > 0
  }

  /** The rules whose rightmost part may match such an element, in ascending rank. */
  candidates(target: StyleTarget, name: string, attributes: ReadonlyMap<string, string>): readonly IndexedRule[] {
    const buckets = this.#bucketsOf(target)
    const { others } = buckets
    const lists: (readonly IndexedRule[])[] = []
    let key = target as string
    const take = (kind: RuleKey['kind'], value: string) => {
      const list = buckets[kind].get(value)
      if (!list) return
      lists.push(list)
      key += `\u0000${kind} ${value}`
    }
    take('type', name)
    const id = attributes.get('id')
    if (id !== undefined) take('id', this.#key(id))
    const classes = attributes.get('class')
    if (classes !== undefined && buckets.class.size > 0) {
      for (const word of new Set(this.#key(classes).split(/[ \t\n\f\r]+/))) take('class', word)
    }
    if (buckets.attribute.size > 0) {
      for (const [attribute, value] of attributes) take('attribute', attributeKey(attribute, value))
    }
    if (lists.length === 0) return others
    let found = this.#sorted.get(key)
    if (!found) {
      found = [others, ...lists].flat().sort((a, b) => a.rank - b.rank)
      this.#sorted.set(key, found)
    }
    return found
  }

  #key(value: string): string {
    return this.quirks ? value.toLowerCase() : value
  }

  #bucketsOf(target: StyleTarget): Buckets {
    const buckets = this.#targets.get(target)
    invariant(buckets, 'buckets of every pseudo-element')
    return buckets
  }

  #add(rule: IndexedRule): void {
    const { compounds, pseudoElement } = rule.selector
    for (const compound of compounds) this.#collectAttributes(compound)
    const buckets = this.#bucketsOf(pseudoElement ?? 'element')
    const keys = keysOf(compounds[0]?.simple ?? [])
    if (!keys) buckets.others.push(rule)
    else for (const { kind, name } of keys) addTo(buckets[kind], name, rule)
  }

  #collectAttributes(compound: Pick<CompoundSelector, 'simple'>): void {
    for (const simple of compound.simple) {
      if (simple.kind === 'attribute') this.attributes.add(simple.name)
      else if (simple.kind === 'link') this.attributes.add('href')
      else if (simple.kind === 'has') {
        for (const { steps } of simple.selectors) for (const step of steps) this.#collectAttributes(step)
      }
      const nested =
        simple.kind === 'is' || simple.kind === 'not' ? simple.selectors : simple.kind === 'nth' ? simple.of : []
      for (const selector of nested ?? []) for (const inner of selector.compounds) this.#collectAttributes(inner)
    }
  }
}

function indexed(
  selector: ComplexSelector,
  step: CascadeStep,
  namespace: IndexedRule['namespace'],
  rank: number,
): IndexedRule {
  const rule = { selector, step, namespace, rank, certain: { step, rule: undefined } }
  const open = { step, rule: rule as IndexedRule }
  return Object.assign(rule, { open })
}

function emptyBuckets(): Buckets {
  return { id: new Map(), class: new Map(), type: new Map(), attribute: new Map(), others: [] }
}

/** An id, class, type or value of an attribute that an element must have. */
interface RuleKey {
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
  const value = simple.find((part) => part.kind === 'attribute' && part.operator === 'equals' && !part.ignoreCase)
  if (value?.kind === 'attribute') return [{ kind: 'attribute', name: attributeKey(value.name, value.value) }]
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

function attributeKey(name: string, value: string): string {
  return `${name}=${value}`
}

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const list = map.get(key)
  if (list) list.push(rule)
  else map.set(key, [rule])
}
