import type { WritingMode } from '../base/writing-mode.js'
import type { Declaration, DeclarationBlock } from '../css/properties/declaration.js'
import { frameName, relativeName } from '../css/properties/frame-names.js'
import type { LonghandName } from '../css/properties/longhands.js'
import type { RuleHead } from '../css/syntax/stylesheet.js'
import { INLINE_LAYER } from './layer-order.js'

/** Where a block of declarations comes from, in ascending precedence (css-cascade-4 §6.1). */
export type Origin = 'user-agent' | 'author'

/** One block that applies to an element. Presentational hints and `style` attributes are of the author's origin. */
export interface CascadeStep {
  readonly block: DeclarationBlock
  /** The rule that the block is of; undefined for attributes. */
  readonly head: RuleHead | undefined
  readonly origin: Origin
  /** Place of its cascade layer within the origin: see `layer-order.ts`. */
  readonly layer: number
  /** The element's own `lang`, which travels with its presentational hints. */
  readonly language: string | undefined
}

/**
 * A sequence of steps in ascending precedence, as a path from the root of a tree of such nodes: elements to which
 * the same blocks apply have the same node.
 */
export class CascadeNode {
  readonly #children = new Map<CascadeStep, CascadeNode>()

  private constructor(
    /** Dense within its tree. */
    readonly id: number,
    readonly parent: CascadeNode | undefined,
    readonly step: CascadeStep | undefined,
    private readonly counter: { next: number },
  ) {}

  static root(): CascadeNode {
    return new CascadeNode(0, undefined, undefined, { next: 1 })
  }

  child(step: CascadeStep): CascadeNode {
    const known = this.#children.get(step)
    if (known) return known
    const node = new CascadeNode(this.counter.next++, this, step, this.counter)
    this.#children.set(step, node)
    return node
  }

  /** From the least to the most specific. */
  steps(): readonly CascadeStep[] {
    const steps: CascadeStep[] = []
    for (let node: CascadeNode | undefined = this; node?.step; node = node.parent) steps.push(node.step)
    return steps.reverse()
  }
}

export type PropertyDeclaration = Exclude<Declaration, { kind: 'custom' }>

/** A declaration with what decides about its precedence. */
export interface CascadedDeclaration {
  readonly declaration: PropertyDeclaration
  readonly step: CascadeStep
}

type CustomDeclaration = Extract<Declaration, { kind: 'custom' }>

/** The declarations of an element in order, before the flow-relative ones find their side. */
export interface CascadeResult {
  /** All declarations of properties in ascending precedence, important ones at the end. */
  readonly ordered: readonly CascadedDeclaration[]
  /** Winner by name of a custom property. */
  readonly custom: ReadonlyMap<string, CustomDeclaration>
  /** The last `lang` of the steps. */
  readonly language: string | undefined
}

/**
 * Sorts the declarations of some steps by importance, origin and layer (css-cascade-5 §6.1).
 * @param steps in ascending precedence of their normal declarations
 */
export function cascade(steps: readonly CascadeStep[]): CascadeResult {
  const ordered: CascadedDeclaration[] = []
  const custom: CustomStep[] = []
  let language: string | undefined
  let hasImportant = false
  const add = (step: CascadeStep, important: boolean) => {
    for (const declaration of step.block.declarations) {
      if (declaration.important !== important) hasImportant = true
      else if (declaration.kind === 'custom') custom.push({ declaration, step })
      else ordered.push({ declaration, step })
    }
  }
  for (const step of steps) {
    add(step, false)
    language = step.language ?? language
  }
  if (hasImportant) for (const step of inOrderOfImportance(steps)) add(step, true)
  return { ordered, custom: customWinners(custom), language }
}

/** Important declarations turn the order of origins and layers around; the `style` attribute stays the strongest. */
function inOrderOfImportance(steps: readonly CascadeStep[]): readonly CascadeStep[] {
  const rank = ({ origin, layer }: CascadeStep) => {
    if (origin === 'user-agent') return Number.POSITIVE_INFINITY
    return layer === INLINE_LAYER ? INLINE_LAYER : -layer
  }
  return [...steps].sort((a, b) => rank(a) - rank(b) || 0)
}

interface CustomStep {
  readonly declaration: CustomDeclaration
  readonly step: CascadeStep
}

/** The strongest declaration of each custom property, `revert` and `revert-layer` followed. */
function customWinners(ordered: readonly CustomStep[]): ReadonlyMap<string, CustomDeclaration> {
  const winners = new Map<string, CustomDeclaration>()
  const above = new Map<string, RollBack>()
  for (let i = ordered.length - 1; i >= 0; i--) {
    const entry = ordered[i] as CustomStep
    const { name, value } = entry.declaration
    const rollBack = above.get(name)
    if (winners.has(name) || rollBack?.leavesOut(entry.step)) continue
    if (value === 'revert' || value === 'revert-layer') above.set(name, RollBack.from(entry.step, value, rollBack))
    else winners.set(name, entry.declaration)
  }
  return winners
}

/** Declarations that `revert` and `revert-layer` take out of the cascade (css-cascade-5 §7.3): origins or layers. */
export class RollBack {
  private constructor(
    private readonly step: CascadeStep,
    private readonly keyword: 'revert' | 'revert-layer',
    private readonly before: RollBack | undefined,
  ) {}

  /** @param step where the keyword stands */
  static from(step: CascadeStep, keyword: 'revert' | 'revert-layer', before: RollBack | undefined): RollBack {
    return new RollBack(step, keyword, before)
  }

  leavesOut(step: CascadeStep): boolean {
    const { step: own, keyword, before } = this
    if (step.origin === own.origin && (keyword === 'revert' || step.layer === own.layer)) return true
    return before?.leavesOut(step) ?? false
  }
}

/** The directions of an element that decide which side a property means. */
export interface FlowDirections {
  readonly direction: 'ltr' | 'rtl'
  readonly writingMode: WritingMode
  /** The writing mode in which the box of the element is laid out. */
  readonly frame: WritingMode
}

/** The property that a declaration sets for an element. */
export function propertyFor(
  declaration: PropertyDeclaration,
  { direction, writingMode, frame }: FlowDirections,
): LonghandName {
  const name = direction === 'rtl' ? (declaration.rtlProperty ?? declaration.property) : declaration.property
  if (writingMode === 'horizontal-tb' && frame === 'horizontal-tb') return name
  return declaration.flowRelative ? relativeName(name, writingMode, frame) : frameName(name, frame)
}
