import t from 'tap'
import { newVisitor } from '../dashboard/visitor.js'
import { startService } from '../service.js'
import { send } from './request.js'

const FILE_NAME = '{{at | date "d HH"}} {{day | date "d"}}'
const DATA = { at: '2026-01-31T23:30:00Z', day: '2026-01-31' }

t.test('moments of documents', async (t) => {
  const service = await startService(t, { engine: true, timeZone: 'Asia/Tokyo' })
  const { store, organization } = service
  const owner = await newVisitor(service, 'owner')
  const settings = `/dashboard/${organization.slug}/settings`
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
  await service.addTemplate('plain', '<p>x', { settings: JSON.stringify({ fileName: FILE_NAME }) })
  await service.addTemplate('zoned', '<p>x', {
    settings: JSON.stringify({ fileName: FILE_NAME, timeZone: 'America/New_York' }),
  })
  const request = (template: string, more = {}) =>
    send(`${service.base}/templates/${template}/documents`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(DATA),
    })
  const nameIn = (disposition: string | undefined) => /filename="([^"]*)\.pdf"/.exec(disposition ?? '')?.[1]
  const synchronous = async (template: string) => nameIn((await request(template)).headers['content-disposition'])
  const asynchronous = async (template: string) => {
    const { json } = await request(template, { prefer: 'respond-async' })
    const { request_id: id } = json as { request_id: string }
    await service.finished(id)
    const found = await send(`${service.base}/requests/${id}`, { headers })
    const { document_url: url } = found.json as { document_url: string }
    return nameIn((await send(url)).headers['content-disposition'])
  }

  for (const [mode, nameOf] of [
    ['synchronous', synchronous],
    ['asynchronous', asynchronous],
  ] as const) {
    await t.test(
      `are in the zone of the template, else of the organization, else of the service: ${mode}`,
      async (t) => {
        await store.updateOrganization(organization.slug, {
          name: undefined,
          plan: undefined,
          monthlyQuota: undefined,
          timeZone: null,
        })
        t.equal(await nameOf('plain'), '1 08 31')
        t.equal(await nameOf('zoned'), '31 18 31')
        t.equal((await owner.post(settings, { name: 'Acme', timeZone: 'Europe/Berlin' })).status, 303)
        t.equal(await nameOf('plain'), '1 00 31')
        t.equal(await nameOf('zoned'), '31 18 31')
      },
    )
  }

  await t.test('are in a zone that members of the organization choose in its settings', async (t) => {
    const page = await owner.get(settings)
    t.match(page.text, /<option value="Europe\/Berlin" selected/)
    t.match(page.text, 'value="Asia/Tokyo"')
    const wrong = await owner.post(settings, { name: 'Acme', timeZone: 'Mars/Olympus' })
    t.equal(wrong.status, 422)
    t.match(wrong.text, 'There is no such time zone.')
    await owner.post(settings, { name: 'Acme Inc' })
    t.match(await store.findOrganization(organization.slug), { name: 'Acme Inc', timeZone: 'Europe/Berlin' })
    await owner.post(settings, { name: 'Acme', timeZone: '' })
    t.equal((await store.findOrganization(organization.slug))?.timeZone, undefined)
  })
})
