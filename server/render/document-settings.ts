import { TemplateError } from '../../engine/base/errors.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { PrintSettings } from '../../engine/base/print-settings.js'
import { SourceText } from '../../engine/base/source.js'
import { didYouMean } from '../../engine/base/suggest.js'
import {
  settingFault,
  settingOf,
  settingsKept,
  TEMPLATE_SETTINGS,
  unknownSetting,
  unknownSettingMessage,
} from '../../engine/base/template-settings.js'
import { FACTUR_X_LEVELS, type FacturXLevel } from '../../engine/invoice/levels.js'
import { ATTACHMENT_RELATIONSHIPS, type AttachmentRelationship } from '../../engine/pdf/attachments.js'
import { PERMISSIONS, type Permission } from '../../engine/pdf/encryption.js'
import { isJsonObject, parseJson } from './parse-json.js'

/** A place in the data of a request, as the names of members from the outermost: `{{customer.pin}}`. */
export type DataPath = readonly string[]

/** The settings of documents in `template.json` besides their pages. */
export interface DocumentSettings {
  /** The name that they are saved under, with placeholders. */
  readonly fileName: string | undefined
  /** Of dates with a time (IANA). */
  readonly timeZone: string | undefined
  /** Form controls are fields. */
  readonly forms: boolean | undefined
  /** The file that is the ICC profile of the press. */
  readonly outputIntent: string | undefined
  /** The documents are invoices: the level that a mapping makes, or where the XML comes from. */
  readonly facturX: FacturXLevel | BroughtInvoice | undefined
  /** Whether test documents carry the XML of an invoice; true when absent. */
  readonly testInvoices: boolean | undefined
  readonly attachments: readonly AttachmentSetting[]
  readonly encryption: EncryptionSetting | undefined
  /** How they are printed. */
  readonly print: PrintSettings
}

export interface BroughtInvoice {
  readonly xml: DataPath
  readonly level: FacturXLevel | undefined
}

export type AttachmentSetting =
  /** A file of the template. */
  | {
      readonly kind: 'file'
      readonly file: string
      /** That of the file, without folders, when absent. */
      readonly name: string | undefined
      readonly mediaType: string | undefined
      readonly relationship: AttachmentRelationship | undefined
      readonly description: string | undefined
    }
  /** Files that requests bring in a list. */
  | { readonly kind: 'brought'; readonly from: DataPath }

/** Passwords come with requests; settings have none. */
export interface EncryptionSetting {
  readonly userPassword: DataPath | undefined
  readonly ownerPassword: DataPath | undefined
  readonly permissions: readonly Permission[] | undefined
}

/** More is no list that a person writes. */
const MOST_ATTACHMENTS = 100

/** The members of a `template.json` that are kept as text, in the order in which they are written. */
export function documentSettingsOf(template: JsonObject): JsonObject {
  return Object.fromEntries(
    settingsKept('text').flatMap((name) => (template[name] === undefined ? [] : [[name, template[name]]])),
  )
}

/**
 * Reads all of a `template.json`: what has a form is checked by the record of settings, what is kept as text is read like
 * `parseDocumentSettings` reads it.
 *
 * @throws TemplateError with the place in `template.json`
 */
export function parseTemplateJson(text: string): {
  readonly members: JsonObject
  readonly documents: DocumentSettings
} {
  return new SettingsReader(new SourceText('template.json', text)).readAll()
}

/**
 * Reads the settings of documents that are kept as text.
 *
 * @param unknown what to do with members that are no such settings
 * @throws TemplateError with the place in `template.json`
 */
export function parseDocumentSettings(text: string, unknown: 'refuse' | 'ignore' = 'refuse'): DocumentSettings {
  return new SettingsReader(new SourceText('template.json', text)).readKept(unknown)
}

/** The files of a template that its settings name, besides those that templates use anyway. */
export function filesOfSettings({ facturX, attachments }: DocumentSettings, mappingFile: string): ReadonlySet<string> {
  const files = attachments.flatMap((attachment) => (attachment.kind === 'file' ? [attachment.file] : []))
  return new Set(typeof facturX === 'string' ? [mappingFile, ...files] : files)
}

/** The settings of printing that are kept as text; those that are absent are left out. */
function printSettingsOf(settings: JsonObject): PrintSettings {
  const { backgrounds, paper, margins, scale, leastScale, pages, grayscale } = settings
  return {
    ...(typeof backgrounds === 'boolean' && { backgrounds }),
    ...(typeof paper === 'string' && { paper }),
    ...(typeof margins === 'string' && { margins }),
    ...(typeof scale === 'number' && { scale }),
    ...(typeof leastScale === 'number' && { leastScale }),
    ...(typeof pages === 'string' && { pages }),
    ...(typeof grayscale === 'boolean' && { grayscale }),
  }
}

class SettingsReader {
  constructor(private readonly source: SourceText) {}

  readAll() {
    const members = this.#members()
    const unknown = unknownSetting(Object.keys(members))
    if (unknown !== undefined) this.#failAt(unknown, unknownSettingMessage(unknown))
    return { members, documents: this.#documents(members) }
  }

  readKept(unknown: 'refuse' | 'ignore'): DocumentSettings {
    const members = this.#members()
    if (unknown === 'ignore') return this.#documents(members)
    const other = Object.keys(members).find((name) => name !== '$schema' && !KEPT_AS_TEXT.has(name))
    if (other !== undefined && Object.hasOwn(TEMPLATE_SETTINGS, other))
      this.#failAt(other, `"${other}" is chosen above the pages, and does nothing here`)
    if (other !== undefined) this.#failAt(other, unknownSettingMessage(other, [...KEPT_AS_TEXT]))
    return this.#documents(members)
  }

  #members(): JsonObject {
    const parsed = parseJson(Buffer.from(this.source.text))
    if (parsed.kind === 'malformed') {
      const lines = this.source.text.split('\n').slice(0, parsed.line - 1)
      const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + parsed.column - 1
      throw new TemplateError('invalid-json', `this is not JSON: ${parsed.message}`, this.source.span(offset))
    }
    return this.#object(parsed.value, '')
  }

  #documents(settings: JsonObject): DocumentSettings {
    for (const member of Object.keys(settings)) {
      const name = settingOf(member)
      const fault = name === undefined ? undefined : settingFault(name, settings[member])
      if (fault !== undefined) this.#fail(member, fault)
    }
    const { fileName, timeZone, forms, outputIntent, testInvoices } = settings
    return {
      fileName: typeof fileName === 'string' ? fileName : undefined,
      timeZone: typeof timeZone === 'string' ? timeZone : undefined,
      forms: typeof forms === 'boolean' ? forms : undefined,
      outputIntent: typeof outputIntent === 'string' ? outputIntent : undefined,
      facturX: this.#facturX(settings.facturX),
      testInvoices: typeof testInvoices === 'boolean' ? testInvoices : undefined,
      attachments: this.#attachments(settings.attachments),
      encryption: this.#encryption(settings.encryption),
      print: printSettingsOf(settings),
    }
  }

  #facturX(value: JsonValue | undefined): DocumentSettings['facturX'] {
    if (value === undefined) return undefined
    const level = FACTUR_X_LEVELS.find((known) => known === value)
    if (level !== undefined) return level
    const member = 'facturX'
    if (!isJsonObject(value)) {
      this.#fail(
        member,
        `must be a level such as "EN 16931", with a mapping, or { "xml": "{{invoice_xml}}" } for XML of requests`,
      )
    }
    this.#requireKnown(value, ['xml', 'level'], member)
    return {
      xml: this.#path(value.xml, `${member}.xml`),
      level: value.level === undefined ? undefined : this.#choice(value.level, `${member}.level`, FACTUR_X_LEVELS),
    }
  }

  #attachments(value: JsonValue | undefined): readonly AttachmentSetting[] {
    if (value === undefined) return []
    if (!Array.isArray(value) || value.length > MOST_ATTACHMENTS) {
      this.#fail('attachments', `must be a list of up to ${MOST_ATTACHMENTS} objects such as { "file": "terms.pdf" }`)
    }
    return value.map((item, index) => this.#attachment(item, `attachments[${index}]`))
  }

  #attachment(value: JsonValue, member: string): AttachmentSetting {
    const setting = this.#object(value, member)
    if (setting.from !== undefined) {
      this.#requireKnown(setting, ['from'], member)
      return { kind: 'brought', from: this.#path(setting.from, `${member}.from`) }
    }
    this.#requireKnown(setting, ['file', 'name', 'mediaType', 'relationship', 'description', 'from'], member)
    const optional = (name: string) =>
      setting[name] === undefined ? undefined : this.#text(setting[name], `${member}.${name}`, 'a text')
    const { relationship } = setting
    return {
      kind: 'file',
      file: this.#text(setting.file, `${member}.file`, 'the path of a file of the template'),
      name: optional('name'),
      mediaType: optional('mediaType'),
      relationship:
        relationship === undefined
          ? undefined
          : this.#choice(relationship, `${member}.relationship`, ATTACHMENT_RELATIONSHIPS),
      description: optional('description'),
    }
  }

  #encryption(value: JsonValue | undefined): EncryptionSetting | undefined {
    if (value === undefined) return undefined
    const member = 'encryption'
    const setting = this.#object(value, member)
    this.#requireKnown(setting, ['userPassword', 'ownerPassword', 'permissions'], member)
    const password = (name: string) =>
      setting[name] === undefined ? undefined : this.#path(setting[name], `${member}.${name}`)
    const [userPassword, ownerPassword] = [password('userPassword'), password('ownerPassword')]
    if (!userPassword && !ownerPassword) this.#fail(member, 'must have a userPassword, an ownerPassword, or both')
    const { permissions } = setting
    if (permissions !== undefined && !Array.isArray(permissions)) {
      this.#fail(`${member}.permissions`, `must be a list of what is allowed, of ${PERMISSIONS.join(', ')}`)
    }
    return {
      userPassword,
      ownerPassword,
      permissions: permissions?.map((word) => this.#choice(word, `${member}.permissions`, PERMISSIONS)),
    }
  }

  /** Anything that is no path is not repeated: it may be a password. */
  #path(value: JsonValue | undefined, member: string): DataPath {
    const [, path] = (typeof value === 'string' && PLACEHOLDER.exec(value)) || []
    return (
      path?.split('.') ?? this.#fail(member, 'must say where it is in the data of requests, such as "{{customer.pin}}"')
    )
  }

  #text(value: JsonValue | undefined, member: string, what: string): string {
    return typeof value === 'string' && value !== '' ? value : this.#fail(member, `must be ${what}`)
  }

  #choice<T extends string>(value: JsonValue, member: string, choices: readonly T[]): T {
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    const hint = typeof value === 'string' ? didYouMean(value, choices) : ''
    return this.#fail(member, `must be one of ${choices.join(', ')}${hint}`)
  }

  #object(value: JsonValue | undefined, member: string): JsonObject {
    return value !== undefined && isJsonObject(value) ? value : this.#fail(member, 'must be an object')
  }

  #requireKnown(value: JsonObject, names: readonly string[], member: string): void {
    const unknown = Object.keys(value).find((name) => !names.includes(name))
    if (unknown === undefined) return
    const hint = didYouMean(unknown, names)
    this.#fail(member, `has no member ${JSON.stringify(unknown)}${hint}; there are ${names.join(', ')}`)
  }

  /** @param member where it is wrong: the place is where its first name stands */
  #fail(member: string, problem: string): never {
    return this.#failAt(/^\w+/.exec(member)?.[0], `${member === '' ? 'the settings' : `"${member}"`} ${problem}`)
  }

  #failAt(name: string | undefined, problem: string): never {
    const offset = name === undefined ? 0 : Math.max(0, this.source.text.indexOf(JSON.stringify(name)))
    throw new TemplateError('invalid-settings', problem, this.source.span(offset))
  }
}

const KEPT_AS_TEXT: ReadonlySet<string> = new Set(settingsKept('text'))

const PLACEHOLDER = /^\{\{\s*([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)\s*\}\}$/u
