import type { AppContext } from './app-state.js'

/** A host as requests name it (RFC 3986 §3.2.2), with its port: nothing that could be more than that in a link. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * The address by which a request has reached the service, as a trusted proxy says or else the request itself; undefined
 * where that is no address. It is good for answers to this request and for what is made for it, and for nobody else.
 */
export function originOf(ctx: AppContext): string | undefined {
  return HOST.test(ctx.host) ? `${ctx.protocol}://${ctx.host}` : undefined
}

/** An address that only this machine understands, and why; undefined for one that others may reach. */
export function describeUnreachable(host: string): string | undefined {
  if (/^(?:0\.0\.0\.0|::|\[::\])$/.test(host)) return 'which is no address that anybody can reach'
  if (/^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host)) return 'which only this machine can reach'
  return undefined
}
