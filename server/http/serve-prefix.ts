import { Readable } from 'node:stream'
import type { Middleware } from 'koa'
import type { AppContext, AppState } from './app-state.js'

/** Addresses in attributes of markup: quotes in texts are escaped, so that these stand in tags only. */
const ADDRESS = /( (?:href|src|action|formaction|data-[a-z-]+)=")(?=\/(?!\/))/g

/**
 * Serves everything below a path, where the public address has one. All that is inside writes addresses from the root:
 * the path is taken off requests that have it, and put before what answers lead to. A proxy may also have taken it off
 * before.
 *
 * @param prefix such as `/pdf`, without a slash at its end
 */
export function servePrefix(prefix: string): Middleware<AppState> {
  return async (ctx, next) => {
    if (ctx.path === prefix || ctx.path.startsWith(`${prefix}/`)) {
      const rest = ctx.url.slice(prefix.length)
      ctx.url = rest.startsWith('/') ? rest : `/${rest}`
    }
    await next()
    const { location } = ctx.response.headers
    if (typeof location === 'string' && /^\/(?!\/)/.test(location)) ctx.set('Location', prefix + location)
    moveCookies(ctx, prefix)
    moveMarkup(ctx, prefix)
  }
}

function moveCookies(ctx: AppContext, prefix: string): void {
  const cookies = ctx.response.headers['set-cookie']
  if (!Array.isArray(cookies)) return
  ctx.set(
    'Set-Cookie',
    cookies.map((cookie: string) => cookie.replace(/; Path=\/(?=[^;])/, `; Path=${prefix}/`)),
  )
}

function moveMarkup(ctx: AppContext, prefix: string): void {
  const move = (text: string) => text.replace(ADDRESS, `$1${prefix}`)
  const { body } = ctx
  if (typeof body === 'string' && ctx.response.is('html')) ctx.body = move(body)
  else if (body instanceof Readable && ctx.response.is('text/event-stream')) ctx.body = moveEvents(body, move)
}

/** Each event comes as one text. */
function moveEvents(events: Readable, move: (text: string) => string): Readable {
  const moved = async function* () {
    for await (const event of events) yield move(String(event))
  }
  const stream = Readable.from(moved())
  stream.once('close', () => events.destroy())
  return stream
}
