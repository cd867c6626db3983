import type { JsonObject } from '../../engine/base/json.js'

/** OpenAPI's description of a route, besides its method, path and access (OpenAPI 3.1 §4.8.10). */
export interface Operation {
  readonly id: string
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

/** A parameter of a path, a query string or a header. */
export function parameter(
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
  403: 'The key does not have the scope that this needs.',
  406: 'There is nothing that Accept names.',
  404: 'There is no such organization, template, document or partial.',
  409: 'The first request with this Idempotency-Key is still being answered.',
  412: 'It was changed meanwhile.',
  413: 'The body is too large.',
  422: 'The data does not fit the template, or the document cannot be made.',
  429: 'A limit is reached.',
  500: 'An unexpected error, or rendering took too long.',
  503: 'The service has too much to do, is stopping, or cannot reach its data.',
}

/** The error object as the answer of each status. */
export function errorResponses(...statuses: readonly number[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, jsonResponse(ERROR_CAUSES[status] ?? '', 'Error')]))
}

/** @param schema the name of a schema among the document's components */
export function jsonResponse(description: string, schema: string): JsonObject {
  return { description, content: { 'application/json': { schema: reference(schema) } } }
}

export function pdfResponse(description: string): JsonObject {
  return { description, content: { 'application/pdf': {} } }
}

/** A PDF, or what can be asked for in its place: XML, or the picture of a page. */
export function documentResponse(description: string): JsonObject {
  return {
    description,
    content: { 'application/pdf': {}, 'application/xml': {}, 'image/png': {}, 'image/jpeg': {}, 'image/webp': {} },
  }
}

/** @param schema the name of a schema among the document's components */
export function reference(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` }
}
