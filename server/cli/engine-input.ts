import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Diagnostic } from '../../engine/base/diagnostics.js'
import type { JsonObject } from '../../engine/base/json.js'
import { SourceText, type Span } from '../../engine/base/source.js'
import { hintOf } from '../../engine/base/suggest.js'
import { choicesOf } from '../../engine/base/template-settings.js'
import { FolderAssets } from '../../engine/folder/folder-assets.js'
import { textOfFile } from '../../engine/format-with-source.js'
import type { TemplateSource } from '../../engine/template/template-source.js'
import { type PreparedSettings, prepareSettings } from '../render/prepare-document.js'
import {
  assertJson,
  FileError,
  parseData,
  readBytes,
  readTemplate,
  readText,
  type TemplateFiles,
} from '../templates/template-files.js'
import { oneOf, standardOf, timeZone } from './command.js'

/** The options of the commands that run the engine. */
interface SourceOptions {
  readonly pageSize: string | undefined
  readonly orientation: string | undefined
  /** Values of `--standard`, which take the place of the template's. */
  readonly standard?: readonly string[]
  /** Makes fields of form controls, also where the template does not. */
  readonly forms?: boolean
  readonly profile: string | undefined
  /** Takes the place of the template's; `local` is that of the machine. */
  readonly timeZone?: string | undefined
  /** A folder for the assets, when it is not the template's. */
  readonly assets: string | undefined
  /** A folder of partials that templates share. */
  readonly partials?: string | undefined
}

/** The settings that the template has itself. */
export const OWN_SETTINGS: SourceOptions = {
  pageSize: undefined,
  orientation: undefined,
  profile: undefined,
  assets: undefined,
}

/** A template and its data as read from disk. */
export interface EngineInput {
  readonly files: TemplateFiles
  readonly source: TemplateSource
  /** Knows which assets were read. */
  readonly assets: FolderAssets
  /** The template's settings of its documents. */
  readonly settings: PreparedSettings
}

/** @throws FileError, UsageError, TemplateError */
export function readSource(path: string, options: SourceOptions = OWN_SETTINGS): EngineInput {
  const pageSize = oneOf(options.pageSize, 'page-size', choicesOf('pageSize'))
  const orientation = oneOf(options.orientation, 'orientation', choicesOf('orientation'))
  const given = (options.standard ?? []).map(standardOf)
  const profile = oneOf(options.profile, 'profile', choicesOf('profile'))
  const zone = timeZoneOf(options.timeZone)
  const files = readTemplate(path)
  const standard = given.length > 0 ? given : files.standard
  const assets = options.assets === undefined ? files.assets : openAssets(options.assets)
  const settings = prepareSettings({
    settings: files.settings,
    choices: files.choices,
    standard,
    assets: files.assets,
  })
  return {
    files,
    assets,
    source: {
      html: files.html,
      name: files.htmlFile,
      assets,
      partials: options.partials === undefined ? undefined : readPartials(options.partials),
      schema: files.schema === undefined ? undefined : assertJson(Buffer.from(files.schema), 'schema.json'),
      samples: files.sample === undefined ? [] : [parseData(Buffer.from(files.sample), 'sample.json')],
      pageSize: pageSize ?? files.pageSize,
      orientation: orientation ?? files.orientation,
      standard,
      profile: profile ?? files.profile,
      manner: files.manner,
      ...settings.source,
      ...(options.forms && { forms: true }),
      ...(zone !== undefined && { timeZone: zone }),
    },
    settings,
  }
}

function timeZoneOf(option: string | undefined): string | undefined {
  if (option === 'local') return new Intl.DateTimeFormat().resolvedOptions().timeZone
  return timeZone(option, 'time-zone', 'local')
}

/** The template with its data as another sample: paths that neither the schema nor any data has are mistakes. */
export function withSample(source: TemplateSource, data: JsonObject): TemplateSource {
  return { ...source, samples: [...(source.samples ?? []), data] }
}

function openAssets(folder: string): FolderAssets {
  try {
    return new FolderAssets(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new FileError(`--assets: ${folder}: there is no such folder`)
    throw error
  }
}

/** The files of a folder, by their names without `.html`. */
function readPartials(folder: string): ReadonlyMap<string, string> {
  const names = listFolder(folder).filter((name) => name.endsWith('.html'))
  return new Map(names.map((name) => [name.slice(0, -'.html'.length), readText(join(folder, name))]))
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new FileError(`--partials: ${folder}: there is no such folder`)
    throw error
  }
}

/**
 * The data that an option names: a file, or standard input for `-`. Without the option a template folder's sample
 * data, or none.
 *
 * @throws FileError with line and column
 */
export async function readData(option: string | undefined, files: TemplateFiles): Promise<JsonObject> {
  if (option === '-') return parseData(await buffer(process.stdin), 'standard input')
  if (option !== undefined) return parseData(readBytes(option), option)
  return files.sample === undefined ? {} : parseData(Buffer.from(files.sample), 'sample.json')
}

/** A diagnostic as it stands in JSON output. */
export function diagnosticJson({ code, severity, message, span }: Diagnostic, source: TemplateSource) {
  const end = span && endOf(span, source)
  return {
    code,
    severity,
    message,
    hint: hintOf(message) ?? null,
    file: span?.file ?? null,
    line: span?.line ?? null,
    column: span?.column ?? null,
    end_line: end?.line ?? null,
    end_column: end?.column ?? null,
  }
}

/** Where a place ends, behind its last character; where it begins, when the file is not known. */
function endOf(span: Span, source: TemplateSource): Span {
  const text = textOfFile(span.file, source)
  return text === undefined || span.end > text.length ? span : new SourceText(span.file, text).span(span.end)
}
