import { spawn } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import { openSqliteStore } from '../../../server/storage/sqlite/sqlite-store.js'
import { openThreadStore } from '../../../server/storage/sqlite/thread-store.js'
import type { NewTemplateVersion } from '../../../server/storage/store.js'
import { makeFolder } from '../folder.js'

const pathsOf = (path: string) => ({ main: path, slots: `${path}-slots` })

const STORES: readonly [name: string, open: typeof openSqliteStore][] = [
  ['in this thread', openSqliteStore],
  ['in a thread of its own', openThreadStore],
]

function version(organizationId: string, overrides: Partial<NewTemplateVersion> = {}): NewTemplateVersion {
  return {
    organizationId,
    endpointPath: 'invoice',
    name: 'Invoice',
    html: '<p>{{a}}</p>',
    pageSize: 'a4',
    orientation: 'portrait',
    schema: '{"type":"object"}',
    sample: undefined,
    assets: new Map([['logo.png', new Uint8Array([1, 2, 3])]]),
    ...overrides,
  }
}

for (const [name, open] of STORES) {
  t.test(`the SQLite store ${name}`, async (t) => {
    const store = await open(pathsOf(join(makeFolder(t), 'store.db')))
    t.teardown(() => store.close())

    await t.test('organizations', async (t) => {
      const before = Date.now()
      const acme = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro', monthlyQuota: 5 })
      t.match(acme, { id: /^org_/, slug: 'acme', name: 'Acme', plan: 'pro', monthlyQuota: 5 })
      t.ok(acme.createdAt >= before - 1 && acme.createdAt <= Date.now() + 1, 'the time is of the database')
      await t.rejects(store.createOrganization({ slug: 'acme', name: 'B', plan: 'free' }), {
        name: 'StoreError',
        code: 'conflict',
      })
      const zeta = await store.createOrganization({ slug: 'zeta', name: 'Zeta', plan: 'free' })
      t.equal(zeta.monthlyQuota, undefined)
      t.same(await store.listOrganizations(), [acme, zeta])
      t.same(await store.findOrganization('acme'), acme)
      t.equal(await store.findOrganization('ACME'), undefined)
    })

    await t.test('keys', async (t) => {
      const organization = await store.findOrganization('acme')
      const organizationId = organization?.id ?? ''
      const added = { organizationId, hash: 'aa', display: 'sk…', description: 'ci', allowIps: ['10.0.0.0/8'] }
      const key = await store.createKey(added)
      t.match(key, { ...added, id: /^key_/, lastUsedAt: undefined, revokedAt: undefined })
      t.same(await store.findCaller('aa', 'acme'), { key, organization })
      t.same(await store.findCaller('aa', 'none'), { key, organization: undefined })
      t.same(await store.findCaller('bb', 'acme'), { key: undefined, organization })
      await t.rejects(store.createKey(added), /UNIQUE/, 'hashes are unique')
      await t.rejects(store.createKey({ ...added, hash: 'cc', organizationId: 'org_none' }), /FOREIGN KEY/)

      await store.recordKeyUses([{ keyId: key.id, at: 2000 }])
      await store.recordKeyUses([{ keyId: key.id, at: 1000 }])
      t.equal((await store.listKeys(organizationId))[0]?.lastUsedAt, 2000, 'an earlier use changes nothing')
      const { revokedAt } = await store.revokeKey(key.id)
      t.type(revokedAt, 'number')
      t.equal((await store.revokeKey(key.id)).revokedAt, revokedAt)
      await t.rejects(store.revokeKey('key_none'), { name: 'StoreError', code: 'missing' })
    })

    await t.test('templates', async (t) => {
      const organizationId = (await store.findOrganization('acme'))?.id ?? ''
      const first = await store.publishTemplate(version(organizationId))
      t.match(first, { templateId: /^tpl_/, versionId: /^tpv_/, version: 1, changed: true })
      t.same(await store.publishTemplate(version(organizationId)), { ...first, changed: false })
      const second = await store.publishTemplate(version(organizationId, { html: 'new', assets: new Map() }))
      t.match(second, { templateId: first.templateId, version: 2, changed: true })
      const { templateId, versionId } = second
      t.same(await store.findPublishedTemplate(organizationId, 'invoice'), { templateId, versionId })
      t.equal(await store.findPublishedTemplate(organizationId, 'Invoice'), undefined)
      t.equal(await store.findPublishedTemplate('org_other', 'invoice'), undefined)

      const { organizationId: _, endpointPath: __, ...content } = version(organizationId)
      const loaded = await store.loadTemplateVersion(first.versionId)
      t.same({ ...loaded, assets: undefined }, { ...content, assets: undefined })
      t.same(
        [...(loaded?.assets ?? [])].map(([path, bytes]) => [path, [...bytes]]),
        [['logo.png', [1, 2, 3]]],
        'older versions stay as they were',
      )
      await store.deleteTemplate(organizationId, 'invoice')
      t.equal(await store.loadTemplateVersion(first.versionId), undefined)
      t.same(await store.listTemplates(organizationId), [])
      await t.rejects(store.deleteTemplate(organizationId, 'invoice'), { code: 'missing' })
    })

    await t.test('usage is never counted beyond its limit', async (t) => {
      const organizationId = (await store.findOrganization('acme'))?.id ?? ''
      const usage = { organizationId, kind: 'tests', limit: 10 } as const
      const counts = await Promise.all(Array.from({ length: 40 }, () => store.countUsage(usage)))
      const counted = counts.flatMap((count) => (count.kind === 'counted' ? [count] : []))
      t.same(
        counted.map(({ used }) => used).sort((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      )
      const [first] = counted
      t.equal(first?.period, new Date(first?.now ?? 0).toISOString().slice(0, 10), 'tests are counted by day')
      await store.uncountUsage({ organizationId, kind: 'tests', period: first?.period ?? '' })
      t.match(await store.countUsage(usage), { kind: 'counted', used: 10 })
      t.match(await store.countUsage(usage), { kind: 'exceeded' })

      const documents = { organizationId, kind: 'documents' } as const
      t.match(await store.countUsage({ ...documents, limit: 0 }), { kind: 'exceeded' }, 'a limit of none')
      t.match(await store.countUsage({ ...documents, limit: undefined }), {
        kind: 'counted',
        used: 1,
        period: /^\d{4}-\d\d$/,
      })
      t.match(await store.countUsage({ ...documents, limit: undefined }), { kind: 'counted', used: 2 }, 'no limit')
    })

    await t.test('a key has as many slots as its limit', async (t) => {
      const acquire = (holder: string) => store.acquireSlot({ keyId: 'key_a', limit: 10, holder, owner: 'process' })
      const holders = Array.from({ length: 40 }, (_, index) => `request ${index}`)
      const taken = await Promise.all(holders.map(acquire))
      t.equal(taken.filter(Boolean).length, 10)
      t.equal(await store.acquireSlot({ keyId: 'key_b', limit: 10, holder: 'x', owner: 'process' }), true, 'of its own')
      await store.releaseSlot('key_a', holders[taken.indexOf(true)] ?? '')
      t.equal(await acquire('again'), true)
      t.equal(await acquire('too many'), false)
      await store.renewSlots('process')
      t.equal(await acquire('still too many'), false)
    })

    await t.test('calls at the same time', async (t) => {
      const slugs = Array.from({ length: 40 }, (_, index) => `org-${index % 20}`)
      const results = await Promise.allSettled(
        slugs.map((slug) => store.createOrganization({ slug, name: slug, plan: 'free' })),
      )
      t.equal(results.filter(({ status }) => status === 'fulfilled').length, 20, 'each name once')
      t.equal((await store.listOrganizations()).length, 22)
    })
  })
}

t.test('assets that no template has any more are gone', async (t) => {
  const path = join(makeFolder(t), 'store.db')
  const store = await openSqliteStore(pathsOf(path))
  const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
  const shared = new Map([['a.png', new Uint8Array([1])]])
  await store.publishTemplate(version(id, { assets: shared }))
  await store.publishTemplate(
    version(id, { endpointPath: 'other', assets: new Map([...shared, ['b.png', new Uint8Array([2])]]) }),
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

  await t.test('may be run by four processes at once', async (t) => {
    const path = join(makeFolder(t), 'store.db')
    const script = `
      const { openSqliteStore } = await import(process.argv[1])
      const store = await openSqliteStore({ main: process.argv[2], slots: process.argv[2] + '-slots' })
      await store.createOrganization({ slug: process.argv[3], name: 'x', plan: 'free' })
      await store.close()`
    const module = new URL('../../../server/storage/sqlite/sqlite-store.js', import.meta.url).href
    const statuses = await Promise.all(
      ['a', 'b', 'c', 'd'].map(
        (slug) =>
          new Promise((resolve) => {
            const args = ['--input-type=module', '-e', script, module, path, slug]
            spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve)
          }),
      ),
    )
    t.same(statuses, [0, 0, 0, 0])
    const store = await openSqliteStore(pathsOf(path))
    t.same(
      (await store.listOrganizations()).map(({ slug }) => slug),
      ['a', 'b', 'c', 'd'],
    )
    await store.close()
  })
})

t.test('limits hold for several processes together', async (t) => {
  const paths = pathsOf(join(makeFolder(t), 'store.db'))
  const stores = await Promise.all([1, 2, 3].map(() => openThreadStore(paths)))
  t.teardown(() => Promise.all(stores.map((store) => store.close())))
  const [first] = stores
  const { id: organizationId } = (await first?.createOrganization({ slug: 'a', name: 'A', plan: 'free' })) ?? { id: '' }
  const counts = await Promise.all(
    stores.flatMap((store) =>
      Array.from({ length: 20 }, () => store.countUsage({ organizationId, kind: 'documents', limit: 10 })),
    ),
  )
  t.equal(counts.filter(({ kind }) => kind === 'counted').length, 10)
  const slots = await Promise.all(
    stores.flatMap((store, process) =>
      Array.from({ length: 20 }, (_, index) =>
        store.acquireSlot({ keyId: 'key', limit: 10, holder: `${process}/${index}`, owner: String(process) }),
      ),
    ),
  )
  t.equal(slots.filter(Boolean).length, 10)
})

t.test('a store that cannot be opened says so', async (t) => {
  const folder = makeFolder(t)
  await t.rejects(openThreadStore(pathsOf(join(folder, 'missing', 'store.db'))))
  await t.rejects(openSqliteStore(pathsOf(join(folder, 'missing', 'store.db'))))
})

t.test('a closed store refuses calls', async (t) => {
  const store = await openThreadStore(pathsOf(join(makeFolder(t), 'store.db')))
  await store.close()
  await t.rejects(store.listOrganizations(), /closed/)
  await store.close()
})
