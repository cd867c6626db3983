import { randomBytes } from 'node:crypto'

/** What an id names; the word in front of its underscore. */
type IdPrefix =
  | 'org'
  | 'key'
  | 'tpl'
  | 'tpv'
  | 'req'
  | 'doc'
  | 'evt'
  | 'bat'
  | 'job'
  | 'prc'
  | 'usr'
  | 'adt'
  | 'whk'
  | 'dlv'
  | 'att'

/** Crockford's base 32: no letters that people confuse, and sorting by text is sorting by value. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

/**
 * A new id of the form `org_01jdb2k3m4n5p6q7r8s9t0v1w2`: 50 bits of time in ms, so that ids of one kind sort by
 * their creation and new rows land at the end of an index, and 80 random bits.
 */
export function newId<P extends IdPrefix>(prefix: P, now: number = Date.now()): `${P}_${string}` {
  let time = ''
  let rest = now
  for (let index = 0; index < TIME_CHARACTERS; index++) {
    time = `${ALPHABET[rest % 32]}${time}`
    rest = Math.floor(rest / 32)
  }
  let random = ''
  for (const byte of randomBytes(RANDOM_CHARACTERS)) random += ALPHABET[byte % 32]
  return `${prefix}_${time}${random}`
}
