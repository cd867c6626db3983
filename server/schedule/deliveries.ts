import { schedule } from 'node-cron'

/** Every ten seconds. Signals and timers are faster; this is for the day on which one is lost. */
const SCHEDULE = '*/10 * * * * *'

/** Looks for due deliveries by the clock, whatever happens to everything else that does. */
export function startDeliveryNet(loop: { wake(): void }): { stop(): Promise<void> } {
  const task = schedule(SCHEDULE, () => loop.wake())
  return {
    async stop() {
      await task.destroy()
    },
  }
}
