import type { Middleware } from 'koa'
import type { RequestRates } from '../limits/request-rates.js'
import type { AppState } from './app-state.js'

/** Lets routes count requests by their keys, once they know them. */
export function countRequests(rates: RequestRates): Middleware<AppState> {
  return (ctx, next) => {
    ctx.state.rates = rates
    return next()
  }
}
