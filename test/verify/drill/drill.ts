/**
 * A drill: two servers and a worker over PostgreSQL and a bucket, with clients of 20 organizations and receivers of webhooks,
 * of whom some fail or hang. While clients go on, processes are killed, stopped and held still, the database crashes, the
 * bucket refuses, the disk is full; in the middle all are restarted in turn. Then everything is well again, and must be as if
 * nothing had happened: what was acknowledged is there, once, and so are its webhooks.
 *
 *     node dist/test/verify/drill/drill.js [--minutes 20] [--seed 1]
 *
 * Prints what happened and a table of what was checked. Ends with 1 if something is at fault, and with 2 where there is no
 * PostgreSQL or no disk may be mounted: it then does without, on SQLite and with documents beside it, and says so.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../../benchmarks/random.js'
import { openStore } from '../../../server/storage/open-store.js'
import { makeFolder } from '../../server/folder.js'
import type { Settings } from '../../server/service-process.js'
import { mountDisk } from '../../server/small-disk.js'
import { startFailingBucket } from '../../server/storage/failing-bucket.js'
import { EXIT } from '../step.js'
import {
  type Aftermath,
  checkCounts,
  checkDocuments,
  checkDownloads,
  checkEvents,
  type Finding,
  waitForDeliveries,
  waitForDocuments,
} from './checks.js'
import { Cleanup } from './cleanup.js'
import { Clients } from './clients.js'
import { goWrong, processFaults, restartInTurn, surroundingFaults, type World } from './faults.js'
import { Ledger } from './ledger.js'
import { summarize } from './log-summary.js'
import { MemoryWatch } from './memory.js'
import { OwnPostgres } from './own-postgres.js'
import { startReceivers } from './receivers.js'
import { printReport } from './report.js'
import { ServiceNode } from './service-node.js'
import { makeTenants } from './tenants.js'

const MINUTE_MS = 60_000

/** Of the disk that is filled. */
const DISK_MB = 1_024

/** The mean pause between two things that go wrong, in ms. Two go wrong at the same time: one within, one around. */
const PAUSE_MS = 4_000

/** How long all may take to be well again, in ms. */
const PATIENCE_MS = 5 * MINUTE_MS

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 20)
const seed = Number(values.seed ?? 1)

const cleanup = new Cleanup()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.run().then(() => process.exit(EXIT.fault)))
}
try {
  process.exitCode = await drill()
} finally {
  await cleanup.run()
}

async function drill(): Promise<number> {
  const random = createRandom(seed)
  const disk = mountDisk(cleanup, DISK_MB)
  const postgres = await OwnPostgres.start(cleanup, disk)
  const missing = [
    ...(disk === undefined ? ['this user may mount no disk: none was full'] : []),
    ...(postgres === undefined ? ['PostgreSQL is not installed: all was done on SQLite'] : []),
  ]
  for (const text of missing) console.log(`!!! ${text}`)
  const bucket = await startFailingBucket(cleanup)
  const receivers = await startReceivers(cleanup)
  const secret = randomBytes(24).toString('base64url')
  const location = { dataDir: disk === undefined ? makeFolder(cleanup) : `${disk}/data`, databaseUrl: postgres?.url }
  const settings: Settings = {
    TEST_ENGINE: '1',
    PLATEN_DATA_DIR: location.dataDir,
    DATABASE_URL: postgres?.url,
    PLATEN_SECRET: secret,
    PLATEN_ALLOW_PRIVATE_WEBHOOKS: '1',
    PLATEN_S3_ENDPOINT: bucket.endpoint,
    PLATEN_S3_BUCKET: bucket.bucket,
    PLATEN_S3_REGION: bucket.region,
    PLATEN_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    PLATEN_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const store = await openStore(location)
  cleanup.teardown(() => store.close())
  const tenants = await makeTenants(store, secret, receivers)
  const servers = [new ServiceNode('one', 'server', settings), new ServiceNode('two', 'server', settings)]
  const nodes = [
    ...servers,
    new ServiceNode('worker', 'worker', { ...settings, PLATEN_PUBLIC_URL: 'http://drill.example.com' }),
  ]
  await Promise.all(nodes.map((node) => node.start()))

  const ledger = new Ledger()
  const memory = new MemoryWatch(nodes)
  const clients = new Clients({ servers, tenants, ledger, random })
  const world: World = { nodes, bucket, receivers, postgres, disk }
  const happened = await disturb(world, random)
  receivers.doHang = false
  const aftermath: Aftermath = { store, tenants, ledger, receivers }
  await clients.stop(PATIENCE_MS)
  memory.stop()
  const finished = await waitForDocuments(aftermath, PATIENCE_MS)
  await waitForDeliveries(aftermath, PATIENCE_MS)
  const findings: Finding[] = [
    ...checkDocuments(aftermath, finished),
    await checkDownloads(aftermath, finished, servers[0]?.url ?? ''),
    ...(await checkEvents(aftermath)),
    await checkCounts(aftermath, finished),
  ]
  await Promise.all(nodes.map((node) => node.stop()))
  const left = await store.listProcesses()
  const log = summarize(nodes.flatMap(({ lines }) => lines))
  const growths = memory.growths()
  findings.push(
    { check: 'every 5xx says when to come again', faults: ledger.withoutRetryAfter, detail: statusesOf(ledger) },
    { check: 'answers are right', faults: ledger.wrong, detail: `${ledger.latencies.length} that succeeded` },
    {
      check: 'nodes stop in order, and leave nothing',
      faults: [...nodes.flatMap(({ faults }) => faults), ...left.map(({ id }) => `${id} is still registered`)],
      detail: nodes
        .map(({ name, starts, failedStarts }) => `${name}: ${starts} starts, ${failedStarts} in vain`)
        .join('; '),
    },
    {
      check: 'memory is flat',
      faults: growths
        .filter(({ isFlat }) => !isFlat)
        .map(({ node, before, after }) => `${node}: ${before} MB, then ${after} MB`),
      detail: growths
        .map(({ node, lifeMinutes, before, after }) => `${node}: ${before} to ${after} MB in ${lifeMinutes} min`)
        .join('; '),
    },
    { check: 'logs have no traces of the stack', faults: log.unexpected, detail: `${log.total} lines` },
  )
  printReport({ seed, minutes, missing, happened, ledger, findings, log })
  if (findings.some(({ faults }) => faults.length > 0)) return EXIT.fault
  return missing.length > 0 ? EXIT.missing : EXIT.right
}

/** Lets things go wrong for the time of the drill. @returns how often each did */
async function disturb(world: World, random: () => number): Promise<ReadonlyMap<string, number>> {
  const happened = new Map<string, number>()
  const begun = performance.now()
  const isAfter = (share: number) => performance.now() - begun > minutes * MINUTE_MS * share
  const onFault = (name: string) => {
    happened.set(name, (happened.get(name) ?? 0) + 1)
    console.log(`${((performance.now() - begun) / MINUTE_MS).toFixed(1)} min: ${name}`)
  }
  // In the second half one server lives on, whatever happens to it: its memory is watched.
  const mortal = () => (isAfter(0.5) ? world.nodes.filter(({ name }) => name !== 'two') : world.nodes)
  const wrong = (faults: ReturnType<typeof processFaults>, isOver: () => boolean) =>
    goWrong(faults, random, { pauseMs: PAUSE_MS, isOver, onFault })
  const within = processFaults(world, mortal)
  const around = wrong(surroundingFaults(world), () => isAfter(1))
  await wrong(within, () => isAfter(0.5))
  onFault('a restart of all nodes in turn')
  await restartInTurn(world)
  await wrong(within, () => isAfter(1))
  await around
  // Whatever was to be started again has been by then.
  await delay(1_000)
  return happened
}

function statusesOf({ statuses, unanswered }: Ledger): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  const reasons = [...unanswered].map(([reason, count]) => `${count} × ${reason}`)
  return `${counts.join(', ')}; no answer: ${reasons.join(', ')}`
}
