import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

const FORMAT = /^[\w-]{43}$/

/** 256 random bits, for sessions and links. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function isToken(text: string): boolean {
  return FORMAT.test(text)
}

/** The stored form of a token. Tokens are random, so a slow hash would add nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token in every form of a session. It follows from the session's token, which does not follow from it. */
export function csrfToken(token: string): string {
  return createHmac('sha256', token).update('forms of the dashboard').digest('base64url')
}

/** @param given the token of a form, which may go on behind a dot (`form-token.ts`) */
export function isCsrfToken(token: string, given: string): boolean {
  const expected = Buffer.from(csrfToken(token))
  const actual = Buffer.from(given.split('.')[0] ?? '')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
