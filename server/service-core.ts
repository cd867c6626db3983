import { join } from 'node:path'
import type { ServerConfig } from './config.js'
import { DocumentLinks } from './jobs/document-links.js'
import { JobRunner } from './jobs/job-runner.js'
import { Membership } from './jobs/membership.js'
import { QueueGauge } from './jobs/queue-gauge.js'
import { runRenderJob } from './jobs/render-job.js'
import { KeySlots } from './limits/key-slots.js'
import { createLog, type Logger } from './observability/log.js'
import { Metrics } from './observability/metrics.js'
import { RenderPool } from './render/render-pool.js'
import { startRetention } from './schedule/retention.js'
import { findSecret } from './secret.js'
import { DiskObjects } from './storage/objects/disk-objects.js'
import type { ObjectStorage } from './storage/objects/object-storage.js'
import { S3Objects } from './storage/objects/s3-objects.js'
import { openStore } from './storage/open-store.js'
import type { Store } from './storage/store.js'

/** Parts that a caller may bring along. */
export interface ServerParts {
  readonly log?: Logger | undefined
  /** The render worker's compiled module, when it is not the engine's. */
  readonly workerFile?: URL | undefined
}

/** What every process of the service has, whether or not it listens. */
export interface ServiceCore {
  readonly store: Store
  readonly pool: RenderPool
  readonly slots: KeySlots
  readonly membership: Membership
  readonly objects: ObjectStorage
  readonly links: DocumentLinks
  readonly gauge: QueueGauge
  readonly metrics: Metrics
  readonly log: Logger
  /** From now on jobs are taken. `baseUrl` is where links point to. */
  work(baseUrl: string): void
  /** Lets jobs that have begun finish for a while and gives the others back. */
  stopWork(): Promise<void>
  /** Ends everything; jobs are given back. */
  close(): Promise<void>
}

/** How long work that has begun may go on when the process stops. With what follows it stays below 20 s. */
export const CLOSE_GRACE_MS = 13_000

/** What a job may take beyond its render time: waiting for a worker and saving. */
const JOB_GRACE_MS = 300_000

/** Opens the store and starts the render workers. @throws StoreError, and what a worker throws that cannot start */
export async function openServiceCore(config: ServerConfig, parts: ServerParts): Promise<ServiceCore> {
  const log = parts.log ?? createLog(config.logLevel)
  const store = await openStore(config)
  try {
    return await buildCore(config, parts, store, log)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function buildCore(config: ServerConfig, parts: ServerParts, store: Store, log: Logger): Promise<ServiceCore> {
  const { workers, asyncTimeoutMs, s3, dataDir } = config
  const secret = await findSecret(config)
  const membership = await Membership.join(store, log)
  const slots = new KeySlots(store, membership.id, (error) =>
    log.warn({ err: error }, 'slots of API keys were not renewed'),
  )
  const pool = new RenderPool({
    workers,
    workerFile: parts.workerFile,
    onWorkerError: (error) => log.error({ err: error }, 'a render worker failed while idle'),
  })
  const gauge = new QueueGauge(store, log, config.maxQueue)
  const metrics = new Metrics({ waitingDocuments: () => gauge.waiting })
  const objects = s3 ? new S3Objects(s3) : new DiskObjects(join(dataDir, 'objects'))
  let baseUrl = ''
  const links = new DocumentLinks(secret, () => baseUrl)
  const retention = startRetention({ store, objects, log })
  let runner: JobRunner | undefined
  const stopWork = async () => {
    await runner?.close(CLOSE_GRACE_MS)
    runner = undefined
  }
  const close = async () => {
    await stopWork()
    await retention.stop()
    // Before the workers end, so that what they leave unfinished is not taken for a crash.
    await membership.leave().catch((error: unknown) => log.warn({ err: error }, 'jobs were not given back'))
    await pool.close()
    slots.close()
    gauge.close()
  }
  const work = (url: string) => {
    baseUrl = url
    const services = { store, pool, slots, objects, links, metrics, log, asyncTimeoutMs }
    runner = new JobRunner({
      store,
      membership,
      queue: 'render',
      // One more than can be rendered, so that the next is there when one is done.
      concurrency: workers + 1,
      deadlineMs: asyncTimeoutMs + JOB_GRACE_MS,
      log,
      run: (job) => runRenderJob(job, services),
    })
  }
  try {
    await Promise.all([pool.warm(), gauge.count()])
  } catch (error) {
    await close()
    throw error
  }
  return { store, pool, slots, membership, objects, links, gauge, metrics, log, work, stopWork, close }
}
