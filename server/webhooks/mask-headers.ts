import type { HeaderList } from '../storage/webhooks/webhook-store.js'

const MASK = '***'

/** Headers whose values are no secrets, whoever sets them. */
const HARMLESS = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'host',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-service-signature',
])

/**
 * The headers of a request as the log tells them: of what customers set, nearly every value may be a secret.
 *
 * @param secrets names of headers that are masked besides
 */
export function maskRequestHeaders(headers: HeaderList, secrets: readonly string[] = []): HeaderList {
  const masked = new Set(secrets.map((name) => name.toLowerCase()))
  return mask(headers, (name) => !HARMLESS.has(name) || masked.has(name))
}

/** The headers of an answer as the log tells them. */
export function maskResponseHeaders(headers: HeaderList): HeaderList {
  return mask(headers, (name) => name === 'set-cookie' || /auth(?!enticate)|token|secret|password|api-?key/.test(name))
}

function mask(headers: HeaderList, isSecret: (name: string) => boolean): HeaderList {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name.toLowerCase()) ? MASK : value]),
  )
}
