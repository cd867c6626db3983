import {
  add,
  type Decimal,
  divide,
  formatDecimal,
  multiply,
  percentOf,
  roundTo,
  subtract,
  sum,
  ZERO,
} from './decimal.js'
import type { InvoiceNode } from './invoice-node.js'
import type { Term } from './terms.js'

/** The terms of an allowance or a charge. */
export interface AllowanceTerms {
  readonly amount: Term
  readonly base: Term
  readonly percent: Term
  readonly reason: Term
  readonly code: Term
  /** The number of the rule that asks for a reason. */
  readonly reasonRule: string
  /** The number of the rule that asks for the amount. */
  readonly amountRule: string
}

export const LINE_ALLOWANCE: AllowanceTerms = {
  amount: 'BT-136',
  base: 'BT-137',
  percent: 'BT-138',
  reason: 'BT-139',
  code: 'BT-140',
  reasonRule: 'BR-42',
  amountRule: 'BR-41',
}
export const LINE_CHARGE: AllowanceTerms = {
  amount: 'BT-141',
  base: 'BT-142',
  percent: 'BT-143',
  reason: 'BT-144',
  code: 'BT-145',
  reasonRule: 'BR-44',
  amountRule: 'BR-43',
}
export const ALLOWANCE: AllowanceTerms = {
  amount: 'BT-92',
  base: 'BT-93',
  percent: 'BT-94',
  reason: 'BT-97',
  code: 'BT-98',
  reasonRule: 'BR-33',
  amountRule: 'BR-31',
}
export const CHARGE: AllowanceTerms = {
  amount: 'BT-99',
  base: 'BT-100',
  percent: 'BT-101',
  reason: 'BT-104',
  code: 'BT-105',
  reasonRule: 'BR-38',
  amountRule: 'BR-36',
}

export function sumOf(nodes: readonly InvoiceNode[], term: Term): Decimal {
  return sum(nodes.map((node) => node.decimal(term) ?? ZERO))
}

/** What a line comes to: the price of its quantity, less allowances, plus charges. */
export function lineNet(line: InvoiceNode): Decimal {
  const product = multiply(line.decimal('BT-129') ?? ZERO, line.decimal('BT-146') ?? ZERO)
  const base = line.decimal('BT-149')
  const price = base && base.units !== 0n ? divide(product, base, 2) : roundTo(product, 2)
  return add(subtract(price, sumOf(line.all('BG-27'), 'BT-136')), sumOf(line.all('BG-28'), 'BT-141'))
}

/** What an allowance or a charge in percent comes to; undefined for those that are not in percent. */
export function percentage(node: InvoiceNode, { base, percent }: AllowanceTerms): Decimal | undefined {
  const of = node.decimal(base)
  const rate = node.decimal(percent)
  return of && rate && roundTo(percentOf(of, rate), 2)
}

/** What one category and rate of tax comes to. */
export interface TaxGroup {
  readonly category: string
  readonly rate: Decimal | undefined
  readonly basis: Decimal
}

export function taxKey(category: string | undefined, rate: Decimal | undefined): string {
  return `${category} ${rate ? formatDecimal(rate) : ''}`
}

/** The basis of each category and rate (BR-S-08 and its like), in the order in which they occur first. */
export function taxGroups(invoice: InvoiceNode): ReadonlyMap<string, TaxGroup> {
  const groups = new Map<string, { category: string; rate: Decimal | undefined; basis: Decimal }>()
  const count = (node: InvoiceNode, categoryTerm: Term, rateTerm: Term, amount: Decimal) => {
    const category = node.text(categoryTerm)
    if (category === undefined) return
    const rate = node.decimal(rateTerm)
    const key = taxKey(category, rate)
    const group = groups.get(key) ?? { category, rate, basis: ZERO }
    group.basis = add(group.basis, amount)
    groups.set(key, group)
  }
  for (const line of invoice.all('BG-25')) count(line, 'BT-151', 'BT-152', line.decimal('BT-131') ?? ZERO)
  for (const node of invoice.all('BG-20')) count(node, 'BT-95', 'BT-96', subtract(ZERO, node.decimal('BT-92') ?? ZERO))
  for (const node of invoice.all('BG-21')) count(node, 'BT-102', 'BT-103', node.decimal('BT-99') ?? ZERO)
  return groups
}

/** The tax of a basis, rounded as commerce does (BR-CO-17). */
export function taxOf(basis: Decimal, rate: Decimal | undefined): Decimal {
  return roundTo(percentOf(basis, rate ?? ZERO), 2)
}
