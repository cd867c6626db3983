import type { Logger } from '../observability/log.js'
import type { Store } from '../storage/store.js'

/** Signals and timers are faster; this is for the day on which one is lost. */
const INTERVAL_MS = 10_000

/**
 * Looks for due deliveries every ten seconds, whatever happens to everything else that does, and whether the database's
 * clock was set back meanwhile: what would wait for a time that has been is caught up. The interval is by a clock that
 * nobody sets.
 */
export function startDeliveryNet(
  loop: { wake(): void },
  store: Pick<Store, 'catchUp' | 'changes'>,
  log: Logger,
): { stop(): Promise<void> } {
  let seen: { readonly at: number; readonly by: number } | undefined
  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      const expectedAt = seen && seen.at + (performance.now() - seen.by)
      const { at, moved } = await store.catchUp(expectedAt)
      seen = { at, by: performance.now() }
      if (moved > 0) {
        log.warn({ moved }, 'the clock was set back: what waited for a time that had passed was caught up')
        store.changes.notify('render')
      }
    } catch (error) {
      log.warn({ err: error }, 'the clock of the database was not read')
    }
    loop.wake()
  }
  const begin = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }
  begin()
  const timer = setInterval(begin, INTERVAL_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
