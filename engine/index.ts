/** The engine as a library: a template and data in, a PDF out. See `engine/README.md`. */
export type { CompileOptions, RenderOptions, RenderResult, RenderSummary } from './api-types.js'
export { type Diagnostic, formatDiagnostic, plainMessage, type Severity } from './base/diagnostics.js'
export { LimitError, MergeError, ProblemError, StandardError, TemplateError } from './base/errors.js'
export type { InvoiceFormat, InvoiceProfile } from './base/invoice-forms.js'
export type { JsonObject, JsonValue } from './base/json.js'
export { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
export type { ProblemsSetting } from './base/problems-setting.js'
export type { ProfileName } from './base/profile.js'
export { formatSpan, type Span } from './base/source.js'
export { STANDARDS, type Standard } from './base/standards.js'
export type { RenderStats } from './base/stats.js'
export { type CompiledTemplate, compileTemplate } from './compile.js'
export { dialectTables } from './dialect/dialect-tables.js'
export type { DialectElement, DialectFilter, DialectProperty, DialectTables } from './dialect/dialect-types.js'
export {
  createFontLibrary,
  type ExtendableFontLibrary,
  type FontLibraryOptions,
  type FontSource,
} from './fonts/create-font-library.js'
export type { ResolvePackage } from './fonts/font-packages.js'
export type { FontLibrary, FontStyle } from './fonts/font-types.js'
export type { TraitRange } from './fonts/match-face.js'
export { FontError, type FontErrorCode } from './fonts/opentype/font-error.js'
export { formatWithSource } from './format-with-source.js'
export { type OutputProfile, ProfileError, readOutputProfile } from './images/output-profile.js'
export { inferSchema } from './infer-schema.js'
export { checkInvoice, type InvoiceProblem, type InvoiceReport } from './invoice/check-invoice.js'
export type { FacturXOptions, InvoiceXml, MappedInvoice } from './invoice/facturx.js'
export { compileInvoiceMapping, type InvoiceMapping } from './invoice/invoice-mapping.js'
export type { FacturXLevel } from './invoice/levels.js'
export { type InvoiceXmlOptions, type InvoiceXmlResult, invoiceXml } from './invoice-xml.js'
export type {
  DocumentToMerge,
  FileMetadata,
  MergedSummary,
  MergeOptions,
  MergeResult,
  MergeSummary,
  PdfToMerge,
} from './merge-types.js'
export type { MappedBox, PageMap } from './page-map.js'
export type { Attachment, AttachmentRelationship } from './pdf/attachments.js'
export type { EncryptionOptions, Permission } from './pdf/encryption.js'
export { renderDocument, renderDocumentStream } from './render.js'
export { renderDocuments, renderDocumentsStream } from './render-documents.js'
export type { AppliedRule } from './style/applied-rules.js'
export type { FilterFunction } from './template/filters/own-filters.js'
export type { Orientation, PageSizeName, TemplateSource } from './template/template-source.js'
