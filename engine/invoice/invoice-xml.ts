import type { DiagnosticSink } from '../base/diagnostics.js'
import type { InvoiceFormat, InvoiceProfile } from '../base/invoice-forms.js'
import type { JsonObject } from '../base/json.js'
import type { RenderLimits } from '../base/limits.js'
import { isTimeZone } from '../base/time-zone.js'
import { BindingBudget } from '../template/binding-budget.js'
import { Reports } from '../template/evaluation-context.js'
import { rootScope } from '../template/scope.js'
import { completeInvoice } from './complete-invoice.js'
import { ZERO } from './decimal.js'
import { PEPPOL_GUIDELINE, PEPPOL_PROCESS } from './editions.js'
import { FirstFault } from './faults.js'
import type { InvoiceMapping } from './invoice-mapping.js'
import type { InvoiceNode } from './invoice-node.js'
import { type FacturXLevel, guidelineOfLevel } from './levels.js'
import { mapInvoice } from './map-invoice.js'
import { checkRules } from './rules/check-rules.js'
import { CII } from './syntax/cii.js'
import { schemaOf } from './syntax/cii-schema.js'
import { hasElement } from './syntax/schema.js'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from './syntax/ubl.js'
import { writeInvoice } from './syntax/write-invoice.js'
import type { Target } from './tables/code-list.js'
import { CREDIT_NOTE_TYPES } from './tables/code-lists.js'

/** The context in which the expressions of a mapping are evaluated. */
export interface InvoiceContext {
  readonly data: JsonObject
  readonly diagnostics: DiagnosticSink
  readonly limits: RenderLimits
  /** IANA time zone for the `date` filter. */
  readonly timeZone: string
  readonly now: Date
  /** The document is a test: its data must not be booked. */
  readonly isTest?: boolean | undefined
}

/** What is written of a mapping, and by whose rules. */
export interface InvoiceOutput {
  readonly target: Target
  readonly level: FacturXLevel
  /** BT-24. */
  readonly guideline: string
  readonly isUbl: boolean
}

/** The data within a PDF. */
export function outputOfLevel(level: FacturXLevel): InvoiceOutput {
  const target = level === 'XRECHNUNG' ? 'xrechnung' : 'facturX'
  return { target, level, guideline: guidelineOfLevel(level), isUbl: false }
}

/**
 * XML on its own. What is written as CII keeps the rules of Factur-X too.
 *
 * @param profile that of the level when absent
 * @param level of the data in the PDF; UBL has no levels below EN 16931
 * @throws TypeError for Peppol as CII, which its network does not carry
 */
export function outputOf(
  format: InvoiceFormat,
  profile: InvoiceProfile | undefined,
  level: FacturXLevel = 'EN 16931',
): InvoiceOutput {
  const isUbl = format === 'ubl'
  switch (profile ?? (level === 'XRECHNUNG' ? 'xrechnung' : 'en16931')) {
    case 'xrechnung':
      return { ...outputOfLevel('XRECHNUNG'), isUbl }
    case 'en16931':
      if (isUbl || level === 'XRECHNUNG')
        return { ...outputOfLevel('EN 16931'), target: isUbl ? 'en16931' : 'facturX', isUbl }
      return outputOfLevel(level)
    case 'peppol':
      if (!isUbl) throw new TypeError('platen: invoices of Peppol BIS Billing 3 are UBL: ask for the format ubl')
      return { target: 'peppol', level: 'EN 16931', guideline: PEPPOL_GUIDELINE, isUbl }
  }
}

/** Where a level has the amount of rounding. */
const ROUNDING = [
  'SupplyChainTradeTransaction',
  'ApplicableHeaderTradeSettlement',
  'SpecifiedTradeSettlementHeaderMonetarySummation',
  'RoundingAmount',
]

/** Ours are exact. */
const EXACT = { line: ZERO, tax: ZERO }

/**
 * Makes the XML of an invoice of data.
 *
 * @throws TemplateError with line and column of the mapping
 */
export function makeInvoiceXml(mapping: InvoiceMapping, output: InvoiceOutput, context: InvoiceContext): string {
  const { target, level, isUbl } = output
  const { data, diagnostics, limits, now, isTest } = context
  const timeZone = isTimeZone(context.timeZone) ? context.timeZone : 'UTC'
  const budget = new BindingBudget(limits)
  const root = rootScope(data, now.toISOString())
  const invoice = mapInvoice(mapping, root, { language: 'en', timeZone, diagnostics, budget, reported: new Reports() })
  const faults = new FirstFault(diagnostics)
  if (target === 'xrechnung' || target === 'peppol') invoice.complete('BT-23', PEPPOL_PROCESS)
  completeInvoice(invoice, output, faults)
  // EXTENDED allows for more, but what a mapping makes of it keeps the rules of EN 16931.
  checkRules({
    invoice,
    faults,
    target,
    level: level === 'EXTENDED' ? 'EN 16931' : level,
    isForeign: false,
    tolerance: EXACT,
  })
  if (isTest) markAsTest(invoice)
  if (!isUbl) {
    const schema = schemaOf(level)
    // Without the other currency nothing says what its amount of tax is.
    if (level === 'MINIMUM') invoice.remove('BT-111')
    if ((invoice.decimal('BT-114') ?? ZERO).units !== 0n && !hasElement(schema, ROUNDING))
      faults.report(invoice, 'BT-114', `has no place in the level ${level}, whose sums would be wrong without it`)
    return writeInvoice(invoice, CII, (path) => hasElement(schema, path))
  }
  const isCreditNote = CREDIT_NOTE_TYPES.has(invoice.text('BT-3') ?? '', target)
  return writeInvoice(invoice, isCreditNote ? UBL_CREDIT_NOTE : UBL_INVOICE)
}

/** Says in the number and in a note that an invoice is none, so that no program books it. */
function markAsTest(invoice: InvoiceNode): void {
  const { span } = invoice
  invoice.set('BT-1', { text: `TEST-${invoice.text('BT-1')}`, span })
  const [note] = invoice.all('BG-1')
  const text = note?.text('BT-22')
  const node = note ?? invoice.append('BG-1', span)
  node.set('BT-22', { text: `TEST: this is no invoice, do not book it.${text === undefined ? '' : ` ${text}`}`, span })
}
