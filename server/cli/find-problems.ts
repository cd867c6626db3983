import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '../../engine/base/diagnostic-codes.js'
import type { Diagnostic } from '../../engine/base/diagnostics.js'
import { LimitError, TemplateError } from '../../engine/base/errors.js'
import type { JsonObject } from '../../engine/base/json.js'
import {
  type CompiledTemplate,
  compileTemplate,
  type FontLibrary,
  renderDocument,
  type TemplateSource,
} from '../../engine/index.js'
import { type EngineInput, OWN_SETTINGS, readData, readSource, withSample } from './engine-input.js'

/** The problems of one template, and the texts they are in. */
export interface CheckedTemplate {
  /** As it was named on the command line. */
  readonly path: string
  readonly source: TemplateSource
  readonly diagnostics: readonly Diagnostic[]
}

interface CheckOptions {
  /** Values of the options of these names. */
  readonly data?: string
  readonly standard: readonly string[]
  readonly partials?: string
  readonly timeZone?: string | undefined
}

/** Checks a template, and a document made of it where there is data. @throws FileError */
export async function checkTemplate(
  path: string,
  { data: dataOption, standard, partials, timeZone }: CheckOptions,
  fonts: FontLibrary,
): Promise<CheckedTemplate> {
  const { source, files, settings } = readSource(path, { ...OWN_SETTINGS, standard, partials, timeZone })
  // Only a document shows whether a standard is met.
  const hasData = dataOption !== undefined || files.sample !== undefined || source.standard !== undefined
  const data = await readData(dataOption, files)
  return { path, source, diagnostics: findProblems({ source, settings }, hasData ? data : undefined, fonts) }
}

/** The problems of a template, and of a document made of it: without data, as far as they do not come from that. */
export function findProblems(
  { source, settings }: Pick<EngineInput, 'source' | 'settings'>,
  data: JsonObject | undefined,
  fonts: FontLibrary,
): readonly Diagnostic[] {
  try {
    const compiled = compileTemplate(data ? withSample(source, data) : source, { fonts, checkFonts: true, lint: true })
    if (!data) return withoutData(compiled)
    const options = settings.options(data, 'without-passwords')
    return renderDocument(compiled, data, { ...options, nonconforming: 'report', problems: 'report' }).diagnostics
  } catch (error) {
    return [toDiagnostic(error)]
  }
}

/** What a document without any data shows of its template. Invoices and attachments are all data. @throws LimitError */
export function withoutData(template: CompiledTemplate): readonly Diagnostic[] {
  return renderDocument(template, {}, { problems: 'report' }).diagnostics.filter(
    (diagnostic) => diagnostic.ofTemplate || !comesFromMissingFields(diagnostic, template),
  )
}

/** A finding about what a placeholder would have filled, or that is of documents alone. */
function comesFromMissingFields({ code, span, message }: Diagnostic, { tree }: CompiledTemplate): boolean {
  if (CODES[code]?.of === 'data' || message.includes('{{')) return true
  const around = tree.elements.filter(
    (element) =>
      span && element.span.file === span.file && element.span.start <= span.start && span.end <= element.span.end,
  )
  return around.some(({ staticAttributes }) => staticAttributes === undefined)
}

/** Folders of template folders stand for the templates in them. */
export function expandFolders(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (!isFolder(path) || isTemplate(path)) return [path]
    const templates = readdirSync(path)
      .sort()
      .map((name) => join(path, name))
      .filter(isTemplate)
    return templates.length > 0 ? templates : [path]
  })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isTemplate(path: string): boolean {
  return isFolder(path) && (statSync(join(path, 'template.html'), { throwIfNoEntry: false })?.isFile() ?? false)
}

/** The error that ended the check, as the one diagnostic there is. */
function toDiagnostic(error: unknown): Diagnostic {
  if (error instanceof TemplateError || error instanceof LimitError) {
    const { code, span, message } = error
    // The error's message has the place in front, which a diagnostic keeps apart.
    const text = span ? message.slice(message.indexOf(': ') + 2) : message
    return { code, severity: 'error', message: text, span }
  }
  throw error
}
