import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompileOptions } from '../api-types.js'
import { TemplateError } from '../base/errors.js'
import type { JsonObject, JsonValue } from '../base/json.js'
import { SourceText, type Span } from '../base/source.js'
import { unknownSetting, unknownSettingMessage } from '../base/template-settings.js'
import { type CompiledTemplate, compileTemplate } from '../compile.js'
import type { MappedInvoice } from '../invoice/facturx.js'
import { compileInvoiceMapping } from '../invoice/invoice-mapping.js'
import { FACTUR_X_LEVELS } from '../invoice/levels.js'
import type { TemplateSource } from '../template/template-source.js'
import { FolderAssets, HTML_FILE, MAPPING_FILE } from './folder-assets.js'

/** A template folder as it was compiled. */
export interface TemplateFolder {
  readonly template: CompiledTemplate
  /** The source that it was compiled from, for `formatWithSource`. */
  readonly source: TemplateSource
  /** The data in `sample.json`, to render an example with. */
  readonly sample: JsonObject | undefined
  /** For `facturX` of the options: how `factur-x.json` makes an invoice of the data, where `template.json` asks for it. */
  readonly facturX: MappedInvoice | undefined
}

/**
 * Compiles a folder with `template.html` and, as needed, style sheets, images, fonts, partials, `template.json`
 * (its settings), `factur-x.json`, `schema.json` and `sample.json`. Nothing
 * outside of the folder is read, also not through links.
 *
 * @throws TemplateError for a file that is missing or cannot be read, and as `compileTemplate` does
 */
export function compileTemplateFolder(folder: string, options: CompileOptions): TemplateFolder {
  const html = readOptional(folder, HTML_FILE)
  if (html === undefined) {
    throw new TemplateError('missing-file', `there is no file ${HTML_FILE} in the folder "${folder}"`, undefined)
  }
  const settings = readObject(folder, 'template.json')
  const sample = readObject(folder, 'sample.json')
  const source = {
    html,
    name: HTML_FILE,
    assets: new FolderAssets(folder),
    schema: readJson(folder, 'schema.json'),
    samples: sample === undefined ? [] : [sample],
    ...sourceSettings(folder, settings),
  }
  return { template: compileTemplate(source, options), source, sample, facturX: readInvoice(folder, settings) }
}

/** The settings that the compiler takes, which checks their values. @throws TemplateError for a member that is none */
function sourceSettings(folder: string, settings: JsonObject | undefined): Partial<TemplateSource> {
  if (!settings) return {}
  const unknown = unknownSetting(Object.keys(settings))
  if (unknown !== undefined) {
    const text = readOptional(folder, 'template.json') ?? ''
    const place = new SourceText('template.json', text).span(Math.max(0, text.indexOf(JSON.stringify(unknown))))
    throw new TemplateError('invalid-settings', unknownSettingMessage(unknown), place)
  }
  const { name, facturX, attachments, encryption, $schema, ...ofSource } = settings
  return ofSource
}

function readInvoice(folder: string, settings: JsonObject | undefined): MappedInvoice | undefined {
  const wanted = settings?.facturX
  if (wanted === undefined) return undefined
  const level = FACTUR_X_LEVELS.find((known) => known === wanted)
  const fail = (message: string) =>
    new TemplateError('invalid-mapping', message, new SourceText('template.json', '').span(0))
  if (level === undefined) throw fail(`facturX must be one of ${FACTUR_X_LEVELS.join(', ')}`)
  const mapping = readOptional(folder, MAPPING_FILE)
  if (mapping === undefined) throw fail(`facturX needs a mapping, ${MAPPING_FILE}`)
  return { mapping: compileInvoiceMapping(mapping, MAPPING_FILE), level }
}

function readObject(folder: string, name: string): JsonObject | undefined {
  const value = readJson(folder, name)
  if (value === undefined) return undefined
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new TemplateError('invalid-json', 'expected an object', new SourceText(name, '').span(0))
}

function readJson(folder: string, name: string): JsonValue | undefined {
  const text = readOptional(folder, name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new TemplateError('invalid-json', `this is not JSON: ${error.message}`, placeOf(error, name, text))
  }
}

/** V8 names the offset of the error where it is not the end. */
function placeOf({ message }: SyntaxError, name: string, text: string): Span {
  const offset = /at position (\d+)/.exec(message)?.[1]
  return new SourceText(name, text).span(offset === undefined ? text.length : Number(offset))
}

function readOptional(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
