import type { RouterContext } from '@koa/router'
import { ApiError } from '../../http/api-error.js'
import type { AppContext, AppState } from '../../http/app-state.js'
import type { AuthenticatedCaller } from '../../http/authenticate.js'
import { errorResponses, jsonResponse, parameter } from '../../http/operation.js'
import type { Route } from '../../http/route.js'
import { checkContent } from '../../templates/preview-template.js'
import { contentOfDraft, draftOf, replacementOf } from '../../templates/template-contents.js'
import { FileError } from '../../templates/template-files.js'
import { MAX_UPLOAD_BYTES, type UploadedTemplate } from '../../templates/uploaded-template.js'
import { authenticateManager } from '../authenticate-manager.js'
import { writeJson } from '../write-json.js'
import { describeCheck, describeFileError, describeSavedCheck, requireChecked } from './describe-check.js'
import { hasCondition, IF_MATCH, placeOf, requireMatch, tagOf } from './draft-condition.js'
import { describeOne, findDraft } from './read-templates.js'
import { hasBody, TEMPLATE_CONTENT, withTemplate } from './template-body.js'
import { changedMeanwhile, requireEndpointPath, toApiError } from './template-errors.js'
import { TEMPLATE, type TemplateServices } from './template-services.js'

const ERRORS = errorResponses(400, 401, 403, 404, 413, 422, 429, 503)

const CONFLICT = {
  409: jsonResponse(
    'The path is, or was until not long ago, that of another template; or it was changed meanwhile.',
    'ApiError',
  ),
}

/** Makes a template with a draft, or replaces the draft of one. */
export const PUT_TEMPLATE: Route<TemplateServices> = {
  method: 'PUT',
  path: TEMPLATE,
  access: 'manager',
  operation: {
    id: 'putTemplate',
    tag: 'Templates',
    summary: 'Make a template, or replace its draft',
    description: `All of it: what is not sent is gone, but for the samples where none is sent. Documents are made of it once it is published. A draft that does not render is saved all the same, and the answer says what is wrong with it. At most ${MAX_UPLOAD_BYTES} bytes.`,
    parameters: [IF_MATCH, parameter('header', 'If-None-Match', '*: only if there is no such template.')],
    content: TEMPLATE_CONTENT,
    responses: {
      200: jsonResponse('The draft is replaced.', 'SavedTemplate'),
      201: jsonResponse('The template is made.', 'SavedTemplate'),
      ...ERRORS,
      ...CONFLICT,
      ...errorResponses(412),
    },
  },
  handle: (services) => async (ctx) => {
    const caller = await authenticateManager(ctx, services)
    const path = ctx.params.template ?? ''
    requireEndpointPath(path, 'template')
    try {
      await withTemplate(ctx, caller.organization.id, services, path, (template) =>
        put(ctx, caller, template, services),
      )
    } catch (error) {
      throw toApiError(error, 'path_taken')
    }
  },
}

async function put(
  ctx: RouterContext<AppState>,
  caller: AuthenticatedCaller,
  template: UploadedTemplate,
  services: TemplateServices,
): Promise<void> {
  const { organization } = caller
  const path = ctx.params.template ?? ''
  const isNew = await save(ctx, path, caller, template, services)
  const { draft, answer } = await describeOne(path, organization, services, false)
  // With the sample that it has by now: where none was sent, it kept those that it had.
  const content = { ...template, sample: draft.samples[0]?.data }
  const outcome = await checkContent(services, { viewerId: ctx.state.requestId, organization }, content)
  ctx.set('ETag', tagOf(draft))
  writeJson(ctx, isNew ? 201 : 200, { ...answer, check: describeSavedCheck(outcome) })
}

/** How often a draft is replaced that others change at the same time. */
const TRIES = 3

/** Saves the draft; true for a new template. @throws ApiError 409, 412 */
async function save(
  ctx: AppContext,
  endpointPath: string,
  { key, organization }: AuthenticatedCaller,
  template: UploadedTemplate,
  { store }: TemplateServices,
): Promise<boolean> {
  for (let left = TRIES; left > 0; left--) {
    const draft = await store.reader.findDraft(organization.id, endpointPath)
    if (!draft) {
      if (hasCondition(ctx) || ctx.get('If-Match').trim() === '*') throw changedMeanwhile(true)
      await store.createTemplate({ ...draftOf(template), organizationId: organization.id, endpointPath }, key.id)
      return true
    }
    if (ctx.get('If-None-Match').trim() === '*') {
      throw new ApiError(412, 'resource_error', 'precondition_failed', 'There is such a template')
    }
    requireMatch(ctx, draft)
    const change = await store.replaceDraft(placeOf(organization.id, draft), replacementOf(template, draft), key.id)
    if (change.kind === 'saved') return false
  }
  throw changedMeanwhile(hasCondition(ctx))
}

/** Says what is wrong with a template, or with the draft of one, which stays as it is. */
export const CHECK_TEMPLATE: Route<TemplateServices> = {
  method: 'POST',
  path: `${TEMPLATE}/check`,
  access: 'manager',
  operation: {
    id: 'checkTemplate',
    tag: 'Templates',
    summary: 'Check a template that is sent, or the draft of the template',
    description:
      'With a body, what is sent is checked and nothing is stored; there need be no such template. Without one, the draft is checked. The template is rendered with its first sample.',
    content: TEMPLATE_CONTENT,
    isBodyOptional: true,
    responses: { 200: jsonResponse('What was found.', 'TemplateCheck'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const path = ctx.params.template ?? ''
    const viewer = { viewerId: ctx.state.requestId, organization }
    if (!hasBody(ctx)) {
      const draft = await findDraft(organization.id, path, services.store)
      const content = await contentOfDraft(services.store.reader, organization.id, draft)
      if (!content) throw changedMeanwhile(false)
      const outcome = await checkContent(services, viewer, content)
      requireChecked(outcome)
      return writeJson(ctx, 200, describeCheck(outcome))
    }
    requireEndpointPath(path, 'template')
    try {
      const outcome = await withTemplate(ctx, organization.id, services, path, (template) =>
        checkContent(services, viewer, template),
      )
      requireChecked(outcome)
      writeJson(ctx, 200, describeCheck(outcome))
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      writeJson(ctx, 200, describeFileError(error))
    }
  },
}
