import type { JsonObject } from '../../../engine/base/json.js'
import { invalidTemplateData } from '../../http/api-error.js'
import type { AppContext } from '../../http/app-state.js'
import { requireIdentity, requireJsonContent } from '../../http/json-content.js'
import { parseMediaType } from '../../http/media-type.js'
import { fileContent } from '../../http/operation.js'
import { readBody } from '../../http/read-body.js'
import { isJsonObject } from '../../render/parse-json.js'
import { filesOfJson } from '../../templates/sent-files.js'
import { MAX_UPLOAD_BYTES, readUploadedTemplate, type UploadedTemplate } from '../../templates/uploaded-template.js'
import { invalidMember, memberOf, missingMember, parseJsonObject, requireKnownMembers } from '../json-members.js'
import type { TemplateServices } from './template-services.js'

/** Bytes of a body besides a template. */
const MAX_SMALL_BODY = 65_536

/** Without a type: generators fail at a value of two types, or lose one of them. */
const FILE: JsonObject = {
  description:
    'In base64, or an object with its content: {"text": "…"} or {"base64": "…"}, as files are answered, whose size_bytes and sha256 are ignored.',
}

const JSON_TEMPLATE: JsonObject = {
  type: 'object',
  required: ['files'],
  properties: {
    settings: { description: 'The members of template.json.', type: 'object', additionalProperties: true },
    files: {
      description:
        'By their paths: template.html and, where there are any, schema.json, sample.json, style sheets, images, fonts.',
      type: 'object',
      additionalProperties: FILE,
    },
  },
  additionalProperties: false,
}

/** The media types that a template is sent as. */
export const TEMPLATE_CONTENT: JsonObject = {
  'application/json': { schema: JSON_TEMPLATE },
  ...fileContent('application/zip'),
}

/** Whether a request has a body at all (RFC 9112 §6.3). */
export function hasBody({ req: { headers } }: AppContext): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads a template that is sent as JSON or as a zip archive, and does something with it while its memory is reserved.
 *
 * @param name what it is called when its settings do not say
 * @throws FileError for files that cannot be used
 * @throws ApiError 400, 413, 422, 429, 503
 */
export async function withTemplate<T>(
  ctx: AppContext,
  organizationId: string,
  { held }: Pick<TemplateServices, 'held'>,
  name: string,
  work: (template: UploadedTemplate) => Promise<T>,
): Promise<T> {
  const isZip = parseMediaType(ctx.get('Content-Type'))?.type === 'application/zip'
  if (isZip) requireIdentity(ctx)
  else requireTemplateContent(ctx)
  const memory = held.bodies.open(organizationId)
  try {
    const body = await readBody(ctx, memory, MAX_UPLOAD_BYTES)
    const files = isZip ? [{ name: 'template.zip', bytes: body }] : readFiles(body)
    return await work(await readUploadedTemplate(files, name))
  } finally {
    memory.release()
  }
}

function requireTemplateContent(ctx: AppContext): void {
  if (parseMediaType(ctx.get('Content-Type'))?.type !== 'application/json')
    throw invalidTemplateData('The Content-Type must be application/json or application/zip')
  requireJsonContent(ctx)
}

function readFiles(body: Uint8Array) {
  const template = parseJsonObject(body)
  requireKnownMembers(template, ['settings', 'files'])
  const [settings, files] = [memberOf(template, 'settings'), memberOf(template, 'files')]
  if (files === undefined) throw missingMember('files')
  if (!isJsonObject(files)) throw invalidMember('invalid_type', 'files', 'Field "files" must be an object')
  if (settings !== undefined && !isJsonObject(settings)) {
    throw invalidMember('invalid_type', 'settings', 'Field "settings" must be an object')
  }
  return filesOfJson(settings, files)
}

/** Reads a small JSON object. @throws ApiError 400, 413, 422 for members that are not among these, 429, 503 */
export async function readSmallBody(
  ctx: AppContext,
  organizationId: string,
  { held }: Pick<TemplateServices, 'held'>,
  members: readonly string[],
): Promise<JsonObject> {
  requireJsonContent(ctx)
  const memory = held.bodies.open(organizationId)
  try {
    const body = parseJsonObject(await readBody(ctx, memory, MAX_SMALL_BODY))
    requireKnownMembers(body, members)
    return body
  } finally {
    memory.release()
  }
}
