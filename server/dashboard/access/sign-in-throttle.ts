import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AttemptBound } from '../../storage/accounts/account-store.js'

/** Time within which attempts are counted together. */
export const WINDOW_MS = 15 * 60_000

/** Wrong passwords of one account, whoever sends them. */
const PER_ACCOUNT = 10

/** Wrong passwords from one address, for whatever accounts: an office may share it. */
const PER_ADDRESS = 50

/** The limits that a sign-in counts against. Accounts that do not exist count like others. */
export function boundsOf(address: string, email: string): readonly AttemptBound[] {
  const account = createHash('sha256').update(email).digest('hex')
  return [
    { subject: `account:${account}`, limit: PER_ACCOUNT },
    { subject: `address:${networkOf(address)}`, limit: PER_ADDRESS },
  ]
}

/** One customer of a provider has the whole of a /64 network, and could send each request from another address of it. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter((group) => group !== '')
  const back = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
