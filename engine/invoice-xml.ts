import { type Diagnostic, DiagnosticList } from './base/diagnostics.js'
import type { InvoiceFormat, InvoiceProfile } from './base/invoice-forms.js'
import type { JsonObject } from './base/json.js'
import { limitsOf, type RenderLimits } from './base/limits.js'
import type { CompiledTemplate } from './compile.js'
import type { InvoiceMapping } from './invoice/invoice-mapping.js'
import { makeInvoiceXml, outputOf } from './invoice/invoice-xml.js'
import type { FacturXLevel } from './invoice/levels.js'
import { bindFileName } from './template/bind.js'

export interface InvoiceXmlOptions {
  /** `cii` is the `CrossIndustryInvoice` of UN/CEFACT, `ubl` an `Invoice` or `CreditNote` of UBL 2.1. */
  readonly format: InvoiceFormat
  /** Whose rules it keeps beyond those of EN 16931; those of the level when absent. Peppol is UBL alone. */
  readonly profile?: InvoiceProfile | undefined
  /** That of the data in the PDF; EN 16931 when absent. UBL has none below it. */
  readonly level?: FacturXLevel | undefined
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
  /** How many more there were. */
  readonly omittedDiagnostics: number
}

/**
 * Makes the XML of an invoice without its page.
 *
 * @param mapping from `compileInvoiceMapping`
 * @param data of the template, an object
 * @throws TemplateError at the term of the mapping whose value is missing, wrong or breaks a rule
 */
export function invoiceXml(mapping: InvoiceMapping, data: object, options: InvoiceXmlOptions): InvoiceXmlResult {
  const { format, profile, level, date = new Date(), timeZone = 'UTC', isTest, limits } = options
  const diagnostics = new DiagnosticList()
  const xml = makeInvoiceXml(mapping, outputOf(format, profile, level), {
    data: data as JsonObject,
    diagnostics,
    limits: limitsOf(limits),
    timeZone,
    now: date,
    isTest,
  })
  return { xml, diagnostics: diagnostics.items, omittedDiagnostics: diagnostics.omitted }
}

/** The name of the XML by that of the template's documents; undefined where it gives none. */
export function invoiceFileName(
  template: CompiledTemplate,
  data: object,
  options: Pick<InvoiceXmlOptions, 'date' | 'timeZone' | 'limits'>,
): string | undefined {
  const { date = new Date(), timeZone = template.timeZone ?? 'UTC', limits } = options
  // What is wrong with the name is told with the PDF.
  const diagnostics = new DiagnosticList()
  const bound = { diagnostics, limits: limitsOf(limits), timeZone, now: date }
  return bindFileName(template.tree, data as JsonObject, bound, '.xml')
}
