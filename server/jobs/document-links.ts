import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../webhooks/sealer.js'

/** Signed together with the subject, so that no other signature of the same secret can stand for it. */
const PURPOSE = 'document-link'

/** Makes and checks addresses of documents that need no API key until they expire. */
export class DocumentLinks {
  readonly #secrets: Secrets
  /** Where the service is, without a slash at its end. It may be known only after it listens. */
  readonly #baseUrl: () => string

  /** @param secrets the present one signs; what the one before has signed is valid too */
  constructor(secrets: Secrets, baseUrl: () => string) {
    this.#secrets = secrets
    this.#baseUrl = baseUrl
  }

  /** The address of a request or document of the interface. */
  address(path: string): string {
    return `${this.#baseUrl()}${path}`
  }

  /** @param expiresAt epoch ms */
  urlOf(slug: string, documentId: string, expiresAt: number): string {
    const expires = String(Math.floor(expiresAt / 1000))
    const [present] = this.#secrets
    const signature = sign(present, slug, documentId, expires).toString('base64url')
    return this.address(`/api/v1/${slug}/documents/${documentId}/pdf?expires=${expires}&signature=${signature}`)
  }

  /** Whether an address was made here and has not expired. */
  isValid(slug: string, documentId: string, expires: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    const isSigned = this.#secrets.some((secret) => {
      const expected = secret === undefined ? undefined : sign(secret, slug, documentId, expires)
      return expected !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
    })
    return isSigned && Number(expires) * 1000 > Date.now()
  }
}

function sign(secret: string, slug: string, documentId: string, expires: string): Buffer {
  return createHmac('sha256', secret).update(`${PURPOSE}\n${slug}\n${documentId}\n${expires}`).digest()
}
