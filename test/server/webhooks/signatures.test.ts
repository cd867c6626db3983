import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  newSigningSecret,
  serviceSignature,
  signatureHeaders,
  standardSignature,
} from '../../../server/webhooks/signatures.js'

interface Vector {
  readonly name: string
  readonly secret: string
  readonly id: string
  readonly timestamp: number
  readonly body: string
  readonly serviceSignature: string
  readonly webhookSignature: string
}

/** Computed by another program: what receivers must find. */
export const VECTORS: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../../../test/server/webhooks/signature-vectors.json', import.meta.url), 'utf8'),
)

t.test('the vectors', async (t) => {
  for (const { name, secret, id, timestamp, body, ...expected } of VECTORS) {
    const message = { id, timestamp, body: Buffer.from(body) }
    t.equal(serviceSignature(message, secret), expected.serviceSignature, name)
    t.equal(standardSignature(message, secret), expected.webhookSignature, name)
    t.same(signatureHeaders(message, [secret]), {
      'X-Service-Signature': expected.serviceSignature,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': expected.webhookSignature,
    })
  }
})

t.test('two secrets sign where there is room for two', async (t) => {
  const [vector, other] = VECTORS
  if (!vector || !other) throw new Error('expected two vectors')
  const message = { id: vector.id, timestamp: vector.timestamp, body: Buffer.from(vector.body) }
  const headers = signatureHeaders(message, [vector.secret, other.secret])
  t.equal(headers['X-Service-Signature'], vector.serviceSignature)
  t.equal(headers['webhook-signature'], `${vector.webhookSignature} ${standardSignature(message, other.secret)}`)
})

t.test('secrets', async (t) => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  t.equal(new Set(secrets).size, 100)
  for (const secret of secrets) {
    t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    t.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
})
