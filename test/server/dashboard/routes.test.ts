import t from 'tap'
import { isAtLeast, isMemberRole } from '../../../server/dashboard/access/roles.js'
import type { DashboardRoute } from '../../../server/dashboard/route.js'
import { DASHBOARD_ROUTES } from '../../../server/dashboard/routes.js'
import { RESERVED_ENDPOINT_PATHS, RESERVED_SLUGS } from '../../../server/http/names.js'
import { startService } from '../service.js'
import { newVisitor, type Page, type Visitor, type VisitorKind } from './visitor.js'

const KINDS: readonly VisitorKind[] = ['nobody', 'stranger', 'viewer', 'editor', 'owner', 'administrator']

/** Statuses that say that somebody may not come in: to the sign-in, forbidden, or nothing there. */
const CLOSED = new Set([403, 404])

function pathOf({ path }: DashboardRoute, slug: string): string {
  return path.replace('{org}', slug).replace(/\{\w+\}/g, 'x')
}

/** Asks for a route with what its form needs of everybody. What there is of the objects in its path is another question. */
function call({ method, path }: DashboardRoute, visitor: Visitor, slug: string): Promise<Page> {
  const address = pathOf({ path } as DashboardRoute, slug)
  return method === 'GET' ? visitor.get(address) : visitor.post(address)
}

function isOpenTo({ least }: DashboardRoute, kind: VisitorKind): boolean {
  if (least === 'anyone') return true
  if (kind === 'nobody') return false
  if (least === 'signed-in' || kind === 'administrator') return true
  if (!isMemberRole(least) || kind === 'stranger') return false
  return isAtLeast(kind, least)
}

function asksToSignIn({ status, location }: Page): boolean {
  return status === 303 && location?.startsWith('/dashboard/sign-in') === true
}

/** Nothing is known of it: what the pages of one object say when it is not there. */
const OBJECT = /\{(?!org\})\w+\}/

t.test('each route lets in those that its record names, and nobody else', async (t) => {
  const service = await startService(t)
  const { slug } = service.organization
  for (const kind of KINDS) {
    await t.test(kind, async (t) => {
      for (const route of DASHBOARD_ROUTES) {
        // Of its own for each route: some end their visitor's session or membership.
        const visitor = await newVisitor(service, kind)
        const page = await call(route, visitor, slug)
        const name = `${route.method} ${route.path}`
        if (!isOpenTo(route, kind)) {
          t.equal(asksToSignIn(page), kind === 'nobody', `${name} asks to sign in whoever is not`)
          if (kind !== 'nobody') t.ok(CLOSED.has(page.status), `${name} is closed: ${page.status}`)
        } else if (OBJECT.test(route.path)) {
          t.ok([200, 303, 400, 404, 409, 410, 422].includes(page.status), `${name} is open: ${page.status}`)
          t.notMatch(page.text, /Your role in/)
        } else {
          t.ok([200, 303, 404, 422].includes(page.status), `${name} is open: ${page.status}`)
          if (route.path !== '/dashboard/sign-out') t.notOk(asksToSignIn(page), name)
        }
      }
    })
  }
})

t.test('an organization of others is the same as one that does not exist', async (t) => {
  const service = await startService(t)
  const { slug } = await service.store.createOrganization({ slug: 'foreign', name: 'Foreign', plan: 'pro' })
  for (const kind of ['viewer', 'editor', 'owner'] as const) {
    const visitor = await newVisitor(service, kind)
    for (const route of DASHBOARD_ROUTES.filter(({ path }) => path.includes('{org}'))) {
      const foreign = await call(route, visitor, slug)
      const missing = await call(route, visitor, 'missing')
      t.equal(foreign.status, 404, `${kind}: ${route.method} ${route.path}`)
      t.equal(foreign.text.replaceAll(slug, 'missing'), missing.text)
    }
  }
})

t.test('objects of another organization are not found, read or changed', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const other = await store.createOrganization({ slug: 'other-tenant', name: 'Other', plan: 'pro' })
  const key = await store.createKey({
    organizationId: other.id,
    hash: 'h1',
    display: 'sk',
    description: 'd',
    allowIps: [],
  })
  const webhook = await store.createWebhook({
    id: 'whk_foreign',
    organizationId: other.id,
    name: 'Foreign',
    url: 'https://a.example',
    events: ['document.completed'],
    templatePaths: undefined,
    filters: {},
    maxRetries: 0,
    timeoutSeconds: 5,
    backoffMultiplier: 1,
    secret: 's',
  })
  const delivery = await store.addTestEvent({
    webhookId: webhook.id,
    eventId: 'evt_foreign',
    requestId: 'req_foreign',
    type: 'document.completed',
    payload: '{}',
    createdAt: Date.now(),
  })
  await store.publishTemplate({
    organizationId: other.id,
    endpointPath: 'of-others',
    schema: undefined,
    sample: undefined,
    name: 'Foreign',
    html: '<p>',
    pageSize: 'a4',
    orientation: 'portrait',
    assets: new Map(),
  })
  await store.savePartial({ organizationId: other.id, name: 'of-others', html: 'theirs' })
  const owner = await newVisitor(service, 'owner')
  const ids: Readonly<Record<string, string>> = {
    '{key}': key.id,
    '{webhook}': webhook.id,
    '{delivery}': delivery.id,
    '{request}': 'req_foreign',
    '{session}': 'ses_x',
    '{invitation}': 'inv_x',
    '{template}': 'of-others',
    '{version}': '1',
    '{partial}': 'of-others',
  }
  for (const route of DASHBOARD_ROUTES.filter(({ path }) => path.startsWith('/dashboard/{org}') && OBJECT.test(path))) {
    // A member is named by the user, who may belong to both.
    if (route.path.includes('{member}')) continue
    const path = route.path.replace('{org}', organization.slug).replace(/\{\w+\}/g, (name) => ids[name] ?? 'x')
    const page = route.method === 'GET' ? await owner.get(path) : await owner.post(path, { confirm: 'Foreign' })
    t.equal(page.status, 404, `${route.method} ${route.path}`)
  }
  t.equal((await store.findWebhook(webhook.id))?.name, 'Foreign')
  t.equal((await store.reader.findKey(other.id, key.id))?.revokedAt, undefined)
  t.match(await store.reader.findDraft(other.id, 'of-others'), { revision: 0, publishedVersion: 1 })
  t.match(await store.reader.findPartial(other.id, 'of-others'), { html: 'theirs' })
})

t.test('paths are given once, and what is fixed comes before what is not', async (t) => {
  const names = DASHBOARD_ROUTES.map(({ method, path }) => `${method} ${path}`)
  t.equal(new Set(names).size, names.length)
  const shapes = DASHBOARD_ROUTES.map(({ method, path }) => ({
    method,
    path,
    shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  for (const [index, { method, path }] of shapes.entries()) {
    const taken = shapes.slice(0, index).find((before) => before.method === method && before.shape.test(path))
    t.equal(taken?.path, undefined, `${method} ${path} can be reached`)
  }
})

t.test('no organization and no template can have a word of the dashboard for its name', async (t) => {
  const wordsAfter = (prefix: string) =>
    new Set(
      DASHBOARD_ROUTES.flatMap(({ path }) =>
        path.startsWith(prefix) ? (path.slice(prefix.length).split('/')[0] ?? '') : [],
      ).filter((word) => !word.startsWith('{')),
    )
  t.same(wordsAfter('/dashboard/'), RESERVED_SLUGS)
  t.same(wordsAfter('/dashboard/{org}/templates/'), RESERVED_ENDPOINT_PATHS)
})
