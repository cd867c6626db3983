import { strToU8, zipSync } from 'fflate'
import t from 'tap'
import { startService } from '../service.js'
import { newVisitor } from './visitor.js'

t.test('a new template is a draft until it is published', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const home = `/dashboard/${service.organization.slug}`
  const base = `${home}/templates`
  t.equal((await editor.post(base, { path: 'bill', name: 'Bill', sample: 'blank' })).location, `${base}/bill`)
  t.equal((await service.generate('bill', '{}')).status, 404)
  t.match((await editor.get(base)).text, 'not published')
  t.match(
    (await editor.get(home)).text,
    `href="${base}/bill/publish"`,
    'the way to a first document leads on from there',
  )
  t.match((await editor.get(`${base}/bill`)).text, 'Draft, not published yet')
  t.match((await editor.get(`${base}/bill/use`)).text, 'Nothing is published yet')
  t.match((await editor.get(`${base}/bill/versions`)).text, 'Nothing is published yet')
  t.equal((await editor.get(`${base}/bill/discard`)).location, `${base}/bill`, 'there is nothing to return to')
  t.equal((await editor.get(`${base}/bill/draft.zip`)).status, 200)
  t.equal((await editor.get(`${base}/bill/thumbnail.png`)).status, 200)
  t.equal((await editor.post(`${base}/bill/duplicate`, { name: 'Copy', path: 'copy' })).location, `${base}/copy`)

  const page = await editor.get(`${base}/bill/publish`)
  t.match(page.text, /name="expected" value="0"[\s\S]*Publish version 1/)
  t.equal((await editor.post(`${base}/bill/publish`, { note: 'First', revision: '1', expected: '0' })).status, 303)
  t.equal((await service.generate('bill', '{}')).status, 200)
  t.match((await editor.get(`${base}/bill`)).text, 'Published as version 1')
  const entries = await service.store.reader.listAudit({ organizationId: service.organization.id, limit: 5 })
  t.match(entries, [{ action: 'template.published' }, { action: 'template.created' }, { action: 'template.created' }])
})

t.test('a version gets a stage, and keeps it when another is published', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const viewer = await newVisitor(service, 'viewer')
  const versions = `/dashboard/${service.organization.slug}/templates/memo/versions`
  const stages = versions.replace('/versions', '/stages')
  await service.addTemplate('memo', 'one')
  const move = (fields: Readonly<Record<string, string>>) =>
    editor.post(stages, { stage: 'staging', version: '1', ...fields })
  t.equal((await service.generate('memo:staging', '{}')).status, 404)
  t.equal((await move({})).location, versions)
  await service.addTemplate('memo', 'two')
  t.equal((await service.generate('memo:staging', '{}')).status, 200)
  t.match((await viewer.get(versions)).text, /<code>staging<\/code>[\s\S]{0,40}>1</)
  t.notMatch((await viewer.get(versions)).text, 'Move a stage')
  t.match((await editor.get(versions)).text, 'Move a stage')
  t.match(await move({ stage: 'live' }), { status: 422, text: /Publishing moves this stage/ })
  t.match(await move({ stage: 'No' }), { status: 422, text: /value="No"[\s\S]*Use lower-case letters/ })
  t.match(await move({ version: '9' }), { status: 422, text: /This version is not kept any more/ })
  t.equal((await viewer.post(stages, { stage: 'staging', version: '2' })).status, 403)
  t.equal((await editor.post(`${stages}/remove`, { stage: 'staging' })).location, versions)
  t.equal((await service.generate('memo:staging', '{}')).status, 404)
  const owner = await newVisitor(service, 'owner')
  const log = (await owner.get(`/dashboard/${service.organization.slug}/audit`)).text
  t.match(log, /removed the stage <code>staging<\/code>[\s\S]*moved the stage <code>staging<\/code>/)
})

t.test('a template gets another path, and programs that use the one before go on', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${service.organization.slug}/templates`
  await service.addTemplate('bill', 'bill')
  await service.addTemplate('letter', 'letter')
  t.match((await editor.get(`${base}/bill/path`)).text, 'for thirty more days')
  t.match((await editor.post(`${base}/bill/path`, { path: 'letter' })).text, 'There is a template with this path.')
  t.match((await editor.post(`${base}/bill/path`, { path: 'new' })).text, 'The dashboard needs this word itself.')
  t.equal((await editor.post(`${base}/bill/path`, { path: 'invoice' })).location, `${base}/invoice`)
  t.equal((await service.generate('invoice', '{}')).status, 200)
  t.equal((await service.generate('bill', '{}')).status, 200, 'under the path before')
  t.equal((await service.generateLater('bill', '{}')).status, 202)
  const taken = await editor.post(base, { path: 'bill', sample: 'blank' })
  t.match(taken.text, /Until \d+ \w+ \d{4} this path leads to the template invoice, which had it before\./)
  t.match((await editor.post(`${base}/letter/duplicate`, { name: 'x', path: 'bill' })).status, 422)
  t.match((await editor.get(`${base}/invoice/path`)).text, /<code>bill<\/code> <span class="muted">answers until/)
  t.equal((await editor.get(`${base}/bill`)).location, `${base}/invoice`, 'old links lead on')
  t.equal(
    (await editor.get(`${base}/bill/compare?from=1&to=draft`)).location,
    `${base}/invoice/compare?from=1&to=draft`,
  )
  const draft = { name: 'Bill', html: 'changed', pageSize: 'a4', orientation: 'portrait', standard: '' }
  t.equal((await editor.post(`${base}/bill`, { ...draft, revision: '0', base: '1' })).status, 303, 'as do open windows')
  t.match(await service.store.reader.findDraft(service.organization.id, 'invoice'), { html: 'changed' })
  const audit = (await owner.get(`/dashboard/${service.organization.slug}/audit`)).text
  t.match(audit, /changed the path of a template from <code>bill<\/code> to <a href="[^"]*\/templates\/invoice">/)
})

t.test('what is downloaded can be uploaded again, and is the same', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${organization.slug}/templates`
  const assets = new Map([
    ['style.css', strToU8('p {}')],
    ['notes/read me.md', strToU8('# Read')],
  ])
  await service.addTemplate('bill', '<p>bill', {
    name: 'Bill',
    pageSize: 'a5',
    schema: '{}',
    sample: '{"a":1}',
    assets,
  })
  const before = await store.reader.findDraft(organization.id, 'bill')
  if (!before) throw new Error('the template is there')
  const samples = [
    { name: 'Short', data: '{"a":1}' },
    { name: 'Right to left / long', data: '{"a":2}' },
  ]
  const settings = '{\n  "fileName": "bill.pdf"\n}\n'
  const place = { organizationId: organization.id, endpointPath: 'bill', revision: 0 }
  await store.saveDraft(place, { ...before, html: '<p>changed', settings, samples })
  const draft = await store.reader.findDraft(organization.id, 'bill')
  const { bytes } = await editor.get(`${base}/bill/draft.zip`)
  const upload = (path: string, fields: Readonly<Record<string, string>>, content = bytes) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('files', new Blob([Uint8Array.from(content)]), 'bill.zip')
    return editor.upload(`${base}/${path}`, form)
  }
  const same = ({
    revision,
    updatedAt,
    updatedBy,
    templateId,
    endpointPath,
    baseVersion,
    publishedVersion,
    ...content
  }: NonNullable<typeof draft>) => content
  t.equal((await upload('upload', { path: 'again' })).location, `${base}/again`)
  const again = await store.reader.findDraft(organization.id, 'again')
  if (!draft || !again) throw new Error('both are there')
  t.same(same(again), same(draft), 'as a new template')

  await store.discardDraft(organization.id, 'bill')
  t.match((await editor.get(`${base}/bill/upload`)).text, 'Version 1 is served until you publish the draft.')
  t.equal((await upload('bill/upload', { revision: '0', base: '1' })).location, `${base}/bill`)
  const replaced = await store.reader.findDraft(organization.id, 'bill')
  if (!replaced) throw new Error('it is there')
  t.same(same(replaced), same(draft), 'over the template')
  t.equal(replaced.publishedVersion, 1, 'nothing is published')

  t.match((await editor.get(`${base}/bill/upload`)).text, 'The draft has changes that are not published')
  t.match((await upload('bill/upload', { revision: '0', base: '1' })).text, 'Somebody has changed the draft meanwhile.')
  const plain = zipSync({ 'template.html': strToU8('plain') })
  await upload('bill/upload', { revision: '1', base: '1' }, Buffer.from(plain))
  t.match(await store.reader.findDraft(organization.id, 'bill'), { html: 'plain', files: [], samples })
})
