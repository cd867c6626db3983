import type { ParameterizedContext } from 'koa'
import type { RequestRates } from '../limits/request-rates.js'

/** Set by the outermost middleware for all others. */
export interface AppState {
  /** `req_…`, also in the answer's `X-Request-ID`. */
  readonly requestId: string
  /** The pattern of the route that takes the request. */
  route?: string
  /** The requests per second of keys; absent where nothing is counted. */
  rates?: RequestRates
  /** Notes for the log, made on the way. */
  readonly noted: RequestNotes
}

/** The log's notes of a request besides its line and its answer: never a secret, never data. */
export interface RequestNotes {
  /** Whose key it has, if that is known; it may still have been refused. */
  organizationId?: string
  /** The key's id, and as much of the key as the dashboard shows of it. */
  keyId?: string
  key?: string
  /** The endpoint path that is asked for. */
  template?: string
  /** What its document has lost: how many things, and of which kinds. */
  problems?: number
  problemCodes?: readonly string[]
  /** The page that was drawn of it, and how long that took where it came about. */
  picture?: { readonly format: string; readonly milliseconds: number | undefined }
  /** The code of the error that it was answered with. */
  code?: string
  /** Why the service could not do it. */
  reason?: string
  /** A fault of ours. */
  failure?: unknown
}

export type AppContext = ParameterizedContext<AppState>
