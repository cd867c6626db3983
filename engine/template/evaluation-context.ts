import type { DiagnosticSink, Severity } from '../base/diagnostics.js'
import type { Message } from '../base/message.js'
import type { Span } from '../base/source.js'
import type { BindingBudget } from './binding-budget.js'
import type { RunningExpression } from './expression.js'
import type { Value } from './values.js'

/** Expressions that have been reported: a loop reports each once. */
export class Reports extends Set<object> {
  /** How often an expression had no value for a reason that was reported, now or before. */
  failures = 0
}

/** The context of evaluation for one document, besides the scope. */
export interface EvaluationContext {
  /** BCP 47 tag for Intl, known to be valid. */
  readonly language: string
  /** IANA time zone, known to be valid. */
  readonly timeZone: string
  readonly diagnostics: DiagnosticSink
  readonly budget: BindingBudget
  readonly reported: Reports
  /** The values of running totals, where a page knows them. */
  readonly running?: ((total: RunningExpression) => Value) | undefined
}

/** Reports a problem of an expression the first time it occurs. */
export function reportOnce(
  context: EvaluationContext,
  expression: object,
  code: string,
  message: string | Message,
  span: Span | undefined,
  severity: Severity = 'warning',
): void {
  context.reported.failures++
  if (context.reported.has(expression)) return
  context.reported.add(expression)
  if (severity === 'error') context.diagnostics.error(code, message, span)
  else context.diagnostics.warn(code, message, span)
}
