import type { CompileOptions, RenderOptions } from './api-types.js'
import { DEFAULT_LIMITS } from './base/limits.js'
import type { PrintSettings } from './base/print-settings.js'
import { didYouMean } from './base/suggest.js'
import { type FormerName, type SettingName, settingFault, settingOf } from './base/template-settings.js'
import type { CompiledTemplate } from './compile.js'
import { type FacturXOptions, INVOICE_FILES } from './invoice/facturx.js'
import { FACTUR_X_LEVELS } from './invoice/levels.js'
import type { DocumentToMerge, FileMetadata, MergeOptions, PdfToMerge } from './merge-types.js'
import { ATTACHMENT_RELATIONSHIPS, type Attachment } from './pdf/attachments.js'
import { areSamePasswords, type EncryptionOptions, isPassword, PERMISSIONS } from './pdf/encryption.js'
import type { TemplateSource } from './template/template-source.js'

/** The members of an object of options, of which a record cannot leave out any. */
type Members<T> = Readonly<Record<keyof T, true>>

/** The settings that a source may have, which are checked by the record of settings. */
type SourceSetting = Extract<keyof TemplateSource, Exclude<SettingName, 'name'> | FormerName>

const PRINT_SETTINGS: Members<PrintSettings> = {
  media: true,
  backgrounds: true,
  paper: true,
  margins: true,
  pageRules: true,
  scale: true,
  leastScale: true,
  pages: true,
  grayscale: true,
}

const SOURCE_SETTINGS: Readonly<Record<SourceSetting, true>> = {
  pageSize: true,
  orientation: true,
  standard: true,
  outputIntent: true,
  forms: true,
  fileName: true,
  timeZone: true,
  profile: true,
  manner: true,
  problems: true,
  ...PRINT_SETTINGS,
}
const SOURCE: Members<TemplateSource> = {
  html: true,
  name: true,
  assets: true,
  partials: true,
  schema: true,
  samples: true,
  ...SOURCE_SETTINGS,
}
const COMPILE_OPTIONS: Members<CompileOptions> = {
  fonts: true,
  limits: true,
  filters: true,
  checkFonts: true,
  lint: true,
}
const MERGED: Members<DocumentToMerge> = {
  template: true,
  data: true,
  title: true,
  timeZone: true,
  attachments: true,
}
const MERGED_PDF: Members<PdfToMerge> = { pdf: true, name: true, title: true, alt: true, attachments: true }
const METADATA: Members<FileMetadata> = { title: true, author: true, subject: true, keywords: true, language: true }
const RENDER_OPTIONS: Members<RenderOptions> = {
  date: true,
  watermark: true,
  timeZone: true,
  limits: true,
  map: true,
  firstPages: true,
  attachments: true,
  facturX: true,
  standard: true,
  nonconforming: true,
  forms: true,
  outputIntent: true,
  encryption: true,
  problems: true,
  ...PRINT_SETTINGS,
}
const { pages: _, ...MERGED_PRINT_SETTINGS } = PRINT_SETTINGS
const MERGE_OPTIONS: Members<Omit<MergeOptions, 'metadata'>> = {
  date: true,
  watermark: true,
  limits: true,
  firstPages: true,
  standard: true,
  nonconforming: true,
  forms: true,
  outputIntent: true,
  encryption: true,
  problems: true,
  ...MERGED_PRINT_SETTINGS,
}
const ENCRYPTION: Members<EncryptionOptions> = { userPassword: true, ownerPassword: true, permissions: true }
const FACTUR_X: Members<FacturXOptions> = { xml: true, level: true, mapping: true, inTests: true }
const ATTACHMENT: Members<Attachment> = {
  name: true,
  data: true,
  mediaType: true,
  relationship: true,
  description: true,
  modified: true,
}

/**
 * Finds what the TypeScript compiler would have found, so that JavaScript programs are told which argument is wrong.
 *
 * @throws TypeError
 */
export function checkCompileArguments(source: TemplateSource, options: CompileOptions): void {
  if (typeof source?.html !== 'string') fail('the template must be an object whose html is the text of the template')
  if (typeof options?.fonts?.select !== 'function') fail('options.fonts must be a library made by createFontLibrary()')
  requireKnown(source, SOURCE, 'the template')
  requireKnown(options, COMPILE_OPTIONS, 'options')
  requireKnown(options.limits ?? {}, DEFAULT_LIMITS, 'options.limits')
  const { assets, partials } = source
  for (const name of Object.keys(SOURCE_SETTINGS) as SourceSetting[]) requireSetting(name, source[name], name)
  if (source.samples !== undefined && !Array.isArray(source.samples)) fail('samples must be an array of objects')
  if (assets !== undefined) checkAssets(assets)
  if (partials !== undefined) checkPartials(partials)
}

function checkPartials(partials: NonNullable<TemplateSource['partials']>): void {
  if (typeof partials.get !== 'function') fail('partials must be a Map from names to texts')
  for (const [name, text] of partials) {
    if (typeof text !== 'string') fail(`the partial "${name}" must be a string`)
  }
}

function checkAssets(assets: NonNullable<TemplateSource['assets']>): void {
  if (typeof assets.get !== 'function') fail('assets must be a Map from relative paths to bytes')
  // Other maps read their files when they are asked for them.
  if (!(assets instanceof Map)) return
  for (const [path, bytes] of assets) {
    if (!ArrayBuffer.isView(bytes))
      fail(`the asset "${path}" must be bytes, a Uint8Array: of a text, Buffer.from(text)`)
  }
}

/** @throws TypeError */
export function checkRenderArguments(template: CompiledTemplate, data: unknown, options: RenderOptions): void {
  checkDocument(template, data, '')
  requireKnown(options, RENDER_OPTIONS, 'options')
  checkOptions(options)
}

/** @throws TypeError */
export function checkMergeArguments(documents: readonly (DocumentToMerge | PdfToMerge)[], options: MergeOptions): void {
  const kinds = '{ template, data } or { pdf }'
  if (!Array.isArray(documents) || documents.length === 0) fail(`the documents must be an array of ${kinds}`)
  for (const [index, document] of documents.entries()) {
    const what = `documents[${index}]`
    if (typeof document !== 'object' || document === null) fail(`${what} must be an object ${kinds}`)
    if ('pdf' in document) checkPdf(document, what)
    else checkMerged(document, what)
  }
  const { metadata = {}, ...shared } = options
  requireKnown(shared, MERGE_OPTIONS, 'options')
  requireKnown(metadata, METADATA, 'options.metadata')
  for (const [name, value] of Object.entries(metadata))
    if (value !== undefined && typeof value !== 'string') fail(`options.metadata.${name} must be a string`)
  checkOptions(shared)
}

function checkMerged(document: DocumentToMerge, what: string): void {
  requireKnown(document, MERGED, what)
  const { template, data, title, attachments = [] } = document
  checkDocument(template, data, `${what}: `)
  if (title !== undefined && typeof title !== 'string') fail(`${what}.title must be a string`)
  checkAttachments(attachments, `${what}.attachments`)
}

function checkPdf(document: PdfToMerge, what: string): void {
  requireKnown(document, MERGED_PDF, what)
  if (!(document.pdf instanceof Uint8Array)) fail(`${what}.pdf must be the bytes of a PDF, a Uint8Array`)
  for (const name of ['name', 'title', 'alt'] as const) {
    const value = document[name]
    if (value !== undefined && typeof value !== 'string') fail(`${what}.${name} must be a string`)
  }
  checkAttachments(document.attachments ?? [], `${what}.attachments`)
}

/** @param where in front of the message */
function checkDocument(template: CompiledTemplate, data: unknown, where: string): void {
  if (template?.plan === undefined) fail(`${where}the template must come from compileTemplate()`)
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return
  const given = Array.isArray(data) ? 'an array' : String(data)
  fail(`${where}the data must be an object such as { items: [] }, not ${given}`)
}

/** Options that are settings as well. */
const CHECKED_OPTIONS = [
  'standard',
  'forms',
  'problems',
  ...(Object.keys(PRINT_SETTINGS) as (keyof PrintSettings)[]),
] as const

function checkOptions(options: RenderOptions): void {
  requireKnown(options.limits ?? {}, DEFAULT_LIMITS, 'options.limits')
  for (const name of CHECKED_OPTIONS) requireSetting(name, options[name], `options.${name}`)
  const { date, firstPages, attachments = [], facturX, encryption, nonconforming, outputIntent } = options
  if (nonconforming !== undefined && nonconforming !== 'refuse' && nonconforming !== 'report') {
    fail('options.nonconforming must be refuse or report')
  }
  if (date !== undefined && !isValidDate(date)) fail('options.date must be a valid Date')
  if (firstPages !== undefined && !(Number.isSafeInteger(firstPages) && firstPages > 0)) {
    fail('options.firstPages must be a whole number above 0')
  }
  if (outputIntent !== undefined && typeof outputIntent?.channels !== 'number') {
    fail('options.outputIntent must come from readOutputProfile()')
  }
  checkAttachments(attachments, 'options.attachments')
  if (facturX !== undefined) checkFacturX(facturX, attachments)
  if (encryption !== undefined) {
    checkEncryption(encryption, 'options.encryption')
    if (facturX !== undefined) fail('options.encryption does not go with facturX: invoices are archived')
  }
}

function checkFacturX(facturX: FacturXOptions, attachments: readonly Attachment[]): void {
  requireKnown(facturX, FACTUR_X, 'options.facturX')
  const { xml, level, mapping, inTests = true } = facturX
  if (typeof inTests !== 'boolean') fail('options.facturX.inTests must be true or false')
  if (mapping === undefined) {
    if (typeof xml !== 'string' && !(xml instanceof Uint8Array)) fail('options.facturX.xml must be a text or its bytes')
  } else if (!(mapping.terms instanceof Map)) fail('options.facturX.mapping must come from compileInvoiceMapping()')
  else if (xml !== undefined) fail('options.facturX has a mapping or the XML, not both')
  if (level !== undefined && !FACTUR_X_LEVELS.includes(level)) {
    fail(`options.facturX.level must be one of ${FACTUR_X_LEVELS.join(', ')}`)
  }
  const taken = attachments.find(({ name }) => INVOICE_FILES.includes(name))
  if (taken) fail(`the attachment "${taken.name}" has the name of the data of the invoice`)
}

/**
 * No message has a password.
 *
 * @param what it is called
 * @throws TypeError
 */
export function checkEncryption(encryption: EncryptionOptions, what: string): void {
  requireKnown(encryption, ENCRYPTION, what)
  const { userPassword, ownerPassword, permissions } = encryption
  for (const [name, password] of Object.entries({ userPassword, ownerPassword })) {
    if (password !== undefined && !(typeof password === 'string' && isPassword(password))) {
      fail(`${what}.${name} must be a text of 1 to 127 bytes in UTF-8, without control characters`)
    }
  }
  if (userPassword === undefined && ownerPassword === undefined) {
    fail(`${what} must have a userPassword, an ownerPassword, or both`)
  }
  if (userPassword !== undefined && ownerPassword !== undefined && areSamePasswords(userPassword, ownerPassword))
    fail(`${what} must have two different passwords`)
  if (permissions === undefined) return
  if (!Array.isArray(permissions)) fail(`${what}.permissions must be an array of what is allowed`)
  const unknown = permissions.find((permission) => !PERMISSIONS.includes(permission))
  if (unknown !== undefined) {
    const hint = didYouMean(String(unknown), PERMISSIONS)
    fail(`${what}.permissions has "${unknown}"${hint}; there are ${PERMISSIONS.join(', ')}`)
  }
}

/** Types and subtypes as RFC 6838 §4.2 has them. */
const MEDIA_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i

/** Readers save attachments under their names: what leads elsewhere, or is no name, is none. */
const FILE_NAME = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}\\/]{1,255}$/u

/** Longer ones do not fit a string of a file for the archive. */
const LONGEST_DESCRIPTION = 10_000

export function isAttachmentName(name: string): boolean {
  return FILE_NAME.test(name)
}

/** @param list what they are called @throws TypeError */
export function checkAttachments(attachments: readonly Attachment[], list: string): void {
  if (!Array.isArray(attachments)) fail(`${list} must be an array of { name, data }`)
  const names = new Set<string>()
  for (const [index, attachment] of attachments.entries()) {
    const what = `${list}[${index}]`
    if (typeof attachment !== 'object' || attachment === null) fail(`${what} must be an object { name, data }`)
    requireKnown(attachment, ATTACHMENT, what)
    const { name, data, mediaType, relationship, description, modified } = attachment
    if (typeof name !== 'string' || !isAttachmentName(name)) fail(`${what}.name must be a file name, without folders`)
    if (names.has(name)) fail(`${what}.name is also that of an attachment before it`)
    names.add(name)
    if (!(data instanceof Uint8Array)) fail(`${what}.data must be bytes, a Uint8Array: of a text, Buffer.from(text)`)
    if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType)) {
      fail(`${what}.mediaType must be a media type such as text/xml, without parameters`)
    }
    if (relationship !== undefined && !ATTACHMENT_RELATIONSHIPS.includes(relationship)) {
      fail(`${what}.relationship must be one of ${ATTACHMENT_RELATIONSHIPS.join(', ')}`)
    }
    if (description !== undefined && !(typeof description === 'string' && description.length <= LONGEST_DESCRIPTION))
      fail(`${what}.description must be a string of at most ${LONGEST_DESCRIPTION} characters`)
    if (modified !== undefined && !isValidDate(modified)) fail(`${what}.modified must be a valid Date`)
  }
}

function isValidDate(value: unknown): boolean {
  return value instanceof Date && Number.isFinite(value.getTime())
}

function requireSetting(member: SourceSetting, value: unknown, what: string): void {
  const name = settingOf(member)
  const fault = value === undefined || name === undefined ? undefined : settingFault(name, value)
  if (fault !== undefined) fail(`${what} ${fault}`)
}

/** A misspelt option would do nothing, in silence. */
function requireKnown(options: object, members: object, what: string): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(members, name)) continue
    const names = Object.keys(members)
    fail(`${what} has no member "${name}"${didYouMean(name, names)}; there are ${names.join(', ')}`)
  }
}

function fail(message: string): never {
  throw new TypeError(`platen: ${message}`)
}
