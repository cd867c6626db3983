import { strToU8, zipSync } from 'fflate'
import t from 'tap'
import { csrfToken } from '../../../server/dashboard/access/tokens.js'
import { DASHBOARD_ROUTES } from '../../../server/dashboard/routes.js'
import { compositeGlyphs, glyphOf } from '../../hostile/bombs/fonts.js'
import { send } from '../http/request.js'
import { startService } from '../service.js'
import { until } from '../until.js'
import { newVisitor, type Visitor } from './visitor.js'

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{a}}`

/** The page behind a form that was sent. It looks with the message that the form has left. */
async function follow(visitor: Visitor, sent: Awaited<ReturnType<Visitor['post']>>) {
  t.equal(sent.status, 303, sent.text)
  const cookies = (sent.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
  return visitor.get(sent.location ?? '', { cookie: `platen=${visitor.token}; ${cookies}` })
}

t.test('what people write stands in pages as text', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { organization, store } = service
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${organization.slug}`
  await service.addTemplate('hostile', 'letter', { name: HOSTILE })
  await owner.post(`${base}/keys`, { description: HOSTILE })
  await owner.post(`${base}/settings`, { name: HOSTILE })
  const { location = '' } = await owner.post(`${base}/webhooks`, {
    name: HOSTILE,
    url: `http://127.0.0.1:9/${encodeURIComponent(HOSTILE)}`,
    events: 'document.failed',
    'filters.endpoint_path_pattern': 'a',
    max_retries: '0',
  })
  await store.logRequests([
    {
      id: 'req_hostile',
      organizationId: organization.id,
      keyId: HOSTILE,
      mode: 'sync',
      endpointPath: HOSTILE,
      versionId: HOSTILE,
      documentId: undefined,
      isTest: false,
      outcome: 'failed',
      status: 422,
      code: HOSTILE,
      place: HOSTILE,
      receivedBytes: 1,
      documentBytes: undefined,
      pages: undefined,
      times: { checkedMs: 1, waitedMs: undefined, renderedMs: undefined, totalMs: 1 },
      createdAt: Date.now(),
      retentionMs: 60_000,
    },
  ])
  const place = { organizationId: organization.id, endpointPath: 'hostile' }
  const letter = await service.store.reader.findDraft(organization.id, 'hostile')
  if (!letter) throw new Error('the template is there')
  const draft = { ...letter, schema: HOSTILE, settings: HOSTILE, samples: [{ name: HOSTILE, data: HOSTILE }] }
  await store.saveDraft({ ...place, revision: 0 }, draft, HOSTILE)
  await store.publishTemplate(
    { ...place, ...letter, html: HOSTILE, note: HOSTILE, sample: HOSTILE, assets: new Map() },
    HOSTILE,
  )
  await store.savePartial({ organizationId: organization.id, name: 'hostile', html: HOSTILE }, HOSTILE)
  const delivery = await store.addTestEvent({
    webhookId: location.split('/').at(-1) ?? '',
    eventId: HOSTILE,
    requestId: HOSTILE,
    type: 'document.failed',
    payload: JSON.stringify({ text: HOSTILE }),
    createdAt: Date.now(),
  })
  await store.startSession({
    userId: owner.userId,
    hash: 'a session of another browser',
    absoluteMs: 60_000,
    idleMs: 60_000,
    address: HOSTILE,
    userAgent: HOSTILE,
  })
  const template = `${base}/templates/hostile`
  const query = new URLSearchParams(
    ['q', 'actor', 'event', 'template', 'code'].map((name): [string, string] => [name, HOSTILE]),
  )
  const paths = DASHBOARD_ROUTES.filter(({ method, path }) => method === 'GET' && path.startsWith('/dashboard/{org}'))
    .map(({ path }) => path.replace('{org}', organization.slug).replace(/\{\w+\}/g, encodeURIComponent(HOSTILE)))
    .concat(location, `${location}/settings`, `${location}/deliveries/${delivery.id}`, `${base}/requests/req_hostile`)
    .concat(template, ...['versions', 'use', 'publish'].map((page) => `${template}/${page}`))
    .concat(`${base}/partials/hostile`, '/dashboard/account', '/dashboard/organizations')
  for (const path of paths) {
    const { text, headers } = await owner.get(`${path}?${query}`)
    // What is no page is no place for markup: it is downloaded.
    if (headers['content-disposition']?.startsWith('attachment')) continue
    t.notMatch(text, /<script>alert|<img src=x/, path)
  }
  const shown = [`${base}/keys`, `${base}/webhooks`, `${base}/templates`, `${base}/requests/req_hostile`]
    .concat(template, `${template}/versions`, `${template}/publish`, `${template}/use`, `${base}/partials/hostile`)
    .concat(`${location}/deliveries/${delivery.id}`, `${base}/audit`, '/dashboard/account')
  for (const path of shown) {
    t.match((await owner.get(path)).text, '&lt;script&gt;alert(1)', path)
  }
  const again = await owner.post(`${base}/webhooks`, { name: HOSTILE, url: HOSTILE, 'filters.exclude_errors': HOSTILE })
  t.equal(again.status, 422)
  t.notMatch(again.text, '<script>alert')
})

t.test('a key is shown once, works, and is revoked with its name typed', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/keys`
  t.match(
    (await editor.post(base, { description: '', allow: 'no address' })).text,
    /is missing[\s\S]*neither an IP address/,
  )
  const shown = await follow(editor, await editor.post(base, { description: 'shop', allow: '' }))
  const key = /sk_live_\w{26}_\w{32}/.exec(shown.text)?.[0] ?? ''
  t.equal((await service.generate('letter', '{}', key)).status, 200)
  const list = (await editor.get(base)).text
  t.notMatch(list, key, 'once')
  const id = /keys\/(key_\w+)">shop/.exec(list)?.[1] ?? ''
  t.equal((await editor.post(`${base}/${id}/revoke`, { confirm: 'shopp' })).status, 422)
  t.equal((await service.generate('letter', '{}', key)).status, 200, 'it is still good')
  t.equal((await editor.post(`${base}/${id}/revoke`, { confirm: 'shop' })).status, 303)
  t.equal((await service.generate('letter', '{}', key)).status, 401)
  const [entry] = await service.store.reader.listAudit({ organizationId: service.organization.id, limit: 1 })
  t.match(entry, { action: 'key.revoked', actor: editor.email, subject: id })
})

t.test('a webhook is added, tested, changed, rotated and deleted', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/webhooks`
  const fields = { name: 'orders', url: 'http://127.0.0.1:9/hook', events: 'document.failed', max_retries: '0' }
  const problem = await editor.post(base, { ...fields, url: 'ftp://x', max_retries: '9' })
  t.match(problem.text, /value="ftp:\/\/x"[\s\S]*from 0 to 5/, 'what was written is still there')
  const { location = '' } = await editor.post(base, fields)
  t.match((await editor.get(location)).text, /enabled/)
  const tested = await follow(editor, await editor.post(`${location}/test`, { type: 'document.completed' }))
  t.match(tested.text, /document\.completed[\s\S]*is_test&quot;:true/)
  const secret = (await follow(editor, await editor.post(`${location}/secret`))).text
  const rotated = (await follow(editor, await editor.post(`${location}/rotate`))).text
  const find = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0]
  t.ok(find(secret))
  t.not(find(rotated), find(secret))
  t.match(rotated, /secret before signs as well until/)
  t.notMatch((await editor.get(location)).text, /whsec_/, 'shown on demand only')
  await editor.post(`${location}/settings`, { ...fields, name: 'renamed' })
  t.match((await editor.get(location)).text, /renamed/)
  await editor.post(`${location}/disable`)
  t.match((await editor.get(location)).text, /Nothing is sent while it is disabled/)
  const { organization, store } = service
  const audit = await store.reader.listAudit({ organizationId: organization.id, action: 'webhook.updated', limit: 2 })
  t.match(audit[0]?.details, { before: { enabled: true }, after: { enabled: false } })
  t.match(audit[1]?.details, { before: { name: 'orders' }, after: { name: 'renamed' } })
  t.equal((await editor.post(`${location}/delete`, { confirm: 'renamed' })).status, 303)
  t.equal((await editor.get(location)).status, 404)
})

t.test('a template is made of a sample, duplicated, deleted and restored', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/templates`
  t.match((await editor.post(base, { path: 'a b', sample: 'invoice' })).text, /Use letters, digits/)
  t.equal((await editor.post(base, { path: 'bill', sample: 'invoice' })).location, `${base}/bill`)
  t.match((await editor.post(base, { path: 'bill', sample: 'invoice' })).text, /There is a template with this path/)
  t.match((await editor.get(`${base}/bill/duplicate`)).text, /value="Invoice \(2\)"[\s\S]*value="bill-2"/)
  t.equal((await editor.post(`${base}/bill/duplicate`, { name: 'Copy', path: 'bill' })).status, 422)
  t.equal((await editor.post(`${base}/bill/duplicate`, { name: 'Copy', path: 'copy' })).location, `${base}/copy`)
  t.match((await editor.get(base)).text, /templates\/copy">Copy</)
  const { store, organization } = service
  t.equal((await service.generate('bill', '{}')).status, 404, 'it is a draft')
  const first = { note: 'First', revision: '1', expected: '0' }
  t.equal((await editor.post(`${base}/bill/publish`, first)).status, 303)
  const before = await store.findPublishedTemplate(organization.id, 'bill')
  await editor.post(`${base}/bill/delete`)
  t.equal((await service.generate('bill', '{}')).status, 404)
  const id = /name="id" value="(tpl_\w+)"/.exec((await editor.get(base)).text)?.[1] ?? ''
  t.equal((await editor.post(`${base}/restore`, { id })).status, 303)
  t.same(await store.findPublishedTemplate(organization.id, 'bill'), before, 'the same as before, with its versions')
})

t.test('a template is uploaded as an archive', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/templates`
  const upload = async (path: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('csrf', csrfToken(editor.token))
    form.set('path', path)
    form.set('files', new Blob([bytes]), name)
    form.set('folder', new Blob([]), '')
    const request = new Request(`${service.url}${base}/upload`, { method: 'POST', body: form })
    return send(request.url, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        origin: service.url,
        cookie: `platen=${editor.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      body: new Uint8Array(await request.arrayBuffer()),
    })
  }
  const archive = zipSync({ 'x/template.html': strToU8('letter'), 'x/style.css': strToU8('p {}') })
  t.equal((await upload('uploaded', 'x.zip', Uint8Array.from(archive))).status, 303)
  t.match(await service.store.reader.findDraft(service.organization.id, 'uploaded'), { html: 'letter' })
  t.equal((await service.generate('uploaded', '{}')).status, 404, 'it is a draft')
  const broken = await upload('broken', 'x.zip', Uint8Array.from(strToU8('no archive')))
  t.equal(broken.status, 422)
  t.match(broken.bytes.toString(), /this is not a zip archive/)
  for (const [html, fault] of [
    ['<p>\n{{#each items}}', /template\.html, line 2: [^<]*each/],
    ['<p>{{total | wrods}}', /template\.html, line 1: [^<]*wrods/],
  ] as const) {
    const refused = await upload('faulty', 'template.html', Uint8Array.from(strToU8(html)))
    t.equal(refused.status, 422)
    t.match(refused.bytes.toString(), fault, 'with its place')
    t.equal(await service.store.reader.findTemplate(service.organization.id, 'faulty'), undefined)
  }
  const style = '<style>@font-face { font-family: Own; src: url(own.ttf) } p { font-family: Own }</style>'
  const damaged = zipSync({
    'x/template.html': strToU8(`${style}<p>ABC</p>`),
    'x/own.ttf': Uint8Array.from(compositeGlyphs(glyphOf('Ж'), 1, 1, glyphOf('Ж'))),
  })
  const refused = await upload('damaged', 'x.zip', Uint8Array.from(damaged))
  t.equal(refused.status, 422)
  t.match(refused.bytes.toString(), 'is damaged', 'also in letters that the template itself does not show')
  const large = await upload('a-large-one', 'x.css', new Uint8Array(21 * 1_048_576))
  t.equal(large.status, 413)
  t.match(large.bytes.toString(), /id="f-upload-path"[^>]*value="a-large-one"/, 'what was typed is still there')
})

t.test('requests are found, and lead to their deliveries and documents', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${service.organization.slug}/requests`
  const { request_id: id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  const { document_id: documentId } = await service.finished(id)
  const page = await viewer.get(`${base}/${id}`)
  t.match(page.text, /Received and accepted[\s\S]*Rendered[\s\S]*Stored/)
  t.equal((await viewer.get(`${base}?q=${documentId}`)).location, `${base}/${documentId}`)
  t.equal((await viewer.get(`${base}/${documentId}`)).location, `${base}/${id}`)
  const pdf = await viewer.get(`${base}/${id}/document`)
  t.equal(pdf.headers['content-type'], 'application/pdf')
  t.equal(String(pdf.bytes.byteLength), pdf.headers['content-length'])
})

function readText(markup: string): string {
  const characters: Readonly<Record<string, string>> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
  return markup.replaceAll(/&(\w+|#39);/g, (_, name: string) => characters[name] ?? '')
}

t.test('the command on the first page makes a document as it stands', async (t) => {
  const service = await startService(t)
  const editor = await newVisitor(service, 'editor')
  const schema = '{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}'
  await service.addTemplate('letter', '<p>{{name}}', { schema, sample: '{}' })
  await service.addTemplate('bill', '<p>{{name}}', { schema, sample: '{\n  "name": "O’Hara & \'sons\'"\n}' })
  const home = `/dashboard/${service.organization.slug}`
  const { text } = await editor.get(home)
  const command = readText(/<code>(curl[^<]*)<\/code>/.exec(text)?.[1] ?? '')
  t.match(command, 'templates/bill/documents', 'the template that was published last')
  const data = / -d '(.*)'$/s.exec(command)?.[1]?.replaceAll("'\\''", "'") ?? ''
  t.same(JSON.parse(data), { isTest: true, name: "O’Hara & 'sons'" })
  t.equal((await service.generate('bill', data)).status, 200)
  await service.addTemplate('book', '<p>{{name}}', { schema, sample: JSON.stringify({ name: 'x'.repeat(9_000) }) })
  t.match(await editor.get(home), { text: /too long for a command[\s\S]*templates\/book\/use/ })
})

t.test('what is shown leads to what it is about', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}`
  t.notMatch((await editor.get(base)).text, /templates\/invoice\/use/, 'to no template where there is none')
  await service.addTemplate('letter', 'letter')
  const { location: webhook } = await editor.post(`${base}/webhooks`, {
    name: 'orders',
    url: 'http://127.0.0.1:9/',
    events: 'document.completed',
    max_retries: '0',
  })
  const { request_id: id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  await service.finished(id)
  t.match((await editor.get(`${base}/requests/${id}`)).text, new RegExp(`<a href="${webhook}">orders</a>`))
  t.match((await editor.get(`${base}/webhooks/deliveries`)).text, new RegExp(`<a href="${webhook}">orders</a>`))
  const requests = `href="${base}/requests?template=letter"`
  t.ok((await editor.get(`${base}/templates`)).text.includes(requests), 'a template to its requests')
  t.ok((await editor.get(`${base}/templates/letter/use`)).text.includes(requests))
  await service.generate('letter', '{}')
  await service.generate('missing', '{}')
  const logged = () => service.store.reader.searchRequests({ organizationId: service.organization.id, limit: 5 })
  await until(async () => (await logged()).length === 3)
  t.match((await editor.get(`${base}/requests?template=letter`)).text, `href="${base}/templates/letter"`)
  t.notMatch((await editor.get(`${base}/requests?template=missing`)).text, `href="${base}/templates/missing"`)
})

t.test('administrators see what the service consists of', async (t) => {
  const service = await startService(t)
  const administrator = await newVisitor(service, 'administrator')
  const { text } = await administrator.get('/dashboard/admin')
  t.match(text, /<dt>Platen<\/dt><dd>\d+\.\d+\.\d+<\/dd>/)
  t.match(text, /<dt>Database<\/dt><dd>(?:SQLite|PostgreSQL)<\/dd>/)
  t.match(text, /\d+ renderers?/)
})

t.test('style sheets are kept by browsers for ever, and compressed', async (t) => {
  const service = await startService(t)
  const nobody = await newVisitor(service, 'nobody')
  const address = /href="(\/dashboard\/assets\/style-\w+\.css)"/.exec(
    (await nobody.get('/dashboard/sign-in')).text,
  )?.[1]
  const { headers, bytes } = await nobody.get(address ?? '', { 'accept-encoding': 'br' })
  t.match(headers, {
    'content-type': 'text/css; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  t.ok(bytes.byteLength < 30_000)
})

t.test('the service’s address leads browsers to the dashboard', async (t) => {
  const service = await startService(t)
  const nobody = await newVisitor(service, 'nobody')
  t.equal((await nobody.get('/')).location, '/dashboard')
  t.match((await nobody.get('/', { accept: '*/*' })).text, /platen is running/)
})

t.test('partials are made, changed, published and deleted', async (t) => {
  const service = await startService(t, { engine: true })
  const { organization, store } = service
  const editor = await newVisitor(service, 'editor')
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${organization.slug}/partials`
  t.match((await editor.get(base)).text, 'No partials yet')
  const made = await editor.post(base, { name: 'header', html: '<h1>{{title}}</h1>\r\n' })
  t.match((await follow(editor, made)).text, 'The partial header is created.')
  t.match(await store.reader.findPartial(organization.id, 'header'), { html: '<h1>{{title}}</h1>\n' })
  for (const [fields, message] of [
    [{ name: 'header', html: '' }, 'There is a partial with this name.'],
    [{ name: 'a/b', html: '' }, 'Use letters, digits'],
    [{ name: 'new', html: '' }, 'The dashboard needs this word itself.'],
    [{ name: 'large', html: 'x'.repeat(262_145) }, 'A partial has at most'],
  ] as const) {
    const refused = await editor.post(base, fields)
    t.equal(refused.status, 422)
    t.match(refused.text, message)
  }
  await service.addTemplate('letter', '{{> header}}', { sample: '{"title":"Dear all"}' })
  await service.addTemplate('fixed', '{{> header}}', { assets: new Map([['header.html', Buffer.from('own')]]) })
  const seen = (await viewer.get(`${base}/header`)).text
  t.match(seen, /templates\/letter"/)
  t.notMatch(seen, /templates\/fixed"/)
  t.notMatch(seen, /<textarea|Delete/, 'a viewer only looks')
  t.match(seen, '&lt;h1&gt;{{title}}&lt;/h1&gt;')

  const saved = await editor.post(`${base}/header`, { html: '<h2>{{title}}</h2>', revision: '1' })
  t.match((await follow(editor, saved)).text, 'Publish 1 template again')
  const late = await editor.post(`${base}/header`, { html: 'late', revision: '1' })
  t.equal(late.status, 409)
  t.match(late.text, `${editor.email} has saved this partial since you began`)
  t.match(late.text, 'name="html" value="late"', 'what was written is not lost')
  const merge = (fields: Readonly<Record<string, string>>) =>
    editor.post(`${base}/header/merge`, { html: 'late', revision: '2', ...fields })
  t.equal((await merge({ merged: '1' })).status, 409, 'each difference is decided')
  t.equal((await merge({ all: 'mine', revision: '1' })).status, 409, 'and about the text that there is')
  t.equal((await merge({ merged: '1', 'take 0 text': 'both' })).status, 303)
  t.equal((await service.store.reader.findPartial(organization.id, 'header'))?.html, '<h2>{{title}}</h2>\nlate')
  await editor.post(`${base}/header`, { html: '<h2>{{title}}</h2>', revision: '3' })

  const again = await follow(editor, await editor.post(`${base}/header/publish`))
  t.match(again.text, '1 template published again.')
  t.match(await store.reader.findPartial(organization.id, 'header'), {
    users: [{ endpointPath: 'letter', version: 2, isCurrent: true }],
  })
  await editor.post(`${base}/header`, { html: '{{#if x}}', revision: '4' })
  const failed = await follow(editor, await editor.post(`${base}/header/publish`))
  t.match(failed.text, /0 templates published again\. As before: letter: shared\/header\.html, line 1: /)
  t.match(await store.reader.findPartial(organization.id, 'header'), { users: [{ version: 2, isCurrent: false }] })

  t.equal((await editor.post(`${base}/header/delete`, { confirm: 'no' })).status, 422)
  t.match((await follow(editor, await editor.post(`${base}/header/delete`, { confirm: 'header' }))).text, 'is deleted')
  t.equal((await editor.get(`${base}/header`)).status, 404)
})

t.test('long lists continue on further pages', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { organization, store } = service
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${organization.slug}`
  const numbers = Array.from({ length: 60 }, (_, n) => String(n + 10))
  await Promise.all(
    numbers.map(async (n) => {
      const membership = { organizationId: organization.id, role: 'viewer' as const }
      await store.createUser({
        email: `a-${n}-${organization.slug}@example.com`,
        passwordHash: '',
        isAdmin: false,
        membership,
      })
      await service.addTemplate(`bill-${n}`, 'bill')
    }),
  )
  for (const [path, prefix] of [
    [`${base}/members`, 'a-'],
    [`${base}/templates?q=bill`, 'bill-'],
  ] as const) {
    const seen: string[] = []
    let parts = 0
    for (let next: string | undefined = path; next !== undefined; parts++) {
      const { text } = await viewer.get(next)
      seen.push(...numbers.filter((n) => new RegExp(`\\b${prefix}${n}\\b`).test(text)))
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    t.equal(parts, 2, path)
    t.same(seen, numbers, `${path}: each once, in order`)
  }
})

t.test('templates and usage count documents by the template', async (t) => {
  const service = await startService(t, { webhooks: { allowPrivate: true, allow: [] } })
  const { organization, store } = service
  const viewer = await newVisitor(service, 'viewer')
  for (const name of ['often', 'seldom', 'never']) await service.addTemplate(name, 'x', { name })
  const made = (n: number, endpointPath: string) => ({
    id: `req_${organization.slug}${n}`,
    organizationId: organization.id,
    keyId: 'key_x',
    mode: 'sync' as const,
    endpointPath,
    versionId: undefined,
    documentId: undefined,
    isTest: n === 0,
    outcome: 'succeeded' as const,
    status: 200,
    code: undefined,
    place: undefined,
    receivedBytes: 1,
    documentBytes: 1,
    pages: 1,
    times: { checkedMs: 1, waitedMs: undefined, renderedMs: 1, totalMs: 1 },
    createdAt: Date.now(),
    retentionMs: 60_000,
  })
  await store.logRequests([made(0, 'often'), made(1, 'often'), made(2, 'often'), made(3, 'seldom')])
  const { text: templates } = await viewer.get(`/dashboard/${organization.slug}/templates`)
  const counts = [...templates.matchAll(/<code class="muted">(\w+)<\/code>.*?(\d+) documents? this month/gs)]
  t.same(counts.map(([, name, count]) => `${name} ${count}`).sort(), ['never 0', 'often 3', 'seldom 1'])
  const { text: usage } = await viewer.get(`/dashboard/${organization.slug}/usage`)
  t.ok(usage.indexOf('>often<') < usage.indexOf('>seldom<'), 'what is used most comes first')
})
