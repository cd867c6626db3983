import { TemplateError } from '../base/errors.js'
import type { Attachment } from '../pdf/attachments.js'
import { type XmpSchema, xmpText } from '../pdf/xmp.js'
import { checkCii, guidelineOf, levelOf } from './check-cii.js'
import { EDITIONS } from './editions.js'
import { FirstFault } from './faults.js'
import type { InvoiceMapping } from './invoice-mapping.js'
import { type InvoiceContext, makeInvoiceXml, outputOfLevel } from './invoice-xml.js'
import { type FacturXLevel, hasLines } from './levels.js'
import { readXml, type XmlElement } from './read-xml.js'

/** The data of an invoice, to be written into its PDF: as XML, or as a mapping that makes them of the data. */
export type FacturXOptions = InvoiceXml | MappedInvoice

interface TestInvoice {
  /** Whether a document with a watermark carries the data of a mapping, which say that it is a test; true when absent. */
  readonly inTests?: boolean | undefined
}

export interface InvoiceXml extends TestInvoice {
  /** A `CrossIndustryInvoice` in UTF-8. */
  readonly xml: Uint8Array | string
  /** The level that the XML must be of; as its guideline (BT-24) says when absent. */
  readonly level?: FacturXLevel | undefined
  readonly mapping?: undefined
}

export interface MappedInvoice extends TestInvoice {
  /** From `compileInvoiceMapping`. */
  readonly mapping: InvoiceMapping
  /** The level that is made; EN 16931 when absent. */
  readonly level?: FacturXLevel | undefined
  readonly xml?: undefined
}

/** The parts that make a PDF a Factur-X invoice. */
export interface FacturX {
  readonly attachment: Attachment
  readonly schema: XmpSchema
}

/** Names of the file with the data, which other attachments must not have. */
export const INVOICE_FILES: readonly string[] = ['factur-x.xml', 'xrechnung.xml']

/**
 * Makes the data of an invoice for its PDF. What is brought to a test document is left out, as nothing in it would say
 * that it must not be booked; what a mapping makes says so, or is left out too where that is wanted. It is checked all
 * the same.
 *
 * @throws TemplateError with line and column of the XML or the mapping
 */
export function invoiceOfPdf(options: FacturXOptions, context: InvoiceContext): FacturX | undefined {
  const made = makeFacturX(options, context)
  if (!context.isTest) return made
  if (options.inTests === false) return undefined
  if (options.mapping !== undefined) return made
  context.diagnostics.warn(
    'test-invoice',
    'the XML of the invoice is left out of a test document: it does not say that it is one',
  )
  return undefined
}

/**
 * Makes the data of an invoice, and checks them: the XML is well-formed, it is what the schema of its level has, and it
 * keeps the rules of EN 16931.
 *
 * @throws TemplateError with line and column of the XML or the mapping
 */
function makeFacturX(options: FacturXOptions, context: InvoiceContext): FacturX {
  const { level, data } = options.mapping === undefined ? checkedXml(options, context) : mappedXml(options, context)
  // ZUGFeRD: the German reference profile has a name of its own.
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml'
  return {
    attachment: {
      name,
      data,
      mediaType: 'text/xml',
      // Without lines, the data cannot stand for the page (Factur-X §6.2.2).
      relationship: hasLines(level) ? 'Alternative' : 'Data',
      description: `Factur-X ${level}`,
    },
    schema: facturXSchema(name, level),
  }
}

interface MadeInvoice {
  readonly level: FacturXLevel
  readonly data: Uint8Array
}

function mappedXml({ mapping, level = 'EN 16931' }: MappedInvoice, context: InvoiceContext): MadeInvoice {
  return { level, data: Buffer.from(makeInvoiceXml(mapping, outputOfLevel(level), context)) }
}

function checkedXml({ xml, level: wanted }: InvoiceXml, { diagnostics }: InvoiceContext): MadeInvoice {
  const data = typeof xml === 'string' ? Buffer.from(xml) : xml
  const root = readXml(data, 'factur-x.xml')
  const level = checkKind(root, wanted)
  checkCii(root, level, new FirstFault(diagnostics))
  return { level, data }
}

function checkKind(root: XmlElement, wanted: FacturXLevel | undefined): FacturXLevel {
  const level = levelOf(root)
  if (wanted !== undefined && level !== wanted) {
    const message = `the guideline is that of the level ${level}, not ${wanted}`
    throw new TemplateError('invalid-invoice', message, guidelineOf(root)?.span)
  }
  return level
}

/** The extension schema of Factur-X §6.2.3. */
function facturXSchema(name: string, level: FacturXLevel): XmpSchema {
  return {
    prefix: 'fx',
    uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    properties: {
      DocumentType: xmpText('INVOICE'),
      DocumentFileName: xmpText(name),
      Version: xmpText(EDITIONS.facturX.metadata),
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
