import { escapeXml } from '../pdf/xmp.js'
import type { AllowanceOrCharge, Invoice, InvoiceLine, VatBreakdown } from './build-invoice.js'
import { ADDRESS_SCHEMES } from './code-lists.js'
import { type Decimal, formatAmount, formatDecimal } from './decimal.js'
import type { TermValues } from './invoice-values.js'
import type { HeaderTerm } from './terms.js'

/**
 * Writes an invoice as a `CrossIndustryInvoice` of the level EN 16931 (UN/CEFACT D16B). The order of elements is that
 * of its schema.
 */
export function writeCii(invoice: Invoice): string {
  const { header } = invoice
  const process = header.text('BT-23')
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" \
xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" \
xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext>${
    group('BusinessProcessSpecifiedDocumentContextParameter', leaf('ID', process)) +
    group('GuidelineSpecifiedDocumentContextParameter', leaf('ID', 'urn:cen.eu:en16931:2017'))
  }</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${
    leaf('ID', header.requiredText('BT-1')) +
    leaf('TypeCode', header.text('BT-3') ?? '380') +
    dateOf('IssueDateTime', header.date('BT-2') ?? header.missing('BT-2')) +
    group('IncludedNote', leaf('Content', header.text('BT-22')))
  }</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${invoice.lines.map(line).join('\n')}
${agreement(header)}
<ram:ApplicableHeaderTradeDelivery>${
    group('ShipToTradeParty', group('PostalTradeAddress', leaf('CountryID', header.text('BT-80')))) +
    group('ActualDeliverySupplyChainEvent', dateOf('OccurrenceDateTime', header.date('BT-72')))
  }</ram:ApplicableHeaderTradeDelivery>
${settlement(invoice)}
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

function line({ values, id, quantity, price, net, vat }: InvoiceLine): string {
  const unit = values.text('BT-130') ?? 'C62'
  return group(
    'IncludedSupplyChainTradeLineItem',
    group('AssociatedDocumentLineDocument', leaf('LineID', id)) +
      group(
        'SpecifiedTradeProduct',
        leaf('SellerAssignedID', values.text('BT-155')) +
          leaf('Name', values.requiredText('BT-153')) +
          leaf('Description', values.text('BT-154')),
      ) +
      group(
        'SpecifiedLineTradeAgreement',
        group('NetPriceProductTradePrice', leaf('ChargeAmount', formatDecimal(price))),
      ) +
      group('SpecifiedLineTradeDelivery', leaf('BilledQuantity', formatDecimal(quantity), { unitCode: unit })) +
      group(
        'SpecifiedLineTradeSettlement',
        taxOf('ApplicableTradeTax', vat) +
          group('SpecifiedTradeSettlementLineMonetarySummation', amount('LineTotalAmount', net)),
      ),
  )
}

function agreement(header: TermValues): string {
  return group(
    'ApplicableHeaderTradeAgreement',
    leaf('BuyerReference', header.text('BT-10')) +
      party(header, 'SellerTradeParty', SELLER) +
      party(header, 'BuyerTradeParty', BUYER) +
      group('BuyerOrderReferencedDocument', leaf('IssuerAssignedID', header.text('BT-13'))) +
      group('ContractReferencedDocument', leaf('IssuerAssignedID', header.text('BT-12'))),
  )
}

/** The terms of a party. */
type PartyTerms = Readonly<
  Record<'name' | 'id' | 'vatId' | 'address' | 'line1' | 'line2' | 'city' | 'postcode' | 'country', HeaderTerm>
> &
  Readonly<Partial<Record<'registration' | 'taxNumber' | 'contact' | 'phone' | 'email', HeaderTerm>>>

const SELLER: PartyTerms = {
  name: 'BT-27',
  id: 'BT-29',
  registration: 'BT-30',
  vatId: 'BT-31',
  taxNumber: 'BT-32',
  address: 'BT-34',
  line1: 'BT-35',
  line2: 'BT-36',
  city: 'BT-37',
  postcode: 'BT-38',
  country: 'BT-40',
  contact: 'BT-41',
  phone: 'BT-42',
  email: 'BT-43',
}

const BUYER: PartyTerms = {
  name: 'BT-44',
  id: 'BT-46',
  vatId: 'BT-48',
  address: 'BT-49',
  line1: 'BT-50',
  line2: 'BT-51',
  city: 'BT-52',
  postcode: 'BT-53',
  country: 'BT-55',
}

function party(header: TermValues, role: string, terms: PartyTerms): string {
  const text = (term: HeaderTerm | undefined) => term && header.text(term)
  return group(
    role,
    leaf('ID', text(terms.id)) +
      leaf('Name', header.requiredText(terms.name)) +
      group('SpecifiedLegalOrganization', leaf('ID', text(terms.registration))) +
      group(
        'DefinedTradeContact',
        leaf('PersonName', text(terms.contact)) +
          group('TelephoneUniversalCommunication', leaf('CompleteNumber', text(terms.phone))) +
          group('EmailURIUniversalCommunication', leaf('URIID', text(terms.email))),
      ) +
      group(
        'PostalTradeAddress',
        leaf('PostcodeCode', text(terms.postcode)) +
          leaf('LineOne', text(terms.line1)) +
          leaf('LineTwo', text(terms.line2)) +
          leaf('CityName', text(terms.city)) +
          leaf('CountryID', header.requiredText(terms.country)),
      ) +
      group('URIUniversalCommunication', electronicAddress(header, terms.address)) +
      group('SpecifiedTaxRegistration', leaf('ID', text(terms.vatId), { schemeID: 'VA' })) +
      group('SpecifiedTaxRegistration', leaf('ID', text(terms.taxNumber), { schemeID: 'FC' })),
  )
}

/** An address of electronic mail, or one of another scheme in the form `0204:991-12345-67`. */
function electronicAddress(header: TermValues, term: HeaderTerm): string {
  const address = header.text(term)
  const [, scheme, identifier] = (address && /^(\d{4}):(.+)$/.exec(address)) || []
  if (scheme === undefined) {
    if (address === undefined || address.includes('@')) return leaf('URIID', address, { schemeID: 'EM' })
    return header.refuse(term, `is "${address.slice(0, 40)}", no e-mail address and none such as 0204:991-12345-67`)
  }
  const { codes, what } = ADDRESS_SCHEMES
  if (codes.has(scheme)) return leaf('URIID', identifier, { schemeID: scheme })
  return header.refuse(term, `begins with ${scheme}, which must be ${what}`)
}

function settlement({ header, breakdown, allowancesAndCharges, totals }: Invoice): string {
  const currency = header.requiredText('BT-5')
  const { allowances, charges, paid, rounding } = totals
  return group(
    'ApplicableHeaderTradeSettlement',
    leaf('PaymentReference', header.text('BT-83')) +
      leaf('InvoiceCurrencyCode', currency) +
      paymentMeans(header) +
      breakdown.map((tax) => breakdownOf(tax, header)).join('') +
      allowancesAndCharges.map(allowanceOrCharge).join('') +
      group(
        'SpecifiedTradePaymentTerms',
        leaf('Description', header.text('BT-20')) + dateOf('DueDateDateTime', header.date('BT-9')),
      ) +
      group(
        'SpecifiedTradeSettlementHeaderMonetarySummation',
        amount('LineTotalAmount', totals.lines) +
          optionalAmount('ChargeTotalAmount', charges) +
          optionalAmount('AllowanceTotalAmount', allowances) +
          amount('TaxBasisTotalAmount', totals.net) +
          leaf('TaxTotalAmount', formatAmount(totals.tax), { currencyID: currency }) +
          optionalAmount('RoundingAmount', rounding) +
          amount('GrandTotalAmount', totals.gross) +
          optionalAmount('TotalPrepaidAmount', paid) +
          amount('DuePayableAmount', totals.due),
      ),
  )
}

function paymentMeans(header: TermValues): string {
  const account = header.text('BT-84')
  // 58 of UNTDID 4461 is a SEPA credit transfer.
  const code = header.text('BT-81') ?? (account === undefined ? undefined : '58')
  if (code === undefined) return ''
  return group(
    'SpecifiedTradeSettlementPaymentMeans',
    leaf('TypeCode', code) +
      (account === undefined
        ? ''
        : group(
            'PayeePartyCreditorFinancialAccount',
            leaf('IBANID', account) + leaf('AccountName', header.text('BT-85')),
          ) + group('PayeeSpecifiedCreditorFinancialInstitution', leaf('BICID', header.text('BT-86')))),
  )
}

/** Categories whose tax is none, for a reason that must be said (BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
const EXEMPT = new Set(['E', 'AE', 'K', 'G', 'O'])

function breakdownOf({ category, rate, basis, tax }: VatBreakdown, header: TermValues): string {
  const exempt = EXEMPT.has(category)
  const code = exempt ? header.text('BT-121') : undefined
  const reason = exempt
    ? (header.text('BT-120') ?? (code === undefined ? header.missing('BT-120') : undefined))
    : undefined
  return group(
    'ApplicableTradeTax',
    amount('CalculatedAmount', tax) +
      leaf('TypeCode', 'VAT') +
      leaf('ExemptionReason', reason) +
      amount('BasisAmount', basis) +
      leaf('CategoryCode', category) +
      leaf('ExemptionReasonCode', code) +
      leaf('RateApplicablePercent', rate && formatDecimal(rate)),
  )
}

function allowanceOrCharge({ kind, amount: actual, reason, vat }: AllowanceOrCharge): string {
  const indicator = `<ram:ChargeIndicator><udt:Indicator>${kind === 'charge'}</udt:Indicator></ram:ChargeIndicator>`
  return group(
    'SpecifiedTradeAllowanceCharge',
    indicator + amount('ActualAmount', actual) + leaf('Reason', reason) + taxOf('CategoryTradeTax', vat),
  )
}

function taxOf(
  name: string,
  { category, rate }: { readonly category: string; readonly rate: Decimal | undefined },
): string {
  return group(
    name,
    leaf('TypeCode', 'VAT') +
      leaf('CategoryCode', category) +
      leaf('RateApplicablePercent', rate && formatDecimal(rate)),
  )
}

/** An element with children; without any, it is left out. */
function group(name: string, content: string): string {
  return content === '' ? '' : `<ram:${name}>${content}</ram:${name}>`
}

/** An element with text; without any, it is left out. */
function leaf(name: string, text: string | undefined, attributes: Readonly<Record<string, string>> = {}): string {
  if (text === undefined) return ''
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
  return `<ram:${name}${written.join('')}>${escapeXml(text)}</ram:${name}>`
}

function amount(name: string, value: Decimal): string {
  return leaf(name, formatAmount(value))
}

function optionalAmount(name: string, value: Decimal): string {
  return value.units === 0n ? '' : amount(name, value)
}

function dateOf(name: string, date: string | undefined): string {
  return group(name, date === undefined ? '' : `<udt:DateTimeString format="102">${date}</udt:DateTimeString>`)
}
