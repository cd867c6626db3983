import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerConfig } from './config.js'

/** The file of the data directory that holds the secret when no setting gives one. */
const SECRET_FILE = 'secret'

const SECRET_BYTES = 32

/**
 * The secret that signs links: from the settings, else from the data directory, where it is created when missing,
 * readable by its owner only. Of several processes that start at once all get the same.
 */
export async function findSecret({ secret, dataDir }: Pick<ServerConfig, 'secret' | 'dataDir'>): Promise<string> {
  if (secret !== undefined) return secret
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, SECRET_FILE)
  return (await readIfThere(path)) ?? (await create(path))
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
