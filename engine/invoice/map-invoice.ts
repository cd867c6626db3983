import { TemplateError } from '../base/errors.js'
import { type Message, say } from '../base/message.js'
import { evaluate } from '../template/evaluate.js'
import type { EvaluationContext } from '../template/evaluation-context.js'
import { formatDate, parseDate } from '../template/format-date.js'
import { itemScope, type Scope } from '../template/scope.js'
import { isList, jsonOf, type Value } from '../template/values.js'
import type { InvoiceMapping, MappedGroup, MappedTerm, MappedTerms } from './invoice-mapping.js'
import { faultOfForm, InvoiceNode } from './invoice-node.js'
import { kindOf, type Term } from './terms.js'

/**
 * The terms of an invoice that a mapping makes of data.
 *
 * @throws TemplateError at the term whose value is none of its kind, or the group whose list is none
 */
export function mapInvoice(mapping: InvoiceMapping, root: Scope, context: EvaluationContext): InvoiceNode {
  const invoice = new InvoiceNode(mapping.span)
  fill(invoice, mapping, root, context)
  for (const [group, terms] of mapping.flat) {
    const node = invoice.append(group, mapping.span)
    for (const [term, mapped] of terms) setTerm(node, term, mapped, root, context)
    if (node.isEmpty) invoice.drop(node)
  }
  return invoice
}

function fill(node: InvoiceNode, { terms, groups }: MappedTerms, scope: Scope, context: EvaluationContext): void {
  for (const [term, mapped] of terms) setTerm(node, term, mapped, scope, context)
  for (const [name, group] of groups) {
    const list = listOf(group, scope, context)
    for (const [index, item] of list.entries()) {
      context.budget.countTurn(group.each.span)
      const inner = itemScope(scope, undefined, list.length)
      inner.value = jsonOf(item)
      inner.index = index
      fill(node.append(name, group.each.span, index), group, inner, context)
    }
  }
}

function setTerm(node: InvoiceNode, term: Term, mapped: MappedTerm, scope: Scope, context: EvaluationContext): void {
  const { expression, written, span } = mapped
  node.set(term, { text: '', span, written })
  const value = evaluate(expression, scope, context)
  const text = term === 'BT-20' ? termsOfPayment(value) : textOf(value)
  if (text === undefined) throw refused(node, term, 'is a list or object, not a text')
  if (text === '') return
  const formed = formOf(term, text, context.timeZone)
  const fault = faultOfForm(term, formed)
  if (fault !== undefined) throw refused(node, term, fault)
  node.set(term, { text: formed, span, written })
}

function refused(node: InvoiceNode, term: Term, fault: string | Message): TemplateError {
  const { name, span } = node.place(term)
  return new TemplateError('invalid-invoice', say`${name} ${fault}`, span)
}

/** Terms of payment may be several, each on a line of its own; those that programs read end with its break (BR-DE-18). */
function termsOfPayment(value: Value): string | undefined {
  const texts = (isList(value) ? value : [value]).map(textOf)
  if (texts.includes(undefined)) return undefined
  const text = texts.filter((line) => line !== '').join('\n')
  return /(?:^|\n)#[^\n]*$/.test(text) ? `${text}\n` : text
}

/** The text of a value, empty for none; undefined for what is no text. */
function textOf(value: Value): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value).trim()
  return undefined
}

/** A value as its term has it: dates in the time zone in which the pages print them, identifiers without blanks. */
function formOf(term: Term, text: string, timeZone: string): string {
  switch (kindOf(term)) {
    case 'identifier':
    case 'file':
      return text.replace(/\s+/g, '')
    case 'date': {
      const date = parseDate(text)
      return date ? formatDate(date, 'yyyy-MM-dd', 'en', timeZone) : text
    }
    default:
      return text
  }
}

function listOf({ each }: MappedGroup, scope: Scope, context: EvaluationContext): readonly Value[] {
  const list = evaluate(each.expression, scope, context)
  if (list === undefined || list === null) return []
  if (isList(list)) return list
  throw new TemplateError('invalid-invoice', `${each.written} is no list`, each.span)
}
