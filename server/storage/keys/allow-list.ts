import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an entry is an address or a CIDR range, IPv4 or IPv6. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32)
}

/** An address with a port, as some proxies forward it: `203.0.113.7:51022`, `[2001:db8::1]:51022`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([0-9.]+))(?::\d{1,5})?$/

/** Whether an address is in one of the ranges. IPv4 addresses mapped into IPv6 count as IPv4; a port does not matter. */
export function isAllowed(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(prefix), family)
  }
  const [, bracketed, dotted] = WITH_PORT.exec(address) ?? []
  const plain = (bracketed ?? dotted ?? address).replace(/^::ffff:(?=[0-9.]+$)/i, '')
  if (isIP(plain) === 0) return false
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
