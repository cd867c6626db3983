import { assertNever } from '../base/invariant.js'
import type { JsonValue } from '../base/json.js'
import { ofData, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { evaluate } from './evaluate.js'
import { type EvaluationContext, reportOnce } from './evaluation-context.js'
import type { Expression } from './expression.js'
import { printedText } from './json-text.js'
import { itemScope, letScope, type Scope } from './scope.js'
import { didYouMeanField } from './suggest-field.js'
import type { LoopHead, OutputPart, TextPart } from './template-tree.js'
import { isList, isObject, isTrue, jsonOf, shown, type Value } from './values.js'

/** The context of binding one document. */
export interface BindContext extends EvaluationContext {
  /** That of the element which is being bound. */
  language: string
}

/** Receives the text of parts piece by piece. */
export interface TextSink {
  /** Text that the template wrote. */
  literal(text: string): void
  /** Text of a value. */
  value(text: string): void
}

/** The text of parts, joined. */
export function bindParts(parts: readonly TextPart[], scope: Scope, context: BindContext): string {
  const first = parts[0]
  if (parts.length === 1 && typeof first === 'string') return counted(first, context, undefined)
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += counted(part, context, undefined)
    else if (part.kind === 'output') text += outputText(part, scope, context)
    else text += blockText(part, scope, context)
  }
  return text
}

function blockText(part: Exclude<TextPart, string | OutputPart>, scope: Scope, context: BindContext): string {
  let text = ''
  const append = (piece: string): void => {
    text += piece
  }
  writeParts([part], scope, context, { literal: append, value: append })
  return text
}

/** Writes the text of parts to a sink that tells the template's text from values. */
export function writeParts(parts: readonly TextPart[], scope: Scope, context: BindContext, sink: TextSink): void {
  for (const part of parts) {
    if (typeof part === 'string') sink.literal(counted(part, context, undefined))
    else writePart(part, scope, context, sink)
  }
}

function writePart(part: Exclude<TextPart, string>, scope: Scope, context: BindContext, sink: TextSink): void {
  switch (part.kind) {
    case 'output': {
      const value = evaluate(part.expression, scope, context)
      if (value === undefined) sink.literal(unmatched(part, scope, context))
      else sink.value(printed(value, part, context))
      return
    }
    case 'if': {
      const branch = part.branches.find(({ condition }) => isTrue(evaluate(condition, scope, context)))
      writeParts(branch?.parts ?? part.otherwise, scope, context, sink)
      return
    }
    case 'each': {
      const turns = startLoop(part.loop, part.otherwise.length > 0, scope, context)
      if (!turns) {
        writeParts(part.otherwise, scope, context, sink)
        return
      }
      while (turns.next()) writeParts(part.parts, turns.scope, context, sink)
      return
    }
    case 'let': {
      const inner = letScope(scope, part.name, evaluate(part.value, scope, context))
      writeParts(part.parts, inner, context, sink)
      return
    }
    default:
      assertNever(part)
      return
  }
}

/** The text of a placeholder: the value, or itself when no field matches. */
export function outputText(part: OutputPart, scope: Scope, context: BindContext): string {
  const value = evaluate(part.expression, scope, context)
  if (value === undefined) return unmatched(part, scope, context)
  return printed(value, part, context)
}

/** The text of a value, counted. @throws LimitError when it, or the document's text, becomes too long */
export function printed(value: JsonValue, { span }: Pick<OutputPart, 'span'>, context: BindContext): string {
  return counted(printedText(value, context.budget, span), context, span)
}

/** The placeholder as written; it is reported once. */
export function unmatched(
  part: Pick<OutputPart, 'source' | 'span' | 'expression'>,
  scope: Scope,
  context: BindContext,
): string {
  // A filter that could not compute has said so.
  if (!context.reported.has(part) && !isReported(part.expression, context)) {
    const message = say`no field of the data matches ${part.source}${ofData(didYouMeanField(part.expression, scope), '')}`
    reportOnce(context, part, 'unmatched-placeholder', message, part.span)
  }
  return counted(part.source, context, part.span)
}

/** Whether a filter that the expression ends with, or a calculation, has reported why it has no value. */
function isReported(expression: Expression, context: BindContext): boolean {
  if (context.reported.has(expression)) return true
  return expression.kind === 'filter' && isReported(expression.input, context)
}

/** @throws LimitError when the document's text becomes too long */
function counted(text: string, { budget }: BindContext, span: Span | undefined): string {
  budget.count(text.length, span)
  return text
}

/** The turns of one loop: each `next` puts the following item into the scope. */
class LoopTurns {
  readonly scope: Scope
  #next = 0

  /** @param keys of the object that `items` are the values of; undefined for arrays */
  constructor(
    private readonly items: readonly Value[],
    private readonly keys: readonly string[] | undefined,
    private readonly loop: LoopHead,
    parent: Scope,
    private readonly context: BindContext,
  ) {
    this.scope = itemScope(parent, loop.alias, items.length)
  }

  /** @returns false when there are no more items */
  next(): boolean {
    if (this.#next >= this.items.length) return false
    this.context.budget.countTurn(this.loop.span)
    this.scope.index = this.#next
    this.scope.value = jsonOf(this.items[this.#next])
    this.scope.key = this.keys?.[this.#next]
    this.#next++
    return true
  }
}

/** The turns of a loop, undefined when there is nothing to repeat: then its `{{else}}` counts. */
export function startLoop(loop: LoopHead, hasElse: boolean, scope: Scope, context: BindContext): LoopTurns | undefined {
  const list = evaluate(loop.list, scope, context)
  if (isList(list)) return list.length > 0 ? new LoopTurns(list, undefined, loop, scope, context) : undefined
  if (isObject(list)) {
    const keys = Object.keys(list)
    return keys.length > 0 ? new LoopTurns(Object.values(list), keys, loop, scope, context) : undefined
  }
  if (list === undefined && !hasElse && !isReported(loop.list, context)) {
    const hint = ofData(didYouMeanField(loop.list, scope), '')
    const message = say`no field of the data matches the list of this loop${hint}`
    reportOnce(context, loop, 'unmatched-placeholder', message, loop.span)
  } else if (list !== undefined && list !== null) {
    reportOnce(context, loop, 'not-a-list', say`this loop needs an array or an object, got ${shown(list)}`, loop.span)
  }
  return undefined
}
