import { BoundedCache } from '../base/bounded-cache.js'
import type { Diagnostic } from '../base/diagnostics.js'
import type { WorkBudget } from '../base/work-budget.js'
import { blockWith } from '../css/properties/attribute-block.js'
import { matchSelector, NO, YES } from '../css/selectors/match-selector.js'
import { ALL_PSEUDO_ELEMENTS, type SelectorPseudoElement } from '../css/selectors/selector.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'
import type { BoundAccess } from './bound-access.js'
import type { CascadeNode, CascadeStep } from './cascade.js'
import type { IndexedRule, StyleTarget } from './origin-rules.js'
import type { RuleIndex } from './rule-index.js'
import type { TemplateAccess } from './template-access.js'

/** How elements of one template element and with the same attributes are matched. */
export interface ElementPlan {
  readonly element: TargetPlan
  /** Those that any rule is for. */
  readonly pseudos: ReadonlyMap<SelectorPseudoElement, TargetPlan>
  /** Diagnostics of the `style` attribute when it depends on data. */
  readonly problems: readonly Diagnostic[] | undefined
  /** Other elements of the same name, attributes and ancestors may match other rules. */
  readonly isRelational: boolean
}

/** A rule that applies for certain, or one that each element has to be matched against. */
type Slot = IndexedRule['certain'] | IndexedRule['open']

/** Plans kept for elements that have the same candidates: siblings mostly match the same of them. */
const SHARED_PLANS = 8

/** A step of work for each two rules that an element is matched against. */
const RULES_PER_STEP = 1

/** A step of work for each 16 ancestors that selectors look at. */
const ANCESTORS_PER_STEP = 4

/** As many rules with attributes are kept for the elements that follow, of one plan. */
const KEPT_STEPS = 512

/** Open rules up to this number are combined in one integer. */
const MASK_BITS = 30

/** The rules that may apply to one target, and the cascade nodes of the combinations that occurred. */
export class TargetPlan {
  readonly #open: readonly IndexedRule[]
  readonly #fixed: CascadeNode | undefined
  /** The steps of rules that ask for attributes, by what these say; undefined where no rule asks for any. */
  readonly #steps: BoundedCache<string, CascadeStep> | undefined
  readonly #nodes = new Map<number | string, CascadeNode>()

  constructor(
    readonly slots: readonly Slot[],
    private readonly root: CascadeNode,
  ) {
    this.#open = slots.flatMap((slot) => slot.rule ?? [])
    const asksAttributes = slots.some(({ step }) => step.block.attributes)
    this.#steps = asksAttributes ? new BoundedCache(KEPT_STEPS) : undefined
    this.#fixed = this.#open.length === 0 && !asksAttributes ? this.#nodeOf([]) : undefined
  }

  /** The cascade node of an element; the root of the nodes when no rule applies. */
  nodeFor(element: BoundElement, access: BoundAccess, work: WorkBudget): CascadeNode {
    if (this.#fixed) return this.#fixed
    work.spend(this.#open.length >> RULES_PER_STEP)
    if (this.#steps) {
      work.spend(1)
      const matching = this.#open.filter((rule) => this.#matches(rule, element, access))
      return this.#nodeOf(matching, element.attributes)
    }
    return this.#match(element, access)
  }

  #match(element: BoundElement, access: BoundAccess): CascadeNode {
    const open = this.#open
    if (open.length > MASK_BITS) return this.#matchMany(element, access)
    let mask = 0
    for (let i = 0; i < open.length; i++) {
      const rule = open[i]
      if (rule && this.#matches(rule, element, access)) mask |= 1 << i
    }
    let node = this.#nodes.get(mask)
    if (!node) {
      node = this.#nodeOf(open.filter((_rule, i) => (mask & (1 << i)) !== 0))
      this.#nodes.set(mask, node)
    }
    return node
  }

  #matchMany(element: BoundElement, access: BoundAccess): CascadeNode {
    const matching = this.#open.filter((rule) => this.#matches(rule, element, access))
    const key = matching.map((rule) => rule.rank).join()
    let node = this.#nodes.get(key)
    if (!node) {
      node = this.#nodeOf(matching)
      this.#nodes.set(key, node)
    }
    return node
  }

  #matches(rule: IndexedRule, element: BoundElement, access: BoundAccess): boolean {
    return matchSelector(rule.selector, element, access) === YES
  }

  #nodeOf(matching: readonly IndexedRule[], attributes?: ReadonlyMap<string, string>): CascadeNode {
    let node = this.root
    for (const [index, { step, rule }] of this.slots.entries()) {
      if (rule && !matching.includes(rule)) continue
      node = node.child(attributes && step.block.attributes ? this.#stepWith(index, step, attributes) : step)
    }
    return node
  }

  #stepWith(index: number, step: CascadeStep, attributes: ReadonlyMap<string, string>): CascadeStep {
    const values = step.block.attributes?.map((name) => attributes.get(name) ?? null)
    const key = `${index} ${JSON.stringify(values)}`
    const known = this.#steps?.get(key)
    if (known) return known
    const derived = { ...step, block: blockWith(step.block, attributes) }
    this.#steps?.set(key, derived)
    return derived
  }
}

export interface PlanSources {
  readonly index: RuleIndex
  readonly root: CascadeNode
  /** Plans of elements without rules of their own, by their candidates. */
  readonly shared: WeakMap<readonly IndexedRule[], TargetPlan[]>
}

/** An element of the template with the declarations that stand at it. */
export interface PlannedElement {
  readonly element: TemplateElement
  readonly attributes: ReadonlyMap<string, string>
  readonly access: TemplateAccess
  /** The presentational hints and the language, undefined when there are none. */
  readonly hints: CascadeStep | undefined
  /** The `style` attribute. */
  readonly inline: CascadeStep | undefined
  readonly problems: readonly Diagnostic[] | undefined
}

/** Decides what can be decided about an element from the template. */
export function planElement(sources: PlanSources, planned: PlannedElement, work: WorkBudget): ElementPlan {
  const { element, attributes, access, hints, inline, problems } = planned
  const match = (rule: IndexedRule) => matchSelector(rule.selector, element, access)
  let isRelational = false
  const find = (target: StyleTarget) => {
    const candidates = sources.index.candidates(target, element, attributes)
    work.spend(candidates.length >> RULES_PER_STEP)
    const slots: Slot[] = []
    for (const rule of candidates) {
      if (rule.isRelational) isRelational = true
      const found = match(rule)
      if (found !== NO) slots.push(found === YES ? rule.certain : rule.open)
    }
    return { candidates, slots }
  }
  const { candidates, slots } = find('element')
  const isOwn = hints !== undefined || inline !== undefined
  if (hints) slots.splice(authorStart(slots), 0, { step: hints, rule: undefined })
  if (inline) slots.push({ step: inline, rule: undefined })
  const pseudos = new Map<SelectorPseudoElement, TargetPlan>()
  for (const which of ALL_PSEUDO_ELEMENTS) {
    const { candidates, slots } = find(which)
    if (slots.length > 0) pseudos.set(which, sharedPlan(sources, candidates, slots))
  }
  work.spend(access.parentsAsked >> ANCESTORS_PER_STEP)
  return {
    element: isOwn ? new TargetPlan(slots, sources.root) : sharedPlan(sources, candidates, slots),
    pseudos,
    problems,
    isRelational,
  }
}

/** The plan of these rules, which elements of the same candidates share. */
function sharedPlan(
  { shared, root }: PlanSources,
  candidates: readonly IndexedRule[],
  slots: readonly Slot[],
): TargetPlan {
  const plans = shared.get(candidates) ?? []
  const known = plans.find((plan) => sameSlots(plan.slots, slots))
  if (known) return known
  const plan = new TargetPlan(slots, root)
  if (plans.push(plan) > SHARED_PLANS) plans.shift()
  shared.set(candidates, plans)
  return plan
}

function sameSlots(a: readonly Slot[], b: readonly Slot[]): boolean {
  return a.length === b.length && a.every((slot, i) => slot === b[i])
}

/** Hints stand before all rules of the author (css-cascade-4 §6.5). */
function authorStart(slots: readonly Slot[]): number {
  const first = slots.findIndex((slot) => slot.step.origin === 'author')
  return first === -1 ? slots.length : first
}
