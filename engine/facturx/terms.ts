/** The type of a term's value. */
export type TermKind =
  | 'text'
  /** Written without blanks: tax numbers, account numbers, codes. */
  | 'identifier'
  | 'date'
  /** In the currency of the invoice, with two digits behind the point. */
  | 'amount'
  /** A quantity, a price, a rate in percent. */
  | 'number'

interface TermRecord {
  readonly name: string
  readonly kind: TermKind
}

const text = (name: string): TermRecord => ({ name, kind: 'text' })
const identifier = (name: string): TermRecord => ({ name, kind: 'identifier' })
const date = (name: string): TermRecord => ({ name, kind: 'date' })
const amount = (name: string): TermRecord => ({ name, kind: 'amount' })
const number = (name: string): TermRecord => ({ name, kind: 'number' })

/** Business terms of an invoice as a whole (EN 16931-1 §6.3) that a mapping can have. */
export const HEADER_TERMS = {
  'BT-1': text('invoice number'),
  'BT-2': date('invoice issue date'),
  'BT-3': identifier('invoice type code'),
  'BT-5': identifier('invoice currency code'),
  'BT-9': date('payment due date'),
  'BT-10': text('buyer reference'),
  'BT-12': text('contract reference'),
  'BT-13': text('purchase order reference'),
  'BT-20': text('payment terms'),
  'BT-22': text('invoice note'),
  'BT-23': text('business process type'),
  'BT-27': text('seller name'),
  'BT-29': text('seller identifier'),
  'BT-30': text('seller legal registration identifier'),
  'BT-31': identifier('seller VAT identifier'),
  'BT-32': text('seller tax registration identifier'),
  'BT-34': identifier('seller electronic address'),
  'BT-35': text('seller address line 1'),
  'BT-36': text('seller address line 2'),
  'BT-37': text('seller city'),
  'BT-38': text('seller post code'),
  'BT-40': identifier('seller country code'),
  'BT-41': text('seller contact point'),
  'BT-42': text('seller contact telephone number'),
  'BT-43': identifier('seller contact email address'),
  'BT-44': text('buyer name'),
  'BT-46': text('buyer identifier'),
  'BT-48': identifier('buyer VAT identifier'),
  'BT-49': identifier('buyer electronic address'),
  'BT-50': text('buyer address line 1'),
  'BT-51': text('buyer address line 2'),
  'BT-52': text('buyer city'),
  'BT-53': text('buyer post code'),
  'BT-55': identifier('buyer country code'),
  'BT-72': date('actual delivery date'),
  'BT-80': identifier('deliver to country code'),
  'BT-81': identifier('payment means type code'),
  'BT-83': text('remittance information'),
  'BT-84': identifier('payment account identifier'),
  'BT-85': text('payment account name'),
  'BT-86': identifier('payment service provider identifier'),
  'BT-106': amount('sum of invoice line net amounts'),
  'BT-107': amount('sum of allowances on document level'),
  'BT-108': amount('sum of charges on document level'),
  'BT-109': amount('invoice total amount without VAT'),
  'BT-110': amount('invoice total VAT amount'),
  'BT-112': amount('invoice total amount with VAT'),
  'BT-113': amount('paid amount'),
  'BT-114': amount('rounding amount'),
  'BT-115': amount('amount due for payment'),
  'BT-120': text('VAT exemption reason text'),
  'BT-121': identifier('VAT exemption reason code'),
} as const satisfies Readonly<Record<string, TermRecord>>

/** Terms of each allowance on the document as a whole. */
export const ALLOWANCE_TERMS = {
  'BT-92': amount('document level allowance amount'),
  'BT-95': identifier('document level allowance VAT category code'),
  'BT-96': number('document level allowance VAT rate'),
  'BT-97': text('document level allowance reason'),
} as const satisfies Readonly<Record<string, TermRecord>>

/** Terms of each charge on the document as a whole. */
export const CHARGE_TERMS = {
  'BT-99': amount('document level charge amount'),
  'BT-102': identifier('document level charge VAT category code'),
  'BT-103': number('document level charge VAT rate'),
  'BT-104': text('document level charge reason'),
} as const satisfies Readonly<Record<string, TermRecord>>

/** Terms of each line. */
export const LINE_TERMS = {
  'BT-126': text('invoice line identifier'),
  'BT-129': number('invoiced quantity'),
  'BT-130': identifier('invoiced quantity unit of measure code'),
  'BT-131': amount('invoice line net amount'),
  'BT-146': number('item net price'),
  'BT-151': identifier('invoiced item VAT category code'),
  'BT-152': number('invoiced item VAT rate'),
  'BT-153': text('item name'),
  'BT-154': text('item description'),
  'BT-155': text("item seller's identifier"),
} as const satisfies Readonly<Record<string, TermRecord>>

/** Groups of terms that a list of the data repeats. */
export const GROUPS = { 'BG-20': ALLOWANCE_TERMS, 'BG-21': CHARGE_TERMS, 'BG-25': LINE_TERMS } as const

export type HeaderTerm = keyof typeof HEADER_TERMS
export type AllowanceTerm = keyof typeof ALLOWANCE_TERMS
export type ChargeTerm = keyof typeof CHARGE_TERMS
export type LineTerm = keyof typeof LINE_TERMS
export type GroupName = keyof typeof GROUPS
export type Term = HeaderTerm | AllowanceTerm | ChargeTerm | LineTerm

const ALL: Readonly<Record<Term, TermRecord>> = {
  ...HEADER_TERMS,
  ...ALLOWANCE_TERMS,
  ...CHARGE_TERMS,
  ...LINE_TERMS,
}

export function kindOf(term: Term): TermKind {
  return ALL[term].kind
}

/** `BT-1 (invoice number)`, as messages call a term. */
export function describeTerm(term: Term): string {
  return `${term} (${ALL[term].name})`
}
