import t from 'tap'
import { readUploadedTemplate } from '../../../server/templates/uploaded-template.js'
import { startService } from '../service.js'
import { newVisitor } from './visitor.js'

t.test('the page of a request shows what its document lost, and the list is narrowed to such requests', async (t) => {
  const service = await startService(t, { engine: true })
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${service.organization.slug}/requests`
  await service.addTemplate(
    'code',
    '<platen-qr preset="epc" name="a" iban="{{iban}}" amount="1"></platen-qr>{{missing}}',
  )
  await service.addTemplate('words', 'x')
  await service.addTemplate('strict', '<img src="{{logo}}" alt="">', { choices: { problems: 'refuse' } })
  const make = async (template: string) => {
    const { request_id: id } = (await service.generateLater(template, '{"iban":"SECRET","logo":"SECRET"}')).json as {
      request_id: string
    }
    await service.finished(id)
    return id
  }
  const [lost, good, refused] = [await make('code'), await make('words'), await make('strict')]
  const page = await viewer.get(`${base}/${lost}`)
  t.match(page.text, /2 problems[\s\S]*the value of (?:"|&quot;)iban(?:"|&quot;) is not an IBAN[\s\S]*invalid-code/)
  t.match(page.text, /unmatched-placeholder[\s\S]*template\.html:1:73/)
  t.notMatch(page.text, 'SECRET')
  t.notMatch((await viewer.get(`${base}/${good}`)).text, 'problem')
  t.match((await viewer.get(`${base}/${refused}`)).text, 'refuses documents that have lost something')

  // The log is written within a second: the list is looked at when it has all three.
  for (let list = ''; !list.includes(refused); ) list = (await viewer.get(base)).text
  const { text } = await viewer.get(`${base}?problems=some`)
  t.match(text, lost)
  t.match(text, refused)
  t.notMatch(text, good)
  t.match(text, /2 problems/)
})

t.test('the studio keeps how strict a template is, and names settings that are none', async (t) => {
  const service = await startService(t, { engine: true })
  await service.addTemplate('letter', '<p>x</p>')
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/templates/letter`
  t.match((await editor.get(base)).text, /<option value="report" selected[^>]*>Report problems<\/option>/)
  const form = {
    name: 'Letter',
    html: '<p>y</p>',
    pageSize: 'a4',
    orientation: 'portrait',
    profile: 'print',
    schema: '',
  }
  const shown = { revision: '0', base: '1' }
  t.equal((await editor.post(base, { ...form, ...shown, problems: 'refuse' })).status, 303)
  t.match((await editor.get(base)).text, /<option value="refuse" selected[^>]*>Refuse problems<\/option>/)
  t.equal((await editor.post(base, { ...form, ...shown, problems: 'never' })).status, 400)
  await editor.post(`${base}/publish`, { note: 'strict', revision: '1', expected: '1' })
  const published = await service.store.findPublishedTemplate(service.organization.id, 'letter')
  t.same((await service.store.reader.loadTemplateVersion(published?.versionId ?? ''))?.choices, { problems: 'refuse' })

  for (const [settings, message] of [
    ['{"filename":"x"}', 'there is no setting "filename" (did you mean "fileName"?)'],
    ['{"pageSize":"a5"}', '"pageSize" is chosen above the pages, and does nothing here'],
  ] as const) {
    const preview = { ...form, settings, data: '{}', files: '[]', edits: '[]', tab: '1' }
    const answer = await editor.post(`${base}/preview`, preview)
    const text = Buffer.from(answer.bytes).toString().replaceAll('\\"', '"')
    t.ok(text.includes(message), message)
  }
})

t.test('an upload says how strict it is, and its settings are checked', async (t) => {
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
  const upload = (settings: string) =>
    readUploadedTemplate([file('template.html', 'x'), file('template.json', settings)], 'letter')
  t.same((await upload('{"problems":"refuse","fileName":"a.pdf"}')).choices, { problems: 'refuse' })
  await t.rejects(upload('{"problems":"refused"}'), {
    message: 'template.json:1:2: "problems" must be one of ignore, report, refuse (did you mean "refuse"?)',
  })
  await t.rejects(upload('{"bogus":1}'), {
    message: /^template\.json:1:2: there is no setting "bogus"; there are name/,
  })
})

t.test('a version that was published with members that are no settings goes on', async (t) => {
  const service = await startService(t, { engine: true })
  await service.addTemplate('letter', 'x', { settings: '{"filename":"x","forms":true}' })
  t.equal((await service.generate('letter', '{}')).status, 200)
})
