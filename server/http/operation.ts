import type { JsonObject } from '../../engine/base/json.js'

/**
 * The groups of operations, in the order of the OpenAPI document. Generators of clients make a class of each; operations
 * without a tag overwrite each other there.
 */
export const TAGS = {
  Documents: 'Documents from templates and data, at once or later.',
  Requests: 'What became of requests for documents.',
  Invoices: 'Electronic invoices.',
  Templates: 'Templates, their versions and stages.',
  Partials: 'Partials that templates share.',
  Keys: 'API keys.',
  Webhooks: 'Webhooks of the organization and their deliveries.',
  Activity: 'Usage and the audit trail.',
  Events: 'The requests that the service sends to webhooks.',
} as const

export type Tag = keyof typeof TAGS

/** OpenAPI's description of a route, besides its method, path and access (OpenAPI 3.1 §4.8.10). */
export interface Operation {
  /** Unique among operations and events, in camel case: the name of a method in generated clients. */
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  /** Query and header parameters; those of the path follow from the path. */
  readonly parameters?: readonly JsonObject[]
  /** What the route reads if that is no JSON: the media types of OpenAPI. */
  readonly content?: JsonObject
  /** The JSON that the route reads, given the schema of a template's data. */
  readonly body?: (data: JsonObject) => JsonObject
  /** Whether the route does without a body. */
  readonly isBodyOptional?: boolean
  readonly responses: JsonObject
}

/**
 * A parameter of a path, a query string or a header.
 *
 * @param form the pattern of a string, or the schema of the value; any string without it
 */
export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  description: string,
  form: string | JsonObject = {},
): JsonObject {
  const schema = typeof form === 'string' ? { type: 'string', pattern: form } : { type: 'string', ...form }
  return { name, in: place, description, required: place === 'path', schema }
}

const ERROR_CAUSES: Readonly<Record<number, string>> = {
  400: 'The body is not a JSON object, or not sent as one.',
  401: 'No key, or one that is not valid here.',
  403: 'The key does not have the scope that this needs.',
  406: 'There is nothing that Accept names.',
  404: 'There is no such organization, or nothing of this name or id in it.',
  409: 'The first request with this Idempotency-Key is still being answered, or the thing is not in a state for this.',
  412: 'It was changed meanwhile.',
  413: 'The body is too large.',
  416: 'The range begins behind the end.',
  422: 'The data does not fit the template, or the document cannot be made.',
  429: 'A limit is reached.',
  500: 'An unexpected error, or rendering took too long.',
  503: 'The service has too much to do, is stopping, or cannot reach its data.',
}

/** The error object as the answer of each status. */
export function errorResponses(...statuses: readonly number[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, jsonResponse(ERROR_CAUSES[status] ?? '', 'ApiError')]))
}

/** @param schema the name of a schema among the document's components */
export function jsonResponse(description: string, schema: string): JsonObject {
  return { description, content: { 'application/json': { schema: reference(schema) } } }
}

/** The answer is a file of one of these media types. */
export function fileResponse(description: string, ...types: readonly string[]): JsonObject {
  return { description, content: fileContent(...types) }
}

/**
 * Files of these media types among the bodies of OpenAPI. They have a schema, though OpenAPI 3.1 needs none: without it
 * generated clients give nothing, with `contentMediaType` they give text.
 */
export function fileContent(...types: readonly string[]): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

/** @param schema the name of a schema among the document's components */
export function reference(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` }
}
