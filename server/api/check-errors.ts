import { assertNever } from '../../engine/base/invariant.js'
import { ApiError, internalError, invalidTemplateData, unavailable } from '../http/api-error.js'
import { insufficientScope } from '../http/authenticate.js'
import { describeProblem } from '../render/document-problems.js'
import { CHECK_PROCESSOR_MS } from '../render/render-limits.js'
import type { BodyFault, FailedTemplate, Unfinished } from '../render/render-types.js'

/** Retry-After of a full queue, in seconds: it drains in about this time. */
const RETRY_AFTER_FULL = 1

/** The longest that a request waits for its check, in ms, most of it for a process or a processor. */
export const CHECK_TIMEOUT_MS = 5_000

/** The answer for a request whose check did not find it valid. */
export function toCheckError(outcome: BodyFault | Unfinished): ApiError {
  if (outcome.kind !== 'timed-out') return toError(outcome)
  const message = `The data takes too long to check: more than ${CHECK_PROCESSOR_MS / 1000} s of a processor`
  return new ApiError(422, 'validation_error', 'validation_failed', message)
}

/** All reasons are for developers, who see them in debug mode. */
function renderFailed({ message, problems }: FailedTemplate): ApiError {
  const debug = problems && {
    schemaErrors: problems.items.map(describeProblem),
    receivedFields: [],
    expectedFields: [],
  }
  return new ApiError(422, 'generation_error', 'render_failed', message, { debug })
}

/** The answer for a request that has a fault, or could not be worked on. */
export function toError(outcome: BodyFault | Unfinished): ApiError {
  switch (outcome.kind) {
    case 'invalid-body':
      return invalidTemplateData(outcome.message)
    case 'too-large': {
      const { field, message } = outcome
      return new ApiError(413, 'validation_error', 'payload_too_large', message, { field })
    }
    case 'unknown-template': {
      const { field } = outcome
      const message = field === undefined ? 'There is no such template' : `${field}: there is no such template`
      return new ApiError(404, 'resource_error', 'template_not_found', message, { field })
    }
    case 'invalid-data': {
      const [{ code, field, message, types }] = outcome.violations
      return new ApiError(422, 'validation_error', code, message, {
        field: field === '' ? undefined : field,
        types,
        debug: {
          schemaErrors: outcome.violations.map((violation) => violation.message),
          receivedFields: outcome.fields.received,
          expectedFields: outcome.fields.expected,
        },
      })
    }
    case 'html-refused':
      return insufficientScope('generate-html')
    case 'template-failed':
      return renderFailed(outcome)
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
