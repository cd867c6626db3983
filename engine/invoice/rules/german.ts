import { say } from '../../base/message.js'
import { XRECHNUNG_GUIDELINE } from '../editions.js'
import type { InvoiceNode } from '../invoice-node.js'
import type { HeaderTerm } from '../terms.js'
import { quoted } from '../wording.js'
import { isIban } from './iban.js'
import { DIRECT_DEBITS } from './required.js'
import { type RuleContext, requireOneOf, requireTerm } from './rule-context.js'

/** Terms that XRechnung has always. */
const REQUIRED: readonly (readonly [HeaderTerm, string])[] = [
  ['BT-81', 'BR-DE-1'],
  ['BT-37', 'BR-DE-3'],
  ['BT-38', 'BR-DE-4'],
  ['BT-41', 'BR-DE-5'],
  ['BT-42', 'BR-DE-6'],
  ['BT-43', 'BR-DE-7'],
  ['BT-52', 'BR-DE-8'],
  ['BT-53', 'BR-DE-9'],
  ['BT-10', 'BR-DE-15'],
  ['BT-23', 'PEPPOL-EN16931-R001'],
  ['BT-49', 'PEPPOL-EN16931-R010'],
  ['BT-34', 'PEPPOL-EN16931-R020'],
]

/** Types of invoices that XRechnung has (BR-DE-17). */
const TYPES: ReadonlySet<string> = new Set(['326', '380', '381', '384', '389', '875', '876', '877'])

const CARDS: ReadonlySet<string> = new Set(['48', '54', '55'])
const TRANSFERS: ReadonlySet<string> = new Set(['30', '58'])

/** Terms of payment that programs read: days and percent of a discount for early payment (BR-DE-18). */
const DISCOUNT = /^#(?:SKONTO|VERZUG)#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/

/** Checks the rules of XRechnung that go beyond EN 16931. */
export function checkXRechnung(context: RuleContext): void {
  const { invoice, faults } = context
  for (const [term, rule] of REQUIRED) requireTerm(context, invoice, term, rule)
  const type = invoice.text('BT-3')
  if (type !== undefined && !TYPES.has(type))
    faults.report(
      invoice,
      'BT-3',
      say`is ${quoted(type)}, and in XRechnung must be one of ${[...TYPES].join(', ')}`,
      'BR-DE-17',
    )
  if (type === '384' && invoice.all('BG-3').length === 0)
    faults.warn(
      invoice,
      'BT-3',
      'is that of a correction, which should name the invoice that it corrects (BG-3)',
      'BR-DE-26',
    )
  if (!XRECHNUNG_GUIDELINE.test(invoice.text('BT-24') ?? ''))
    faults.report(invoice, 'BT-24', 'is not that of XRechnung', 'BR-DE-21')
  if (invoice.all('BG-23').some((group) => group.text('BT-118') !== 'O'))
    requireOneOf(context, invoice, ['BT-31', 'BT-32', 'BT-63'], '', 'BR-DE-16')
  for (const group of invoice.all('BG-23'))
    if (group.text('BT-119') === undefined)
      faults.report(group, 'BT-119', `${group.absence('BT-119')}: XRechnung has it in each category`, 'BR-DE-14')
  if (invoice.text('BT-80') !== undefined) {
    requireTerm(context, invoice, 'BT-77', 'BR-DE-10')
    requireTerm(context, invoice, 'BT-78', 'BR-DE-11')
  }
  checkPayment(context)
  checkTermsOfPayment(context)
  checkContact(context)
  checkFiles(context)
}

function checkPayment(context: RuleContext): void {
  const { invoice, faults } = context
  const means = invoice.text('BT-81') ?? ''
  const accounts = invoice.all('BG-17')
  const card = invoice.text('BT-87')
  const debit = invoice.text('BT-89') ?? invoice.text('BT-91')
  if (TRANSFERS.has(means) && (card ?? debit) !== undefined)
    faults.report(
      invoice,
      'BT-81',
      'is a credit transfer, beside which no card and no direct debit may stand',
      'BR-DE-23-b',
    )
  if (CARDS.has(means)) {
    requireTerm(context, invoice, 'BT-87', 'BR-DE-24-a')
    if (accounts.length > 0 || debit !== undefined)
      faults.report(invoice, 'BT-81', 'is a card, beside which no transfer and no direct debit may stand', 'BR-DE-24-b')
  }
  if (means === '59') {
    requireTerm(context, invoice, 'BT-89', 'BR-DE-25-a')
    if (accounts.length > 0 || card !== undefined)
      faults.report(invoice, 'BT-81', 'is a direct debit, beside which no transfer and no card may stand', 'BR-DE-25-b')
  }
  if (DIRECT_DEBITS.has(means) || debit !== undefined) {
    requireTerm(context, invoice, 'BT-90', 'BR-DE-30')
    requireTerm(context, invoice, 'BT-91', 'BR-DE-31')
  }
  for (const account of accounts) checkAccount(context, account, means)
  const debited = invoice.text('BT-91')
  if (means === '59' && debited !== undefined && !isIban(debited))
    faults.warn(invoice, 'BT-91', say`is ${quoted(debited)}, which is no IBAN`, 'BR-DE-20')
}

function checkAccount({ faults }: RuleContext, account: InvoiceNode, means: string): void {
  const number = account.text('BT-84')
  if (means === '58' && number !== undefined && !isIban(number))
    faults.warn(account, 'BT-84', say`is ${quoted(number)}, which is no IBAN`, 'BR-DE-19')
}

function checkTermsOfPayment({ invoice, faults }: RuleContext): void {
  const text = invoice.text('BT-20')
  if (text === undefined || !text.includes('#')) return
  const lines = text.split('\n')
  const programs = lines.filter((line) => line.trim().startsWith('#'))
  const wrong = programs.find((line) => !DISCOUNT.test(line.trim()))
  if (wrong !== undefined)
    faults.report(
      invoice,
      'BT-20',
      say`has the line ${quoted(wrong)}, which is not such as #SKONTO#TAGE=14#PROZENT=2.00#`,
      'BR-DE-18',
    )
  else if (programs.length > 0 && lines.at(-1)?.trim() !== '')
    faults.report(invoice, 'BT-20', 'must end with a line break behind #SKONTO#', 'BR-DE-18')
}

function checkContact({ invoice, faults }: RuleContext): void {
  const phone = invoice.text('BT-42')
  if (phone !== undefined && phone.replace(/\D/g, '').length < 3)
    faults.warn(invoice, 'BT-42', 'has fewer than three digits', 'BR-DE-27')
  const mail = invoice.text('BT-43')
  if (mail !== undefined && !/^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/.test(mail))
    faults.warn(invoice, 'BT-43', say`is ${quoted(mail)}, which is no address of mail`, 'BR-DE-28')
}

function checkFiles({ invoice, faults }: RuleContext): void {
  const names = new Set<string>()
  for (const document of invoice.all('BG-24')) {
    const name = document.text('BT-125-2')?.toLowerCase()
    if (name === undefined) continue
    if (names.has(name)) faults.report(document, 'BT-125-2', 'is the name of another file too', 'BR-DE-22')
    names.add(name)
  }
}
