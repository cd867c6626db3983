import type { RouterContext } from '@koa/router'
import type { JsonObject } from '../../engine/base/json.js'
import { ApiError } from '../http/api-error.js'
import type { AppState } from '../http/app-state.js'
import { errorResponses, fileResponse, jsonResponse, parameter } from '../http/operation.js'
import { parsePreferences } from '../http/preferences.js'
import type { Route } from '../http/route.js'
import { newId } from '../storage/ids.js'
import { AD_HOC } from '../storage/requests/ad-hoc-requests.js'
import type { KeptData } from '../storage/requests/request-store.js'
import type { ApiKey, Organization, PublishedTemplate } from '../storage/store.js'
import { openKeptBody } from '../webhooks/seal-body.js'
import { type AcceptServices, enqueue, findNamedTemplate } from './accept.js'
import { documentNotFound } from './documents.js'
import { acceptLater, answerWithPdf, type FindGiven, type GenerateServices, type GivenCall } from './generate.js'
import { readJsonObject } from './management.js'
import { MemberReader } from './member-reader.js'
import { PRIORITY } from './priority.js'

/** The version that a document is made from again: the one that is published now, or the one before. */
const VERSIONS = ['current', 'same'] as const

type VersionChoice = (typeof VERSIONS)[number]

const PATH = '/api/v1/{org_slug}/requests/{request_id}/render'

const IDEMPOTENCY_KEY = parameter(
  'header',
  'Idempotency-Key',
  'A repeated request gets the first answer, for 24 hours.',
)

const BODY: JsonObject = {
  type: 'object',
  properties: {
    version: {
      description: 'Of the template: the one that is published now, or the same as before as long as it is kept.',
      enum: [...VERSIONS],
      default: 'current',
    },
  },
  additionalProperties: false,
}

const ERRORS = errorResponses(400, 401, 404, 409, 413, 422, 429, 500, 503)

/** The document of an asynchronous request once more, with its data as long as they are kept. */
export const RENDER_AGAIN: Route<GenerateServices> = {
  method: 'POST',
  path: PATH,
  access: 'key',
  operation: {
    id: 'renderAgain',
    tag: 'Requests',
    summary: 'Render a request again',
    description:
      'With the data of an asynchronous request, which are kept if the organization wants it (1, 7 or 30 days, encrypted). A new document, counted as such. With "Prefer: respond-async" it answers as renderAgainAsync.',
    parameters: [IDEMPOTENCY_KEY],
    body: () => BODY,
    isBodyOptional: true,
    responses: { 200: fileResponse('The PDF.', 'application/pdf'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const preferences = parsePreferences(ctx.get('Prefer'))
    const find = finder(ctx, services)
    if (preferences.has('respond-async')) await acceptLater(ctx, preferences, 'single', services, find)
    else await answerWithPdf(ctx, 'single', services, { find })
  },
}

/** The same with a request of its own, whose end is announced. */
export const RENDER_AGAIN_LATER: Route<GenerateServices> = {
  method: 'POST',
  path: `${PATH}/async`,
  access: 'key',
  operation: {
    id: 'renderAgainAsync',
    tag: 'Requests',
    summary: 'Render a request again later',
    description:
      'What "renderAgain" does with "Prefer: respond-async", without that header: always an acknowledgement.',
    parameters: [PRIORITY, IDEMPOTENCY_KEY],
    body: () => BODY,
    isBodyOptional: true,
    responses: { 202: jsonResponse('Accepted; worked on later.', 'Acknowledgement'), ...ERRORS },
  },
  handle: (services) => (ctx) => acceptLater(ctx, parsePreferences(''), 'single', services, finder(ctx, services)),
}

function finder(ctx: RouterContext<AppState>, services: GenerateServices): FindGiven {
  return ({ organization }) => findGiven(ctx, organization, services)
}

/** A request whose document is to be made once more, by somebody who uses the dashboard. */
interface AgainCall {
  readonly organization: Organization
  readonly key: ApiKey
  readonly kept: KeptData
  readonly version: VersionChoice
  readonly origin: string
}

/** Accepts a document that was made before, to be made once more. @returns the id of its new request @throws ApiError */
export async function acceptAgain(
  { organization, key, kept, version, origin }: AgainCall,
  services: AcceptServices,
): Promise<string> {
  const { body, form, endpointPath, template, ...given } = await toCall(kept, version, organization, services)
  const requestId = newId('req')
  const call = {
    caller: { organization, key, template },
    endpointPath,
    preferences: parsePreferences('respond-async'),
    form,
    note: undefined,
    given: { ...given, body },
  }
  await enqueue({ requestId, origin }, call, { body, hold: undefined }, services)
  return requestId
}

/** @throws ApiError 400, 404 `document_not_found`, 409 `data_not_kept`, 422 */
async function findGiven(
  ctx: RouterContext<AppState>,
  organization: Organization,
  services: GenerateServices,
): Promise<GivenCall> {
  const { request_id: id = '' } = ctx.params
  const version = await readVersion(ctx, organization.id, services)
  const kept = await services.store.findKeptData(organization.id, id)
  if (kept) return toCall(kept, version, organization, services)
  const isKnown =
    (await services.store.findRequest(organization.id, id)) ??
    (id.startsWith('req_') ? await services.store.reader.findLoggedRequest(organization.id, id) : undefined)
  if (isKnown) throw new ApiError(409, 'resource_error', 'data_not_kept', 'The data of this request are not kept')
  throw documentNotFound()
}

async function readVersion(
  ctx: RouterContext<AppState>,
  organizationId: string,
  services: GenerateServices,
): Promise<VersionChoice> {
  const { headers } = ctx.req
  if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return 'current'
  const members = new MemberReader(await readJsonObject(ctx, organizationId, services), ['version'])
  return members.choice('version', VERSIONS) ?? 'current'
}

async function toCall(
  { requestId, endpointPath, templateId, versionId, merged, versions, sealed }: KeptData,
  version: VersionChoice,
  organization: Organization,
  services: AcceptServices,
): Promise<GivenCall> {
  const isThere = (template: PublishedTemplate) => versions.includes(template.versionId)
  const before = new Map(merged?.templates.filter(isThere).map((template) => [template.endpointPath, template]))
  const isNamed = merged === undefined && versionId !== AD_HOC.versionId
  const findNow = () => findNamedTemplate(organization.id, endpointPath, services)
  const same = [{ templateId, versionId }].find(isThere)
  return {
    body: openKeptBody(sealed, requestId, services.sealer),
    asked: Buffer.from(version),
    form: isNamed ? 'single' : 'merged',
    endpointPath,
    template: isNamed ? (version === 'same' ? same : await findNow()) : undefined,
    ...(version === 'same' && { findTemplate: async (path: string) => before.get(path) }),
  }
}
