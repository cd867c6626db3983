import { createHash } from 'node:crypto'
import { ApiError } from './api-error.js'
import type { AppContext } from './app-state.js'

/** Visible ASCII, so that no two programs understand a key differently. */
const FORMAT = /^[\x21-\x7e]{1,255}$/

/** Seconds after which the first request with a key has probably been answered. */
const RETRY_AFTER_RUNNING = 1

/**
 * The `Idempotency-Key` of a request; absent without.
 *
 * @throws ApiError 422 `invalid_format`
 */
export function readIdempotencyKey(ctx: AppContext): string | undefined {
  const header = ctx.req.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = typeof header === 'string' ? header : ''
  if (FORMAT.test(key)) return key
  throw new ApiError(
    422,
    'validation_error',
    'invalid_format',
    'The header Idempotency-Key must be 1 to 255 visible ASCII characters',
    { field: 'Idempotency-Key' },
  )
}

/** Two requests are the same when their address, mode and body are. */
export function fingerprintOf(path: string, mode: 'sync' | 'async', body: Uint8Array): string {
  return createHash('sha256').update(`${mode} ${path}\n`).update(body).digest('hex')
}

export function idempotencyMismatch(): ApiError {
  return new ApiError(
    422,
    'validation_error',
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request',
    { field: 'Idempotency-Key' },
  )
}

export function idempotencyRunning(): ApiError {
  return new ApiError(
    409,
    'resource_error',
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still being answered',
    { headers: { 'Retry-After': String(RETRY_AFTER_RUNNING) } },
  )
}
