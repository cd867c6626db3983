import { assertNever } from '../../base/invariant.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { PseudoElement } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { FlowBuilder } from './flow-builder.js'
import type { ItemBuilder } from './item-builder.js'
import type { RowBuilder, SectionBuilder } from './section-builder.js'
import type { TableBuilder } from './table-builder.js'

/** The origin of a box. */
export interface Source {
  readonly element: BoundElement
  readonly style: ComputedStyle
  /** The element itself, a pseudo-element of it, or the text that stands for its missing image. */
  readonly origin: 'element' | Exclude<PseudoElement, 'marker'> | 'first-letter' | 'alternative'
  /** The characters of a first letter. */
  readonly text?: string
}

/** Where boxes go. Each builder makes up the boxes that must stand between it and what it is given. */
export type Builder =
  | FlowBuilder
  | ItemBuilder
  | TableBuilder<FlowBuilder>
  | SectionBuilder<FlowBuilder>
  | RowBuilder<FlowBuilder>

/** Where line breaks go: between items they are part of a run of text. */
export function inlineOf(builder: Builder): FlowBuilder | ItemBuilder {
  return builder.kind === 'items' ? builder : flowOf(builder)
}

/** The builder for content that must stand in a block container: an anonymous cell within tables. */
export function flowOf(builder: Exclude<Builder, ItemBuilder>): FlowBuilder {
  switch (builder.kind) {
    case 'flow':
      return builder
    case 'table':
      return builder.anonymousSection().anonymousRow().anonymousCell()
    case 'section':
      return builder.anonymousRow().anonymousCell()
    case 'row':
      return builder.anonymousCell()
    default:
      return assertNever(builder)
  }
}
