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
  /** A file, in Base64. */
  | 'file'

interface TermRecord {
  readonly name: string
  readonly kind: TermKind
}

const text = (name: string): TermRecord => ({ name, kind: 'text' })
const identifier = (name: string): TermRecord => ({ name, kind: 'identifier' })
const date = (name: string): TermRecord => ({ name, kind: 'date' })
const amount = (name: string): TermRecord => ({ name, kind: 'amount' })
const number = (name: string): TermRecord => ({ name, kind: 'number' })

/** Business terms of EN 16931-1 §6.3 that an invoice has once. Those with a second number are attributes of the first. */
export const HEADER_TERMS = {
  'BT-1': text('invoice number'),
  'BT-2': date('invoice issue date'),
  'BT-3': identifier('invoice type code'),
  'BT-5': identifier('invoice currency code'),
  'BT-6': identifier('VAT accounting currency code'),
  'BT-7': date('value added tax point date'),
  'BT-8': identifier('value added tax point date code'),
  'BT-9': date('payment due date'),
  'BT-10': text('buyer reference'),
  'BT-11': text('project reference'),
  'BT-12': text('contract reference'),
  'BT-13': text('purchase order reference'),
  'BT-14': text('sales order reference'),
  'BT-15': text('receiving advice reference'),
  'BT-16': text('despatch advice reference'),
  'BT-17': text('tender or lot reference'),
  'BT-18': text('invoiced object identifier'),
  'BT-18-1': identifier('invoiced object identifier scheme'),
  'BT-19': text('buyer accounting reference'),
  'BT-20': text('payment terms'),
  'BT-23': text('business process type'),
  'BT-24': identifier('specification identifier'),
  'BT-27': text('seller name'),
  'BT-28': text('seller trading name'),
  'BT-29': text('seller identifier'),
  'BT-29-1': identifier('seller identifier scheme'),
  'BT-30': text('seller legal registration identifier'),
  'BT-30-1': identifier('seller legal registration identifier scheme'),
  'BT-31': identifier('seller VAT identifier'),
  'BT-32': text('seller tax registration identifier'),
  'BT-33': text('seller additional legal information'),
  'BT-34': identifier('seller electronic address'),
  'BT-34-1': identifier('seller electronic address scheme'),
  'BT-35': text('seller address line 1'),
  'BT-36': text('seller address line 2'),
  'BT-162': text('seller address line 3'),
  'BT-37': text('seller city'),
  'BT-38': text('seller post code'),
  'BT-39': text('seller country subdivision'),
  'BT-40': identifier('seller country code'),
  'BT-41': text('seller contact point'),
  'BT-42': text('seller contact telephone number'),
  'BT-43': identifier('seller contact email address'),
  'BT-44': text('buyer name'),
  'BT-45': text('buyer trading name'),
  'BT-46': text('buyer identifier'),
  'BT-46-1': identifier('buyer identifier scheme'),
  'BT-47': text('buyer legal registration identifier'),
  'BT-47-1': identifier('buyer legal registration identifier scheme'),
  'BT-48': identifier('buyer VAT identifier'),
  'BT-49': identifier('buyer electronic address'),
  'BT-49-1': identifier('buyer electronic address scheme'),
  'BT-50': text('buyer address line 1'),
  'BT-51': text('buyer address line 2'),
  'BT-163': text('buyer address line 3'),
  'BT-52': text('buyer city'),
  'BT-53': text('buyer post code'),
  'BT-54': text('buyer country subdivision'),
  'BT-55': identifier('buyer country code'),
  'BT-56': text('buyer contact point'),
  'BT-57': text('buyer contact telephone number'),
  'BT-58': identifier('buyer contact email address'),
  'BT-59': text('payee name'),
  'BT-60': text('payee identifier'),
  'BT-60-1': identifier('payee identifier scheme'),
  'BT-61': text('payee legal registration identifier'),
  'BT-61-1': identifier('payee legal registration identifier scheme'),
  'BT-62': text('seller tax representative name'),
  'BT-63': identifier('seller tax representative VAT identifier'),
  'BT-64': text('tax representative address line 1'),
  'BT-65': text('tax representative address line 2'),
  'BT-164': text('tax representative address line 3'),
  'BT-66': text('tax representative city'),
  'BT-67': text('tax representative post code'),
  'BT-68': text('tax representative country subdivision'),
  'BT-69': identifier('tax representative country code'),
  'BT-70': text('deliver to party name'),
  'BT-71': text('deliver to location identifier'),
  'BT-71-1': identifier('deliver to location identifier scheme'),
  'BT-72': date('actual delivery date'),
  'BT-73': date('invoicing period start date'),
  'BT-74': date('invoicing period end date'),
  'BT-75': text('deliver to address line 1'),
  'BT-76': text('deliver to address line 2'),
  'BT-165': text('deliver to address line 3'),
  'BT-77': text('deliver to city'),
  'BT-78': text('deliver to post code'),
  'BT-79': text('deliver to country subdivision'),
  'BT-80': identifier('deliver to country code'),
  'BT-81': identifier('payment means type code'),
  'BT-82': text('payment means text'),
  'BT-83': text('remittance information'),
  'BT-87': text('payment card primary account number'),
  'BT-88': text('payment card holder name'),
  'BT-89': text('mandate reference identifier'),
  'BT-90': identifier('bank assigned creditor identifier'),
  'BT-91': identifier('debited account identifier'),
  'BT-106': amount('sum of invoice line net amounts'),
  'BT-107': amount('sum of allowances on document level'),
  'BT-108': amount('sum of charges on document level'),
  'BT-109': amount('invoice total amount without VAT'),
  'BT-110': amount('invoice total VAT amount'),
  'BT-111': amount('invoice total VAT amount in accounting currency'),
  'BT-112': amount('invoice total amount with VAT'),
  'BT-113': amount('paid amount'),
  'BT-114': amount('rounding amount'),
  'BT-115': amount('amount due for payment'),
} as const satisfies Readonly<Record<string, TermRecord>>

/**
 * Terms of groups that an invoice, or one of its lines, may have more than once. BT-173 to BT-176, BT-194 and BT-195 are
 * of the next edition of EN 16931; the level EXTENDED has them already.
 */
export const GROUPS = {
  'BG-1': { 'BT-21': identifier('invoice note subject code'), 'BT-22': text('invoice note') },
  'BG-3': {
    'BT-25': text('preceding invoice reference'),
    'BT-26': date('preceding invoice issue date'),
  },
  'BG-17': {
    'BT-84': identifier('payment account identifier'),
    'BT-85': text('payment account name'),
    'BT-86': identifier('payment service provider identifier'),
  },
  'BG-20': {
    'BT-92': amount('document level allowance amount'),
    'BT-93': amount('document level allowance base amount'),
    'BT-94': number('document level allowance percentage'),
    'BT-95': identifier('document level allowance VAT category code'),
    'BT-96': number('document level allowance VAT rate'),
    'BT-97': text('document level allowance reason'),
    'BT-98': identifier('document level allowance reason code'),
    'BT-173': text('document level allowance VAT exemption reason text'),
    'BT-174': identifier('document level allowance VAT exemption reason code'),
  },
  'BG-21': {
    'BT-99': amount('document level charge amount'),
    'BT-100': amount('document level charge base amount'),
    'BT-101': number('document level charge percentage'),
    'BT-102': identifier('document level charge VAT category code'),
    'BT-103': number('document level charge VAT rate'),
    'BT-104': text('document level charge reason'),
    'BT-105': identifier('document level charge reason code'),
    'BT-175': text('document level charge VAT exemption reason text'),
    'BT-176': identifier('document level charge VAT exemption reason code'),
  },
  'BG-23': {
    'BT-116': amount('VAT category taxable amount'),
    'BT-117': amount('VAT category tax amount'),
    'BT-118': identifier('VAT category code'),
    'BT-119': number('VAT category rate'),
    'BT-120': text('VAT exemption reason text'),
    'BT-121': identifier('VAT exemption reason code'),
  },
  'BG-24': {
    'BT-122': text('supporting document reference'),
    'BT-123': text('supporting document description'),
    'BT-124': text('external document location'),
    'BT-125': { name: 'attached document', kind: 'file' },
    'BT-125-1': identifier('attached document media type'),
    'BT-125-2': text('attached document file name'),
  },
  'BG-25': {
    'BT-126': text('invoice line identifier'),
    'BT-127': text('invoice line note'),
    'BT-128': text('invoice line object identifier'),
    'BT-128-1': identifier('invoice line object identifier scheme'),
    'BT-129': number('invoiced quantity'),
    'BT-130': identifier('invoiced quantity unit of measure code'),
    'BT-131': amount('invoice line net amount'),
    'BT-132': text('referenced purchase order line reference'),
    'BT-133': text('invoice line buyer accounting reference'),
    'BT-134': date('invoice line period start date'),
    'BT-135': date('invoice line period end date'),
    'BT-146': number('item net price'),
    'BT-147': number('item price discount'),
    'BT-148': number('item gross price'),
    'BT-149': number('item price base quantity'),
    'BT-150': identifier('item price base quantity unit of measure'),
    'BT-151': identifier('invoiced item VAT category code'),
    'BT-152': number('invoiced item VAT rate'),
    'BT-153': text('item name'),
    'BT-154': text('item description'),
    'BT-155': text("item seller's identifier"),
    'BT-156': text("item buyer's identifier"),
    'BT-157': text('item standard identifier'),
    'BT-157-1': identifier('item standard identifier scheme'),
    'BT-158': text('item classification identifier'),
    'BT-158-1': identifier('item classification identifier scheme'),
    'BT-158-2': text('item classification identifier scheme version'),
    'BT-159': identifier('item country of origin'),
    'BT-194': text('invoiced item VAT exemption reason text'),
    'BT-195': identifier('invoiced item VAT exemption reason code'),
  },
  'BG-27': {
    'BT-136': amount('invoice line allowance amount'),
    'BT-137': amount('invoice line allowance base amount'),
    'BT-138': number('invoice line allowance percentage'),
    'BT-139': text('invoice line allowance reason'),
    'BT-140': identifier('invoice line allowance reason code'),
  },
  'BG-28': {
    'BT-141': amount('invoice line charge amount'),
    'BT-142': amount('invoice line charge base amount'),
    'BT-143': number('invoice line charge percentage'),
    'BT-144': text('invoice line charge reason'),
    'BT-145': identifier('invoice line charge reason code'),
  },
  'BG-32': { 'BT-160': text('item attribute name'), 'BT-161': text('item attribute value') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TermRecord>>>>

export type GroupName = keyof typeof GROUPS
export type HeaderTerm = keyof typeof HEADER_TERMS
type KeysOf<T> = T extends unknown ? keyof T : never
export type Term = HeaderTerm | KeysOf<(typeof GROUPS)[GroupName]>

/** Groups of a line; the others are groups of the invoice. */
export const LINE_GROUPS = ['BG-27', 'BG-28', 'BG-32'] as const satisfies readonly GroupName[]

/** Terms of groups that a mapping may write beside those of the invoice, for one repetition. */
export const FLAT_TERMS: ReadonlyMap<string, GroupName> = new Map([
  ...(['BG-1', 'BG-3', 'BG-17'] as const).flatMap((group) =>
    Object.keys(GROUPS[group]).map((term) => [term, group] as const),
  ),
  // Why an invoice has no tax, where one of its categories has none.
  ['BT-120', 'BG-23'],
  ['BT-121', 'BG-23'],
])

const ALL: ReadonlyMap<string, TermRecord> = new Map(
  [HEADER_TERMS, ...Object.values(GROUPS)].flatMap((terms): [string, TermRecord][] => Object.entries(terms)),
)

export function kindOf(term: Term): TermKind {
  return ALL.get(term)?.kind ?? 'text'
}

/** `BT-1 (invoice number)`, as messages call a term. */
export function describeTerm(term: Term): string {
  return `${term} (${ALL.get(term)?.name})`
}
