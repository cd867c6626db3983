import type {
  ComplexSelector,
  CompoundSelector,
  SelectorPseudoElement,
  SimpleSelector,
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
}

/** What a selector styles. */
export type StyleTarget = 'element' | SelectorPseudoElement

interface OriginRules {
  readonly origin: Origin
  /** In order of appearance. */
  readonly rules: readonly StyleRule[]
}

interface Buckets {
  readonly id: Map<string, IndexedRule[]>
  readonly class: Map<string, IndexedRule[]>
  readonly type: Map<string, IndexedRule[]>
  readonly others: IndexedRule[]
}

/** Rules by what the rightmost part of their selectors asks for, so that few have to be matched. */
export class RuleIndex {
  readonly #targets: Readonly<Record<StyleTarget, Buckets>> = {
    element: emptyBuckets(),
    before: emptyBuckets(),
    after: emptyBuckets(),
    marker: emptyBuckets(),
    'first-letter': emptyBuckets(),
    'footnote-call': emptyBuckets(),
    'footnote-marker': emptyBuckets(),
  }
  /** Attributes, lower-case, that any selector reads. */
  readonly attributes = new Set<string>(['id', 'class', 'lang', 'dir'])

  constructor(
    sources: readonly OriginRules[],
    layers: LayerOrder,
    private readonly quirks: boolean,
  ) {
    let rank = 0
    for (const { origin, rules } of sources) {
      const entries = rules.flatMap(({ selectors, block, layer }) => {
        const step: CascadeStep = { block, origin, layer: layers.of(layer), language: undefined }
        return selectors.map((selector) => ({ selector, step }))
      })
      entries.sort((a, b) => a.step.layer - b.step.layer || a.selector.specificity - b.selector.specificity)
      for (const { selector, step } of entries) this.#add({ selector, step, rank: rank++ })
    }
  }

  /** Whether any rule styles such targets. */
  styles(target: StyleTarget): boolean {
    const { id, class: classes, type, others } = this.#targets[target]
    return id.size + classes.size + type.size + others.length > 0
  }

  /** The rules whose rightmost part may match such an element, in ascending rank. */
  candidates(target: StyleTarget, name: string, attributes: ReadonlyMap<string, string>): readonly IndexedRule[] {
    const buckets = this.#targets[target]
    const found = [...buckets.others, ...(buckets.type.get(name) ?? [])]
    const id = attributes.get('id')
    if (id !== undefined) found.push(...(buckets.id.get(this.#key(id)) ?? []))
    const classes = attributes.get('class')
    if (classes !== undefined && buckets.class.size > 0) {
      for (const word of new Set(this.#key(classes).split(/[ \t\n\f\r]+/))) {
        found.push(...(buckets.class.get(word) ?? []))
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

function emptyBuckets(): Buckets {
  return { id: new Map(), class: new Map(), type: new Map(), others: [] }
}

/** An id, class or type that an element must have. */
interface RuleKey {
  readonly kind: 'id' | 'class' | 'type'
  readonly name: string
}

/** `:is()` with more alternatives than this is tried on every element instead. */
const ALTERNATIVES_LIMIT = 64

/** What an element must have one of to match; undefined when nothing is asked for. */
function keysOf(simple: readonly SimpleSelector[]): readonly RuleKey[] | undefined {
  const id = simple.find((part) => part.kind === 'id')
  const key = id ?? simple.find((part) => part.kind === 'class') ?? simple.find((part) => part.kind === 'type')
  if (key) return [key]
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

function addTo(map: Map<string, IndexedRule[]>, key: string, rule: IndexedRule): void {
  const list = map.get(key)
  if (list) list.push(rule)
  else map.set(key, [rule])
}
