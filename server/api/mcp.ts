import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { ApiError, invalidTemplateData } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import { authenticate, requireScope } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import { readBody } from '../http/read-body.js'
import type { Route } from '../http/route.js'
import type { HeldRequests } from '../limits/held-requests.js'
import { createMcpServer, loadProtocol } from '../mcp/mcp-server.js'
import { type DeskServices, TemplateDesk } from '../mcp/template-desk.js'
import { parseJson } from '../render/parse-json.js'

export interface McpServices extends DeskServices {
  readonly keyUsage: KeyUsage
  readonly held: HeldRequests
  readonly closing: AbortSignal
  /** Origins of pages that may call, besides those of this machine. */
  readonly mcpOrigins: readonly string[]
}

/** Hosts of pages that this machine serves itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The Model Context Protocol over HTTP (Streamable HTTP of 2026-07-28, and clients of 2025 without sessions), for the
 * organization of the key.
 */
export const POST_MCP: Route<McpServices> = {
  method: 'POST',
  path: '/mcp',
  access: 'manager',
  handle: (services) => {
    const desks = new WeakMap<Request, TemplateDesk>()
    let handler: Promise<McpHttpHandler> | undefined
    return async (ctx) => {
      requireKnownOrigin(ctx, services.mcpOrigins)
      const { store, keyUsage, held } = services
      const { key, organization } = await authenticate(ctx, '', (who) => store.findCaller(who.keyHash))
      keyUsage.record(key.id)
      requireScope(key, 'manage')
      const memory = held.bodies.open(organization.id)
      try {
        const body = await readBody(ctx, memory)
        const parsed = parseJson(body)
        if (parsed.kind === 'malformed') throw invalidTemplateData(`The body is not JSON: ${parsed.message}`)
        const request = new Request(new URL(ctx.path, 'http://service'), {
          method: ctx.method,
          headers: headersOf(ctx),
          body,
        })
        desks.set(request, new TemplateDesk(services, { organization, actor: key.id }))
        handler ??= openHandler(services.closing, desks)
        const response = await (await handler).fetch(request, { parsedBody: parsed.value })
        await answerWith(ctx, response)
      } finally {
        memory.release()
      }
    }
  },
}

/** One handler serves all requests; each gets a server of its own for the templates of its caller. */
async function openHandler(closing: AbortSignal, desks: WeakMap<Request, TemplateDesk>): Promise<McpHttpHandler> {
  const protocol = await loadProtocol()
  const handler = protocol.createMcpHandler(({ requestInfo }) => {
    const desk = requestInfo && desks.get(requestInfo)
    if (!desk) throw new Error('the request of an assistant is not known')
    return createMcpServer(protocol, desk)
  })
  closing.addEventListener('abort', () => void handler.close(), { once: true })
  return handler
}

/** Pages of other sites cannot make browsers call (transports of 2026-07-28, Security). @throws ApiError 403 */
function requireKnownOrigin(ctx: AppContext, allowed: readonly string[]): void {
  const origin = ctx.get('Origin')
  if (origin === '' || allowed.includes(origin)) return
  if (URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname)) return
  throw new ApiError(
    403,
    'authentication_error',
    'origin_not_allowed',
    'Pages of this origin may not call: PLATEN_MCP_ORIGINS lists those that may',
  )
}

/** Without the key, which is no business of the protocol. */
function headersOf(ctx: AppContext): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(ctx.req.headers)) {
    if (value !== undefined && name !== 'authorization') headers.set(name, [value].flat().join(', '))
  }
  return headers
}

async function answerWith(ctx: AppContext, response: Response): Promise<void> {
  ctx.status = response.status
  for (const [name, value] of response.headers) ctx.set(name, value)
  const { body } = response
  if (!body) ctx.body = null
  else if (response.headers.get('Content-Type')?.startsWith('application/json')) {
    ctx.body = Buffer.from(await response.arrayBuffer())
  } else ctx.body = Readable.fromWeb(body as ReadableStream)
}
