import t from 'tap'
import { prepareFirstSignIn } from '../../../server/dashboard/access/first-administrator.js'
import { csrfToken, hashToken, newToken } from '../../../server/dashboard/access/tokens.js'
import { DASHBOARD_ROUTES } from '../../../server/dashboard/routes.js'
import { hashPassword } from '../../../server/http/password.js'
import { send } from '../http/request.js'
import { type Service, startOwnService, startService } from '../service.js'
import { newVisitor, type Visitor, visitorWith } from './visitor.js'

const PASSWORD = 'a few words'

/** The session that an answer gives to the browser. */
function sessionOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  const cookies = (headers['set-cookie'] ?? []) as readonly string[]
  return cookies.map((cookie) => /^platen=([^;]*)/.exec(cookie)?.[1]).find((token) => token !== undefined)
}

async function sessionIn({ store }: Service, { userId }: Visitor): Promise<string | undefined> {
  return (await store.reader.listSessions(userId, 3_600_000))[0]?.id
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
  for (const [action, fields] of [
    ['role', { role: 'viewer' }],
    ['remove', {}],
  ] as const) {
    const { status, text } = await owner.post(`${base}/${action}`, fields)
    t.equal(status, 422)
    t.match(text, /<select[^>]*aria-describedby="(fault-\w+)" autofocus>[\s\S]*id="\1">This is the only owner of /)
  }
})

t.test('what is sent after a session has ended is kept, and offered to its user alone', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const editor = await newVisitor(service, 'editor')
  await store.setPassword(editor.userId, await hashPassword(PASSWORD), (await sessionIn(service, editor)) ?? '')
  const page = `/dashboard/${organization.slug}/partials/new`
  const address = `/dashboard/${organization.slug}/partials`
  const csrf = /name="csrf" value="([^"]+)"/.exec((await editor.get(page)).text)?.[1] ?? ''
  const fields = { csrf, name: 'header', html: '<h1>\r\nkept</h1>' }
  await editor.post('/dashboard/sign-out')
  const nobody = await newVisitor(service, 'nobody')
  const send = (sent: Readonly<Record<string, string>>, from = nobody) =>
    from.post(address, sent, { referer: service.url + page })

  for (const [forged, why] of [
    [{ ...fields, csrf: '' }, 'no token'],
    [{ ...fields, csrf: csrfToken(newToken()) }, 'a token of nobody'],
    [{ ...fields, csrf: csrf.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }, 'a forged token'],
    [{ ...fields, html: 'x'.repeat(1_048_576) }, 'more than 1 MB'],
  ] as const) {
    t.equal((await send(forged)).location, `/dashboard/sign-in?${new URLSearchParams({ next: page })}`)
    t.equal(await store.findKeptForm(editor.userId), undefined, why)
  }
  const { location, headers } = await send(fields)
  t.equal(location, `/dashboard/sign-in?${new URLSearchParams({ next: page })}`)
  await send({ ...fields, html: '<h1>\r\nkept last</h1>' })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  t.match((await nobody.get(location ?? '', { cookie })).text, 'What you sent is kept for 15 minutes')
  t.notMatch((await store.findKeptForm(editor.userId))?.sealed, 'kept last', 'it is encrypted')

  const other = await newVisitor(service, 'editor')
  t.equal((await other.get('/dashboard/sign-in/sent')).location, '/dashboard', 'others are offered nothing')
  const signedIn = await nobody.post('/dashboard/sign-in', { email: editor.email, password: PASSWORD, next: page })
  t.equal(signedIn.location, `/dashboard/sign-in/sent?${new URLSearchParams({ next: page })}`)
  const again = visitorWith(service, { ...editor, token: sessionOf(signedIn.headers) ?? '' })
  const offer = (await again.get(signedIn.location ?? '')).text
  t.match(offer, /&lt;h1&gt;\r?\nkept last&lt;\/h1&gt;<\/textarea>/)
  const kept = /name="kept-form" value="([^"]+)"/.exec(offer)?.[1] ?? ''
  t.equal((await again.post(address, { ...fields, csrf: csrfToken(again.token), 'kept-form': kept })).status, 303)
  t.equal((await store.reader.findPartial(organization.id, 'header'))?.html, '<h1>\nkept</h1>')
  t.equal((await again.get('/dashboard/sign-in/sent')).location, '/dashboard', 'it is offered until it is sent')

  const early = await send({ ...fields, name: 'footer' }, again)
  t.match(early.location, '/dashboard/sign-in/sent', 'a form of an earlier session is kept in the next one')
  t.match((await again.get(early.location ?? '')).text, 'value="footer"')
})

t.test('a script is told that a session has ended, and an error page keeps the navigation', async (t) => {
  const service = await startService(t)
  const base = `/dashboard/${service.organization.slug}`
  const nobody = await newVisitor(service, 'nobody')
  const told = await nobody.get(`${base}/templates`, { accept: 'application/json' })
  t.equal(told.status, 401)
  t.match(JSON.parse(told.text), { error: { type: 'authentication_error', code: 'session_ended' } })
  const viewer = await newVisitor(service, 'viewer')
  for (const path of ['/keys/new', '/templates/missing', '/no/such/page', '/requests/x']) {
    const { status, text } = await viewer.get(base + path)
    t.ok(status === 403 || status === 404, path)
    t.match(text, `href="${base}/templates" data-go="t"`, path)
    t.match(text, viewer.email)
  }
  t.notMatch((await nobody.get(`${base}/no/such/page`)).text, service.organization.name)
})

t.test('the address of a form leads to the page that it is on', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'x')
  const owner = await newVisitor(service, 'owner')
  const base = `/dashboard/${service.organization.slug}`
  for (const [address, page] of [
    ['/templates/upload', '/templates/new'],
    ['/templates/restore', '/templates'],
    ['/templates/letter/preview', '/templates/letter'],
    ['/templates/letter/merge', '/templates/letter'],
    ['/members/x/role', '/members'],
    ['/keys/key_1/revoke', '/keys/key_1'],
  ] as const) {
    t.equal((await owner.get(base + address)).location, base + page)
  }
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
