import { ofData, say } from '../base/message.js'
import type { Invoice } from './build-invoice.js'
import { COUNTRIES, type CodeList, CURRENCIES, INVOICE_TYPES, PAYMENT_MEANS } from './code-lists.js'
import { amount, quoted, type TermValues } from './invoice-values.js'
import type { HeaderTerm, Term } from './terms.js'

/** A line, allowance or charge, and what it says of its tax. */
interface Taxed {
  readonly values: TermValues
  readonly category: Term
  readonly rate: Term
  /** The number of the rule about its rate. */
  readonly rule: string
  readonly vat: Invoice['lines'][number]['vat']
}

/** What a rate in percent must be. */
interface RateRule {
  readonly what: string
  fits(units: bigint): boolean
}

const ABOVE_ZERO: RateRule = { what: 'above 0', fits: (units) => units > 0n }
const FROM_ZERO: RateRule = { what: '0 or above', fits: (units) => units >= 0n }
const ZERO: RateRule = { what: '0', fits: (units) => units === 0n }

/** The rules of a category of tax (UNTDID 5305). */
interface CategoryRules {
  /** Rules are named by it: `BR-S-05`. */
  readonly name: string
  readonly rate: RateRule
  /** Each of these groups has one term at least. */
  readonly needs: readonly (readonly HeaderTerm[])[]
}

const SELLER: readonly HeaderTerm[] = ['BT-31', 'BT-32']

const CATEGORIES: ReadonlyMap<string, CategoryRules> = new Map([
  ['S', { name: 'S', rate: ABOVE_ZERO, needs: [SELLER] }],
  ['Z', { name: 'Z', rate: ZERO, needs: [SELLER] }],
  ['E', { name: 'E', rate: ZERO, needs: [SELLER] }],
  ['AE', { name: 'AE', rate: ZERO, needs: [SELLER, ['BT-48']] }],
  ['K', { name: 'IC', rate: ZERO, needs: [['BT-31'], ['BT-48'], ['BT-72'], ['BT-80']] }],
  ['G', { name: 'G', rate: ZERO, needs: [['BT-31']] }],
  ['O', { name: 'O', rate: ZERO, needs: [] }],
  ['L', { name: 'AF', rate: FROM_ZERO, needs: [SELLER] }],
  ['M', { name: 'AG', rate: FROM_ZERO, needs: [SELLER] }],
])

/**
 * Checks what EN 16931 asks of an invoice beside its sums, as far as its terms can be mapped: codes, taxes, and what
 * parties and payment must say.
 *
 * @throws TemplateError at the term that is wrong or missing
 */
export function checkRules(invoice: Invoice): void {
  checkCodes(invoice)
  for (const { values, price } of invoice.lines)
    if (price.units < 0n) values.refuse('BT-146', 'is negative: give the quantity the sign (BR-27)')
  for (const taxed of taxedParts(invoice)) checkRate(taxed)
  checkParties(invoice)
  checkPayment(invoice)
}

function checkCodes({ header, lines }: Invoice): void {
  requireCode(header, 'BT-3', INVOICE_TYPES)
  requireCode(header, 'BT-5', CURRENCIES)
  for (const term of ['BT-40', 'BT-55', 'BT-80'] as const) requireCode(header, term, COUNTRIES)
  requireCode(header, 'BT-81', PAYMENT_MEANS)
  requireForm(header, 'BT-121', /^VATEX-[A-Z\d-]+$/, 'a code such as VATEX-EU-AE (BR-CL-22)')
  for (const { values } of lines)
    requireForm(values, 'BT-130', /^[A-Z\d]{1,3}$/, 'a unit of UN/ECE Recommendation 20, such as HUR (BR-CL-23)')
  // The prefix of a VAT identifier is that of its country; Greece has another one there.
  for (const term of ['BT-31', 'BT-48'] as const) {
    const prefix = header.text(term)?.slice(0, 2)
    if (prefix !== undefined && prefix !== 'EL' && !COUNTRIES.codes.has(prefix))
      header.refuse(term, 'must begin with the code of its country, such as DE (BR-CO-09)')
  }
}

function requireCode(values: TermValues, term: Term, { codes, what }: CodeList): void {
  const code = values.text(term)
  if (code !== undefined && !codes.has(code)) values.refuse(term, say`is ${quoted(code)}, and must be ${what}`)
}

function requireForm(values: TermValues, term: Term, form: RegExp, what: string): void {
  const code = values.text(term)
  if (code !== undefined && !form.test(code)) values.refuse(term, say`is ${quoted(code)}, and must be ${what}`)
}

function taxedParts({ lines, allowancesAndCharges }: Invoice): readonly Taxed[] {
  return [
    ...lines.map(({ values, vat }) => ({ values, vat, category: 'BT-151', rate: 'BT-152', rule: '05' }) as const),
    ...allowancesAndCharges.map(({ values, vat, kind }) =>
      kind === 'allowance'
        ? ({ values, vat, category: 'BT-95', rate: 'BT-96', rule: '06' } as const)
        : ({ values, vat, category: 'BT-102', rate: 'BT-103', rule: '07' } as const),
    ),
  ]
}

function checkRate({ values, vat, category, rate, rule }: Taxed): void {
  const rules = CATEGORIES.get(vat.category)
  if (!rules) {
    const known = [...CATEGORIES.keys()].join(', ')
    values.refuse(category, say`is ${quoted(vat.category)}, and must be one of ${known} (BR-CL-17)`)
  } else if (vat.rate && !rules.rate.fits(vat.rate.units)) {
    const given = say`is ${amount(vat.rate)}, and in the category ${rules.name} must be ${rules.rate.what}`
    values.refuse(rate, say`${given} (BR-${rules.name}-${rule})`)
  }
}

function checkParties({ header, breakdown }: Invoice): void {
  for (const { category } of breakdown) {
    const rules = CATEGORIES.get(category)
    for (const terms of rules?.needs ?? []) {
      const [first] = terms
      if (first === undefined || terms.some((term) => header.text(term) !== undefined)) continue
      const others = terms.length > 1 ? ` (or ${terms.slice(1).join(', ')})` : ''
      header.refuse(
        first,
        say`${header.absence(first)}${others}, which the category of tax ${ofData(category, rules?.name)} needs`,
      )
    }
  }
  if (breakdown.some(({ category }) => category === 'O')) {
    if (breakdown.length > 1)
      header.refuse('BT-31', 'cannot be right: what is not subject to VAT (O) stands beside what is (BR-O-11)')
    for (const term of ['BT-31', 'BT-48'] as const)
      if (header.text(term) !== undefined)
        header.refuse(term, 'must not be there where nothing is subject to VAT, the category O (BR-O-02)')
  }
  if (!(['BT-29', 'BT-30', 'BT-31'] as const).some((term) => header.text(term) !== undefined))
    header.refuse('BT-31', `${header.absence('BT-31')}; the seller needs it, or BT-29 or BT-30 (BR-CO-26)`)
}

/** 30 and 58 of UNTDID 4461. */
const CREDIT_TRANSFERS: ReadonlySet<string | undefined> = new Set(['30', '58'])

function checkPayment({ header, totals }: Invoice): void {
  if (totals.due.units > 0n && header.date('BT-9') === undefined && header.text('BT-20') === undefined)
    header.refuse('BT-9', `${header.absence('BT-9')}, or BT-20 (payment terms): something is to be paid (BR-CO-25)`)
  if (CREDIT_TRANSFERS.has(header.text('BT-81')) && header.text('BT-84') === undefined)
    header.refuse('BT-84', `${header.absence('BT-84')}: a credit transfer goes to an account (BR-61)`)
}
