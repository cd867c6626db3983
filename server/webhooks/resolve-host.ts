import { lookup, Resolver } from 'node:dns/promises'
import { isLoopbackName, LOOPBACK } from './rules/address-guard.js'

export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Finds the addresses of a host name. @throws Error with a code when it has none */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

/** Of one question to one server, of which each is asked twice. */
const TIMEOUT_MS = 3_000

/**
 * Asks name servers directly. The system's own look-up occupies one of a few threads until it is answered, so that
 * some dead names would hold up all other deliveries, and the disk with them; it is asked only for names that the name
 * servers say they do not know, which they do at once.
 */
export async function resolveHost(hostname: string): Promise<readonly HostAddress[]> {
  if (isLoopbackName(hostname)) return LOOPBACK.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses: HostAddress[] = []
  if (four.status === 'fulfilled') addresses.push(...four.value.map((address) => ({ address, family: 4 as const })))
  if (six.status === 'fulfilled') addresses.push(...six.value.map((address) => ({ address, family: 6 as const })))
  if (addresses.length > 0) return addresses
  const failure: unknown = four.status === 'rejected' ? four.reason : undefined
  if (isTimeout(failure)) throw failure
  return lookUp(hostname)
}

/** Names of the hosts file and of the system's other sources. */
async function lookUp(hostname: string): Promise<readonly HostAddress[]> {
  const found = await lookup(hostname, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT'
}
