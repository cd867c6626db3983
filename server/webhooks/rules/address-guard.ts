import { BlockList, isIP, isIPv6 } from 'node:net'

/** Where webhooks may be delivered to besides public addresses over https. Plain values: it travels to workers. */
export interface AddressPolicy {
  /** Every address and http too: for development and tests. */
  readonly allowPrivate: boolean
  /** Addresses, CIDR ranges and host names that are allowed though they are not public. */
  readonly allow: readonly string[]
}

export const PUBLIC_ONLY: AddressPolicy = { allowPrivate: false, allow: [] }

/** The addresses of `localhost` and the names below it (RFC 6761 §6.3). */
export const LOOPBACK = ['127.0.0.1', '::1'] as const

/** A longer URL is a mistake, and would fill the log. */
const MAX_URL_LENGTH = 2_048

/** IANA's special-purpose registry of IPv4: what is no public unicast address. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the virtual host of every machine in Azure; not in the registry
  '169.254.0.0/16', // link-local, metadata services of clouds
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** Global unicast of IPv6. All else is refused: loopback, mapped and compatible IPv4, NAT64, link-local, ULA, multicast. */
const GLOBAL_IPV6 = '2000::/3'

/** Ranges within global unicast that are not, or that lead to an IPv4 address that we would have to check. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, among them Teredo, benchmarks and ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

const specialIpv4 = toList(SPECIAL_IPV4)
const globalIpv6 = toList([GLOBAL_IPV6])
const specialIpv6 = toList(SPECIAL_IPV6)

/** Whether an address belongs to a host on the public internet. Other texts belong to none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      // A zone is for addresses of the own link.
      return !address.includes('%') && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Whether a connection for a host name may go to an address. */
export function isAllowedTarget(hostname: string, address: string, { allowPrivate, allow }: AddressPolicy): boolean {
  if (allowPrivate || isPublicAddress(address)) return true
  const name = withoutRoot(hostname).toLowerCase()
  return allow.some((entry) => entry.toLowerCase() === name || isInRange(address, entry))
}

/** Why a URL cannot be the target of a webhook, as the end of a sentence about it; undefined when it can be. */
export function describeUrlFault(text: string, policy: AddressPolicy): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must not be longer than ${MAX_URL_LENGTH} characters`
  if (!URL.canParse(text)) return 'must be an absolute https URL'
  const { protocol, username, password, hostname } = new URL(text)
  const isPlain = protocol === 'http:' && policy.allowPrivate
  if (protocol !== 'https:' && !isPlain) return 'must be an absolute https URL'
  if (username !== '' || password !== '') return 'must not contain credentials'
  const literal = literalAddress(withoutRoot(hostname))
  const known = literal === undefined ? (isLoopbackName(hostname) ? LOOPBACK : []) : [literal]
  return known.every((address) => isAllowedTarget(hostname, address, policy)) ? undefined : 'must have a public address'
}

/** Whether a host name is `localhost` or one below it, which nobody asks a name server for. */
export function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost$/i.test(withoutRoot(hostname))
}

/** A host name without the dots at its end that stand for the root of all names. */
function withoutRoot(hostname: string): string {
  let end = hostname.length
  while (hostname.charAt(end - 1) === '.') end--
  return hostname.slice(0, end)
}

/** The address that a host name of a URL is, without the brackets of IPv6. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}

/** Whether an entry of the allow list is an address, a CIDR range or a host name. */
export function isAllowEntry(entry: string): boolean {
  if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(entry) && !/^[\d.]+$/.test(entry)) return true
  return parseRange(entry) !== undefined
}

function isInRange(address: string, entry: string): boolean {
  const range = parseRange(entry)
  if (!range || isIPv6(address) !== (range.family === 'ipv6') || address.includes('%')) return false
  const list = new BlockList()
  list.addSubnet(range.network, range.prefix, range.family)
  return list.check(address, range.family)
}

interface AddressRange {
  readonly network: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

function parseRange(entry: string): AddressRange | undefined {
  const [network = '', prefix, ...rest] = entry.split('/')
  const version = isIP(network)
  if (version === 0 || rest.length > 0 || network.includes('%')) return undefined
  const bits = version === 6 ? 128 : 32
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return undefined
  return { network, prefix: prefix === undefined ? bits : Number(prefix), family: version === 6 ? 'ipv6' : 'ipv4' }
}

function toList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const parsed = parseRange(range)
    if (parsed) list.addSubnet(parsed.network, parsed.prefix, parsed.family)
  }
  return list
}
