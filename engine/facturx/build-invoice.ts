import { TemplateError } from '../base/errors.js'
import type { EvaluationContext } from '../template/evaluation-context.js'
import type { Scope } from '../template/scope.js'
import { checkRules } from './check-rules.js'
import { add, type Decimal, formatDecimal, multiply, percentOf, roundTo, subtract, sum, ZERO } from './decimal.js'
import type { InvoiceMapping } from './invoice-mapping.js'
import { repetitions, TermValues } from './invoice-values.js'
import type { AllowanceTerm, ChargeTerm } from './terms.js'

export interface InvoiceLine {
  readonly values: TermValues
  readonly id: string
  readonly quantity: Decimal
  readonly price: Decimal
  readonly net: Decimal
  readonly vat: VatRate
}

/** An allowance or a charge on the document as a whole. */
export interface AllowanceOrCharge {
  readonly values: TermValues
  readonly kind: 'allowance' | 'charge'
  readonly amount: Decimal
  readonly reason: string | undefined
  readonly vat: VatRate
}

interface VatRate {
  /** UNTDID 5305, `S` for the standard rate. */
  readonly category: string
  /** In percent; undefined for what is not subject to VAT. */
  readonly rate: Decimal | undefined
}

export interface VatBreakdown extends VatRate {
  readonly basis: Decimal
  readonly tax: Decimal
}

/** An invoice with its amounts, all added up in decimals. */
export interface Invoice {
  readonly header: TermValues
  readonly lines: readonly InvoiceLine[]
  readonly allowancesAndCharges: readonly AllowanceOrCharge[]
  readonly breakdown: readonly VatBreakdown[]
  readonly totals: InvoiceTotals
}

export interface InvoiceTotals {
  readonly lines: Decimal
  readonly allowances: Decimal
  readonly charges: Decimal
  readonly net: Decimal
  readonly tax: Decimal
  readonly gross: Decimal
  readonly paid: Decimal
  readonly rounding: Decimal
  readonly due: Decimal
}

/**
 * The invoice that a mapping makes of data. Amounts that are not mapped are computed; those that are must be what is
 * computed. What else the standard asks for is checked.
 *
 * @throws TemplateError at the term whose value is missing or wrong
 */
export function buildInvoice(mapping: InvoiceMapping, root: Scope, context: EvaluationContext): Invoice {
  const header = new TermValues(mapping.terms, root, context, mapping.span)
  const lines = repetitions(mapping, 'BG-25', root, context).map(readLine)
  if (lines.length === 0) {
    throw new TemplateError('invalid-invoice', 'an invoice has one line at least (BG-25)', mapping.span)
  }
  const allowancesAndCharges = [
    ...repetitions(mapping, 'BG-20', root, context).map((values) => readAllowanceOrCharge(values, 'allowance')),
    ...repetitions(mapping, 'BG-21', root, context).map((values) => readAllowanceOrCharge(values, 'charge')),
  ]
  const breakdown = vatBreakdown(lines, allowancesAndCharges)
  const totals = addUp(header, lines, allowancesAndCharges, breakdown)
  const invoice = { header, lines, allowancesAndCharges, breakdown, totals }
  checkRules(invoice)
  return invoice
}

function readLine(values: TermValues, index: number): InvoiceLine {
  const quantity = values.requiredDecimal('BT-129')
  const price = values.requiredDecimal('BT-146')
  const net = roundTo(multiply(quantity, price), 2)
  values.requireAmount('BT-131', net, 'BT-131 = BT-129 × BT-146', 'the quantity times the price')
  const category = values.text('BT-151') ?? 'S'
  const rate = category === 'O' ? undefined : values.requiredDecimal('BT-152')
  return { values, id: values.text('BT-126') ?? String(index + 1), quantity, price, net, vat: { category, rate } }
}

const ALLOWANCE = { amount: 'BT-92', category: 'BT-95', rate: 'BT-96', reason: 'BT-97' } as const satisfies Readonly<
  Record<string, AllowanceTerm>
>
const CHARGE = { amount: 'BT-99', category: 'BT-102', rate: 'BT-103', reason: 'BT-104' } as const satisfies Readonly<
  Record<string, ChargeTerm>
>

function readAllowanceOrCharge(values: TermValues, kind: AllowanceOrCharge['kind']): AllowanceOrCharge {
  const terms = kind === 'allowance' ? ALLOWANCE : CHARGE
  const category = values.text(terms.category) ?? 'S'
  return {
    values,
    kind,
    amount: values.requiredDecimal(terms.amount),
    // A reason is required, in words or as a code (BR-33, BR-38).
    reason: values.requiredText(terms.reason),
    vat: { category, rate: category === 'O' ? undefined : values.requiredDecimal(terms.rate) },
  }
}

/** By category and rate, in the order in which they occur first. */
function vatBreakdown(lines: readonly InvoiceLine[], others: readonly AllowanceOrCharge[]): readonly VatBreakdown[] {
  const groups = new Map<string, { readonly vat: VatRate; basis: Decimal }>()
  const count = (vat: VatRate, amount: Decimal) => {
    const key = `${vat.category} ${vat.rate ? formatDecimal(vat.rate) : ''}`
    const group = groups.get(key) ?? { vat, basis: ZERO }
    group.basis = add(group.basis, amount)
    groups.set(key, group)
  }
  for (const { vat, net } of lines) count(vat, net)
  for (const { kind, vat, amount } of others) count(vat, kind === 'charge' ? amount : subtract(ZERO, amount))
  return [...groups.values()].map(({ vat, basis }) => ({
    ...vat,
    basis,
    tax: roundTo(percentOf(basis, vat.rate ?? ZERO), 2),
  }))
}

function addUp(
  header: TermValues,
  invoiceLines: readonly InvoiceLine[],
  others: readonly AllowanceOrCharge[],
  breakdown: readonly VatBreakdown[],
): InvoiceTotals {
  const lines = sum(invoiceLines.map(({ net }) => net))
  header.requireAmount('BT-106', lines, 'BR-CO-10', 'the sum of the lines')
  const allowances = sum(others.filter(({ kind }) => kind === 'allowance').map(({ amount }) => amount))
  header.requireAmount('BT-107', allowances, 'BR-CO-11', 'the sum of the allowances')
  const charges = sum(others.filter(({ kind }) => kind === 'charge').map(({ amount }) => amount))
  header.requireAmount('BT-108', charges, 'BR-CO-12', 'the sum of the charges')
  const net = add(subtract(lines, allowances), charges)
  header.requireAmount('BT-109', net, 'BR-CO-13', 'the sum of the lines less allowances plus charges')
  const tax = sum(breakdown.map((group) => group.tax))
  header.requireAmount('BT-110', tax, 'BR-CO-14', 'the sum of the taxes by rate')
  const gross = add(net, tax)
  header.requireAmount('BT-112', gross, 'BR-CO-15', 'the total without tax plus the tax')
  const paid = header.decimal('BT-113') ?? ZERO
  const rounding = header.decimal('BT-114') ?? ZERO
  const due = add(subtract(gross, paid), rounding)
  header.requireAmount('BT-115', due, 'BR-CO-16', 'the grand total less what is paid, plus the rounding')
  return { lines, allowances, charges, net, tax, gross, paid, rounding, due }
}
