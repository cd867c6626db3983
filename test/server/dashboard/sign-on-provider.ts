import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teardown } from '../folder.js'

/** Who signs in to the provider, and how its tokens differ from right ones. */
export interface SignedIn {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Claims that take the place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** The token is signed with a key that the provider does not publish. */
  readonly isForged?: boolean
  /** The address is told by the userinfo endpoint alone. */
  readonly isTold?: boolean
}

/** A provider of OpenID Connect that signs in whoever the test says, at once. */
export interface Provider {
  readonly issuer: string
  who: SignedIn
  /** Has it answer nothing but errors. */
  isAway: boolean
}

interface Grant {
  readonly nonce: string
  readonly challenge: string
  readonly who: SignedIn
}

export async function startProvider(t: Teardown): Promise<Provider> {
  const keys = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const [published, forging] = keys
  if (!published || !forging) throw new Error('there are two keys')
  const grants = new Map<string, Grant>()
  const provider: Provider = { issuer: '', who: { sub: 'nobody' }, isAway: false }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', provider.issuer)
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (provider.isAway) {
      json({}, 500)
    } else if (url.pathname === '/.well-known/openid-configuration') {
      json(configurationOf(provider.issuer))
    } else if (url.pathname === '/keys') {
      json({ keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    } else if (url.pathname === '/authorize') {
      const code = randomUUID()
      const asked = (name: string) => url.searchParams.get(name) ?? ''
      grants.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge'), who: provider.who })
      const back = new URL(asked('redirect_uri'))
      back.search = new URLSearchParams({ code, state: asked('state') }).toString()
      response.writeHead(302, { location: back.href }).end()
    } else if (url.pathname === '/token') {
      const form = new URLSearchParams(await read(request))
      const grant = grants.get(form.get('code') ?? '')
      grants.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isClient = request.headers.authorization === `Basic ${btoa('platen:a+secret+of+the+client')}`
      if (!grant || grant.challenge !== challenge || !isClient) json({ error: 'invalid_grant' }, 400)
      else {
        const { who, nonce } = grant
        const key = who.isForged ? forging.privateKey : published.privateKey
        json({
          access_token: who.sub,
          token_type: 'Bearer',
          id_token: sign(claimsOf(provider.issuer, who, nonce), key),
        })
      }
    } else if (url.pathname === '/userinfo') {
      const { sub, email, email_verified } = provider.who
      json({ sub, email, email_verified })
    } else {
      json({}, 404)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return Object.assign(provider, { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function configurationOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}

function claimsOf(issuer: string, { sub, email, email_verified, claims, isTold }: SignedIn, nonce: string) {
  const now = Math.floor(Date.now() / 1_000)
  const about = isTold ? {} : { email, email_verified }
  return { iss: issuer, aud: 'platen', sub, nonce, iat: now, exp: now + 300, ...about, ...claims }
}

function sign(claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
