import { ApiError } from '../../http/api-error.js'
import { isStage } from '../../http/names.js'
import { errorResponses, jsonResponse } from '../../http/operation.js'
import type { Route } from '../../http/route.js'
import { LIVE, MAX_STAGES } from '../../storage/administration/template-stages.js'
import { StoreError } from '../../storage/store.js'
import { authenticateManager } from '../authenticate-manager.js'
import { invalidMember, positiveMember } from '../json-members.js'
import { writeJson } from '../write-json.js'
import { findStages } from './read-templates.js'
import { readSmallBody } from './template-body.js'
import { toApiError, versionNotFound } from './template-errors.js'
import { TEMPLATE, type TemplateServices } from './template-services.js'

const STAGE = `${TEMPLATE}/stages/{stage}`

/** Makes a stage carry a version. */
export const PUT_STAGE: Route<TemplateServices> = {
  method: 'PUT',
  path: STAGE,
  access: 'manager',
  operation: {
    id: 'putTemplateStage',
    tag: 'Templates',
    summary: 'Move a stage to a version',
    description: `Documents of the template with the stage behind a colon, such as invoice:staging, are made of this version. It is kept as long as a stage carries it. "${LIVE}" is moved by publishing only. A template has up to ${MAX_STAGES} stages besides.`,
    body: () => ({
      type: 'object',
      required: ['version'],
      properties: { version: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    }),
    responses: {
      200: jsonResponse('The versions that stages carry.', 'TemplateStages'),
      ...errorResponses(400, 401, 403, 404, 413, 422, 429, 503),
      409: jsonResponse('The template has too many stages.', 'ApiError'),
    },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const { template: endpointPath = '', stage = '' } = ctx.params
    requireStage(stage)
    const body = await readSmallBody(ctx, organization.id, services, ['version'])
    const version = positiveMember(body, 'version')
    await findStages(organization.id, endpointPath, services)
    const move = { organizationId: organization.id, endpointPath, stage, version }
    try {
      await services.store.moveStage(move, key.id)
    } catch (error) {
      if (error instanceof StoreError && error.code === 'missing') throw versionNotFound()
      throw toApiError(error, 'too_many_stages')
    }
    writeJson(ctx, 200, { stages: await findStages(organization.id, endpointPath, services) })
  },
}

export const DELETE_STAGE: Route<TemplateServices> = {
  method: 'DELETE',
  path: STAGE,
  access: 'manager',
  operation: {
    id: 'deleteTemplateStage',
    tag: 'Templates',
    summary: 'Remove a stage',
    description: 'Requests for it find no template any more. The version stays as long as others do.',
    responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404, 422, 503) },
  },
  handle: (services) => async (ctx) => {
    const { key, organization } = await authenticateManager(ctx, services)
    const { template: endpointPath = '', stage = '' } = ctx.params
    requireStage(stage)
    await findStages(organization.id, endpointPath, services)
    try {
      await services.store.removeStage({ organizationId: organization.id, endpointPath, stage }, key.id)
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'missing')) throw error
      throw new ApiError(404, 'resource_error', 'stage_not_found', 'The template has no such stage')
    }
    ctx.status = 204
  },
}

/** @throws ApiError 422 for what is no stage that can be moved */
function requireStage(stage: string): void {
  if (!isStage(stage)) {
    throw invalidMember(
      'invalid_format',
      'stage',
      'A stage has up to 32 lower-case letters, digits and -, with a letter first',
    )
  }
  if (stage === LIVE) {
    throw invalidMember(
      'invalid_value',
      'stage',
      `"${LIVE}" is moved by publishing: restore the version and publish it`,
    )
  }
}
