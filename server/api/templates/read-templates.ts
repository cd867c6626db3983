import type { RouterContext } from '@koa/router'
import type { AppContext, AppState } from '../../http/app-state.js'
import { errorResponses, fileResponse, jsonResponse, parameter } from '../../http/operation.js'
import type { Route } from '../../http/route.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import type { Organization } from '../../storage/store.js'
import { archiveTemplate } from '../../templates/template-archive.js'
import { contentOfDraft, contentOfVersion, downloadOf } from '../../templates/template-contents.js'
import { folderOf, folderOfDraft } from '../../templates/template-folder.js'
import { authenticateManager } from '../authenticate-manager.js'
import { invalidMember } from '../json-members.js'
import { writeJson } from '../write-json.js'
import { describeDraft, describeFiles, describeStages, describeSummary, describeVersion } from './describe-template.js'
import { tagOf } from './draft-condition.js'
import { PAGE_PARAMETERS, pageOf, readPage } from './read-page.js'
import { changedMeanwhile, templateNotFound, versionNotFound } from './template-errors.js'
import { TEMPLATE, TEMPLATES, type TemplateServices } from './template-services.js'

const ERRORS = errorResponses(401, 403, 404, 422, 503)

const CONTENT = parameter('query', 'content', 'true: with the contents of the files.', '^(true|false)$')

/** All templates of an organization, published or not. */
export const LIST_TEMPLATES: Route<TemplateServices> = {
  method: 'GET',
  path: TEMPLATES,
  access: 'manager',
  operation: {
    id: 'listTemplates',
    tag: 'Templates',
    summary: 'The templates',
    parameters: PAGE_PARAMETERS,
    responses: { 200: jsonResponse('By their paths.', 'Templates'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { limit, after } = readPage(ctx)
    const cursor = after === undefined ? undefined : { endpointPath: after }
    const rows = await services.store.reader.listTemplates(organization.id, { limit: limit + 1, after: cursor }, 'all')
    const { page, next } = pageOf(rows, limit, ({ endpointPath }) => endpointPath)
    writeJson(ctx, 200, { templates: page.map(describeSummary), next })
  },
}

/** A template as it is being worked on. */
export const GET_TEMPLATE: Route<TemplateServices> = {
  method: 'GET',
  path: TEMPLATE,
  access: 'manager',
  operation: {
    id: 'getTemplate',
    tag: 'Templates',
    summary: 'A template: its draft, or what is published where there is none',
    parameters: [CONTENT],
    responses: { 200: jsonResponse('The template. Its ETag names the draft.', 'Template'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const withContents = readContent(ctx)
    const { draft, ...described } = await describeOne(ctx.params.template ?? '', organization, services, withContents)
    ctx.set('ETag', tagOf(draft))
    writeJson(ctx, 200, described.answer)
  },
}

/** @throws ApiError 404, 409 */
export async function describeOne(
  endpointPath: string,
  { id }: Organization,
  { store: { reader } }: TemplateServices,
  withContents: boolean,
) {
  const draft = await findDraft(id, endpointPath, { reader })
  const [content, stages] = await Promise.all([contentOfDraft(reader, id, draft), reader.listStages(id, endpointPath)])
  if (!content) throw changedMeanwhile(false)
  const files = describeFiles(folderOfDraft(content, draft.samples), withContents)
  return { draft, answer: { ...describeDraft(draft, stages), ...files } }
}

/** @throws ApiError 404 */
export async function findDraft(
  organizationId: string,
  endpointPath: string,
  { reader }: Pick<TemplateServices['store'], 'reader'>,
): Promise<Draft> {
  const draft = await reader.findDraft(organizationId, endpointPath)
  if (!draft) throw templateNotFound()
  return draft
}

/** @throws ApiError 422 */
function readContent(ctx: AppContext): boolean {
  const { content = 'false' } = ctx.query
  if (content !== 'true' && content !== 'false')
    throw invalidMember('invalid_value', 'content', 'content must be true or false')
  return content === 'true'
}

export const LIST_VERSIONS: Route<TemplateServices> = {
  method: 'GET',
  path: `${TEMPLATE}/versions`,
  access: 'manager',
  operation: {
    id: 'listTemplateVersions',
    tag: 'Templates',
    summary: 'The versions of a template that are kept',
    parameters: PAGE_PARAMETERS,
    responses: { 200: jsonResponse('Newest first.', 'TemplateVersions'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { reader } = services.store
    const path = ctx.params.template ?? ''
    const { limit, after } = readPage(ctx)
    if (after !== undefined && !VERSION.test(after))
      throw invalidMember('invalid_value', 'after', 'after is no version')
    const cursor = after === undefined ? undefined : { version: Number(after) }
    const stages = await findStages(organization.id, path, services)
    const rows = await reader.listVersions(organization.id, path, { limit: limit + 1, after: cursor })
    const { page, next } = pageOf(rows, limit, ({ version }) => version)
    writeJson(ctx, 200, { versions: page.map((version) => describeVersion(version, stages)), next })
  },
}

const VERSION = /^[1-9]\d{0,8}$/

export const GET_VERSION: Route<TemplateServices> = {
  method: 'GET',
  path: `${TEMPLATE}/versions/{version}`,
  access: 'manager',
  operation: {
    id: 'getTemplateVersion',
    tag: 'Templates',
    summary: 'A version of a template, as it was published',
    parameters: [CONTENT],
    responses: { 200: jsonResponse('The version.', 'TemplateVersion'), ...ERRORS },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    const { reader } = services.store
    const withContents = readContent(ctx)
    const endpointPath = ctx.params.template ?? ''
    const stages = await findStages(organization.id, endpointPath, services)
    const number = readVersion(ctx.params.version)
    const version = await reader.findVersion(organization.id, endpointPath, number)
    const content = await contentOfVersion(reader, { organizationId: organization.id, endpointPath }, number)
    if (!version || !content) throw versionNotFound()
    const files = describeFiles(folderOf(content), withContents)
    writeJson(ctx, 200, { ...describeVersion(version, stages), ...files })
  },
}

/** @throws ApiError 404 for what is no version */
function readVersion(text: string | undefined): number {
  if (text === undefined || !VERSION.test(text)) throw versionNotFound()
  return Number(text)
}

/** @throws ApiError 404 without such a template */
export async function findStages(
  organizationId: string,
  endpointPath: string,
  { store: { reader } }: TemplateServices,
): Promise<Record<string, number>> {
  const [place, stages] = await Promise.all([
    reader.findTemplate(organizationId, endpointPath),
    reader.listStages(organizationId, endpointPath),
  ])
  if (!place || place.until !== undefined) throw templateNotFound()
  return describeStages(place.publishedVersion, stages)
}

export const DOWNLOAD_TEMPLATE: Route<TemplateServices> = {
  method: 'GET',
  path: `${TEMPLATE}/download`,
  access: 'manager',
  operation: {
    id: 'downloadTemplate',
    tag: 'Templates',
    summary: 'A template as a zip archive, which can be put again',
    parameters: [parameter('query', 'version', 'The draft, or what is published, without it.', VERSION.source)],
    responses: {
      200: fileResponse('One folder with all files.', 'application/zip'),
      ...ERRORS,
    },
  },
  handle: (services) => async (ctx) => {
    const { organization } = await authenticateManager(ctx, services)
    await sendArchive(ctx, organization.id, services)
  },
}

async function sendArchive(
  ctx: RouterContext<AppState>,
  organizationId: string,
  { store }: TemplateServices,
): Promise<void> {
  const { version } = ctx.query
  const endpointPath = ctx.params.template ?? ''
  await findDraft(organizationId, endpointPath, store)
  const number = version === undefined ? undefined : readVersion(String(version))
  const download = await downloadOf(store.reader, { organizationId, endpointPath }, number)
  if (!download) throw number === undefined ? changedMeanwhile(false) : versionNotFound()
  ctx.status = 200
  ctx.type = 'application/zip'
  ctx.set('Content-Disposition', `attachment; filename="${endpointPath}.zip"`)
  ctx.set('Cache-Control', 'private, no-store')
  ctx.body = Buffer.from(await archiveTemplate(download))
}
