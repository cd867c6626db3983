import { assertNever } from '../../engine/base/invariant.js'
import { ApiError, internalError, invalidTemplateData, unavailable } from '../http/api-error.js'
import type { BodyFault, Unfinished } from '../render/render-types.js'

/** Retry-After of a full queue, in seconds: it drains in about this time. */
const RETRY_AFTER_FULL = 1

/** The answer for a request that has a fault, or could not be worked on. */
export function toError(outcome: BodyFault | Unfinished): ApiError {
  switch (outcome.kind) {
    case 'invalid-body':
      return invalidTemplateData(outcome.message)
    case 'unknown-template':
      return new ApiError(404, 'resource_error', 'template_not_found', 'There is no such template')
    case 'invalid-data': {
      const [{ code, field, message }] = outcome.violations
      return new ApiError(422, 'validation_error', code, message, {
        field: field === '' ? undefined : field,
        debug: {
          schemaErrors: outcome.violations.map((violation) => violation.message),
          receivedFields: outcome.fields.received,
          expectedFields: outcome.fields.expected,
        },
      })
    }
    case 'timed-out':
      return new ApiError(500, 'generation_error', 'render_timeout', 'Rendering took longer than the time limit')
    case 'unavailable':
      return unavailable('The service has too much to do at the moment', RETRY_AFTER_FULL)
    case 'cancelled':
      // The client is gone: nobody reads this answer.
      return internalError()
    default:
      return assertNever(outcome)
  }
}
