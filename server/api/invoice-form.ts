import { INVOICE_FORMATS, INVOICE_PROFILES } from '../../engine/base/invoice-forms.js'
import { PAGE_IMAGE_FORMATS } from '../../engine/base/page-image-forms.js'
import type { AppContext } from '../http/app-state.js'
import { parameter } from '../http/operation.js'
import type { InvoiceForm } from '../render/render-types.js'
import { invalid } from './page-form.js'

/** All that can be asked for in place of the PDF. */
const FORMATS = [...INVOICE_FORMATS, ...PAGE_IMAGE_FORMATS]

/** How OpenAPI describes them. */
export const FORM_PARAMETERS = [
  parameter(
    'query',
    'format',
    'In place of the PDF the picture of a page (png, jpeg, webp); or, of a template with a mapping of an invoice, its XML: as CrossIndustryInvoice of UN/CEFACT (cii) or in UBL 2.1 (ubl). Not with respond-async.',
    { enum: FORMATS },
  ),
  parameter(
    'query',
    'profile',
    'Whose rules that XML keeps beyond those of EN 16931; those of the level of the template without it. Peppol is ubl alone.',
    { enum: INVOICE_PROFILES },
  ),
]

/**
 * The XML that a request asks for in place of the PDF; undefined when it asks for none.
 *
 * @throws ApiError 422 `invalid_value`
 */
export function readInvoiceForm(ctx: AppContext): InvoiceForm | undefined {
  const wanted = oneOf(ctx, 'format', FORMATS)
  const format = INVOICE_FORMATS.find((name) => name === wanted)
  const profile = oneOf(ctx, 'profile', INVOICE_PROFILES)
  if (format === undefined) {
    if (profile !== undefined) throw invalid('profile', 'needs a format: ubl or cii')
    return undefined
  }
  if (profile === 'peppol' && format !== 'ubl') throw invalid('profile', 'peppol needs the format ubl')
  return { format, profile }
}

/**
 * What is made later is a PDF.
 *
 * @throws ApiError 422 `invalid_value`
 */
export function refuseOtherForms(ctx: AppContext): void {
  readInvoiceForm(ctx)
  if (ctx.query.format !== undefined) throw invalid('format', 'is answered at once: leave respond-async out')
}

/**
 * A file of several documents is no invoice.
 *
 * @throws ApiError 422 `invalid_value`
 */
export function refuseInvoiceForms(ctx: AppContext): void {
  oneOf(ctx, 'format', PAGE_IMAGE_FORMATS)
  if (ctx.query.profile !== undefined) throw invalid('profile', 'is for the XML of one invoice')
}

function oneOf<T extends string>(ctx: AppContext, name: string, known: readonly T[]): T | undefined {
  const value = ctx.query[name]
  const found = known.find((word) => word === value)
  if (value === undefined || found !== undefined) return found
  throw invalid(name, `must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`)
}
