import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeFullDisk, isFullDisk } from '../disk-space.js'
import { type ObjectReading, type ObjectStorage, PROBE, probeKey, type StoredObject } from './object-storage.js'
import { ObjectsUnavailable } from './objects-unavailable.js'

/** Ends the names of files that are being written. */
const TEMPORARY = '.tmp'

/** Nobody writes a file for an hour. */
const ABANDONED_MS = 3_600_000

/** Objects as files below a folder, readable by their owner only. */
export class DiskObjects implements ObjectStorage {
  readonly #folder: string
  readonly #probeKey = probeKey(randomUUID())

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Written beside its place, flushed, then renamed: a file with an object's name is complete. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#write(key, bytes)
    } catch (error) {
      throw await this.#describe(error, bytes.byteLength)
    }
  }

  async #write(key: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#folder, key)
    const folder = dirname(file)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = `${file}.${randomUUID()}${TEMPORARY}`
    try {
      await writeDurably(temporary, bytes)
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    // The name is durable only when its folder is, and a new folder's name only when its own is.
    await flushFolder(folder)
    await flushFolder(dirname(folder))
  }

  async get(key: string, { range }: ObjectReading = {}): Promise<StoredObject | undefined> {
    try {
      const file = await openIfThere(join(this.#folder, key))
      if (!file) return undefined
      const { size } = await file.stat()
      const { first, last } = range ?? { first: 0, last: Math.max(0, size - 1) }
      // It ends with its last byte, and does not look for more: whoever has that may be gone by then.
      const content = file.createReadStream({ start: first, end: last })
      return { size: range ? last - first + 1 : size, content }
    } catch (error) {
      throw await this.#describe(error, 0)
    }
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true })
  }

  async probe(bytes = 0): Promise<void> {
    try {
      await this.#write(this.#probeKey, PROBE)
      const read = await readFile(join(this.#folder, this.#probeKey))
      if (!read.equals(PROBE)) throw new ObjectsUnavailable(`files in ${this.#folder} change by themselves`)
      await this.delete(this.#probeKey)
    } catch (error) {
      throw await this.#describe(error, bytes)
    }
    const full = await describeFullDisk(this.#folder, bytes)
    if (full !== undefined) throw new ObjectsUnavailable(full)
  }

  /** Errors of the system are the disk's; any other is a bug. */
  async #describe(error: unknown, bytes: number): Promise<unknown> {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
    const full = isFullDisk(error) ? await describeFullDisk(this.#folder, bytes, true) : undefined
    const isRefusal = /^(?:EACCES|EPERM|EROFS|ENOTDIR)$/.test(String(error.code))
    return new ObjectsUnavailable(full ?? `files cannot be written in ${this.#folder} (${error.code})`, {
      isRefusal,
      cause: error,
    })
  }

  async sweep(folder: string, ageMs: number, stopping?: AbortSignal): Promise<void> {
    const now = Date.now()
    const aged = join(this.#folder, folder)
    for (const kind of await foldersIn(this.#folder)) {
      for (const part of await foldersIn(kind)) {
        if (stopping?.aborted) return
        for (const name of await readdir(part)) {
          const file = join(part, name)
          if (name.endsWith(TEMPORARY)) await removeIfOlder(file, now - ABANDONED_MS)
          else if (kind === aged) await removeIfOlder(file, now - ageMs)
        }
      }
    }
  }
}

/** The folders below a folder that hold objects; none when there are no objects yet. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function removeIfOlder(file: string, time: number): Promise<void> {
  try {
    if ((await stat(file)).mtimeMs < time) await rm(file, { force: true })
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
