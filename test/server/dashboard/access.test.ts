import t from 'tap'
import { prepareFirstSignIn } from '../../../server/dashboard/access/first-administrator.js'
import { csrfToken, hashToken, newToken } from '../../../server/dashboard/access/tokens.js'
import { DASHBOARD_ROUTES } from '../../../server/dashboard/routes.js'
import { hashPassword } from '../../../server/http/password.js'
import { send } from '../http/request.js'
import { startOwnService, startService } from '../service.js'
import { newVisitor, visitorWith } from './visitor.js'

const PASSWORD = 'a few words'

/** The session that an answer gives to the browser. */
function sessionOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  const cookies = (headers['set-cookie'] ?? []) as readonly string[]
  return cookies.map((cookie) => /^platen=([^;]*)/.exec(cookie)?.[1]).find((token) => token !== undefined)
}

t.test('a form is taken from a page of ours only', async (t) => {
  const service = await startService(t)
  for (const { method, path, least } of DASHBOARD_ROUTES.filter((route) => route.method === 'POST')) {
    const owner = await newVisitor(service, 'administrator')
    const address = path.replace('{org}', service.organization.slug).replace(/\{\w+\}/g, 'x')
    const refused = async (headers: Readonly<Record<string, string>>, fields = {}) => {
      const { status, text } = await owner.post(address, fields, headers)
      t.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`)
      return text
    }
    t.match(await refused({ origin: 'https://evil.example' }), /sent by another site/)
    await refused({ 'sec-fetch-site': 'cross-site' })
    await refused({ 'sec-fetch-site': 'same-site' })
    await refused({ origin: 'null' })
    await refused({ origin: '' })
    // Whoever signs in has no session whose token could be asked for.
    if (least !== 'anyone') t.match(await refused({}, { csrf: csrfToken(newToken()) }), /earlier session/)
  }
})

t.test('every page tells browsers what it may do, and that nobody may frame it', async (t) => {
  const service = await startService(t)
  const owner = await newVisitor(service, 'administrator')
  for (const { path } of DASHBOARD_ROUTES.filter(({ method }) => method === 'GET')) {
    const { headers, status } = await owner.get(
      path.replace('{org}', service.organization.slug).replace(/\{\w+\}/g, 'x'),
    )
    if (status === 303) continue
    const policy = String(headers['content-security-policy'])
    t.match(policy, /^default-src 'none'; /, path)
    t.match(policy, /frame-ancestors 'none'/)
    t.notMatch(policy, /unsafe|\*|https?:|data:/)
    t.equal(headers['x-frame-options'], 'DENY')
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.equal(headers['referrer-policy'], 'same-origin')
    t.equal(headers['cache-control'], 'no-store')
  }
})

t.test('pages have neither scripts nor styles in them', async (t) => {
  const service = await startService(t)
  const owner = await newVisitor(service, 'administrator')
  for (const { path } of DASHBOARD_ROUTES.filter(({ method }) => method === 'GET')) {
    const { text } = await owner.get(path.replace('{org}', service.organization.slug).replace(/\{\w+\}/g, 'x'))
    t.notMatch(text, /<style|\sstyle="|<script(?![^>]*src=)|\son\w+="|javascript:/, path)
  }
})

t.test('signing in begins a new session, whatever the browser had', async (t) => {
  const service = await startService(t)
  const { store } = service
  const email = 'ada-fixation@example.com'
  await store.createUser({ email, passwordHash: await hashPassword(PASSWORD), isAdmin: false, membership: undefined })
  const planted = visitorWith(service, { email, userId: '', token: newToken() })
  const reply = await planted.post('/dashboard/sign-in', { email: email.toUpperCase(), password: PASSWORD })
  t.equal(reply.status, 303)
  const token = sessionOf(reply.headers)
  t.ok(token)
  t.not(token, planted.token)
  t.match(String(reply.headers['set-cookie']), /HttpOnly; SameSite=Lax/)
  t.equal((await planted.get('/dashboard/account')).status, 303, 'the planted one opens nothing')
  const ada = visitorWith(service, { email, userId: '', token: token ?? '' })
  t.equal((await ada.get('/dashboard/account')).status, 200)

  const again = await ada.post('/dashboard/sign-in', { email, password: PASSWORD })
  t.not(sessionOf(again.headers), token)
  t.equal((await ada.get('/dashboard/account')).status, 303, 'the session before has ended')

  const bob = visitorWith(service, { email, userId: '', token: sessionOf(again.headers) ?? '' })
  t.equal((await bob.post('/dashboard/sign-out')).status, 303)
  t.equal((await bob.get('/dashboard/account')).status, 303, 'and after signing out this one too')
})

t.test('wrong passwords of an account are counted, whether or not it exists', async (t) => {
  const service = await startOwnService(t)
  const nobody = await newVisitor(service, 'nobody')
  await service.store.createUser({
    email: 'known@example.com',
    passwordHash: await hashPassword(PASSWORD),
    isAdmin: false,
    membership: undefined,
  })
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const texts = new Set<string>()
    for (let attempt = 0; attempt < 10; attempt++) {
      const { status, text } = await nobody.post('/dashboard/sign-in', { email, password: 'wrong password' })
      t.equal(status, 422)
      texts.add(text.replaceAll(email, ''))
    }
    t.equal(texts.size, 1)
    const { status, headers } = await nobody.post('/dashboard/sign-in', { email, password: PASSWORD })
    t.equal(status, 429, 'also with the right one')
    t.ok(Number(headers['retry-after']) > 0)
  }
})

t.test('the first link signs the administrator in once, and is not made again', async (t) => {
  const service = await startOwnService(t)
  const first = await prepareFirstSignIn(service.store, { email: 'admin@localhost', password: undefined })
  t.match(first, { email: 'admin@localhost', password: /^.{20}$/ })
  const second = await prepareFirstSignIn(service.store, { email: 'admin@localhost', password: undefined })
  t.equal(second?.password, undefined, 'the password is shown once')
  const nobody = await newVisitor(service, 'nobody')
  t.equal((await nobody.get(first?.path ?? '')).status, 410, 'a new link takes the place of the one before')
  const path = second?.path ?? ''
  t.equal((await nobody.get(path)).status, 200)
  t.equal((await nobody.get(path)).status, 200, 'looking at it does not use it up')
  const { status, headers } = await nobody.post(path)
  t.equal(status, 303)
  const administrator = visitorWith(service, { email: '', userId: '', token: sessionOf(headers) ?? '' })
  t.equal((await administrator.get('/dashboard/admin')).status, 200)
  t.equal((await nobody.post(path)).status, 410)
  t.equal(await prepareFirstSignIn(service.store, { email: 'other@localhost', password: undefined }), undefined)
})

t.test('a change of role gives a session another token', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const viewer = await newVisitor(service, 'viewer')
  await store.setMemberRole(organization.id, viewer.userId, 'editor', 'test')
  const { headers, status } = await viewer.get(`/dashboard/${organization.slug}/keys/new`)
  t.equal(status, 200)
  const token = sessionOf(headers) ?? ''
  t.not(token, viewer.token)
  t.equal((await viewer.get('/dashboard/account')).status, 303, 'the token before is worth nothing')
  t.equal((await visitorWith(service, { ...viewer, token }).get('/dashboard/account')).status, 200)
})

t.test('pages that are opened at once after a change of role get one new token between them', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const viewer = await newVisitor(service, 'viewer')
  await store.setMemberRole(organization.id, viewer.userId, 'editor', 'test')
  const pages = await Promise.all(Array.from({ length: 8 }, () => viewer.get('/dashboard/account')))
  const [token = '', ...others] = pages.flatMap(({ headers }) => sessionOf(headers) ?? [])
  t.same(others, [], 'no cookie takes the place of the one that counts')
  t.equal((await visitorWith(service, { ...viewer, token }).get('/dashboard/account')).status, 200)
})

t.test('disabled users and those whose password was reset are signed out', async (t) => {
  const service = await startService(t)
  const [one, two] = [await newVisitor(service, 'viewer'), await newVisitor(service, 'viewer')]
  await service.store.disableUser(one.email, true)
  await service.store.setPassword(two.userId, 'hash')
  for (const visitor of [one, two]) t.equal((await visitor.get('/dashboard/account')).status, 303)
})

t.test('an invitation makes an account with its role, once', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${organization.slug}/members`
  await owner.post(`${base}/invitations`, { email: 'New@Example.com', role: 'editor' })
  const token = newToken()
  await store.createInvitation(
    {
      organizationId: organization.id,
      email: 'newer@example.com',
      role: 'editor',
      hash: hashToken(token),
      lifetimeMs: 60_000,
    },
    owner.email,
  )
  const { text: members } = await owner.get(base)
  t.match(members.replaceAll('<wbr>', ''), 'new@example.com')
  const nobody = await newVisitor(service, 'nobody')
  t.equal((await nobody.post(`/dashboard/invitations/${token}`, { password: 'short' })).status, 422)
  const { status, headers } = await nobody.post(`/dashboard/invitations/${token}`, { password: PASSWORD })
  t.equal(status, 303)
  const joined = visitorWith(service, { email: '', userId: '', token: sessionOf(headers) ?? '' })
  t.equal((await joined.get(`/dashboard/${organization.slug}/keys/new`)).status, 200)
  t.equal((await joined.get(`/dashboard/${organization.slug}/audit`)).status, 403)
  t.equal((await nobody.post(`/dashboard/invitations/${token}`, { password: PASSWORD })).status, 410)
})

t.test('an organization keeps an owner', async (t) => {
  const service = await startService(t)
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${service.organization.slug}/members/${owner.userId}`
  t.equal((await owner.post(`${base}/role`, { role: 'viewer' })).status, 409)
  t.equal((await owner.post(`${base}/remove`)).status, 409)
})

t.test('after signing in nobody is led to another site', async (t) => {
  const service = await startService(t)
  const viewer = await newVisitor(service, 'viewer')
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/dashboardx',
    'javascript:alert(1)',
  ]) {
    const { location } = await viewer.get(`/dashboard/sign-in?${new URLSearchParams({ next })}`)
    t.equal(location, '/dashboard', next)
  }
  const { location } = await viewer.get('/dashboard/sign-in?next=%2Fdashboard%2Faccount')
  t.equal(location, '/dashboard/account')
})

t.test('a cookie over https is for this host only', async (t) => {
  const service = await startService(t, { trustedProxies: 1 })
  await service.store.createUser({
    email: 'secure@example.com',
    passwordHash: await hashPassword(PASSWORD),
    isAdmin: false,
    membership: undefined,
  })
  const nobody = await newVisitor(service, 'nobody')
  const { headers } = await nobody.post(
    '/dashboard/sign-in',
    { email: 'secure@example.com', password: PASSWORD },
    { 'x-forwarded-proto': 'https' },
  )
  t.match(
    String(headers['set-cookie']),
    /^__Host-platen=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})

t.test('who asks for JSON gets errors as JSON', async (t) => {
  const service = await startService(t)
  const viewer = await newVisitor(service, 'viewer')
  const { status, json } = await viewer.get('/dashboard/nowhere/keys', { accept: 'application/json' })
  t.equal(status, 404)
  t.match(json, { error: { type: 'resource_error', code: 'not_found' } })
  t.equal((await send(`${service.url}/dashboard/assets/none.css`)).status, 404)
})
