import { TemplateError } from '../base/errors.js'
import { type Message, ofData, type Shown, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { evaluate } from '../template/evaluate.js'
import type { EvaluationContext } from '../template/evaluation-context.js'
import { formatDate, parseDate } from '../template/format-date.js'
import { itemScope, type Scope } from '../template/scope.js'
import { isList, jsonOf, type Value } from '../template/values.js'
import { type Decimal, formatAmount, parseDecimal } from './decimal.js'
import type { InvoiceMapping, MappedGroup, MappedTerm } from './invoice-mapping.js'
import { describeTerm, type GroupName, kindOf, type Term } from './terms.js'

/** The values that a mapping gives the terms of an invoice, or of one of the repetitions of a group. */
export class TermValues {
  /** @param span where terms that are not mapped are missed */
  constructor(
    private readonly terms: ReadonlyMap<Term, MappedTerm>,
    private readonly scope: Scope,
    private readonly context: EvaluationContext,
    private readonly span: Span,
  ) {}

  /** The text of a term; undefined when it is not mapped, or its data are missing or empty. */
  text(term: Term): string | undefined {
    const value = this.#value(term)
    if (value === undefined || value === null) return undefined
    if (typeof value === 'object') return this.refuse(term, 'is a list or object, not a text')
    const text = String(value).trim()
    if (text === '') return undefined
    return kindOf(term) === 'identifier' ? text.replace(/\s+/g, '') : text
  }

  requiredText(term: Term): string {
    return this.text(term) ?? this.missing(term)
  }

  /** A date as the format 102 of UNTDID 2379 has it: `20260131`. */
  date(term: Term): string | undefined {
    const text = this.text(term)
    if (text === undefined) return undefined
    const date = parseDate(text)
    if (!date) return this.refuse(term, say`is ${quoted(text)}, which is no date such as 2026-01-31`)
    // In the time zone in which the pages print it.
    return formatDate(date, 'yyyyMMdd', 'en', this.context.timeZone)
  }

  /** A number of at most so many decimals as its kind has. */
  decimal(term: Term): Decimal | undefined {
    const text = this.text(term)
    if (text === undefined) return undefined
    const number = parseDecimal(text)
    if (!number) return this.refuse(term, say`is ${quoted(text)}, which is no number such as 1234.50`)
    if (kindOf(term) === 'amount' && number.scale > 2) {
      return this.refuse(term, say`is ${ofData(text)}, and amounts have two decimals: write "… | round 2"`)
    }
    return number
  }

  requiredDecimal(term: Term): Decimal {
    return this.decimal(term) ?? this.missing(term)
  }

  /** Throws when the term is mapped, and its amount not what it should be. */
  requireAmount(term: Term, expected: Decimal, rule: string, what: string): void {
    const given = this.decimal(term)
    if (given === undefined || formatAmount(given) === formatAmount(expected)) return
    const message = say`is ${amount(given)}, but ${what} is ${amount(expected)} (${rule})`
    throw new TemplateError('wrong-total', say`${this.#name(term)} ${message}`, this.#spanOf(term))
  }

  missing(term: Term): never {
    return this.refuse(term, this.absence(term))
  }

  /** What to say of a term that has no text. */
  absence(term: Term): string {
    return this.terms.has(term) ? 'has no value' : 'is missing'
  }

  /** @param fault what is wrong with the value of the term */
  refuse(term: Term, fault: string | Message): never {
    throw new TemplateError('invalid-invoice', say`${this.#name(term)} ${fault}`, this.#spanOf(term))
  }

  #value(term: Term): Value {
    const mapped = this.terms.get(term)
    return mapped && evaluate(mapped.expression, this.scope, this.context)
  }

  /** The term and its expression, and the item of the list where there is one. */
  #name(term: Term): string {
    const item = this.scope.kind === 'item' ? ` of item ${this.scope.index + 1}` : ''
    const written = this.terms.get(term)?.written
    return `${describeTerm(term)}${item}${written === undefined ? '' : `, ${written},`}`
  }

  #spanOf(term: Term): Span {
    return this.terms.get(term)?.span ?? this.span
  }
}

/** A value in messages, as much of it as is of use. */
export function quoted(text: string): Shown {
  return ofData(`"${text.slice(0, 40)}"`)
}

export function amount(value: Decimal): Shown {
  return ofData(formatAmount(value))
}

/** The values of each repetition of a group. */
export function repetitions(
  mapping: InvoiceMapping,
  name: GroupName,
  root: Scope,
  context: EvaluationContext,
): readonly TermValues[] {
  const group = mapping.groups.get(name)
  if (!group) return []
  return listOf(group, root, context).map((item, index, list) => {
    context.budget.countTurn(group.each.span)
    const scope = itemScope(root, undefined, list.length)
    scope.value = jsonOf(item)
    scope.index = index
    return new TermValues(group.terms, scope, context, group.each.span)
  })
}

function listOf({ each }: MappedGroup, root: Scope, context: EvaluationContext): readonly Value[] {
  const list = evaluate(each.expression, root, context)
  if (list === undefined || list === null) return []
  if (isList(list)) return list
  throw new TemplateError('invalid-invoice', `${each.written} is no list`, each.span)
}
