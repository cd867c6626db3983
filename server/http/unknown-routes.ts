import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { ApiError, notFound } from './api-error.js'
import type { AppState } from './app-state.js'

/** Answers what no route takes: 404 for unknown paths, 405 for other methods, 204 for OPTIONS. */
export function unknownRoutes(router: Router<AppState>): Middleware<AppState> {
  return (ctx, next) => {
    const { path: layers, pathAndMethod } = router.match(ctx.path, ctx.method)
    const [route] = pathAndMethod
    if (route) {
      ctx.state.route = String(route.path)
      return next()
    }
    if (layers.length === 0) throw notFound()
    const methods = [...new Set(layers.flatMap((layer) => layer.methods)), 'OPTIONS'].join(', ')
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', methods)
      ctx.status = 204
      return undefined
    }
    throw new ApiError(405, 'resource_error', 'method_not_allowed', `This address takes ${methods}`, {
      headers: { Allow: methods },
    })
  }
}
