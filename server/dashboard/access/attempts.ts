import type { AttemptBound } from '../../storage/accounts/account-store.js'
import { Refusal } from '../route.js'
import type { DashboardServices } from '../services.js'
import { boundsOf, WINDOW_MS } from './sign-in-throttle.js'

/** The limits of guessing the codes of a user, besides those of their password. */
export function factorBounds(address: string, userId: string): readonly AttemptBound[] {
  return boundsOf(address, `second factor of ${userId}`)
}

/**
 * Tries something that can be guessed, such as a password; what was counted is forgotten when it was right.
 *
 * @returns whether it was right
 * @throws Refusal after too many attempts
 */
export async function tryWithin(
  { store }: Pick<DashboardServices, 'store'>,
  bounds: readonly AttemptBound[],
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const check = await store.countSignInAttempt(bounds, WINDOW_MS)
  if (check.kind === 'refused') {
    const minutes = Math.ceil(check.retryAfterMs / 60_000)
    throw new Refusal(
      429,
      `There were too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      Math.ceil(check.retryAfterMs / 1_000),
    )
  }
  if (!(await attempt())) return false
  await store.forgetSignInAttempts(bounds.map(({ subject }) => subject))
  return true
}
