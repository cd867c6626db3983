/** Resolves with the first signal to stop; a second one ends the process at once, as it does by default. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}

/** A process is expected to be gone by then; what it leaves is recovered by the others, or by its next start. */
const END_WITHIN_MS = 19_500

/**
 * Waits until a service is told to stop, or has failed.
 *
 * @returns the status that the process ends with
 */
export async function runUntilStopped(
  service: {
    readonly failed: Promise<Error>
    close(): Promise<void>
  },
  stopped: Promise<void>,
): Promise<number> {
  const error = await Promise.race([stopped, service.failed])
  // Waiting any longer would save nothing.
  if (error) process.exit(1)
  const impatience = setTimeout(() => process.exit(1), END_WITHIN_MS)
  await service.close()
  clearTimeout(impatience)
  return 0
}
