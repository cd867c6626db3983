import { setMaxListeners } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from './app.js'
import type { ServerConfig } from './config.js'
import { PasswordQueue } from './dashboard/access/password-queue.js'
import { SignOn } from './dashboard/access/sign-on.js'
import { Assets } from './dashboard/assets.js'
import { LivePages } from './dashboard/live-pages.js'
import type { Deployment } from './dashboard/services.js'
import { Presence } from './dashboard/studio/presence.js'
import { answerConnect, answerMalformed } from './http/answer-malformed.js'
import { KeyUsage } from './http/key-usage.js'
import { withLingeringClose } from './http/linger.js'
import { describeUnreachable } from './http/public-address.js'
import { loadBodyReader, MAX_BODY_BYTES } from './http/read-body.js'
import { FinishedRequests } from './jobs/finished-requests.js'
import { Readiness } from './jobs/readiness.js'
import { HeldRequests } from './limits/held-requests.js'
import { Refunds } from './limits/refunds.js'
import { RequestRates } from './limits/request-rates.js'
import { listen } from './listen.js'
import type { Logger } from './observability/log.js'
import { packageVersion } from './observability/package-version.js'
import { PagePool } from './render/page-pool.js'
import { PreviewPool } from './render/preview-pool.js'
import { closedWithinMs, closeGraceMs, dataFolder, openServiceCore, type ServerParts } from './service-core.js'
import type { Store } from './storage/store.js'

export { ConfigError, readConfig, type ServerConfig } from './config.js'
export type { ServerParts } from './service-core.js'

export interface RunningServer {
  /** Where it can be reached, without a slash at its end. */
  readonly url: string
  readonly store: Store
  /** Resolves when the server has lost its data for good. It has said so in its log; there is nothing left to close. */
  readonly failed: Promise<Error>
  /** `close` is done by then, in ms. */
  readonly closedWithinMs: number
  /** Stops taking requests, lets those that have begun finish, and resolves when everything has ended. */
  close(): Promise<void>
}

/** Idle connections stay open longer than those of usual load balancers, which would else meet closed ones. */
const KEEP_ALIVE_MS = 65_000

/** A client that sends its headers for longer is not sending a request. */
const HEADERS_TIMEOUT_MS = 20_000

/** Enough for 1 MB over a bad connection; a slower body would hold one of its key's places for nothing. */
const REQUEST_TIMEOUT_MS = 60_000

/**
 * Opens the store, starts the render workers and listens.
 *
 * @throws ConfigError when the port cannot be had
 */
export async function startServer(config: ServerConfig, parts: ServerParts = {}): Promise<RunningServer> {
  // While the processes that render are starting, which takes longer. The first body waits for it, and hears if it fails.
  void loadBodyReader().catch(() => undefined)
  const core = await openServiceCore(config, parts)
  const { store, log, membership } = core
  const draining = new AbortController()
  const closing = new AbortController()
  const givingUp = new AbortController()
  // One for each answer that waits for its document.
  setMaxListeners(0, closing.signal)
  const keyUsage = new KeyUsage(store, log)
  const refunds = new Refunds(store, log)
  const previews = new PreviewPool({
    documents: core.pool.documents,
    timeZone: config.timeZone,
    onProblem: ({ message, error, reason }) => log.warn({ err: error, reason }, `preview: ${message}`),
  })
  const pages = new PagePool({
    documents: core.pool.documents,
    onProblem: ({ message, error, reason, organizationId, requestId }) =>
      log.warn(
        { err: error, reason, organization_id: organizationId, request_id: requestId },
        `page image: ${message}`,
      ),
  })
  const release = async () => {
    await pages.close()
    await previews.close()
    await core.close()
    await keyUsage.close()
    await refunds.close()
    await core.closeStore()
  }
  let url = config.publicUrl ?? ''
  try {
    const { syncTimeoutMs, trustedProxies } = config
    const app = createApp({
      ...core,
      readiness: new Readiness({
        ...core,
        folder: dataFolder(config),
        requestBytes: MAX_BODY_BYTES,
        draining: draining.signal,
      }),
      keyUsage,
      refunds,
      syncTimeoutMs,
      trustedProxies,
      publicUrl: config.publicUrl,
      showsMetrics: config.metrics === undefined,
      closing: closing.signal,
      givingUp: givingUp.signal,
      held: new HeldRequests(),
      rates: new RequestRates(config.requestsPerSecond ?? 0),
      finished: new FinishedRequests(store, log),
      webhookPolicy: config.webhooks,
      mcpOrigins: originsOf(config),
      gotenberg: config.gotenberg,
      passwords: new PasswordQueue(),
      presence: new Presence(),
      live: new LivePages({ closing: closing.signal }),
      signOn: config.signOn && new SignOn(config.signOn),
      assets: new Assets(),
      deployment: await describeDeployment(config),
      previews,
      pages,
      baseUrl: () => url,
      processId: () => membership.id,
    })
    const server = createHttpServer(withLingeringClose(app.callback()), log)
    const listening = await listen(server, config, { host: 'HOST', port: 'PORT' })
    url = config.publicUrl ?? listening
    log.info({ url: listening, workers: config.workers, data_dir: config.dataDir }, 'listening')
    if (config.publicUrl === undefined) warnOfAddress(listening, log)
    core.work(url)
    return {
      url,
      store,
      failed: core.failed,
      closedWithinMs: closedWithinMs(config),
      async close() {
        if (draining.signal.aborted) return
        draining.abort()
        await delay(config.drainMs ?? 0)
        closing.abort()
        const giveUp = () => {
          givingUp.abort()
          core.pool.abandon()
        }
        await Promise.all([closeServer(server, closeGraceMs(config), giveUp), core.stopWork()])
        await release()
        log.info('stopped')
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Links in events and invitations lead to where the service listens when nothing else is set. */
/** The origins of pages that assistants may run in: those of the settings, and the service's own. */
function originsOf({ mcpOrigins = [], publicUrl }: ServerConfig): readonly string[] {
  return publicUrl === undefined ? mcpOrigins : [...mcpOrigins, new URL(publicUrl).origin]
}

function warnOfAddress(listening: string, log: Logger): void {
  const why = describeUnreachable(new URL(listening).hostname)
  if (why === undefined) return
  log.warn({ url: listening }, `PLATEN_PUBLIC_URL is not set: links in events lead to ${listening}, ${why}`)
}

async function describeDeployment({ workers, databaseUrl, s3 }: ServerConfig): Promise<Deployment> {
  return {
    version: packageVersion(),
    workers,
    database: databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
    documents: s3 === undefined ? 'files' : 'an S3 bucket',
  }
}

/** The HTTP server, which hands every kind of request to the application. */
function createHttpServer(handle: RequestListener, log: Logger): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // A request without it is answered like all others that are at fault.
      requireHostHeader: false,
    },
    handle,
  )
  // The body reader says "continue" itself, when the headers have passed all checks.
  server.on('checkContinue', handle)
  // Other expectations may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', handle)
  server.on('clientError', answerMalformed(log))
  server.on('connect', answerConnect(log))
  // Headers are limited in their size. Of more than a thousand, Node.js would else hide the last ones from us, and
  // only from us: a proxy in front may have decided by them.
  server.maxHeadersCount = 0
  return server
}

/** What is answered in the last moment has so long to get to its client. */
const ANSWER_MS = 1_500

/**
 * Ends idle connections at once and the others with their answer, which for what cannot be finished in time is that it
 * was given up.
 */
async function closeServer(server: Server, graceMs: number, giveUp: () => void): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const timers = [setTimeout(giveUp, graceMs - ANSWER_MS), setTimeout(() => server.closeAllConnections(), graceMs)]
  await closed
  for (const timer of timers) clearTimeout(timer)
}
