import type { Span } from '../base/source.js'
import type { WrittenDeclaration } from '../css/properties/declaration.js'
import type { LonghandName } from '../css/properties/longhands.js'
import { type CascadeStep, cascade, type FlowDirections, propertyFor } from './cascade.js'
import { INLINE_LAYER } from './layer-order.js'

/** A source of declarations that won: a rule, the `style` attribute, or attributes that mean declarations. */
export interface AppliedRule {
  readonly source: 'author' | 'user-agent' | 'style-attribute' | 'attributes'
  /** As written; empty for attributes. */
  readonly selectors: string
  /** The place of the selectors; undefined for what stands in no file of the template, and for attributes. */
  readonly span: Span | undefined
  /** Those that are stronger than all others for one property at least, as written. */
  readonly declarations: readonly string[]
}

/**
 * The rules that decide about an element, the strongest normal ones first, without those that others have overruled.
 * @param steps of its cascade, in ascending precedence
 */
export function appliedRules(steps: readonly CascadeStep[], flow: FlowDirections): readonly AppliedRule[] {
  const decided = new Set<LonghandName>()
  const winners = new Map<CascadeStep, Set<WrittenDeclaration>>()
  for (const { declaration, step } of cascade(steps).ordered.toReversed()) {
    const property = propertyFor(declaration, flow)
    if (decided.has(property)) continue
    decided.add(property)
    const written = winners.get(step)
    if (written) written.add(declaration.written)
    else winners.set(step, new Set([declaration.written]))
  }
  return steps.toReversed().flatMap((step) => {
    const written = winners.get(step)
    return written ? [describe(step, written)] : []
  })
}

function describe({ origin, head, layer }: CascadeStep, written: ReadonlySet<WrittenDeclaration>): AppliedRule {
  const attributes = layer === INLINE_LAYER ? 'style-attribute' : 'attributes'
  return {
    source: head ? origin : attributes,
    selectors: head?.text() ?? '',
    span: origin === 'author' ? head?.span() : undefined,
    declarations: [...written]
      .sort((a, b) => a.start - b.start)
      .map(({ text, start, end }) => text.slice(start, end).trim()),
  }
}
