import type { ParameterizedContext } from 'koa'

/** What the outermost middleware gives to all others. */
export interface AppState {
  /** `req_…`, also in the answer's `X-Request-ID`. */
  readonly requestId: string
  /** The pattern of the route that takes the request. */
  route?: string
}

export type AppContext = ParameterizedContext<AppState>
