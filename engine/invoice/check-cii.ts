import { TemplateError } from '../base/errors.js'
import { ofData, say } from '../base/message.js'
import type { Decimal } from './decimal.js'
import type { Faults } from './faults.js'
import type { InvoiceNode } from './invoice-node.js'
import { type FacturXLevel, levelOfGuideline } from './levels.js'
import { elementAt, elementsAt, type XmlElement } from './read-xml.js'
import { checkRules } from './rules/check-rules.js'
import { checkSchema } from './syntax/check-schema.js'
import { CII } from './syntax/cii.js'
import { schemaOf } from './syntax/cii-schema.js'
import { readInvoice } from './syntax/read-invoice.js'
import type { Target } from './tables/code-list.js'
import { describeTerm, type Term } from './terms.js'

/** Systems that compute tax line by line are off by some cents: the rules of EN 16931 let it differ by one. */
export const FOREIGN_TOLERANCE: { readonly line: Decimal; readonly tax: Decimal } = {
  line: { units: 2n, scale: 2 },
  tax: { units: 1n, scale: 0 },
}

/** The element that names the level (BT-24). */
export function guidelineOf(root: XmlElement): XmlElement | undefined {
  return elementAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')
}

/**
 * The level of a `CrossIndustryInvoice`.
 *
 * @throws TemplateError when it is another document, or names none of Factur-X
 */
export function levelOf(root: XmlElement): FacturXLevel {
  const namespace = CII.namespaces.rsm ?? ''
  if (root.name !== 'CrossIndustryInvoice' || root.namespace !== namespace) {
    const message = say`the root must be CrossIndustryInvoice of ${namespace}, not ${ofData(root.name)} of ${ofData(root.namespace || 'no namespace')}`
    throw new TemplateError('invalid-invoice', message, root.span)
  }
  const guideline = guidelineOf(root)
  if (!guideline) throw new TemplateError('invalid-invoice', 'the invoice has no guideline (BT-24)', root.span)
  const level = levelOfGuideline(guideline.text.trim())
  if (level) return level
  const message = say`the guideline "${ofData(guideline.text.trim().slice(0, 100))}" is none of Factur-X`
  throw new TemplateError('invalid-invoice', message, guideline.span)
}

/**
 * Checks a `CrossIndustryInvoice` of a level by its schema and by the rules.
 *
 * @param target whose code lists it is held to
 * @returns what was read of it
 */
export function checkCii(
  root: XmlElement,
  level: FacturXLevel,
  faults: Faults,
  target: Target = level === 'XRECHNUNG' ? 'xrechnung' : 'facturX',
): InvoiceNode {
  checkSchema(root, schemaOf(level), faults)
  checkPaymentMeans(root, faults)
  const invoice = readInvoice(root, CII, faults)
  checkRules({ invoice, faults, target, level, isForeign: true, tolerance: FOREIGN_TOLERANCE })
  return invoice
}

/** Means of payment may stand several times for several accounts, and must agree in what EN 16931 has once. */
function checkPaymentMeans(root: XmlElement, faults: Faults): void {
  const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement'
  const all = elementsAt(root, `${settlement}/SpecifiedTradeSettlementPaymentMeans`)
  for (const [name, term, rule] of [
    ['TypeCode', 'BT-81', 'CII-SR-467'],
    ['Information', 'BT-82', 'CII-SR-468'],
  ] as const) {
    const given = all.flatMap((means) => elementsAt(means, name))
    const other = given.find(({ text }) => text.trim() !== given[0]?.text.trim())
    if (other) add(faults, other, term, `${describeTerm(term)} must be the same with all means of payment`, rule)
  }
  for (const means of all) {
    const account = elementAt(means, 'PayeePartyCreditorFinancialAccount')
    const second = account && elementAt(account, 'IBANID') && elementAt(account, 'ProprietaryID')
    const what = 'is an IBAN or another number, not both'
    if (second) add(faults, second, 'BT-84', `${describeTerm('BT-84')} ${what}`, 'CII-SR-470')
  }
}

function add(faults: Faults, { span }: XmlElement, term: Term, message: string, rule: string): void {
  faults.add({ code: 'invalid-invoice', severity: 'error', rule, term, message: say`${message} (${rule})`, span })
}
