import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an entry is an address or a CIDR range, IPv4 or IPv6. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)
}

/** Entries of an allow list of one key. */
export const MAX_RANGES = 100

/** Whether one of the ranges has every address of an entry. Ranges that have it only together do not count. */
export function isRangeWithin(entry: string, ranges: readonly string[]): boolean {
  const { network, family, prefix } = partsOf(entry)
  return ranges.some((range) => {
    const outer = partsOf(range)
    if (outer.family !== family || outer.prefix > prefix) return false
    const list = new BlockList()
    list.addSubnet(outer.network, outer.prefix, outer.family)
    return list.check(network, family)
  })
}

interface RangeParts {
  readonly network: string
  readonly family: 'ipv4' | 'ipv6'
  readonly prefix: number
}

function partsOf(entry: string): RangeParts {
  const [network = '', prefix] = entry.split('/')
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  return { network, family, prefix: prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix) }
}

/** An address with a port, as some proxies forward it: `203.0.113.7:51022`, `[2001:db8::1]:51022`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([0-9.]+))(?::\d{1,5})?$/

/** Whether an address is in one of the ranges. IPv4 addresses mapped into IPv6 count as IPv4; a port does not matter. */
export function isAllowed(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const { network, family, prefix } = partsOf(range)
    list.addSubnet(network, prefix, family)
  }
  const [, bracketed, dotted] = WITH_PORT.exec(address) ?? []
  const plain = (bracketed ?? dotted ?? address).replace(/^::ffff:(?=[0-9.]+$)/i, '')
  if (isIP(plain) === 0) return false
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
