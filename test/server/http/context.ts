import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import type { AppContext, AppState } from '../../../server/http/app-state.js'

/** The context of a request, as the service's handlers get it. */
export function contextOf(request: IncomingMessage, response: ServerResponse): AppContext {
  return new Koa<AppState>().createContext(request, response)
}
