import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import t from 'tap'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { ReadingDriver } from '../../../server/storage/sqlite/reading-driver.js'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.js'
import { SqliteDriver } from '../../../server/storage/sqlite/sqlite-driver.js'
import { UnsyncedDriver } from '../../../server/storage/sqlite/unsynced-driver.js'

interface Tables {
  readonly items: { readonly name: string }
}

async function open(path: string): Promise<{ db: Kysely<Tables>; driver: SqliteDriver }> {
  const driver = new SqliteDriver(() => openDatabase(path))
  const db = new Kysely<Tables>({ dialect: sqliteDialect(driver) })
  await db.schema
    .createTable('items')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .execute()
  return { db, driver }
}

function add(db: Kysely<Tables>, name: string): Promise<unknown> {
  return db.transaction().execute((transaction) => transaction.insertInto('items').values({ name }).execute())
}

/** SQLite's setting under which a transaction will be committed: 2 waits for the disk, 1 does not. */
async function synchronous(transaction: Kysely<Tables>): Promise<unknown> {
  const { rows } = await sql<{ readonly value: unknown }>`select synchronous as value from pragma_synchronous`.execute(
    transaction,
  )
  return rows[0]?.value
}

async function names(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('items').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

t.test('the SQLite driver', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))

  await t.test('every connection is durable, and stays so when the file is opened again', async (t) => {
    for (const round of [1, 2]) {
      const handle = await openDatabase(join(folder, 'durable.db'))
      const read = (name: string) => handle.prepare(`pragma ${name}`).all()
      t.match(read('synchronous'), [{ synchronous: 2 }], `synchronous is FULL, round ${round}`)
      t.match(read('journal_mode'), [{ journal_mode: 'wal' }], 'write-ahead log')
      t.match(read('foreign_keys'), [{ foreign_keys: 1 }], 'foreign keys')
      handle.close()
    }
  })

  await t.test('transactions of one turn share a commit', async (t) => {
    const { db, driver } = await open(join(folder, 'group.db'))
    await Promise.all(Array.from({ length: 50 }, (_, index) => add(db, `item ${index}`)))
    t.equal(driver.commits, 1, 'one commit for 50 transactions')
    t.equal((await names(db)).length, 50)
    await Promise.all(Array.from({ length: 200 }, (_, index) => add(db, `more ${index}`)))
    t.equal(driver.commits, 1 + 4, 'groups are limited to 64 transactions')
    await db.destroy()
  })

  await t.test('what a power failure may take back does not wait for the disk, nor lets others not wait', async (t) => {
    const { db, driver } = await open(join(folder, 'unsynced.db'))
    const unsynced = new Kysely<Tables>({ dialect: sqliteDialect(new UnsyncedDriver(driver)) })
    const modes: Record<string, unknown> = {}
    const insert = (of: Kysely<Tables>, name: string) =>
      of.transaction().execute(async (transaction) => {
        modes[name] = await synchronous(transaction)
        await transaction.insertInto('items').values({ name }).execute()
      })
    await insert(unsynced, 'alone')
    await Promise.all([insert(unsynced, 'before'), insert(db, 'must last'), insert(unsynced, 'after')])
    await insert(unsynced, 'at last')
    t.equal(await synchronous(db), 2, 'what is written outside of transactions waits for the disk')
    t.same(modes, { alone: 1, before: 1, 'must last': 2, after: 2, 'at last': 1 })
    t.same(await names(db), ['after', 'alone', 'at last', 'before', 'must last'], 'all of it is in the same file')
    await t.rejects(insert(unsynced, 'alone'), /UNIQUE/, 'a transaction that fails is taken back')
    t.equal((await names(unsynced)).length, 5)
    await unsynced.destroy()
    t.equal((await names(db)).length, 5, 'the file is closed by its own instance')
    await db.destroy()
  })

  await t.test('a transaction that fails takes only itself back', async (t) => {
    const { db } = await open(join(folder, 'fail.db'))
    const results = await Promise.allSettled([add(db, 'a'), add(db, 'a'), add(db, 'b')])
    t.same(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    t.same(await names(db), ['a', 'b'])
    await db.destroy()
  })

  await t.test('what another transaction wrote is seen only after its commit', async (t) => {
    const path = join(folder, 'order.db')
    const { db } = await open(path)
    const reader = await open(path)
    const writing = add(db, 'x')
    const readHere = names(db)
    await writing
    t.same(await readHere, ['x'], 'a read of the same group waits for the commit')
    t.same(await names(reader.db), ['x'], 'another connection sees it as soon as the writer was told')
    await db.destroy()
    await reader.db.destroy()
  })

  await t.test('a transaction waits for the lock of another connection', async (t) => {
    const path = join(folder, 'busy.db')
    const { db } = await open(path)
    const other = await openDatabase(path)
    other.exec('begin immediate')
    const waiting = add(db, 'late')
    await nextTurn()
    other.exec('commit')
    await waiting
    t.same(await names(db), ['late'])
    other.close()
    await db.destroy()
  })
})

t.test('a connection that reads', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'read.db')
  const { db } = await open(path)
  const reading = new Kysely<Tables>({ dialect: sqliteDialect(new ReadingDriver(path)) })
  t.teardown(async () => {
    await reading.destroy()
    await db.destroy()
  })
  await add(db, 'first')

  await t.test('sees one moment in a transaction, and keeps nobody from writing', async (t) => {
    await reading.transaction().execute(async (snapshot) => {
      t.same(await names(snapshot), ['first'])
      await add(db, 'second')
      t.same(await names(snapshot), ['first'], 'what is committed meanwhile is not in it')
    })
    t.same(await names(reading), ['first', 'second'], 'and is there as soon as it was committed')
  })

  await t.test('cannot write, and continues after a query that failed', async (t) => {
    await t.rejects(add(reading, 'third'), /readonly/)
    await t.rejects(
      reading.transaction().execute((snapshot) => sql`select * from missing`.execute(snapshot)),
      /no such table/,
    )
    t.same(await names(reading), ['first', 'second'])
  })

  await t.test('is refused where there is no file', async (t) => {
    const nowhere = new Kysely<Tables>({ dialect: sqliteDialect(new ReadingDriver(join(folder, 'none.db'))) })
    await t.rejects(names(nowhere), /unable to open/)
  })
})
