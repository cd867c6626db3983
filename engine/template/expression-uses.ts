import type { BinaryOperator, Expression } from './expression.js'

/**
 * The same expression where its value is printed or taken for text: `number` without a pattern formats there, and is a
 * number everywhere else.
 */
export function asPrinted(expression: Expression): Expression {
  if (expression.kind !== 'filter') return expression
  if (!expression.filter.passesValues) return { ...expression, printed: true }
  const { input, arguments: values } = expression
  return { ...expression, printed: true, input: asPrinted(input), arguments: values.map(asPrinted) }
}

const ARITHMETIC: ReadonlySet<BinaryOperator> = new Set(['+', '-', '*', '/', '%'])

/** The same expression as an amount that is summed up, as `sum` and running totals do: each `+` in it adds. */
export function asAmount(expression: Expression): Expression {
  switch (expression.kind) {
    case 'binary': {
      if (!ARITHMETIC.has(expression.operator)) return expression
      const parts = { left: asAmount(expression.left), right: asAmount(expression.right) }
      return expression.operator === '+' ? { ...expression, ...parts, adds: true } : { ...expression, ...parts }
    }
    case 'unary':
      return expression.operator === '-' ? { ...expression, operand: asAmount(expression.operand) } : expression
    case 'filter':
      return { ...expression, input: asAmount(expression.input) }
    default:
      return expression
  }
}
