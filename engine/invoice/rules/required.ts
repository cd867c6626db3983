import { ALLOWANCE, type AllowanceTerms, CHARGE, LINE_ALLOWANCE, LINE_CHARGE } from '../amounts.js'
import { compare, formatAmount, subtract, ZERO } from '../decimal.js'
import type { InvoiceNode } from '../invoice-node.js'
import { hasLines } from '../levels.js'
import { describeTerm, type HeaderTerm, type Term } from '../terms.js'
import { type RuleContext, reportBeyond, requireOneOf, requireTerm } from './rule-context.js'

/** Whose rules go beyond those of EN 16931. */
const STRICT = ['xrechnung', 'peppol'] as const

/** Terms that every invoice has, whatever its level. */
const EVERY: readonly (readonly [HeaderTerm, string])[] = [
  ['BT-1', 'BR-02'],
  ['BT-2', 'BR-03'],
  ['BT-3', 'BR-04'],
  ['BT-5', 'BR-05'],
  ['BT-27', 'BR-06'],
  ['BT-44', 'BR-07'],
  ['BT-40', 'BR-09'],
  ['BT-109', 'BR-13'],
  ['BT-112', 'BR-14'],
  ['BT-115', 'BR-15'],
]

/** And those of all levels but the first. */
const ALMOST_EVERY: readonly (readonly [HeaderTerm, string])[] = [
  ['BT-55', 'BR-11'],
  ['BT-106', 'BR-12'],
]

const LINE: readonly (readonly [Term, string])[] = [
  ['BT-126', 'BR-21'],
  ['BT-129', 'BR-22'],
  ['BT-130', 'BR-23'],
  // Without it the amount of the line cannot be told either.
  ['BT-146', 'BR-26'],
  ['BT-131', 'BR-24'],
  ['BT-153', 'BR-25'],
  ['BT-151', 'BR-CO-04'],
]

/** Checks that what must be there is (EN 16931-1 §6.4.1), and that terms that belong together are. */
export function checkRequired(context: RuleContext): void {
  const { invoice, level } = context
  for (const [term, rule] of EVERY) requireTerm(context, invoice, term, rule)
  if (level === 'MINIMUM') return
  for (const [term, rule] of ALMOST_EVERY) requireTerm(context, invoice, term, rule)
  if (hasLines(level)) checkLines(context)
  checkAllowances(context, invoice.all('BG-20'), ALLOWANCE)
  checkAllowances(context, invoice.all('BG-21'), CHARGE)
  checkGroups(context)
  checkPeriod(context, invoice, 'BT-73', 'BT-74', 'BR-29')
  checkPayment(context)
  checkOtherParties(context)
}

function checkLines(context: RuleContext): void {
  const { invoice, faults } = context
  const lines = invoice.all('BG-25')
  if (lines.length === 0) faults.report(invoice, 'BT-126', 'is missing: an invoice has one line at least', 'BR-16')
  for (const line of lines) {
    for (const [term, rule] of LINE) requireTerm(context, line, term, rule)
    for (const [term, rule] of [
      ['BT-146', 'BR-27'],
      ['BT-148', 'BR-28'],
    ] as const) {
      if ((line.decimal(term) ?? ZERO).units < 0n)
        faults.report(line, term, 'is negative: give the quantity the sign', rule)
    }
    checkPrice(context, line)
    checkAllowances(context, line.all('BG-27'), LINE_ALLOWANCE)
    checkAllowances(context, line.all('BG-28'), LINE_CHARGE)
    checkPeriod(context, line, 'BT-134', 'BT-135', 'BR-30')
    if (line.text('BT-157') !== undefined) requireTerm(context, line, 'BT-157-1', 'BR-64')
    if (line.text('BT-158') !== undefined) requireTerm(context, line, 'BT-158-1', 'BR-65')
    for (const attribute of line.all('BG-32'))
      for (const term of ['BT-160', 'BT-161'] as const) requireTerm(context, attribute, term, 'BR-54')
  }
}

/** The net price is the gross price less its discount (PEPPOL-EN16931-R046). */
function checkPrice({ faults }: RuleContext, line: InvoiceNode): void {
  const gross = line.decimal('BT-148')
  const net = line.decimal('BT-146')
  if (!gross || !net) return
  const expected = subtract(gross, line.decimal('BT-147') ?? ZERO)
  if (compare(net, expected) === 0) return
  const what = `is ${formatAmount(net)}, but the gross price less the discount is ${formatAmount(expected)}`
  faults.wrongTotal(
    line,
    'BT-146',
    { text: what, plain: 'is not the gross price less the discount' },
    'PEPPOL-EN16931-R046',
  )
}

function checkAllowances(
  context: RuleContext,
  nodes: readonly InvoiceNode[],
  { amount, base, percent, reason, code, reasonRule, amountRule }: AllowanceTerms,
): void {
  for (const node of nodes) {
    requireTerm(context, node, amount, amountRule)
    requireOneOf(context, node, [reason, code], '', reasonRule)
    const rate = node.text(percent)
    const isBase = rate !== undefined
    if (isBase === (node.text(base) !== undefined)) continue
    const missing = isBase ? base : percent
    reportBeyond(context, STRICT, node, missing, node.absence(missing), `PEPPOL-EN16931-R04${isBase ? 1 : 2}`)
  }
}

function checkGroups(context: RuleContext): void {
  const { invoice, faults } = context
  for (const note of invoice.all('BG-1'))
    if (note.text('BT-22') === undefined) faults.report(note, 'BT-22', note.absence('BT-22'))
  for (const preceding of invoice.all('BG-3')) requireTerm(context, preceding, 'BT-25', 'BR-55')
  for (const document of invoice.all('BG-24')) {
    requireTerm(context, document, 'BT-122', 'BR-52')
    if (document.text('BT-125') === undefined) continue
    for (const term of ['BT-125-1', 'BT-125-2'] as const) requireTerm(context, document, term)
  }
  const other = invoice.text('BT-6')
  if (other !== undefined) {
    if (other === invoice.text('BT-5')) {
      const what = 'is the currency of the invoice: leave it out'
      reportBeyond(context, STRICT, invoice, 'BT-6', what, 'PEPPOL-EN16931-R005')
    } else requireTerm(context, invoice, 'BT-111', 'BR-53')
  }
  if (invoice.text('BT-7') !== undefined && invoice.text('BT-8') !== undefined)
    faults.report(invoice, 'BT-8', 'cannot stand beside the date BT-7', 'BR-CO-03')
}

function checkPeriod({ faults }: RuleContext, node: InvoiceNode, start: Term, end: Term, rule: string): void {
  const [from, to] = [node.text(start), node.text(end)]
  if (from !== undefined && to !== undefined && to < from)
    faults.report(node, end, 'is before the start of the period', rule)
}

/** 30 and 58 of UNTDID 4461. */
const CREDIT_TRANSFERS: ReadonlySet<string | undefined> = new Set(['30', '58'])
/** 49 and 59 of it. */
export const DIRECT_DEBITS: ReadonlySet<string | undefined> = new Set(['49', '59'])

function checkPayment(context: RuleContext): void {
  const { invoice } = context
  const due = invoice.decimal('BT-115')
  if (due && due.units > 0n && invoice.text('BT-9') === undefined && invoice.text('BT-20') === undefined) {
    const what = `${invoice.absence('BT-9')}, or ${describeTerm('BT-20')}: something is to be paid`
    reportBeyond(context, ['xrechnung'], invoice, 'BT-9', what, 'BR-CO-25')
  }
  const means = invoice.text('BT-81')
  const accounts = invoice.all('BG-17')
  if (CREDIT_TRANSFERS.has(means) && !accounts.some((account) => account.text('BT-84') !== undefined)) {
    const node = accounts[0] ?? invoice
    context.faults.report(node, 'BT-84', `${node.absence('BT-84')}: a credit transfer goes to an account`, 'BR-61')
  }
  if (accounts.length > 0 && means === undefined) requireTerm(context, invoice, 'BT-81', 'BR-49')
  if (DIRECT_DEBITS.has(means) && invoice.text('BT-89') === undefined)
    reportBeyond(context, STRICT, invoice, 'BT-89', invoice.absence('BT-89'), 'PEPPOL-EN16931-R061')
  const card = invoice.text('BT-87')
  if (card !== undefined && card.length > 10)
    context.faults.report(
      invoice,
      'BT-87',
      'has more than 10 characters: write the last 4 to 6 digits of the card',
      'BR-51',
    )
}

function checkOtherParties(context: RuleContext): void {
  const { invoice } = context
  if (invoice.text('BT-60') ?? invoice.text('BT-61')) requireTerm(context, invoice, 'BT-59', 'BR-17')
  if (invoice.text('BT-62') ?? invoice.text('BT-63')) {
    requireTerm(context, invoice, 'BT-62', 'BR-18')
    requireTerm(context, invoice, 'BT-69', 'BR-20')
    requireTerm(context, invoice, 'BT-63', 'BR-56')
  }
  if (invoice.text('BT-75') ?? invoice.text('BT-77') ?? invoice.text('BT-78'))
    requireTerm(context, invoice, 'BT-80', 'BR-57')
  if (invoice.text('BT-34') !== undefined) requireTerm(context, invoice, 'BT-34-1', 'BR-62')
  if (invoice.text('BT-49') !== undefined) requireTerm(context, invoice, 'BT-49-1', 'BR-63')
}
