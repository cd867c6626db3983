import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** As long as the hash of the signature. */
const SECRET_BYTES = 32

/** A new signing secret as it is shown: `whsec_` and base64, as Standard Webhooks writes them. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

interface SignedMessage {
  /** The event's id. */
  readonly id: string
  /** Unix seconds. */
  readonly timestamp: number
  /** The exact bytes that are sent. */
  readonly body: Uint8Array
}

/**
 * The headers that sign a message, made anew for each attempt.
 *
 * @param secrets the present one first, then those that are about to go: Standard Webhooks lets a message have
 * several signatures, the service's own header has the present one
 */
export function signatureHeaders(message: SignedMessage, secrets: readonly [string, ...string[]]) {
  const [present] = secrets
  return {
    'X-Service-Signature': serviceSignature(message, present),
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => standardSignature(message, secret)).join(' '),
  }
}

/** `t=<unix seconds>,v1=<hex>` over `<timestamp>.<body>`, keyed with the secret as it is shown. */
export function serviceSignature({ timestamp, body }: Omit<SignedMessage, 'id'>, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return `t=${timestamp},v1=${digest}`
}

/** Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`, keyed with the bytes that the secret encodes. */
export function standardSignature({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
