import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ConfigError, type ServerConfig, storageSettings } from '../config.js'
import { describeUnreachable } from '../http/public-address.js'
import { describeMemoryFault, machineMemoryMb } from '../machine-memory.js'
import { describeFullDisk, freeBytes } from '../storage/disk-space.js'
import { ObjectsUnavailable } from '../storage/objects/objects-unavailable.js'
import { openObjects } from '../storage/objects/open-objects.js'
import { openStore } from '../storage/open-store.js'
import { StoreError } from '../storage/store.js'

/** What was found about one part of the service. */
export interface Finding {
  readonly part: string
  /** `error`: the service does not start, or does not do its work. `warning`: it does, and something may go wrong. */
  readonly state: 'ok' | 'warning' | 'error'
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

type Check = (config: ServerConfig) => Promise<Finding> | Finding

/** The checks of the service, in the order in which one thing needs the other. */
export const CHECKS: readonly Check[] = [
  checkNode,
  checkMemory,
  checkFolder,
  checkDatabase,
  checkStorage,
  checkAddress,
  checkLimits,
]

const OLDEST_NODE = [20, 19] as const

function checkNode(): Finding {
  const part = 'Node.js'
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
  if (!isOld) return { part, state: 'ok', message: process.version }
  return { part, state: 'error', message: process.version, advice: `install ${OLDEST_NODE.join('.')} or newer` }
}

function checkMemory({ documentMemoryMb, workers }: ServerConfig): Finding {
  const part = 'memory'
  const machineMb = machineMemoryMb()
  const message = `${machineMb.toLocaleString('en-US')} MB; one document may need ${documentMemoryMb.toLocaleString('en-US')}, and ${workers + 1} are rendered at a time`
  const fault = describeMemoryFault(documentMemoryMb, machineMb)
  if (fault === undefined) return { part, state: 'ok', message }
  return { part, state: 'warning', message: fault, advice: 'set PLATEN_DOCUMENT_MEMORY_MB to less, or give it more' }
}

async function checkFolder({ dataDir }: ServerConfig): Promise<Finding> {
  const part = 'disk'
  const full = await describeFullDisk(dataDir, 0)
  if (full !== undefined) return { part, state: 'error', message: full, advice: 'make room, or move PLATEN_DATA_DIR' }
  const free = Math.floor((await freeBytes(dataDir)) / 1_048_576).toLocaleString('en-US')
  return { part, state: 'ok', message: `${free} MB are free where ${dataDir} is` }
}

/**
 * Does something where the data are. Where there are none yet it is done beside, so that an empty folder stays as empty as
 * it was.
 */
async function inPlace<T>(config: ServerConfig, action: (config: ServerConfig) => Promise<T>): Promise<T> {
  const isNeeded = config.databaseUrl === undefined || config.s3 === undefined
  if (!isNeeded || existsSync(join(config.dataDir, 'platen.db'))) return action(config)
  let parent = config.dataDir
  while (!existsSync(parent)) parent = dirname(parent)
  const dataDir = await mkdtemp(join(parent, 'platen-doctor-'))
  try {
    return await action({ ...config, dataDir })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A write and a read, and the clock. */
async function checkDatabase(config: ServerConfig): Promise<Finding> {
  const part = 'database'
  const name = config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : 'PostgreSQL'
  try {
    return await inPlace(config, (place) => useDatabase(place, name))
  } catch (error) {
    if (!(error instanceof StoreError)) return cannotWrite(part, error)
    const advice =
      error.code === 'newer'
        ? 'start that version, or restore a backup'
        : config.databaseUrl === undefined
          ? 'PLATEN_DATA_DIR must be a folder on a local disk that this user may write to'
          : 'see whether the server of DATABASE_URL runs, can be reached from here and lets this user in'
    return { part, state: 'error', message: error.message, advice }
  }
}

/** A folder that may not be written to. @throws what is no error of the system */
function cannotWrite(part: string, error: unknown): Finding {
  if (!(error instanceof Error && 'syscall' in error)) throw error
  return { part, state: 'error', message: error.message, advice: 'let this user write to PLATEN_DATA_DIR' }
}

async function useDatabase(config: ServerConfig, name: string): Promise<Finding> {
  const store = await openStore(config)
  try {
    await store.holdLease('doctor', 'doctor', 1_000)
    await store.releaseLease('doctor', 'doctor')
    await store.reader.listOrganizations({ limit: 1 })
    const { at } = await store.catchUp(0)
    return judgeClock(name, at - Date.now())
  } finally {
    await store.close()
  }
}

/** Links and limits go by both clocks: they may differ by less than anybody notices. */
const CLOCK_TOLERANCE_MS = 5_000

function judgeClock(database: string, differenceMs: number): Finding {
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS) {
    return { part: 'database', state: 'ok', message: `${database} can be written and read, and its clock is right` }
  }
  return {
    part: 'database',
    state: 'warning',
    message: `the clock of ${database} differs from this machine's by ${Math.round(differenceMs / 1_000)} s`,
    advice: 'let both follow a time server (NTP): links to documents live by them',
  }
}

/** A write and a read. */
async function checkStorage(config: ServerConfig): Promise<Finding> {
  const part = 'documents'
  try {
    await inPlace(config, (place) => openObjects(place).probe())
    const place = config.s3 ? `the bucket ${config.s3.bucket}` : `files in ${config.dataDir}`
    return { part, state: 'ok', message: `${place} can be written, read and deleted` }
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) return cannotWrite(part, error)
    const advice = error.isRefusal
      ? `look at ${storageSettings(config.s3)}`
      : 'the service starts without it, and keeps documents back until it is there'
    return { part, state: error.isRefusal ? 'error' : 'warning', message: error.message, advice }
  }
}

function checkAddress({ publicUrl, host, trustedProxies }: ServerConfig): Finding {
  const part = 'public address'
  if (publicUrl !== undefined) return { part, state: 'ok', message: publicUrl }
  const why = describeUnreachable(host)
  const advice = 'set PLATEN_PUBLIC_URL to the address that clients use'
  if (trustedProxies > 0) {
    return { part, state: 'warning', message: 'not set, though a proxy stands before the service', advice }
  }
  if (why === undefined) return { part, state: 'ok', message: `http://${host}, where it listens` }
  return { part, state: 'warning', message: `not set: links in events lead to ${host}, ${why}`, advice }
}

function checkLimits({ syncTimeoutMs, asyncTimeoutMs, maxQueue, drainMs = 0 }: ServerConfig): Finding {
  const part = 'limits'
  const message = `a document has ${syncTimeoutMs / 1_000} s, later ${asyncTimeoutMs / 1_000} s; ${maxQueue.toLocaleString('en-US')} may wait; requests are served for ${drainMs / 1_000} s after the signal to stop`
  return { part, state: 'ok', message }
}

/** The finding about settings that cannot be read. */
export function configurationFault(error: ConfigError): Finding {
  return {
    part: 'configuration',
    state: 'error',
    message: error.message,
    advice: 'see the table of settings in server/docs/operations.md',
  }
}
