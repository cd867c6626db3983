import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError, MIN_SECRET_CHARACTERS, type ServerConfig } from './config.js'
import { describeFullDisk, isFullDisk } from './storage/disk-space.js'
import type { Secrets } from './webhooks/sealer.js'

/** The file of the data directory that holds the secret when no setting gives one. */
const SECRET_FILE = 'secret'

const SECRET_BYTES = 32

/**
 * The secrets that sign links and encrypt what must not be stored in the clear: from the settings, else from the data
 * directory, where one is created when missing, readable by its owner only. Of several processes that start at once all
 * get the same.
 *
 * @throws ConfigError when the one in the data directory is too short
 */
export async function findSecrets({
  secret,
  previousSecret,
  dataDir,
}: Pick<ServerConfig, 'secret' | 'previousSecret' | 'dataDir'>): Promise<Secrets> {
  const present = secret ?? (await findOwn(dataDir))
  return previousSecret === undefined ? [present] : [present, previousSecret]
}

async function findOwn(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, SECRET_FILE)
  const secret = (await readIfThere(path)) ?? (await createWhereRoom(path))
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret
  throw new ConfigError(`${path} must have at least ${MIN_SECRET_CHARACTERS} characters`)
}

/** @throws ConfigError when the disk is full */
async function createWhereRoom(path: string): Promise<string> {
  try {
    return await create(path)
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new ConfigError(`PLATEN_DATA_DIR: ${await describeFullDisk(dirname(path), 0, true)}`)
  }
}

/** Written completely under another name first: whoever finds the file finds all of it. */
async function create(path: string): Promise<string> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(SECRET_BYTES).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(temporary, path)
  } catch (error) {
    // Another process was faster: its secret is the secret.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
