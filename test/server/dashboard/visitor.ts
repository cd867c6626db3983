import { randomBytes } from 'node:crypto'
import { csrfToken, hashToken, newToken } from '../../../server/dashboard/access/tokens.js'
import type { Role } from '../../../server/storage/administration/administration-store.js'
import { type Reply, send } from '../http/request.js'
import type { Service } from '../service.js'

/** Somebody with a browser. */
export interface Visitor {
  readonly email: string
  readonly userId: string
  /** The session's token; empty for somebody who is not signed in. */
  readonly token: string
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /** Sends a form of a page of the dashboard, with the session's token in it. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>
  /** Sends a form with files. */
  upload(path: string, form: FormData): Promise<Page>
}

export interface Page extends Reply {
  readonly text: string
  readonly location: string | undefined
}

export type VisitorKind = Role | 'stranger' | 'nobody' | 'administrator'

/** Somebody who is signed in to the service; a `stranger` belongs to no organization, and `nobody` is not signed in. */
export async function newVisitor(service: Service, kind: VisitorKind): Promise<Visitor> {
  const email = `${kind}-${randomBytes(6).toString('hex')}@example.com`
  if (kind === 'nobody') return visitorWith(service, { email, userId: '', token: '' })
  const { organization, store } = service
  const { id: userId } = await store.createUser({
    email,
    passwordHash: '',
    isAdmin: kind === 'administrator',
    membership:
      kind === 'stranger' || kind === 'administrator' ? undefined : { organizationId: organization.id, role: kind },
  })
  const token = newToken()
  await store.startSession({
    userId,
    hash: hashToken(token),
    absoluteMs: 3_600_000,
    idleMs: 3_600_000,
    address: '::1',
    userAgent: 'test',
  })
  return visitorWith(service, { email, userId, token })
}

export function visitorWith(
  service: Service,
  who: { readonly email: string; readonly userId: string; readonly token: string },
): Visitor {
  const cookie = who.token === '' ? {} : { cookie: `platen=${who.token}` }
  const toPage = (reply: Reply): Page => ({
    ...reply,
    text: reply.bytes.toString(),
    location: reply.headers.location,
  })
  return {
    ...who,
    get: async (path, headers = {}) =>
      toPage(await send(service.url + path, { headers: { accept: 'text/html', ...cookie, ...headers } })),
    post: async (path, fields = {}, headers = {}) => {
      const csrf: Record<string, string> = who.token === '' ? {} : { csrf: csrfToken(who.token) }
      const body = new URLSearchParams({ ...csrf, ...fields }).toString()
      return toPage(
        await send(service.url + path, {
          method: 'POST',
          headers: {
            accept: 'text/html',
            'content-type': 'application/x-www-form-urlencoded',
            origin: service.url,
            ...cookie,
            ...headers,
          },
          body,
        }),
      )
    },
    upload: async (path, form) => {
      form.set('csrf', csrfToken(who.token))
      const sent = new Response(form)
      return toPage(
        await send(service.url + path, {
          method: 'POST',
          headers: {
            accept: 'text/html',
            'content-type': sent.headers.get('content-type') ?? '',
            origin: service.url,
            ...cookie,
          },
          body: new Uint8Array(await sent.arrayBuffer()),
        }),
      )
    },
  }
}
