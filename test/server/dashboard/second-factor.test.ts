import { TOTP } from 'otpauth'
import t from 'tap'
import { hashPassword } from '../../../server/http/password.js'
import { type Service, startService } from '../service.js'
import { newVisitor, type Page, type Visitor, visitorWith } from './visitor.js'

const PASSWORD = 'a few words'
const PAGE = '/dashboard/account/second-factor'
const STEP_MS = 30_000

/**
 * The code of a device some steps from now. Of each step a code works once, and later ones than the next are refused: with
 * the present one first and then the next, it does not matter how long anything takes.
 */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS })
}

function field(page: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
}

/** The session that an answer gives to the browser, with the messages that it carries. */
function sessionOf({ headers }: Page): string {
  const cookies = (headers['set-cookie'] ?? []) as readonly string[]
  return cookies.map((cookie) => /^platen=([^;]*)/.exec(cookie)?.[1]).find((token) => token !== undefined) ?? ''
}

async function newAccount(service: Service): Promise<{ visitor: Visitor; signIn: () => Promise<Page> }> {
  const visitor = await newVisitor(service, 'owner')
  const { email, userId } = visitor
  await service.store.setPassword(userId, await hashPassword(PASSWORD), (await sessionsOf(service, userId))[0])
  const nobody = await newVisitor(service, 'nobody')
  return { visitor, signIn: () => nobody.post('/dashboard/sign-in', { email, password: PASSWORD }) }
}

async function sessionsOf({ store }: Service, userId: string): Promise<readonly string[]> {
  return (await store.reader.listSessions(userId, 3_600_000)).map(({ id }) => id)
}

/** Sets a second factor up as the pages ask for it; its secret, and the recovery codes that the next page shows once. */
async function setUp(visitor: Visitor): Promise<{ secret: string; used: string; codes: readonly string[] }> {
  const page = await visitor.get(PAGE)
  const secret = /<code[^>]*>([A-Z2-7]{4} [A-Z2-7 ]{32,})</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
  const used = codeOf(secret)
  const reply = await visitor.post(PAGE, { secret: field(page, 'secret'), code: used })
  const flash = ((reply.headers['set-cookie'] ?? []) as readonly string[]).map((cookie) => cookie.split(';')[0])
  const shown = await visitor.get(reply.location ?? '', { cookie: `platen=${visitor.token}; ${flash.join('; ')}` })
  return { secret, used, codes: [...shown.text.matchAll(/<li><code>([^<]+)</g)].map((match) => match[1] ?? '') }
}

t.test('a second factor is set up with a code, and then asked for', async (t) => {
  const service = await startService(t)
  const { visitor, signIn } = await newAccount(service)
  t.ok(sessionOf(await signIn()), 'the password alone, before')
  const first = await visitor.get(PAGE)
  t.match(first.text, /<svg class="qr-code"[^>]*role="img"/)
  const wrong = await visitor.post(PAGE, { secret: field(first, 'secret'), code: '000000' })
  t.equal(wrong.status, 422)
  t.equal((await visitor.post(PAGE, { secret: 'v1.forged', code: '000000' })).location, PAGE)

  const { secret, used, codes } = await setUp(visitor)
  t.equal(codes.length, 10)
  t.same((await sessionsOf(service, visitor.userId)).length, 1, 'sessions that began without it have ended')
  const asked = await signIn()
  t.equal(sessionOf(asked), '', 'the password alone opens nothing')
  t.match(asked.text, 'Enter your code')
  const waiting = field(asked, 'waiting')
  const nobody = await newVisitor(service, 'nobody')
  const answer = (code: string) => nobody.post('/dashboard/sign-in/code', { waiting, code })
  t.equal((await answer(used)).status, 422, 'the code that set it up is used')
  t.equal((await answer('1234')).status, 422)
  const next = codeOf(secret, 1)
  const right = await answer(next)
  t.equal(right.status, 303)
  const ada = visitorWith(service, { ...visitor, token: sessionOf(right) })
  t.equal((await ada.get('/dashboard/account')).status, 200)
  t.equal((await answer(next)).status, 422, 'a code works once')

  const [recovery = ''] = codes
  t.equal((await answer(recovery.toLowerCase())).status, 303)
  t.equal((await answer(recovery)).status, 422, 'and so does a recovery code')
  t.match((await visitor.get(PAGE)).text, '9 recovery codes left')
  const store = await service.store.findSecondFactor(visitor.userId)
  t.notMatch(store?.sealed, secret)
})

t.test('codes cannot be guessed', async (t) => {
  const service = await startService(t)
  const { visitor, signIn } = await newAccount(service)
  const { secret } = await setUp(visitor)
  const waiting = field(await signIn(), 'waiting')
  const nobody = await newVisitor(service, 'nobody')
  const answer = (code: string) => nobody.post('/dashboard/sign-in/code', { waiting, code })
  for (let attempt = 0; attempt < 10; attempt++) t.equal((await answer('ABCD-EFGH-ABCD-EFGH')).status, 422)
  t.equal((await answer(codeOf(secret))).status, 429, 'not even the right one')
  t.equal((await nobody.post('/dashboard/sign-in/code', { waiting: 'v1.forged', code: '1' })).status, 422)
})

t.test('a second factor is turned off with a code, or by an administrator', async (t) => {
  const service = await startService(t)
  const { visitor, signIn } = await newAccount(service)
  const { codes } = await setUp(visitor)
  t.equal((await visitor.post(`${PAGE}/change`, { what: 'remove', code: '000000' })).status, 422)
  t.equal((await visitor.post(`${PAGE}/change`, { what: 'remove', code: codes[0] ?? '' })).status, 303)
  t.ok(sessionOf(await signIn()))

  await setUp(visitorWith(service, { ...visitor, token: sessionOf(await signIn()) }))
  const administrator = await newVisitor(service, 'administrator')
  const path = '/dashboard/admin/users/second-factor'
  t.match((await administrator.get(`${path}?email=${visitor.email}`)).text, 'The password alone')
  t.equal((await administrator.post(path, { email: visitor.email })).status, 303)
  t.ok(sessionOf(await signIn()))
  const actions = (await service.store.reader.listAudit({ limit: 20 })).map(({ action }) => action)
  t.match(actions.filter((action) => action.startsWith('user.second_factor')).slice(0, 2), [
    'user.second_factor_removed',
    'user.second_factor_added',
  ])
})

t.test('an organization can require it of its members', async (t) => {
  const service = await startService(t)
  const { store } = service
  const { slug } = await store.createOrganization({ slug: 'careful', name: 'Careful', plan: 'free' })
  const owner = await newVisitor(service, 'administrator')
  const settings = `/dashboard/${slug}/settings`
  await owner.post(settings, { name: 'Careful', asked: 'secondFactor', secondFactor: '1' })
  t.equal((await store.findOrganization(slug))?.requiresSecondFactor, true)
  const led = await owner.get(`${settings}?a=b`)
  t.equal(led.status, 303)
  t.equal(led.location, `${PAGE}?${new URLSearchParams({ next: `${settings}?a=b` })}`)
  t.equal((await owner.get(`/dashboard/${slug}/search`, { accept: 'application/json' })).status, 403)
  t.equal((await owner.post(settings, { name: 'Other', asked: 'secondFactor' })).status, 303)
  t.match(await store.findOrganization(slug), { name: 'Careful', requiresSecondFactor: true })
  await setUp(owner)
  t.equal((await owner.get(settings)).status, 200)
})
