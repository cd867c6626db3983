import t from 'tap'
import { MAX_PARTIALS, MAX_PARTIALS_BYTES } from '../../../server/storage/partials/partial-store.js'
import type { NewTemplateVersion, Store } from '../../../server/storage/store.js'
import { openers } from './openers.js'

function version(organizationId: string, html: string, files: Readonly<Record<string, string>> = {}) {
  return {
    organizationId,
    endpointPath: 'invoice',
    name: 'Invoice',
    html,
    pageSize: 'a4',
    orientation: 'portrait',
    schema: undefined,
    sample: undefined,
    assets: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  } satisfies NewTemplateVersion
}

async function frozen(store: Store, versionId: string) {
  return [...((await store.reader.loadTemplateVersion(versionId))?.partials ?? [])]
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`partials in ${name}`, async (t) => {
    const store = await open(await newLocation(t))
    t.teardown(() => store.close())
    const organization = async (slug: string) => (await store.createOrganization({ slug, name: slug, plan: 'free' })).id
    const save = (organizationId: string, partial: string, html: string, revision?: number) =>
      store.savePartial({ organizationId, name: partial, html, revision }, 'ada')

    await t.test('a partial is kept, changed and deleted by its organization', async (t) => {
      const id = await organization('first')
      const foreign = await organization('foreign')
      t.same(await save(id, 'header', '<h1>ä</h1>', 0), { kind: 'saved', revision: 1, isNew: true })
      t.same(await save(id, 'header', '<h1>ö</h1>', 1), { kind: 'saved', revision: 2, isNew: false })
      t.same(
        await save(id, 'header', '<h1>ö</h1>'),
        { kind: 'saved', revision: 2, isNew: false },
        'nothing has changed',
      )
      t.same(await save(id, 'header', 'late', 1), { kind: 'conflict', revision: 2, updatedBy: 'ada' })
      t.same(await save(id, 'footer', '<h1>ö</h1>'), { kind: 'saved', revision: 1, isNew: true }, 'of the same text')
      t.match(await store.reader.listPartials(id), [
        { name: 'footer', sizeBytes: 11, revision: 1, users: 0 },
        { name: 'header', sizeBytes: 11, revision: 2, users: 0, updatedBy: 'ada' },
      ])
      t.match(await store.reader.listPartials(id, { limit: 1, after: { name: 'footer' } }), [{ name: 'header' }])
      t.match(await store.reader.findPartial(id, 'header'), { html: '<h1>ö</h1>', users: [] })
      t.equal(await store.reader.findPartial(foreign, 'header'), undefined)
      t.same([...(await store.reader.loadPartials(foreign))], [])
      await t.rejects(store.deletePartial(foreign, 'header'), { code: 'missing' })
      await store.deletePartial(id, 'header', 'eve')
      t.match(await store.reader.findPartial(id, 'footer'), { html: '<h1>ö</h1>' }, 'its text stays where it is used')
      t.equal(await store.reader.findPartial(id, 'header'), undefined)
      const audit = await store.reader.listAudit({ organizationId: id, limit: 10 })
      t.match(
        audit.filter(({ subject }) => subject === 'header'),
        [
          { action: 'partial.deleted', actor: 'eve' },
          { action: 'partial.saved', actor: 'ada', details: { revision: 2 } },
          { action: 'partial.saved', details: { revision: 1 } },
        ],
      )
    })

    await t.test('a version keeps the partials that it was published with', async (t) => {
      const id = await organization('second')
      for (const [partial, html] of [
        ['page', '{{> head}}{{> own}}{{> page}}'],
        ['head', 'old'],
        ['own', 'not this one'],
        ['unused', 'x'],
      ] as const) {
        await save(id, partial, html)
      }
      const content = version(id, '{{> page}}{{> absent}}', { 'partials/own.html': 'mine' })
      const first = await store.publishTemplate(content)
      const texts = [
        ['head', 'old'],
        ['page', '{{> head}}{{> own}}{{> page}}'],
      ] as const
      t.same(await frozen(store, first.versionId), texts)
      t.match(await store.reader.findPartial(id, 'head'), {
        users: [{ endpointPath: 'invoice', name: 'Invoice', version: 1, isCurrent: true }],
      })
      t.equal((await store.publishTemplate(content)).changed, false)

      await save(id, 'head', 'new')
      t.same(await frozen(store, first.versionId), texts)
      t.match(await store.reader.findPartial(id, 'head'), { users: [{ version: 1, isCurrent: false }] })
      const second = await store.publishTemplate(content)
      t.match(second, { version: 2, changed: true }, 'what is included is part of a version')
      t.same((await frozen(store, second.versionId))[0], ['head', 'new'])
      t.match(await store.reader.findPartial(id, 'head'), { users: [{ version: 2, isCurrent: true }] })

      const restored = await store.reader.loadTemplateVersion(first.versionId)
      if (!restored) throw new Error('the first version')
      const third = await store.publishTemplate({ ...content, ...restored })
      t.same(await frozen(store, third.versionId), texts, 'a version that is restored comes with its own')

      await store.deletePartial(id, 'head')
      await store.deletePartial(id, 'page')
      t.same(await frozen(store, third.versionId), texts)
      t.match(await store.reader.findDraft(id, 'invoice'), { files: [{ path: 'partials/own.html' }] })
      await store.deleteTemplate(id, 'invoice')
      t.same(await store.reader.listPartials(id).then((all) => all.map(({ users }) => users)), [0, 0])
    })

    await t.test('a partial of another organization is not included', async (t) => {
      const [own, foreign] = [await organization('own'), await organization('others')]
      await save(foreign, 'secret', 'theirs')
      const { versionId } = await store.publishTemplate(version(own, '{{> secret}}'))
      t.same(await frozen(store, versionId), [])
      t.match(await store.reader.findPartial(foreign, 'secret'), { users: [] })
    })

    await t.test('an organization has no more partials than it may', async (t) => {
      const id = await organization('many')
      t.same(await save(id, 'large', 'x'.repeat(MAX_PARTIALS_BYTES)), { kind: 'saved', revision: 1, isNew: true })
      t.same(await save(id, 'one', 'x'), { kind: 'too-much' })
      t.match(await save(id, 'large', 'x'), { kind: 'saved', revision: 2 })
      for (let n = 1; n < MAX_PARTIALS; n++) await save(id, `p${n}`, 'x')
      t.same(await save(id, 'last', 'x'), { kind: 'too-much' })
      t.match(await save(id, 'p1', 'y'), { kind: 'saved', revision: 2 })
    })
  })
}
