import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openThreadStore } from './sqlite/thread-store.js'
import type { Store } from './store.js'

/** Opens the store under the data directory, which is created when missing, readable by its owner only. */
export async function openStore(dataDir: string): Promise<Store> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return openThreadStore({ main: join(dataDir, 'platen.db'), slots: join(dataDir, 'slots.db') })
}
