import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import {
  compileTemplate,
  createFontLibrary,
  type Diagnostic,
  FontError,
  formatSpan,
  LimitError,
  renderDocumentStream,
  TemplateError,
} from '../../engine/index.js'
import { compactMap } from './compact-map.js'
import { isJsonObject, parseJson } from './parse-json.js'
import { prepareSettings } from './prepare-document.js'
import type { PreviewAnswer, PreviewQuestion, PreviewResult, PreviewTask } from './preview-types.js'
import { RENDER_LIMITS } from './render-limits.js'
import { MAX_PDF_BYTES } from './render-types.js'
import { SchemaError } from './schema-error.js'
import { type Ask, serveThread } from './serve-thread.js'
import { compileSchema, type Violation } from './validate-data.js'

/**
 * Drafts give way to documents, as these do to answers. At the lowest priority a draft would come to nothing wherever
 * other programs work without a pause. So it would in the idle class of Linux, which shortens the slowest documents beside
 * drafts by a third: where two programs keep two cores busy, 0.2 s of work are not done in 6 s there and in 1.7 s here, and
 * without privileges no thread leaves that class again.
 */
const NICENESS = 10

/** How often a rendering asks whether somebody still waits for it. */
const ASK_AFTER_MS = 40

/** Files of drafts that are kept between previews, in bytes. */
const ASSET_BYTES = 64_000_000

const LIMITS = { ...RENDER_LIMITS, pages: 1_000 }

type AskPool = Ask<PreviewQuestion, PreviewAnswer>

const fonts = createFontLibrary()
const assets = new Map<string, Uint8Array>()
/** The schema of the editor that typed last. */
const schemas = new BoundedCache<string, ReturnType<typeof compileSchema>>(8)
warmUp()
setPriority(NICENESS)

/** The worker that renders drafts: an engine as production's, with limits for what is only looked at. */
serveThread<PreviewTask, PreviewResult, PreviewQuestion, PreviewAnswer>({
  run: preview,
  moving: (outcome) => (outcome.kind === 'previewed' ? [outcome.pdf.buffer as ArrayBuffer] : []),
})

function warmUp(): void {
  const html = '<h1>{{title}}</h1><table>{{#each rows}}<tr><td>{{name}}</td></tr>{{/each}}</table>'
  const template = compileTemplate({ html }, { fonts })
  for (const _ of renderDocumentStream(template, { title: 'Warm', rows: [{ name: 'up' }] }, { map: true }));
}

async function preview(task: PreviewTask, ask: AskPool): Promise<PreviewResult> {
  const started = performance.now()
  const { html, pageSize, orientation, profile, standard = [], firstPages, checkFonts } = task
  const parsed = parseJson(Buffer.from(task.data))
  if (parsed.kind === 'malformed') return brokenData(parsed.message, parsed)
  if (!isJsonObject(parsed.value)) return brokenData('the data must be an object such as { "items": [] }')
  const data = parsed.value
  const { violations, diagnostics: schemaProblems } = checkData(task.schema, data)
  try {
    const { files, partials } = await filesOf(task, ask)
    const settings = prepareSettings({ ...task, assets: files }, task.isPublished ? 'ignore' : 'refuse')
    const { facturX, attachments } = settings.options(data, 'without-passwords')
    const template = compileTemplate(
      {
        html,
        pageSize,
        orientation,
        profile,
        assets: files,
        partials,
        name: 'template.html',
        samples: [data],
        schema: schemaValue(task.schema),
        ...settings.source,
      },
      { fonts, limits: LIMITS, lint: true, checkFonts },
    )
    // A draft shows how it looks beside the reasons why it is not of its standard yet.
    const options = {
      limits: LIMITS,
      map: firstPages === undefined,
      firstPages,
      standard,
      timeZone: settings.source.timeZone ?? task.timeZone,
      nonconforming: 'report' as const,
      problems: 'report' as const,
      facturX,
      attachments,
    }
    const rendering = renderDocumentStream(template, data, options)
    const chunks: Uint8Array[] = []
    let size = 0
    let asked = performance.now()
    for (;;) {
      const next = rendering.next()
      if (next.done) {
        const { pages, fileName, diagnostics, map } = next.value
        return {
          kind: 'previewed',
          fileName,
          pdf: join(chunks, size),
          pages,
          map: JSON.stringify(compactMap(map ?? [])),
          diagnostics: [...schemaProblems, ...diagnostics],
          violations,
          dump: task.dumpsPages ? dumpDocument(template, data, 'fragments', options) : undefined,
          renderTimeMs: Math.round((performance.now() - started) * 10) / 10,
        }
      }
      chunks.push(next.value)
      size += next.value.length
      if (size > MAX_PDF_BYTES) return broken('document-too-large', 'the document has more than 50 MB', violations)
      if (performance.now() - asked < ASK_AFTER_MS) continue
      const answer = await ask({ kind: 'is-wanted' })
      if (answer.kind === 'wanted' && !answer.isWanted) return { kind: 'outdated' }
      asked = performance.now()
    }
  } catch (error) {
    return afterError(error, schemaProblems, violations)
  }
}

/** @throws whatever is not the draft's fault */
function afterError(
  error: unknown,
  schemaProblems: readonly Diagnostic[],
  violations: readonly Violation[],
): PreviewResult {
  if (error instanceof TemplateError || error instanceof LimitError) {
    const { code, span } = error
    // The place stands beside the message in an editor.
    const message = span ? error.message.slice(formatSpan(span).length + 2) : error.message
    const diagnostic: Diagnostic = { code, severity: 'error', message, span }
    return { kind: 'broken', diagnostics: [diagnostic, ...schemaProblems], violations }
  }
  if (error instanceof FontError) return broken('unusable-font', error.message, violations)
  throw error
}

function problem(code: string, message: string): Diagnostic {
  return { code, severity: 'error', message, span: undefined }
}

/** The name of a draft's samples in places. */
const DATA_FILE = 'data'

function brokenData(message: string, { line, column } = { line: 1, column: 1 }): PreviewResult {
  const span = { file: DATA_FILE, line, column, start: 0, end: 0 }
  return { kind: 'broken', diagnostics: [{ code: 'invalid-data', severity: 'error', message, span }], violations: [] }
}

function broken(code: string, message: string, violations: readonly Violation[]): PreviewResult {
  return { kind: 'broken', diagnostics: [problem(code, message)], violations }
}

function checkData(
  schema: string | undefined,
  data: JsonObject,
): { readonly violations: readonly Violation[]; readonly diagnostics: readonly Diagnostic[] } {
  if (schema === undefined || schema.trim() === '') return { violations: [], diagnostics: [] }
  try {
    const known = schemas.get(schema)
    const compiled = known ?? compileSchema(schema)
    if (!known) schemas.set(schema, compiled)
    return { violations: compiled.validate(data), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return { violations: [], diagnostics: [problem('invalid-schema', `schema.json: ${error.message}`)] }
  }
}

/** The schema by which the compiler knows paths; a text that is no schema is reported elsewhere. */
function schemaValue(schema: string | undefined): JsonValue | undefined {
  if (schema === undefined || schema.trim() === '') return undefined
  const parsed = parseJson(Buffer.from(schema))
  return parsed.kind === 'value' ? parsed.value : undefined
}

interface DraftFiles {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly partials: ReadonlyMap<string, string>
}

async function filesOf(task: PreviewTask, ask: AskPool): Promise<DraftFiles> {
  const missing = [...task.assets, ...task.partials].map(([, hash]) => hash).filter((hash) => !assets.has(hash))
  if (missing.length > 0) {
    const answer = await ask({ kind: 'need-assets', hashes: missing })
    if (answer.kind === 'assets') for (const [hash, bytes] of answer.assets) keep(hash, bytes)
  }
  const partials = [...kept(task.partials)].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')] as const)
  return { files: kept(task.assets), partials: new Map(partials) }
}

/** Those of some files that are here, by their names. */
function kept(wanted: PreviewTask['assets']): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const [path, hash] of wanted) {
    const bytes = assets.get(hash)
    if (bytes) files.set(path, bytes)
  }
  return files
}

function keep(hash: string, bytes: Uint8Array): void {
  assets.set(hash, bytes)
  let held = 0
  for (const each of assets.values()) held += each.byteLength
  for (const [oldest, each] of assets) {
    if (held <= ASSET_BYTES || oldest === hash) return
    assets.delete(oldest)
    held -= each.byteLength
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}
