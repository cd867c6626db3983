import { ofData, say } from '../../base/message.js'
import { taxGroups, taxKey } from '../amounts.js'
import { compare, type Decimal, isWithin, ZERO } from '../decimal.js'
import { type InvoiceNode, wrongAmount } from '../invoice-node.js'
import { hasLines } from '../levels.js'
import type { HeaderTerm, Term } from '../terms.js'
import { amount, quoted } from '../wording.js'
import type { RuleContext } from './rule-context.js'

/** What a rate in percent must be. */
interface RateRule {
  readonly what: string
  fits(rate: Decimal): boolean
}

const ABOVE_ZERO: RateRule = { what: 'above 0', fits: ({ units }) => units > 0n }
const FROM_ZERO: RateRule = { what: '0 or above', fits: ({ units }) => units >= 0n }
const NONE: RateRule = { what: '0', fits: ({ units }) => units === 0n }

/** The rules of a category of tax (UNTDID 5305). */
interface CategoryRules {
  /** Rules are named by it: `BR-S-05`. */
  readonly name: string
  readonly rate: RateRule
  /** Each of these groups has one term at least. */
  readonly needs: readonly (readonly HeaderTerm[])[]
  readonly hasReason: boolean
}

const SELLER: readonly HeaderTerm[] = ['BT-31', 'BT-32', 'BT-63']
const SELLER_VAT: readonly HeaderTerm[] = ['BT-31', 'BT-63']

const CATEGORIES: ReadonlyMap<string, CategoryRules> = new Map([
  ['S', { name: 'S', rate: ABOVE_ZERO, needs: [SELLER], hasReason: false }],
  ['Z', { name: 'Z', rate: NONE, needs: [SELLER], hasReason: false }],
  ['E', { name: 'E', rate: NONE, needs: [SELLER], hasReason: true }],
  ['AE', { name: 'AE', rate: NONE, needs: [SELLER, ['BT-48', 'BT-47']], hasReason: true }],
  [
    'K',
    { name: 'IC', rate: NONE, needs: [SELLER_VAT, ['BT-48'], ['BT-72', 'BT-73', 'BT-74'], ['BT-80']], hasReason: true },
  ],
  ['G', { name: 'G', rate: NONE, needs: [SELLER_VAT], hasReason: true }],
  ['O', { name: 'O', rate: NONE, needs: [], hasReason: true }],
  ['L', { name: 'AF', rate: FROM_ZERO, needs: [SELLER], hasReason: false }],
  ['M', { name: 'AG', rate: FROM_ZERO, needs: [SELLER], hasReason: false }],
])

const KNOWN = [...CATEGORIES.keys()].join(', ')

/** A line, allowance or charge, and what it says of its tax. */
interface Taxed {
  readonly node: InvoiceNode
  readonly category: Term
  readonly rate: Term
  /** The number of the rule about its rate. */
  readonly rule: string
}

/** Checks the categories and rates of tax, and the breakdown of them (EN 16931-1 §6.4.3). */
export function checkTaxes(context: RuleContext): void {
  const { invoice, faults, level } = context
  if (level === 'MINIMUM') return
  for (const taxed of taxedParts(invoice)) checkRate(context, taxed)
  const breakdown = invoice.all('BG-23')
  if (breakdown.length === 0)
    faults.report(invoice, 'BT-118', 'is missing: each invoice has a breakdown of taxes', 'BR-CO-18')
  checkPartiesOf(context, new Set(breakdown.map((group) => group.text('BT-118'))))
  for (const group of breakdown) checkGroup(context, group)
  if (hasLines(level)) checkBases(context)
}

function taxedParts(invoice: InvoiceNode): readonly Taxed[] {
  const all = (group: 'BG-20' | 'BG-21' | 'BG-25', category: Term, rate: Term, rule: string) =>
    invoice.all(group).map((node) => ({ node, category, rate, rule }))
  return [
    ...all('BG-25', 'BT-151', 'BT-152', '05'),
    ...all('BG-20', 'BT-95', 'BT-96', '06'),
    ...all('BG-21', 'BT-102', 'BT-103', '07'),
  ]
}

function checkRate({ faults }: RuleContext, { node, category, rate, rule }: Taxed): void {
  const code = node.text(category)
  if (code === undefined) {
    if (category !== 'BT-151')
      faults.report(node, category, node.absence(category), category === 'BT-95' ? 'BR-32' : 'BR-37')
    return
  }
  const rules = CATEGORIES.get(code)
  if (!rules) {
    faults.report(node, category, say`is ${quoted(code)}, and must be one of ${KNOWN}`, 'BR-CL-17')
    return
  }
  const percent = node.decimal(rate)
  if (code === 'O') {
    if (percent) faults.report(node, rate, 'must not be there where nothing is subject to VAT', `BR-O-${rule}`)
  } else if (!percent) faults.report(node, rate, node.absence(rate), `BR-${rules.name}-${rule}`)
  else if (!rules.rate.fits(percent)) {
    const what = say`is ${amount(percent)}, and in the category ${rules.name} must be ${rules.rate.what}`
    faults.report(node, rate, what, `BR-${rules.name}-${rule}`)
  }
}

function checkGroup({ faults, target }: RuleContext, group: InvoiceNode): void {
  for (const [term, rule] of [
    ['BT-116', 'BR-45'],
    ['BT-117', 'BR-46'],
    ['BT-118', 'BR-47'],
  ] as const)
    if (group.text(term) === undefined) faults.report(group, term, group.absence(term), rule)
  const code = group.text('BT-118')
  const rules = CATEGORIES.get(code ?? '')
  if (!rules) {
    if (code !== undefined)
      faults.report(group, 'BT-118', say`is ${quoted(code)}, and must be one of ${KNOWN}`, 'BR-CL-17')
    return
  }
  if (group.text('BT-119') === undefined && code !== 'O')
    faults.report(group, 'BT-119', group.absence('BT-119'), 'BR-48')
  const reason = group.text('BT-120') ?? group.text('BT-121')
  if (rules.hasReason && reason === undefined)
    faults.report(
      group,
      'BT-120',
      `${group.absence('BT-120')}, or BT-121: the category ${rules.name} has a reason`,
      `BR-${rules.name}-10`,
    )
  if (!rules.hasReason && reason !== undefined)
    faults.report(
      group,
      group.text('BT-120') === undefined ? 'BT-121' : 'BT-120',
      `must not be there in the category ${rules.name}`,
      `BR-${rules.name}-10`,
    )
  const exemption = EXEMPTION_OF.get(group.text('BT-121') ?? '')
  if (target === 'peppol' && exemption !== undefined && exemption.category !== code)
    faults.report(group, 'BT-121', `goes with the category ${exemption.category} alone`, exemption.rule)
}

/** Codes of exemptions that Peppol takes with one category. */
const EXEMPTION_OF: ReadonlyMap<string, { readonly category: string; readonly rule: string }> = new Map([
  ['VATEX-EU-G', { category: 'G', rule: 'PEPPOL-EN16931-P0104' }],
  ['VATEX-EU-O', { category: 'O', rule: 'PEPPOL-EN16931-P0105' }],
  ['VATEX-EU-IC', { category: 'K', rule: 'PEPPOL-EN16931-P0106' }],
  ['VATEX-EU-AE', { category: 'AE', rule: 'PEPPOL-EN16931-P0107' }],
  ['VATEX-EU-D', { category: 'E', rule: 'PEPPOL-EN16931-P0108' }],
  ['VATEX-EU-F', { category: 'E', rule: 'PEPPOL-EN16931-P0109' }],
  ['VATEX-EU-I', { category: 'E', rule: 'PEPPOL-EN16931-P0110' }],
  ['VATEX-EU-J', { category: 'E', rule: 'PEPPOL-EN16931-P0111' }],
])

function checkPartiesOf({ invoice, faults }: RuleContext, categories: ReadonlySet<string | undefined>): void {
  for (const category of categories) {
    const rules = CATEGORIES.get(category ?? '')
    for (const terms of rules?.needs ?? []) {
      const [first, ...others] = terms
      if (first === undefined || terms.some((term) => invoice.text(term) !== undefined)) continue
      const or = others.length > 0 ? ` (or ${others.join(', ')})` : ''
      const what = say`${invoice.absence(first)}${or}, which the category of tax ${ofData(category ?? '', rules?.name)} needs`
      faults.report(invoice, first, what, `BR-${rules?.name}-${ruleOfNeed(category, first)}`)
    }
  }
  if (!categories.has('O')) return
  if (categories.size > 1)
    faults.report(invoice, 'BT-118', 'cannot be right: what is not subject to VAT (O) stands beside what is', 'BR-O-11')
  for (const term of ['BT-31', 'BT-48', 'BT-63'] as const)
    if (invoice.text(term) !== undefined)
      faults.report(invoice, term, 'must not be there where nothing is subject to VAT, the category O', 'BR-O-02')
}

function ruleOfNeed(category: string | undefined, term: HeaderTerm): string {
  if (category !== 'K') return '02'
  return term === 'BT-72' ? '11' : term === 'BT-80' ? '12' : '02'
}

/** The basis of each category and rate is the sum of what is taxed so (BR-S-08 and its like). */
function checkBases({ invoice, faults }: RuleContext): void {
  const expected = new Map(taxGroups(invoice))
  for (const group of invoice.all('BG-23')) {
    const code = group.text('BT-118')
    const rules = CATEGORIES.get(code ?? '')
    const basis = group.decimal('BT-116')
    if (!rules || !basis) continue
    const key = taxKey(code, code === 'O' ? undefined : group.decimal('BT-119'))
    const found = expected.get(key)
    expected.delete(key)
    if (compare(found?.basis ?? ZERO, basis) !== 0) {
      const what = wrongAmount(basis, 'the sum of what is taxed so', found?.basis ?? ZERO)
      faults.wrongTotal(group, 'BT-116', what, `BR-${rules.name}-08`)
    }
    const tax = group.decimal('BT-117')
    if (tax && rules.rate === NONE && !isWithin(tax, ZERO, ZERO))
      faults.wrongTotal(group, 'BT-117', wrongAmount(tax, 'the tax of this category', ZERO), `BR-${rules.name}-09`)
  }
  for (const { category } of expected.values()) {
    const name = CATEGORIES.get(category)?.name
    if (name !== undefined)
      faults.report(
        invoice,
        'BT-118',
        `is missing in the breakdown for the category ${name}, which something has`,
        `BR-${name}-01`,
      )
  }
}
