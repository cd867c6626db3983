import { join } from 'node:path'
import t from 'tap'
import { networkFileSystem } from '../../../server/storage/sqlite/local-disk.js'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { openSqliteFiles, openSqliteStore } from '../../../server/storage/sqlite/sqlite-store.js'
import { openThreadStore } from '../../../server/storage/sqlite/thread-store.js'
import { makeFolder } from '../folder.js'
import { invoice } from './store-inputs.js'

const pathsOf = (path: string) => ({ main: path, slots: `${path}-slots` })

t.test('assets that no template has any more are gone', async (t) => {
  const path = join(makeFolder(t), 'store.db')
  const store = await openSqliteStore(pathsOf(path))
  const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const shared = new Map([['a.png', new Uint8Array([1])]])
  await store.publishTemplate(invoice(id, { assets: shared }))
  await store.publishTemplate(
    invoice(id, { endpointPath: 'other', assets: new Map([...shared, ['b.png', new Uint8Array([2])]]) }),
  )
  await store.close()
  const count = async () => {
    const handle = await openDatabase(path)
    const rows = handle.prepare('select hash from blobs').all()
    handle.close()
    return rows.length
  }
  t.equal(await count(), 2, 'equal content is stored once')
  const again = await openSqliteStore(pathsOf(path))
  await again.deleteTemplate(id, 'other')
  await again.close()
  t.equal(await count(), 1)
})

t.test('migrations', async (t) => {
  await t.test('run once, however often the store is opened', async (t) => {
    const path = join(makeFolder(t), 'store.db')
    for (const _ of [1, 2]) await (await openSqliteStore(pathsOf(path))).close()
    const handle = await openDatabase(path)
    t.match(handle.prepare('select name from kysely_migration order by name').all(), [
      { name: '0001-organizations-keys-templates' },
      { name: '0002-usage' },
    ])
    handle.close()
  })
})

t.test('statistics by which queries are planned are of large tables only', async (t) => {
  const paths = pathsOf(join(makeFolder(t), 'store.db'))
  const store = await openSqliteFiles(paths)
  t.teardown(() => store.close())
  const handle = await openDatabase(paths.main)
  t.teardown(() => handle.close())
  await store.optimize()
  const fill = (table: string, rows: number) =>
    handle.exec(`insert into ${table} (id, actor, action, subject, details, created_at)
      with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows})
      select 'adt_' || n, '', '', '', '{}', n from series`)
  const known = () => handle.prepare('select distinct tbl from sqlite_stat1').all()
  fill('audit_entries', 100)
  await store.optimize()
  t.same(known(), [], 'what is small now may be large before the next look')
  handle.exec('delete from audit_entries')
  fill('audit_entries', 12_000)
  await store.optimize()
  t.same(known(), [{ tbl: 'audit_entries' }])
})

t.test('a store that cannot be opened says so', async (t) => {
  const folder = makeFolder(t)
  await t.rejects(openThreadStore(pathsOf(join(folder, 'missing', 'store.db'))))
  await t.rejects(openSqliteStore(pathsOf(join(folder, 'missing', 'store.db'))))
})

t.test('a closed store refuses calls', async (t) => {
  const store = await openThreadStore(pathsOf(join(makeFolder(t), 'store.db')))
  t.same(await store.reader.listOrganizations(), [])
  await store.close()
  await t.rejects(store.reader.listOrganizations(), /closed/)
  await t.rejects(store.findOrganization('acme'), /closed/)
  await store.close()
})

t.test('who calls is looked up while what others write waits for the file', async (t) => {
  const paths = pathsOf(join(makeFolder(t), 'store.db'))
  const store = await openThreadStore(paths)
  t.teardown(() => store.close())
  await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const other = await openDatabase(paths.main)
  other.exec('begin immediate')
  const writing = store.createOrganization({ slug: 'beta', name: 'Beta', plan: 'free' })
  const enter = (slug: string) => store.enter({ keyHash: 'none', slug, address: '::1', endpointPath: 'letter' })
  t.match(await enter('acme'), { key: undefined, organization: { slug: 'acme' }, template: undefined, slots: 0 })
  t.match(await enter('beta'), { organization: undefined })
  other.exec('rollback')
  other.close()
  await writing
  t.match(await enter('beta'), { organization: { slug: 'beta' } }, 'what is written is seen at once')
})

t.test('network file systems are known by their type', async (t) => {
  t.equal(networkFileSystem(0x6969), 'NFS')
  t.equal(networkFileSystem(0xff534d42), 'CIFS')
  t.equal(networkFileSystem(0xff534d42 | 0), 'CIFS', 'the type as a signed number')
  t.equal(networkFileSystem(0xef53), undefined, 'ext4')
  t.equal(networkFileSystem(0x01021994), undefined, 'tmpfs')
})
