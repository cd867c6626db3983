/** What ends the service in order: a terminal that is closed does so too. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves with the first signal to stop; a second one ends the process at once, as it does by default. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

/**
 * Waits until a service is told to stop, or has failed. A process is expected to be gone in time; what it leaves is
 * recovered by the others, or by its next start.
 *
 * @returns the status that the process ends with
 */
export async function runUntilStopped(
  service: {
    readonly failed: Promise<Error>
    readonly closedWithinMs: number
    close(): Promise<void>
  },
  stopped: Promise<void>,
): Promise<number> {
  const error = await Promise.race([stopped, service.failed])
  // Waiting any longer would save nothing.
  if (error) process.exit(1)
  const impatience = setTimeout(() => process.exit(1), service.closedWithinMs)
  await service.close()
  clearTimeout(impatience)
  return 0
}
