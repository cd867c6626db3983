import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../../webhooks/sealer.js'
import { csrfToken } from './tokens.js'

/** The session that a form is from. */
export interface FormOwner {
  readonly sessionId: string
  readonly userId: string
}

/**
 * The token of every form of a session. Behind what follows from the session's token stands whose session that is, signed
 * by the service: a form that comes after its session's end is known to be of one that was valid.
 */
export function formToken(sealer: Sealer, token: string, owner: FormOwner): string {
  const csrf = csrfToken(token)
  return [csrf, owner.sessionId, owner.userId, sign(sealer, csrf, owner)].join('.')
}

/** Whose session a form is from, whether or not it has ended; undefined for what is not from a page of ours. */
export function ownerOfForm(sealer: Sealer, given: string): FormOwner | undefined {
  const [csrf, sessionId, userId, signature, ...rest] = given.split('.')
  if (csrf === undefined || sessionId === undefined || userId === undefined || signature === undefined) return undefined
  const expected = Buffer.from(sign(sealer, csrf, { sessionId, userId }))
  const actual = Buffer.from(signature)
  const isOurs = rest.length === 0 && expected.length === actual.length && timingSafeEqual(expected, actual)
  return isOurs ? { sessionId, userId } : undefined
}

function sign(sealer: Sealer, csrf: string, { sessionId, userId }: FormOwner): string {
  return sealer.fingerprint(`form of the dashboard ${csrf} ${sessionId} ${userId}`)
}
