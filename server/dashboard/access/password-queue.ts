import { hashPassword, verifyPassword } from '../../http/password.js'
import { Refusal } from '../route.js'

/** Each takes 32 MB and a thread of Node.js, which others need as well. */
const AT_ONCE = 2

/** Visitors who would have to wait for more than some seconds are sent away. */
const MAX_WAITING = 40

/** Seconds until the queue is likely to have room. */
const RETRY_AFTER = 5

/** Is verified for accounts that do not exist, so that they answer as late as others. Nobody knows its password. */
const NOBODY = 'scrypt$32768$8$3$bm9ib2R5IGhhcyB0aGlzLg$UHE5SkNMYk9oT1c0SGNTR0tyNk5QdG1MZVc3ZFhmUXo'

/** Hashes and verifies passwords, of which each costs a lot: a few at a time, the others in turn. */
export class PasswordQueue {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** @throws Refusal 503 when too many wait */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password))
  }

  /**
   * Whether a password is the one that was hashed; takes as long when there is no hash.
   *
   * @throws Refusal 503 when too many wait
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const isRight = await this.#inTurn(() => verifyPassword(password, hash ?? NOBODY))
    return isRight && hash !== undefined
  }

  async #inTurn<T>(action: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) {
        throw new Refusal(503, 'Too many people are signing in at the moment. Please try again shortly.', RETRY_AFTER)
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
    try {
      return await action()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}
