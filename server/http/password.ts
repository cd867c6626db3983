import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Characters of a password that people choose. */
export const MIN_PASSWORD = 10

/** Costs of scrypt that are bearable for us and not for who guesses: 32 MB and some 0.2 s. */
const COSTS = { N: 32_768, r: 8, p: 3 }

const SALT_BYTES = 16

const HASH_BYTES = 32

/** A hash of the form `scrypt$N$r$p$salt$hash`, with the costs in it, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COSTS)
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether a password is the one that was hashed. */
export async function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = hashed.split('$')
  if (kind !== 'scrypt' || salt === undefined || hash === undefined) return false
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, costs: typeof COSTS): Promise<Buffer> {
  // Twice what scrypt needs: 128 bytes × N × r.
  const options = { ...costs, maxmem: 256 * costs.N * costs.r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
