import { buffer } from 'node:stream/consumers'
import type { RouterContext } from '@koa/router'
import { PAGE_IMAGE_FORMATS, type PageImageFormat } from '../../engine/base/page-image-forms.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { authenticate } from '../http/authenticate.js'
import { readByteRange } from '../http/byte-range.js'
import { inlineFile } from '../http/content-disposition.js'
import type { KeyUsage } from '../http/key-usage.js'
import { errorResponses, fileResponse, jsonResponse, parameter } from '../http/operation.js'
import { originOf } from '../http/public-address.js'
import type { Route } from '../http/route.js'
import type { DocumentLinks } from '../jobs/document-links.js'
import type { DocumentStorage } from '../storage/objects/object-storage.js'
import type { FoundRequest } from '../storage/request-log/request-log-store.js'
import type { DocumentProblems } from '../storage/requests/document-problems.js'
import type { RequestOutcome, StoredRequest } from '../storage/requests/request-store.js'
import type { Organization, Store } from '../storage/store.js'
import { type DrawServices, drawPage, PAGE_HEADERS, setPageHeaders } from './draw-page.js'
import { addressOfPage, IMAGE_TYPES, invalid, notAcceptable, PAGE_PARAMETERS, pageFormOf } from './page-form.js'

export interface DocumentServices extends DrawServices {
  readonly store: Store
  readonly objects: DocumentStorage
  readonly links: DocumentLinks
  readonly keyUsage: KeyUsage
}

type Completed = Extract<RequestOutcome, { readonly status: 'completed' }>

const ERRORS = errorResponses(401, 404, 503)

/** How far an asynchronous request has come, or what became of a synchronous one. */
export const GET_REQUEST: Route<DocumentServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/requests/{request_id}',
  access: 'key',
  operation: {
    id: 'getRequest',
    tag: 'Requests',
    summary: 'How far a request has come',
    description: 'Of a synchronous request, which was over with its answer, what the log has of it within a second.',
    responses: { 200: jsonResponse('The request.', 'Request'), ...ERRORS },
  },
  handle:
    ({ store, keyUsage, links }) =>
    async (ctx) => {
      const { org_slug: slug = '', request_id: id = '' } = ctx.params
      const { key, organization } = await authenticate(ctx, slug, (who) => store.findCaller(who.keyHash, who.slug))
      keyUsage.record(key.id)
      const request = await store.findRequest(organization.id, id)
      writeJson(
        ctx,
        request
          ? describeRequest(request, organization, linksFor(ctx, links))
          : describeLogged(await findAnswered(store, organization, id), organization),
      )
    },
}

/** A document's metadata, or for clients that accept them rather than JSON, its PDF or the picture of a page. */
export const GET_DOCUMENT: Route<DocumentServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/documents/{document_id}',
  access: 'key',
  operation: {
    id: 'getDocument',
    tag: 'Documents',
    summary: 'The metadata of a document',
    description:
      'Clients that accept application/pdf or image/* rather than JSON get the PDF or the picture of a page, as getDocumentPdf and getDocumentImage give them; so do those that send the parameter "format" of the latter.',
    responses: { 200: jsonResponse('The request that made it.', 'Request'), ...ERRORS, ...errorResponses(406) },
  },
  handle: (services) => async (ctx) => {
    const found = await findOwnDocument(ctx, services)
    const { organization, request, outcome } = found
    ctx.vary('Accept')
    const wanted = wantedForm(ctx)
    if (wanted === 'json') writeJson(ctx, describeRequest(request, organization, linksFor(ctx, services.links)))
    else if (wanted === 'pdf') await sendPdf(ctx, request.documentId, outcome, services)
    else await sendPage(ctx, found, wanted, services)
  },
}

/** With a key, or by the signed link that events carry. */
export const GET_DOCUMENT_PDF: Route<DocumentServices> = {
  method: 'GET',
  path: '/api/v1/{org_slug}/documents/{document_id}/pdf',
  access: 'key-or-link',
  operation: {
    id: 'getDocumentPdf',
    tag: 'Documents',
    summary: 'The PDF, with a key or by a signed address',
    parameters: [
      parameter('query', 'expires', 'Of a signed address.'),
      parameter('query', 'signature', 'Of a signed address.'),
      parameter('header', 'Range', 'One range of bytes, such as bytes=0-1023; of several, all of the PDF.'),
      parameter('header', 'If-Range', 'The ETag of the PDF that the range is of.'),
    ],
    responses: {
      200: fileResponse('The PDF.', 'application/pdf'),
      206: fileResponse('The range of the PDF.', 'application/pdf'),
      ...ERRORS,
      ...errorResponses(416),
    },
  },
  handle: (services) => async (ctx) => {
    const { expires, signature } = ctx.query
    const isSigned = expires !== undefined || signature !== undefined
    const { request, outcome } = isSigned ? await findSigned(ctx, services) : await findOwnDocument(ctx, services)
    await sendPdf(ctx, request.documentId, outcome, services)
  },
}

/** The picture of a page by an address of its own: nothing hangs on `Accept`, which generated clients do not set. */
export const GET_DOCUMENT_IMAGE: Route<DocumentServices> = {
  method: 'GET',
  path: `${GET_DOCUMENT.path}/image`,
  access: 'key',
  operation: {
    id: 'getDocumentImage',
    tag: 'Documents',
    summary: 'The picture of a page',
    parameters: [
      parameter('query', 'format', 'The format of the picture.', { enum: PAGE_IMAGE_FORMATS, default: 'png' }),
      ...PAGE_PARAMETERS,
    ],
    responses: {
      200: { ...fileResponse('The picture.', ...IMAGE_TYPES), headers: PAGE_HEADERS },
      ...ERRORS,
      ...errorResponses(422, 500),
    },
  },
  handle: (services) => async (ctx) => {
    const found = await findOwnDocument(ctx, services)
    await sendPage(ctx, found, namedFormat(ctx) ?? 'png', services)
  },
}

/** Sends the PDF of a completed request. */
export async function sendPdf(
  ctx: AppContext,
  documentId: string,
  { objectKey, fileName, sizeBytes }: Completed,
  { objects }: Pick<DocumentServices, 'objects'>,
): Promise<void> {
  const tag = `"${documentId}"`
  const range = readByteRange(ctx, sizeBytes, tag)
  const object = await objects.get(objectKey, { range })
  if (!object) throw documentNotFound()
  ctx.status = range ? 206 : 200
  ctx.type = 'application/pdf'
  ctx.set('Content-Disposition', inlineFile(fileName ?? `${documentId}.pdf`))
  // A document never changes, but what is removed shall be gone.
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set('ETag', tag)
  ctx.set('Accept-Ranges', 'bytes')
  if (range) ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${sizeBytes}`)
  ctx.length = object.size
  if (ctx.fresh || ctx.method === 'HEAD') object.content.destroy()
  if (ctx.fresh) ctx.status = 304
  else if (ctx.method !== 'HEAD') ctx.body = object.content
}

/** @throws ApiError 422 `invalid_value` */
function namedFormat(ctx: AppContext): PageImageFormat | undefined {
  const { format } = ctx.query
  const named = PAGE_IMAGE_FORMATS.find((name) => name === format)
  if (format !== undefined && named === undefined) {
    throw invalid('format', `must be ${PAGE_IMAGE_FORMATS.slice(0, -1).join(', ')} or ${PAGE_IMAGE_FORMATS.at(-1)}`)
  }
  return named
}

/** @throws ApiError 406, 422 `invalid_value` */
function wantedForm(ctx: AppContext): 'json' | 'pdf' | PageImageFormat {
  const accepted = namedFormat(ctx) ?? ctx.accepts('application/json', 'application/pdf', ...IMAGE_TYPES)
  if (typeof accepted === 'string') {
    const name = accepted.slice(accepted.indexOf('/') + 1)
    return name === 'json' || name === 'pdf' ? name : (PAGE_IMAGE_FORMATS.find((known) => known === name) ?? 'json')
  }
  throw notAcceptable(['application/json', 'application/pdf', ...IMAGE_TYPES])
}

/** How long a page of a document that is there may take. */
const DRAW_TIMEOUT_MS = 30_000

/** Sends the picture of a page of a completed request. */
async function sendPage(
  ctx: AppContext,
  { organization, request: { documentId }, outcome: { objectKey } }: FoundDocument,
  format: PageImageFormat,
  services: DocumentServices,
): Promise<void> {
  const form = pageFormOf(ctx, format, services.pages)
  const tag = `"${documentId}?${addressOfPage(form)}"`
  ctx.set('Cache-Control', 'private, no-cache')
  if (ctx.get('If-None-Match') === tag) {
    ctx.set('ETag', tag)
    ctx.status = 304
    return
  }
  const object = await services.objects.get(objectKey)
  if (!object) throw documentNotFound()
  const pdf = await buffer(object.content)
  const call = { organizationId: organization.id, pdf, form, timeoutMs: DRAW_TIMEOUT_MS }
  const drawn = await drawPage(ctx, call, services)
  setPageHeaders(ctx, drawn)
  ctx.status = 200
  ctx.type = `image/${format}`
  ctx.set('ETag', tag)
  ctx.body = Buffer.from(drawn.content.buffer, drawn.content.byteOffset, drawn.content.byteLength)
}

interface FoundDocument {
  readonly organization: Organization
  readonly request: StoredRequest
  readonly outcome: Completed
}

async function findOwnDocument(
  ctx: RouterContext<AppState>,
  { store, keyUsage }: DocumentServices,
): Promise<FoundDocument> {
  const { org_slug: slug = '', document_id: id = '' } = ctx.params
  const { key, organization } = await authenticate(ctx, slug, (who) => store.findCaller(who.keyHash, who.slug))
  keyUsage.record(key.id)
  return findCompleted(store, organization, id)
}

/** A signature that is wrong or has expired tells nothing about the document. */
async function findSigned(ctx: RouterContext<AppState>, { store, links }: DocumentServices): Promise<FoundDocument> {
  const { org_slug: slug = '', document_id: id = '' } = ctx.params
  const { expires, signature } = ctx.query
  const isValid =
    typeof expires === 'string' && typeof signature === 'string' && links.isValid(slug, id, expires, signature)
  const organization = isValid ? await store.findOrganization(slug) : undefined
  if (!organization) throw documentNotFound()
  return findCompleted(store, organization, id)
}

async function findCompleted(store: Store, organization: Organization, id: string): Promise<FoundDocument> {
  const request = await store.findDocument(organization.id, id)
  if (request?.outcome.status !== 'completed') throw documentNotFound()
  return { organization, request, outcome: request.outcome }
}

/** Makes the link to a document for whoever asks for it. */
type MakeLink = (slug: string, documentId: string, expiresAt: number) => string

function linksFor(ctx: AppContext, links: DocumentLinks): MakeLink {
  return (slug, documentId, expiresAt) => links.urlOf(slug, documentId, expiresAt, originOf(ctx))
}

function describeRequest(request: StoredRequest, organization: Organization, makeLink: MakeLink) {
  const { outcome } = request
  return {
    request_id: request.id,
    status: outcome.status,
    document_id: request.documentId,
    organization_id: organization.id,
    template_id: request.templateId,
    is_test: request.isTest,
    created_at: isoTime(request.createdAt),
    ...describeOutcome(request, outcome, organization, makeLink),
    ...('finishedAt' in outcome ? describeProblems(request.problems) : {}),
  }
}

function describeOutcome(request: StoredRequest, outcome: RequestOutcome, { slug }: Organization, makeLink: MakeLink) {
  switch (outcome.status) {
    case 'completed':
      return {
        completed_at: isoTime(outcome.finishedAt),
        expires_at: isoTime(outcome.expiresAt),
        document_url: makeLink(slug, request.documentId, outcome.expiresAt),
        size_bytes: outcome.sizeBytes,
        pages: outcome.pages,
        render_time_ms: outcome.renderTimeMs,
      }
    case 'failed':
      return { failed_at: isoTime(outcome.finishedAt), error: outcome.failure }
    default:
      return {}
  }
}

/** A synchronous request, which has been answered, as long as the log has it. */
async function findAnswered(store: Store, { id: organizationId }: Organization, id: string): Promise<FoundRequest> {
  const found = id.startsWith('req_') ? await store.reader.findLoggedRequest(organizationId, id) : undefined
  // What became of an asynchronous one ends with its document.
  if (found?.mode !== 'sync') throw documentNotFound()
  return found
}

function describeLogged(request: FoundRequest, organization: Organization) {
  const { id, outcome, createdAt, times, code, documentBytes, pages } = request
  const finishedAt = isoTime(createdAt + times.totalMs)
  return {
    request_id: id,
    status: outcome === 'succeeded' ? 'completed' : 'failed',
    document_id: null,
    organization_id: organization.id,
    template_id: request.templateId ?? null,
    is_test: request.isTest,
    created_at: isoTime(createdAt),
    ...(outcome === 'succeeded'
      ? { completed_at: finishedAt, size_bytes: documentBytes, pages, render_time_ms: times.renderedMs }
      : {
          failed_at: finishedAt,
          error: { code: code?.toUpperCase(), message: whyRefused(request), details: {} },
        }),
    ...describeProblems(request.problems),
  }
}

/** The log keeps no messages but those of templates, and the names of fields. */
function whyRefused({ code, place, status }: FoundRequest): string {
  if (code === 'render_failed' && place !== undefined) return place
  return `The request was refused with ${status}${place === undefined ? '' : `, for its field "${place}"`}`
}

/** What a document has lost, as far as it is kept, and how much that is in all. */
function describeProblems(problems: DocumentProblems | undefined) {
  return {
    problem_count: problems?.count ?? 0,
    problems: (problems?.items ?? []).map(({ code, severity, message, place }) => ({
      code,
      severity,
      message,
      place: place ?? null,
    })),
  }
}

/** The same text for what never was, what belongs to others, and what is gone. */
export function documentNotFound(): ApiError {
  return new ApiError(404, 'resource_error', 'document_not_found', 'There is no such document')
}

function writeJson(ctx: AppContext, value: unknown): void {
  ctx.status = 200
  ctx.type = 'application/json; charset=utf-8'
  ctx.set('Cache-Control', 'private, no-store')
  ctx.body = JSON.stringify(value)
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
