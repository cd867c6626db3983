import { performance } from 'node:perf_hooks'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import type { Diagnostic } from '../../engine/base/diagnostics.js'
import {
  LimitError,
  MergeError,
  ProblemError,
  refuseProblems,
  StandardError,
  TemplateError,
} from '../../engine/base/errors.js'
import { invariant } from '../../engine/base/invariant.js'
import type { JsonObject } from '../../engine/base/json.js'
import type { ProblemsSetting } from '../../engine/base/problems-setting.js'
import { FontError } from '../../engine/fonts/opentype/font-error.js'
import type {
  DocumentToMerge,
  InvoiceMapping,
  InvoiceXmlOptions,
  InvoiceXmlResult,
  PdfToMerge,
  RenderOptions,
} from '../../engine/index.js'
import type { TemplateSource } from '../../engine/template/template-source.js'
import type { TemplateContent } from '../storage/store.js'
import { documentsOf } from './check-merged.js'
import { problemsOf, reasonsOf } from './document-problems.js'
import { parseBody } from './parse-body.js'
import { type DocumentOptions, mappingOf, type PreparedSettings, prepareSettings } from './prepare-document.js'
import {
  type AdHocTask,
  type FailedTemplate,
  type InvoiceForm,
  MAX_PDF_BYTES,
  type MergeTask,
  type RenderedDocument,
  type RenderTask,
  type TemplateAnswer,
  type TemplateQuestion,
  type WorkerOutcome,
} from './render-types.js'
import { contentOfSent, keyOfSent, readSentHtml, weightOfSent } from './sent-html.js'
import type { Ask } from './serve-thread.js'
import { takeSpecialMembers } from './special-members.js'

/** The engine as the worker uses it. */
export interface RenderEngine {
  /** @throws TemplateError */
  compile(source: TemplateSource): RenderableTemplate
  /**
   * Several documents as one file.
   * @throws MergeError
   */
  merge(documents: readonly (MergeableDocument | PdfToMerge)[], options: Pick<RenderOptions, 'watermark'>): MergedFile
}

/** One of several documents. */
export interface MergeableDocument extends Pick<DocumentToMerge, 'data' | 'timeZone' | 'attachments'> {
  /** One that `compile` made. */
  readonly template: RenderableTemplate
}

interface MergedFile {
  readonly content: Uint8Array
  readonly pages: number
  readonly documents: readonly Pick<MadeDocument, 'diagnostics' | 'omittedDiagnostics'>[]
}

export interface RenderableTemplate {
  /** What is done with documents that have lost something. */
  readonly problems: ProblemsSetting
  /** @throws TemplateError, LimitError, StandardError, ProblemError */
  render(data: JsonObject, options: DocumentOptions & Pick<RenderOptions, 'watermark' | 'timeZone'>): MadeDocument
  /**
   * The XML of an invoice without its page.
   * @throws TemplateError, LimitError
   */
  writeInvoice(mapping: InvoiceMapping, data: JsonObject, options: InvoiceXmlOptions): MadeInvoice
}

interface MadeDocument {
  readonly pdf: Uint8Array
  readonly pages: number
  readonly fileName: string | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly omittedDiagnostics: number
}

interface MadeInvoice extends InvoiceXmlResult {
  readonly fileName: string | undefined
}

/** A template version as a worker remembers it. */
type KnownTemplate =
  | { readonly kind: 'usable'; readonly template: RenderableTemplate; readonly settings: PreparedSettings }
  /** It does not compile, and never will: versions do not change. */
  | { readonly kind: 'broken'; readonly message: string }

type AuthoringError = TemplateError | LimitError | FontError | MergeError | StandardError | ProblemError

/** Compiled templates kept by a worker. */
const TEMPLATE_CACHE = 128

/** About the bytes that a worker keeps of compiled templates that requests have brought. */
const AD_HOC_BYTES = 64_000_000

const WATERMARK = 'TEST'

const WARM_UP: TemplateSource = {
  name: 'warm-up.html',
  html: '<h1>{{title}}</h1><table>{{#each rows}}<tr><td>{{@number}}</td><td>{{name}}</td></tr>{{/each}}</table>',
}

/** Makes the function that a render worker runs for each task. It remembers the templates it has compiled. */
export function createTaskRunner(
  engine: RenderEngine,
): (task: RenderTask | MergeTask | AdHocTask, ask: Ask<TemplateQuestion, TemplateAnswer>) => Promise<WorkerOutcome> {
  const templates = new BoundedCache<string, KnownTemplate>(TEMPLATE_CACHE)
  const adHoc: AdHocCache = new BoundedCache(AD_HOC_BYTES, (_, { weight }) => weight)
  // The engine and its fonts are loaded before the first request needs them.
  engine.compile(WARM_UP).render({ title: 'Warm', rows: [{ name: 'up' }] }, {})
  return async (task, ask) => {
    const started = performance.now()
    const find = async (versionId: string): Promise<KnownTemplate | undefined> => {
      const known = templates.get(versionId)
      if (known) return known
      const content = await ask({ versionId })
      if (!content) return undefined
      const template = compile(content, engine)
      templates.set(versionId, template)
      return template
    }
    if (task.kind === 'merged-documents') return mergeDocuments(task, find, engine, started)
    if (task.kind === 'ad-hoc-document') return renderAdHoc(task, adHoc, engine, started)
    const { body, versionId, timeZone, invoice } = task
    const template = await find(versionId)
    if (!template) return { kind: 'unknown-template' }
    const parsed = parseBody(body)
    invariant(parsed.kind === 'parsed', 'a body that was checked')
    const { isTest, data } = takeSpecialMembers(parsed.value)
    return render(template, data, { isTest, timeZone, invoice }, started)
  }
}

/** Compiled templates that requests have brought, with about the bytes that they take. */
type AdHocCache = BoundedCache<string, KnownTemplate & { readonly weight: number }>

/** Renders with the template in the body, which is compiled once for all requests of an organization that bring it. */
function renderAdHoc(
  { body, organizationId, timeZone, invoice }: AdHocTask,
  cache: AdHocCache,
  engine: RenderEngine,
  started: number,
): WorkerOutcome {
  const parsed = parseBody(body)
  invariant(parsed.kind === 'parsed', 'a body that was checked')
  const { isTest } = takeSpecialMembers(parsed.value)
  const sent = readSentHtml(parsed.value)
  invariant(!('code' in sent), 'a body that was checked')
  const key = keyOfSent(organizationId, sent)
  const cached = cache.get(key)
  const known = cached ?? { ...compile(contentOfSent(sent), engine), weight: weightOfSent(sent) }
  if (!cached) cache.set(key, known)
  return render(known, sent.data, { isTest, timeZone, invoice }, started)
}

/** @param find finds a template version; undefined where it is gone */
async function mergeDocuments(
  { body, versions, timeZone: fallback }: MergeTask,
  find: (versionId: string) => Promise<KnownTemplate | undefined>,
  engine: RenderEngine,
  started: number,
): Promise<WorkerOutcome> {
  const templates = new Map<string, KnownTemplate>()
  for (const { endpointPath, id } of versions) {
    const template = await find(id)
    if (!template) return { kind: 'unknown-template' }
    templates.set(endpointPath, template)
  }
  const parsed = parseBody(body)
  invariant(parsed.kind === 'parsed', 'a body that was checked')
  const { isTest } = takeSpecialMembers(parsed.value)
  try {
    const documents = documentsOf(parsed.value).map((document, index): MergeableDocument | PdfToMerge => {
      if (document.kind === 'pdf') {
        const { pdf, title, alt } = document
        return { pdf: Buffer.from(pdf, 'base64'), title, alt }
      }
      const { template: path, data } = document
      const known = templates.get(path)
      invariant(known, 'the version of a template that was checked')
      if (known.kind === 'broken') throw new MergeError(index, known.message)
      const { facturX, encryption, attachments } = optionsOf(known, data, index)
      if (facturX) throw new MergeError(index, 'an invoice with its data (Factur-X) is a file of its own')
      if (encryption) throw new MergeError(index, 'a document with a password of its own is a file of its own')
      const timeZone = known.settings.source.timeZone ?? fallback
      return { template: known.template, data, timeZone, attachments }
    })
    const { documents: made, ...file } = engine.merge(documents, isTest ? { watermark: WATERMARK } : {})
    if (file.content.byteLength > MAX_PDF_BYTES) return { kind: 'document-too-large', bytes: file.content.byteLength }
    const told = made.flatMap((one, index) => toldOf(one, documents[index], index))
    const problems = problemsOf(
      told.flatMap(({ diagnostics }) => diagnostics),
      told.reduce((sum, { omittedDiagnostics }) => sum + omittedDiagnostics, 0),
    )
    const renderTimeMs = Math.round(performance.now() - started)
    return { kind: 'rendered', mediaType: 'application/pdf', fileName: undefined, ...file, renderTimeMs, problems }
  } catch (error) {
    return failedWith(error)
  }
}

/** What is to be said of one of several documents, a PDF by the name that it has in the body. */
function toldOf(
  made: Pick<MadeDocument, 'diagnostics' | 'omittedDiagnostics'>,
  document: MergeableDocument | PdfToMerge | undefined,
  index: number,
): readonly Pick<MadeDocument, 'diagnostics' | 'omittedDiagnostics'>[] {
  if (document && 'template' in document) return document.template.problems === 'ignore' ? [] : [made]
  const file = `documents.${index}`
  const diagnostics = made.diagnostics.map((one) => (one.span ? { ...one, span: { ...one.span, file } } : one))
  return [{ ...made, diagnostics }]
}

/** @throws MergeError where settings do not find in the data what they need */
function optionsOf(
  { settings }: Extract<KnownTemplate, { readonly kind: 'usable' }>,
  data: JsonObject,
  index: number,
): DocumentOptions {
  try {
    return settings.options(data)
  } catch (error) {
    throw error instanceof TemplateError ? new MergeError(index, error) : error
  }
}

function compile(content: TemplateContent, engine: RenderEngine): KnownTemplate {
  const { html, assets, partials, pageSize, orientation, profile, standard } = content
  try {
    const settings = prepareSettings(content, 'ignore')
    const source = { html, assets, partials, pageSize, orientation, profile, standard, ...settings.source }
    return { kind: 'usable', template: engine.compile(source), settings }
  } catch (error) {
    return { kind: 'broken', message: authoringMessage(error) }
  }
}

/** What a request says of its document, besides the data. */
interface Circumstances extends Pick<RenderTask, 'timeZone' | 'invoice'> {
  readonly isTest: boolean
}

function render(
  known: KnownTemplate,
  data: JsonObject,
  { isTest, timeZone: fallback, invoice }: Circumstances,
  started: number,
): WorkerOutcome {
  if (known.kind === 'broken') return { kind: 'template-failed', message: known.message }
  let document: MadeFile
  try {
    const timeZone = known.settings.source.timeZone ?? fallback
    const options = { ...known.settings.options(data), timeZone }
    document = invoice
      ? invoiceFile(known.template, data, options.facturX, { ...invoice, timeZone, isTest })
      : pdfFile(known.template.render(data, isTest ? { ...options, watermark: WATERMARK } : options))
  } catch (error) {
    return failedWith(error)
  }
  const { diagnostics, omittedDiagnostics, ...file } = document
  const bytes = file.content.byteLength
  if (bytes > MAX_PDF_BYTES) return { kind: 'document-too-large', bytes }
  const problems = known.template.problems === 'ignore' ? undefined : problemsOf(diagnostics, omittedDiagnostics)
  return { kind: 'rendered', ...file, renderTimeMs: Math.round(performance.now() - started), problems }
}

/** A file, and what is to be said of it. */
type MadeFile = Pick<RenderedDocument, 'content' | 'mediaType' | 'pages' | 'fileName'> &
  Pick<MadeDocument, 'diagnostics' | 'omittedDiagnostics'>

function pdfFile({ pdf, pages, fileName, diagnostics, omittedDiagnostics }: MadeDocument): MadeFile {
  return { content: pdf, mediaType: 'application/pdf', pages, fileName, diagnostics, omittedDiagnostics }
}

/** @throws TemplateError for a template without a mapping, ProblemError where it refuses problems */
function invoiceFile(
  template: RenderableTemplate,
  data: JsonObject,
  facturX: DocumentOptions['facturX'],
  options: InvoiceForm & Omit<Circumstances, 'invoice'>,
): MadeFile {
  const { mapping, level } = mappingOf(facturX, options.isTest)
  const { xml, ...described } = template.writeInvoice(mapping, data, { ...options, level })
  if (template.problems === 'refuse') refuseProblems(described.diagnostics)
  return { content: Buffer.from(xml), mediaType: 'application/xml', pages: 0, ...described }
}

/** The message of an error that the template's author can mend; any other is a bug and is thrown on as it is. */
function authoringMessage(error: unknown): string {
  if (isAuthoringError(error)) return error.message
  throw error
}

/** The same for one that came with data, of which no value leaves the worker. */
function failedWith(error: unknown): FailedTemplate {
  if (!isAuthoringError(error)) throw error
  if (error instanceof MergeError) return failedMerging(error)
  const message = 'plain' in error ? error.plain : error.message
  const hasSeveral = error instanceof StandardError || error instanceof ProblemError
  return { kind: 'template-failed', message, problems: hasSeveral ? reasonsOf(error.diagnostics) : undefined }
}

/** The failure of one of several documents, by the name that it has in the body. */
function failedMerging({ index, cause, reason }: MergeError): FailedTemplate {
  const failed = isAuthoringError(cause) ? failedWith(cause) : { message: reason, problems: undefined }
  return { kind: 'template-failed', message: `documents.${index}: ${failed.message}`, problems: failed.problems }
}

function isAuthoringError(error: unknown): error is AuthoringError {
  return (
    error instanceof TemplateError ||
    error instanceof LimitError ||
    error instanceof FontError ||
    error instanceof MergeError ||
    error instanceof StandardError ||
    error instanceof ProblemError
  )
}
