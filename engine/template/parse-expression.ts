import { TemplateError } from '../base/errors.js'
import type { SourceText, Span } from '../base/source.js'
import { didYouMean } from '../base/suggest.js'
import type { BinaryOperator, Expression, PathExpression, RunningExpression, SpecialName } from './expression.js'
import { asAmount, asPrinted } from './expression-uses.js'
import type { Filter } from './filters/filter.js'
import { isPlainPath, type Token, tokenizeExpression } from './tokenize-expression.js'

/** Binary operators from loosest to tightest; each level is read left to right. */
export const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>=', 'in', 'contains'],
  ['+', '-'],
  ['*', '/', '%'],
]

const NUMBER = /^-?\d+(?:\.\d+)?$/
const SPECIAL = /^@(index|number|first|last|key|root|now)(?:\.(.+))?$/su

/** The filters that there are, by name. */
export type Filters = ReadonlyMap<string, Filter>

/**
 * Reads the expression in `source.text[start, end)`:
 * `or-expression ('|' filter argument*)*`, where an argument is a literal, a path or a parenthesized expression.
 *
 * @returns undefined when the text is not an expression of the language
 * @throws TemplateError for an expression that names an unknown filter, and for a running total of nothing
 */
export function parseExpression(
  source: SourceText,
  start: number,
  end: number,
  filters: Filters,
): Expression | undefined {
  const written = source.text.slice(start, end)
  const trimmed = written.trim()
  const from = start + written.indexOf(trimmed)
  if (isPlainPath(trimmed)) return parsePath(source, trimmed, from)
  const tokens = tokenizeExpression(source.text, start, end)
  if (!tokens || tokens.length === 0) return undefined
  return new ExpressionParser(source, tokens, filters).parse()
}

/** A name and its value, as partials take them. */
export interface NamedExpression {
  readonly name: string
  readonly value: Expression
}

/**
 * Reads `name=value` pairs, where a value is a literal, a path or a parenthesized expression.
 *
 * @returns undefined when the text is something else
 * @throws TemplateError for an unknown filter
 */
export function parseParameters(
  source: SourceText,
  start: number,
  end: number,
  filters: Filters,
): readonly NamedExpression[] | undefined {
  const tokens = tokenizeExpression(source.text, start, end)
  return tokens && new ExpressionParser(source, tokens, filters).parameters()
}

/** Reads a word as a path; undefined for an `@` word that does not exist. */
function parsePath(source: SourceText, word: string, start: number): PathExpression | undefined {
  let rest = word
  let up = 0
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    up++
  }
  if (rest === '..') {
    rest = ''
    up++
  }
  const span = source.span(start, start + word.length)
  if (rest.startsWith('@')) {
    const match = SPECIAL.exec(rest)
    if (!match) return undefined
    const special = specialName(match[1] ?? '')
    return special && { kind: 'path', up, special, names: match[2]?.split('.') ?? [], source: word, span }
  }
  const names = rest === '' ? [] : rest.split('.')
  if (names.length === 0 || names[0] === 'this') {
    return { kind: 'path', up, special: 'this', names: names.slice(1), source: word, span }
  }
  return { kind: 'path', up, special: undefined, names, source: word, span }
}

function specialName(word: string): SpecialName | undefined {
  switch (word) {
    case 'index':
    case 'number':
    case 'first':
    case 'last':
    case 'key':
    case 'root':
    case 'now':
      return word
    default:
      return undefined
  }
}

/** Operators that are words. */
const WORD_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'in', 'contains'])

/** Recursive descent; every method returns undefined when the tokens do not fit. */
class ExpressionParser {
  #at = 0
  /** The first filter that does not exist: an error once the rest is known to be an expression. */
  #unknown: { readonly name: string; readonly span: Span } | undefined

  constructor(
    private readonly source: SourceText,
    private readonly tokens: readonly Token[],
    private readonly filters: Filters,
  ) {}

  /** @throws TemplateError for an unknown filter */
  parse(): Expression | undefined {
    const expression = this.#pipeline()
    if (!expression || this.#at < this.tokens.length) return undefined
    this.#refuseUnknown()
    return expression
  }

  /** @throws TemplateError for an unknown filter */
  parameters(): readonly NamedExpression[] | undefined {
    const parameters: NamedExpression[] = []
    while (this.#at < this.tokens.length) {
      const token = this.tokens[this.#at]
      if (token?.kind !== 'word' || !isPlainPath(token.text) || token.text.includes('.')) return undefined
      this.#at++
      if (!this.#takeOperator('=')) return undefined
      const value = this.#operand()
      if (!value) return undefined
      parameters.push({ name: token.text, value })
    }
    this.#refuseUnknown()
    return parameters
  }

  #refuseUnknown(): void {
    if (!this.#unknown) return
    const { name, span } = this.#unknown
    const hint = didYouMean(name, this.filters.keys())
    throw new TemplateError('unknown-filter', `there is no filter "${name}"${hint}`, span)
  }

  #pipeline(): Expression | undefined {
    let value = this.#binary(0)
    while (value && this.#takeOperator('|')) value = this.#filter(value)
    return value
  }

  #filter(input: Expression): Expression | undefined {
    const token = this.tokens[this.#at]
    if (token?.kind !== 'word' || !/^[\p{L}_$]/u.test(token.text)) return undefined
    this.#at++
    const values: Expression[] = []
    while (this.#startsOperand()) {
      const argument = this.#operand()
      if (!argument) return undefined
      values.push(argument)
    }
    const span = this.source.span(token.start, token.end)
    const filter = this.filters.get(token.text)
    if (!filter) {
      this.#unknown ??= { name: token.text, span }
      return input
    }
    const [least, most] = filter.arguments
    if (values.length < least || values.length > most) return undefined
    const [first, ...others] = values
    return {
      kind: 'filter',
      name: token.text,
      filter,
      input: filter.takesText ? asPrinted(input) : input,
      arguments: first && filter.sumsItems ? [asAmount(first), ...others] : values,
      span,
    }
  }

  #binary(level: number): Expression | undefined {
    const operators = LEVELS[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    for (let operator = this.#operatorOf(operators); left && operator; operator = this.#operatorOf(operators)) {
      const { start, end } = this.tokens[this.#at++] as Token
      const right: Expression | undefined = this.#binary(level + 1)
      if (!right) return undefined
      left = { kind: 'binary', operator, left, right, span: this.source.span(start, end) }
    }
    return left
  }

  #operatorOf(operators: readonly BinaryOperator[]): BinaryOperator | undefined {
    const token = this.tokens[this.#at]
    if (!token || token.kind === 'string' || token.kind === 'rest') return undefined
    return operators.find((operator) => operator === token.text)
  }

  #unary(): Expression | undefined {
    const token = this.tokens[this.#at]
    if (token?.kind === 'word' && token.text === 'not') {
      this.#at++
      // Looser than comparisons: `not a == b` is `not (a == b)`.
      const operand = this.#binary(2)
      return operand && { kind: 'unary', operator: 'not', operand }
    }
    if (this.#takeOperator('-')) {
      const operand = this.#unary()
      return operand && { kind: 'unary', operator: '-', operand }
    }
    return this.#operand()
  }

  #startsOperand(): boolean {
    const token = this.tokens[this.#at]
    if (!token || token.kind === 'rest') return false
    if (token.kind === 'operator') return token.text === '('
    // `in` and `contains` stand between operands, and a filter's arguments end there.
    return token.kind === 'string' || !WORD_OPERATORS.has(token.text)
  }

  #operand(): Expression | undefined {
    let operand = this.#primary()
    while (operand && this.#isIndexed()) operand = this.#index(operand)
    return operand
  }

  /** Whether a bracket follows without a blank. */
  #isIndexed(): boolean {
    const before = this.tokens[this.#at - 1]
    const token = this.tokens[this.#at]
    return token?.kind === 'operator' && token.text === '[' && token.start === before?.end
  }

  /** `[0]`, `["a b"]`, `[key]` and the names behind it. */
  #index(of: Expression): Expression | undefined {
    const start = this.tokens[this.#at]?.start ?? 0
    this.#at++
    const name = this.#pipeline()
    const end = this.tokens[this.#at]?.end ?? 0
    if (!name || !this.#takeOperator(']')) return undefined
    const span = this.source.span(start, end)
    let member: Expression = { kind: 'member', of, name, span }
    if (of.kind === 'path' && name.kind === 'literal' && (typeof name.value === 'string' || isPosition(name.value))) {
      member = { ...of, names: [...of.names, String(name.value)] }
    }
    const rest = this.tokens[this.#at]
    if (rest?.kind !== 'rest') return member
    this.#at++
    for (const value of rest.text.split('.')) {
      member =
        member.kind === 'path'
          ? { ...member, names: [...member.names, value] }
          : { kind: 'member', of: member, name: { kind: 'literal', value }, span }
    }
    return member
  }

  #primary(): Expression | undefined {
    const token = this.tokens[this.#at]
    if (!token || token.kind === 'rest') return undefined
    if (this.#takeOperator('(')) {
      const inner = this.#pipeline()
      return this.#takeOperator(')') ? inner : undefined
    }
    if (token.kind === 'operator') return undefined
    this.#at++
    if (token.kind === 'string') return { kind: 'literal', value: token.text }
    if (NUMBER.test(token.text)) return { kind: 'literal', value: Number(token.text) }
    switch (token.text) {
      case 'true':
        return { kind: 'literal', value: true }
      case 'false':
        return { kind: 'literal', value: false }
      case 'null':
        return { kind: 'literal', value: null }
      case '@carried':
        return this.#running('carried', token)
      case '@subtotal':
        return this.#running('subtotal', token)
      default:
        return parsePath(this.source, token.text, token.start)
    }
  }

  #running(which: RunningExpression['which'], { text, start, end }: Token): RunningExpression | undefined {
    const span = this.source.span(start, end)
    if (!this.#startsOperand()) {
      const message = `${text} needs the field that it adds up, as in {{${text} amount}}`
      throw new TemplateError('malformed-running-total', message, span)
    }
    const operand = this.#operand()
    return operand && { kind: 'running', which, operand, source: text, span }
  }

  #takeOperator(text: string): boolean {
    const token = this.tokens[this.#at]
    if (token?.kind !== 'operator' || token.text !== text) return false
    this.#at++
    return true
  }
}

/** Whether a literal in brackets is a position from the beginning; from the end it depends on the list. */
function isPosition(value: string | number | boolean | null): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
