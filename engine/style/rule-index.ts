import type { ComplexSelector, CompoundSelector, SelectorPseudoElement, SimpleSelector } from '../css/selector.js'
import type { StyleRule } from '../css/stylesheet.js'
import type { CascadeStep, Origin } from './cascade.js'

/** One selector of one rule. */
export interface IndexedRule {
  readonly selector: ComplexSelector
  readonly step: CascadeStep
  /** Place in the cascade: origin, specificity, order (css-cascade-4 §6.1). */
  readonly rank: number
}

/** What a selector styles. */
export type StyleTarget = 'element' | SelectorPseudoElement

export interface OriginRules {
  readonly origin: Origin
  /** In order of appearance. */
  readonly rules: readonly StyleRule[]
}

interface Buckets {
  readonly byId: Map<string, IndexedRule[]>
  readonly byClass: Map<string, IndexedRule[]>
  readonly byType: Map<string, IndexedRule[]>
  readonly others: IndexedRule[]
}

/** Rules by what the rightmost part of their selectors asks for, so that few have to be matched. */
export class RuleIndex {
  readonly #targets: Readonly<Record<StyleTarget, Buckets>> = {
    element: emptyBuckets(),
    before: emptyBuckets(),
    after: emptyBuckets(),
    marker: emptyBuckets(),
  }
  /** Attributes, lower-case, that any selector reads. */
  readonly attributes = new Set<string>(['id', 'class', 'lang', 'dir'])

  constructor(
    sources: readonly OriginRules[],
    private readonly quirks: boolean,
  ) {
    let rank = 0
    for (const { origin, rules } of sources) {
      const entries = rules.flatMap(({ selectors, block }) => {
        const step: CascadeStep = { block, origin, language: undefined }
        return selectors.map((selector) => ({ selector, step }))
      })
      entries.sort((a, b) => a.selector.specificity - b.selector.specificity)
      for (const { selector, step } of entries) this.#add({ selector, step, rank: rank++ })
    }
  }

  /** The rules whose rightmost part may match such an element, in ascending rank. */
  candidates(target: StyleTarget, name: string, attributes: ReadonlyMap<string, string>): readonly IndexedRule[] {
    const buckets = this.#targets[target]
    const found = [...buckets.others, ...(buckets.byType.get(name) ?? [])]
    const id = attributes.get('id')
    if (id !== undefined) found.push(...(buckets.byId.get(this.#key(id)) ?? []))
    const classes = attributes.get('class')
    if (classes !== undefined && buckets.byClass.size > 0) {
      for (const word of new Set(this.#key(classes).split(/[ \t\n\f\r]+/))) {
        found.push(...(buckets.byClass.get(word) ?? []))
      }
    }
    return found.sort((a, b) => a.rank - b.rank)
  }

  #key(value: string): string {
    return this.quirks ? value.toLowerCase() : value
  }

  #add(rule: IndexedRule): void {
    const { compounds, pseudoElement } = rule.selector
    for (const compound of compounds) this.#collectAttributes(compound)
    const buckets = this.#targets[pseudoElement ?? 'element']
    const simple = compounds[0]?.simple ?? []
    const id = simple.find((part) => part.kind === 'id')
    const word = simple.find((part) => part.kind === 'class')
    const type = simple.find((part) => part.kind === 'type')
    if (id) addTo(buckets.byId, id.name, rule)
    else if (word) addTo(buckets.byClass, word.name, rule)
    else if (type) addTo(buckets.byType, type.name, rule)
    else this.#addToAlternatives(buckets, simple, rule)
  }

  /** `:is(ul, ol)` goes to the types of its alternatives, everything else to all elements. */
  #addToAlternatives(buckets: Buckets, simple: readonly SimpleSelector[], rule: IndexedRule): void {
    const alternatives = simple.find((part) => part.kind === 'is')?.selectors
    const types = alternatives?.map((selector) => selector.compounds[0]?.simple.find((part) => part.kind === 'type'))
    if (!types?.every((type) => type !== undefined)) buckets.others.push(rule)
    else for (const name of new Set(types.map((type) => type.name))) addTo(buckets.byType, name, rule)
  }

  #collectAttributes(compound: CompoundSelector): void {
    for (const simple of compound.simple) {
      if (simple.kind === 'attribute') this.attributes.add(simple.name)
      else if (simple.kind === 'link') this.attributes.add('href')
      const nested =
        simple.kind === 'is' || simple.kind === 'not' ? simple.selectors : simple.kind === 'nth' ? simple.of : []
      for (const selector of nested ?? []) for (const inner of selector.compounds) this.#collectAttributes(inner)
    }
  }
}

function emptyBuckets(): Buckets {
  return { byId: new Map(), byClass: new Map(), byType: new Map(), others: [] }
}

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const list = map.get(key)
  if (list) list.push(rule)
  else map.set(key, [rule])
}
