import { performance } from 'node:perf_hooks'
import { type Diagnostic, DiagnosticList, gatherDiagnostics } from '../../engine/base/diagnostics.js'
import type { JsonObject } from '../../engine/base/json.js'
import {
  type CompiledTemplate,
  compileTemplate,
  type DocumentToMerge,
  formatWithSource,
  MergeError,
  type MergeOptions,
  type MergeSummary,
  renderDocumentsStream,
  StandardError,
} from '../../engine/index.js'
import { readAttachments } from './attachments.js'
import { CommandError, UsageError } from './command.js'
import { diagnosticJson, type EngineInput, readData, readSource } from './engine-input.js'
import { writeJson, writeNote, writeOut } from './output.js'
import {
  describeFaults,
  filesOf,
  fonts,
  type RenderCommand,
  type RenderedOnce,
  readProfile,
  type Written,
  write,
} from './render-command.js'
import type { Named } from './write-pdf.js'

/** One of the documents, as it is given. */
interface GivenDocument {
  /** The file or folder. */
  readonly template: string
  /** The value of its `--data`; undefined for the sample of its folder. */
  readonly data: string | undefined
}

interface ReadDocument extends GivenDocument {
  readonly input: EngineInput
  readonly values: JsonObject
}

/** Whether a command names several documents, which become one PDF. */
export function isSeveral({ templates, data }: Pick<RenderCommand, 'templates' | 'data'>): boolean {
  return templates.length > 1 || data.length > 1
}

/** Renders several documents, writes the PDF that they become, and tells about it. */
export async function renderSeveral(options: RenderCommand): Promise<RenderedOnce> {
  refuseConflicts(options)
  const documents = await readAll(pairs(options), options)
  const started = performance.now()
  const written = await render(documents, options)
  await report(written, documents, Math.round(performance.now() - started), options)
  const isRefused = written.documents.some(({ diagnostics }, index) => {
    const refuses = options.strict || documents[index]?.input.source.problems === 'refuse'
    return refuses && diagnostics.some(({ severity }) => severity === 'error')
  })
  return { used: filesOf([...new Set(documents.map(({ input }) => input))], options), isRefused }
}

/** @throws UsageError */
function refuseConflicts({ out, pictures, facturX, data }: RenderCommand): void {
  if (out === undefined && !pictures) throw new UsageError('--out is missing: several documents become one file')
  if (facturX !== undefined)
    throw new UsageError('--factur-x is for one document: the data of an invoice describe the whole file')
  if (data.filter((file) => file === '-').length > 1) throw new UsageError('--data - can be read once')
}

/** Each template with its data. @throws UsageError */
function pairs({ templates, data }: RenderCommand): readonly GivenDocument[] {
  const [only = ''] = templates
  if (templates.length === 1) return data.map((one) => ({ template: only, data: one }))
  if (data.length !== 0 && data.length !== templates.length) {
    throw new UsageError(
      `--data is given ${data.length} ${data.length === 1 ? 'time' : 'times'} for ${templates.length} templates: give it for each or for none`,
    )
  }
  return templates.map((template, index) => ({ template, data: data[index] }))
}

/** Reads each template once, however often it is named. */
async function readAll(given: readonly GivenDocument[], options: RenderCommand): Promise<readonly ReadDocument[]> {
  const inputs = new Map<string, EngineInput>()
  const documents: ReadDocument[] = []
  for (const { template, data } of given) {
    const input = inputs.get(template) ?? readSource(template, options)
    inputs.set(template, input)
    documents.push({ template, data, input, values: await readData(data, input.files) })
  }
  return documents
}

async function render(
  documents: readonly ReadDocument[],
  options: RenderCommand,
): Promise<Written<MergeSummary & Named>> {
  const { test, date, attach, encryption, outputIntent } = options
  const templates = compileAll(documents)
  const list = documents.map(({ template, input, values }, index): DocumentToMerge => {
    const own = input.settings.options(values, encryption && 'without-passwords')
    if (own.facturX)
      throw new CommandError(`${template}: an invoice with its data (Factur-X) is a file of its own: render it alone`)
    if (own.encryption)
      throw new CommandError(
        `${template}: its documents have passwords: say --user-password or --owner-password for the whole file`,
      )
    const attachments = readAttachments(index === 0 ? attach : [], date, own.attachments)
    return { template: templates.get(input) as CompiledTemplate, data: values, attachments }
  })
  const shared: MergeOptions = {
    date,
    watermark: test ? 'TEST' : undefined,
    encryption,
    outputIntent: readProfile(outputIntent),
    problems: 'report',
  }
  const merging = (function* () {
    return { ...(yield* renderDocumentsStream(list, shared)), fileName: undefined }
  })()
  try {
    return await write(merging, encryption?.userPassword ?? encryption?.ownerPassword, options)
  } catch (error) {
    if (!(error instanceof MergeError)) throw error
    throw new CommandError(describe(error, documents))
  }
}

/** All data of a template are samples of it: paths that none of them has are mistakes. */
function compileAll(documents: readonly ReadDocument[]): ReadonlyMap<EngineInput, CompiledTemplate> {
  const values = new Map<EngineInput, JsonObject[]>()
  for (const { input, values: one } of documents) {
    const known = values.get(input)
    if (known) known.push(one)
    else values.set(input, [one])
  }
  return new Map(
    [...values].map(([input, all]) => {
      const samples = [...(input.source.samples ?? []), ...all]
      return [input, compileTemplate({ ...input.source, samples }, { fonts })]
    }),
  )
}

/** The error with the document that it is about, as the command names it. */
function describe({ index, cause, reason }: MergeError, documents: readonly ReadDocument[]): string {
  const document = documents[index]
  const name = document?.data === undefined ? document?.template : `${document.template} with ${document.data}`
  const isFaulty = cause instanceof StandardError && document !== undefined
  return `document ${index + 1}, ${name}: ${isFaulty ? describeFaults(cause, document.input.source) : reason}`
}

async function report(
  { out, bytes, pages, pictures, documents: summaries }: Written<MergeSummary>,
  documents: readonly ReadDocument[],
  duration: number,
  { json }: RenderCommand,
): Promise<void> {
  const found = findingsOf(documents, summaries)
  if (json) {
    await writeJson({
      out: out ?? null,
      pages,
      bytes,
      duration_ms: duration,
      ...(pictures ? { pictures } : {}),
      documents: summaries.map(({ firstPage, pages }, index) => ({
        template: documents[index]?.template,
        data: documents[index]?.data ?? null,
        first_page: firstPage,
        pages,
      })),
      diagnostics: found.flatMap(({ input, diagnostics }) =>
        diagnostics.map((diagnostic) => diagnosticJson(diagnostic, input.source)),
      ),
    })
    return
  }
  for (const { input, diagnostics } of found)
    for (const diagnostic of gatherDiagnostics(diagnostics)) await writeNote(formatWithSource(diagnostic, input.source))
  if (out === '-') return
  const size = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes, ${duration} ms`
  await writeOut(`${out ?? pictures?.[0]}: ${summaries.length} documents, ${size}\n`)
}

/** What was found in the documents of each template, each finding once. */
function findingsOf(
  documents: readonly ReadDocument[],
  summaries: MergeSummary['documents'],
): readonly { readonly input: EngineInput; readonly diagnostics: readonly Diagnostic[] }[] {
  const lists = new Map<EngineInput, DiagnosticList>()
  for (const [index, { diagnostics }] of summaries.entries()) {
    const { input } = documents[index] as ReadDocument
    const list = lists.get(input) ?? new DiagnosticList()
    lists.set(input, list)
    list.addAll(diagnostics)
  }
  return [...lists].map(([input, { items }]) => ({ input, diagnostics: items }))
}
