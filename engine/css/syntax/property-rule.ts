import { TokenType } from '@csstools/css-tokenizer'
import { type RawDeclaration, trimBlanks } from '../properties/parse-declaration.js'
import { isFontUnit } from '../values/length-value.js'
import { type CSSToken, valueCursor } from '../values/value-cursor.js'
import { parseValueSyntax, type ValueSyntax } from '../values/value-syntax.js'

/** A custom property that is registered (css-properties-values-api-1 §2). */
export interface PropertyRule {
  /** With its two dashes. */
  readonly name: string
  readonly inherits: boolean
  /** Absent where any value is allowed and none is the initial one. */
  readonly initialValue: readonly CSSToken[] | undefined
  /** Absent where any value is allowed. */
  readonly syntax: ValueSyntax | undefined
}

/**
 * The rule with such descriptors; undefined when it is invalid: `syntax` and `inherits` must be there, and
 * `initial-value`, of this syntax and the same everywhere, unless anything is a value.
 */
export function parsePropertyRule(
  prelude: readonly CSSToken[],
  declarations: readonly RawDeclaration[],
): PropertyRule | undefined {
  const cursor = valueCursor(prelude)
  const name = cursor.ident()
  if (!name?.startsWith('--') || !cursor.done) return undefined
  const descriptor = (wanted: string) => declarations.findLast((raw) => raw.name === wanted)?.tokens
  const syntaxText = valueCursor(descriptor('syntax') ?? []).string()
  const inherits = valueCursor(descriptor('inherits') ?? []).keyword(['true', 'false'])
  const initialValue = trimBlanks(descriptor('initial-value') ?? [])
  if (syntaxText === undefined || inherits === undefined) return undefined
  const syntax = syntaxText.trim() === '*' ? undefined : parseValueSyntax(syntaxText)
  if (syntaxText.trim() !== '*' && (!descriptor('initial-value') || initialValue.some(dependsOnElement)))
    return undefined
  if (syntax && !syntax(initialValue)) return undefined
  return { name, inherits: inherits === 'true', initialValue: descriptor('initial-value') && initialValue, syntax }
}

/** Whether a token makes a value depend on the element whose it is (css-properties-values-api-1 §2.1, computationally independent). */
function dependsOnElement(token: CSSToken): boolean {
  if (token[0] === TokenType.Dimension) return isFontUnit(token[4].unit.toLowerCase())
  return token[0] === TokenType.Function && token[4].value.toLowerCase() === 'var'
}
