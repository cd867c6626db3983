import { type RawDeclaration, trimBlanks } from '../properties/parse-declaration.js'
import { type CSSToken, valueCursor } from '../values/value-cursor.js'

/** A custom property that is registered (css-properties-values-api-1 §2). */
export interface PropertyRule {
  /** With its two dashes. */
  readonly name: string
  readonly inherits: boolean
  /** Absent where any value is allowed and none is the initial one. */
  readonly initialValue: readonly CSSToken[] | undefined
}

/**
 * The rule with such descriptors; undefined when it is invalid: `syntax` and `inherits` must be there, and
 * `initial-value` unless anything is a value.
 *
 * AD-HOC: values are not held against the syntax, so a wrong one does not become the initial one.
 */
export function parsePropertyRule(
  prelude: readonly CSSToken[],
  declarations: readonly RawDeclaration[],
): PropertyRule | undefined {
  const cursor = valueCursor(prelude)
  const name = cursor.ident()
  if (!name?.startsWith('--') || !cursor.done) return undefined
  const descriptor = (wanted: string) => declarations.findLast((raw) => raw.name === wanted)?.tokens
  const syntax = valueCursor(descriptor('syntax') ?? []).string()
  const inherits = valueCursor(descriptor('inherits') ?? []).keyword(['true', 'false'])
  const initialValue = descriptor('initial-value')
  if (syntax === undefined || inherits === undefined) return undefined
  if (initialValue === undefined && syntax.trim() !== '*') return undefined
  return { name, inherits: inherits === 'true', initialValue: initialValue && trimBlanks(initialValue) }
}
