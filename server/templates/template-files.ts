import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { TemplateError } from '../../engine/base/errors.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { ProfileName } from '../../engine/base/profile.js'
import { STANDARDS, type Standard } from '../../engine/base/standards.js'
import { FolderAssets, HTML_FILE } from '../../engine/folder/folder-assets.js'
import type { Orientation, PageSizeName } from '../../engine/template/template-source.js'
import { documentSettingsOf } from '../render/document-settings.js'
import { findLossyNumber } from '../render/find-lossy-number.js'
import { isJsonObject, parseJson, placeOf } from '../render/parse-json.js'
import { readTemplateJson, type TemplateJson } from '../render/template-json.js'
import type { TemplateChoices } from '../storage/choices-column.js'
import type { TemplateContent } from '../storage/store.js'

/** A file of a template, or its data, that cannot be used. The message begins with the file, line and column. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** A template as it lies on disk. */
export interface TemplateFiles {
  /** From `template.json`, else the name of the folder or file. */
  readonly name: string
  /** The HTML file's path. */
  readonly htmlFile: string
  readonly html: string
  readonly pageSize: PageSizeName | undefined
  readonly orientation: Orientation | undefined
  readonly standard: readonly Standard[] | undefined
  readonly profile: ProfileName | undefined
  /** The profile under its former name, which `check` reports. */
  readonly manner: ProfileName | undefined
  readonly choices: TemplateChoices | undefined
  /** The settings of documents, as a text to be kept. */
  readonly settings: string | undefined
  /** `schema.json` and `sample.json` of a template folder, as texts. */
  readonly schema: string | undefined
  readonly sample: string | undefined
  /** With the files that the settings name. Read when they are asked for. */
  readonly assets: FolderAssets
}

/**
 * Reads a template: a folder with `template.html` (optionally `template.json`, `schema.json`, `sample.json` and
 * assets), or an HTML file, whose folder then holds its assets.
 *
 * @throws FileError
 */
export function readTemplate(path: string): TemplateFiles {
  const isFolder = statOf(path).isDirectory()
  const htmlFile = isFolder ? join(path, HTML_FILE) : path
  const folder = dirname(htmlFile)
  const isWholeTemplate = basename(htmlFile) === HTML_FILE
  const settings = isWholeTemplate ? readSettings(join(folder, 'template.json')) : {}
  const fileName = basename(htmlFile, extname(htmlFile))
  return {
    name: settings.name ?? (isFolder ? basename(resolve(path)) : fileName),
    htmlFile,
    html: readText(htmlFile),
    pageSize: settings.pageSize,
    orientation: settings.orientation,
    standard: settings.standard,
    profile: settings.profile,
    manner: settings.manner,
    choices: settings.choices,
    settings: settings.settings,
    schema: isWholeTemplate ? readOptional(join(folder, 'schema.json')) : undefined,
    sample: isWholeTemplate ? readOptional(join(folder, 'sample.json')) : undefined,
    assets: new FolderAssets(folder, settings.files),
  }
}

/** What is published of a template's files. */
export function contentOfFiles({
  pageSize = 'a4',
  orientation = 'portrait',
  assets,
  name,
  html,
  profile,
  standard,
  choices,
  settings,
  schema,
  sample,
}: TemplateFiles): TemplateContent {
  const own = { name, html, pageSize, orientation, profile, standard, choices, settings, schema, sample }
  return { ...own, assets: new Map(assets) }
}

/**
 * Reads data for a template.
 *
 * @throws FileError with line and column when it is not JSON, not an object, or has a number that would lose digits
 */
export function parseData(bytes: Uint8Array, file: string): JsonObject {
  const value = assertJson(bytes, file)
  if (!isJsonObject(value)) throw new FileError(`${file}:1:1: the data must be a JSON object`)
  const text = new TextDecoder().decode(bytes)
  const lossy = findLossyNumber(text)
  if (lossy) {
    const { line, column } = placeOf(text, lossy.offset)
    throw new FileError(`${file}:${line}:${column}: the number has more digits than can be kept: write it as a string`)
  }
  return value
}

/** @throws FileError with line and column */
export function assertJson(bytes: Uint8Array, file: string): JsonValue {
  const parsed = parseJson(bytes)
  if (parsed.kind === 'value') return parsed.value
  throw new FileError(`${file}:${parsed.line}:${parsed.column}: this is not JSON: ${parsed.message}`)
}

/** @throws FileError when the file cannot be read */
export function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** @throws FileError when the file cannot be read or is not UTF-8 */
export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(file))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FileError(`${file}: the file is not valid UTF-8`)
  }
}

function readOptional(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readText(file) : undefined
}

function statOf(path: string) {
  try {
    return statSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(file: string, error: unknown): FileError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new FileError(`${file}: there is no such file`)
  if (code === 'EISDIR') return new FileError(`${file}: this is a folder`)
  return new FileError(`${file}: the file cannot be read (${code ?? String(error)})`)
}

function readSettings(file: string): TemplateJson {
  const text = readOptional(file)
  return text === undefined ? {} : parseSettings(text, file)
}

/** Reads what `template.json` says. @throws FileError with line and column */
export function parseSettings(text: string, file: string): TemplateJson {
  parseData(Buffer.from(text), file)
  try {
    return readTemplateJson(text)
  } catch (error) {
    if (!(error instanceof TemplateError && error.span)) throw error
    throw new FileError(file + error.message.slice(error.span.file.length))
  }
}

/** A template's settings as its `template.json` has them, as text. */
export function templateJson({
  name,
  pageSize,
  orientation,
  profile,
  standard,
  choices,
  settings,
}: Pick<
  TemplateContent,
  'name' | 'pageSize' | 'orientation' | 'profile' | 'standard' | 'choices' | 'settings'
>): string {
  const write = (ofDocuments: JsonObject) =>
    `${JSON.stringify({ name, pageSize, orientation, profile, standard, ...choices, ...ofDocuments }, undefined, 2)}\n`
  if (settings === undefined) return write({})
  const parsed = parseJson(Buffer.from(settings))
  // A draft may have what is no JSON yet.
  if (parsed.kind === 'malformed' || !isJsonObject(parsed.value)) return write({}) + settings
  return write(documentSettingsOf(parsed.value))
}

/** Names of standards with spaces between them, as forms send them; undefined when one of them does not exist. */
export function parseStandards(text: string): readonly Standard[] | undefined {
  const names = text.split(' ').filter((name) => name !== '')
  const standards = STANDARDS.filter((standard) => names.includes(standard))
  return standards.length === new Set(names).size ? standards : undefined
}
