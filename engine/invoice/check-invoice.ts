import { TemplateError } from '../base/errors.js'
import { say } from '../base/message.js'
import type { Span } from '../base/source.js'
import { checkCii, FOREIGN_TOLERANCE, guidelineOf, levelOf } from './check-cii.js'
import { EDITIONS, GUIDELINES, PEPPOL_GUIDELINE, XRECHNUNG_GUIDELINE } from './editions.js'
import { embeddedInvoice } from './embedded-invoice.js'
import { FaultList, type InvoiceFault } from './faults.js'
import type { InvoiceNode } from './invoice-node.js'
import { levelOfGuideline } from './levels.js'
import { elementAt, readXml, type XmlElement } from './read-xml.js'
import { checkRules } from './rules/check-rules.js'
import type { Syntax } from './syntax/binding.js'
import { checkSchema } from './syntax/check-schema.js'
import { checkUbl } from './syntax/check-ubl.js'
import { CII } from './syntax/cii.js'
import { readInvoice } from './syntax/read-invoice.js'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from './syntax/ubl.js'
import { ublSchema } from './syntax/ubl-schema.js'
import { CREDIT_NOTE_TYPES, UBL_INVOICE_TYPES } from './tables/code-lists.js'

/** One thing that is wrong with an invoice, or probably is. */
export interface InvoiceProblem {
  readonly severity: 'error' | 'warning'
  /** The rule, such as `BR-CO-10`; absent where none has a name for it. */
  readonly rule: string | undefined
  /** The business term, such as `BT-106`; absent for what is about elements. */
  readonly term: string | undefined
  /** One sentence, which may hold values of the invoice. */
  readonly message: string
  /** In the XML. */
  readonly line: number | undefined
  readonly column: number | undefined
}

export interface InvoiceReport {
  /** Whether no error was found. */
  readonly valid: boolean
  /** `cii`, `ubl`; absent for what is no invoice. */
  readonly format: 'cii' | 'ubl' | undefined
  /** `EN 16931`, `XRECHNUNG`, `Peppol BIS Billing 3`; absent where it is none that is known. */
  readonly level: string | undefined
  /** The file that the invoice was found in, of a PDF. */
  readonly file: string | undefined
  readonly problems: readonly InvoiceProblem[]
  /** What no check of this one looks at, one sentence each. */
  readonly unchecked: readonly string[]
}

/** More than any invoice has with its attachments. */
const MAX_INVOICE_BYTES = 10 * 1024 * 1024

/**
 * Checks an invoice of anybody: the XML itself, or a PDF that carries it. It says what the file claims to be, and what is
 * wrong with it by term, rule and place. Work and depth are bounded; nothing is thrown for what the file holds.
 *
 * @param bytes at most 10 MB
 */
export function checkInvoice(bytes: Uint8Array): InvoiceReport {
  const faults = new FaultList()
  const found: { format?: 'cii' | 'ubl'; level?: string; file?: string } = {}
  const unchecked: string[] = []
  try {
    if (bytes.length > MAX_INVOICE_BYTES)
      throw new TemplateError('too-large', 'the file is larger than 10 MB', undefined)
    let xml = bytes
    if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
      const embedded = embeddedInvoice(bytes)
      found.file = embedded.name
      xml = embedded.data
      unchecked.push('Whether the PDF is of PDF/A-3, and whether its pages show what the XML says.')
    }
    const root = readXml(xml, found.file ?? 'invoice.xml')
    if (root.name === 'CrossIndustryInvoice') checkAsCii(root, found, faults, unchecked)
    else checkAsUbl(root, found, faults, unchecked)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    faults.add(faultOf(error))
  }
  unchecked.push(`Rules of single countries but Germany. Code lists are those of ${codeListsOf(found)}.`)
  if (faults.omitted > 0) unchecked.push(`${faults.omitted} further problems are not listed.`)
  return {
    valid: !faults.items.some(({ severity }) => severity === 'error'),
    format: found.format,
    level: found.level,
    file: found.file,
    problems: faults.items.map(problemOf),
    unchecked,
  }
}

/** By whose lists the codes of an invoice were checked, and of which edition. */
function codeListsOf({ format, level }: Found): string {
  const { en16931, facturX, peppol } = EDITIONS
  if (level === 'Peppol BIS Billing 3') return `Peppol BIS Billing 3 ${peppol.version}`
  if (format === 'cii' && level !== 'XRECHNUNG') return `Factur-X ${facturX.version}`
  return `EN 16931 ${en16931.schematron}`
}

type Found = { format?: 'cii' | 'ubl'; level?: string; file?: string }

function checkAsCii(root: XmlElement, found: Found, faults: FaultList, unchecked: string[]): void {
  found.format = 'cii'
  const other = found.file === undefined ? levelOfOther(root) : undefined
  const level = other ?? levelOf(root)
  found.level = level
  if (level === 'EXTENDED') unchecked.push(EXTENSION)
  if (other === undefined) checkCii(root, level, faults)
  else warnOfOther(checkCii(root, level, faults, 'en16931'), faults)
}

const EXTENSION =
  'Sums and taxes: extensions of EN 16931, such as the level EXTENDED, have rules of their own for them.'

/** The guideline of an extension of EN 16931 says `conformant`, that of a restriction `compliant`. */
const isExtension = (guideline: string) => guideline.includes('#conformant#')

/** XML that stands alone may be of other specifications than Factur-X: it is held to what all of them build on. */
function levelOfOther(root: XmlElement): 'EN 16931' | 'EXTENDED' | undefined {
  const guideline = guidelineOf(root)?.text.trim() ?? ''
  if (root.namespace !== CII.namespaces.rsm || levelOfGuideline(guideline) !== undefined) return undefined
  if (!guideline.startsWith(`${GUIDELINES['EN 16931']}#`)) return undefined
  return isExtension(guideline) ? 'EXTENDED' : 'EN 16931'
}

function warnOfOther(invoice: InvoiceNode, faults: FaultList): void {
  faults.warn(invoice, 'BT-24', 'is none that is known: the rules are those of EN 16931 alone')
}

/** Documents that people take for invoices of EN 16931, by the name of their root. */
const OTHER_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  [
    'CrossIndustryDocument',
    'this is an invoice of ZUGFeRD 1, which is older than EN 16931: nothing of it can be checked',
  ],
  ['SCRDMCCBDACIOMessageStructure', 'this is an order (Order-X), no invoice'],
])

function syntaxOf(root: XmlElement): Syntax | undefined {
  return [UBL_INVOICE, UBL_CREDIT_NOTE].find(
    ({ root: name, namespaces }) => name === `ubl:${root.name}` && namespaces.ubl === root.namespace,
  )
}

function checkAsUbl(root: XmlElement, found: Found, faults: FaultList, unchecked: string[]): void {
  const syntax = syntaxOf(root)
  if (!syntax) {
    const message =
      OTHER_DOCUMENTS.get(root.name) ??
      'this is neither a CrossIndustryInvoice of UN/CEFACT nor an Invoice or CreditNote of UBL 2'
    throw new TemplateError('invalid-invoice', message, root.span)
  }
  found.format = 'ubl'
  unchecked.push('What elements say that UBL has beyond EN 16931.')
  const guideline = elementAt(root, 'CustomizationID')?.text.trim() ?? ''
  const isPeppol = guideline === PEPPOL_GUIDELINE
  const isGerman = XRECHNUNG_GUIDELINE.test(guideline)
  checkSchema(root, ublSchema(syntax, isPeppol || isGerman ? 'error' : 'warning'), faults)
  // Faults of the schema of UBL hide those of its rules, so that each fault is reported once.
  if (!faults.items.some(({ severity }) => severity === 'error')) checkUbl(root, syntax, faults)
  const invoice = readInvoice(root, syntax, faults)
  found.level = isPeppol ? 'Peppol BIS Billing 3' : isGerman ? 'XRECHNUNG' : 'EN 16931'
  if (!isPeppol && !isGerman && guideline !== GUIDELINES['EN 16931']) warnOfOther(invoice, faults)
  if (isExtension(guideline)) unchecked.push(EXTENSION)
  checkRules({
    invoice,
    faults,
    target: isPeppol ? 'peppol' : isGerman ? 'xrechnung' : 'en16931',
    level: isGerman ? 'XRECHNUNG' : isExtension(guideline) ? 'EXTENDED' : 'EN 16931',
    types: syntax === UBL_CREDIT_NOTE ? CREDIT_NOTE_TYPES : UBL_INVOICE_TYPES,
    isForeign: true,
    tolerance: FOREIGN_TOLERANCE,
  })
}

function faultOf(error: TemplateError): InvoiceFault {
  const place = error.span ? `${error.span.file}:${error.span.line}:${error.span.column}: ` : ''
  const text = error.message.slice(place.length)
  return {
    code: 'invalid-invoice',
    severity: 'error',
    rule: undefined,
    term: undefined,
    message: say`${{ text, plain: error.plain.slice(place.length) }}`,
    span: error.span,
  }
}

function problemOf({ severity, rule, term, message, span }: InvoiceFault): InvoiceProblem {
  return { severity, rule, term, message: message.text, ...placeOf(span) }
}

function placeOf(span: Span | undefined): Pick<InvoiceProblem, 'line' | 'column'> {
  return { line: span?.line, column: span?.column }
}
