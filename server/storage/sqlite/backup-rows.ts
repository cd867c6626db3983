import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { insertStatement, ROWS_AT_ONCE, type Row, type RowTarget, type Snapshot } from '../backup/rows.js'
import { openDatabase, openForReading, retryWhileBusy, type SqliteHandle } from './open-database.js'

/**
 * The file as it is now, from a copy that is made at once, however much is written meanwhile; SQLite's way of copying page
 * by page begins anew with every commit.
 *
 * @param beside a file in whose folder there is room for the copy
 */
export async function snapshotSqlite(main: string, beside: string): Promise<Snapshot> {
  const copy = join(dirname(beside), `platen-${randomUUID()}.tmp`)
  const remove = async () => {
    for (const name of ['', '-wal', '-shm']) await rm(copy + name, { force: true })
  }
  try {
    const source = await openForReading(main)
    try {
      await retryWhileBusy(() => source.exec(`vacuum into '${copy.replaceAll("'", "''")}'`))
    } finally {
      source.close()
    }
    const handle = await openDatabase(copy)
    const migration = handle.prepare('select name from kysely_migration order by name desc limit 1').all() as readonly {
      readonly name: string
    }[]
    return {
      migration: migration[0]?.name ?? '',
      rows: (table) => rowsOf(handle, table),
      async close() {
        handle.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function* rowsOf(handle: SqliteHandle, table: string): AsyncGenerator<readonly Row[]> {
  const statement = handle.prepare(
    `select rowid as backup_place, * from "${table}" where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`,
  )
  for (let place = -1; ; ) {
    const rows = statement.all(place) as readonly Row[]
    if (rows.length === 0) return
    place = Number(rows.at(-1)?.backup_place)
    yield rows.map(({ backup_place: _, ...row }) => row)
  }
}

/** Inserts rows into a file that is made and migrated. */
export async function insertIntoSqlite(main: string): Promise<RowTarget> {
  const handle = await openDatabase(main)
  await retryWhileBusy(() => handle.exec('begin immediate'))
  handle.exec('pragma defer_foreign_keys = on')
  return {
    async insert(table, row) {
      handle.prepare(insertStatement(table, row, () => '?')).run(...Object.values(row))
    },
    async commit() {
      handle.exec('commit')
    },
    async close() {
      if (handle.isTransaction) handle.exec('rollback')
      handle.exec('pragma wal_checkpoint(truncate)')
      handle.close()
    },
  }
}
