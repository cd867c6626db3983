import { type Message, say } from '../../base/message.js'
import { ALLOWANCE, CHARGE, LINE_ALLOWANCE, LINE_CHARGE, lineNet, percentage, sumOf, taxOf } from '../amounts.js'
import { add, type Decimal, formatAmount, isWithin, subtract, ZERO } from '../decimal.js'
import { type InvoiceNode, wrongAmount } from '../invoice-node.js'
import { hasLines } from '../levels.js'
import type { Term } from '../terms.js'
import { amount } from '../wording.js'
import type { RuleContext } from './rule-context.js'

/** The slack that Peppol allows for what is in percent (PEPPOL-EN16931-R040). */
const PERCENT_SLACK: Decimal = { units: 2n, scale: 2 }

/** Checks that the amounts of an invoice add up by the rules of EN 16931 (BR-CO-10 to BR-CO-17). */
export function checkTotals(context: RuleContext): void {
  const { invoice, level, tolerance } = context
  const lines = invoice.all('BG-25')
  if (hasLines(level)) {
    for (const line of lines) checkLine(context, line)
    const what = `the sum of ${lines.length === 1 ? 'the line' : `${lines.length} lines`}`
    requireAmount(context, invoice, 'BT-106', sumOf(lines, 'BT-131'), 'BR-CO-10', what)
  }
  const of = (term: Term) => invoice.decimal(term) ?? ZERO
  if (level !== 'MINIMUM') {
    const [allowances, charges] = [invoice.all('BG-20'), invoice.all('BG-21')]
    requireSum(context, 'BT-107', allowances, 'BT-92', 'BR-CO-11', 'allowances')
    requireSum(context, 'BT-108', charges, 'BT-99', 'BR-CO-12', 'charges')
    for (const node of allowances) checkPercentage(context, node, ALLOWANCE)
    for (const node of charges) checkPercentage(context, node, CHARGE)
    if (invoice.decimal('BT-106')) {
      const net = add(subtract(of('BT-106'), of('BT-107')), of('BT-108'))
      requireAmount(context, invoice, 'BT-109', net, 'BR-CO-13', 'the sum of the lines less allowances plus charges')
    }
    const groups = invoice.all('BG-23')
    for (const group of groups) {
      const rate = group.decimal('BT-119')
      const tax = taxOf(group.decimal('BT-116') ?? ZERO, rate)
      const what = say`${amount(rate ?? ZERO)} % of the amount that is taxed`
      requireAmount(context, group, 'BT-117', tax, 'BR-CO-17', what, tolerance.tax)
      warnOfTax(context, group, tax, what)
    }
    requireAmount(context, invoice, 'BT-110', sumOf(groups, 'BT-117'), 'BR-CO-14', 'the sum of the taxes by rate')
  }
  const gross = add(of('BT-109'), of('BT-110'))
  requireAmount(context, invoice, 'BT-112', gross, 'BR-CO-15', 'the total without tax plus the tax')
  if (level === 'MINIMUM') return
  const due = add(subtract(of('BT-112'), of('BT-113')), of('BT-114'))
  requireAmount(context, invoice, 'BT-115', due, 'BR-CO-16', 'the grand total less what is paid, plus the rounding')
}

/** Official rules let tax differ by one. Where each line rounds its own, it differs by half a cent a line at the most. */
function warnOfTax(
  { invoice, level, tolerance, faults }: RuleContext,
  group: InvoiceNode,
  tax: Decimal,
  what: Message,
) {
  const given = group.decimal('BT-117')
  if (!given || !hasLines(level) || !isWithin(given, tax, tolerance.tax)) return
  const parts = (['BG-20', 'BG-21', 'BG-25'] as const).reduce((sum, name) => sum + invoice.all(name).length, 0)
  if (isWithin(given, tax, { units: BigInt(5 * parts + 5), scale: 3 })) return
  faults.warn(group, 'BT-117', say`${wrongAmount(given, what, tax)}: more than rounding line by line makes`, 'BR-CO-17')
}

function checkLine(context: RuleContext, line: InvoiceNode): void {
  if (line.text('BT-129') !== undefined && line.text('BT-146') !== undefined) {
    const what = 'the quantity times the price, less allowances, plus charges'
    requireAmount(context, line, 'BT-131', lineNet(line), 'PEPPOL-EN16931-R120', what, context.tolerance.line)
  }
  for (const node of line.all('BG-27')) checkPercentage(context, node, LINE_ALLOWANCE)
  for (const node of line.all('BG-28')) checkPercentage(context, node, LINE_CHARGE)
}

function checkPercentage(context: RuleContext, node: InvoiceNode, terms: Parameters<typeof percentage>[1]): void {
  const expected = percentage(node, terms)
  if (!expected) return
  requireAmount(
    context,
    node,
    terms.amount,
    expected,
    'PEPPOL-EN16931-R040',
    'the percentage of its base',
    PERCENT_SLACK,
  )
}

function requireSum(
  context: RuleContext,
  term: Term,
  nodes: readonly InvoiceNode[],
  part: Term,
  rule: string,
  name: string,
): void {
  const { invoice, faults } = context
  if (invoice.text(term) !== undefined)
    requireAmount(context, invoice, term, sumOf(nodes, part), rule, `the sum of the ${name}`)
  else if (nodes.length > 0)
    faults.report(invoice, term, `${invoice.absence(term)}: it is the sum of the ${name}`, rule)
}

/** Reports an amount that is there and is not what it should be, give or take a tolerance. */
function requireAmount(
  { faults }: RuleContext,
  node: InvoiceNode,
  term: Term,
  expected: Decimal,
  rule: string,
  what: Parameters<typeof wrongAmount>[1],
  tolerance = ZERO,
): void {
  const given = node.decimal(term)
  if (!given || formatAmount(given) === formatAmount(expected) || isWithin(given, expected, tolerance)) return
  faults.wrongTotal(node, term, wrongAmount(given, what, expected), rule)
}
