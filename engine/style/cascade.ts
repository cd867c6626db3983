import type { Declaration, DeclarationBlock } from '../css/declaration.js'
import type { LonghandName } from '../css/longhands.js'

/** Where a block of declarations comes from, in ascending precedence (css-cascade-4 §6.1). */
export type Origin = 'user-agent' | 'author'

/** One block that applies to an element. Presentational hints and `style` attributes are of the author's origin. */
export interface CascadeStep {
  readonly block: DeclarationBlock
  readonly origin: Origin
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

/** The winning declarations of an element, before the flow-relative ones find their side. */
export interface CascadeResult {
  /** All declarations of properties in ascending precedence, important ones at the end. */
  readonly ordered: readonly { readonly declaration: PropertyDeclaration; readonly origin: Origin }[]
  /** Winner by name of a custom property. */
  readonly custom: ReadonlyMap<string, Extract<Declaration, { kind: 'custom' }>>
  /** The last `lang` of the steps. */
  readonly language: string | undefined
}

/** Sorts the declarations of some steps by importance and origin (css-cascade-4 §6.1). */
export function cascade(steps: readonly CascadeStep[]): CascadeResult {
  const ordered: { declaration: PropertyDeclaration; origin: Origin }[] = []
  const custom = new Map<string, Extract<Declaration, { kind: 'custom' }>>()
  let language: string | undefined
  const add = (step: CascadeStep, important: boolean) => {
    for (const declaration of step.block.declarations) {
      if (declaration.important !== important) continue
      if (declaration.kind === 'custom') custom.set(declaration.name, declaration)
      else ordered.push({ declaration, origin: step.origin })
    }
  }
  for (const step of steps) {
    add(step, false)
    language = step.language ?? language
  }
  for (const origin of ['author', 'user-agent'] as const) {
    for (const step of steps) if (step.origin === origin) add(step, true)
  }
  return { ordered, custom, language }
}

/** The property that a declaration sets for an element of a direction. */
export function propertyFor(declaration: PropertyDeclaration, direction: 'ltr' | 'rtl'): LonghandName {
  return direction === 'rtl' ? (declaration.rtlProperty ?? declaration.property) : declaration.property
}
