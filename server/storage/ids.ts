import { randomFillSync } from 'node:crypto'

/** The kind of thing that an id names: the word in front of its underscore. */
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
  | 'idk'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'adt'
  | 'whk'
  | 'dlv'
  | 'att'

/** Crockford's base 32: no letters that people confuse, and sorting by text is sorting by value. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

/** Random bytes for the next ids: asking the system for many at once costs as much as asking for a few. */
const pool = new Uint8Array(256 * RANDOM_CHARACTERS)
let used = pool.length

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
  for (const byte of takeRandomBytes()) random += ALPHABET[byte % 32]
  return `${prefix}_${time}${random}`
}

/** Bytes that no other id has been given. */
function takeRandomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM_CHARACTERS
  return pool.subarray(used - RANDOM_CHARACTERS, used)
}
