import { createHash, randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const RANDOM_CHARACTERS = 32

const FORMAT = /^sk_live_[0-9a-z]{1,64}_[0-9A-Za-z]{32}$/

/** Characters of the random part that are kept for display. */
const SHOWN_CHARACTERS = 4

/** A new API key, of which only `hash` and `display` may be stored. */
interface IssuedKey {
  readonly key: string
  readonly hash: string
  readonly display: string
}

/** Makes a key of the form `sk_live_{organization id without org_}_{random}`, 190 bits of it random. */
export function issueKey(organizationId: string): IssuedKey {
  let random = ''
  for (let count = 0; count < RANDOM_CHARACTERS; count++) random += BASE62.charAt(randomInt(BASE62.length))
  const start = `sk_live_${organizationId.replace(/^org_/, '')}_`
  const display = `${start}${random.slice(0, SHOWN_CHARACTERS)}…${random.slice(-SHOWN_CHARACTERS)}`
  const key = `${start}${random}`
  return { key, hash: hashKey(key), display }
}

export function isKeyFormat(text: string): boolean {
  return FORMAT.test(text)
}

/** SHA-256 in lower-case hexadecimal. Keys are random, so a slow hash would add nothing. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
