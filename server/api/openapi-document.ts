import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { ENDPOINT_PATH, SLUG } from '../http/names.js'
import { MAX_BODY_BYTES } from '../http/read-body.js'
import { isJsonObject } from '../render/parse-json.js'
import { MAX_BATCH, SPECIAL_MEMBERS } from '../render/request-schemas.js'
import { embedSchema } from './embed-schema.js'
import { ANSWER_SCHEMAS } from './openapi-schemas.js'
import { EVENT_SCHEMAS, WEBHOOKS } from './openapi-webhooks.js'

/** A template as the description of an organization's interface shows it. */
interface DescribedTemplate {
  readonly endpointPath: string
  readonly name: string
  /** The JSON Schema that its data is checked against. */
  readonly schema: JsonValue | undefined
}

interface DescribedOrganization {
  readonly slug: string
  readonly templates: readonly DescribedTemplate[]
}

/**
 * The interface in OpenAPI 3.1. Requests are described by the schemas that check them: of an organization, each
 * template's own; without one, what holds for all templates.
 */
export function describeInterface(serverUrl: string, organization?: DescribedOrganization): JsonObject {
  const base = `/api/v1/${organization?.slug ?? '{org_slug}'}`
  const slug = organization ? [] : [parameter('path', 'org_slug', 'The organization.', SLUG.source)]
  return {
    openapi: '3.1.0',
    info: {
      title: organization ? `Documents of ${organization.slug}` : 'Document generation',
      version: '1',
      description: 'Templates and JSON in, PDF out.',
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    paths: {
      ...(organization
        ? Object.fromEntries(organization.templates.flatMap((template) => templatePaths(base, template)))
        : generalPaths(base, slug)),
      [`${base}/requests/{request_id}`]: {
        get: {
          operationId: 'getRequest',
          summary: 'How far an asynchronous request has come',
          parameters: [...slug, parameter('path', 'request_id', 'As acknowledged.')],
          responses: { 200: json('The request.', 'Request'), ...errors(401, 404, 503) },
        },
      },
      [`${base}/documents/{document_id}`]: {
        get: {
          operationId: 'getDocument',
          summary: 'A document: its metadata, or its PDF by Accept',
          parameters: [...slug, parameter('path', 'document_id', 'As the request says.')],
          responses: {
            200: {
              description: 'The document.',
              content: { 'application/json': { schema: ref('Request') }, 'application/pdf': {} },
            },
            ...errors(401, 404, 503),
          },
        },
      },
      [`${base}/documents/{document_id}/pdf`]: {
        get: {
          operationId: 'getDocumentPdf',
          summary: 'The PDF, with a key or by a signed address',
          security: [{ key: [] }, {}],
          parameters: [
            ...slug,
            parameter('path', 'document_id', 'As the request says.'),
            parameter('query', 'expires', 'Of a signed address.'),
            parameter('query', 'signature', 'Of a signed address.'),
          ],
          responses: { 200: { description: 'The PDF.', content: { 'application/pdf': {} } }, ...errors(401, 404, 503) },
        },
      },
    },
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'sk_live_{prefix}_{random}' } },
      schemas: {
        ...ANSWER_SCHEMAS,
        ...EVENT_SCHEMAS,
        ...Object.fromEntries(organization?.templates.flatMap(dataSchema) ?? []),
      },
    },
  }
}

function generalPaths(base: string, slug: readonly JsonObject[]): JsonObject {
  const path = parameter('path', 'endpoint_path', 'The template.', ENDPOINT_PATH.source)
  const template = `${base}/templates/{endpoint_path}`
  const body = { ...SPECIAL_MEMBERS, description: 'The data that the template asks for.' }
  return {
    [`${template}/documents`]: { post: generation('generate', 'Generate a document', body, [...slug, path]) },
    [`${template}/batches`]: { post: batch('generateBatch', 'Generate several documents', body, [...slug, path]) },
  }
}

/** The name of the schema of a template's data; no other schema has such a name. */
function dataName(endpointPath: string): string {
  return `Data_${endpointPath}`
}

/** Stands once among the components: it is the body of one operation, a part of another's, and may refer to itself. */
function dataSchema({ endpointPath, schema }: DescribedTemplate): [string, JsonValue][] {
  if (schema === undefined) return []
  const name = dataName(endpointPath)
  return [[name, embedSchema(allowSpecial(schema), `#/components/schemas/${name}`)]]
}

function templatePaths(base: string, { endpointPath, name, schema }: DescribedTemplate): [string, JsonObject][] {
  const body = schema === undefined ? SPECIAL_MEMBERS : { allOf: [SPECIAL_MEMBERS, ref(dataName(endpointPath))] }
  const template = `${base}/templates/${endpointPath}`
  return [
    [`${template}/documents`, { post: generation(`generate_${endpointPath}`, name, body, []) }],
    [`${template}/batches`, { post: batch(`generateBatch_${endpointPath}`, `${name}, several`, body, []) }],
  ]
}

/** Keywords by which a schema forbids properties that it does not know. */
const CLOSING = ['additionalProperties', 'unevaluatedProperties']

/** A schema sees the data without the special members: one that closes its object must allow them here. */
function allowSpecial(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema) || !CLOSING.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  const own = Object.hasOwn(schema, 'properties') ? schema.properties : undefined
  const properties = own !== undefined && isJsonObject(own) ? own : {}
  return { ...schema, properties: { ...properties, isTest: true, webhook: true } }
}

function generation(operationId: string, summary: string, schema: JsonObject, parameters: readonly JsonObject[]) {
  return {
    operationId,
    summary,
    description: `The PDF in the answer, or with "Prefer: respond-async" an acknowledgement. At most ${MAX_BODY_BYTES} bytes.`,
    parameters: [
      ...parameters,
      parameter('header', 'Prefer', 'respond-async; respond-async, wait=N'),
      parameter('header', 'Idempotency-Key', 'A repeated request gets the first answer, for 24 hours.'),
      parameter('header', 'X-Debug-Mode', 'true: errors tell the names of fields.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: { description: 'The PDF.', content: { 'application/pdf': {} } },
      202: json('Accepted; worked on later.', 'Acknowledgement'),
      ...errors(400, 401, 404, 409, 413, 422, 429, 500, 503),
    },
  }
}

function batch(operationId: string, summary: string, item: JsonObject, parameters: readonly JsonObject[]) {
  const schema = {
    type: 'object',
    required: ['documents'],
    properties: { documents: { type: 'array', minItems: 1, maxItems: MAX_BATCH, items: item } },
    additionalProperties: false,
  }
  return {
    operationId,
    summary,
    description: 'All documents are accepted or none; each has a request of its own.',
    parameters: [
      ...parameters,
      parameter('header', 'Idempotency-Key', 'A repeated request gets the first answer, for 24 hours.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      202: json('Accepted; worked on later.', 'BatchAcknowledgement'),
      ...errors(400, 401, 404, 409, 413, 422, 429, 500, 503),
    },
  }
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  description: string,
  pattern?: string,
): JsonObject {
  const schema = pattern === undefined ? { type: 'string' } : { type: 'string', pattern }
  return { name, in: place, description, required: place === 'path', schema }
}

const ERROR_CAUSES: Readonly<Record<number, string>> = {
  400: 'The body is not a JSON object, or not sent as one.',
  401: 'No key, or one that is not valid here.',
  404: 'There is no such organization, template or document.',
  409: 'The first request with this Idempotency-Key is still being answered.',
  413: 'The body is too large.',
  422: 'The data does not fit the template, or the document cannot be made.',
  429: 'A limit is reached.',
  500: 'An unexpected error, or rendering took too long.',
  503: 'The service has too much to do, is stopping, or cannot reach its data.',
}

function errors(...statuses: readonly number[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, json(ERROR_CAUSES[status] ?? '', 'Error')]))
}

function json(description: string, schema: string): JsonObject {
  return { description, content: { 'application/json': { schema: ref(schema) } } }
}

function ref(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` }
}
