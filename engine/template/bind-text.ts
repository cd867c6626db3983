import { LimitError } from '../base/errors.js'
import { assertNever } from '../base/invariant.js'
import { evaluate } from './evaluate.js'
import { type EvaluationContext, reportOnce } from './evaluation-context.js'
import type { Expression } from './expression.js'
import { itemScope, letScope, type Scope } from './scope.js'
import { didYouMeanField } from './suggest-field.js'
import type { LoopHead, OutputPart, TextPart } from './template-tree.js'
import { describe, isList, isObject, isTrue, jsonOf, toText, type Value } from './values.js'

/** Characters of bound text per document: far beyond what the pages limit can print. */
const MAX_TEXT = 100_000_000

/** Turns of loops per document: a loop in a loop in a loop need not make elements to take for ever. */
const MAX_TURNS = 10_000_000

/** What binding one document has used up. */
export interface BindContext extends EvaluationContext {
  /** That of the element which is being bound. */
  language: string
  textLength: number
  turns: number
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
  if (parts.length === 1 && typeof first === 'string') return first
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
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
    if (typeof part === 'string') sink.literal(part)
    else writePart(part, scope, context, sink)
  }
}

function writePart(part: Exclude<TextPart, string>, scope: Scope, context: BindContext, sink: TextSink): void {
  switch (part.kind) {
    case 'output': {
      const value = evaluate(part.expression, scope, context)
      if (value === undefined) sink.literal(unmatched(part, scope, context))
      else sink.value(counted(toText(value), context))
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

/** What a placeholder prints: the value, or itself when no field matches. */
export function outputText(part: OutputPart, scope: Scope, context: BindContext): string {
  const value = evaluate(part.expression, scope, context)
  if (value === undefined) return unmatched(part, scope, context)
  return counted(toText(value), context)
}

/** The placeholder as written; it is reported once. */
export function unmatched(
  part: Pick<OutputPart, 'source' | 'span' | 'expression'>,
  scope: Scope,
  context: BindContext,
): string {
  // A filter that could not compute has said so.
  if (!context.reported.has(part) && !isReported(part.expression, context)) {
    const message = `no field of the data matches ${part.source}${didYouMeanField(part.expression, scope)}`
    reportOnce(context, part, 'unmatched-placeholder', message, part.span)
  }
  return counted(part.source, context)
}

/** Whether a filter that the expression ends with, or a calculation, has reported why it has no value. */
function isReported(expression: Expression, context: BindContext): boolean {
  if (context.reported.has(expression)) return true
  return expression.kind === 'filter' && isReported(expression.input, context)
}

/** @throws LimitError when the document's text becomes too long */
export function counted(text: string, context: BindContext): string {
  context.textLength += text.length
  if (context.textLength > MAX_TEXT) {
    throw new LimitError('too-much-text', `the document has more than ${MAX_TEXT} characters of text`)
  }
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
    alias: string | undefined,
    parent: Scope,
    private readonly context: BindContext,
  ) {
    this.scope = itemScope(parent, alias, items.length)
  }

  /** @returns false when there are no more items */
  next(): boolean {
    if (this.#next >= this.items.length) return false
    if (++this.context.turns > MAX_TURNS) {
      throw new LimitError('too-many-turns', `the loops of the document turn more than ${MAX_TURNS} times`)
    }
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
  if (isList(list)) return list.length > 0 ? new LoopTurns(list, undefined, loop.alias, scope, context) : undefined
  if (isObject(list)) {
    const keys = Object.keys(list)
    return keys.length > 0 ? new LoopTurns(Object.values(list), keys, loop.alias, scope, context) : undefined
  }
  if (list === undefined && !hasElse && !isReported(loop.list, context)) {
    const message = `no field of the data matches the list of this loop${didYouMeanField(loop.list, scope)}`
    reportOnce(context, loop, 'unmatched-placeholder', message, loop.span)
  } else if (list !== undefined && list !== null) {
    reportOnce(context, loop, 'not-a-list', `this loop needs an array or an object, got ${describe(list)}`, loop.span)
  }
  return undefined
}
