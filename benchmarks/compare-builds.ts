/**
 * Measures this build beside another one: both run at the same time, each with its own data, and take turns with the same
 * template and data. A turn has synchronous documents, asynchronous ones until all are made, and acknowledgements at a fixed
 * rate. What a document costs is the processor time of the service and its processes, which other programs change less than
 * durations; that of a database server is not in it. Prints ratios of this build to the other one, and writes
 * `out/compare-builds.json`. Linux only.
 *
 *     npm run build && node dist/benchmarks/compare-builds.js FOLDER
 *     … --turns 8 --documents 500 --per-second 500 --seconds 4 --warm-up 2000      # as it is without them
 *
 * The folder is a checkout that was built. SQLite is measured, and PostgreSQL if TEST_DATABASE_URL names a server, in a
 * database of its own for each build.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { HttpLoad } from './http-load.js'
import { TEMPLATES_FOLDER } from './load-template.js'
import { MachineLoad, processorMs } from './machine-load.js'
import { quantile } from './measure.js'
import { PLATEN, type ServiceProcess, startService } from './service-process.js'
import { describe, percent, round, spread } from './spread.js'
import { varyData } from './vary-data.js'

const OUT = new URL('../../out/', import.meta.url)
const TEMPLATE = join(TEMPLATES_FOLDER, 'invoice')
const ENDPOINT = 'compared'
const BODIES = 500

/** A key may have ten synchronous requests under way. */
const CLIENTS = 8

/** The service has written its last log line and row by then. */
const SETTLED_MS = 500

interface Plan {
  /** Documents that each makes in both ways before it is measured: V8 keeps compiling for about two thousand. */
  readonly warmUp: number
  readonly turns: number
  readonly documents: number
  readonly perSecond: number
  readonly seconds: number
}

/** The measurements of one build in one turn. */
interface Turn {
  /** Processor time of a document, in ms. */
  readonly sync: number
  readonly async: number
  /** Times until documents were acknowledged, in ms. */
  readonly acknowledgements: readonly number[]
  /** The share of the machine's processor time that other programs took, from 0 to 1. */
  readonly others: number | undefined
}

/** A build of the service while it runs. */
class Build {
  readonly turns: Turn[] = []
  readonly #service: ServiceProcess
  readonly #sync: HttpLoad
  readonly #async: HttpLoad
  readonly #removeDatabase: () => Promise<void>

  private constructor(
    readonly name: string,
    service: ServiceProcess,
    removeDatabase: () => Promise<void>,
  ) {
    this.#service = service
    this.#removeDatabase = removeDatabase
    const url = `${service.url}/api/v1/${service.slug}/templates/${ENDPOINT}/documents`
    const headers = { authorization: `Bearer ${service.key}` }
    this.#sync = new HttpLoad({ url, headers, bodies, expectedStatus: 200 }, CLIENTS)
    this.#async = new HttpLoad(
      { url, headers: { ...headers, prefer: 'respond-async' }, bodies, expectedStatus: 202 },
      64,
    )
  }

  /** @param server the address of a PostgreSQL server; SQLite when absent */
  static async start(name: string, program: string, server: string | undefined): Promise<Build> {
    const database = server === undefined ? undefined : await createDatabase(server, name)
    const settings: Record<string, string> = {
      PLATEN_SECRET: 'only for what is measured here, by nobody else',
      ...(database && { DATABASE_URL: database.url }),
    }
    const workers = Math.max(1, availableParallelism() - 1)
    const service = await startService(workers, settings, undefined, program)
    const env = { ...process.env, ...settings, PLATEN_DATA_DIR: service.dataDir }
    const push = ['template', 'push', TEMPLATE, '--org', service.slug, '--path', ENDPOINT]
    execFileSync(process.execPath, [program, ...push], { env })
    return new Build(name, service, async () => database?.remove())
  }

  async warmUp(documents: number): Promise<void> {
    await this.#sync.sendMany(CLIENTS, documents)
    await this.#make(documents)
  }

  async takeTurn({ documents, perSecond, seconds }: Plan): Promise<void> {
    const machine = new MachineLoad([this.#service.pid])
    const sync = await this.#costOf(() => this.#sync.sendMany(CLIENTS, documents))
    const async = await this.#costOf(() => this.#make(documents))
    const made = this.#countDocuments()
    const acknowledgements = await this.#async.openLoop(perSecond, seconds)
    const others = machine.next()?.others
    await this.#made(made + acknowledgements.length)
    this.turns.push({ sync: sync / documents, async: async / documents, acknowledgements, others })
  }

  async stop(): Promise<void> {
    this.#sync.close()
    this.#async.close()
    await this.#service.stop()
    await this.#removeDatabase()
  }

  async #costOf(action: () => Promise<void>): Promise<number> {
    const before = processorMs([this.#service.pid])
    await action()
    return processorMs([this.#service.pid]) - before
  }

  async #make(documents: number): Promise<void> {
    const before = this.#countDocuments()
    await this.#async.sendMany(CLIENTS, documents)
    await this.#made(before + documents)
  }

  /** Looks at the files of documents, which costs the service nothing. */
  async #made(documents: number): Promise<void> {
    while (this.#countDocuments() < documents) await delay(50)
    await delay(SETTLED_MS)
  }

  #countDocuments(): number {
    const files = readdirSync(this.#service.dataDir, { recursive: true, encoding: 'utf8' })
    return files.filter((file) => file.endsWith('.pdf')).length
  }
}

interface OwnDatabase {
  readonly url: string
  remove(): Promise<void>
}

async function createDatabase(server: string, name: string): Promise<OwnDatabase> {
  const database = `platen_compare_${name}_${process.pid}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${database} encoding 'UTF8' template template0`)
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href
  return { url, remove: () => administer(`drop database ${database} with (force)`) }
}

/** The value of a half, with those of a fourth and of three fourths. */
function quartiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (fraction: number) => Math.round(quantile(sorted, fraction) * 1000) / 1000
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`
}

/** The median of the shares that the system reports. */
function median(shares: readonly (number | undefined)[]): number {
  const known = shares.flatMap((share) => share ?? [])
  return quantile(
    known.sort((a, b) => a - b),
    0.5,
  )
}

/** How this build's turns compare to those of the other one just before or behind. */
function compare(own: Build, other: Build) {
  const ratios = (value: (turn: Turn) => number) =>
    own.turns.flatMap((turn, index) => {
      const beside = other.turns[index]
      return beside ? [value(turn) / value(beside)] : []
    })
  return {
    sync: quartiles(ratios(({ sync }) => sync)),
    async: quartiles(ratios(({ async }) => async)),
    'p99 of acknowledgements': quartiles(ratios(({ acknowledgements }) => spread(acknowledgements).p99)),
  }
}

async function measure(folder: string, server: string | undefined, plan: Plan) {
  const builds: Build[] = []
  try {
    const other = await Build.start('other', join(folder, 'dist/bundle/main.js'), server)
    builds.push(other)
    const own = await Build.start('own', PLATEN, server)
    builds.push(own)
    for (const build of builds) await build.warmUp(plan.warmUp)
    for (let turn = 0; turn < plan.turns; turn++) {
      // Each is the first one as often as the other.
      for (const build of turn % 2 === 0 ? [other, own] : [own, other]) await build.takeTurn(plan)
    }
    const results = builds.map(({ name, turns }) => ({
      name,
      syncMs: turns.map(({ sync }) => round(sync)),
      asyncMs: turns.map(({ async }) => round(async)),
      acknowledgementMs: spread(turns.flatMap(({ acknowledgements }) => acknowledgements)),
      others: turns.map(({ others }) => others),
    }))
    console.log(`\n${server === undefined ? 'SQLite' : 'PostgreSQL'}, ${plan.turns} turns`)
    console.table(
      results.map(({ name, syncMs, asyncMs, others }) => ({
        build: name,
        'sync, ms of processor': quartiles(syncMs),
        'async, ms of processor': quartiles(asyncMs),
        'other programs': percent(median(others)),
      })),
    )
    for (const { name, acknowledgementMs } of results) {
      console.log(`${name}: acknowledged at ${plan.perSecond} a second in ${describe(acknowledgementMs)}`)
    }
    const ratios = compare(own, other)
    console.log('own to other, of turns side by side:', ratios)
    return { results, ratios }
  } finally {
    for (const build of builds) await build.stop()
  }
}

const sample = JSON.parse(readFileSync(join(TEMPLATE, 'sample.json'), 'utf8'))
const bodies = Array.from({ length: BODIES }, (_, seed) => Buffer.from(JSON.stringify(varyData(sample, seed))))

const { values, positionals } = parseArgs({
  options: {
    turns: { type: 'string', default: '8' },
    documents: { type: 'string', default: '500' },
    'per-second': { type: 'string', default: '500' },
    seconds: { type: 'string', default: '4' },
    'warm-up': { type: 'string', default: '2000' },
  },
  allowPositionals: true,
})
const folder = resolve(positionals[0] ?? '')
if (positionals.length !== 1 || !existsSync(join(folder, 'dist/bundle/main.js'))) {
  console.error('name the folder of a build to compare with: one that has dist/bundle/main.js')
  process.exit(2)
}
// The services end with this process, which would else end without a word to them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const plan = {
  warmUp: Number(values['warm-up']),
  turns: Number(values.turns),
  documents: Number(values.documents),
  perSecond: Number(values['per-second']),
  seconds: Number(values.seconds),
}
const sqlite = await measure(folder, undefined, plan)
const server = process.env.TEST_DATABASE_URL
const postgres = server === undefined ? undefined : await measure(folder, server, plan)
mkdirSync(OUT, { recursive: true })
const file = new URL('compare-builds.json', OUT)
writeFileSync(file, `${JSON.stringify({ node: process.version, folder, plan, sqlite, postgres }, undefined, 2)}\n`)
console.log(`written to ${fileURLToPath(file)}`)
