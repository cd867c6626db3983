import type { JsonObject } from '../../engine/base/json.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import { requireJsonContent } from '../http/json-content.js'
import { isPartialName } from '../http/names.js'
import { errorResponses, jsonResponse, parameter } from '../http/operation.js'
import { readBody } from '../http/read-body.js'
import type { Route } from '../http/route.js'
import type { HeldRequests } from '../limits/held-requests.js'
import {
  MAX_PARTIAL_BYTES,
  MAX_PARTIALS,
  MAX_PARTIALS_BYTES,
  type PartialSummary,
  type SharedPartial,
} from '../storage/partials/partial-store.js'
import { StoreError } from '../storage/store.js'
import { authenticateManager, type ManagerServices } from './authenticate-manager.js'
import { invalidMember, memberOf, missingMember, parseJsonObject, requireKnownMembers } from './json-members.js'
import { writeJson } from './write-json.js'

export interface PartialServices extends ManagerServices {
  readonly held: HeldRequests
}

const PARTIALS = '/api/v1/{org_slug}/partials'
const PARTIAL = `${PARTIALS}/{partial_name}`

/** The partials that an organization's templates share. */
const GET_PARTIALS: Route<PartialServices> = {
  method: 'GET',
  path: PARTIALS,
  access: 'manager',
  operation: {
    id: 'listPartials',
    tag: 'Partials',
    summary: 'The partials that templates share',
    responses: { 200: jsonResponse('By their names.', 'Partials'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const partials = await services.store.reader.listPartials(organization.id)
    writeJson(ctx, 200, { partials: partials.map((partial) => ({ ...describe(partial), users: partial.users })) })
  },
}

const GET_PARTIAL: Route<PartialServices> = {
  method: 'GET',
  path: PARTIAL,
  access: 'manager',
  operation: {
    id: 'getPartial',
    tag: 'Partials',
    summary: 'A partial, and the templates that it is published in',
    responses: { 200: jsonResponse('The partial.', 'SharedPartial'), ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const partial = await services.store.reader.findPartial(organization.id, ctx.params.partial_name ?? '')
    if (!partial) throw partialNotFound()
    writePartial(ctx, 200, partial)
  },
}

const BODY: JsonObject = {
  type: 'object',
  required: ['html'],
  properties: { html: { type: 'string', description: `At most ${MAX_PARTIAL_BYTES} bytes in UTF-8.` } },
  additionalProperties: false,
}

const PUT_PARTIAL: Route<PartialServices> = {
  method: 'PUT',
  path: PARTIAL,
  access: 'manager',
  operation: {
    id: 'putPartial',
    tag: 'Partials',
    summary: 'Make or change a partial',
    description:
      'Published templates keep the text that they were published with. The text is checked with the templates that include it, when they are published.',
    parameters: [parameter('header', 'If-Match', 'The ETag of the revision that is changed; any without it.')],
    body: () => BODY,
    responses: {
      200: jsonResponse('Changed, or as it was already.', 'SharedPartial'),
      201: jsonResponse('Made.', 'SharedPartial'),
      ...errorResponses(400, 401, 403, 404, 412, 413, 422, 429, 503),
    },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    requireJsonContent(ctx)
    const html = await readHtml(ctx, organization.id, services)
    const name = ctx.params.partial_name ?? ''
    if (!isPartialName(name)) {
      throw invalidMember('invalid_format', 'partial_name', 'This is not the name of a partial')
    }
    const { store } = services
    const revision = readRevision(ctx)
    const change = await store.savePartial({ organizationId: organization.id, name, html, revision }, key.id)
    if (change.kind === 'conflict') throw changedMeanwhile()
    if (change.kind === 'too-much') {
      const limit = `at most ${MAX_PARTIALS} partials of ${MAX_PARTIALS_BYTES} bytes in all`
      throw invalidValue(`An organization has ${limit}`)
    }
    const partial = await store.reader.findPartial(organization.id, name)
    if (!partial) throw partialNotFound()
    writePartial(ctx, change.isNew ? 201 : 200, partial)
  },
}

const DELETE_PARTIAL: Route<PartialServices> = {
  method: 'DELETE',
  path: PARTIAL,
  access: 'manager',
  operation: {
    id: 'deletePartial',
    tag: 'Partials',
    summary: 'Delete a partial',
    description: 'Published templates keep it, but cannot be published again while they include it.',
    responses: { 204: { description: 'Deleted.' }, ...errorResponses(401, 403, 404, 503) },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    try {
      await services.store.deletePartial(organization.id, ctx.params.partial_name ?? '', key.id)
    } catch (error) {
      if (error instanceof StoreError && error.code === 'missing') throw partialNotFound()
      throw error
    }
    ctx.status = 204
  },
}

export const PARTIAL_ROUTES: readonly Route<PartialServices>[] = [
  GET_PARTIALS,
  GET_PARTIAL,
  PUT_PARTIAL,
  DELETE_PARTIAL,
]

/** @throws ApiError 400, 413, 422, 429, 503 */
async function readHtml(ctx: AppContext, organizationId: string, { held }: PartialServices): Promise<string> {
  const memory = held.bodies.open(organizationId)
  try {
    return htmlOf(parseJsonObject(await readBody(ctx, memory)))
  } finally {
    memory.release()
  }
}

function htmlOf(body: JsonObject): string {
  requireKnownMembers(body, ['html'])
  const html = memberOf(body, 'html')
  if (html === undefined) throw missingMember('html')
  if (typeof html !== 'string') throw invalidMember('invalid_type', 'html', 'The text must be a string')
  if (Buffer.byteLength(html) > MAX_PARTIAL_BYTES) {
    throw invalidValue(`The text must have at most ${MAX_PARTIAL_BYTES} bytes in UTF-8`)
  }
  return html
}

function invalidValue(message: string): ApiError {
  return invalidMember('invalid_value', 'html', message)
}

/** The revision that `If-Match` names (RFC 9110 §13.1.1); undefined for any. @throws ApiError 412 */
function readRevision(ctx: AppContext): number | undefined {
  const header = ctx.get('If-Match').trim()
  if (header === '' || header === '*') return undefined
  const revision = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (revision === undefined) throw changedMeanwhile()
  return Number(revision)
}

function changedMeanwhile(): ApiError {
  return new ApiError(412, 'resource_error', 'precondition_failed', 'The partial is not at the revision of If-Match')
}

/** The same text for what never was and what belongs to others. */
function partialNotFound(): ApiError {
  return new ApiError(404, 'resource_error', 'partial_not_found', 'There is no such partial')
}

function writePartial(ctx: AppContext, status: number, partial: SharedPartial): void {
  ctx.set('ETag', `"${partial.revision}"`)
  writeJson(ctx, status, {
    ...describe(partial),
    html: partial.html,
    used_by: partial.users.map(({ endpointPath, name, version, isCurrent }) => ({
      endpoint_path: endpointPath,
      name,
      version,
      is_current: isCurrent,
    })),
  })
}

function describe({ name, revision, sizeBytes, updatedAt, updatedBy }: Omit<PartialSummary, 'users'>) {
  return {
    name,
    revision,
    size_bytes: sizeBytes,
    updated_at: new Date(updatedAt).toISOString(),
    updated_by: updatedBy ?? null,
  }
}
