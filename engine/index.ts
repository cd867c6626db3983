/** The engine as a library: a template and data in, a PDF out. See `engine/README.md`. */
export type { CompileOptions, RenderOptions, RenderResult, RenderSummary } from './api-types.js'
export { type Diagnostic, formatDiagnostic, type Severity } from './base/diagnostics.js'
export { LimitError, StandardError, TemplateError } from './base/errors.js'
export type { JsonObject, JsonValue } from './base/json.js'
export { DEFAULT_LIMITS, type RenderLimits } from './base/limits.js'
export type { MannerName } from './base/manner.js'
export { formatSpan, type Span } from './base/source.js'
export { STANDARDS, type Standard } from './base/standards.js'
export type { RenderStats } from './base/stats.js'
export { type CompiledTemplate, compileTemplate } from './compile.js'
export { dialectTables } from './dialect/dialect-tables.js'
export type { DialectElement, DialectFilter, DialectProperty, DialectTables } from './dialect/dialect-types.js'
export type { FacturXOptions, InvoiceXml, MappedInvoice } from './facturx/facturx.js'
export { compileInvoiceMapping, type InvoiceMapping } from './facturx/invoice-mapping.js'
export type { FacturXLevel } from './facturx/levels.js'
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
export { inferSchema } from './infer-schema.js'
export type { MappedBox, PageMap } from './page-map.js'
export type { Attachment, AttachmentRelationship } from './pdf/attachments.js'
export type { EncryptionOptions, Permission } from './pdf/encryption.js'
export { renderDocument, renderDocumentStream } from './render.js'
export type { FilterFunction } from './template/filters/own-filters.js'
export type { Orientation, PageSizeName, TemplateSource } from './template/template-source.js'
