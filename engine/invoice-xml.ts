import { type Diagnostic, DiagnosticList } from './base/diagnostics.js'
import type { JsonObject } from './base/json.js'
import { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
import type { InvoiceMapping } from './invoice/invoice-mapping.js'
import { type InvoiceFormat, type InvoiceProfile, makeInvoiceXml, outputOf } from './invoice/invoice-xml.js'

export interface InvoiceXmlOptions {
  /** `cii` is the `CrossIndustryInvoice` of UN/CEFACT, `ubl` an `Invoice` or `CreditNote` of UBL 2.1. */
  readonly format: InvoiceFormat
  /** Whose rules it keeps beyond those of EN 16931, which is the default. Peppol is UBL alone. */
  readonly profile?: InvoiceProfile | undefined
  /** What `now` is in the mapping; the moment of the call when absent. */
  readonly date?: Date | undefined
  /** IANA time zone of dates with a time; UTC when absent. */
  readonly timeZone?: string | undefined
  /** The number and a note say that it must not be booked. */
  readonly isTest?: boolean | undefined
  readonly limits?: Partial<RenderLimits> | undefined
}

export interface InvoiceXmlResult {
  readonly xml: string
  /** What is probably wrong with the invoice, though it keeps the rules. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Makes the XML of an invoice without its page.
 *
 * @param mapping from `compileInvoiceMapping`
 * @param data of the template, an object
 * @throws TemplateError at the term of the mapping whose value is missing, wrong or breaks a rule
 */
export function invoiceXml(mapping: InvoiceMapping, data: object, options: InvoiceXmlOptions): InvoiceXmlResult {
  const { format, profile = 'en16931', date = new Date(), timeZone = 'UTC', isTest, limits } = options
  const diagnostics = new DiagnosticList()
  const xml = makeInvoiceXml(mapping, outputOf(format, profile), {
    data: data as JsonObject,
    diagnostics,
    limits: { ...DEFAULT_LIMITS, ...limits },
    timeZone,
    now: date,
    isTest,
  })
  return { xml, diagnostics: diagnostics.items }
}
