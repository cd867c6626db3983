import type { LimitRefusal } from '../limits/limit-refusal.js'
import { rateLimitFields } from './rate-limit-fields.js'

export type ErrorType =
  | 'authentication_error'
  | 'validation_error'
  | 'rate_limit_error'
  | 'resource_error'
  | 'generation_error'
  | 'api_error'
  | 'service_unavailable'

/** The lists of the `debug` member: names only, never values that were sent. */
interface ErrorDebug {
  readonly schemaErrors: readonly string[]
  readonly receivedFields: readonly string[]
  readonly expectedFields: readonly string[]
}

interface ApiErrorDetails {
  /** Dotted path of the field at fault. */
  readonly field?: string | undefined
  /** Of a field of another type, what it may be and what it was: for the log, never sent. */
  readonly types?: { readonly expected: string; readonly received: string } | undefined
  /** Whole seconds; also sent as `Retry-After`. */
  readonly retryAfter?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly debug?: ErrorDebug | undefined
}

/** An answer that is not a success. Its message is sent to the client as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly type: ErrorType,
    /** One of the stable codes of the interface. */
    readonly code: string,
    message: string,
    readonly details: ApiErrorDetails = {},
  ) {
    super(message)
  }
}

export function notFound(): ApiError {
  return new ApiError(404, 'resource_error', 'not_found', 'There is nothing at this address')
}

/** A request body that cannot be read as the data of a template. */
export function invalidTemplateData(message: string): ApiError {
  return new ApiError(400, 'validation_error', 'invalid_template_data', message)
}

export function unavailable(message: string, retryAfter: number): ApiError {
  return new ApiError(503, 'service_unavailable', 'service_unavailable', message, { retryAfter })
}

/** 429, with when to try again and how much there is of the limit. */
export function limitExceeded({ code, message, limit, remaining, retryAfter }: LimitRefusal): ApiError {
  const name = code.replace('_limit_exceeded', '')
  const headers = rateLimitFields({ name, quota: limit, remaining, seconds: retryAfter })
  return new ApiError(429, 'rate_limit_error', code, message, { retryAfter, headers })
}

export function internalError(): ApiError {
  return new ApiError(500, 'api_error', 'internal_error', 'An unexpected error occurred')
}
