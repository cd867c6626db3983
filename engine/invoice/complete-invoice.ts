import { say } from '../base/message.js'
import {
  ALLOWANCE,
  type AllowanceTerms,
  CHARGE,
  LINE_ALLOWANCE,
  LINE_CHARGE,
  lineNet,
  percentage,
  sumOf,
  type TaxGroup,
  taxGroups,
  taxKey,
  taxOf,
} from './amounts.js'
import { add, type Decimal, formatAmount, formatDecimal, subtract, ZERO } from './decimal.js'
import type { Faults } from './faults.js'
import type { InvoiceNode } from './invoice-node.js'
import type { FacturXLevel } from './levels.js'
import type { Target } from './tables/code-list.js'
import type { GroupName, HeaderTerm, Term } from './terms.js'
import { quoted } from './wording.js'

/** Categories whose tax is none, for a reason that must be said (BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const EXEMPT: ReadonlySet<string | undefined> = new Set(['E', 'AE', 'K', 'G', 'O'])

/** What an invoice is completed for. */
interface CompletedFor {
  readonly guideline: string
  readonly target: Target
  readonly level: FacturXLevel
}

/**
 * Gives an invoice of a mapping what the mapping may leave out: usual codes, and all amounts that follow from others.
 * Amounts that are there stay, and are checked with those of all invoices.
 *
 * @param output what is made, with its guideline (BT-24)
 */
export function completeInvoice(
  invoice: InvoiceNode,
  { guideline, target, level }: CompletedFor,
  faults: Faults,
): void {
  invoice.complete('BT-3', '380')
  invoice.complete('BT-24', guideline)
  if (invoice.all('BG-17').length > 0) invoice.complete('BT-81', '58')
  completeAddress(invoice, 'BT-34', 'BT-34-1', faults)
  completeAddress(invoice, 'BT-49', 'BT-49-1', faults)
  for (const [index, line] of invoice.all('BG-25').entries()) completeLine(line, index)
  for (const node of invoice.all('BG-20')) completeAllowance(node, ALLOWANCE)
  for (const node of invoice.all('BG-21')) completeAllowance(node, CHARGE)
  completeCategory(invoice, 'BG-20', 'BT-95', 'BT-96')
  completeCategory(invoice, 'BG-21', 'BT-102', 'BT-103')
  if (target === 'facturX') completeDelivery(invoice)
  completeBreakdown(invoice, faults)
  // What is not subject to VAT has no rate, but for German rules, which have one in each category (BR-DE-14, DE-R-014).
  for (const group of target === 'xrechnung' || target === 'peppol' ? invoice.all('BG-23') : [])
    if (group.text('BT-118') === 'O') group.complete('BT-119', '0')
  if (level === 'EXTENDED') completeReasons(invoice, faults)
  completeTotals(invoice)
}

/** An address of electronic mail, or one of another scheme in the form `0204:991-12345-67`. */
function completeAddress(invoice: InvoiceNode, term: HeaderTerm, scheme: HeaderTerm, faults: Faults): void {
  const address = invoice.text(term)
  if (address === undefined || invoice.text(scheme) !== undefined) return
  const [, prefix, identifier] = /^(\d{4}|A[NQSU]):(.+)$/.exec(address) ?? []
  if (prefix !== undefined && identifier !== undefined) {
    invoice.set(scheme, { text: prefix, span: invoice.place(term).span })
    invoice.set(term, { text: identifier, span: invoice.place(term).span })
  } else if (address.includes('@')) invoice.complete(scheme, 'EM')
  else faults.report(invoice, term, say`is ${quoted(address)}, no e-mail address and none such as 0204:991-12345-67`)
}

/** What is delivered over a period is delivered when that ends: editions up to Factur-X 1.08 want it said (BR-FX-EN-04). */
function completeDelivery(invoice: InvoiceNode): void {
  const end = invoice.text('BT-74')
  if (end !== undefined) invoice.complete('BT-72', end)
}

function completeLine(line: InvoiceNode, index: number): void {
  line.complete('BT-126', String(index + 1))
  line.complete('BT-130', 'C62')
  line.complete('BT-151', 'S')
  if (line.text('BT-151') === 'O') line.remove('BT-152')
  for (const node of line.all('BG-27')) completeAllowance(node, LINE_ALLOWANCE)
  for (const node of line.all('BG-28')) completeAllowance(node, LINE_CHARGE)
  const gross = line.decimal('BT-148')
  const discount = line.decimal('BT-147') ?? ZERO
  if (gross) line.complete('BT-146', formatDecimal(subtract(gross, discount)))
  if (line.decimal('BT-146') && line.decimal('BT-129')) line.complete('BT-131', formatAmount(lineNet(line)))
}

function completeAllowance(node: InvoiceNode, terms: AllowanceTerms): void {
  const amount = percentage(node, terms)
  if (amount) node.complete(terms.amount, formatAmount(amount))
}

function completeCategory(
  invoice: InvoiceNode,
  group: GroupName,
  category: 'BT-95' | 'BT-102',
  rate: 'BT-96' | 'BT-103',
): void {
  for (const node of invoice.all(group)) {
    node.complete(category, 'S')
    if (node.text(category) === 'O') node.remove(rate)
  }
}

/** Computes the breakdown of taxes. What a mapping says of a category and rate is kept with it. */
function completeBreakdown(invoice: InvoiceNode, faults: Faults): void {
  const groups = taxGroups(invoice)
  const mapped = new Map<string, InvoiceNode>()
  let reason: InvoiceNode | undefined
  for (const node of invoice.all('BG-23')) {
    if (node.text('BT-118') === undefined) reason = node
    else mapped.set(taxKey(node.text('BT-118'), node.text('BT-118') === 'O' ? undefined : node.decimal('BT-119')), node)
  }
  if (reason) {
    invoice.drop(reason)
    spreadReason(reason, groups, mapped, faults)
  }
  for (const [key, group] of groups) {
    const node = mapped.get(key) ?? invoice.append('BG-23', invoice.span)
    completeGroup(node, group, EXEMPT.has(group.category) ? reason : undefined)
    mapped.delete(key)
  }
  for (const node of mapped.values())
    faults.report(node, 'BT-118', 'has a category and rate that no line, allowance or charge has')
}

/** One reason is that of the only category without tax. */
function spreadReason(
  reason: InvoiceNode,
  groups: ReadonlyMap<string, TaxGroup>,
  mapped: ReadonlyMap<string, InvoiceNode>,
  faults: Faults,
): void {
  const exempt = [...groups].filter(([key, { category }]) => EXEMPT.has(category) && !mapped.has(key))
  const categories = [...new Set(exempt.map(([, { category }]) => category))]
  const term = reason.text('BT-120') === undefined ? 'BT-121' : 'BT-120'
  if (categories.length === 0 && reason.text(term) !== undefined)
    faults.warn(reason, term, 'is left out: no category of tax of this invoice has a reason')
  if (categories.length < 2) return
  const list = categories.join(' and ')
  faults.report(reason, term, say`is one reason for the categories ${list}: give each its own in BG-23, by its BT-118`)
}

function completeGroup(node: InvoiceNode, { category, rate, basis }: TaxGroup, reason: InvoiceNode | undefined): void {
  node.complete('BT-118', category)
  node.complete('BT-116', formatAmount(basis))
  node.complete('BT-117', formatAmount(taxOf(basis, rate)))
  if (rate) node.complete('BT-119', formatDecimal(rate))
  for (const term of ['BT-120', 'BT-121'] as const) {
    const text = reason?.text(term)
    if (reason && text !== undefined && node.text(term) === undefined)
      node.set(term, { text, span: reason.place(term).span })
  }
}

/** The parts of an invoice that say in EXTENDED why they have no tax. */
const REASONS: readonly {
  readonly group: GroupName
  readonly category: Term
  readonly rate: Term
  readonly text: Term
  readonly code: Term
}[] = [
  { group: 'BG-20', category: 'BT-95', rate: 'BT-96', text: 'BT-173', code: 'BT-174' },
  { group: 'BG-21', category: 'BT-102', rate: 'BT-103', text: 'BT-175', code: 'BT-176' },
  { group: 'BG-25', category: 'BT-151', rate: 'BT-152', text: 'BT-194', code: 'BT-195' },
]

/** What is exempt has the reason of its category, or EXTENDED does not count it for that (BR-FXEXT-E-08 and its like). */
function completeReasons(invoice: InvoiceNode, faults: Faults): void {
  const breakdown = new Map<string, InvoiceNode>()
  for (const node of invoice.all('BG-23')) breakdown.set(taxKey(node.text('BT-118'), node.decimal('BT-119')), node)
  for (const { group, category, rate, text, code } of REASONS)
    for (const node of invoice.all(group)) {
      const of = breakdown.get(taxKey(node.text(category), node.decimal(rate)))
      for (const [own, ofCategory] of [
        [text, 'BT-120'],
        [code, 'BT-121'],
      ] as const) {
        const reason = of?.text(ofCategory)
        if (reason !== undefined) node.complete(own, reason)
        if (node.text(own) !== reason) faults.report(node, own, `is not the reason of its category (${ofCategory})`)
      }
    }
}

function completeTotals(invoice: InvoiceNode): void {
  const lines = sumOf(invoice.all('BG-25'), 'BT-131')
  const allowances = sumOf(invoice.all('BG-20'), 'BT-92')
  const charges = sumOf(invoice.all('BG-21'), 'BT-99')
  const put = (term: HeaderTerm, value: Decimal) => invoice.complete(term, formatAmount(value))
  put('BT-106', lines)
  if (invoice.all('BG-20').length > 0) put('BT-107', allowances)
  if (invoice.all('BG-21').length > 0) put('BT-108', charges)
  const net = add(subtract(lines, allowances), charges)
  put('BT-109', net)
  const tax = sumOf(invoice.all('BG-23'), 'BT-117')
  put('BT-110', tax)
  put('BT-112', add(net, tax))
  const paid = invoice.decimal('BT-113') ?? ZERO
  put('BT-115', add(subtract(add(net, tax), paid), invoice.decimal('BT-114') ?? ZERO))
}
