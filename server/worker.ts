import type { ServerConfig } from './config.js'
import { closedWithinMs, openServiceCore, type ServerParts } from './service-core.js'

interface RunningWorker {
  /** Resolves when the worker has lost its data for good. It has said so in its log; there is nothing left to close. */
  readonly failed: Promise<Error>
  /** `close` is done by then, in ms. */
  readonly closedWithinMs: number
  /** Lets documents that have begun finish for a while, gives the others back, and resolves when all has ended. */
  close(): Promise<void>
}

/** Works on the documents that servers have accepted, without listening itself. */
export async function startWorker(config: ServerConfig, parts: ServerParts = {}): Promise<RunningWorker> {
  const core = await openServiceCore({ ...config, drainMs: 0 }, parts)
  if (config.publicUrl === undefined) {
    core.log.warn('PLATEN_PUBLIC_URL is not set: links in events lead nowhere that others can reach')
  }
  core.work(config.publicUrl ?? `http://${config.host}:${config.port}`)
  core.log.info({ workers: config.workers }, 'working')
  return {
    failed: core.failed,
    // Nobody sends it requests.
    closedWithinMs: closedWithinMs({}),
    async close() {
      await core.close()
      await core.closeStore()
      core.log.info('stopped')
    },
  }
}
