import t from 'tap'
import type { NewTemplateVersion } from '../../../server/storage/store.js'
import { openers } from './openers.js'

const published = (organizationId: string, html: string): NewTemplateVersion => ({
  name: 'Bill',
  html,
  pageSize: 'a4',
  orientation: 'portrait',
  schema: undefined,
  sample: undefined,
  assets: new Map(),
  organizationId,
  endpointPath: 'bill',
})

for (const { name, newLocation, open } of openers(t)) {
  t.test(`stages of templates in ${name}`, async (t) => {
    const store = await open(await newLocation(t))
    t.teardown(() => store.close())
    const { reader } = store
    const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
    const publish = (number: number) => store.publishTemplate(published(id, `<p>${number}`))
    const first = await publish(1)
    const second = await publish(2)
    const versionAt = async (stage?: string, path = 'bill') =>
      (await store.findPublishedTemplate(id, path, stage))?.versionId
    const staging = { organizationId: id, endpointPath: 'bill', stage: 'staging' }
    const actions = async () => (await reader.listAudit({ organizationId: id, limit: 50 })).map(({ action }) => action)

    await t.test('a stage carries the version that it was moved to, and live the one that was published', async (t) => {
      t.equal(await versionAt('staging'), undefined)
      t.same(await store.moveStage({ ...staging, version: 1 }, 'key_1'), { changed: true })
      t.equal(await versionAt('staging'), first.versionId)
      t.equal(await versionAt(), second.versionId)
      t.equal(await versionAt('live'), second.versionId)
      t.match(await reader.listStages(id, 'bill'), [{ stage: 'staging', version: 1, movedBy: 'key_1' }])
    })

    await t.test('each move is one entry of the audit log, and none without a change', async (t) => {
      const before = await actions()
      t.same(await store.moveStage({ ...staging, version: 2 }, 'key_1'), { changed: true })
      t.same(await store.moveStage({ ...staging, version: 2 }, 'key_1'), { changed: false })
      const [entry] = await reader.listAudit({ organizationId: id, limit: 1 })
      t.match(entry, { actor: 'key_1', details: { path: 'bill', stage: 'staging', version: 2, before: 1 } })
      t.same(await actions(), ['template.stage_moved', ...before])
    })

    await t.test('a version that a stage carries is kept beyond the newest fifty', async (t) => {
      await store.moveStage({ ...staging, version: 1 })
      for (let number = 3; number <= 53; number++) await publish(number)
      t.equal(await versionAt('staging'), first.versionId)
      t.equal(await reader.findVersion(id, 'bill', 2), undefined)
    })

    await t.test('a stage answers at the path that its template had before', async (t) => {
      await store.moveTemplate(id, 'bill', 'invoice')
      t.equal(await versionAt('staging'), first.versionId)
      await store.moveTemplate(id, 'invoice', 'bill')
    })

    await t.test('a stage that is removed lets its version go', async (t) => {
      await store.removeStage(staging, 'key_1')
      t.equal(await versionAt('staging'), undefined)
      await t.rejects(store.removeStage(staging), { code: 'missing' })
      t.match(await actions(), ['template.stage_removed'])
      await publish(54)
      t.equal(await reader.findVersion(id, 'bill', 1), undefined)
    })

    await t.test('there are twenty stages at most, of versions that exist', async (t) => {
      await t.rejects(store.moveStage({ ...staging, version: 1 }), { code: 'missing' })
      await t.rejects(store.moveStage({ ...staging, endpointPath: 'none', version: 54 }), { code: 'missing' })
      for (let number = 1; number <= 20; number++) {
        await store.moveStage({ ...staging, stage: `stage-${number}`, version: 54 })
      }
      await t.rejects(store.moveStage({ ...staging, version: 54 }), { code: 'conflict' })
      t.same(await store.moveStage({ ...staging, stage: 'stage-1', version: 53 }), { changed: true })
    })

    await t.test('stages go with their template', async (t) => {
      await store.deleteTemplate(id, 'bill')
      t.same(await reader.listStages(id, 'bill'), [])
    })
  })
}
