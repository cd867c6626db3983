import type { RouterContext } from '@koa/router'
import type { JsonObject } from '../../../engine/base/json.js'
import { ApiError } from '../../http/api-error.js'
import type { AppState } from '../../http/app-state.js'
import type { AuthenticatedCaller } from '../../http/authenticate.js'
import { errorResponses, jsonResponse } from '../../http/operation.js'
import type { Route } from '../../http/route.js'
import { publishDraft } from '../../templates/publish-draft.js'
import {
  contentOfDraft,
  contentOfTemplate,
  contentOfVersion,
  draftOf,
  replacementOf,
} from '../../templates/template-contents.js'
import { authenticateManager } from '../authenticate-manager.js'
import { optionalTextMember, positiveMember, textMember } from '../json-members.js'
import { writeJson } from '../write-json.js'
import { requireChecked } from './describe-check.js'
import { hasCondition, IF_MATCH, placeOf, requireMatch, tagOf } from './draft-condition.js'
import { describeOne, findDraft } from './read-templates.js'
import { hasBody, readSmallBody } from './template-body.js'
import {
  changedMeanwhile,
  requireEndpointPath,
  templateNotFound,
  toApiError,
  versionNotFound,
} from './template-errors.js'
import { TEMPLATE, type TemplateServices } from './template-services.js'

const ERRORS = errorResponses(400, 401, 403, 404, 412, 413, 422, 429, 503)

const CONFLICT = { 409: jsonResponse('The path is taken, or the template was changed meanwhile.', 'ApiError') }

/** Characters of a note on a version, and of a template's name. */
const MAX_NOTE = 200

const PUBLICATION: JsonObject = {
  type: 'object',
  properties: {
    note: { description: 'What has changed, and why.', type: 'string', minLength: 1, maxLength: MAX_NOTE },
  },
  additionalProperties: false,
}

/** Publishes the draft, which moves the stage `live`. */
export const PUBLISH_TEMPLATE: Route<TemplateServices> = {
  method: 'POST',
  path: `${TEMPLATE}/publish`,
  access: 'manager',
  operation: {
    id: 'publishTemplate',
    tag: 'Templates',
    summary: 'Publish the draft as a new version',
    description:
      'Refused with 422 render_failed when it does not render with its first sample. A draft that equals what is published makes no version.',
    parameters: [IF_MATCH],
    body: () => PUBLICATION,
    isBodyOptional: true,
    responses: { 200: jsonResponse('What is published from now on.', 'Publication'), ...ERRORS, ...CONFLICT },
  },
  handle: (services) => async (ctx) => {
    const caller = await authenticateManager(ctx, services)
    const { id } = caller.organization
    const body = hasBody(ctx) ? await readSmallBody(ctx, id, services, ['note']) : {}
    try {
      await publish(ctx, caller, optionalTextMember(body, 'note', MAX_NOTE), services)
    } catch (error) {
      throw toApiError(error, 'changed_meanwhile')
    }
  },
}

async function publish(
  ctx: RouterContext<AppState>,
  { key, organization }: AuthenticatedCaller,
  note: string | undefined,
  services: TemplateServices,
): Promise<void> {
  const draft = await findDraft(organization.id, ctx.params.template ?? '', services.store)
  requireMatch(ctx, draft)
  const content = await contentOfDraft(services.store.reader, organization.id, draft)
  if (!content) throw changedMeanwhile(hasCondition(ctx))
  const publication = await publishDraft(services, {
    viewerId: ctx.state.requestId,
    organization,
    endpointPath: draft.endpointPath,
    content,
    draft,
    note,
    actor: key.id,
  })
  if (publication.kind === 'unfit') {
    requireChecked(publication.outcome)
    throw new ApiError(422, 'generation_error', 'render_failed', publication.reason)
  }
  const { templateId, version, changed } = publication
  writeJson(ctx, 200, { template_id: templateId, version, changed })
}

/** Makes a version the draft; what is published stays. */
export const RESTORE_VERSION: Route<TemplateServices> = {
  method: 'POST',
  path: `${TEMPLATE}/restore`,
  access: 'manager',
  operation: {
    id: 'restoreTemplateVersion',
    tag: 'Templates',
    summary: 'Make a version the draft',
    description: 'What is published stays as it is. The draft takes shared partials as they are when it is published.',
    parameters: [IF_MATCH],
    body: () => ({
      type: 'object',
      required: ['version'],
      properties: { version: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    }),
    responses: { 200: jsonResponse('The template with its new draft.', 'Template'), ...ERRORS, ...CONFLICT },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const endpointPath = ctx.params.template ?? ''
    const body = await readSmallBody(ctx, organization.id, services, ['version'])
    const version = positiveMember(body, 'version')
    const { store } = services
    const draft = await findDraft(organization.id, endpointPath, store)
    requireMatch(ctx, draft)
    const content = await contentOfVersion(store.reader, { organizationId: organization.id, endpointPath }, version)
    if (!content) throw versionNotFound()
    const change = await store.replaceDraft(placeOf(organization.id, draft), replacementOf(content, draft), key.id)
    if (change.kind === 'conflict') throw changedMeanwhile(hasCondition(ctx))
    const restored = await describeOne(endpointPath, organization, services, false)
    ctx.set('ETag', tagOf(restored.draft))
    writeJson(ctx, 200, restored.answer)
  },
}

const NEW_PATH: JsonObject = { description: 'The endpoint path that it gets.', type: 'string' }

/** A new template with what is published of another, or with its draft where nothing is. */
export const COPY_TEMPLATE: Route<TemplateServices> = {
  method: 'POST',
  path: `${TEMPLATE}/copy`,
  access: 'manager',
  operation: {
    id: 'copyTemplate',
    tag: 'Templates',
    summary: 'Make a template of what is published of another',
    description: 'The copy begins as a draft.',
    body: () => ({
      type: 'object',
      required: ['path'],
      properties: { path: NEW_PATH, name: { description: 'That of the other without it.', type: 'string' } },
      additionalProperties: false,
    }),
    responses: { 201: jsonResponse('The copy.', 'Template'), ...ERRORS, ...CONFLICT },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const organizationId = organization.id
    const body = await readSmallBody(ctx, organizationId, services, ['path', 'name'])
    const path = readPath(body)
    const name = optionalTextMember(body, 'name', MAX_NOTE)
    const { store } = services
    const content = await contentOfTemplate(store.reader, { organizationId, endpointPath: ctx.params.template ?? '' })
    if (!content) throw templateNotFound()
    try {
      await store.createTemplate({ ...draftOf(content, name), organizationId, endpointPath: path }, key.id)
    } catch (error) {
      throw toApiError(error, 'path_taken')
    }
    const { draft, answer } = await describeOne(path, organization, services, false)
    ctx.set('ETag', tagOf(draft))
    writeJson(ctx, 201, answer)
  },
}

/** Gives a template another path. */
export const RENAME_TEMPLATE: Route<TemplateServices> = {
  method: 'POST',
  path: `${TEMPLATE}/rename`,
  access: 'manager',
  operation: {
    id: 'renameTemplate',
    tag: 'Templates',
    summary: 'Change the path of a template',
    description:
      'Documents are made at the path before for thirty more days, and no other template can take it meanwhile. Webhooks that are limited to it no longer fit.',
    body: () => ({
      type: 'object',
      required: ['path'],
      properties: { path: NEW_PATH },
      additionalProperties: false,
    }),
    responses: { 200: jsonResponse('The template at its new path.', 'Template'), ...ERRORS, ...CONFLICT },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const path = readPath(await readSmallBody(ctx, organization.id, services, ['path']))
    try {
      await services.store.moveTemplate(organization.id, ctx.params.template ?? '', path, key.id)
    } catch (error) {
      throw toApiError(error, 'path_taken')
    }
    const { draft, answer } = await describeOne(path, organization, services, false)
    ctx.set('ETag', tagOf(draft))
    writeJson(ctx, 200, answer)
  },
}

/** @throws ApiError 422 */
function readPath(body: JsonObject): string {
  const path = textMember(body, 'path', MAX_NOTE)
  requireEndpointPath(path, 'path')
  return path
}

/** Takes a template away; it can be restored in the dashboard. */
export const DELETE_TEMPLATE: Route<TemplateServices> = {
  method: 'DELETE',
  path: TEMPLATE,
  access: 'manager',
  operation: {
    id: 'deleteTemplate',
    tag: 'Templates',
    summary: 'Delete a template',
    description: 'It makes no documents any more. For thirty days it can be restored in the dashboard.',
    parameters: [IF_MATCH],
    responses: { 204: { description: 'Deleted.' }, ...errorResponses(401, 403, 404, 412, 503) },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const draft = await findDraft(organization.id, ctx.params.template ?? '', services.store)
    requireMatch(ctx, draft)
    try {
      await services.store.hideTemplate(organization.id, draft.endpointPath, key.id)
    } catch (error) {
      throw toApiError(error, 'path_taken')
    }
    ctx.status = 204
  },
}
