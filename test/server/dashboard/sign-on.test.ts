import t from 'tap'
import { hashToken, newToken } from '../../../server/dashboard/access/tokens.js'
import { send } from '../http/request.js'
import { type Service, startOwnService, startService } from '../service.js'
import { type Provider, type SignedIn, startProvider } from './sign-on-provider.js'
import { newVisitor, visitorWith } from './visitor.js'

const HTML = { accept: 'text/html' }

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The cookies that an answer sets, as a browser would send them. */
function cookiesOf(headers: Headers): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')
}

/** Goes to the provider and comes back, as a browser does. */
async function signOn({ url }: Pick<Service, 'url'>, next = '/dashboard/account') {
  const begun = await send(`${url}/dashboard/sign-on?${new URLSearchParams({ next })}`, { headers: HTML })
  const atProvider = await send(begun.headers.location ?? '', {})
  const back = atProvider.headers.location ?? ''
  const cookie = cookiesOf(begun.headers)
  const reply = await send(back, { headers: { ...HTML, cookie } })
  return { begun, back, cookie, reply, text: reply.bytes.toString() }
}

function sessionOf(headers: Headers): string {
  return /(?:^|; )platen=([^;]+)/.exec(cookiesOf(headers))?.[1] ?? ''
}

async function addUser({ store }: Service, email: string) {
  return store.createUser({ email, passwordHash: '', isAdmin: false, membership: undefined })
}

t.test('without a provider nothing speaks of one', async (t) => {
  const service = await startService(t)
  const nobody = await newVisitor(service, 'nobody')
  t.notMatch((await nobody.get('/dashboard/sign-in')).text, /sign-on/)
  for (const path of ['', '/callback']) t.equal((await nobody.get(`/dashboard/sign-on${path}`)).status, 404)
})

t.test('sign-on by a provider', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { issuer: provider.issuer })
  const { store, url } = service
  const as = (who: SignedIn) => {
    provider.who = who
    return signOn(service)
  }

  await t.test('the page for signing in leads there, with where to go afterwards', async (t) => {
    const nobody = await newVisitor(service, 'nobody')
    const { text } = await nobody.get('/dashboard/sign-in?next=/dashboard/acme/keys')
    t.match(text, /href="\/dashboard\/sign-on\?next=%2Fdashboard%2Facme%2Fkeys">Sign in with Example ID</)
    const { begun } = await signOn(service, '/dashboard/acme/keys')
    const asked = new URL(begun.headers.location ?? '')
    t.equal(asked.origin, provider.issuer)
    t.match(Object.fromEntries(asked.searchParams), {
      client_id: 'platen',
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${url}/dashboard/sign-on/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      t.ok((asked.searchParams.get(name) ?? '').length >= 43, name)
    t.match(String(begun.headers['set-cookie']), /^platen-sign-on=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  await t.test('a verified address finds its account once; then the person does, whatever the address', async (t) => {
    const { id } = await addUser(service, 'ada@example.com')
    const { reply, text } = await as({ sub: 'ada', email: 'Ada@Example.com', email_verified: true })
    t.equal(reply.status, 303, text)
    t.equal(reply.headers.location, '/dashboard/account')
    const ada = visitorWith(service, { email: '', userId: id, token: sessionOf(reply.headers) })
    t.match((await ada.get('/dashboard/account')).text, /ada@example\.com/)
    t.match(String(reply.headers['set-cookie']), /platen-sign-on=; Max-Age=0/)
    const [entry] = await store.reader.listAudit({ action: 'user.identity_linked', subject: id, limit: 1 })
    t.match(entry, { actor: 'ada@example.com', details: { issuer: provider.issuer } })
    t.equal((await as({ sub: 'ada', email: 'ada@new.example', email_verified: true })).reply.status, 303)
    t.equal((await as({ sub: 'ada' })).reply.status, 303)
  })

  await t.test('an address that only the userinfo endpoint tells is asked for there', async (t) => {
    await addUser(service, 'told@example.com')
    const { reply } = await as({ sub: 'told', email: 'told@example.com', email_verified: true, isTold: true })
    t.equal(reply.status, 303)
  })

  await t.test('who was invited becomes a member', async (t) => {
    const hash = hashToken(newToken())
    const { organization } = service
    const email = 'invited@example.com'
    await store.createInvitation(
      { organizationId: organization.id, email, role: 'editor', hash, lifetimeMs: 60_000 },
      'owner@example.com',
    )
    const { reply } = await as({ sub: 'invited', email, email_verified: true })
    t.equal(reply.status, 303)
    const token = sessionOf(reply.headers)
    const invited = visitorWith(service, { email, userId: '', token })
    t.equal((await invited.get(`/dashboard/${organization.slug}/keys/new`)).status, 200)
    t.equal(await store.findInvitation(hash), undefined, 'the invitation is used up')
    const nobody = await newVisitor(service, 'nobody')
    const { status } = await nobody.post('/dashboard/sign-in', { email, password: 'any password' })
    t.equal(status, 422, 'and no password opens the account')
  })

  await t.test('others are told why they are not signed in', async (t) => {
    const refused = async (who: SignedIn, reason: RegExp) => {
      const { reply, text } = await as(who)
      t.equal(reply.status, 403)
      t.match(text, reason)
      t.equal(sessionOf(reply.headers), '')
    }
    await addUser(service, 'eve@example.com')
    await refused(
      { sub: 'u', email: 'unknown@example.com', email_verified: true },
      /no account for unknown@example\.com/,
    )
    await refused({ sub: 'e', email: 'eve@example.com' }, /Example ID does not confirm that eve@example\.com is yours/)
    await refused({ sub: 'e', email: 'eve@example.com', email_verified: false }, /does not confirm/)
    await refused({ sub: 'e' }, /does not confirm an e-mail address of yours/)
    await refused({ sub: 'other', email: 'ada@example.com', email_verified: true }, /belongs to somebody else/)
    await store.disableUser('ada@example.com', true)
    await refused({ sub: 'ada' }, /account is disabled/)
  })

  await t.test('an answer that is not the provider’s, or not to this sign-on, opens nothing', async (t) => {
    const { id } = await addUser(service, 'bob@example.com')
    const bob = { sub: 'bob', email: 'bob@example.com', email_verified: true }
    const past = Math.floor(Date.now() / 1_000) - 3_600
    const wrong: Readonly<Record<string, SignedIn>> = {
      'for another client': { ...bob, claims: { aud: 'other' } },
      'of another issuer': { ...bob, claims: { iss: 'https://evil.example' } },
      'with another nonce': { ...bob, claims: { nonce: 'other' } },
      expired: { ...bob, claims: { iat: past, exp: past + 60 } },
      'signed by somebody else': { ...bob, isForged: true },
    }
    for (const [name, who] of Object.entries(wrong)) {
      const { reply, text } = await as(who)
      t.equal(reply.status, 403, name)
      t.match(text, /Example ID did not sign you in/)
    }
    const first = await as(bob)
    t.equal(first.reply.status, 303)
    const again = (address: string, cookie: string) => send(address, { headers: { ...HTML, cookie } })
    t.equal((await again(first.back, first.cookie)).status, 403, 'a code twice')
    t.equal((await again(first.back, '')).status, 403, 'in another browser')
    t.equal((await again(first.back, 'platen-sign-on=planted')).status, 403)
    const other = await as(bob)
    t.equal((await again(first.back, other.cookie)).status, 403, 'the answer to another sign-on')
    const denied = `${url}/dashboard/sign-on/callback?error=access_denied&state=x`
    t.equal((await again(denied, other.cookie)).status, 403)
    t.equal((await store.reader.listAudit({ action: 'user.identity_linked', subject: id, limit: 9 })).length, 1)
  })

  await t.test('many sign-ons of somebody new at the same time are one person', async (t) => {
    const { id } = await addUser(service, 'many@example.com')
    provider.who = { sub: 'many', email: 'many@example.com', email_verified: true }
    const replies = await Promise.all(Array.from({ length: 5 }, () => signOn(service)))
    t.same(new Set(replies.map(({ reply }) => reply.status)), new Set([303]))
    t.equal((await store.reader.listAudit({ action: 'user.identity_linked', subject: id, limit: 9 })).length, 1)
  })
})

t.test('a provider that is away is no error of the service, and is asked again', async (t) => {
  const provider: Provider = await startProvider(t)
  provider.isAway = true
  const service = await startOwnService(t, { issuer: provider.issuer })
  const begin = () => send(`${service.url}/dashboard/sign-on`, { headers: HTML })
  const { status, headers, bytes } = await begin()
  t.equal(status, 503)
  t.equal(headers['retry-after'], '10')
  t.match(bytes.toString(), /Example ID cannot be reached at the moment/)
  provider.isAway = false
  t.equal((await begin()).status, 303)
})
