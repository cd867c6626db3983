import type { InvoiceFormat, InvoiceProfile } from '../../engine/base/invoice-forms.js'
import type { PageImageFormat } from '../../engine/base/page-image-forms.js'
import type { InvoiceReport } from '../../engine/index.js'
import type { DocumentProblems } from '../storage/requests/document-problems.js'
import type { MergedDocuments } from '../storage/requests/merged-requests.js'
import type { PublishedTemplate, TemplateContent } from '../storage/store.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import type { Violation } from './validate-data.js'

/** A PDF larger than this is refused: 50 MB. */
export const MAX_PDF_BYTES = 52_428_800

/**
 * What a body holds: the data of one document; those of several documents of one template; or a document without a stored
 * template, whose HTML it brings, or several with a template each that become one file.
 */
export type BodyForm = 'single' | 'batch' | 'merged'

/** A request that is checked, whether or not it is rendered then. */
export interface CheckTask {
  /** The request's body as received. */
  readonly body: Uint8Array
  readonly form: BodyForm
  /** Absent where there are several, or the request names a template that does not exist. */
  readonly versionId: string | undefined
  /** Where webhooks of requests may lead to. */
  readonly webhooks: AddressPolicy
  /** Whether the body may bring the template of its document. */
  readonly mayBringHtml: boolean
}

/** A request that was found valid and is rendered. */
export interface RenderTask {
  readonly kind: 'document'
  readonly body: Uint8Array
  readonly versionId: string
  /** For templates that name none; UTC when absent. */
  readonly timeZone: string | undefined
  /** The XML of the invoice in place of the PDF. */
  readonly invoice: InvoiceForm | undefined
}

/** Several documents that were found valid and become one file. */
export interface MergeTask extends Pick<RenderTask, 'body' | 'timeZone'> {
  readonly kind: 'merged-documents'
  /** The versions of the templates that the body names. */
  readonly versions: readonly MergedVersion[]
}

/** A document that was found valid and whose body brings its template. */
export interface AdHocTask extends Pick<RenderTask, 'body' | 'timeZone' | 'invoice'> {
  readonly kind: 'ad-hoc-document'
  /** Whose compiled templates are looked at. */
  readonly organizationId: string
}

/** A template of a body, as its request pins it. */
export interface MergedVersion {
  readonly endpointPath: string
  readonly id: string
}

/** The invoice of anybody, which is checked where documents are rendered: it may take as long. */
export interface InvoiceCheckTask {
  readonly kind: 'invoice-check'
  /** A PDF or XML. */
  readonly body: Uint8Array
}

export interface CheckedInvoice {
  readonly kind: 'invoice-checked'
  readonly report: InvoiceReport
}

/** How the XML of an invoice is written. */
export interface InvoiceForm {
  readonly format: InvoiceFormat
  /** That of the template's level when absent. */
  readonly profile: InvoiceProfile | undefined
}

/** A worker that checks does not have the schema of a template version, or does not know which one a body names. */
export type SchemaQuestion =
  | { readonly kind: 'schema'; readonly versionId: string }
  | { readonly kind: 'template'; readonly endpointPath: string }

/** A schema as text, absent when the version is, or has none; or the template, absent when there is none of the name. */
export type SchemaAnswer = string | PublishedTemplate | undefined

/** The template version that a worker which renders does not have. */
export interface TemplateQuestion {
  readonly versionId: string
}

/** Absent when the template was deleted meanwhile. */
export type TemplateAnswer = TemplateContent | undefined

/** The names that debug mode tells: never values. */
interface FieldNames {
  /** Top-level members that were sent. */
  readonly received: readonly string[]
  /** Top-level properties of the template's schema. */
  readonly expected: readonly string[]
}

/** The fault of a request by which it is refused. */
export type BodyFault =
  /** The body is not a JSON object. */
  | { readonly kind: 'invalid-body'; readonly message: string }
  | UnknownTemplate
  /** One of several documents is. */
  | { readonly kind: 'too-large'; readonly field: string; readonly message: string }
  /** The template's schema cannot be used. */
  | FailedTemplate
  | InvalidData
  /** The body brings a template, which its sender may not. */
  | { readonly kind: 'html-refused' }

export interface UnknownTemplate {
  readonly kind: 'unknown-template'
  /** The member that names it, of a body with several documents. */
  readonly field?: string | undefined
}

/** The data does not fit; the first violation decides, the others are for debug mode. */
export interface InvalidData {
  readonly kind: 'invalid-data'
  readonly violations: readonly [Violation, ...Violation[]]
  readonly fields: FieldNames
}

/** How a check ended in its worker. */
export type CheckResult = BodyFault | ValidRequest

export interface ValidRequest {
  readonly kind: 'valid'
  /** One file each. */
  readonly documents: readonly CheckedDocument[]
  /** What the only file consists of, where that is several documents. */
  readonly merged?: MergedDocuments | undefined
  /** Whether the only file is made of HTML that the body brings. */
  readonly isAdHoc?: boolean
}

/** A request's body, once it is known to be valid. */
export interface CheckedDocument {
  readonly isTest: boolean
  /** The `webhook` member, as JSON. */
  readonly webhook: string | undefined
  /** The part of the body that is kept for it, without `webhook`; all of it when absent. */
  readonly body: Uint8Array | undefined
}

export interface RenderedDocument {
  readonly kind: 'rendered'
  /** The file. */
  readonly content: Uint8Array
  readonly mediaType: 'application/pdf' | 'application/xml' | `image/${PageImageFormat}`
  /** Of XML there are none. */
  readonly pages: number
  /** The name to save it under; undefined where the template gives none. */
  readonly fileName: string | undefined
  /** Compiling, when it was needed, and rendering. */
  readonly renderTimeMs: number
  /** What it has lost; undefined when it has lost nothing, or nobody wants to know. */
  readonly problems?: DocumentProblems | undefined
  /** Where this is the picture of a page: of the document that it was made from. */
  readonly picture?: { readonly pages: number; readonly missingFonts: readonly string[] } | undefined
}

/** The template cannot be compiled or rendered with this data; the message names the place and holds no values. */
export interface FailedTemplate {
  readonly kind: 'template-failed'
  readonly message: string
  /** All reasons, where there are more than the message names. */
  readonly problems?: DocumentProblems | undefined
}

/** How rendering ended in its worker. */
export type WorkerOutcome =
  | RenderedDocument
  | UnknownTemplate
  | FailedTemplate
  | { readonly kind: 'document-too-large'; readonly bytes: number }

/** How rendering ended for the pool's caller. */
export type RenderOutcome = WorkerOutcome | Unfinished

/** How the check of an invoice ended for the pool's caller: it fails where it needs too much memory. */
export type InvoiceCheckOutcome = CheckedInvoice | FailedTemplate | Unfinished

/** How a check ended for the pool's caller. */
export type CheckOutcome = CheckResult | Unfinished

/** Why a task was ended from outside. */
export type Unfinished =
  /** A document's time limit passed after it had begun, or a check has used up its processor time. */
  | { readonly kind: 'timed-out' }
  /** Nobody waits for the document any more, and it had not begun. */
  | { readonly kind: 'cancelled' }
  /** There was no room for it, or not in its time; or the pool is closing. */
  | { readonly kind: 'unavailable' }
