import type { Middleware } from 'koa'
import { ApiError } from './api-error.js'
import type { AppState } from './app-state.js'

/**
 * Headers of which there can be one: with two of them, a proxy in front of the service may have decided by the other.
 * Two lengths are refused before any middleware.
 */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-encoding', 'transfer-encoding', 'expect'])

/** Refuses requests that different programs understand differently, and HTTP/1.1 without `Host` (RFC 9112 §3.2). */
export function requireClearHeaders(): Middleware<AppState> {
  return ({ req }, next) => {
    const { rawHeaders, httpVersion, headers } = req
    const seen = new Set<string>()
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] ?? '').toLowerCase()
      if (!SINGLE.has(name)) continue
      if (seen.has(name)) throw badRequest(`The header ${name} was sent more than once`)
      seen.add(name)
    }
    if (httpVersion === '1.1' && headers.host === undefined) throw badRequest('The Host header is missing')
    return next()
  }
}

function badRequest(message: string): ApiError {
  return new ApiError(400, 'validation_error', 'bad_request', message, { headers: { Connection: 'close' } })
}
