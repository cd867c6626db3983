import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the signature is over besides its subject, so that no other signature of the same secret can stand for it. */
const PURPOSE = 'document-link'

/** Makes and checks addresses of documents that need no API key until they expire. */
export class DocumentLinks {
  readonly #secret: string
  /** Where the service is, without a slash at its end. It may be known only after it listens. */
  readonly #baseUrl: () => string

  constructor(secret: string, baseUrl: () => string) {
    this.#secret = secret
    this.#baseUrl = baseUrl
  }

  /** The address of a request or document of the interface. */
  address(path: string): string {
    return `${this.#baseUrl()}${path}`
  }

  /** @param expiresAt epoch ms */
  urlOf(slug: string, documentId: string, expiresAt: number): string {
    const expires = String(Math.floor(expiresAt / 1000))
    const signature = this.#sign(slug, documentId, expires).toString('base64url')
    return this.address(`/api/v1/${slug}/documents/${documentId}/pdf?expires=${expires}&signature=${signature}`)
  }

  /** Whether an address was made here and has not expired. */
  isValid(slug: string, documentId: string, expires: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#sign(slug, documentId, expires)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    return Number(expires) * 1000 > Date.now()
  }

  #sign(slug: string, documentId: string, expires: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${PURPOSE}\n${slug}\n${documentId}\n${expires}`).digest()
  }
}
