import { basename, resolve } from 'node:path'
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
  type PdfToMerge,
  renderDocumentsStream,
  StandardError,
  type TemplateSource,
} from '../../engine/index.js'
import { readBytes } from '../templates/template-files.js'
import { readAttachments } from './attachments.js'
import { CommandError, standardOf, UsageError } from './command.js'
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
  /** The file or folder; a PDF as well. */
  readonly template: string
  /** The value of its `--data`; undefined for the sample of its folder. */
  readonly data: string | undefined
}

type ReadDocument = ReadTemplate | ReadPdf

interface ReadTemplate extends GivenDocument {
  readonly kind: 'template'
  readonly input: EngineInput
  readonly values: JsonObject
}

interface ReadPdf extends GivenDocument {
  readonly kind: 'pdf'
  readonly pdf: Uint8Array
}

/** Whether a command names several documents, or a PDF, which become one PDF. */
export function isSeveral({ templates, data }: Pick<RenderCommand, 'templates' | 'data'>): boolean {
  return templates.length > 1 || data.length > 1 || templates.some(isPdf)
}

function isPdf(file: string): boolean {
  return /\.pdf$/i.test(file)
}

/** Renders several documents, writes the PDF that they become, and tells about it. */
export async function renderSeveral(options: RenderCommand): Promise<RenderedOnce> {
  refuseConflicts(options)
  const documents = await readAll(pairs(options), options)
  const started = performance.now()
  const written = await render(documents, options)
  await report(written, documents, Math.round(performance.now() - started), options)
  const isRefused = written.documents.some(({ diagnostics }, index) => {
    const document = documents[index]
    const isStrict = document?.kind === 'template' && document.input.source.problems === 'refuse'
    const refuses = options.strict || isStrict
    return refuses && diagnostics.some(({ severity }) => severity === 'error')
  })
  const inputs = documents.flatMap((document) => (document.kind === 'template' ? [document.input] : []))
  const pdfs = options.templates.filter(isPdf).map((file) => resolve(file))
  return { used: new Set([...filesOf([...new Set(inputs)], options), ...pdfs]), isRefused }
}

/** @throws UsageError */
function refuseConflicts({ out, pictures, facturX, data }: RenderCommand): void {
  if (out === undefined && !pictures) throw new UsageError('--out is missing: several documents become one file')
  if (facturX !== undefined)
    throw new UsageError('--factur-x is for one document: the data of an invoice describe the whole file')
  if (data.filter((file) => file === '-').length > 1) throw new UsageError('--data - can be read once')
}

/** Each template with its data, and PDFs, in their order. @throws UsageError */
function pairs({ templates: named, data }: RenderCommand): readonly GivenDocument[] {
  const templates = named.filter((file) => !isPdf(file))
  const isOne = templates.length === 1 && data.length > 0
  if (!isOne && data.length !== 0 && data.length !== templates.length) {
    throw new UsageError(
      `--data is given ${data.length} ${data.length === 1 ? 'time' : 'times'} for ${templates.length} templates: give it for each or for none`,
    )
  }
  const left = data.values()
  return named.flatMap((template): readonly GivenDocument[] => {
    if (isPdf(template)) return [{ template, data: undefined }]
    return isOne ? data.map((one) => ({ template, data: one })) : [{ template, data: left.next().value }]
  })
}

/** Reads each template once, however often it is named. */
async function readAll(given: readonly GivenDocument[], options: RenderCommand): Promise<readonly ReadDocument[]> {
  const inputs = new Map<string, EngineInput>()
  const documents: ReadDocument[] = []
  for (const { template, data } of given) {
    if (isPdf(template)) {
      documents.push({ kind: 'pdf', template, data, pdf: readBytes(template) })
      continue
    }
    const input = inputs.get(template) ?? readSource(template, options)
    inputs.set(template, input)
    documents.push({ kind: 'template', template, data, input, values: await readData(data, input.files) })
  }
  return documents
}

async function render(
  documents: readonly ReadDocument[],
  options: RenderCommand,
): Promise<Written<MergeSummary & Named>> {
  const { test, date, attach, standard, encryption, outputIntent } = options
  const templates = compileAll(documents)
  const list = documents.map((document, index): DocumentToMerge | PdfToMerge => {
    const given = index === 0 ? attach : []
    if (document.kind === 'pdf') {
      const attachments = readAttachments(given, date, undefined)
      return { pdf: document.pdf, name: basename(document.template), attachments }
    }
    const { template, input, values } = document
    const own = input.settings.options(values, encryption && 'without-passwords')
    if (own.facturX)
      throw new CommandError(`${template}: an invoice with its data (Factur-X) is a file of its own: render it alone`)
    if (own.encryption)
      throw new CommandError(
        `${template}: its documents have passwords: say --user-password or --owner-password for the whole file`,
      )
    const attachments = readAttachments(given, date, own.attachments)
    return { template: templates.get(input) as CompiledTemplate, data: values, attachments }
  })
  const shared: MergeOptions = {
    date,
    watermark: test ? 'TEST' : undefined,
    encryption,
    standard: standard.length > 0 ? standard.map(standardOf) : undefined,
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
  for (const document of documents) {
    if (document.kind === 'pdf') continue
    const { input, values: one } = document
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
  return `document ${index + 1}, ${name}: ${isFaulty ? describeFaults(cause, sourceOf(document)) : reason}`
}

/** In whose lines problems are shown; those of a PDF have none. */
function sourceOf(document: ReadDocument): TemplateSource {
  return document.kind === 'template' ? document.input.source : NO_LINES
}

const NO_LINES: TemplateSource = { html: '', name: '' }

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
      diagnostics: found.flatMap(({ source, diagnostics }) =>
        diagnostics.map((diagnostic) => diagnosticJson(diagnostic, source)),
      ),
    })
    return
  }
  for (const { source, diagnostics } of found)
    for (const diagnostic of gatherDiagnostics(diagnostics)) await writeNote(formatWithSource(diagnostic, source))
  if (out === '-') return
  const size = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes, ${duration} ms`
  await writeOut(`${out ?? pictures?.[0]}: ${summaries.length} documents, ${size}\n`)
}

/** What was found in the documents of each template, and in PDFs, each finding once. */
function findingsOf(
  documents: readonly ReadDocument[],
  summaries: MergeSummary['documents'],
): readonly { readonly source: TemplateSource; readonly diagnostics: readonly Diagnostic[] }[] {
  const lists = new Map<TemplateSource, DiagnosticList>()
  for (const [index, { diagnostics }] of summaries.entries()) {
    const source = sourceOf(documents[index] as ReadDocument)
    const list = lists.get(source) ?? new DiagnosticList()
    lists.set(source, list)
    list.addAll(diagnostics)
  }
  return [...lists].map(([source, { items }]) => ({ source, diagnostics: items }))
}
