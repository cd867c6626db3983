import { ConfigError, type ServerConfig, storageSettings } from './config.js'
import { DocumentLinks } from './jobs/document-links.js'
import { JobRunner } from './jobs/job-runner.js'
import { Membership } from './jobs/membership.js'
import { QueueGauge } from './jobs/queue-gauge.js'
import { type RenderJobServices, runRenderJob } from './jobs/render-job.js'
import { RequestLog } from './jobs/request-log.js'
import { UnsavedDocuments } from './jobs/unsaved-documents.js'
import { KeySlots } from './limits/key-slots.js'
import { describeMemoryFault, machineMemoryMb } from './machine-memory.js'
import { type MetricsListener, startMetrics } from './metrics-listener.js'
import { createLog, type Logger } from './observability/log.js'
import type { MeasuredDeliveries, MeasuredQueue } from './observability/measured-values.js'
import { Metrics } from './observability/metrics.js'
import { RenderPool } from './render/render-pool.js'
import { startDeliveryNet } from './schedule/deliveries.js'
import { type Recount, startRecount } from './schedule/recount.js'
import { startRetention } from './schedule/retention.js'
import { findSecrets } from './secret.js'
import { freeBytes } from './storage/disk-space.js'
import { GuardedObjects } from './storage/objects/guarded-objects.js'
import { ObjectsUnavailable } from './storage/objects/objects-unavailable.js'
import { openObjects } from './storage/objects/open-objects.js'
import { findLeftLog, openStore, withVariable } from './storage/open-store.js'
import { isStoreAway, type Store, StoreError } from './storage/store.js'
import { DeliveryLoop } from './webhooks/delivery-loop.js'
import { makeAttempt } from './webhooks/make-attempt.js'
import { resolveHost } from './webhooks/resolve-host.js'
import { Sealer } from './webhooks/sealer.js'

/** Parts that a caller may bring along. */
export interface ServerParts {
  readonly log?: Logger | undefined
  /** The render worker's compiled module, when it is not the engine's. */
  readonly workerFile?: URL | undefined
}

/** The parts that every process of the service has, whether or not it listens. */
interface ServiceCore {
  readonly store: Store
  readonly pool: RenderPool
  readonly slots: KeySlots
  readonly membership: Membership
  readonly objects: GuardedObjects
  readonly sealer: Sealer
  readonly links: DocumentLinks
  readonly gauge: QueueGauge
  readonly metrics: Metrics
  readonly requestLog: RequestLog
  readonly log: Logger
  /** Resolves when the store has failed for good, and that is in the log. */
  readonly failed: Promise<Error>
  /** From now on jobs and deliveries are taken. `baseUrl` is where links point to. */
  work(baseUrl: string): void
  /** Lets what has begun finish for a while and gives the others back. */
  stopWork(): Promise<void>
  /** Ends everything but the store; jobs are given back. */
  close(): Promise<void>
  /** Comes last. Says so when a copy of the database's file alone would not be all of its data. */
  closeStore(): Promise<void>
}

/** How long work that has begun may continue when the process stops. With what follows it stays below 20 s. */
const CLOSE_GRACE_MS = 17_000

/** Drained or not, all of it stays below 30 s. */
const DRAINED_WITHIN_MS = 27_000

/** How long work that has begun may continue once requests are served no more. */
export function closeGraceMs({ drainMs = 0 }: Pick<ServerConfig, 'drainMs'>): number {
  return Math.min(CLOSE_GRACE_MS, DRAINED_WITHIN_MS - drainMs)
}

/** The time after the signal to stop by which a process has ended. */
export function closedWithinMs({ drainMs = 0 }: Pick<ServerConfig, 'drainMs'>): number {
  return drainMs + closeGraceMs({ drainMs }) + AFTER_GRACE_MS
}

/** For what is saved at the end. */
const AFTER_GRACE_MS = 2_500

/** The time a job may take beyond its rendering: to wait for a worker and to save. */
const JOB_GRACE_MS = 300_000

/** Opens the store and starts the render workers. @throws StoreError, ConfigError, and what a worker throws that cannot start */
export async function openServiceCore(config: ServerConfig, parts: ServerParts): Promise<ServiceCore> {
  const log = parts.log ?? createLog(config.logLevel, isStoreAway)
  const memoryFault = describeMemoryFault(config.documentMemoryMb, machineMemoryMb())
  if (memoryFault !== undefined) log.warn({ setting: 'PLATEN_DOCUMENT_MEMORY_MB' }, memoryFault)
  const store = await openStore(config)
  try {
    return await buildCore(config, parts, store, log)
  } catch (error) {
    await store.close()
    throw withVariable(error, config)
  }
}

async function buildCore(config: ServerConfig, given: ServerParts, store: Store, log: Logger): Promise<ServiceCore> {
  const { asyncTimeoutMs } = config
  const folder = dataFolder(config)
  const secrets = await findSecrets(config)
  const membership = await Membership.join(store, log)
  const slots = new KeySlots(store, membership.id, (error) =>
    log.warn({ err: error }, 'slots of API keys were not renewed'),
  )
  const metrics = new Metrics()
  const pool = startPool(config, given, { log, metrics })
  const gauge = new QueueGauge(store, log, config.maxQueue)
  const requestLog = new RequestLog(store, log)
  const objects = new GuardedObjects(openObjects(config), {
    onAway: (error, retryInMs) =>
      log.warn({ reason: error.message, retry_in_ms: Math.round(retryInMs) }, 'documents cannot be stored'),
    onBack: (awayMs) => log.info({ away_ms: Math.round(awayMs) }, 'documents can be stored again'),
  })
  let baseUrl = ''
  const links = new DocumentLinks(secrets, { base: () => baseUrl, isPublic: config.publicUrl !== undefined })
  const retention = startRetention({ store, objects, log })
  let recount: Recount | undefined
  const sealer = new Sealer(secrets)
  let metricsListener: MetricsListener | undefined
  let runner: JobRunner | undefined
  let deliveries: Deliveries | undefined
  metrics.measure({
    waitingDocuments: () => gauge.waiting,
    readQueue: () => readQueue(store),
    isStorageUp: () => objects.isOpen,
    readFreeBytes: async () => (folder === undefined ? undefined : freeBytes(folder)),
    processes: () => [{ kind: 'service', pid: process.pid }, ...pool.processes],
    deliveries: () => deliveries?.state ?? { running: 0, lanes: 0, slowLanes: 0 },
  })
  const stopWork = async () => {
    const graceMs = closeGraceMs(config)
    await Promise.all([runner?.close(graceMs), deliveries?.close(graceMs)])
    runner = undefined
    deliveries = undefined
  }
  const close = async () => {
    await stopWork()
    await recount?.stop()
    // Before the workers end, so that what they leave unfinished is not taken for a crash.
    await membership.leave().catch((error: unknown) => log.warn({ err: error }, 'jobs were not given back'))
    await retention.stop()
    await pool.close()
    slots.close()
    objects.close()
    gauge.close()
    await requestLog.close()
    await metricsListener?.close()
  }
  const work = (url: string) => {
    baseUrl = url
    const unsaved = new UnsavedDocuments()
    const services = { store, pool, slots, objects, sealer, unsaved, links, metrics, requestLog, log, asyncTimeoutMs }
    runner = startJobs(services, membership, config)
    deliveries = startDeliveries({ store, membership, sealer, metrics, log }, config)
  }
  try {
    metricsListener = await startMetrics(config, { metrics, log })
    recount = await startRecount(store, log)
    // The first read starts what reads, so that nobody has to wait for that later.
    await Promise.all([
      pool.warm(),
      gauge.count(),
      store.reader.listOrganizations({ limit: 1 }),
      checkStorage(objects, config),
    ])
  } catch (error) {
    await close()
    throw error
  }
  const failed = store.failed.then((error) => {
    log.fatal({ err: error }, 'the store has failed')
    return error
  })
  const parts = { store, pool, slots, membership, objects, sealer, links, gauge, metrics, requestLog, log }
  const closeStore = async () => {
    await store.close()
    const file = await findLeftLog(config)
    if (file !== undefined)
      log.warn({ file }, 'the database has what was written last in a second file, which belongs to it')
  }
  return { ...parts, failed, work, stopWork, close, closeStore }
}

/**
 * A storage that is away for a moment may come back; one that refuses us does so until its settings are others.
 *
 * @throws ConfigError when it refuses
 */
async function checkStorage(objects: GuardedObjects, { s3 }: ServerConfig): Promise<void> {
  try {
    await objects.probe()
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error
    if (error.isRefusal) throw new ConfigError(`${storageSettings(s3)}: ${error.message}`)
  }
}

function startPool(
  { workers, webhooks, documentMemoryMb, timeZone }: ServerConfig,
  { workerFile }: ServerParts,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): RenderPool {
  return new RenderPool({
    workers,
    webhooks,
    workerFile,
    documentMemoryMb,
    timeZone,
    onProblem: ({ kind, message, error, reason, organizationId, requestId }) => {
      if (kind !== 'other') metrics.processReplaced(kind)
      log.error({ err: error, reason, organization_id: organizationId, request_id: requestId }, message)
    },
    onReplaced: ({ kind, reason, organizationId, requestId }) => {
      metrics.processReplaced(kind)
      log.warn({ reason, organization_id: organizationId, request_id: requestId }, 'a process was replaced')
    },
  })
}

/** Renders queued documents from now on. */
function startJobs(
  services: RenderJobServices & { readonly objects: GuardedObjects },
  membership: Membership,
  { workers, asyncTimeoutMs }: ServerConfig,
): JobRunner {
  const { store, log } = services
  return new JobRunner({
    store,
    membership,
    queue: 'render',
    // An organization has half of them: one more than can be rendered, so that the next is there when one is done.
    places: 2 * (workers + 1),
    deadlineMs: asyncTimeoutMs + JOB_GRACE_MS,
    log,
    // What cannot be kept need not be made.
    gate: services.objects,
    run: (job, leave) => runRenderJob(job, services, leave),
  })
}

/** Organizations that are named with the number of their waiting documents. */
const NAMED_ORGANIZATIONS = 20

/** The queue for whoever watches, who is to hear that the database is away. */
async function readQueue(store: Store): Promise<MeasuredQueue | undefined> {
  try {
    return await store.reader.readQueueState(NAMED_ORGANIZATIONS)
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

/** The folder that grows with what is kept, if there is one. */
export function dataFolder({ databaseUrl, s3, dataDir }: ServerConfig): string | undefined {
  return databaseUrl === undefined || s3 === undefined ? dataDir : undefined
}

interface Deliveries {
  readonly state: MeasuredDeliveries
  close(graceMs: number): Promise<void>
}

/** Sends events from now on. */
function startDeliveries(
  { store, membership, sealer, metrics, log }: Pick<ServiceCore, 'store' | 'membership' | 'sealer' | 'metrics' | 'log'>,
  { webhooks }: ServerConfig,
): Deliveries {
  const loop = new DeliveryLoop({
    store,
    metrics,
    log,
    processId: () => membership.id,
    attempt: (delivery, stopping) =>
      makeAttempt(delivery, {
        sealer,
        route: { resolve: resolveHost, policy: webhooks, stopping },
        random: Math.random,
        now: Date.now,
      }),
  })
  const net = startDeliveryNet(loop, store, log)
  return {
    get state() {
      return loop.state
    },
    async close(graceMs) {
      await net.stop()
      await loop.close(graceMs)
    },
  }
}
