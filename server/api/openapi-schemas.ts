import type { JsonObject } from '../../engine/base/json.js'
import { reference } from '../http/operation.js'
import { UNSTORED_BODY } from '../render/request-schemas.js'
import { MANAGEMENT_SCHEMAS } from './management-schemas.js'

export const id = (prefix: string): JsonObject => ({ type: 'string', pattern: `^${prefix}_` })

const orNull = (schema: JsonObject): JsonObject => ({ ...schema, type: ['string', 'null'] })

export const TIME: JsonObject = { type: 'string', format: 'date-time' }

const ACKNOWLEDGEMENT: JsonObject = {
  type: 'object',
  required: ['request_id', 'status', 'created_at'],
  properties: { request_id: id('req'), status: { type: 'string', const: 'queued' }, created_at: TIME },
  additionalProperties: false,
}

const BATCH: JsonObject = {
  type: 'object',
  required: ['batch_id', 'status', 'created_at', 'requests'],
  properties: {
    batch_id: id('bat'),
    status: { type: 'string', const: 'queued' },
    created_at: TIME,
    requests: { type: 'array', items: reference('Acknowledgement') },
  },
}

/** Why no document came of a request. */
const FAILURE: JsonObject = {
  type: 'object',
  required: ['code', 'message', 'details'],
  properties: {
    code: {
      type: 'string',
      enum: ['RENDER_TIMEOUT', 'RENDER_FAILED', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_NOT_FOUND', 'INTERNAL_ERROR'],
    },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
  },
}

const PROBLEM: JsonObject = {
  type: 'object',
  required: ['code', 'severity', 'message', 'place'],
  properties: {
    code: { description: 'Stable: engine/docs/diagnostics.md explains each.', type: 'string' },
    severity: { type: 'string', enum: ['error', 'warning'] },
    message: { type: 'string' },
    place: { description: 'In the files of the template, such as template.html:12:5.', type: ['string', 'null'] },
  },
}

const INVOICE_PROBLEM: JsonObject = {
  type: 'object',
  required: ['severity', 'rule', 'term', 'message', 'line', 'column'],
  properties: {
    severity: { type: 'string', enum: ['error', 'warning'] },
    rule: { description: 'Such as BR-CO-10; null where none has a name for it.', type: ['string', 'null'] },
    term: { description: 'Such as BT-106; null for what is about elements.', type: ['string', 'null'] },
    message: { description: 'One sentence, which may hold values of the invoice.', type: 'string' },
    line: { description: 'In the XML.', type: ['integer', 'null'] },
    column: { type: ['integer', 'null'] },
  },
}

const INVOICE_REPORT: JsonObject = {
  type: 'object',
  required: ['valid', 'format', 'level', 'file', 'problems', 'unchecked'],
  properties: {
    valid: { description: 'Whether no error was found.', type: 'boolean' },
    format: { description: 'Null for what is no invoice.', type: ['string', 'null'], enum: ['cii', 'ubl', null] },
    level: {
      description: 'Such as EN 16931, XRECHNUNG or Peppol BIS Billing 3; null where it is none that is known.',
      type: ['string', 'null'],
    },
    file: { description: 'The file that a PDF carries it in.', type: ['string', 'null'] },
    problems: { type: 'array', items: reference('InvoiceProblem') },
    unchecked: { description: 'What was not looked at, one sentence each.', type: 'array', items: { type: 'string' } },
  },
}

const REQUEST_FAILURE: JsonObject = {
  ...FAILURE,
  properties: {
    code: { description: 'As in events; of a synchronous request that of its answer, in capitals.', type: 'string' },
    message: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
  },
}

const REQUEST: JsonObject = {
  type: 'object',
  required: ['request_id', 'status', 'document_id', 'organization_id', 'template_id', 'is_test', 'created_at'],
  properties: {
    request_id: id('req'),
    status: { type: 'string', enum: ['queued', 'processing', 'completed', 'failed'] },
    document_id: { description: 'Null for a synchronous request: its answer was the document.', ...orNull(id('doc')) },
    organization_id: id('org'),
    template_id: { description: 'Null when it is not known any more.', ...orNull(id('tpl')) },
    is_test: { type: 'boolean' },
    created_at: TIME,
    completed_at: TIME,
    failed_at: TIME,
    expires_at: TIME,
    document_url: {
      description: 'The PDF; needs no key, and lives as long as the document.',
      type: 'string',
      format: 'uri',
    },
    size_bytes: { type: 'integer' },
    pages: { type: 'integer' },
    render_time_ms: { type: 'integer' },
    error: reference('RequestFailure'),
    problem_count: { description: 'How many things its document has lost; once it is over.', type: 'integer' },
    problems: {
      description: 'The first fifty of them, without any value of the data.',
      type: 'array',
      items: reference('Problem'),
    },
  },
}

const PARTIAL_MEMBERS: JsonObject = {
  name: { type: 'string' },
  revision: { description: 'Counts its changes, from 1.', type: 'integer' },
  size_bytes: { type: 'integer' },
  updated_at: TIME,
  updated_by: { description: 'A user, or the id of a key.', type: ['string', 'null'] },
}

const SUMMARY = ['name', 'revision', 'size_bytes', 'updated_at', 'updated_by']

const PARTIAL_SUMMARY: JsonObject = {
  type: 'object',
  required: [...SUMMARY, 'users'],
  properties: {
    ...PARTIAL_MEMBERS,
    users: { description: 'How many published templates have it.', type: 'integer' },
  },
}

const PARTIALS: JsonObject = {
  type: 'object',
  required: ['partials'],
  properties: { partials: { type: 'array', items: reference('PartialSummary') } },
}

const PARTIAL_USE: JsonObject = {
  type: 'object',
  required: ['endpoint_path', 'name', 'version', 'is_current'],
  properties: {
    endpoint_path: { type: 'string' },
    name: { type: 'string' },
    version: { type: 'integer' },
    is_current: { description: 'Whether it has the text as it is now.', type: 'boolean' },
  },
}

const PARTIAL: JsonObject = {
  type: 'object',
  required: [...SUMMARY, 'html', 'used_by'],
  properties: {
    ...PARTIAL_MEMBERS,
    html: { type: 'string' },
    used_by: {
      description: 'The published templates that have it.',
      type: 'array',
      items: reference('PartialUse'),
    },
  },
}

const NAMES: JsonObject = { type: 'array', items: { type: 'string' } }

const ERROR: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: { error: reference('ErrorDetail') },
}

const ERROR_DEBUG: JsonObject = {
  description: 'With X-Debug-Mode: true.',
  type: 'object',
  properties: { schema_errors: NAMES, received_fields: NAMES, expected_fields: NAMES },
}

const ERROR_DETAIL: JsonObject = {
  type: 'object',
  required: ['message', 'type', 'code'],
  properties: {
    message: { type: 'string' },
    type: {
      type: 'string',
      enum: [
        'authentication_error',
        'validation_error',
        'rate_limit_error',
        'resource_error',
        'generation_error',
        'api_error',
        'service_unavailable',
      ],
    },
    code: { type: 'string' },
    field: { description: 'Dotted path of the field at fault.', type: 'string' },
    retry_after: { description: 'Whole seconds.', type: 'integer' },
    debug: reference('ErrorDebug'),
  },
  additionalProperties: false,
}

/**
 * The shapes of what the interface takes and answers. Objects within others have a name of their own: generated clients make one
 * up else.
 */
export const ANSWER_SCHEMAS: JsonObject = {
  UnstoredDocuments: UNSTORED_BODY,
  Acknowledgement: ACKNOWLEDGEMENT,
  BatchAcknowledgement: BATCH,
  Request: REQUEST,
  RequestFailure: REQUEST_FAILURE,
  Failure: FAILURE,
  Problem: PROBLEM,
  InvoiceReport: INVOICE_REPORT,
  InvoiceProblem: INVOICE_PROBLEM,
  Partials: PARTIALS,
  PartialSummary: PARTIAL_SUMMARY,
  SharedPartial: PARTIAL,
  PartialUse: PARTIAL_USE,
  ApiError: ERROR,
  ErrorDetail: ERROR_DETAIL,
  ErrorDebug: ERROR_DEBUG,
  ...MANAGEMENT_SCHEMAS,
}
