import type { ValueCursor } from '../values/value-cursor.js'
import type { AnyDeclaredValue, DeclaredValue, LonghandName } from './longhands.js'
import type { Spellings } from './property.js'

/** The declared values of some longhands; those that a shorthand leaves out become initial. */
export type Expansion = ReadonlyMap<LonghandName, AnyDeclaredValue>

/** The record of a shorthand. */
export interface Shorthand extends Spellings {
  readonly longhands: readonly LonghandName[]
  parse(cursor: ValueCursor): Expansion | undefined
}

/** By name. */
export type ShorthandRecords = Readonly<Record<string, Shorthand>>

/** A map of expansions whose entries fit their properties. */
export class ExpansionBuilder {
  readonly entries = new Map<LonghandName, AnyDeclaredValue>()

  set<P extends LonghandName>(property: P, value: DeclaredValue<P>): this {
    this.entries.set(property, value)
    return this
  }
}
