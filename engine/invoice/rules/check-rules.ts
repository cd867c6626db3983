import { checkCodes } from './codes.js'
import { checkXRechnung } from './german.js'
import { checkPeppol, checkPeppolLines, checkSigns } from './peppol.js'
import { checkRequired } from './required.js'
import type { RuleContext } from './rule-context.js'
import { requireOneOf } from './rule-context.js'
import { checkTaxes } from './taxes.js'
import { checkTotals } from './totals.js'

/**
 * Checks an invoice by the rules of EN 16931, and by those of its target: what must be there, codes, taxes, sums. The
 * level EXTENDED has other rules for sums, which allow for more roundings; they are not checked there.
 */
export function checkRules(context: RuleContext): void {
  const { invoice, level, target } = context
  if (level === 'EXTENDED') {
    checkCodes(context)
    return
  }
  checkTotals(context)
  checkRequired(context)
  checkCodes(context)
  checkTaxes(context)
  requireOneOf(context, invoice, ['BT-31', 'BT-29', 'BT-30'], '; the seller needs one of them', 'BR-CO-26')
  checkSigns(context)
  if (target === 'facturX') checkDelivery(context)
  if (target === 'xrechnung') checkXRechnung(context)
  if (target === 'peppol') checkPeppol(context)
  if (target === 'xrechnung' || target === 'peppol') checkPeppolLines(context)
}

/** German tax law asks for the time of delivery, as Factur-X did up to 1.08; official rules do no more (BR-FX-EN-04). */
function checkDelivery({ invoice, faults, level }: RuleContext): void {
  const isGerman = invoice.text('BT-40') === 'DE' && invoice.text('BT-55') === 'DE'
  // 386 is an invoice over a down payment.
  if (!isGerman || level === 'MINIMUM' || invoice.text('BT-3') === '386' || invoice.text('BT-72') !== undefined) return
  if (invoice.text('BT-73') ?? invoice.text('BT-74')) return
  const lines = invoice.all('BG-25')
  if (lines.length > 0 && lines.every((line) => line.text('BT-134') ?? line.text('BT-135'))) return
  faults.warn(invoice, 'BT-72', `${invoice.absence('BT-72')}, and there is no period (BT-73) either`, 'BR-FX-EN-04')
}
