import type { Span } from '../base/source.js'

/** A compiled expression of the template language. */
export type Expression = PathExpression | LiteralExpression | UnaryExpression | BinaryExpression | FilterExpression

/** `a.b.0`, `this`, `../x`, `@index`, `@root.x`. */
export interface PathExpression {
  readonly kind: 'path'
  /** Scopes to leave first: the number of `../`. */
  readonly up: number
  /** `@index`, `@number`, `@first`, `@last`, `@key` or `@root` without the at sign, when the path starts with one. */
  readonly special: string | undefined
  /** The names of the path; empty for a bare `this` or `@index`. */
  readonly names: readonly string[]
  /** The path as written, which is looked up as data before any meaning of the language. */
  readonly source: string
  readonly span: Span
}

export interface LiteralExpression {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
}

export interface UnaryExpression {
  readonly kind: 'unary'
  readonly operator: 'not' | '-'
  readonly operand: Expression
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '+' | '-' | '*' | '/'

export interface BinaryExpression {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Expression
  readonly right: Expression
}

/** `value | filter arg…` */
export interface FilterExpression {
  readonly kind: 'filter'
  readonly name: string
  readonly input: Expression
  readonly arguments: readonly Expression[]
  readonly span: Span
}
