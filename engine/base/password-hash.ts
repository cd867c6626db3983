import { createCipheriv, createHash } from 'node:crypto'

/** Hashes a password of a PDF (ISO 32000-2 §7.6.4.3.4, algorithm 2.B). The last byte decides how many rounds follow the first 64. */
export function passwordHash(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(user).digest()
  let last = 0
  for (let round = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([password, key, user])
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(repeated)
    // 256 is 1 modulo 3: the first 16 bytes as one number have the remainder of their sum.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(HASHES[remainder] ?? 'sha256')
      .update(encrypted)
      .digest()
    last = encrypted.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

const HASHES = ['sha256', 'sha384', 'sha512'] as const
