import type { Term } from '../terms.js'
import { type Binding, fixed, type LeafForm, leaf, part, type Syntax } from './binding.js'

const DATE: LeafForm = { kind: 'date-102', name: 'udt:DateTimeString' }

/** UNTDID 2005, as EN 16931 has it, and UNTDID 2475, as this syntax does. */
const POINT_OF_TAX: LeafForm = {
  kind: 'codes',
  codes: new Map([
    ['3', '5'],
    ['35', '29'],
    ['432', '72'],
  ]),
}

/** Identifiers with a scheme are global ones, others are those that the parties know. */
function identifiers(term: Term, scheme: Term): readonly Binding[] {
  return [
    leaf('ID', term, { withoutTerm: scheme }),
    leaf('GlobalID', term, { withTerm: scheme, attributes: { schemeID: { term: scheme } } }),
  ]
}

interface AddressTerms {
  readonly postcode: Term
  readonly lines: readonly [Term, Term, Term]
  readonly city: Term
  readonly country: Term
  readonly subdivision: Term
}

function address({ postcode, lines, city, country, subdivision }: AddressTerms): Binding {
  return part('PostalTradeAddress', [
    leaf('PostcodeCode', postcode),
    leaf('LineOne', lines[0]),
    leaf('LineTwo', lines[1]),
    leaf('LineThree', lines[2]),
    leaf('CityName', city),
    leaf('CountryID', country),
    leaf('CountrySubDivisionName', subdivision),
  ])
}

function contact(person: Term, phone: Term, mail: Term): Binding {
  return part('DefinedTradeContact', [
    leaf('PersonName', person),
    leaf('DepartmentName', person, { isReadOnly: true }),
    part('TelephoneUniversalCommunication', [leaf('CompleteNumber', phone)]),
    part('EmailURIUniversalCommunication', [leaf('URIID', mail)]),
  ])
}

function electronicAddress(term: Term, scheme: Term): Binding {
  return part('URIUniversalCommunication', [leaf('URIID', term, { attributes: { schemeID: { term: scheme } } })])
}

function registration(term: Term, scheme: string): Binding {
  return part('SpecifiedTaxRegistration', [leaf('ID', term, { attributes: { schemeID: { fixed: scheme } } })])
}

function legalOrganization(term: Term, scheme: Term, tradingName?: Term): Binding {
  const name = tradingName === undefined ? [] : [leaf('TradingBusinessName', tradingName)]
  return part('SpecifiedLegalOrganization', [leaf('ID', term, { attributes: { schemeID: { term: scheme } } }), ...name])
}

const SELLER = part('SellerTradeParty', [
  ...identifiers('BT-29', 'BT-29-1'),
  leaf('Name', 'BT-27'),
  leaf('Description', 'BT-33'),
  legalOrganization('BT-30', 'BT-30-1', 'BT-28'),
  contact('BT-41', 'BT-42', 'BT-43'),
  address({
    postcode: 'BT-38',
    lines: ['BT-35', 'BT-36', 'BT-162'],
    city: 'BT-37',
    country: 'BT-40',
    subdivision: 'BT-39',
  }),
  electronicAddress('BT-34', 'BT-34-1'),
  registration('BT-31', 'VA'),
  registration('BT-32', 'FC'),
])

const BUYER = part('BuyerTradeParty', [
  ...identifiers('BT-46', 'BT-46-1'),
  leaf('Name', 'BT-44'),
  legalOrganization('BT-47', 'BT-47-1', 'BT-45'),
  contact('BT-56', 'BT-57', 'BT-58'),
  address({
    postcode: 'BT-53',
    lines: ['BT-50', 'BT-51', 'BT-163'],
    city: 'BT-52',
    country: 'BT-55',
    subdivision: 'BT-54',
  }),
  electronicAddress('BT-49', 'BT-49-1'),
  registration('BT-48', 'VA'),
])

const TAX_REPRESENTATIVE = part('SellerTaxRepresentativeTradeParty', [
  leaf('Name', 'BT-62'),
  address({
    postcode: 'BT-67',
    lines: ['BT-64', 'BT-65', 'BT-164'],
    city: 'BT-66',
    country: 'BT-69',
    subdivision: 'BT-68',
  }),
  registration('BT-63', 'VA'),
])

function document(name: string, term: Term): Binding {
  return part(name, [leaf('IssuerAssignedID', term)])
}

/** Documents that are told apart by their type (UNTDID 1001). */
function additional(type: string, id: Term, more: readonly Binding[] = [], before: readonly Binding[] = []): Binding {
  return part(
    'AdditionalReferencedDocument',
    [leaf('IssuerAssignedID', id), ...before, fixed('TypeCode', type), ...more],
    { where: { path: 'TypeCode', is: type }, group: type === '916' ? 'BG-24' : undefined },
  )
}

const SUPPORTING_DOCUMENT = additional(
  '916',
  'BT-122',
  [
    leaf('Name', 'BT-123'),
    leaf('AttachmentBinaryObject', 'BT-125', {
      attributes: { mimeCode: { term: 'BT-125-1' }, filename: { term: 'BT-125-2' } },
    }),
  ],
  [leaf('URIID', 'BT-124')],
)

const AGREEMENT = part('ApplicableHeaderTradeAgreement', [
  leaf('BuyerReference', 'BT-10'),
  SELLER,
  BUYER,
  TAX_REPRESENTATIVE,
  document('SellerOrderReferencedDocument', 'BT-14'),
  document('BuyerOrderReferencedDocument', 'BT-13'),
  document('ContractReferencedDocument', 'BT-12'),
  SUPPORTING_DOCUMENT,
  additional('50', 'BT-17'),
  additional('130', 'BT-18', [leaf('ReferenceTypeCode', 'BT-18-1')]),
  part('SpecifiedProcuringProject', [leaf('ID', 'BT-11'), fixed('Name', 'Project reference')]),
])

const DELIVERY = part(
  'ApplicableHeaderTradeDelivery',
  [
    part('ShipToTradeParty', [
      ...identifiers('BT-71', 'BT-71-1'),
      leaf('Name', 'BT-70'),
      address({
        postcode: 'BT-78',
        lines: ['BT-75', 'BT-76', 'BT-165'],
        city: 'BT-77',
        country: 'BT-80',
        subdivision: 'BT-79',
      }),
    ]),
    part('ActualDeliverySupplyChainEvent', [leaf('OccurrenceDateTime', 'BT-72', { form: DATE })]),
    document('DespatchAdviceReferencedDocument', 'BT-16'),
    document('ReceivingAdviceReferencedDocument', 'BT-15'),
  ],
  { always: true },
)

function period(start: Term, end: Term): Binding {
  return part('BillingSpecifiedPeriod', [
    leaf('StartDateTime', start, { form: DATE }),
    leaf('EndDateTime', end, { form: DATE }),
  ])
}

const PAYMENT_MEANS = part(
  'SpecifiedTradeSettlementPaymentMeans',
  [
    leaf('TypeCode', 'BT-81'),
    leaf('Information', 'BT-82'),
    part('ApplicableTradeSettlementFinancialCard', [leaf('ID', 'BT-87'), leaf('CardholderName', 'BT-88')]),
    part('PayerPartyDebtorFinancialAccount', [leaf('IBANID', 'BT-91')]),
    part('PayeePartyCreditorFinancialAccount', [leaf('IBANID', 'BT-84'), leaf('AccountName', 'BT-85')]),
    part('PayeeSpecifiedCreditorFinancialInstitution', [leaf('BICID', 'BT-86')]),
  ],
  { group: 'BG-17', atLeastOnce: true },
)

interface AllowanceTerms {
  readonly percent: Term
  readonly base: Term
  readonly amount: Term
  readonly code: Term
  readonly reason: Term
  readonly tax?: { readonly category: Term; readonly rate: Term; readonly reason: Term; readonly reasonCode: Term }
}

function allowance(group: 'BG-20' | 'BG-21' | 'BG-27' | 'BG-28', terms: AllowanceTerms): Binding {
  const indicator = group === 'BG-21' || group === 'BG-28' ? 'true' : 'false'
  const tax = terms.tax
    ? [
        part('CategoryTradeTax', [
          fixed('TypeCode', 'VAT'),
          leaf('ExemptionReason', terms.tax.reason),
          leaf('CategoryCode', terms.tax.category),
          leaf('ExemptionReasonCode', terms.tax.reasonCode),
          leaf('RateApplicablePercent', terms.tax.rate),
        ]),
      ]
    : []
  return part(
    'SpecifiedTradeAllowanceCharge',
    [
      part('ChargeIndicator', [fixed('udt:Indicator', indicator)], { always: true }),
      leaf('CalculationPercent', terms.percent),
      leaf('BasisAmount', terms.base),
      leaf('ActualAmount', terms.amount),
      leaf('ReasonCode', terms.code),
      leaf('Reason', terms.reason),
      ...tax,
    ],
    { group, where: { path: 'ChargeIndicator/Indicator', is: indicator } },
  )
}

const SETTLEMENT = part('ApplicableHeaderTradeSettlement', [
  leaf('CreditorReferenceID', 'BT-90'),
  leaf('PaymentReference', 'BT-83'),
  leaf('TaxCurrencyCode', 'BT-6'),
  leaf('InvoiceCurrencyCode', 'BT-5'),
  part('PayeeTradeParty', [
    ...identifiers('BT-60', 'BT-60-1'),
    leaf('Name', 'BT-59'),
    legalOrganization('BT-61', 'BT-61-1'),
  ]),
  PAYMENT_MEANS,
  part(
    'ApplicableTradeTax',
    [
      leaf('CalculatedAmount', 'BT-117'),
      fixed('TypeCode', 'VAT'),
      leaf('ExemptionReason', 'BT-120'),
      leaf('BasisAmount', 'BT-116'),
      leaf('CategoryCode', 'BT-118'),
      leaf('ExemptionReasonCode', 'BT-121'),
      leaf('TaxPointDate', 'BT-7', { form: { kind: 'date-102', name: 'udt:DateString' }, isOnce: true }),
      leaf('DueDateTypeCode', 'BT-8', { form: POINT_OF_TAX, isOnce: true }),
      leaf('RateApplicablePercent', 'BT-119'),
    ],
    { group: 'BG-23' },
  ),
  period('BT-73', 'BT-74'),
  allowance('BG-20', {
    percent: 'BT-94',
    base: 'BT-93',
    amount: 'BT-92',
    code: 'BT-98',
    reason: 'BT-97',
    tax: { category: 'BT-95', rate: 'BT-96', reason: 'BT-173', reasonCode: 'BT-174' },
  }),
  allowance('BG-21', {
    percent: 'BT-101',
    base: 'BT-100',
    amount: 'BT-99',
    code: 'BT-105',
    reason: 'BT-104',
    tax: { category: 'BT-102', rate: 'BT-103', reason: 'BT-175', reasonCode: 'BT-176' },
  }),
  part('SpecifiedTradePaymentTerms', [
    leaf('Description', 'BT-20'),
    leaf('DueDateDateTime', 'BT-9', { form: DATE }),
    leaf('DirectDebitMandateID', 'BT-89'),
  ]),
  part('SpecifiedTradeSettlementHeaderMonetarySummation', [
    leaf('LineTotalAmount', 'BT-106'),
    leaf('ChargeTotalAmount', 'BT-108'),
    leaf('AllowanceTotalAmount', 'BT-107'),
    leaf('TaxBasisTotalAmount', 'BT-109'),
    leaf('TaxTotalAmount', 'BT-110', { attributes: { currencyID: { term: 'BT-5', decides: true } } }),
    leaf('TaxTotalAmount', 'BT-111', { attributes: { currencyID: { term: 'BT-6', decides: true } } }),
    leaf('RoundingAmount', 'BT-114'),
    leaf('GrandTotalAmount', 'BT-112'),
    leaf('TotalPrepaidAmount', 'BT-113'),
    leaf('DuePayableAmount', 'BT-115'),
  ]),
  part(
    'InvoiceReferencedDocument',
    [
      leaf('IssuerAssignedID', 'BT-25'),
      leaf('FormattedIssueDateTime', 'BT-26', { form: { kind: 'date-102', name: 'qdt:DateTimeString' } }),
    ],
    { group: 'BG-3' },
  ),
  part('ReceivableSpecifiedTradeAccountingAccount', [leaf('ID', 'BT-19')]),
])

const LINE = part(
  'IncludedSupplyChainTradeLineItem',
  [
    part('AssociatedDocumentLineDocument', [
      leaf('LineID', 'BT-126'),
      part('IncludedNote', [leaf('Content', 'BT-127')]),
    ]),
    part('SpecifiedTradeProduct', [
      leaf('GlobalID', 'BT-157', { attributes: { schemeID: { term: 'BT-157-1' } } }),
      leaf('SellerAssignedID', 'BT-155'),
      leaf('BuyerAssignedID', 'BT-156'),
      leaf('Name', 'BT-153'),
      leaf('Description', 'BT-154'),
      part('ApplicableProductCharacteristic', [leaf('Description', 'BT-160'), leaf('Value', 'BT-161')], {
        group: 'BG-32',
      }),
      part('DesignatedProductClassification', [
        leaf('ClassCode', 'BT-158', {
          attributes: { listID: { term: 'BT-158-1' }, listVersionID: { term: 'BT-158-2' } },
        }),
      ]),
      part('OriginTradeCountry', [leaf('ID', 'BT-159')]),
    ]),
    part('SpecifiedLineTradeAgreement', [
      part('BuyerOrderReferencedDocument', [leaf('LineID', 'BT-132')]),
      part('GrossPriceProductTradePrice', [
        leaf('ChargeAmount', 'BT-148'),
        leaf('BasisQuantity', 'BT-149', { withTerm: 'BT-148', attributes: { unitCode: { term: 'BT-150' } } }),
        part('AppliedTradeAllowanceCharge', [
          part('ChargeIndicator', [fixed('udt:Indicator', 'false')], { always: true }),
          leaf('ActualAmount', 'BT-147'),
        ]),
      ]),
      part('NetPriceProductTradePrice', [
        leaf('ChargeAmount', 'BT-146'),
        leaf('BasisQuantity', 'BT-149', { attributes: { unitCode: { term: 'BT-150' } } }),
      ]),
    ]),
    part('SpecifiedLineTradeDelivery', [
      leaf('BilledQuantity', 'BT-129', { attributes: { unitCode: { term: 'BT-130' } } }),
    ]),
    part('SpecifiedLineTradeSettlement', [
      part('ApplicableTradeTax', [
        fixed('TypeCode', 'VAT'),
        leaf('ExemptionReason', 'BT-194'),
        leaf('CategoryCode', 'BT-151'),
        leaf('ExemptionReasonCode', 'BT-195'),
        leaf('RateApplicablePercent', 'BT-152'),
      ]),
      period('BT-134', 'BT-135'),
      allowance('BG-27', { percent: 'BT-138', base: 'BT-137', amount: 'BT-136', code: 'BT-140', reason: 'BT-139' }),
      allowance('BG-28', { percent: 'BT-143', base: 'BT-142', amount: 'BT-141', code: 'BT-145', reason: 'BT-144' }),
      part('SpecifiedTradeSettlementLineMonetarySummation', [leaf('LineTotalAmount', 'BT-131')]),
      additional('130', 'BT-128', [leaf('ReferenceTypeCode', 'BT-128-1')]),
      part('ReceivableSpecifiedTradeAccountingAccount', [leaf('ID', 'BT-133')]),
    ]),
  ],
  { group: 'BG-25' },
)

/** Where the terms of EN 16931 stand in a `CrossIndustryInvoice` (UN/CEFACT; CEN/TS 16931-3-3). */
export const CII: Syntax = {
  root: 'rsm:CrossIndustryInvoice',
  prefix: 'ram',
  namespaces: {
    rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  },
  children: [
    part('rsm:ExchangedDocumentContext', [
      part('BusinessProcessSpecifiedDocumentContextParameter', [leaf('ID', 'BT-23')]),
      part('GuidelineSpecifiedDocumentContextParameter', [leaf('ID', 'BT-24')]),
    ]),
    part('rsm:ExchangedDocument', [
      leaf('ID', 'BT-1'),
      leaf('TypeCode', 'BT-3'),
      leaf('IssueDateTime', 'BT-2', { form: DATE }),
      part('IncludedNote', [leaf('Content', 'BT-22'), leaf('SubjectCode', 'BT-21')], { group: 'BG-1' }),
    ]),
    part('rsm:SupplyChainTradeTransaction', [LINE, AGREEMENT, DELIVERY, SETTLEMENT]),
  ],
}
