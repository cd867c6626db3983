import { BoundedCache } from '../base/bounded-cache.js'
import type { StyleRule } from '../css/syntax/stylesheet.js'
import type { TemplateElement } from '../template/template-tree.js'
import type { LayerOrder } from './layer-order.js'
import {
  attributeKey,
  type Buckets,
  type IndexedRule,
  indexRules,
  type OriginRules,
  type RuleKey,
  type StyleTarget,
} from './origin-rules.js'

/** Sets of ids, classes and values whose candidates are kept. */
const KEPT_CANDIDATES = 1024

/** Above the ranks of all rules of the user agent. */
const AUTHOR_RANK = 2 ** 20

const NO_RULES: Buckets = { id: new Map(), class: new Map(), type: new Map(), attribute: new Map(), others: [] }

type Namespace = TemplateElement['namespace']

/** The rules of a document's sheets. */
export interface RankedRules {
  /** By the namespace of the elements that they are for: names such as `a` and `title` mean something else in drawings. */
  readonly userAgent: Readonly<Record<Namespace, readonly StyleRule[]>>
  readonly author: readonly StyleRule[]
  readonly layers: LayerOrder
}

/** The indexes of the default style sheets, made once per process: they have no layers, so that templates do not matter. */
const userAgentRules = new WeakMap<readonly StyleRule[], OriginRules>()

function indexUserAgent(rules: readonly StyleRule[], layers: LayerOrder): OriginRules {
  const known = userAgentRules.get(rules)
  if (known) return known
  const made = indexRules('user-agent', rules, layers, 0)
  userAgentRules.set(rules, made)
  return made
}

/** Rules by what the rightmost part of their selectors asks for, so that few have to be matched. */
export class RuleIndex {
  /** Sorted candidates by what they were asked for: most elements ask for the same. */
  readonly #sorted = new BoundedCache<string, readonly IndexedRule[]>(KEPT_CANDIDATES)
  readonly #userAgent: Readonly<Record<Namespace, OriginRules>>
  readonly #author: OriginRules
  /** Attributes, lower-case, that any selector reads. */
  readonly attributes: ReadonlySet<string>

  constructor(
    { userAgent: { html, svg }, author, layers }: RankedRules,
    private readonly quirks: boolean,
  ) {
    this.#userAgent = { html: indexUserAgent(html, layers), svg: indexUserAgent(svg, layers) }
    this.#author = indexRules('author', author, layers, AUTHOR_RANK)
    const read = this.#all.flatMap(({ attributes }) => [...attributes])
    this.attributes = new Set(['id', 'class', 'lang', 'dir', ...read])
  }

  get #all(): readonly OriginRules[] {
    const { html, svg } = this.#userAgent
    return [html, svg, this.#author]
  }

  /** Whether any rule styles such targets. */
  styles(target: StyleTarget): boolean {
    return this.#all.some(({ targets }) => targets.has(target))
  }

  /** The rules whose rightmost part may match such an element, in ascending rank. */
  candidates(
    target: StyleTarget,
    { namespace, name }: Pick<TemplateElement, 'namespace' | 'name'>,
    attributes: ReadonlyMap<string, string>,
  ): readonly IndexedRule[] {
    const base = this.#userAgent[namespace].targets.get(target) ?? NO_RULES
    const author = this.#author.targets.get(target) ?? NO_RULES
    const lists: (readonly IndexedRule[])[] = []
    let key = `${namespace} ${target}`
    const take = (kind: RuleKey['kind'], value: string) => {
      const shared = base[kind].get(value)
      const own = author[kind].get(value)
      if (shared) lists.push(shared)
      if (own) lists.push(own)
      if (shared || own) key += `\u0000${kind} ${value}`
    }
    take('type', namespace === 'svg' ? name.toLowerCase() : name)
    if (attributes.size > 0) {
      const id = attributes.get('id')
      if (id !== undefined) take('id', this.#key(id))
      const classes = attributes.get('class')
      if (classes !== undefined && base.class.size + author.class.size > 0) {
        for (const word of new Set(this.#key(classes).split(/[ \t\n\f\r]+/))) take('class', word)
      }
      if (base.attribute.size + author.attribute.size > 0) {
        for (const [attribute, value] of attributes) {
          take('attribute', attribute)
          take('attribute', attributeKey(attribute, value))
        }
      }
    }
    if (lists.length === 0 && author.others.length === 0) return base.others
    if (lists.length === 0 && base.others.length === 0) return author.others
    let found = this.#sorted.get(key)
    if (!found) {
      const all = [base.others, author.others, ...lists].flat().sort((a, b) => a.rank - b.rank)
      // A rule with alternatives is found by each of them that the element has.
      found = all.filter((rule, at) => rule !== all[at - 1])
      this.#sorted.set(key, found)
    }
    return found
  }

  #key(value: string): string {
    return this.quirks ? value.toLowerCase() : value
  }
}
