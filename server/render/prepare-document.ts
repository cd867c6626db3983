import { basename } from 'node:path'
import { TemplateError } from '../../engine/base/errors.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { PrintSettings } from '../../engine/base/print-settings.js'
import { SourceText } from '../../engine/base/source.js'
import { archivesOf, type Standard } from '../../engine/base/standards.js'
import { checkAttachments, checkEncryption } from '../../engine/check-arguments.js'
import { MAPPING_FILE } from '../../engine/folder/folder-assets.js'
import type { Attachment, MappedInvoice, RenderOptions, TemplateSource } from '../../engine/index.js'
import { INVOICE_FILES } from '../../engine/invoice/facturx.js'
import { compileInvoiceMapping } from '../../engine/invoice/invoice-mapping.js'
import type { TemplateChoices } from '../storage/choices-column.js'
import { mediaTypeOf } from './attachment-types.js'
import { decodeBase64 } from './base64.js'
import {
  type DataPath,
  type DocumentSettings,
  type EncryptionSetting,
  parseDocumentSettings,
} from './document-settings.js'
import { isJsonObject } from './parse-json.js'

/** The options that settings give the engine for one document. */
export type DocumentOptions = Pick<RenderOptions, 'facturX' | 'attachments' | 'encryption'>

/** A template's settings, checked as far as they can be without data. */
export interface PreparedSettings {
  /** For the compiler. */
  readonly source: Pick<TemplateSource, 'fileName' | 'timeZone' | 'forms' | 'outputIntent'> &
    PrintSettings &
    TemplateChoices
  /**
   * The options that the settings derive from the data of one request.
   *
   * @param look `without-passwords` for a document that is only looked at: it is not encrypted
   * @throws TemplateError
   */
  options(data: JsonObject, look?: 'without-passwords'): DocumentOptions
}

/** A template as far as its settings go. */
export interface TemplateWithSettings {
  /** JSON. */
  readonly settings?: string | undefined
  readonly choices?: TemplateChoices | undefined
  readonly standard?: readonly Standard[] | undefined
  readonly assets: ReadonlyMap<string, Uint8Array>
}

/**
 * Reads the settings of a template and the files that they name.
 *
 * @param unknown what to do with members that are no settings: versions that were published with such go on
 * @throws TemplateError
 */
export function prepareSettings(
  { settings: text, choices = {}, standard = [], assets }: TemplateWithSettings,
  unknown: 'refuse' | 'ignore' = 'refuse',
): PreparedSettings {
  const [archive, another] = archivesOf(standard)
  if (another !== undefined) throw fault(`a file cannot be ${archive} and ${another} at once: choose one standard`)
  if (text === undefined || text.trim() === '') return { source: choices, options: () => ({}) }
  const settings = parseDocumentSettings(text, unknown)
  const { fileName, timeZone, forms, outputIntent, encryption } = settings
  if (encryption && (settings.facturX || archive !== undefined)) {
    throw fault('encryption does not go with PDF/A and Factur-X, which must be read without passwords')
  }
  const invoice = invoiceOf(settings, assets)
  const own = ownAttachments(settings, assets)
  return {
    source: { ...choices, ...settings.print, fileName, timeZone, forms, outputIntent },
    options: (data, look) => ({
      facturX: invoice?.(data),
      attachments: attachmentsOf(settings, own, data),
      encryption: encryption && look === undefined ? encryptionOf(encryption, data) : undefined,
    }),
  }
}

function invoiceOf(
  { facturX, testInvoices: inTests }: DocumentSettings,
  assets: TemplateWithSettings['assets'],
): ((data: JsonObject) => RenderOptions['facturX']) | undefined {
  if (!facturX) return undefined
  if (typeof facturX === 'string') {
    const mapping = compileInvoiceMapping(textOf(assets, MAPPING_FILE, 'facturX needs a mapping'))
    return () => ({ mapping, level: facturX, inTests })
  }
  return (data) => {
    const xml = valueAt(data, facturX.xml)
    if (typeof xml !== 'string') throw missing(facturX.xml, 'the XML of the invoice, a text')
    return { xml, level: facturX.level, inTests }
  }
}

/**
 * What the XML of an invoice is made from without its document.
 *
 * @throws TemplateError for a template that has none, or has none for tests
 */
export function mappingOf(
  facturX: RenderOptions['facturX'],
  isTest: boolean,
): Pick<MappedInvoice, 'mapping' | 'level'> {
  if (facturX?.mapping === undefined)
    throw fault(`the template has no mapping to make XML by: "facturX" as a level, and the file ${MAPPING_FILE}`)
  if (isTest && facturX.inTests === false) throw fault('tests of this template have no XML, as "testInvoices" is false')
  return facturX
}

function textOf(assets: TemplateWithSettings['assets'], path: string, why: string): string {
  const bytes = assets.get(path)
  if (!bytes) throw fault(`${why}: there is no file ${path} among those of the template`)
  return Buffer.from(bytes).toString('utf8')
}

function ownAttachments(
  { attachments }: DocumentSettings,
  assets: TemplateWithSettings['assets'],
): readonly Attachment[] {
  const own = attachments.flatMap((attachment) => {
    if (attachment.kind !== 'file') return []
    const { file, name = basename(file), mediaType = mediaTypeOf(file), relationship, description } = attachment
    const data = assets.get(file)
    if (!data) throw fault(`"attachments": there is no file ${file} among those of the template`)
    return [{ name, data, mediaType, relationship, description }]
  })
  checked(() => checkAttachments(own, 'attachments'))
  return own
}

function attachmentsOf(
  { attachments }: DocumentSettings,
  own: readonly Attachment[],
  data: JsonObject,
): readonly Attachment[] {
  const all = [...own]
  for (const attachment of attachments) {
    if (attachment.kind === 'brought') all.push(...broughtAttachments(attachment.from, data))
  }
  if (all.length > own.length) checked(() => checkAttachments(all, 'attachments'))
  const taken = all.find(({ name }) => INVOICE_FILES.includes(name))
  if (taken) throw fault(`the attachment "${taken.name}" has the name of the data of an invoice`)
  return all
}

/** A request may leave its list out. */
function broughtAttachments(path: DataPath, data: JsonObject): readonly Attachment[] {
  const list = valueAt(data, path)
  if (list === undefined) return []
  if (!Array.isArray(list)) throw missing(path, 'a list of files')
  return list.map((item, index) => {
    const what = `${path.join('.')}.${index}`
    if (!isJsonObject(item)) throw fault(`the data must have an object { "name", "base64" } at ${what}`)
    const { base64, text, modified, ...described } = item
    const given = bytesOf(base64, text)
    if (!given) throw fault(`the file at ${what} must have its content as "base64" or "text"`)
    const date = modified === undefined ? {} : { modified: new Date(String(modified)) }
    const type = typeof item.name === 'string' ? mediaTypeOf(item.name) : undefined
    // The members' types are checked with all of them.
    return { mediaType: type, ...described, ...date, data: given } as unknown as Attachment
  })
}

/** Undefined unless just one of the two is a text that stands for bytes. */
function bytesOf(base64: JsonValue | undefined, text: JsonValue | undefined): Uint8Array | undefined {
  if (base64 === undefined) return typeof text === 'string' ? Buffer.from(text) : undefined
  if (text !== undefined || typeof base64 !== 'string') return undefined
  return decodeBase64(base64)
}

/** A document is never left open because its password is missing. */
function encryptionOf(setting: EncryptionSetting, data: JsonObject): RenderOptions['encryption'] {
  const password = (path: DataPath | undefined): string | undefined => {
    if (!path) return undefined
    const value = valueAt(data, path)
    if (typeof value !== 'string' || value === '') throw missing(path, 'a password, a text')
    return value
  }
  const encryption = {
    userPassword: password(setting.userPassword),
    ownerPassword: password(setting.ownerPassword),
    permissions: setting.permissions,
  }
  checked(() => checkEncryption(encryption, 'encryption'))
  return encryption
}

function valueAt(data: JsonObject, path: DataPath): JsonValue | undefined {
  let value: JsonValue | undefined = data
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as JsonObject)[name]
  }
  return value
}

/** No message repeats a value: it may be a password. */
function missing(path: DataPath, what: string): TemplateError {
  return fault(`the data must have ${what}, at ${path.join('.')}`)
}

function fault(message: string): TemplateError {
  return new TemplateError('invalid-settings', message, new SourceText('template.json', '').span(0))
}

/** The engine speaks to programs of their arguments; here authors are told. */
function checked(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw fault(error.message.replace(/^platen: /, ''))
  }
}
