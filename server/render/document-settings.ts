import { TemplateError } from '../../engine/base/errors.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { SourceText } from '../../engine/base/source.js'
import { didYouMean } from '../../engine/base/suggest.js'
import { isTimeZone, nearestTimeZone } from '../../engine/base/time-zone.js'
import { FACTUR_X_LEVELS, type FacturXLevel } from '../../engine/facturx/levels.js'
import { MAPPED_LEVEL } from '../../engine/folder/folder-assets.js'
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
  /** The documents are invoices: by the mapping of the template, or with the XML that requests bring. */
  readonly facturX: 'mapped' | BroughtInvoice | undefined
  readonly attachments: readonly AttachmentSetting[]
  readonly encryption: EncryptionSetting | undefined
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

/** The members of `template.json` that are settings of documents, in the order in which they are written. */
const MEMBERS = ['fileName', 'timeZone', 'forms', 'outputIntent', 'facturX', 'attachments', 'encryption'] as const

/** Characters of a file name with its placeholders. */
const LONGEST_FILE_NAME = 500

/** More is no list that a person writes. */
const MOST_ATTACHMENTS = 100

/** The members of a `template.json` that are settings of documents. */
export function documentSettingsOf(template: JsonObject): JsonObject {
  return Object.fromEntries(MEMBERS.flatMap((name) => (template[name] === undefined ? [] : [[name, template[name]]])))
}

/**
 * Reads the settings of documents: of a text that was kept, or of a whole `template.json`, whose other members do not
 * matter here.
 *
 * @throws TemplateError with the place in `template.json`
 */
export function parseDocumentSettings(text: string): DocumentSettings {
  return new SettingsReader(new SourceText('template.json', text)).read()
}

/** The files of a template that its settings name, besides those that templates use anyway. */
export function filesOfSettings({ facturX, attachments }: DocumentSettings, mappingFile: string): ReadonlySet<string> {
  const files = attachments.flatMap((attachment) => (attachment.kind === 'file' ? [attachment.file] : []))
  return new Set(facturX === 'mapped' ? [mappingFile, ...files] : files)
}

class SettingsReader {
  constructor(private readonly source: SourceText) {}

  read(): DocumentSettings {
    const parsed = parseJson(Buffer.from(this.source.text))
    if (parsed.kind === 'malformed') {
      const lines = this.source.text.split('\n').slice(0, parsed.line - 1)
      const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + parsed.column - 1
      throw new TemplateError('invalid-json', `this is not JSON: ${parsed.message}`, this.source.span(offset))
    }
    const settings = this.#object(parsed.value, '')
    const { fileName, timeZone, forms, outputIntent } = settings
    if (forms !== undefined && typeof forms !== 'boolean') this.#fail('forms', 'must be true or false')
    return {
      fileName: fileName === undefined ? undefined : this.#fileName(fileName),
      timeZone: timeZone === undefined ? undefined : this.#timeZone(timeZone),
      forms,
      outputIntent:
        outputIntent === undefined ? undefined : this.#text(outputIntent, 'outputIntent', 'the path of an ICC profile'),
      facturX: this.#facturX(settings.facturX),
      attachments: this.#attachments(settings.attachments),
      encryption: this.#encryption(settings.encryption),
    }
  }

  #fileName(value: JsonValue): string {
    const isLine = typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value)
    if (isLine && value.length <= LONGEST_FILE_NAME) return value
    return this.#fail(
      'fileName',
      `must be a line of at most ${LONGEST_FILE_NAME} characters such as "invoice-{{number}}.pdf"`,
    )
  }

  #timeZone(value: JsonValue): string {
    if (typeof value === 'string' && isTimeZone(value)) return value
    const hint = typeof value === 'string' ? nearestTimeZone(value) : ''
    return this.#fail('timeZone', `must be a time zone such as "Europe/Berlin"${hint}`)
  }

  #facturX(value: JsonValue | undefined): DocumentSettings['facturX'] {
    if (value === undefined) return undefined
    if (value === MAPPED_LEVEL) return 'mapped'
    const member = 'facturX'
    if (!isJsonObject(value)) {
      this.#fail(
        member,
        `must be "${MAPPED_LEVEL}", with a mapping, or { "xml": "{{invoice_xml}}" } for XML of requests`,
      )
    }
    this.#requireKnown(value, ['xml', 'level'], member)
    const { level } = value
    return {
      xml: this.#path(value.xml, `${member}.xml`),
      level: level === undefined ? undefined : this.#choice(level, `${member}.level`, FACTUR_X_LEVELS),
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
    const name = /^\w+/.exec(member)?.[0]
    const offset = name === undefined ? 0 : Math.max(0, this.source.text.indexOf(`"${name}"`))
    const what = member === '' ? 'the settings' : `"${member}"`
    throw new TemplateError('invalid-settings', `${what} ${problem}`, this.source.span(offset))
  }
}

const PLACEHOLDER = /^\{\{\s*([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)\s*\}\}$/u
