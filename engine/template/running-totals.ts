import { TemplateError } from '../base/errors.js'
import { assertNever } from '../base/invariant.js'
import type { Expression, RunningExpression } from './expression.js'
import type { TemplateElement, TemplateNode, TemplateText, TextPart } from './template-tree.js'

/**
 * Finds the running totals (`{{@carried amount}}`) of each table when a template is compiled. They may be printed in
 * cells of the table's `thead` and `tfoot` and nowhere else, since there alone pages know what they come to.
 */

type DraftElement = { -readonly [Field in keyof TemplateElement]: TemplateElement[Field] }
type DraftText = { -readonly [Field in keyof TemplateText]: TemplateText[Field] }

/** Where the walk stands. */
interface Place {
  /** The totals of the innermost table. */
  readonly totals: RunningExpression[] | undefined
  readonly part: 'head' | 'foot' | 'rows'
  /** Told about a loop that may repeat rows of the table. */
  readonly list: { found: boolean }
}

const OUTSIDE: Place = { totals: undefined, part: 'rows', list: { found: false } }

/**
 * Gives each table of the template its running totals.
 *
 * @throws TemplateError for a running total outside of a table's head and foot, or of a table without a loop
 */
export function findRunningTotals(root: TemplateElement): void {
  visitElement(root, OUTSIDE)
}

/** @throws TemplateError for a running total in text that is not part of a table's head or foot */
export function refuseRunningTotals(parts: readonly TextPart[]): void {
  for (const part of parts) {
    if (typeof part === 'string') continue
    switch (part.kind) {
      case 'output':
        refuse(part.expression)
        break
      case 'if':
        for (const { condition, parts: inner } of part.branches) {
          refuse(condition)
          refuseRunningTotals(inner)
        }
        refuseRunningTotals(part.otherwise)
        break
      case 'each':
        refuse(part.loop.list)
        refuseRunningTotals(part.parts)
        refuseRunningTotals(part.otherwise)
        break
      case 'let':
        refuse(part.value)
        refuseRunningTotals(part.parts)
        break
      default:
        assertNever(part)
    }
  }
}

function visitElement(element: TemplateElement, place: Place): void {
  for (const { value, when } of element.attributes) {
    refuseRunningTotals(value)
    if (when) refuse(when)
  }
  if (element.name !== 'table') {
    visitAll(element.children, placeWithin(element, place))
    return
  }
  const totals: RunningExpression[] = []
  const list = { found: false }
  visitAll(element.children, { totals, part: 'rows', list })
  const first = totals[0]
  if (!first) return
  if (!list.found) {
    const message = `${first.source} needs rows to add up: the table has no {{#each}} around its rows`
    throw new TemplateError('running-total-without-list', message, first.span)
  }
  const draft: DraftElement = element
  draft.totals = totals
}

function placeWithin({ name }: TemplateElement, place: Place): Place {
  switch (name) {
    case 'thead':
      return { ...place, part: 'head' }
    case 'tfoot':
      return { ...place, part: 'foot' }
    case 'td':
    case 'th':
      // Loops in cells repeat no rows.
      return { ...place, list: { found: false } }
    default:
      return place
  }
}

function visitAll(nodes: readonly TemplateNode[], place: Place): void {
  for (const node of nodes) visit(node, place)
}

function visit(node: TemplateNode, place: Place): void {
  switch (node.kind) {
    case 'element':
      visitElement(node, place)
      return
    case 'text':
      visitText(node, place)
      return
    case 'each':
      refuse(node.loop.list)
      if (place.part === 'rows') place.list.found = true
      visitAll(node.children, place)
      visitAll(node.otherwise, place)
      return
    case 'if':
      for (const { condition, children } of node.branches) {
        refuse(condition)
        visitAll(children, place)
      }
      visitAll(node.otherwise, place)
      return
    case 'let':
      refuse(node.value)
      visitAll(node.children, place)
      return
    case 'raw':
      refuse(node.expression)
      return
    case 'partial':
      // Its first expansion was looked at.
      return
    default:
      assertNever(node)
  }
}

function visitText(text: TemplateText, { totals, part }: Place): void {
  let any = false
  for (const output of text.parts) {
    if (typeof output === 'string') continue
    if (output.kind !== 'output') {
      refuseRunningTotals([output])
      continue
    }
    for (const running of runningIn(output.expression)) {
      if (!totals || part === 'rows') throw misplaced(running)
      if (running.which === 'subtotal' && part === 'head') {
        const message = `${running.source} stands in a thead, above the rows that it adds up; it may stand in the tfoot`
        throw new TemplateError('misplaced-running-total', message, running.span)
      }
      totals.push(running)
      any = true
    }
  }
  if (!any) return
  const draft: DraftText = text
  draft.hasTotals = true
}

function refuse(expression: Expression): void {
  for (const running of runningIn(expression)) throw misplaced(running)
}

function misplaced({ source, span }: RunningExpression): TemplateError {
  const message = `${source} is known only in the text of a table's thead and tfoot`
  return new TemplateError('misplaced-running-total', message, span)
}

/** The running totals in an expression, in order. */
export function runningIn(expression: Expression): readonly RunningExpression[] {
  switch (expression.kind) {
    case 'running':
      // Sums of sums have no meaning.
      for (const inner of runningIn(expression.operand)) throw misplaced(inner)
      return [expression]
    case 'filter':
      return [runningIn(expression.input), ...expression.arguments.map(runningIn)].flat()
    case 'binary':
      return [...runningIn(expression.left), ...runningIn(expression.right)]
    case 'unary':
      return runningIn(expression.operand)
    case 'member':
      return [...runningIn(expression.of), ...runningIn(expression.name)]
    case 'path':
    case 'literal':
      return []
    default:
      return assertNever(expression)
  }
}
