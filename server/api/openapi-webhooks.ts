import type { JsonObject } from '../../engine/base/json.js'
import { reference, type Tag } from '../http/operation.js'
import { id, TIME } from './openapi-schemas.js'

export const EVENT_TAG: Tag = 'Events'

const SUBJECT: JsonObject = {
  request_id: id('req'),
  document_id: id('doc'),
  organization_id: id('org'),
  template_id: id('tpl'),
}

/** The schemas of what endpoints of the dashboard system get. */
export const EVENT_SCHEMAS: JsonObject = {
  DocumentCompleted: envelope('document.completed', {
    ...SUBJECT,
    document_url: { description: 'The PDF; needs no key.', type: 'string', format: 'uri' },
    size_bytes: { type: 'integer' },
    render_time_ms: { type: 'integer' },
    created_at: TIME,
    completed_at: TIME,
    is_test: { type: 'boolean' },
  }),
  DocumentFailed: envelope('document.failed', {
    ...SUBJECT,
    error: reference('Failure'),
    created_at: TIME,
    failed_at: TIME,
    is_test: { type: 'boolean' },
  }),
}

/** The requests that the service sends (OpenAPI 3.1 §4.8.1). */
export const WEBHOOKS: JsonObject = {
  'document.completed': delivery('receiveCompleted', 'An asynchronous document is ready', 'DocumentCompleted'),
  'document.failed': delivery('receiveFailed', 'No document came of an asynchronous request', 'DocumentFailed'),
}

/** Exactly these members, all of them. */
function envelope(type: string, data: JsonObject): JsonObject {
  return whole({
    id: { ...id('evt'), description: 'The same however often it is delivered.' },
    type: { type: 'string', const: type },
    created: { description: 'Unix time in seconds.', type: 'integer' },
    data: whole(data),
  })
}

function whole(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false }
}

/** @param id that of no operation: generators list events among these */
function delivery(id: string, summary: string, schema: string): JsonObject {
  return {
    post: {
      operationId: id,
      tags: [EVENT_TAG],
      summary,
      security: [],
      parameters: [
        header('X-Service-Signature', 't=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>" by the whole secret>'),
        header('webhook-id', 'The id of the event (Standard Webhooks).'),
        header('webhook-timestamp', 'The time of this attempt, in Unix seconds.'),
        header('webhook-signature', 'One or more signatures, separated by blanks.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(schema) } },
      },
      responses: { '2XX': { description: 'The event was taken. Everything else is tried again.' } },
    },
  }
}

function header(name: string, description: string): JsonObject {
  return { in: 'header', name, description, required: true, schema: { type: 'string' } }
}
