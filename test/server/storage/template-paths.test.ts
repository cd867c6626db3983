import t from 'tap'
import type { NewTemplate } from '../../../server/storage/drafts/draft-store.js'
import type { NewTemplateVersion } from '../../../server/storage/store.js'
import { execute, openers } from './openers.js'

const TEXTS = { name: 'Bill', html: '<p>bill', pageSize: 'a4', orientation: 'portrait' } as const

const published = (organizationId: string, endpointPath: string, html = '<p>bill'): NewTemplateVersion => {
  const content = { schema: undefined, sample: undefined, assets: new Map() }
  return { ...TEXTS, ...content, organizationId, endpointPath, html }
}

const drafted = (organizationId: string, endpointPath: string): NewTemplate => {
  const files = new Map([['logo.png', new Uint8Array([1, 2, 3])]])
  const samples = [{ name: 'Short', data: '{}' }]
  return { ...TEXTS, schema: '{}', samples, files, organizationId, endpointPath }
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`templates in ${name}`, async (t) => {
    const location = await newLocation(t)
    const store = await open(location)
    t.teardown(() => store.close())
    const { reader } = store
    const { id } = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'free' })
    const pathOf = async (path: string) => (await reader.findTemplate(id, path))?.endpointPath

    await t.test('a new template is a draft, of which nothing is served until it is published', async (t) => {
      const { templateId } = await store.createTemplate(drafted(id, 'new'), 'ada@example.com')
      t.equal(await store.findPublishedTemplate(id, 'new'), undefined)
      t.same(await reader.findTemplate(id, 'new'), {
        templateId,
        endpointPath: 'new',
        publishedVersion: 0,
        until: undefined,
      })
      t.same(await reader.listTemplates(id), [])
      t.match(await reader.listTemplates(id, undefined, 'all'), [{ id: templateId, name: 'Bill', version: 0 }])
      const draft = await reader.findDraft(id, 'new')
      t.match(draft, { revision: 1, baseVersion: 0, publishedVersion: 0, isPublished: false, html: '<p>bill' })
      t.match(draft?.files, [{ path: 'logo.png', size: 3 }])
      await store.discardDraft(id, 'new')
      t.match(await reader.findDraft(id, 'new'), { revision: 1 }, 'its draft is all there is')
      const place = { organizationId: id, endpointPath: 'new', revision: 1, baseVersion: 0 }
      t.match(await store.saveDraft(place, { ...drafted(id, 'new'), html: '<p>better' }), {
        kind: 'saved',
        revision: 2,
      })
      await t.rejects(store.createTemplate(drafted(id, 'new')), { code: 'conflict' })
      t.match(await store.publishTemplate({ ...published(id, 'new', '<p>better'), expectedVersion: 0, ofDraft: 2 }), {
        templateId,
        version: 1,
        changed: true,
      })
      t.match(await store.findPublishedTemplate(id, 'new'), { templateId })
    })

    await t.test('a draft is replaced as a whole', async (t) => {
      const change = await store.replaceDraft(
        { organizationId: id, endpointPath: 'new', revision: 2 },
        { ...drafted(id, 'new'), html: '<p>other', files: new Map([['a.css', new Uint8Array(1)]]) },
      )
      t.match(change, { kind: 'saved', revision: 3 })
      const draft = await reader.findDraft(id, 'new')
      t.match(draft, { html: '<p>other' })
      t.same(
        draft?.files.map(({ path }) => path),
        ['a.css'],
      )
      t.match(await store.replaceDraft({ organizationId: id, endpointPath: 'new', revision: 2 }, drafted(id, 'new')), {
        kind: 'conflict',
      })
    })

    await t.test(
      'a template gets another path and is found by the one before, which nobody else may take',
      async (t) => {
        const { templateId } = await store.publishTemplate(published(id, 'bill'))
        await store.moveTemplate(id, 'bill', 'invoice', 'ada@example.com')
        t.match(await store.findPublishedTemplate(id, 'invoice'), { templateId })
        t.match(await store.findPublishedTemplate(id, 'bill'), { templateId }, 'the path before answers')
        t.match(await reader.findTemplate(id, 'bill'), { templateId, endpointPath: 'invoice', until: Number })
        t.match(await reader.listFormerPaths(id, templateId), [{ endpointPath: 'bill' }])
        const conflict = { code: 'conflict', message: /"bill" was the path of the template "invoice"/ }
        await t.rejects(store.publishTemplate(published(id, 'bill', 'other')), conflict)
        await t.rejects(store.createTemplate(drafted(id, 'bill')), conflict)
        await store.publishTemplate(published(id, 'other'))
        await t.rejects(store.moveTemplate(id, 'other', 'bill'), conflict)
        await t.rejects(store.moveTemplate(id, 'other', 'invoice'), { code: 'conflict' })
        await t.rejects(store.moveTemplate(id, 'nowhere', 'somewhere'), { code: 'missing' })
        const { id: foreign } = await store.createOrganization({ slug: 'other', name: 'Other', plan: 'free' })
        t.equal(await store.findPublishedTemplate(foreign, 'bill'), undefined)
        t.match(
          await store.publishTemplate(published(foreign, 'bill')),
          { version: 1 },
          'paths are an organization’s own',
        )
        const [entry] = await reader.listAudit({ organizationId: id, action: 'template.moved', limit: 1 })
        t.match(entry, { actor: 'ada@example.com', details: { path: 'invoice', before: 'bill' } })

        await store.moveTemplate(id, 'invoice', 'bills')
        t.same([await pathOf('bill'), await pathOf('invoice')], ['bills', 'bills'], 'all paths lead to the last one')
        await store.moveTemplate(id, 'bills', 'bill')
        t.same([await pathOf('bill'), await pathOf('bills')], ['bill', 'bill'], 'it can go back')
      },
    )

    await t.test('a former path is free when its time is over, or its template was deleted', async (t) => {
      t.equal(await store.deleteFormerPaths(100), 0)
      await execute(location, `update former_paths set until_at = 1 where endpoint_path = 'invoice'`)
      await store.publishTemplate(published(id, 'invoice', 'another'))
      t.equal(await pathOf('invoice'), 'invoice')
      await execute(location, `update former_paths set until_at = 1`)
      t.equal(await store.deleteFormerPaths(100), 1)
      t.equal(await store.findPublishedTemplate(id, 'bills'), undefined)

      await store.moveTemplate(id, 'bill', 'note')
      await store.hideTemplate(id, 'note')
      t.equal(await store.findPublishedTemplate(id, 'bill'), undefined, 'a deleted template answers nowhere')
      await store.publishTemplate(published(id, 'bill', 'a new one'))
      t.equal(await pathOf('bill'), 'bill')
    })

    await t.test('a template that was never published leaves its path at once', async (t) => {
      await store.createTemplate(drafted(id, 'typo'))
      await store.moveTemplate(id, 'typo', 'right')
      t.equal(await pathOf('typo'), undefined)
      await store.createTemplate(drafted(id, 'typo'))
    })
  })
}
