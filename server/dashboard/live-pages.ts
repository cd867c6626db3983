import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** How often a page that is watched is made again. */
const LOOK_MS = 1_000

/** A stream ends after this many looks; browsers open another one, for which the session is checked again. */
const LOOKS = 30

/** After so many looks without news a comment keeps what stands between from closing the connection. */
const LOOKS_BETWEEN_COMMENTS = 15

/** Browsers wait this long before they open a stream again, in ms. */
const RETRY_MS = 1_000

/** Streams at the same time: in all, and of one user. */
const MOST_STREAMS = 60
const MOST_OF_A_USER = 6

interface LivePagesOptions {
  /** The service ends. */
  readonly closing: AbortSignal
  /** Waits until the next look; ends early, with an error, when the signal aborts. */
  readonly pause?: (until: AbortSignal) => Promise<unknown>
}

/** Pages that are sent again when they have changed, as server-sent events (HTML §9.2): the event's id is its mark. */
export class LivePages {
  readonly #pause: (until: AbortSignal) => Promise<unknown>
  /** The controllers that end the open streams, with their users. */
  readonly #open = new Map<AbortController, string>()

  constructor({ closing, pause = (signal) => delay(LOOK_MS, undefined, { signal }) }: LivePagesOptions) {
    this.#pause = pause
    const endAll = () => {
      for (const end of this.#open.keys()) end.abort()
    }
    closing.addEventListener('abort', endAll, { once: true })
  }

  /**
   * Watches a page for a user.
   *
   * @param look makes the page's body; undefined when the user may not see it any more, which ends the stream
   * @param gone aborts when nobody reads any more
   * @returns the stream; undefined when there are as many as there may be
   */
  watch(userId: string, look: () => Promise<string | undefined>, gone: AbortSignal): Readable | undefined {
    const ofUser = [...this.#open.values()].filter((id) => id === userId).length
    if (this.#open.size >= MOST_STREAMS || ofUser >= MOST_OF_A_USER) return undefined
    const end = new AbortController()
    this.#open.set(end, userId)
    gone.addEventListener('abort', () => end.abort(), { once: true })
    const stream = Readable.from(this.#events(look, end.signal))
    stream.once('close', () => this.#open.delete(end))
    return stream
  }

  async *#events(look: () => Promise<string | undefined>, end: AbortSignal): AsyncGenerator<string, void, void> {
    yield `retry: ${RETRY_MS}\n\n`
    let before = ''
    let quiet = 0
    for (let looks = 0; looks < LOOKS && !end.aborted; looks++) {
      const body = await look()
      if (body === undefined) return
      const mark = markOf(body)
      quiet = mark === before ? quiet + 1 : 0
      if (mark !== before) yield eventOf(mark, body)
      else if (quiet % LOOKS_BETWEEN_COMMENTS === 0) yield ':\n\n'
      before = mark
      if (await isOver(this.#pause(end), end)) return
    }
  }
}

/** Tells one state of a page from another. */
export function markOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

function eventOf(mark: string, body: string): string {
  return `id: ${mark}\n${body.replaceAll(/^/gm, 'data: ')}\n\n`
}

/** Whether a pause has ended because of the signal. */
async function isOver(pause: Promise<unknown>, end: AbortSignal): Promise<boolean> {
  try {
    await pause
  } catch (error) {
    if (!end.aborted) throw error
  }
  return end.aborted
}
