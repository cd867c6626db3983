import type { DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import { invariant } from '../base/invariant.js'
import type { JsonObject } from '../base/json.js'
import type { RenderLimits } from '../base/limits.js'
import { ofData, say } from '../base/message.js'
import { isTimeZone } from '../base/time-zone.js'
import type { Attachment } from '../pdf/attachments.js'
import { type XmpSchema, xmpText } from '../pdf/xmp.js'
import { BindingBudget } from '../template/binding-budget.js'
import { Reports } from '../template/evaluation-context.js'
import { rootScope } from '../template/scope.js'
import { buildInvoice } from './build-invoice.js'
import { checkTotals } from './check-totals.js'
import type { InvoiceMapping } from './invoice-mapping.js'
import { type FacturXLevel, hasLines, levelOfGuideline } from './levels.js'
import { elementAt, readXml, type XmlElement } from './read-xml.js'
import { writeCii } from './write-cii.js'

/** The data of an invoice, to be written into its PDF: as XML, or as a mapping that makes them of the data. */
export type FacturXOptions = InvoiceXml | MappedInvoice

export interface InvoiceXml {
  /** A `CrossIndustryInvoice` in UTF-8. */
  readonly xml: Uint8Array | string
  /** The level that the XML must be of; as its guideline (BT-24) says when absent. */
  readonly level?: FacturXLevel | undefined
  readonly mapping?: undefined
}

export interface MappedInvoice {
  /** From `compileInvoiceMapping`. The invoice is of the level EN 16931. */
  readonly mapping: InvoiceMapping
  readonly xml?: undefined
  readonly level?: undefined
}

/** The context in which the expressions of a mapping are evaluated. */
export interface InvoiceContext {
  readonly data: JsonObject
  readonly diagnostics: DiagnosticSink
  readonly limits: RenderLimits
  /** IANA time zone for the `date` filter. */
  readonly timeZone: string
  readonly now: Date
}

/** The parts that make a PDF a Factur-X invoice. */
export interface FacturX {
  readonly attachment: Attachment
  readonly schema: XmpSchema
}

/** Names of the file with the data, which other attachments must not have. */
export const INVOICE_FILES: readonly string[] = ['factur-x.xml', 'xrechnung.xml']

const INVOICE_NAMESPACE = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'

/**
 * Makes the data of an invoice, and checks them: the XML is well-formed, of the right kind and level, and its amounts
 * add up.
 *
 * @throws TemplateError with line and column of the XML or the mapping
 */
export function makeFacturX(options: FacturXOptions, context: InvoiceContext): FacturX {
  const { xml = mappedXml(options.mapping, context), level: wanted } = options
  const data = typeof xml === 'string' ? Buffer.from(xml) : xml
  const root = readXml(data, 'factur-x.xml')
  const level = checkKind(root, wanted)
  checkTotals(root, level)
  // ZUGFeRD 2.3 §3.2: the German reference profile has a name of its own.
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml'
  return {
    attachment: {
      name,
      data,
      mediaType: 'text/xml',
      // Without lines, the data cannot stand for the page (Factur-X 1.07 §6.2.2).
      relationship: hasLines(level) ? 'Alternative' : 'Data',
      description: `Factur-X ${level}`,
    },
    schema: facturXSchema(name, level),
  }
}

function mappedXml(mapping: InvoiceMapping | undefined, context: InvoiceContext): string {
  invariant(mapping, 'the data of an invoice, or a mapping')
  const { data, diagnostics, limits, now } = context
  const timeZone = isTimeZone(context.timeZone) ? context.timeZone : 'UTC'
  const root = rootScope(data, now.toISOString())
  const budget = new BindingBudget(limits)
  return writeCii(
    buildInvoice(mapping, root, { language: 'en', timeZone, diagnostics, budget, reported: new Reports() }),
  )
}

function checkKind(root: XmlElement, wanted: FacturXLevel | undefined): FacturXLevel {
  if (root.name !== 'CrossIndustryInvoice' || root.namespace !== INVOICE_NAMESPACE) {
    const message = say`the root must be CrossIndustryInvoice of ${INVOICE_NAMESPACE}, not ${ofData(root.name)} of ${ofData(root.namespace || 'no namespace')}`
    throw new TemplateError('invalid-invoice', message, root.span)
  }
  const guideline = elementAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID')
  if (!guideline) throw new TemplateError('invalid-invoice', 'the invoice has no guideline (BT-24)', root.span)
  const level = levelOfGuideline(guideline.text.trim())
  if (!level) {
    const message = say`the guideline "${ofData(guideline.text.trim().slice(0, 100))}" is none of Factur-X`
    throw new TemplateError('invalid-invoice', message, guideline.span)
  }
  if (wanted !== undefined && level !== wanted) {
    const message = `the guideline is that of the level ${level}, not ${wanted}`
    throw new TemplateError('invalid-invoice', message, guideline.span)
  }
  return level
}

/** The extension schema of Factur-X 1.07 §6.2.3. */
function facturXSchema(name: string, level: FacturXLevel): XmpSchema {
  return {
    prefix: 'fx',
    uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    properties: {
      DocumentType: xmpText('INVOICE'),
      DocumentFileName: xmpText(name),
      Version: xmpText('1.0'),
      ConformanceLevel: xmpText(level),
    },
    extension: {
      title: 'Factur-X PDFA Extension Schema',
      descriptions: {
        DocumentFileName: 'The name of the embedded XML document',
        DocumentType: 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER',
        Version: 'The actual version of the standard applying to the embedded XML document',
        ConformanceLevel: 'The conformance level of the embedded XML document',
      },
    },
  }
}
