import type { Span } from '../base/source.js'
import type { Filter } from './filters/filter.js'

/** A compiled expression of the template language. */
export type Expression =
  | PathExpression
  | MemberExpression
  | LiteralExpression
  | UnaryExpression
  | BinaryExpression
  | FilterExpression
  | RunningExpression

/** `a.b.0`, `this`, `../x`, `@index`, `@root.x`. */
export interface PathExpression {
  readonly kind: 'path'
  /** Scopes to leave first: the number of `../`. */
  readonly up: number
  /** The start of the path when that is a word of the language rather than a name. */
  readonly special: SpecialName | undefined
  /** The names of the path; without its special start, so empty for a bare `this` or `@index`. */
  readonly names: readonly string[]
  /** The path as written, which is looked up as data before any meaning of the language. */
  readonly source: string
  readonly span: Span
}

/** `items[n]`, `prices[currency]`: a field whose name is a value. Constant ones are part of a path. */
export interface MemberExpression {
  readonly kind: 'member'
  readonly of: Expression
  readonly name: Expression
  readonly span: Span
}

/** `this`, and `@index`, `@number`, `@first`, `@last`, `@key`, `@root`, `@now` without the at sign. */
export type SpecialName = 'this' | 'index' | 'number' | 'first' | 'last' | 'key' | 'root' | 'now'

interface LiteralExpression {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
}

export interface UnaryExpression {
  readonly kind: 'unary'
  readonly operator: 'not' | '-'
  readonly operand: Expression
}

export type BinaryOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'and'
  | 'or'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | 'in'
  | 'contains'

export interface BinaryExpression {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Expression
  readonly right: Expression
  /** The operator's place; absent where a block joins two conditions. */
  readonly span?: Span
  /** A `+` in an amount that is summed up: it adds texts that hold numbers, which others join. */
  readonly adds?: true
}

/** `value | filter arg…` */
export interface FilterExpression {
  readonly kind: 'filter'
  readonly name: string
  readonly filter: Filter
  readonly input: Expression
  readonly arguments: readonly Expression[]
  /** Its value is printed or taken for text: numbers are formatted, and no more to calculate with. */
  readonly printed?: true
  readonly span: Span
}

/**
 * `@carried amount`, `@subtotal amount`: what the rows of a table come to that stand on the pages so far, or on the
 * page. Its value depends on the page, so it is known in layout only.
 */
export interface RunningExpression {
  readonly kind: 'running'
  readonly which: 'carried' | 'subtotal'
  /** The expression that each turn of the loop around the rows adds. */
  readonly operand: Expression
  /** The word as written, for messages. */
  readonly source: string
  readonly span: Span
}
