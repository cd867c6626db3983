import type { FacturXLevel } from '../../../engine/index.js'

/** An invoice of the level EN 16931 over 198.00 and tax: two lines, an allowance and a charge. */
export const INVOICE_XML = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>urn:cen.eu:en16931:2017</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>2026-17</ram:ID>
    <ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    ${line(1, 'Bolts', '0.1', '1000', '100.00')}
    ${line(2, 'Nuts &amp; washers', '50', '2', '100.00')}
    <ram:ApplicableHeaderTradeAgreement>
      ${party('SellerTradeParty', 'Schraubenhandel Müller', '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>')}
      ${party('BuyerTradeParty', 'Ada & Co'.replace('&', '&amp;'), '')}
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery>
      <ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20260130</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>
    </ram:ApplicableHeaderTradeDelivery>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>37.62</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>198.00</ram:BasisAmount>
        <ram:CategoryCode>S</ram:CategoryCode>
        <ram:RateApplicablePercent>19</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      ${allowanceOrCharge('false', '10.00', 'Loyalty')}
      ${allowanceOrCharge('true', '8.00', 'Freight')}
      <ram:SpecifiedTradePaymentTerms><ram:Description>within 14 days</ram:Description></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>200.00</ram:LineTotalAmount>
        <ram:ChargeTotalAmount>8.00</ram:ChargeTotalAmount>
        <ram:AllowanceTotalAmount>10.00</ram:AllowanceTotalAmount>
        <ram:TaxBasisTotalAmount>198.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">37.62</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>235.62</ram:GrandTotalAmount>
        <ram:TotalPrepaidAmount>35.62</ram:TotalPrepaidAmount>
        <ram:DuePayableAmount>200.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`

function line(number: number, name: string, price: string, quantity: string, total: string): string {
  return `<ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>${number}</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${price}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${total}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`
}

function party(role: string, name: string, registration: string): string {
  return `<ram:${role}><ram:Name>${name}</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>10115</ram:PostcodeCode><ram:LineOne>Hauptstr. 1</ram:LineOne><ram:CityName>Berlin</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>${registration}</ram:${role}>`
}

function allowanceOrCharge(indicator: string, amount: string, reason: string): string {
  return `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${amount}</ram:ActualAmount><ram:Reason>${reason}</ram:Reason><ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>`
}

const GUIDELINES: Readonly<Record<FacturXLevel, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/** The same invoice as each level has it: with less, or with what is asked for besides. */
export function invoiceXmlOf(level: FacturXLevel): string {
  const xml = INVOICE_XML.replace('urn:cen.eu:en16931:2017<', `${GUIDELINES[level]}<`)
  switch (level) {
    case 'MINIMUM':
      return without(
        xml.replace('>200.00</ram:DuePayableAmount>', '>235.62</ram:DuePayableAmount>'),
        'IncludedSupplyChainTradeLineItem',
        'PostcodeCode',
        'LineOne',
        'CityName',
        'ActualDeliverySupplyChainEvent',
        'ApplicableTradeTax',
        'SpecifiedTradeAllowanceCharge',
        'SpecifiedTradePaymentTerms',
        'LineTotalAmount',
        'ChargeTotalAmount',
        'AllowanceTotalAmount',
        'TotalPrepaidAmount',
      ).replace(
        /(Ada &amp; Co<\/ram:Name>)<ram:PostalTradeAddress>.*?<\/ram:PostalTradeAddress>|(TradeDelivery>)\s+/gs,
        '$1$2',
      )
    case 'BASIC WL':
      return without(xml, 'IncludedSupplyChainTradeLineItem')
    case 'XRECHNUNG':
      return xml
        .replace('<ram:GuidelineSpecified', `${PROCESS}<ram:GuidelineSpecified`)
        .replace(
          '<ram:SellerTradeParty>',
          '<ram:BuyerReference>04011000-12345-03</ram:BuyerReference><ram:SellerTradeParty>',
        )
        .replace('<ram:PostalTradeAddress>', `${CONTACT}<ram:PostalTradeAddress>`)
        .replace('<ram:SpecifiedTaxRegistration>', `${address('sales@bolts.example')}<ram:SpecifiedTaxRegistration>`)
        .replace('</ram:BuyerTradeParty>', `${address('ada@co.example')}</ram:BuyerTradeParty>`)
        .replace('</ram:InvoiceCurrencyCode>', `</ram:InvoiceCurrencyCode>${PAYMENT}`)
    default:
      return xml
  }
}

function without(xml: string, ...names: readonly string[]): string {
  return xml.replace(new RegExp(`<ram:(${names.join('|')})[ >].*?</ram:\\1>`, 'gs'), '')
}

const PROCESS =
  '<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>'
const CONTACT =
  '<ram:DefinedTradeContact><ram:PersonName>Max Müller</ram:PersonName><ram:TelephoneUniversalCommunication><ram:CompleteNumber>+49 30 1234567</ram:CompleteNumber></ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication><ram:URIID>sales@bolts.example</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>'
const PAYMENT =
  '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>'

function address(mail: string): string {
  return `<ram:URIUniversalCommunication><ram:URIID schemeID="EM">${mail}</ram:URIID></ram:URIUniversalCommunication>`
}
