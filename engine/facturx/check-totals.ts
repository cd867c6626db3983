import { TemplateError } from '../base/errors.js'
import { type Message, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { add, type Decimal, isWithin, parseDecimal, percentOf, roundTo, subtract, sum, ZERO } from './decimal.js'
import { amount, quoted } from './invoice-values.js'
import { type FacturXLevel, hasLines } from './levels.js'
import { elementAt, elementsAt, type XmlElement } from './read-xml.js'

/** Where a message says that an element stands. */
export type PlaceOf = (element: XmlElement) => Span | undefined

/**
 * Checks that the amounts of an invoice add up by the rules of EN 16931 (BR-CO-10 to BR-CO-17). The level EXTENDED has
 * rules of its own, which allow for rounding, and is not checked.
 *
 * @param root `CrossIndustryInvoice`
 * @throws TemplateError that names both numbers, at the amount that is wrong
 */
export function checkTotals(root: XmlElement, level: FacturXLevel, placeOf: PlaceOf = ({ span }) => span): void {
  if (level === 'EXTENDED') return
  const transaction = elementAt(root, 'SupplyChainTradeTransaction')
  const settlement = transaction && elementAt(transaction, 'ApplicableHeaderTradeSettlement')
  const totals = settlement && elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  if (!transaction || !settlement || !totals) {
    throw new TemplateError('invalid-invoice', 'the invoice has no totals', placeOf(root))
  }
  const amounts = new Amounts(placeOf)
  const lineTotal = amounts.at(totals, 'LineTotalAmount')
  const basis = amounts.required(totals, 'TaxBasisTotalAmount')
  const tax = amounts.taxTotal(totals, elementAt(settlement, 'InvoiceCurrencyCode')?.text.trim())
  const grandTotal = amounts.required(totals, 'GrandTotalAmount')
  if (level !== 'MINIMUM') {
    if (hasLines(level)) checkLines(amounts, transaction, totals)
    checkAllowances(amounts, settlement, totals)
    const allowances = amounts.or0(totals, 'AllowanceTotalAmount')
    const charges = amounts.or0(totals, 'ChargeTotalAmount')
    if (lineTotal) {
      const expected = add(subtract(lineTotal.value, allowances), charges)
      amounts.require('BR-CO-13', basis, expected, 'the line total less allowances plus charges')
    }
    checkTaxes(amounts, settlement, tax)
  }
  const expectedGrandTotal = add(basis.value, tax?.value ?? ZERO)
  amounts.require('BR-CO-15', grandTotal, expectedGrandTotal, 'the total without tax plus the tax')
  if (level === 'MINIMUM') return
  const due = amounts.required(totals, 'DuePayableAmount')
  const paid = amounts.or0(totals, 'TotalPrepaidAmount')
  const expectedDue = add(subtract(grandTotal.value, paid), amounts.or0(totals, 'RoundingAmount'))
  amounts.require('BR-CO-16', due, expectedDue, 'the grand total less what is paid, plus the rounding')
}

function checkLines(amounts: Amounts, transaction: XmlElement, totals: XmlElement): void {
  const path =
    'IncludedSupplyChainTradeLineItem/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation'
  const lines = elementsAt(transaction, path).map((line) => amounts.required(line, 'LineTotalAmount').value)
  const total = amounts.required(totals, 'LineTotalAmount')
  amounts.require(
    'BR-CO-10',
    total,
    sum(lines),
    `the sum of ${lines.length === 1 ? 'the line' : `${lines.length} lines`}`,
  )
}

/** Of allowances and charges of the document as a whole. */
function checkAllowances(amounts: Amounts, settlement: XmlElement, totals: XmlElement): void {
  const all = elementsAt(settlement, 'SpecifiedTradeAllowanceCharge')
  for (const [rule, indicator, name, what] of [
    ['BR-CO-11', 'false', 'AllowanceTotalAmount', 'allowances'],
    ['BR-CO-12', 'true', 'ChargeTotalAmount', 'charges'],
  ] as const) {
    const own = all.filter((element) => elementAt(element, 'ChargeIndicator/Indicator')?.text.trim() === indicator)
    const expected = sum(own.map((element) => amounts.required(element, 'ActualAmount').value))
    const total = amounts.at(totals, name)
    if (total) amounts.require(rule, total, expected, `the sum of the ${what}`)
    else if (own.length > 0) amounts.required(totals, name)
  }
}

/** Systems that compute tax line by line are off by some cents: the rules of Factur-X let it differ by one. */
const TAX_TOLERANCE: Decimal = { units: 1n, scale: 0 }

function checkTaxes(amounts: Amounts, settlement: XmlElement, total: Amount | undefined): void {
  const taxes = elementsAt(settlement, 'ApplicableTradeTax')
  for (const tax of taxes) {
    const rate = amounts.or0(tax, 'RateApplicablePercent')
    const expected = roundTo(percentOf(amounts.required(tax, 'BasisAmount').value, rate), 2)
    amounts.require(
      'BR-CO-17',
      amounts.required(tax, 'CalculatedAmount'),
      expected,
      say`${amount(rate)} % of the amount that is taxed`,
      TAX_TOLERANCE,
    )
  }
  const expected = sum(taxes.map((tax) => amounts.required(tax, 'CalculatedAmount').value))
  if (total) amounts.require('BR-CO-14', total, expected, 'the sum of the taxes by rate')
}

interface Amount {
  readonly element: XmlElement
  readonly value: Decimal
}

/** Reads amounts and compares them. */
class Amounts {
  constructor(private readonly placeOf: PlaceOf) {}

  at(parent: XmlElement, name: string): Amount | undefined {
    const element = elementAt(parent, name)
    return element && this.#read(element)
  }

  required(parent: XmlElement, name: string): Amount {
    const amount = this.at(parent, name)
    if (amount) return amount
    throw new TemplateError('invalid-invoice', `${parent.name} has no ${name}`, this.placeOf(parent))
  }

  or0(parent: XmlElement, name: string): Decimal {
    return this.at(parent, name)?.value ?? ZERO
  }

  /** The total in the currency of the invoice; there may be another in that of its accounting. */
  taxTotal(totals: XmlElement, currency: string | undefined): Amount | undefined {
    const all = elementsAt(totals, 'TaxTotalAmount')
    const element = all.find(({ attributes }) => attributes.get('currencyID') === currency) ?? all[0]
    return element && this.#read(element)
  }

  /** Throws unless an amount is what it should be, give or take a tolerance. */
  require(rule: string, { element, value }: Amount, expected: Decimal, what: string | Message, tolerance = ZERO): void {
    if (isWithin(value, expected, tolerance)) return
    const numbers = say`${amount(value)}, but ${what} is ${amount(expected)}`
    throw new TemplateError('wrong-total', say`${element.name} is ${numbers} (${rule})`, this.placeOf(element))
  }

  #read(element: XmlElement): Amount {
    const value = parseDecimal(element.text)
    if (value) return { element, value }
    const message = say`${element.name} is ${quoted(element.text.trim())}, which is no amount such as 1234.50`
    throw new TemplateError('invalid-invoice', message, this.placeOf(element))
  }
}
