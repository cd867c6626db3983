import type { ComputeContext } from '../values/compute-values.js'
import type { ValueParser } from '../values/value-parsers.js'

/** A longhand whose computed value is one field of a style, named like the property in camel case. */
export interface Property<D, C> extends PropertyBase<D, C> {
  readonly kind: 'one-field'
}

/** A longhand that sets several fields of a style, or one of another name: `F` has them all. */
export interface PropertyOfFields<D, F> extends PropertyBase<D, F> {
  readonly kind: 'fields'
}

interface PropertyBase<D, C> extends Spellings {
  readonly parse: ValueParser<D>
  /** As an author would write it; computed like any other value. */
  readonly initial: string
  readonly inherited: boolean
  compute(value: D, context: ComputeContext): C
  /** Where inheriting is more than taking over the parent's value. */
  inherit?(context: ComputeContext): C
}

/** Other ways to write a longhand or shorthand. */
export interface Spellings {
  /** Other names of the same property: older, prefixed and flow-relative ones, the writing mode being horizontal. */
  readonly aliases?: readonly string[]
  /** The parts a value may leave out in quirks mode (https://quirks.spec.whatwg.org §3.1, §3.2). */
  readonly quirk?: 'length' | 'color'
}

interface Definition<D> extends Spellings {
  readonly parse: ValueParser<D>
  readonly initial: string
  /** Left out for properties that are not. */
  readonly inherited?: true
}

interface ComputedDefinition<D, C> extends Definition<D> {
  readonly compute: (value: D, context: ComputeContext) => C
  readonly inherit?: (context: ComputeContext) => C
}

/** The record of a longhand. Without `compute` the computed value is the declared one. */
export function property<D, C>(definition: ComputedDefinition<D, C>): Property<D, C>
export function property<D>(definition: Definition<D>): Property<D, D>
export function property<D>(definition: Definition<D>): Property<D, unknown> {
  return { compute: (value) => value, ...definition, kind: 'one-field', inherited: definition.inherited ?? false }
}

/** The record of a longhand that sets several fields. */
export function propertyOfFields<D, F extends object>(definition: ComputedDefinition<D, F>): PropertyOfFields<D, F> {
  return { ...definition, kind: 'fields', inherited: definition.inherited ?? false }
}
