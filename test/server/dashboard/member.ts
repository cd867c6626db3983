import { hashPassword } from '../../../server/http/password.js'
import type { Role } from '../../../server/storage/administration/administration-store.js'
import type { Service } from '../service.js'

export const PASSWORD = 'correct horse battery'

/** Somebody who is signed in to the dashboard of a service. */
export interface Member {
  readonly email: string
  /** A page below `/dashboard`, or the address that it leads to. */
  get(path: string): Promise<Page>
  /** Sends a form with the session's token. */
  post(path: string, fields: Readonly<Record<string, string>> | FormData): Promise<Page>
}

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
}

let members = 0

/** A new member of the service's organization, signed in. */
export async function signIn({ store, organization, url }: Service, role: Role): Promise<Member> {
  const email = `member-${++members}-${Date.now()}@example.com`
  const passwordHash = await hashPassword(PASSWORD)
  await store.createUser({ email, passwordHash, isAdmin: false, membership: { organizationId: organization.id, role } })
  const headers = { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html,application/json' }
  const answer = await fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: PASSWORD }),
    headers,
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  const own = { ...headers, Cookie: cookie.join('; ') }
  const read = async (response: Response): Promise<Page> => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: Buffer.from(bytes).toString('utf8') }
  }
  const get = async (path: string) => read(await fetch(`${url}/dashboard${path}`, { headers: own, redirect: 'manual' }))
  const csrf = /name="csrf" value="([^"]*)"/.exec((await get('/account')).text)?.[1] ?? ''
  return {
    email,
    get,
    async post(path, fields) {
      const body = fields instanceof FormData ? fields : new URLSearchParams({ csrf, ...fields })
      if (body instanceof FormData) body.set('csrf', csrf)
      return read(await fetch(`${url}/dashboard${path}`, { method: 'POST', body, headers: own, redirect: 'manual' }))
    },
  }
}
