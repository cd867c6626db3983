import t from 'tap'
import type { DraftTexts } from '../../../server/storage/drafts/draft-store.js'
import type { NewTemplateVersion, Store } from '../../../server/storage/store.js'
import { openers } from './openers.js'

const TEXTS: DraftTexts = {
  name: 'Invoice',
  html: '<p>draft',
  pageSize: 'a5',
  orientation: 'landscape',
  schema: undefined,
  samples: [
    { name: 'Short', data: '{"a":1}' },
    { name: 'Long', data: '{"a":2}' },
  ],
}

const LOGO = new Uint8Array([1, 2, 3])

function version(organizationId: string, overrides: Partial<NewTemplateVersion> = {}): NewTemplateVersion {
  return {
    organizationId,
    endpointPath: 'invoice',
    name: 'Invoice',
    html: '<p>published',
    pageSize: 'a4',
    orientation: 'portrait',
    schema: '{}',
    sample: '{"a":0}',
    assets: new Map([['logo.png', LOGO]]),
    ...overrides,
  }
}

async function organization(store: Store, slug: string): Promise<string> {
  return (await store.createOrganization({ slug, name: slug, plan: 'free' })).id
}

for (const { name, newLocation, open } of openers(t)) {
  t.test(`drafts in ${name}`, async (t) => {
    const store = await open(await newLocation(t))
    t.teardown(() => store.close())

    await t.test('a template without a draft shows what is published', async (t) => {
      const organizationId = await organization(store, 'first')
      await store.publishTemplate(version(organizationId))
      const draft = await store.reader.findDraft(organizationId, 'invoice')
      t.match(draft, {
        revision: 0,
        baseVersion: 1,
        publishedVersion: 1,
        isPublished: true,
        html: '<p>published',
        samples: [{ name: 'Sample', data: '{"a":0}' }],
        updatedBy: undefined,
      })
      t.match(draft?.files, [{ path: 'logo.png', size: 3 }])
      t.equal(await store.reader.findDraft(organizationId, 'none'), undefined)
    })

    await t.test('a draft is saved beside what is published', async (t) => {
      const organizationId = await organization(store, 'second')
      await store.publishTemplate(version(organizationId))
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      t.match(await store.saveDraft(place, TEXTS, 'ada'), { kind: 'saved', revision: 1 })
      t.match(await store.reader.findDraft(organizationId, 'invoice'), { ...TEXTS, revision: 1, updatedBy: 'ada' })
      const published = await store.findPublishedTemplate(organizationId, 'invoice')
      t.match(await store.reader.loadTemplateVersion(published?.versionId ?? ''), { html: '<p>published' })
      t.match(
        await store.saveDraft(place, { ...TEXTS, html: '<p>late' }, 'eve'),
        { kind: 'conflict', revision: 1, updatedBy: 'ada' },
        'two editors are told of each other',
      )
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.html, '<p>draft')
      await store.discardDraft(organizationId, 'invoice')
      t.match(await store.reader.findDraft(organizationId, 'invoice'), { revision: 0, html: '<p>published' })
      await t.rejects(store.saveDraft({ ...place, endpointPath: 'none' }, TEXTS), { code: 'missing' })
    })

    await t.test('a draft is known to be what is published, by whichever way it came there', async (t) => {
      const organizationId = await organization(store, 'published')
      const place = { organizationId, endpointPath: 'invoice' }
      const { assets, sample, schema, ...rest } = version(organizationId)
      const texts = { ...TEXTS, ...rest, schema, samples: [{ name: 'Short', data: sample ?? '' }] }
      const find = () => store.reader.findDraft(organizationId, 'invoice')
      await store.publishTemplate(version(organizationId))
      await store.saveDraft({ ...place, revision: 0 }, texts)
      t.match(await find(), { revision: 1, isPublished: true }, 'saved without a change')
      const changes: readonly Partial<DraftTexts>[] = [
        { html: '<p>changed' },
        { name: 'Bill' },
        { pageSize: 'a5' },
        { orientation: 'landscape' },
        { profile: 'browser' },
        { standard: ['pdf/ua-1'] },
        { settings: '{"forms":true}' },
        { schema: undefined },
        { samples: [] },
      ]
      let revision = 1
      for (const change of changes) {
        await store.saveDraft({ ...place, revision: revision++ }, { ...texts, ...change })
        t.match(await find(), { isPublished: false }, JSON.stringify(change))
      }
      const more = [...texts.samples, { name: 'Long', data: '{}' }]
      await store.saveDraft({ ...place, revision: revision++ }, { ...texts, profile: 'print', samples: more })
      t.match(await find(), { isPublished: true }, 'further samples are not published')
      const put = (path: string, bytes: Uint8Array) =>
        store.changeDraftFiles({ ...place, revision: revision++ }, { put: new Map([[path, bytes]]), remove: [] })
      await put('logo.png', new Uint8Array([9]))
      t.match(await find(), { isPublished: false }, 'another file')
      await put('logo.png', LOGO)
      t.match(await find(), { isPublished: true }, 'the same file again')
      await put('more.png', LOGO)
      t.match(await find(), { isPublished: false }, 'a file more')
      const pushed = version(organizationId, { assets: new Map([...assets, ['more.png', LOGO]]) })
      await store.publishTemplate(pushed)
      t.match(await find(), { isPublished: true, baseVersion: 1, publishedVersion: 2 }, 'pushed past the draft')
      await store.saveDraft({ ...place, revision: revision++ }, { ...texts, html: '<p>changed' })
      t.match(await find(), { isPublished: false, baseVersion: 2 }, 'which goes on from there')
      await store.publishTemplate({ ...pushed, html: '<p>changed' })
      await store.publishTemplate({ ...pushed, html: '<p>changed', ofDraft: revision })
      t.match(await find(), { isPublished: true, baseVersion: 3 }, 'also when it is published once more')
      await store.publishTemplate(version(organizationId))
      t.match(await find(), { isPublished: false, baseVersion: 3, publishedVersion: 4 }, 'an old version restored')
    })

    await t.test('a draft does not begin with a version that its editor has not seen', async (t) => {
      const organizationId = await organization(store, 'unseen')
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      await store.publishTemplate(version(organizationId))
      await store.publishTemplate(version(organizationId, { html: '<p>pushed' }))
      t.match(await store.saveDraft({ ...place, baseVersion: 1 }, TEXTS), { kind: 'conflict', revision: 0 })
      t.match(await store.reader.findDraft(organizationId, 'invoice'), { revision: 0, html: '<p>pushed' })
      t.match(await store.saveDraft({ ...place, baseVersion: 2 }, TEXTS), { kind: 'saved', revision: 1 })
    })

    await t.test('whose pages a template has is part of its versions and drafts', async (t) => {
      const organizationId = await organization(store, 'profiles')
      const plain = await store.publishTemplate(version(organizationId))
      t.equal((await store.reader.loadTemplateVersion(plain.versionId))?.profile, undefined)
      t.equal((await store.publishTemplate(version(organizationId, { profile: 'print' }))).changed, false)
      const moved = await store.publishTemplate(version(organizationId, { profile: 'browser' }))
      t.equal(moved.version, 2)
      t.equal((await store.reader.loadTemplateVersion(moved.versionId))?.profile, 'browser')
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.profile, 'browser')
      await store.changeDraftFiles(place, { put: new Map(), remove: ['logo.png'] })
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.profile, 'browser', 'a draft begins with it')
      await store.saveDraft({ ...place, revision: 1 }, { ...TEXTS, profile: 'print' })
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.profile, 'print')
    })

    await t.test('what its documents are to be is part of versions and drafts', async (t) => {
      const organizationId = await organization(store, 'standards')
      await store.publishTemplate(version(organizationId))
      const { versionId, changed } = await store.publishTemplate(
        version(organizationId, { standard: ['pdf/a-3a', 'pdf/ua-1'] }),
      )
      t.ok(changed)
      t.same((await store.reader.loadTemplateVersion(versionId))?.standard, ['pdf/ua-1', 'pdf/a-3a'])
      t.equal(
        (await store.publishTemplate(version(organizationId, { standard: ['pdf/ua-1', 'pdf/a-3a'] }))).changed,
        false,
      )
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      await store.changeDraftFiles(place, { put: new Map(), remove: ['logo.png'] })
      t.same((await store.reader.findDraft(organizationId, 'invoice'))?.standard, ['pdf/ua-1', 'pdf/a-3a'])
      await store.saveDraft({ ...place, revision: 1 }, TEXTS)
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.standard, undefined)
    })

    await t.test('the settings of its documents are part of versions and drafts', async (t) => {
      const organizationId = await organization(store, 'settings')
      await store.publishTemplate(version(organizationId))
      const settings = '{"forms":true}'
      const { versionId, changed } = await store.publishTemplate(version(organizationId, { settings }))
      t.ok(changed)
      t.equal((await store.reader.loadTemplateVersion(versionId))?.settings, settings)
      t.equal((await store.publishTemplate(version(organizationId, { settings }))).changed, false)
      t.ok((await store.publishTemplate(version(organizationId, { settings: '{}' }))).changed)
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.settings, '{}')
      await store.changeDraftFiles(place, { put: new Map(), remove: ['logo.png'] })
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.settings, '{}', 'a draft begins with them')
      await store.saveDraft({ ...place, revision: 1 }, { ...TEXTS, settings: '{ not yet' })
      t.equal((await store.reader.findDraft(organizationId, 'invoice'))?.settings, '{ not yet')
    })

    await t.test('files of a draft are its own, and go when nobody has them any more', async (t) => {
      const organizationId = await organization(store, 'third')
      await store.publishTemplate(version(organizationId, { assets: new Map([['logo.png', new Uint8Array([7])]]) }))
      const put = new Map([
        ['logo.png', new Uint8Array([8, 8])],
        ['font.ttf', new Uint8Array([9])],
      ])
      const place = { organizationId, endpointPath: 'invoice', revision: 0 }
      t.match(await store.changeDraftFiles(place, { put, remove: [] }), { kind: 'saved', revision: 1 })
      const draft = await store.reader.findDraft(organizationId, 'invoice')
      t.match(draft?.files, [
        { path: 'font.ttf', size: 1 },
        { path: 'logo.png', size: 2 },
      ])
      const hashes = draft?.files.map(({ hash }) => hash) ?? []
      t.equal((await store.reader.loadDraftFiles(organizationId, 'invoice', hashes)).length, 2)
      const other = await organization(store, 'stranger')
      await store.publishTemplate(version(other))
      t.same(await store.reader.loadDraftFiles(other, 'invoice', hashes), [], 'others see nothing by its hash')
      await store.changeDraftFiles({ ...place, revision: 1 }, { put: new Map(), remove: ['font.ttf'] })
      t.match((await store.reader.findDraft(organizationId, 'invoice'))?.files, [{ path: 'logo.png' }])
      t.equal((await store.reader.loadDraftFiles(organizationId, 'invoice', hashes)).length, 1)
      t.match(await store.changeDraftFiles(place, { put, remove: [] }), { kind: 'conflict' })
    })

    await t.test('publishing takes a note, and refuses what was changed meanwhile', async (t) => {
      const organizationId = await organization(store, 'fourth')
      await store.publishTemplate(version(organizationId), 'ada')
      await store.saveDraft({ organizationId, endpointPath: 'invoice', revision: 0 }, TEXTS)
      const next = version(organizationId, { html: '<p>draft', note: 'Larger logo' })
      await t.rejects(store.publishTemplate({ ...next, ofDraft: 0 }), { code: 'conflict' })
      await t.rejects(store.publishTemplate({ ...next, expectedVersion: 3 }), { code: 'conflict' })
      t.match(await store.publishTemplate({ ...next, ofDraft: 1, expectedVersion: 1 }, 'eve'), { version: 2 })
      t.match(await store.reader.findDraft(organizationId, 'invoice'), { baseVersion: 2, publishedVersion: 2 })
      t.match(await store.reader.listVersions(organizationId, 'invoice', { limit: 9 }), [
        { version: 2, note: 'Larger logo', publishedBy: 'eve' },
        { version: 1, note: undefined, publishedBy: 'ada' },
      ])
      const after = { version: 2 }
      t.match(await store.reader.listVersions(organizationId, 'invoice', { limit: 9, after }), [{ version: 1 }])
      t.match(await store.reader.findVersion(organizationId, 'invoice', 2), { note: 'Larger logo' })
      t.equal(await store.reader.findVersion(organizationId, 'invoice', 3), undefined)
      await store.deleteTemplate(organizationId, 'invoice')
      t.equal(await store.reader.findDraft(organizationId, 'invoice'), undefined)
    })
  })
}
