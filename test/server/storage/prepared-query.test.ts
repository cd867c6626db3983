import { join } from 'node:path'
import { Kysely } from 'kysely'
import t from 'tap'
import { type Placeholders, prepareQuery } from '../../../server/storage/prepared-query.js'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.js'
import { SqliteDriver } from '../../../server/storage/sqlite/sqlite-driver.js'
import { makeFolder } from '../folder.js'

interface Tables {
  readonly items: { readonly name: string; readonly size: number }
}

interface TestStore {
  readonly db: Kysely<Tables>
}

t.test('a prepared query', async (t) => {
  const folder = makeFolder(t)
  let opened = 0
  const open = async () => {
    const file = join(folder, `${++opened}.db`)
    const driver = new SqliteDriver(() => openDatabase(file))
    const store = { db: new Kysely<Tables>({ dialect: sqliteDialect(driver) }) }
    t.teardown(() => store.db.destroy())
    await store.db.schema.createTable('items').addColumn('name', 'text').addColumn('size', 'integer').execute()
    return store
  }
  let built = 0
  const larger = prepareQuery(({ db }: TestStore, value: Placeholders<{ size: number; name: string }>) => {
    built++
    return db
      .selectFrom('items')
      .select('name')
      .where('size', '>', value('size'))
      .where('size', '<', 1000)
      .where('name', '!=', value('name'))
      .orderBy('name')
  })
  const add = prepareQuery(({ db }: TestStore, value: Placeholders<{ name: string; size: number }>) =>
    db.insertInto('items').values({ name: value('name'), size: value('size') }),
  )

  const store = await open()
  for (const [name, size] of [
    ['a', 1],
    ['b', 20],
    ['c', 300],
    ['d', 4000],
  ] as const)
    await add(store, store.db, { name, size })

  await t.test('takes other values each time, beside those it was built with', async (t) => {
    t.same(await larger(store, store.db, { size: 0, name: 'b' }), [{ name: 'a' }, { name: 'c' }])
    t.same(await larger(store, store.db, { name: '', size: 10 }), [{ name: 'b' }, { name: 'c' }])
  })

  await t.test('is built once for each store', async (t) => {
    built = 0
    const other = await open()
    for (const each of [other, store, other, store]) await larger(each, each.db, { size: 0, name: '' })
    t.equal(built, 1)
  })

  await t.test('runs in a transaction and goes away with it', async (t) => {
    await t.rejects(
      store.db.transaction().execute(async (transaction) => {
        await add(store, transaction, { name: 'e', size: 50 })
        t.same(await larger(store, transaction, { size: 40, name: 'c' }), [{ name: 'e' }])
        throw new Error('back')
      }),
      { message: 'back' },
    )
    t.same(await larger(store, store.db, { size: 40, name: 'c' }), [])
  })
})
