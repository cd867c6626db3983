import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.js'
import { ConfigError, type ServerConfig } from './config.js'
import { answerMalformed } from './http/answer-malformed.js'
import { KeyUsage } from './http/key-usage.js'
import { KeySlots } from './limits/key-slots.js'
import { createLog, type Logger } from './observability/log.js'
import { RenderPool } from './render/render-pool.js'
import { openStore } from './storage/open-store.js'
import type { Store } from './storage/store.js'

export { ConfigError, readConfig, type ServerConfig } from './config.js'

/** Parts that a caller may bring along. */
export interface ServerParts {
  readonly log?: Logger | undefined
  /** The render worker's compiled module, when it is not the engine's. */
  readonly workerFile?: URL | undefined
}

export interface RunningServer {
  /** Where it can be reached, without a slash at its end. */
  readonly url: string
  readonly store: Store
  /** Stops taking requests, lets those that have begun finish, and resolves when everything has ended. */
  close(): Promise<void>
}

/** Idle connections stay open longer than those of usual load balancers, which would else meet closed ones. */
const KEEP_ALIVE_MS = 65_000

/** How long requests that have begun may go on when the service stops. */
const CLOSE_GRACE_MS = 30_000

/**
 * Opens the store, starts the render workers and listens.
 *
 * @throws ConfigError when the port cannot be had
 */
export async function startServer(config: ServerConfig, parts: ServerParts = {}): Promise<RunningServer> {
  const log = parts.log ?? createLog(config.logLevel)
  const closing = new AbortController()
  const store = await openStore(config)
  const pool = new RenderPool({
    workers: config.workers,
    workerFile: parts.workerFile,
    onWorkerError: (error) => log.error({ err: error }, 'a render worker failed while idle'),
  })
  const keyUsage = new KeyUsage(store, log)
  const slots = new KeySlots(store, (error) => log.warn({ err: error }, 'slots of API keys were not renewed'))
  const release = async () => {
    await pool.close()
    slots.close()
    await keyUsage.close()
    await store.close()
  }
  try {
    await pool.warm()
    const { syncTimeoutMs, trustedProxies } = config
    const app = createApp({ store, pool, slots, keyUsage, syncTimeoutMs, trustedProxies, closing: closing.signal, log })
    const handle = app.callback()
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handle)
    // The body reader says "continue" itself, when the headers have passed all checks.
    server.on('checkContinue', handle)
    // Other expectations may be ignored (RFC 9110 §10.1.1).
    server.on('checkExpectation', handle)
    server.on('clientError', answerMalformed)
    const url = await listen(server, config)
    log.info({ url, workers: config.workers, data_dir: config.dataDir }, 'listening')
    return {
      url: config.publicUrl ?? url,
      store,
      async close() {
        if (closing.signal.aborted) return
        closing.abort()
        await closeServer(server)
        await release()
        log.info('stopped')
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

function listen(server: Server, { host, port }: ServerConfig): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, host, port)))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT ${port} on ${host} is in use by another program`)
    case 'EACCES':
      return new ConfigError(`PORT ${port} on ${host} may not be used by this user`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST ${host} is not an address of this machine`)
    default:
      return error
  }
}

/** Ends idle connections at once and the others with their answer, at the latest after the grace. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const impatience = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearTimeout(impatience)
}
