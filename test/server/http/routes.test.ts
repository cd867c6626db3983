import t from 'tap'
import { ROUTES } from '../../../server/api/routes.js'
import { routerPath } from '../../../server/http/route.js'
import { startService } from '../service.js'
import { send } from './request.js'

/** The path with an invented value for each parameter but the organization, which exists. */
function pathOf(path: string, slug: string): string {
  return path.replace('{org_slug}', slug).replace(/\{\w+\}/g, 'x')
}

t.test('every route lets in exactly those that its record names', async (t) => {
  const service = await startService(t)
  for (const { method, path, access } of ROUTES) {
    const reply = await send(service.url + pathOf(path, service.organization.slug), { method })
    if (access === 'anyone') {
      t.equal(reply.status, 200, `${method} ${path} asks for no key`)
    } else {
      t.equal(reply.status, 401, `${method} ${path} asks for a key`)
      t.match(reply.json, { error: { code: 'missing_api_key' } }, 'and says so')
    }
  }
})

t.test('the routes of an organization ask for a key', async (t) => {
  for (const { path, access } of ROUTES) {
    if (path.includes('{org_slug}')) t.not(access, 'anyone', path)
  }
})

t.test('a key opens no route of another organization', async (t) => {
  const service = await startService(t)
  const other = await service.store.createOrganization({ slug: 'neighbour', name: 'Neighbour', plan: 'free' })
  const ofOrganizations = ROUTES.filter(({ access, path }) => access !== 'anyone' && path.includes('{org_slug}'))
  for (const { method, path } of ofOrganizations) {
    const headers = { authorization: `Bearer ${service.key}` }
    const reply = await send(service.url + pathOf(path, other.slug), { method, headers })
    t.equal(reply.status, 401, `${method} ${path}`)
    t.match(reply.json, { error: { code: 'unauthorized_org' } })
  }
})

t.test('every route takes no other method than its own', async (t) => {
  const service = await startService(t)
  for (const { path } of ROUTES) {
    const reply = await send(service.url + pathOf(path, service.organization.slug), { method: 'MKCOL' })
    t.equal(reply.status, 405, path)
  }
})

t.test('paths are written as the router has them', async (t) => {
  t.equal(routerPath({ path: '/a/{b}/c/{d_e}' }), '/a/:b/c/:d_e')
  t.equal(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size, ROUTES.length, 'no route twice')
})

t.test('the address of the service shows a browser where to go', async (t) => {
  const service = await startService(t)
  const page = await send(`${service.url}/`)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  const links = [...page.bytes.toString().matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
  t.ok(links.length > 0)
  for (const link of links) t.equal((await send(service.url + link)).status, 200, link)
})
