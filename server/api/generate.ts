import { performance } from 'node:perf_hooks'
import type { RouterContext } from '@koa/router'
import { invariant } from '../../engine/base/invariant.js'
import { ApiError, limitExceeded } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { type AuthenticatedCaller, authenticate, type ClaimedCaller, requireTest } from '../http/authenticate.js'
import { inlineFile } from '../http/content-disposition.js'
import { idempotencyRunning, readIdempotencyKey } from '../http/idempotency.js'
import { requireJsonContent } from '../http/json-content.js'
import type { KeyUsage } from '../http/key-usage.js'
import { parseTemplateName } from '../http/names.js'
import { errorResponses, fileResponse, jsonResponse, parameter, reference } from '../http/operation.js'
import { NO_PREFERENCES, type Preferences, parsePreferences } from '../http/preferences.js'
import { MAX_BODY_BYTES, readBody } from '../http/read-body.js'
import type { Route } from '../http/route.js'
import type { RequestLog } from '../jobs/request-log.js'
import { Admission } from '../limits/admission.js'
import { type EntryWithSlot, type KeySlots, type RequestSlot, TOO_MANY_AT_ONCE } from '../limits/key-slots.js'
import type { Refunds } from '../limits/refunds.js'
import type { BudgetAccount } from '../limits/shared-budget.js'
import type { Logger } from '../observability/log.js'
import type { PageForm } from '../render/page-types.js'
import type { BodyForm, InvoiceForm, RenderedDocument, RenderOutcome } from '../render/render-types.js'
import { MAX_BATCH, MAX_BATCH_BYTES } from '../render/request-schemas.js'
import { MERGED, type MergedDocuments } from '../storage/requests/merged-requests.js'
import type { ApiKey, Caller, NewEntry, Organization, PublishedTemplate } from '../storage/store.js'
import { type AcceptServices, accept, findNamedTemplate, type GivenData, withoutTemplate } from './accept.js'
import { CHECK_TIMEOUT_MS, toCheckError, toError } from './check-errors.js'
import { type DrawServices, drawPage, PAGE_HEADERS, setPageHeaders } from './draw-page.js'
import { answerOnce, repeatFile, saveFileAnswer } from './idempotent.js'
import { FORM_PARAMETERS, readInvoiceForm, refuseInvoiceForms, refuseOtherForms } from './invoice-form.js'
import { NoteOfRequest } from './note-of-request.js'
import { acceptedPageForm, IMAGE_TYPES, PAGE_PARAMETERS, readPageForm } from './page-form.js'
import { PRIORITY, readPriority } from './priority.js'
import { noteRefusal, PROBLEM_HEADERS, setProblemHeaders } from './problem-headers.js'

export interface GenerateServices extends AcceptServices, DrawServices {
  readonly slots: KeySlots
  readonly keyUsage: KeyUsage
  readonly refunds: Refunds
  readonly requestLog: RequestLog
  readonly log: Logger
}

const IDEMPOTENCY_KEY = parameter(
  'header',
  'Idempotency-Key',
  'A repeated request gets the first answer, for 24 hours.',
)

const PREFER = parameter('header', 'Prefer', 'respond-async; respond-async, wait=N')

const DEBUG_MODE = parameter('header', 'X-Debug-Mode', 'true: errors tell the names of fields.')

const ERRORS = errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503)

/** The PDF in the answer, or with `Prefer: respond-async` the acknowledgement of a request that is worked on later. */
export const GENERATE: Route<GenerateServices> = {
  method: 'POST',
  path: '/api/v1/{org_slug}/templates/{endpoint_path}/documents',
  access: 'key',
  operation: {
    id: 'generate',
    tag: 'Documents',
    summary: 'Generate a document',
    description: `The PDF in the answer, or with "Prefer: respond-async" an acknowledgement. At most ${MAX_BODY_BYTES} bytes. Where the settings of the template say so, the data bring files to attach, the XML of an invoice, and passwords: the PDF is then encrypted, or the answer is 422 render_failed.`,
    parameters: [...FORM_PARAMETERS, ...PAGE_PARAMETERS, PRIORITY, PREFER, IDEMPOTENCY_KEY, DEBUG_MODE],
    body: (data) => data,
    responses: {
      200: {
        ...fileResponse(
          'The PDF, the XML of its invoice, or a page of it.',
          'application/pdf',
          'application/xml',
          ...IMAGE_TYPES,
        ),
        headers: { ...PROBLEM_HEADERS, ...PAGE_HEADERS },
      },
      202: jsonResponse('Accepted; worked on later.', 'Acknowledgement'),
      ...ERRORS,
    },
  },
  handle: (services) => async (ctx) => {
    const preferences = parsePreferences(ctx.get('Prefer'))
    if (preferences.has('respond-async')) {
      await acceptLater(ctx, preferences, 'single', services)
    } else {
      await answerWithPdf(ctx, 'single', services)
    }
  },
}

/** What `Prefer: respond-async` does on the route above, for clients that give an operation one kind of answer. */
export const GENERATE_LATER: Route<GenerateServices> = {
  method: 'POST',
  path: `${GENERATE.path}/async`,
  access: 'key',
  operation: {
    id: 'generateAsync',
    tag: 'Documents',
    summary: 'Generate a document later',
    description: `What "generate" does with "Prefer: respond-async", without that header: always an acknowledgement. At most ${MAX_BODY_BYTES} bytes.`,
    parameters: [PRIORITY, IDEMPOTENCY_KEY, DEBUG_MODE],
    body: (data) => data,
    responses: { 202: jsonResponse('Accepted; worked on later.', 'Acknowledgement'), ...ERRORS },
  },
  handle: (services) => (ctx) => acceptLater(ctx, NO_PREFERENCES, 'single', services),
}

/** One document without a stored template, or several as one file, at once or later as one is. */
export const GENERATE_MERGED: Route<GenerateServices> = {
  method: 'POST',
  path: '/api/v1/{org_slug}/documents',
  access: 'key',
  operation: {
    id: 'generateMerged',
    tag: 'Documents',
    summary: 'Generate a document of HTML that is sent, or several documents as one file',
    description: `With "html", one document without a stored template, which needs a key with the scope generate-html; in events the template is tpl_adhoc. With "documents", one PDF of all documents in their order, with one outline and one structure; counted as so many documents. Answered as a single document is. At most ${MAX_BODY_BYTES} bytes. The fields of errors begin with documents.N. In events the template is tpl_merged; filters by template or path match if any of the templates does. Templates that make invoices with their data, or encrypt their documents, are refused.`,
    parameters: [...FORM_PARAMETERS, ...PAGE_PARAMETERS, PRIORITY, PREFER, IDEMPOTENCY_KEY, DEBUG_MODE],
    body: () => reference('UnstoredDocuments'),
    responses: {
      200: {
        ...fileResponse(
          'The PDF, the XML of its invoice, or a page of it.',
          'application/pdf',
          'application/xml',
          ...IMAGE_TYPES,
        ),
        headers: { ...PROBLEM_HEADERS, ...PAGE_HEADERS },
      },
      202: jsonResponse('Accepted; worked on later.', 'Acknowledgement'),
      ...ERRORS,
      ...errorResponses(403, 406),
    },
  },
  handle: (services) => async (ctx) => {
    const preferences = parsePreferences(ctx.get('Prefer'))
    if (preferences.has('respond-async')) await acceptLater(ctx, preferences, 'merged', services)
    else await answerWithPdf(ctx, 'merged', services)
  },
}

/** The same, made later, for clients that give an operation one kind of answer. */
export const GENERATE_MERGED_LATER: Route<GenerateServices> = {
  method: 'POST',
  path: `${GENERATE_MERGED.path}/async`,
  access: 'key',
  operation: {
    id: 'generateMergedAsync',
    tag: 'Documents',
    summary: 'Generate a document of HTML, or several documents as one file, later',
    description: `What "generateMerged" does with "Prefer: respond-async", without that header: always an acknowledgement. At most ${MAX_BODY_BYTES} bytes.`,
    parameters: [PRIORITY, IDEMPOTENCY_KEY, DEBUG_MODE],
    body: () => reference('UnstoredDocuments'),
    responses: {
      202: jsonResponse('Accepted; worked on later.', 'Acknowledgement'),
      ...ERRORS,
      ...errorResponses(403),
    },
  },
  handle: (services) => (ctx) => acceptLater(ctx, NO_PREFERENCES, 'merged', services),
}

/** Up to 100 documents, all worked on later. */
export const GENERATE_BATCH: Route<GenerateServices> = {
  method: 'POST',
  path: '/api/v1/{org_slug}/templates/{endpoint_path}/batches',
  access: 'key',
  operation: {
    id: 'generateBatch',
    tag: 'Documents',
    summary: 'Generate several documents',
    description: `All documents are accepted or none; each has a request of its own. At most ${MAX_BATCH_BYTES} bytes, and ${MAX_BODY_BYTES} for each document.`,
    parameters: [PRIORITY, IDEMPOTENCY_KEY, DEBUG_MODE],
    body: (data) => ({
      type: 'object',
      required: ['documents'],
      properties: { documents: { type: 'array', minItems: 1, maxItems: MAX_BATCH, items: data } },
      additionalProperties: false,
    }),
    responses: { 202: jsonResponse('Accepted; worked on later.', 'BatchAcknowledgement'), ...ERRORS },
  },
  handle: (services) => (ctx) => acceptLater(ctx, parsePreferences(ctx.get('Prefer')), 'batch', services),
}

/** What a request is about, where neither its path nor its body says it. */
export interface GivenCall extends GivenData {
  readonly form: 'single' | 'merged'
  readonly endpointPath: string
  readonly template: PublishedTemplate | undefined
}

/** Finds it when it is known who calls. @throws ApiError */
export type FindGiven = (caller: AuthenticatedCaller) => Promise<GivenCall>

export async function acceptLater(
  ctx: RouterContext<AppState>,
  preferences: Preferences,
  form: BodyForm,
  services: GenerateServices,
  find?: FindGiven,
): Promise<void> {
  const entry = await authenticateEntry(ctx, services, (request) => services.store.enter(request))
  const given = await find?.(entry)
  const caller = given ? { ...entry, template: given.template } : entry
  const endpointPath = given?.endpointPath ?? pathOf(ctx, form)
  const note = new NoteOfRequest(ctx, caller, endpointPath, 'async', services.log)
  await note.during(services.requestLog, async () => {
    refuseOtherForms(ctx)
    const priority = readPriority(ctx)
    if (!given) requireJsonContent(ctx)
    const call = { caller, endpointPath, preferences, form: given?.form ?? form, note, given, priority }
    await accept(ctx, call, services)
  })
}

/** A request of another form than JSON, which becomes that of one document without a stored template. */
export interface ForeignRequest {
  /** The organization that it is meant for. */
  readonly slug: string
  /** The key that it brings. */
  readonly token: string
  /** Reads its body as that of a request for such a document. */
  readBody(memory: BudgetAccount): Promise<Uint8Array<ArrayBuffer>>
}

/** Answers a request of another form with its PDF, by all rules of those in JSON. @throws ApiError */
export async function answerForeign(
  ctx: RouterContext<AppState>,
  request: ForeignRequest,
  services: GenerateServices,
): Promise<void> {
  await answerWithPdf(ctx, 'merged', services, { foreign: request })
}

/** A request whose data, or whose form, is another than that of its route. */
interface OtherInput {
  readonly find?: FindGiven | undefined
  readonly foreign?: ForeignRequest | undefined
}

export async function answerWithPdf(
  ctx: RouterContext<AppState>,
  form: 'single' | 'merged',
  services: GenerateServices,
  { find, foreign }: OtherInput = {},
): Promise<void> {
  const entry = await authenticateEntry(ctx, services, (request) => services.slots.enter(request), foreign)
  const memory = services.held.bodies.open(entry.organization.id)
  try {
    const given = await find?.(entry)
    const caller = given ? { ...entry, template: given.template } : entry
    const note = new NoteOfRequest(ctx, caller, given?.endpointPath ?? pathOf(ctx, form), 'sync', services.log)
    await note.during(services.requestLog, async () => {
      if (foreign) {
        const asked = { note, form, invoice: undefined, picture: undefined, foreign, given: undefined }
        await answerCaller(ctx, { ...caller, ...asked }, memory, services)
        return
      }
      if (!given) requireJsonContent(ctx)
      const invoice = readInvoiceForm(ctx)
      const picture =
        form === 'merged' && ctx.query.format === undefined
          ? acceptedPageForm(ctx, services.pages)
          : readPageForm(ctx, services.pages)
      await answerCaller(ctx, { ...caller, note, form: given?.form ?? form, invoice, picture, given }, memory, services)
    })
  } finally {
    memory.release()
    await entry.slot?.release()
  }
}

/** @param enter looks up who calls along with what else the request needs at its beginning */
async function authenticateEntry<E extends Caller & { readonly slot?: RequestSlot | undefined }>(
  ctx: RouterContext<AppState>,
  { keyUsage }: GenerateServices,
  enter: (request: NewEntry) => Promise<E>,
  foreign?: ForeignRequest,
): Promise<E & AuthenticatedCaller> {
  const { org_slug = '', endpoint_path: path = '' } = ctx.params
  const named = parseTemplateName(path)
  if (named) ctx.state.noted.template = named.endpointPath
  const find = (who: ClaimedCaller) => enter({ ...who, endpointPath: named?.endpointPath, stage: named?.stage })
  const caller = await authenticate(ctx, foreign?.slug ?? org_slug, find, {
    token: foreign?.token,
    undo: ({ slot }) => slot?.release(),
  })
  keyUsage.record(caller.key.id)
  return caller
}

/** The template that a request is about, as the log calls it. */
function pathOf(ctx: RouterContext<AppState>, form: BodyForm): string {
  if (form === 'merged') return MERGED.endpointPath
  const { endpoint_path: name = '' } = ctx.params
  return parseTemplateName(name)?.endpointPath ?? name
}

/** Besides the data. */
interface AskedFor {
  readonly note: NoteOfRequest
  readonly form: 'single' | 'merged'
  readonly given: GivenData | undefined
  /** In place of the PDF. */
  readonly invoice: InvoiceForm | undefined
  readonly picture: PageForm | undefined
  /** The request, where it is of another form than JSON. */
  readonly foreign?: ForeignRequest | undefined
}

async function answerCaller(
  ctx: AppContext,
  {
    key,
    organization,
    template,
    slot,
    note,
    form,
    invoice,
    picture,
    foreign,
    given,
  }: EntryWithSlot & AuthenticatedCaller & AskedFor,
  memory: BudgetAccount,
  services: GenerateServices,
): Promise<void> {
  const idempotencyKey = foreign ? undefined : readIdempotencyKey(ctx)
  const body = given?.body ?? (foreign ? await foreign.readBody(memory) : await readBody(ctx, memory))
  note.received(body.byteLength)
  const call: SyncCall = {
    note,
    form,
    invoice,
    picture,
    given,
    key,
    organization,
    slot,
    body,
    template,
    deadline: performance.now() + services.syncTimeoutMs,
    cancelled: abortedWith(ctx),
  }
  if (idempotencyKey === undefined) {
    await checkAndRender(ctx, call, services, async () => true)
    return
  }
  const asked = given?.asked ?? body
  const idempotency = { keyId: key.id, key: idempotencyKey, mode: 'sync', invoice, picture, body: asked } as const
  await answerOnce(ctx, idempotency, services, {
    first: (hold) => {
      // A document whose answer cannot be kept for repetitions is not rendered in vain.
      services.objects.assertOpen()
      return checkAndRender(ctx, call, services, async (document) => {
        // No place for rendering waits for a storage.
        await slot?.hasRendered()
        const timeoutMs = Math.max(0, call.deadline - performance.now())
        const isSaved = await saveFileAnswer(hold, ctx.state.requestId, { ...document, timeoutMs }, services)
        if (isSaved) note.saved()
        return isSaved
      })
    },
    again: (saved) => repeatFile(ctx, saved, services),
  })
}

/** Keeps the document for repetitions of its request; false when another request is to be answered instead of this. */
type Keep = (document: RenderedDocument) => Promise<boolean>

/** A synchronous request whose body has been read. */
interface SyncCall extends AskedFor {
  readonly key: ApiKey
  readonly organization: Organization
  /** Its place among those that its key may have at the same time, if there was one. */
  readonly slot: RequestSlot | undefined
  readonly body: Uint8Array
  readonly template: PublishedTemplate | undefined
  /** When it must have been answered, by the process's own clock. */
  readonly deadline: number
  readonly cancelled: AbortSignal
}

/** The rest of the checks, in a worker: JSON, template, special members, schema. Then the limits, then the document. */
async function checkAndRender(ctx: AppContext, call: SyncCall, services: GenerateServices, keep: Keep): Promise<void> {
  const { key, organization, slot, body, template, deadline, cancelled, note, form, given } = call
  const { store, pool } = services
  const checked = await pool.check({
    body,
    versionId: template?.versionId,
    form,
    mayBringHtml: key.scopes.includes('generate-html'),
    organizationId: organization.id,
    requestId: ctx.state.requestId,
    timeoutMs: Math.min(CHECK_TIMEOUT_MS, deadline - performance.now()),
    cancelled,
    loadSchema: (versionId) => store.loadTemplateSchema(versionId),
    findTemplate: given?.findTemplate ?? ((path) => findNamedTemplate(organization.id, path, services)),
  })
  if (checked.kind !== 'valid') throw toCheckError(checked)
  // Without a slot the request was checked all the same: limits come last.
  if (!slot) throw limitExceeded(TOO_MANY_AT_ONCE)
  const { merged, isAdHoc = false } = checked
  if (merged) refuseInvoiceForms(ctx)
  const stand = withoutTemplate(checked)
  const versionId = stand?.versionId ?? template?.versionId
  invariant(versionId, 'the template of a valid request')
  const admission = new Admission(store, organization, services.refunds)
  const isTest = checked.documents.some((document) => document.isTest)
  note.checked(versionId, isTest, merged?.count, stand?.endpointPath)
  requireTest(key, isTest)
  if (!(await admission.admit(isTest, merged?.count))) {
    invariant(admission.refusal, 'a reason for the refusal')
    throw limitExceeded(admission.refusal)
  }
  note.counted()
  await render(ctx, { ...call, slot, versionId, merged, isAdHoc, admission, keep }, services)
}

/** A valid request that was counted. */
interface Rendering extends SyncCall {
  readonly slot: RequestSlot
  readonly versionId: string
  readonly merged: MergedDocuments | undefined
  readonly isAdHoc: boolean
  readonly admission: Admission
  readonly keep: Keep
}

/** Renders and answers; what was counted is given back when no document comes of it. */
async function render(ctx: AppContext, rendering: Rendering, services: GenerateServices): Promise<void> {
  const { slot, deadline, cancelled, admission, keep, note } = rendering
  const { metrics } = services
  let outcome: RenderOutcome | undefined
  let isKept = false
  try {
    outcome = (await slot.mayRender(deadline - performance.now(), cancelled))
      ? await runEngine(ctx, rendering, services)
      : { kind: cancelled.aborted ? 'cancelled' : 'unavailable' }
    if (outcome.kind === 'rendered') {
      outcome = await inForm(ctx, outcome, rendering, services)
      note.made(outcome)
      isKept = await keep(outcome)
    }
  } finally {
    if (!isKept) await admission.giveBack(isRefused(outcome))
  }
  if ('problems' in outcome) metrics.problemsFound('sync', outcome.problems?.codes)
  metrics.documentMade(
    'sync',
    outcome.kind === 'rendered' ? 'completed' : outcome.kind,
    outcome.kind === 'rendered' ? outcome.renderTimeMs : undefined,
  )
  switch (outcome.kind) {
    case 'rendered':
      if (!isKept) throw idempotencyRunning()
      note.rendered(outcome)
      setProblemHeaders(ctx, outcome.problems)
      if (outcome.picture) setPageHeaders(ctx, outcome.picture)
      ctx.status = 200
      ctx.type = outcome.mediaType
      if (outcome.fileName !== undefined) ctx.set('Content-Disposition', inlineFile(outcome.fileName))
      ctx.body = Buffer.from(outcome.content.buffer, outcome.content.byteOffset, outcome.content.byteLength)
      return
    case 'template-failed':
      note.failed(outcome.problems)
      noteRefusal(ctx, outcome.problems)
      throw toError(outcome)
    case 'document-too-large':
      throw new ApiError(422, 'generation_error', 'document_too_large', 'The PDF exceeds 50 MB')
    default:
      throw toError(outcome)
  }
}

function runEngine(
  ctx: AppContext,
  { organization, body, versionId, merged, isAdHoc, deadline, cancelled, note, invoice }: Rendering,
  { store, pool, metrics }: GenerateServices,
): Promise<RenderOutcome> {
  const asked = performance.now()
  const job = {
    body,
    organizationId: organization.id,
    requestId: ctx.state.requestId,
    timeZone: organization.timeZone,
    mode: 'sync',
    timeoutMs: deadline - asked,
    cancelled,
    onStart: () => {
      metrics.renderingBegun('sync', performance.now() - asked)
      note.begun()
    },
    loadTemplate: (id: string) => store.reader.loadTemplateVersion(id),
  } as const
  if (isAdHoc) return pool.runAdHoc({ ...job, invoice })
  if (!merged) return pool.run({ ...job, versionId, invoice })
  const versions = merged.templates.map(({ endpointPath, versionId: id }) => ({ endpointPath, id }))
  return pool.merge({ ...job, versions })
}

/** The document, or the picture of the page that is wanted in its place. */
async function inForm(
  ctx: AppContext,
  document: RenderedDocument,
  { organization, picture, deadline, cancelled }: Rendering,
  services: GenerateServices,
): Promise<RenderedDocument> {
  if (!picture) return document
  const timeoutMs = deadline - performance.now()
  const { content: pdf, fileName } = document
  const call = { organizationId: organization.id, pdf, form: picture, timeoutMs, cancelled }
  const { content, pages, missingFonts } = await drawPage(ctx, call, services)
  return {
    ...document,
    content,
    mediaType: `image/${picture.format}`,
    fileName: fileName?.replace(/.pdf$/i, `.${picture.format}`),
    picture: { pages, missingFonts },
  }
}

/** Nothing was begun: the service had no room, or the client went away first. */
function isRefused(outcome: RenderOutcome | undefined): boolean {
  return outcome?.kind === 'unavailable' || outcome?.kind === 'cancelled'
}

/** Aborts when the client goes away before its answer was sent. */
function abortedWith(ctx: AppContext): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}
