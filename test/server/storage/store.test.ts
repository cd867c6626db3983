import t from 'tap'
import { type Cases, runCases } from '../cases.js'
import { type OpenedStore, openers, openNew } from './openers.js'
import { invoice } from './store-inputs.js'

const CASES: Cases<OpenedStore> = {
  async organizations(t, { store }) {
    const before = Date.now()
    const acme = await store.createOrganization({ slug: 'acme', name: 'Acme', plan: 'pro', monthlyQuota: 5 })
    t.match(acme, { id: /^org_/, slug: 'acme', name: 'Acme', plan: 'pro', monthlyQuota: 5 })
    t.ok(acme.createdAt >= before - 1 && acme.createdAt <= Date.now() + 1, 'the time is of the database')
    await t.rejects(store.createOrganization({ slug: 'acme', name: 'B', plan: 'free' }), {
      name: 'StoreError',
      code: 'conflict',
    })
    const zeta = await store.createOrganization({ slug: 'zeta', name: 'Zeta', plan: 'free' })
    t.equal(zeta.monthlyQuota, undefined)
    t.same(await store.reader.listOrganizations(), [acme, zeta])
    t.same(await store.findOrganization('acme'), acme)
    t.equal(await store.findOrganization('ACME'), undefined)
    t.equal(await store.findOrganization('ac\0me'), undefined)
  },

  async keys(t, { store }) {
    const organization = await store.findOrganization('acme')
    const organizationId = organization?.id ?? ''
    const added = { organizationId, hash: 'aa', display: 'sk…', description: 'ci', allowIps: ['10.0.0.0/8'] }
    const key = await store.createKey(added)
    t.match(key, { ...added, id: /^key_/, lastUsedAt: undefined, revokedAt: undefined })
    t.same(await store.findCaller('aa', 'acme'), { key, organization })
    t.same(await store.findCaller('aa', 'none'), { key, organization: undefined })
    t.same(await store.findCaller('bb', 'acme'), { key: undefined, organization })
    await t.rejects(store.createKey(added), /unique/i, 'hashes are unique')
    await t.rejects(store.createKey({ ...added, hash: 'cc', organizationId: 'org_none' }), /foreign key/i)

    await store.recordKeyUses([{ keyId: key.id, at: 2000 }])
    await store.recordKeyUses([{ keyId: key.id, at: 1000 }])
    t.equal((await store.reader.listKeys(organizationId))[0]?.lastUsedAt, 2000, 'an earlier use changes nothing')
    const { revokedAt } = await store.revokeKey(key.id)
    t.type(revokedAt, 'number')
    t.equal((await store.revokeKey(key.id)).revokedAt, revokedAt)
    await t.rejects(store.revokeKey('key_none'), { name: 'StoreError', code: 'missing' })
  },

  async templates(t, { store }) {
    const organizationId = (await store.findOrganization('acme'))?.id ?? ''
    const first = await store.publishTemplate(invoice(organizationId))
    t.match(first, { templateId: /^tpl_/, versionId: /^tpv_/, version: 1, changed: true })
    t.same(await store.publishTemplate(invoice(organizationId)), { ...first, changed: false })
    const second = await store.publishTemplate(invoice(organizationId, { html: 'new', assets: new Map() }))
    t.match(second, { templateId: first.templateId, version: 2, changed: true })
    const { templateId, versionId } = second
    t.same(await store.findPublishedTemplate(organizationId, 'invoice'), { templateId, versionId })
    t.equal(await store.findPublishedTemplate(organizationId, 'Invoice'), undefined)
    t.equal(await store.findPublishedTemplate('org_other', 'invoice'), undefined)

    const { organizationId: _, endpointPath: __, ...content } = invoice(organizationId)
    const loaded = await store.reader.loadTemplateVersion(first.versionId)
    t.same({ ...loaded, assets: undefined }, { ...content, assets: undefined, partials: new Map() })
    t.same(
      [...(loaded?.assets ?? [])].map(([path, bytes]) => [path, [...bytes]]),
      [['logo.png', [1, 2, 3]]],
      'older versions stay as they were',
    )
    await store.deleteTemplate(organizationId, 'invoice')
    t.equal(await store.reader.loadTemplateVersion(first.versionId), undefined)
    t.same(await store.reader.listTemplates(organizationId), [])
    await t.rejects(store.deleteTemplate(organizationId, 'invoice'), { code: 'missing' })
  },

  async 'usage is never counted beyond its limit'(t, { store }) {
    const organizationId = (await store.findOrganization('acme'))?.id ?? ''
    const usage = { organizationId, kind: 'tests', limit: 10 } as const
    const counts = await Promise.all(Array.from({ length: 40 }, () => store.countUsage(usage)))
    const counted = counts.flatMap((count) => (count.kind === 'counted' ? [count] : []))
    t.same(
      counted.map(({ used }) => used).sort((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    const [first] = counted
    t.equal(first?.period, new Date(first?.now ?? 0).toISOString().slice(0, 10), 'tests are counted by day')
    await store.uncountUsage({ organizationId, kind: 'tests', period: first?.period ?? '' })
    t.match(await store.countUsage(usage), { kind: 'counted', used: 10 })
    t.match(await store.countUsage(usage), { kind: 'exceeded' })

    const documents = { organizationId, kind: 'documents' } as const
    t.match(await store.countUsage({ ...documents, limit: 0 }), { kind: 'exceeded' }, 'a limit of none')
    t.match(await store.countUsage({ ...documents, limit: undefined }), {
      kind: 'counted',
      used: 1,
      period: /^\d{4}-\d\d$/,
    })
    t.match(await store.countUsage({ ...documents, limit: undefined }), { kind: 'counted', used: 2 }, 'no limit')
  },

  async 'a key has as many slots as its limit'(t, { store }) {
    const wanted = { keyId: 'key_a', kinds: ['request'], limit: 10, owner: 'process' } as const
    const acquire = async (holder: string) => (await store.acquireSlots({ ...wanted, holder })) === 1
    const holders = Array.from({ length: 40 }, (_, index) => `request ${index}`)
    const taken = await Promise.all(holders.map(acquire))
    t.equal(taken.filter(Boolean).length, 10)
    t.equal(await store.acquireSlots({ ...wanted, keyId: 'key_b', holder: 'x' }), 1, 'of its own')
    await store.releaseSlots('key_a', holders[taken.indexOf(true)] ?? '')
    t.equal(await acquire('again'), true)
    t.equal(await acquire('too many'), false)
    await store.renewSlots(
      'process',
      holders.map((holder) => ({ keyId: 'key_a', holder })),
    )
    t.equal(await acquire('still too many'), false)
  },

  async 'slots of two kinds are taken one after the other and given back together'(t, { store }) {
    const wanted = { keyId: 'key_c', limit: 2, owner: 'process' } as const
    const both = ['request', 'rendering'] as const
    t.equal(await store.acquireSlots({ ...wanted, kinds: ['rendering'], holder: 'document' }), 1)
    t.equal(await store.acquireSlots({ ...wanted, kinds: both, holder: 'a' }), 2)
    t.equal(await store.acquireSlots({ ...wanted, kinds: both, holder: 'b' }), 1, 'the first kind only')
    t.equal(await store.acquireSlots({ ...wanted, kinds: both, holder: 'c' }), 0)
    await store.releaseSlots('key_c', 'a')
    t.equal(await store.acquireSlots({ ...wanted, kinds: ['rendering'], holder: 'b' }), 1, 'the other one later')
    t.equal(await store.acquireSlots({ ...wanted, kinds: both, holder: 'c' }), 1)
  },

  async 'somebody is recognized by what a provider of sign-on knows of them'(t, { store }) {
    const user = (email: string) => store.createUser({ email, passwordHash: '', isAdmin: false, membership: undefined })
    const recognize = (subject: string, email?: string, isVerified = true) =>
      store.recognizeIdentity({ issuer: 'https://id.example', subject, email, isVerified })
    const { id } = await user('known@id.example')
    t.same(await recognize('a', 'unknown@id.example'), { kind: 'unknown' })
    t.same(await recognize('a', 'known@id.example', false), { kind: 'unverified' })
    t.same(await recognize('a'), { kind: 'unverified' })
    const several = await Promise.all([1, 2, 3].map(() => recognize('a', 'KNOWN@id.example')))
    t.same(several, Array(3).fill({ kind: 'user', userId: id }), 'at the same time too')
    t.same(
      await recognize('a', 'other@id.example', false),
      { kind: 'user', userId: id },
      'whatever the address is by now',
    )
    t.same(await recognize('b', 'known@id.example'), { kind: 'taken' })
    const elsewhere = { issuer: 'https://other.example', subject: 'a', email: 'known@id.example', isVerified: true }
    t.same(await store.recognizeIdentity(elsewhere), { kind: 'user', userId: id }, 'at another provider as well')
    await store.disableUser('known@id.example', true)
    t.same(await recognize('a'), { kind: 'disabled' })

    const acme = await store.findOrganization('acme')
    const organizationId = acme?.id ?? ''
    const invite = (hash: string) =>
      store.createInvitation(
        { organizationId, email: 'invited@id.example', role: 'viewer', hash, lifetimeMs: 60_000 },
        'owner@id.example',
      )
    await invite('i1')
    const invited = await recognize('c', 'invited@id.example')
    t.match(invited, { kind: 'user' })
    t.equal(await store.findInvitation('i1'), undefined, 'it is used up')
    const members = await store.reader.listMembers(organizationId)
    t.match(
      members.find(({ email }) => email === 'invited@id.example'),
      { role: 'viewer' },
    )
  },

  async 'a request enters with all that it needs at its beginning'(t, { store }) {
    const organization = await store.findOrganization('acme')
    const organizationId = organization?.id ?? ''
    const added = { organizationId, display: 'sk…', description: '' }
    const key = await store.createKey({ ...added, hash: 'e1', allowIps: [] })
    const template = await store.findPublishedTemplate(organizationId, 'invoice')
    const slots = { kinds: ['request', 'rendering'], limit: 2, holder: 'first', owner: 'process' } as const
    const request = { keyHash: 'e1', slug: 'acme', address: '192.0.2.1', endpointPath: 'invoice', slots }
    t.same(await store.enter(request), { key, organization, template, slots: 2 })
    t.match(await store.enter({ ...request, slots: { ...slots, holder: 'second' } }), { slots: 2 })
    t.same(await store.enter({ ...request, slots: { ...slots, holder: 'third' } }), {
      key,
      organization,
      template,
      slots: 0,
    })
    t.match(await store.enter({ ...request, slots: undefined }), { template, slots: 0 }, 'who needs none')
    t.match(await store.enter({ ...request, endpointPath: undefined }), { key, template: undefined })
    t.match(await store.enter({ ...request, endpointPath: 'none' }), { key, template: undefined })

    const near = await store.createKey({ ...added, hash: 'e2', allowIps: ['10.0.0.0/8'] })
    const nothing = { template: undefined, slots: 0 }
    const entry = { ...request, keyHash: 'e2' }
    t.same(await store.enter(entry), { key: near, organization, ...nothing }, 'from another address')
    t.match(await store.enter({ ...entry, address: '10.9.8.7' }), { template, slots: 2 })
    const zeta = await store.findOrganization('zeta')
    t.same(await store.enter({ ...entry, slug: 'zeta', address: '10.9.8.7' }), {
      key: near,
      organization: zeta,
      ...nothing,
    })
    t.match(await store.enter({ ...request, keyHash: 'unknown' }), { key: undefined, ...nothing })
    await store.revokeKey(near.id)
    t.match(await store.enter({ ...entry, address: '10.9.8.7' }), nothing, 'with a revoked key')
  },

  async 'a session is renewed once, however many pages ask for it'(t, { store }) {
    const user = { email: 'renewed@example.com', passwordHash: '', isAdmin: false, membership: undefined }
    const { id: userId } = await store.createUser(user)
    const session = { userId, absoluteMs: 60_000, idleMs: 60_000, address: '::1', userAgent: '' }
    await store.startSession({ ...session, hash: 'old' })
    const tokens = ['new 1', 'new 2', 'new 3']
    const renewed = await Promise.all(tokens.map((token) => store.renewSession('old', token)))
    t.equal(renewed.filter(Boolean).length, 1)
    t.ok(await store.findVisitor(tokens[renewed.indexOf(true)] ?? '', 60_000), 'by the token that was told so')
    t.equal(await store.findVisitor('old', 60_000), undefined)
  },

  async 'of the forms of a user the last of each session is kept, for a time'(t, { store }) {
    const user = { email: 'kept@example.com', passwordHash: '', isAdmin: false, membership: undefined }
    const { id: userId } = await store.createUser(user)
    const keep = (sessionId: string, sealed: string, lifetimeMs = 60_000) =>
      store.keepForm({ sessionId, userId, sealed, lifetimeMs })
    const known = async () => (await store.findKeptForm(userId))?.sealed
    t.equal(await store.keepForm({ sessionId: 's', userId: 'usr_none', sealed: 'x', lifetimeMs: 60_000 }), false)
    for (const text of ['first', 'second']) t.ok(await keep('ses_1', text))
    t.equal(await known(), 'second', 'one of each session')
    await store.forgetKeptForm('usr_other', 'ses_1')
    t.equal(await known(), 'second', 'others cannot take it away')
    await store.forgetKeptForm(userId, 'ses_1')
    t.equal(await known(), undefined)
    for (let session = 1; session <= 5; session++) await keep(`ses_${session}`, `of ${session}`)
    let kept = 0
    for (; (await known()) !== undefined; kept++) {
      await store.forgetKeptForm(userId, (await store.findKeptForm(userId))?.sessionId ?? '')
    }
    t.equal(kept, 3, 'of many browsers the last ones')
    await keep('ses_1', 'over', -1)
    t.equal(await known(), undefined)
    t.equal(await store.deleteExpiredAccess(10), 1, 'what is over is removed')
    await keep('ses_1', 'there')
    await store.disableUser(user.email, true)
    t.equal(await keep('ses_2', 'x'), false, 'nothing for who is disabled')
  },

  async 'calls at the same time'(t, { store }) {
    const slugs = Array.from({ length: 40 }, (_, index) => `org-${index % 20}`)
    const results = await Promise.allSettled(
      slugs.map((slug) => store.createOrganization({ slug, name: slug, plan: 'free' })),
    )
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 20, 'each name once')
    t.equal((await store.reader.listOrganizations()).length, 22)
  },
}

for (const opener of openers(t)) {
  t.test(`the store in ${opener.name}`, async (t) => runCases(t, await openNew(t, opener), CASES))
}
