import type { ParameterizedContext } from 'koa'

/** Set by the outermost middleware for all others. */
export interface AppState {
  /** `req_…`, also in the answer's `X-Request-ID`. */
  readonly requestId: string
  /** The pattern of the route that takes the request. */
  route?: string
}

export type AppContext = ParameterizedContext<AppState>
