import t from 'tap'
import { hashToken, newToken } from '../../../server/dashboard/access/tokens.js'
import { hashPassword } from '../../../server/http/password.js'
import { type Service, startOwnService } from '../service.js'
import { send } from './request.js'

/** Where a service listens, whatever address it is told to have. */
async function listeningAt(service: Service): Promise<string> {
  const line = await service.process.logged((line) => line.includes('"msg":"listening"'))
  return JSON.parse(line).url.replace('0.0.0.0', '127.0.0.1')
}

/** Asks for a document that is made later; gives the answer, and then what becomes of it, both asked for like this. */
async function makeLater(service: Service, url: string, headers: Readonly<Record<string, string>>) {
  const { slug, id: organizationId } = service.organization
  const authorization = `Bearer ${service.key}`
  const accepted = await send(`${url}/api/v1/${slug}/templates/letter/documents`, {
    method: 'POST',
    headers: { authorization, prefer: 'respond-async', 'content-type': 'application/json', ...headers },
    body: '{}',
  })
  const { request_id: id } = accepted.json as { request_id: string }
  const isDone = async () => (await service.store.findRequest(organizationId, id))?.outcome.status === 'completed'
  while (!(await isDone())) {
    await new Promise<void>((resolve) => {
      const stop = service.store.changes.onChange('finished', () => {
        stop()
        resolve()
      })
    })
  }
  const found = await send(`${url}/api/v1/${slug}/requests/${id}`, { headers: { authorization, ...headers } })
  const { document_url: link } = found.json as { document_url: string }
  const events = await service.store.reader.listEvents(organizationId, { limit: 10 })
  const event = events.find(({ payload }) => payload.includes(id))
  return { location: accepted.headers.location, link, event: event && JSON.parse(event.payload).data.document_url }
}

t.test('without a public address, links lead to where a request has come', async (t) => {
  const service = await startOwnService(t, { host: '0.0.0.0' })
  await service.addTemplate('letter', 'letter')
  const url = await listeningAt(service)
  const warning = await service.process.logged((line) => line.includes('PLATEN_PUBLIC_URL'))
  t.match(JSON.parse(warning), {
    level: 40,
    msg: /links in events lead to http:\/\/0\.0\.0\.0:\d+, which is no address/,
  })
  const { location, link, event } = await makeLater(service, url, { host: 'pdf.example.com:8080' })
  for (const address of [location, link, event]) t.match(address, /^http:\/\/pdf\.example\.com:8080\/api\/v1\//)
  const odd = await makeLater(service, url, { host: 'a"b' })
  t.match(odd.link, /^http:\/\/0\.0\.0\.0:/, 'a host that is none is not repeated')
})

t.test('behind a proxy that is trusted, they begin as the proxy says', async (t) => {
  const service = await startOwnService(t, { trustedProxies: 1 })
  await service.addTemplate('letter', 'letter')
  const headers = { host: 'pdf.example.com', 'x-forwarded-proto': 'https' }
  const { location, link, event } = await makeLater(service, service.url, headers)
  for (const address of [location, link, event]) t.match(address, /^https:\/\/pdf\.example\.com\/api\/v1\//)
})

t.test('a public address wins, and with a path all of the service is below it', async (t) => {
  const service = await startOwnService(t, { publicUrl: 'http://pdf.example.com/pdf' })
  await service.addTemplate('letter', 'letter')
  const url = await listeningAt(service)
  const { location, link } = await makeLater(service, `${url}/pdf`, { host: 'other.example.com' })
  for (const address of [location, link]) t.match(address, /^http:\/\/pdf\.example\.com\/pdf\/api\/v1\//)
  const token = await startSession(service)
  const slug = service.organization.slug
  const headers = { accept: 'text/html', cookie: `platen=${token}` }
  const pages = ['', '/templates', '/templates/letter', '/keys', '/webhooks', '/requests', '/members', '/usage']
  const addresses = new Set<string>()
  for (const page of pages) {
    const { status, bytes } = await send(`${url}/pdf/dashboard/${slug}${page}`, { headers })
    t.equal(status, 200, page)
    for (const [, address = ''] of bytes.toString().matchAll(/ (?:href|src|action|data-[a-z-]+)="(\/[^"]*)"/g)) {
      addresses.add(address.replaceAll('&amp;', '&'))
    }
  }
  t.same(
    [...addresses].filter((address) => !address.startsWith('/pdf/')),
    [],
    'no address leads past it',
  )
  for (const address of [...addresses].filter((address) => /\/assets\//.test(address))) {
    t.equal((await send(url + address)).status, 200, address)
  }
  const redirect = await send(`${url}/pdf/dashboard`, { headers: { accept: 'text/html' } })
  t.match(redirect.headers.location, /^\/pdf\/dashboard\/sign-in\?next=%2Fdashboard$/)
  t.match((await send(`${url}/pdf/`, { headers: { accept: 'text/html' } })).headers.location, '/pdf/dashboard')
  t.equal((await send(`${url}/pdf/readyz`)).status, 200)
  t.equal((await send(`${url}/readyz`)).status, 200, 'also where a proxy has taken the path off')
  t.equal((await send(`${url}/pdfs/readyz`)).status, 404)
})

t.test('an https address that is used over http explains itself', async (t) => {
  const service = await startOwnService(t, { publicUrl: 'https://pdf.example.com' })
  const url = await listeningAt(service)
  const password = 'a password that is long'
  const email = 'ada@example.com'
  await service.store.createUser({
    email,
    passwordHash: await hashPassword(password),
    isAdmin: true,
    membership: undefined,
  })
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin: url }
  const body = new URLSearchParams({ email, password }).toString()
  const signedIn = await send(`${url}/dashboard/sign-in`, { method: 'POST', headers, body })
  t.equal(signedIn.status, 303)
  t.match(signedIn.headers['strict-transport-security'], /^max-age=\d{8}/)
  // A browser does not send back what it was given.
  const next = await send(url + signedIn.headers.location, { headers: { accept: 'text/html' } })
  t.equal(next.status, 200)
  t.match(next.bytes.toString(), /opened over http.*https:\/\/pdf\.example\.com\/dashboard\/sign-in/s)
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
  const kept = await send(url + signedIn.headers.location, {
    headers: { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' },
  })
  t.equal(kept.headers.location, '/dashboard', 'one that does is let in')
  const secure = await send(`${url}/dashboard/sign-in`, {
    method: 'POST',
    headers: { ...headers, host: 'pdf.example.com', origin: 'https://pdf.example.com' },
    body,
  })
  t.equal(secure.headers.location, '/dashboard', 'over https there is no detour')
})

async function startSession({ store, organization }: Service): Promise<string> {
  const membership = { organizationId: organization.id, role: 'owner' } as const
  const { id: userId } = await store.createUser({
    email: 'owner@example.com',
    passwordHash: '',
    isAdmin: false,
    membership,
  })
  const token = newToken()
  const times = { absoluteMs: 3_600_000, idleMs: 3_600_000 }
  await store.startSession({ userId, hash: hashToken(token), ...times, address: '::1', userAgent: 'test' })
  return token
}
