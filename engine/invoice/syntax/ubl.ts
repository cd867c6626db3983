import type { Term } from '../terms.js'
import { type Binding, fixed, type LeafForm, leaf, part, type Syntax } from './binding.js'

/** An amount in the currency of the invoice. */
function money(name: string, term: Term): Binding {
  return leaf(name, term, { attributes: { currencyID: { term: 'BT-5' } } })
}

const NOTE: LeafForm = { kind: 'subject', term: 'BT-21' }

const VAT = part('cac:TaxScheme', [fixed('ID', 'VAT')], { always: true })
const IS_VAT = { path: 'TaxScheme/ID', is: 'VAT' }

function identification(term: Term, scheme: Term): Binding {
  return part('cac:PartyIdentification', [leaf('ID', term, { attributes: { schemeID: { term: scheme } } })], {
    mayRepeat: true,
  })
}

/** The creditor's number of the bank stands with whom the money goes to. */
const CREDITOR = { attributes: { schemeID: { fixed: 'SEPA' } } } as const

interface AddressTerms {
  readonly lines: readonly [Term, Term, Term]
  readonly city: Term
  readonly postcode: Term
  readonly subdivision: Term
  readonly country: Term
}

function address(name: string, { lines, city, postcode, subdivision, country }: AddressTerms): Binding {
  return part(name, [
    leaf('StreetName', lines[0]),
    leaf('AdditionalStreetName', lines[1]),
    leaf('CityName', city),
    leaf('PostalZone', postcode),
    leaf('CountrySubentity', subdivision),
    part('cac:AddressLine', [leaf('Line', lines[2])]),
    part('cac:Country', [leaf('IdentificationCode', country)]),
  ])
}

function vatNumber(term: Term): Binding {
  return part('cac:PartyTaxScheme', [leaf('CompanyID', term), VAT], { where: IS_VAT, mayRepeat: true })
}

function legalEntity(term: Term, scheme: Term, name: readonly Binding[], form: readonly Binding[] = []): Binding {
  const company = leaf('CompanyID', term, { attributes: { schemeID: { term: scheme } } })
  return part('cac:PartyLegalEntity', [...name, company, ...form])
}

function contact(person: Term, phone: Term, mail: Term): Binding {
  return part('cac:Contact', [leaf('Name', person), leaf('Telephone', phone), leaf('ElectronicMail', mail)])
}

const SELLER = part('cac:AccountingSupplierParty', [
  part('cac:Party', [
    leaf('EndpointID', 'BT-34', { attributes: { schemeID: { term: 'BT-34-1' } } }),
    part('cac:PartyIdentification', [leaf('ID', 'BT-90', { ...CREDITOR, withoutTerm: 'BT-59' })], {
      where: { path: 'ID/@schemeID', is: 'SEPA' },
    }),
    identification('BT-29', 'BT-29-1'),
    part('cac:PartyName', [leaf('Name', 'BT-28')]),
    address('cac:PostalAddress', {
      lines: ['BT-35', 'BT-36', 'BT-162'],
      city: 'BT-37',
      postcode: 'BT-38',
      subdivision: 'BT-39',
      country: 'BT-40',
    }),
    vatNumber('BT-31'),
    part('cac:PartyTaxScheme', [
      leaf('CompanyID', 'BT-32'),
      part('cac:TaxScheme', [fixed('ID', 'TAX')], { always: true }),
    ]),
    legalEntity('BT-30', 'BT-30-1', [leaf('RegistrationName', 'BT-27')], [leaf('CompanyLegalForm', 'BT-33')]),
    contact('BT-41', 'BT-42', 'BT-43'),
  ]),
])

const BUYER = part('cac:AccountingCustomerParty', [
  part('cac:Party', [
    leaf('EndpointID', 'BT-49', { attributes: { schemeID: { term: 'BT-49-1' } } }),
    identification('BT-46', 'BT-46-1'),
    part('cac:PartyName', [leaf('Name', 'BT-45')]),
    address('cac:PostalAddress', {
      lines: ['BT-50', 'BT-51', 'BT-163'],
      city: 'BT-52',
      postcode: 'BT-53',
      subdivision: 'BT-54',
      country: 'BT-55',
    }),
    vatNumber('BT-48'),
    legalEntity('BT-47', 'BT-47-1', [leaf('RegistrationName', 'BT-44')]),
    contact('BT-56', 'BT-57', 'BT-58'),
  ]),
])

const PARTIES: readonly Binding[] = [
  SELLER,
  BUYER,
  part('cac:PayeeParty', [
    part('cac:PartyIdentification', [leaf('ID', 'BT-90', { ...CREDITOR, withTerm: 'BT-59' })], {
      where: { path: 'ID/@schemeID', is: 'SEPA' },
    }),
    identification('BT-60', 'BT-60-1'),
    part('cac:PartyName', [leaf('Name', 'BT-59')]),
    legalEntity('BT-61', 'BT-61-1', []),
  ]),
  part('cac:TaxRepresentativeParty', [
    part('cac:PartyName', [leaf('Name', 'BT-62')]),
    address('cac:PostalAddress', {
      lines: ['BT-64', 'BT-65', 'BT-164'],
      city: 'BT-66',
      postcode: 'BT-67',
      subdivision: 'BT-68',
      country: 'BT-69',
    }),
    vatNumber('BT-63'),
  ]),
  part('cac:Delivery', [
    leaf('ActualDeliveryDate', 'BT-72'),
    part('cac:DeliveryLocation', [
      leaf('ID', 'BT-71', { attributes: { schemeID: { term: 'BT-71-1' } } }),
      address('cac:Address', {
        lines: ['BT-75', 'BT-76', 'BT-165'],
        city: 'BT-77',
        postcode: 'BT-78',
        subdivision: 'BT-79',
        country: 'BT-80',
      }),
    ]),
    part('cac:DeliveryParty', [part('cac:PartyName', [leaf('Name', 'BT-70')])]),
  ]),
]

/** A credit note has no due date of its own: it stands with the payment. */
function paymentMeans(dueDate: readonly Binding[]): Binding {
  return part(
    'cac:PaymentMeans',
    [
      leaf('PaymentMeansCode', 'BT-81', { attributes: { name: { term: 'BT-82' } } }),
      ...dueDate,
      leaf('PaymentID', 'BT-83', { withTerm: 'BT-81' }),
      part('cac:CardAccount', [
        leaf('PrimaryAccountNumberID', 'BT-87'),
        // UBL asks for the network of a card, which EN 16931 does not have.
        fixed('NetworkID', 'NA'),
        leaf('HolderName', 'BT-88'),
      ]),
      part('cac:PayeeFinancialAccount', [
        leaf('ID', 'BT-84'),
        leaf('Name', 'BT-85'),
        part('cac:FinancialInstitutionBranch', [leaf('ID', 'BT-86')]),
      ]),
      part('cac:PaymentMandate', [leaf('ID', 'BT-89'), part('cac:PayerFinancialAccount', [leaf('ID', 'BT-91')])]),
    ],
    { group: 'BG-17', atLeastOnce: true },
  )
}

interface AllowanceTerms {
  readonly percent: Term
  readonly base: Term
  readonly amount: Term
  readonly code: Term
  readonly reason: Term
  readonly tax?: readonly [category: Term, rate: Term]
}

function taxCategory(name: string, category: Term, rate: Term, more: readonly Binding[] = []): Binding {
  return part(name, [leaf('ID', category), leaf('Percent', rate), ...more, VAT])
}

function allowance(group: 'BG-20' | 'BG-21' | 'BG-27' | 'BG-28', terms: AllowanceTerms): Binding {
  const indicator = group === 'BG-21' || group === 'BG-28' ? 'true' : 'false'
  return part(
    'cac:AllowanceCharge',
    [
      fixed('ChargeIndicator', indicator),
      leaf('AllowanceChargeReasonCode', terms.code),
      leaf('AllowanceChargeReason', terms.reason),
      leaf('MultiplierFactorNumeric', terms.percent),
      money('Amount', terms.amount),
      money('BaseAmount', terms.base),
      ...(terms.tax ? [taxCategory('cac:TaxCategory', terms.tax[0], terms.tax[1])] : []),
    ],
    { group, where: { path: 'ChargeIndicator', is: indicator } },
  )
}

const TOTALS: readonly Binding[] = [
  part('cac:PaymentTerms', [leaf('Note', 'BT-20')]),
  allowance('BG-20', {
    percent: 'BT-94',
    base: 'BT-93',
    amount: 'BT-92',
    code: 'BT-98',
    reason: 'BT-97',
    tax: ['BT-95', 'BT-96'],
  }),
  allowance('BG-21', {
    percent: 'BT-101',
    base: 'BT-100',
    amount: 'BT-99',
    code: 'BT-105',
    reason: 'BT-104',
    tax: ['BT-102', 'BT-103'],
  }),
  part(
    'cac:TaxTotal',
    [
      money('TaxAmount', 'BT-110'),
      part(
        'cac:TaxSubtotal',
        [
          money('TaxableAmount', 'BT-116'),
          money('TaxAmount', 'BT-117'),
          taxCategory('cac:TaxCategory', 'BT-118', 'BT-119', [
            leaf('TaxExemptionReasonCode', 'BT-121'),
            leaf('TaxExemptionReason', 'BT-120'),
          ]),
        ],
        { group: 'BG-23' },
      ),
    ],
    { where: { path: 'TaxAmount/@currencyID', is: { term: 'BT-5' } } },
  ),
  part('cac:TaxTotal', [leaf('TaxAmount', 'BT-111', { attributes: { currencyID: { term: 'BT-6' } } })], {
    where: { path: 'TaxAmount/@currencyID', is: { term: 'BT-6' } },
  }),
  part('cac:LegalMonetaryTotal', [
    money('LineExtensionAmount', 'BT-106'),
    money('TaxExclusiveAmount', 'BT-109'),
    money('TaxInclusiveAmount', 'BT-112'),
    money('AllowanceTotalAmount', 'BT-107'),
    money('ChargeTotalAmount', 'BT-108'),
    money('PrepaidAmount', 'BT-113'),
    money('PayableRoundingAmount', 'BT-114'),
    money('PayableAmount', 'BT-115'),
  ]),
]

function period(start: Term, end: Term, more: readonly Binding[] = []): Binding {
  return part('cac:InvoicePeriod', [leaf('StartDate', start), leaf('EndDate', end), ...more])
}

function line(name: string, quantity: string): Binding {
  return part(
    name,
    [
      leaf('ID', 'BT-126'),
      leaf('Note', 'BT-127'),
      leaf(quantity, 'BT-129', { attributes: { unitCode: { term: 'BT-130' } } }),
      money('LineExtensionAmount', 'BT-131'),
      leaf('AccountingCost', 'BT-133'),
      period('BT-134', 'BT-135'),
      part('cac:OrderLineReference', [leaf('LineID', 'BT-132')]),
      part('cac:DocumentReference', [
        leaf('ID', 'BT-128', { attributes: { schemeID: { term: 'BT-128-1' } } }),
        fixed('DocumentTypeCode', '130'),
      ]),
      allowance('BG-27', { percent: 'BT-138', base: 'BT-137', amount: 'BT-136', code: 'BT-140', reason: 'BT-139' }),
      allowance('BG-28', { percent: 'BT-143', base: 'BT-142', amount: 'BT-141', code: 'BT-145', reason: 'BT-144' }),
      part('cac:Item', [
        leaf('Description', 'BT-154'),
        leaf('Name', 'BT-153'),
        part('cac:BuyersItemIdentification', [leaf('ID', 'BT-156')]),
        part('cac:SellersItemIdentification', [leaf('ID', 'BT-155')]),
        part('cac:StandardItemIdentification', [
          leaf('ID', 'BT-157', { attributes: { schemeID: { term: 'BT-157-1' } } }),
        ]),
        part('cac:OriginCountry', [leaf('IdentificationCode', 'BT-159')]),
        part(
          'cac:CommodityClassification',
          [
            leaf('ItemClassificationCode', 'BT-158', {
              attributes: { listID: { term: 'BT-158-1' }, listVersionID: { term: 'BT-158-2' } },
            }),
          ],
          { mayRepeat: true },
        ),
        taxCategory('cac:ClassifiedTaxCategory', 'BT-151', 'BT-152'),
        part('cac:AdditionalItemProperty', [leaf('Name', 'BT-160'), leaf('Value', 'BT-161')], { group: 'BG-32' }),
      ]),
      part('cac:Price', [
        money('PriceAmount', 'BT-146'),
        leaf('BaseQuantity', 'BT-149', { attributes: { unitCode: { term: 'BT-150' } } }),
        part('cac:AllowanceCharge', [
          fixed('ChargeIndicator', 'false'),
          money('Amount', 'BT-147'),
          money('BaseAmount', 'BT-148'),
        ]),
      ]),
    ],
    { group: 'BG-25' },
  )
}

function reference(name: string, term: Term): Binding {
  return part(name, [leaf('ID', term)])
}

function typedReference(type: string, id: Binding): Binding {
  return part('cac:AdditionalDocumentReference', [id, fixed('DocumentTypeCode', type)], {
    where: { path: 'DocumentTypeCode', is: type },
  })
}

const INVOICED_OBJECT = typedReference('130', leaf('ID', 'BT-18', { attributes: { schemeID: { term: 'BT-18-1' } } }))

const SUPPORTING_DOCUMENT = part(
  'cac:AdditionalDocumentReference',
  [
    leaf('ID', 'BT-122'),
    leaf('DocumentDescription', 'BT-123'),
    part('cac:Attachment', [
      leaf('EmbeddedDocumentBinaryObject', 'BT-125', {
        attributes: { mimeCode: { term: 'BT-125-1' }, filename: { term: 'BT-125-2' } },
      }),
      part('cac:ExternalReference', [leaf('URI', 'BT-124')]),
    ]),
  ],
  { group: 'BG-24' },
)

const CURRENCIES: readonly Binding[] = [
  leaf('DocumentCurrencyCode', 'BT-5'),
  leaf('TaxCurrencyCode', 'BT-6'),
  leaf('AccountingCost', 'BT-19'),
  leaf('BuyerReference', 'BT-10'),
  period('BT-73', 'BT-74', [leaf('DescriptionCode', 'BT-8')]),
  part('cac:OrderReference', [leaf('ID', 'BT-13'), leaf('SalesOrderID', 'BT-14')]),
  part(
    'cac:BillingReference',
    [part('cac:InvoiceDocumentReference', [leaf('ID', 'BT-25'), leaf('IssueDate', 'BT-26')])],
    { group: 'BG-3' },
  ),
  reference('cac:DespatchDocumentReference', 'BT-16'),
  reference('cac:ReceiptDocumentReference', 'BT-15'),
]

const BEGINNING: readonly Binding[] = [
  leaf('CustomizationID', 'BT-24'),
  leaf('ProfileID', 'BT-23'),
  leaf('ID', 'BT-1'),
  leaf('IssueDate', 'BT-2'),
]

const NOTES = leaf('Note', 'BT-22', { form: NOTE, group: 'BG-1' })

function ubl(name: string, children: readonly Binding[]): Syntax {
  return {
    root: `ubl:${name}`,
    prefix: 'cbc',
    namespaces: {
      ubl: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`,
      cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
    children,
  }
}

/** Where the terms of EN 16931 stand in an `Invoice` of UBL (CEN/TS 16931-3-2). */
export const UBL_INVOICE: Syntax = ubl('Invoice', [
  ...BEGINNING,
  leaf('DueDate', 'BT-9'),
  leaf('InvoiceTypeCode', 'BT-3'),
  NOTES,
  leaf('TaxPointDate', 'BT-7'),
  ...CURRENCIES,
  reference('cac:OriginatorDocumentReference', 'BT-17'),
  reference('cac:ContractDocumentReference', 'BT-12'),
  INVOICED_OBJECT,
  SUPPORTING_DOCUMENT,
  reference('cac:ProjectReference', 'BT-11'),
  ...PARTIES,
  paymentMeans([]),
  ...TOTALS,
  line('cac:InvoiceLine', 'InvoicedQuantity'),
])

/** The same in a `CreditNote`. */
export const UBL_CREDIT_NOTE: Syntax = ubl('CreditNote', [
  ...BEGINNING,
  leaf('TaxPointDate', 'BT-7'),
  leaf('CreditNoteTypeCode', 'BT-3'),
  NOTES,
  ...CURRENCIES,
  reference('cac:ContractDocumentReference', 'BT-12'),
  INVOICED_OBJECT,
  typedReference('50', leaf('ID', 'BT-11')),
  SUPPORTING_DOCUMENT,
  reference('cac:OriginatorDocumentReference', 'BT-17'),
  ...PARTIES,
  paymentMeans([leaf('PaymentDueDate', 'BT-9', { withTerm: 'BT-81', isOnce: true })]),
  ...TOTALS,
  line('cac:CreditNoteLine', 'CreditedQuantity'),
])
