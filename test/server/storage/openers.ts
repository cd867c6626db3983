import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { openDatabase, retryWhileBusy } from '../../../server/storage/sqlite/open-database.js'
import { openSqliteStore, type SqlitePaths } from '../../../server/storage/sqlite/sqlite-store.js'
import type { Store } from '../../../server/storage/store.js'
import { administer, type Commented, type Engine, engines } from '../engines.js'
import type { Teardown } from '../folder.js'

/** A way to have a store. */
export interface Opener extends Pick<Engine, 'newLocation'> {
  readonly name: string
  open(location: StoreLocation): Promise<Store>
}

/** Every way in which the service and its tests open stores. */
export function openers(test: Commented): readonly Opener[] {
  return engines(test).flatMap(({ name, newLocation }): Opener[] => {
    const opener = { name, newLocation, open: openStore }
    return name === 'SQLite' ? [{ ...opener, name: 'SQLite in this thread', open: openInThisThread }, opener] : [opener]
  })
}

/** A store without data, and where it is. */
export interface OpenedStore {
  readonly location: StoreLocation
  readonly store: Store
}

/** Opens a new store, which is closed when the test is over. */
export async function openNew(t: Teardown, { newLocation, open }: Omit<Opener, 'name'>): Promise<OpenedStore> {
  const location = await newLocation(t)
  const store = await open(location)
  t.teardown(() => store.close())
  return { location, store }
}

/** Where the service keeps SQLite files. */
export function pathsIn({ dataDir }: StoreLocation): SqlitePaths {
  return { main: join(dataDir, 'platen.db'), slots: join(dataDir, 'slots.db') }
}

async function openInThisThread(location: StoreLocation): Promise<Store> {
  await mkdir(location.dataDir, { recursive: true })
  return openSqliteStore(pathsIn(location))
}

/** Runs a statement in the database of a store, as somebody could who has access to it. */
export async function execute(location: StoreLocation, statement: string): Promise<void> {
  if (location.databaseUrl !== undefined) {
    await administer(statement, location.databaseUrl)
    return
  }
  const handle = await openDatabase(pathsIn(location).main)
  try {
    await retryWhileBusy(() => handle.exec(statement))
  } finally {
    handle.close()
  }
}

/** All that a database holds, as text: what is written nowhere in it is stored nowhere in the clear. */
export async function contentsOf({ dataDir, databaseUrl }: StoreLocation): Promise<string> {
  if (databaseUrl === undefined) {
    return readdirSync(dataDir)
      .filter((name) => name.includes('.db'))
      .map((name) => readFileSync(join(dataDir, name), 'latin1'))
      .join('')
  }
  const tables = (await administer(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
    databaseUrl,
  )) as readonly { readonly name: string }[]
  let text = ''
  for (const { name } of tables) {
    const rows = await administer(`select row::text as text from "${name}" as row`, databaseUrl)
    text += JSON.stringify(rows)
  }
  const bodies = await administer("select encode(body, 'escape') as text from request_bodies", databaseUrl)
  return text + JSON.stringify(bodies)
}
