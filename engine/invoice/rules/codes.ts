import { say } from '../../base/message.js'
import type { InvoiceNode } from '../invoice-node.js'
import type { CodeList } from '../tables/code-list.js'
import {
  ADDRESS_SCHEMES,
  ALLOWANCE_REASONS,
  CHARGE_REASONS,
  COUNTRIES,
  CURRENCIES,
  EXEMPTIONS,
  IDENTIFIER_SCHEMES,
  INVOICE_TYPES,
  ITEM_CLASSES,
  LEGAL_SCHEMES,
  MEDIA_TYPES,
  NOTE_SUBJECTS,
  PAYMENT_MEANS,
  REFERENCE_TYPES,
  UNITS,
} from '../tables/code-lists.js'
import type { GroupName, HeaderTerm, Term } from '../terms.js'
import { quoted } from '../wording.js'
import type { RuleContext } from './rule-context.js'

const HEADER: readonly (readonly [HeaderTerm, CodeList, rule?: string])[] = [
  ['BT-5', CURRENCIES],
  ['BT-6', CURRENCIES, 'BR-CL-05'],
  ['BT-18-1', REFERENCE_TYPES],
  ['BT-29-1', IDENTIFIER_SCHEMES],
  ['BT-30-1', LEGAL_SCHEMES],
  ['BT-34-1', ADDRESS_SCHEMES],
  ['BT-40', COUNTRIES],
  ['BT-46-1', IDENTIFIER_SCHEMES],
  ['BT-47-1', LEGAL_SCHEMES],
  ['BT-49-1', ADDRESS_SCHEMES],
  ['BT-55', COUNTRIES],
  ['BT-60-1', IDENTIFIER_SCHEMES],
  ['BT-61-1', LEGAL_SCHEMES],
  ['BT-69', COUNTRIES],
  ['BT-71-1', IDENTIFIER_SCHEMES, 'BR-CL-26'],
  ['BT-80', COUNTRIES],
  ['BT-81', PAYMENT_MEANS],
]

const IN_GROUPS: readonly (readonly [GroupName, Term, CodeList, rule?: string])[] = [
  ['BG-1', 'BT-21', NOTE_SUBJECTS],
  ['BG-20', 'BT-98', ALLOWANCE_REASONS],
  ['BG-21', 'BT-105', CHARGE_REASONS],
  ['BG-20', 'BT-174', EXEMPTIONS],
  ['BG-21', 'BT-176', EXEMPTIONS],
  ['BG-23', 'BT-121', EXEMPTIONS],
  ['BG-24', 'BT-125-1', MEDIA_TYPES],
  ['BG-25', 'BT-128-1', REFERENCE_TYPES],
  ['BG-25', 'BT-130', UNITS],
  ['BG-25', 'BT-150', UNITS],
  ['BG-25', 'BT-157-1', IDENTIFIER_SCHEMES, 'BR-CL-21'],
  ['BG-25', 'BT-158-1', ITEM_CLASSES],
  ['BG-25', 'BT-159', COUNTRIES, 'BR-CL-15'],
  ['BG-25', 'BT-195', EXEMPTIONS],
]

/** Points of time of UNTDID 2005 (BR-CL-06). */
const TAX_POINTS: ReadonlySet<string> = new Set(['3', '35', '432'])

/** Checks codes by the lists of the target. */
export function checkCodes(context: RuleContext): void {
  const { invoice, faults, types = INVOICE_TYPES } = context
  requireCode(context, invoice, 'BT-3', types)
  for (const [term, list, rule] of HEADER) requireCode(context, invoice, term, list, rule)
  for (const [group, term, list, rule] of IN_GROUPS)
    for (const node of invoice.all(group)) requireCode(context, node, term, list, rule)
  for (const line of invoice.all('BG-25')) {
    for (const node of line.all('BG-27')) requireCode(context, node, 'BT-140', ALLOWANCE_REASONS)
    for (const node of line.all('BG-28')) requireCode(context, node, 'BT-145', CHARGE_REASONS)
  }
  const point = invoice.text('BT-8')
  if (point !== undefined && !TAX_POINTS.has(point))
    faults.report(invoice, 'BT-8', say`is ${quoted(point)}, and must be 3, 35 or 432`, 'BR-CL-06')
  // The prefix of a VAT identifier is that of its country; Greece has another one there.
  for (const term of ['BT-31', 'BT-48', 'BT-63'] as const) {
    const prefix = invoice.text(term)?.slice(0, 2)
    if (prefix !== undefined && prefix !== 'EL' && !COUNTRIES.has(prefix, 'en16931'))
      faults.report(invoice, term, 'must begin with the code of its country, such as DE', 'BR-CO-09')
  }
}

/** Targets as messages call them. */
const TARGETS = { en16931: 'EN 16931', facturX: 'Factur-X', xrechnung: 'XRechnung', peppol: 'Peppol' } as const

function requireCode(
  { faults, target, isForeign }: RuleContext,
  node: InvoiceNode,
  term: Term,
  list: CodeList,
  rule = list.rule,
): void {
  const code = node.text(term)
  if (code === undefined || list.has(code, target)) return
  // The schematron of EN 16931 takes these in small letters; Factur-X does not.
  if (isForeign && list === EXEMPTIONS && target !== 'facturX' && list.has(code.toUpperCase(), target)) {
    faults.warn(node, term, say`is ${quoted(code)}, and must be in capital letters`, rule)
    return
  }
  const elsewhere = target !== 'en16931' && list.has(code, 'en16931') ? `, which ${TARGETS[target]} does not have` : ''
  faults.report(node, term, say`is ${quoted(code)}${elsewhere}, and must be ${list.what}`, rule)
}
