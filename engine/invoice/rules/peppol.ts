import { say } from '../../base/message.js'
import { compare, ZERO } from '../decimal.js'
import { CREDIT_NOTE_TYPES } from '../tables/code-lists.js'
import { quoted } from '../wording.js'
import { type RuleContext, requireOneOf, requireTerm } from './rule-context.js'

/**
 * Checks the rules of Peppol BIS Billing 3 that go beyond EN 16931. Those of single countries are not checked, but for
 * what XRechnung has too.
 */
export function checkPeppol(context: RuleContext): void {
  const { invoice, faults } = context
  requireTerm(context, invoice, 'BT-23', 'PEPPOL-EN16931-R001')
  const profile = invoice.text('BT-23')
  if (profile !== undefined && !/^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(profile))
    faults.report(invoice, 'BT-23', say`is ${quoted(profile)}, and must be a process of Peppol`, 'PEPPOL-EN16931-R007')
  requireOneOf(context, invoice, ['BT-10', 'BT-13'], '', 'PEPPOL-EN16931-R003')
  requireTerm(context, invoice, 'BT-49', 'PEPPOL-EN16931-R010')
  requireTerm(context, invoice, 'BT-34', 'PEPPOL-EN16931-R020')
  const german = invoice.text('BT-40') === 'DE' && invoice.text('BT-55') === 'DE'
  const second = invoice.all('BG-1')[1]
  if (second && !german) faults.report(second, 'BT-22', 'is a second note, and Peppol has one', 'PEPPOL-EN16931-R002')
}

/** Rules that Peppol has and XRechnung took over: prices, periods and quantities of lines. */
export function checkPeppolLines(context: RuleContext): void {
  const { invoice, faults } = context
  const [start, end] = [invoice.text('BT-73'), invoice.text('BT-74')]
  for (const line of invoice.all('BG-25')) {
    const base = line.decimal('BT-149')
    if (base && base.units <= 0n) faults.report(line, 'BT-149', 'must be above 0', 'PEPPOL-EN16931-R121')
    const unit = line.text('BT-150')
    if (unit !== undefined && unit !== line.text('BT-130'))
      faults.report(line, 'BT-150', 'must be the unit of the quantity', 'PEPPOL-EN16931-R130')
    const [from, to] = [line.text('BT-134'), line.text('BT-135')]
    if (from !== undefined && start !== undefined && from < start)
      faults.report(line, 'BT-134', 'is before the period of the invoice', 'PEPPOL-EN16931-R110')
    if (to !== undefined && end !== undefined && to > end)
      faults.report(line, 'BT-135', 'is behind the period of the invoice', 'PEPPOL-EN16931-R111')
  }
  const other = invoice.decimal('BT-111')
  const tax = invoice.decimal('BT-110')
  if (other && tax && other.units * tax.units < 0n)
    faults.report(invoice, 'BT-111', 'must have the sign of BT-110', 'PEPPOL-EN16931-R055')
}

/** What no official rule says and is wrong in almost all invoices: money that flows the other way. */
export function checkSigns({ invoice, faults }: RuleContext): void {
  const [gross, due] = [invoice.decimal('BT-112'), invoice.decimal('BT-115')]
  const type = invoice.text('BT-3')
  if (gross && due && compare(gross, ZERO) >= 0 && compare(due, ZERO) < 0)
    faults.warn(invoice, 'BT-115', 'is negative: more is paid already (BT-113) than is owed')
  if (!gross || type === undefined || compare(gross, ZERO) >= 0) return
  const isCredit = CREDIT_NOTE_TYPES.has(type, 'en16931')
  const why = isCredit
    ? 'a credit note of a negative amount asks for money: write what is given back without a sign'
    : 'an invoice of a negative amount gives money back: make it a credit note (381) without the sign'
  faults.warn(invoice, 'BT-112', say`is negative: ${why}`)
}
