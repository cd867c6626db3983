import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStorage, StoredObject } from './object-storage.js'

/** Objects as files below a folder, readable by their owner only. */
export class DiskObjects implements ObjectStorage {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Written beside its place, flushed, then renamed: a file with an object's name is complete. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#folder, key)
    const folder = dirname(file)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = `${file}.${randomUUID()}.tmp`
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

  async get(key: string): Promise<StoredObject | undefined> {
    const file = await openIfThere(join(this.#folder, key))
    if (!file) return undefined
    const { size } = await file.stat()
    return { size, content: file.createReadStream() }
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true })
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
