import type { CallToolResult } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../engine/base/json.js'
import type { Diagnostic } from '../../engine/index.js'
import { isEndpointPath } from '../http/names.js'
import type { PreviewOutcome } from '../render/preview-types.js'
import { describeOutcome } from '../templates/preview-template.js'
import { explanations } from './documentation.js'
import { DeskError, type FileEdits, type TemplateDesk } from './template-desk.js'

/** A tool that an assistant may call. */
export interface Tool<Arguments = unknown> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Of the members of its arguments. */
  readonly properties: JsonObject
  readonly required: readonly string[]
  /** It changes nothing. */
  readonly isReadOnly: boolean
  /** @throws DeskError, FileError, StoreError: told to the assistant */
  run(desk: TemplateDesk, args: Arguments): Promise<CallToolResult>
}

/** Characters of a file that one answer shows. */
const MAX_SHOWN = 100_000

const MAX_DIAGNOSTICS = 50

const DEFAULT_WIDTH = 800
const MAX_WIDTH = 2_000

/** Pages of a draft are not rendered beyond this one: each is an answer of its own. */
const MAX_PAGE = 1_000

const PATH: JsonObject = { type: 'string', description: 'Endpoint path of the template, such as "invoice"' }

const EDITS: JsonObject = {
  type: 'object',
  description:
    'Files by their paths, in place of those of the draft: template.html, template.json (settings), schema.json, sample.json, style sheets, partials/NAME.html. null takes a file away. Files that are not named stay as they are.',
  additionalProperties: { type: ['string', 'null'] },
}

const DATA: JsonObject = { type: 'object', description: 'Data of the document; those of sample.json when absent' }

const LIST: Tool<{ readonly after?: string }> = {
  name: 'list_templates',
  title: 'List templates',
  description: 'Lists the templates of the organization: path, name, published version (0: a draft only), page size.',
  properties: { after: { type: 'string', description: 'The last path of the answer before, for the next part' } },
  required: [],
  isReadOnly: true,
  async run(desk, { after }) {
    const templates = await desk.list(after)
    return answer({
      templates: templates.map(({ endpointPath, name, version, pageSize, orientation }) => ({
        path: endpointPath,
        name,
        version,
        page_size: pageSize,
        orientation,
      })),
    })
  },
}

const GET: Tool<{ readonly path: string; readonly file?: string }> = {
  name: 'get_template',
  title: 'Read a template',
  description:
    'Reads the draft of a template, or what is published where there is none: its files with their texts. Give "file" to read one file alone. "revision" is what save_draft asks for.',
  properties: { path: PATH, file: { type: 'string', description: 'Path of one file' } },
  required: ['path'],
  isReadOnly: true,
  async run(desk, { path, file }) {
    const { draft, files } = await desk.open(path)
    if (file !== undefined && !files.has(file)) throw new DeskError(`there is no file "${file}"`)
    const shown = [...files].filter(([name]) => file === undefined || name === file)
    return answer({
      path,
      name: draft.name,
      revision: draft.revision,
      published_version: draft.publishedVersion,
      is_published: draft.isPublished,
      files: shown.map(([name, content]) => ({ name, ...describeFile(content, file !== undefined) })),
    })
  },
}

const CHECK: Tool<{ readonly path: string; readonly files?: FileEdits; readonly data?: JsonObject }> = {
  name: 'check_template',
  title: 'Check a draft',
  description:
    'Compiles and renders a draft, with edits that are not saved, and lists its problems with their places. Codes are explained by explain_diagnostic.',
  properties: { path: PATH, files: EDITS, data: DATA },
  required: ['path'],
  isReadOnly: true,
  async run(desk, { path, files = {}, data }) {
    const content = await desk.edit(await desk.open(path), files)
    const outcome = await desk.preview(content, { data: textOfData(data), checkFonts: true })
    return answer(report(outcome))
  },
}

interface RenderArguments {
  readonly path: string
  readonly files?: FileEdits
  readonly data?: JsonObject
  readonly page?: number
  readonly width?: number
  readonly as?: 'image' | 'text' | 'both'
}

const RENDER: Tool<RenderArguments> = {
  name: 'render_page',
  title: 'Render a page',
  description:
    'Renders a page of a draft, with edits that are not saved: as an image, and as text with the place and size of each box in px.',
  properties: {
    path: PATH,
    files: EDITS,
    data: DATA,
    page: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 },
    width: {
      type: 'integer',
      minimum: 50,
      maximum: MAX_WIDTH,
      default: DEFAULT_WIDTH,
      description: 'Of the image, in px',
    },
    as: { enum: ['image', 'text', 'both'], default: 'both' },
  },
  required: ['path'],
  isReadOnly: true,
  async run(desk, { path, files = {}, data, page = 1, width = DEFAULT_WIDTH, as = 'both' }) {
    const content = await desk.edit(await desk.open(path), files)
    const outcome = await desk.preview(content, { data: textOfData(data), dumpsPages: as !== 'image' })
    if (outcome.kind !== 'previewed') return failure(JSON.stringify(report(outcome)))
    const { pages, pdf, dump } = outcome
    if (page > pages) throw new DeskError(`the document has ${pages} ${pages === 1 ? 'page' : 'pages'}`)
    const blocks: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify({ page, ...report(outcome) }) }]
    if (dump !== undefined) blocks.push({ type: 'text', text: cut(pageOfDump(dump, page)) })
    if (as !== 'text') {
      const image = await desk.draw(pdf, page, width)
      if (typeof image === 'string') blocks.push({ type: 'text', text: image })
      else blocks.push({ type: 'image', mimeType: 'image/png', data: Buffer.from(image).toString('base64') })
    }
    return { content: blocks }
  },
}

const SAVE: Tool<{ readonly path: string; readonly files: FileEdits; readonly revision?: number }> = {
  name: 'save_draft',
  title: 'Save a draft',
  description:
    'Saves files in the draft of a template, or makes a template with a draft when there is none at the path. Nothing is published: a person does that in the dashboard.',
  properties: {
    path: PATH,
    files: EDITS,
    revision: { type: 'integer', minimum: 0, description: 'Of get_template; not for a new template' },
  },
  required: ['path', 'files'],
  isReadOnly: false,
  async run(desk, { path, files, revision }) {
    if (revision === undefined) {
      if (!isEndpointPath(path)) throw new DeskError('a path has letters, digits, - and _, at most 128')
      await desk.create(path, files)
      return answer({ path, is_new: true, revision: 1 })
    }
    const change = await desk.save(await desk.open(path), files, revision)
    if (change.kind === 'saved') return answer({ path, is_new: false, revision: change.revision })
    const who = change.updatedBy === undefined ? 'somebody' : change.updatedBy
    throw new DeskError(`${who} has changed the draft meanwhile: read it again, it is at revision ${change.revision}`)
  },
}

const EXPLAIN: Tool<{ readonly code: string }> = {
  name: 'explain_diagnostic',
  title: 'Explain a diagnostic',
  description: 'Says what the code of a problem means, with an example.',
  properties: { code: { type: 'string', description: 'Such as "unknown-property"' } },
  required: ['code'],
  isReadOnly: true,
  async run(_desk, { code }) {
    const found = explanations().find((explanation) => explanation.code === code)
    if (!found) throw new DeskError(`there is no code "${code}"`)
    return answer({ ...found })
  },
}

/** In the order in which assistants see them. Their arguments are checked against their schemas before they run. */
export const TOOLS: readonly Tool<never>[] = [LIST, GET, CHECK, RENDER, SAVE, EXPLAIN]

function answer(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

/** Says to the assistant why it does not get what it asked for. */
export function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function describeFile(content: string | Uint8Array, isWhole: boolean): JsonObject {
  const text = typeof content === 'string' ? content : textOfBytes(content)
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
  if (text === undefined) return { bytes, is_binary: true }
  // All files of a template together may be long: a whole one is read by its name.
  const most = isWhole ? MAX_SHOWN * 10 : MAX_SHOWN
  return text.length > most ? { bytes, text: text.slice(0, most), is_cut: true } : { bytes, text }
}

/** Undefined for bytes that are no text. */
function textOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  return text.includes('�') ? undefined : text
}

function textOfData(data: JsonObject | undefined): string | undefined {
  return data === undefined ? undefined : JSON.stringify(data)
}

function report(outcome: PreviewOutcome): JsonObject {
  if (outcome.kind === 'previewed') {
    const { pages, diagnostics, violations } = outcome
    return { ok: !diagnostics.some(({ severity }) => severity === 'error'), pages, ...list(diagnostics, violations) }
  }
  const { diagnostics, violations } = outcome.kind === 'broken' ? outcome : { diagnostics: [], violations: [] }
  return { ok: false, message: describeOutcome(outcome), ...list(diagnostics, violations) }
}

function list(
  diagnostics: readonly Diagnostic[],
  violations: readonly { readonly field: string; readonly code: string }[],
) {
  return {
    diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS).map(({ code, severity, message, span }) => ({
      code,
      severity,
      message,
      ...(span && { file: span.file, line: span.line, column: span.column }),
    })),
    diagnostic_count: diagnostics.length,
    violations: violations.slice(0, MAX_DIAGNOSTICS).map(({ field, code }) => ({ field, code })),
  }
}

/** The part of a dump of fragments that is of one page. */
function pageOfDump(dump: string, page: number): string {
  const start = dump.startsWith(`page ${page}\n`) ? 0 : dump.indexOf(`\npage ${page}\n`) + 1
  const end = dump.indexOf(`\npage ${page + 1}\n`, start)
  return dump.slice(start, end < 0 ? undefined : end)
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text
}
