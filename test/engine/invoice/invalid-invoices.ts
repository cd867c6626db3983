import { INVOICE_XML } from './invoice-xml.js'

/** An invoice that is refused, made of `INVOICE_XML` by one change. */
export interface InvalidInvoice {
  readonly name: string
  readonly search: string | RegExp
  readonly replacement: string
  /** The rule, or the beginning of what is said of an element. */
  readonly fault: string
}

const of = (name: string, search: string | RegExp, replacement: string, fault: string): InvalidInvoice => ({
  name,
  search,
  replacement,
  fault,
})

const DATE = '<udt:DateTimeString format="102">20260131</udt:DateTimeString>'

export const INVALID_INVOICES: readonly InvalidInvoice[] = [
  of('without a number', '<ram:ID>2026-17</ram:ID>', '', 'ExchangedDocument has no ID'),
  of('of a type that is none', '<ram:TypeCode>380<', '<ram:TypeCode>999<', 'BR-CL-01'),
  of('with a date of another form', DATE, '<udt:DateTimeString format="102">2026-01-31</udt:DateTimeString>', 'BT-2'),
  of('with a date that is none', DATE, '<udt:DateTimeString format="102">20260231</udt:DateTimeString>', 'BT-2'),
  of('with a date of another format', DATE, '<udt:DateTimeString format="610">202601</udt:DateTimeString>', 'BT-2'),
  of(
    'with an unknown element',
    '<ram:TypeCode>380',
    '<ram:Colour>red</ram:Colour><ram:TypeCode>380',
    'ExchangedDocument has no element',
  ),
  of(
    'in the wrong order',
    '<ram:ID>2026-17</ram:ID>\n    <ram:TypeCode>380</ram:TypeCode>',
    '<ram:TypeCode>380</ram:TypeCode><ram:ID>2026-17</ram:ID>',
    'ID must stand before TypeCode',
  ),
  of(
    'with an element twice',
    '<ram:TypeCode>380</ram:TypeCode>',
    '<ram:TypeCode>380</ram:TypeCode><ram:TypeCode>380</ram:TypeCode>',
    'TypeCode stands more than once',
  ),
  of('with a line without a name', '<ram:Name>Bolts</ram:Name>', '', 'SpecifiedTradeProduct has no Name'),
  of('with a line without a number', '<ram:LineID>1</ram:LineID>', '<ram:LineID></ram:LineID>', 'BR-21'),
  of(
    'with a line without a category',
    '<ram:CategoryCode>S</ram:CategoryCode>',
    '',
    'ApplicableTradeTax has no CategoryCode',
  ),
  of(
    'with a line without a quantity',
    /<ram:SpecifiedLineTradeDelivery>.*?<\/ram:SpecifiedLineTradeDelivery>/,
    '',
    'has no SpecifiedLineTradeDelivery',
  ),
  of('with a line without a price', '<ram:ChargeAmount>0.1</ram:ChargeAmount>', '', 'has no ChargeAmount'),
  of('with a negative price', '<ram:ChargeAmount>0.1<', '<ram:ChargeAmount>-0.1<', 'BR-27'),
  of('with a unit that is none', 'unitCode="C62"', 'unitCode="PCE"', 'BR-CL-23'),
  of('without a unit', ' unitCode="C62"', '', 'BR-23'),
  of('with a currency that is none', '<ram:InvoiceCurrencyCode>EUR<', '<ram:InvoiceCurrencyCode>EUX<', 'BR-CL-04'),
  of('with a country that is none', '<ram:CountryID>DE<', '<ram:CountryID>XX<', 'BR-CL-14'),
  of('of a seller without a country', '<ram:CountryID>DE</ram:CountryID>', '', 'PostalTradeAddress has no CountryID'),
  of('of a seller without a name', '<ram:Name>Schraubenhandel Müller</ram:Name>', '', 'BR-06'),
  of(
    'of a seller without a number',
    /<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/,
    '',
    'BR-S-02',
  ),
  of('with a VAT number without a country', '>DE123456789<', '>123456789<', 'BR-CO-09'),
  of('with a category that is none', '<ram:CategoryCode>S<', '<ram:CategoryCode>Q<', 'BR-CL-17'),
  of(
    'with a rate of 0 in the category S',
    /(<ram:CategoryCode>S<\/ram:CategoryCode><ram:RateApplicablePercent>)19/,
    '$10',
    'BR-S-05',
  ),
  of(
    'with an exemption that is none',
    '<ram:BasisAmount>198.00</ram:BasisAmount>\n        <ram:CategoryCode>S</ram:CategoryCode>',
    '<ram:BasisAmount>198.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:ExemptionReasonCode>VATEX-EU-FOO</ram:ExemptionReasonCode>',
    'BR-CL-22',
  ),
  of(
    'with a reason in the category S',
    '<ram:TypeCode>VAT</ram:TypeCode>\n        <ram:BasisAmount>',
    '<ram:TypeCode>VAT</ram:TypeCode><ram:ExemptionReason>none</ram:ExemptionReason><ram:BasisAmount>',
    'BR-S-10',
  ),
  of('with an allowance without a reason', '<ram:Reason>Loyalty</ram:Reason>', '', 'BR-33'),
  of('with a charge without a reason', '<ram:Reason>Freight</ram:Reason>', '', 'BR-38'),
  of('with an amount of three decimals', '>198.00</ram:TaxBasisTotal', '>198.000</ram:TaxBasisTotal', 'BR-DEC'),
  of(
    'with a no-break space before an amount',
    '>198.00</ram:TaxBasisTotal',
    '>\u00a0198.00</ram:TaxBasisTotal',
    'TaxBasisTotalAmount is',
  ),
  of('with an amount in German', '>235.62</ram:GrandTotal', '>235,62</ram:GrandTotal', 'GrandTotalAmount is'),
  of('with an exponent', '>235.62</ram:GrandTotal', '>2.3562E2</ram:GrandTotal', 'GrandTotalAmount is'),
  of(
    'whose lines do not add up',
    '>200.00</ram:LineTotalAmount>\n        <ram:Charge',
    '>200.01</ram:LineTotalAmount>\n        <ram:Charge',
    'BR-CO-10',
  ),
  of('whose line is not its price', />100\.00(?=<\/ram:LineTotal)/, '>150.00', 'BR-CO-10'),
  of('whose allowances do not add up', '10.00</ram:AllowanceTotal', '9.00</ram:AllowanceTotal', 'BR-CO-11'),
  of('whose charges do not add up', '8.00</ram:ChargeTotal', '8.01</ram:ChargeTotal', 'BR-CO-12'),
  of('whose net total is wrong', '198.00</ram:TaxBasisTotal', '198.01</ram:TaxBasisTotal', 'BR-CO-13'),
  of('whose tax is wrong', '37.62</ram:TaxTotal', '37.63</ram:TaxTotal', 'BR-CO-14'),
  of('whose gross total is wrong', '235.62</ram:GrandTotal', '235.63</ram:GrandTotal', 'BR-CO-15'),
  of('whose amount due is wrong', '200.00</ram:DuePayable', '-200.00</ram:DuePayable', 'BR-CO-16'),
  of('with an empty name', '<ram:Name>Bolts<', '<ram:Name> <', 'BR-25'),
  of(
    'with a credit transfer to nowhere',
    '<ram:ApplicableTradeTax>\n',
    '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans><ram:ApplicableTradeTax>\n',
    'BR-61',
  ),
  of(
    'with two means of payment',
    '<ram:ApplicableTradeTax>\n',
    `${means('10')}${means('97')}<ram:ApplicableTradeTax>\n`,
    'CII-SR-467',
  ),
  of(
    'with two numbers of one account',
    '<ram:ApplicableTradeTax>\n',
    `${means('58', '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID><ram:ProprietaryID>1</ram:ProprietaryID></ram:PayeePartyCreditorFinancialAccount>')}<ram:ApplicableTradeTax>\n`,
    'CII-SR-470',
  ),
]

function means(code: string, more = ''): string {
  return `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}</ram:TypeCode>${more}</ram:SpecifiedTradeSettlementPaymentMeans>`
}

/** The XML of an invalid invoice. */
export function invalidXml({ name, search, replacement }: InvalidInvoice): string {
  const xml = INVOICE_XML.replace(search, replacement)
  if (xml === INVOICE_XML) throw new Error(`nothing makes an invoice ${name}`)
  return xml
}
