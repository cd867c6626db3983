import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../webhooks/sealer.js'

/** Signed together with the subject, so that no other signature of the same secret can stand for it. */
const PURPOSE = 'document-link'

/** Requests whose way here is remembered until their document is made. */
const MAX_REMEMBERED = 10_000

/** Where the service is, as far as its settings say. */
interface ServiceAddress {
  /** Without a slash at its end. It may be known only after it listens. */
  readonly base: () => string
  /** It is set and holds for everybody; else requests are answered with the address that they have come to. */
  readonly isPublic: boolean
}

/** Makes and checks addresses of documents that need no API key until they expire. */
export class DocumentLinks {
  readonly #secrets: Secrets
  readonly #address: ServiceAddress
  readonly #origins = new Map<string, string>()

  /** @param secrets the present one signs; what the one before has signed is valid too */
  constructor(secrets: Secrets, address: ServiceAddress) {
    this.#secrets = secrets
    this.#address = address
  }

  /** The address of a request or document of the interface. @param origin by which the one who asks has come here */
  address(path: string, origin: string | undefined): string {
    const { base, isPublic } = this.#address
    return `${isPublic ? base() : (origin ?? base())}${path}`
  }

  /**
   * Remembers by which address a request has come that is worked on later, for the link in its event. Where another
   * process makes its document, the settings have to say it.
   */
  remember(requestId: string, origin: string | undefined): void {
    if (this.#address.isPublic || origin === undefined) return
    const [oldest] = this.#origins.keys()
    if (this.#origins.size >= MAX_REMEMBERED && oldest !== undefined) this.#origins.delete(oldest)
    this.#origins.set(requestId, origin)
  }

  /** The address by which such a request has come, which is forgotten then. */
  recall(requestId: string): string | undefined {
    const origin = this.#origins.get(requestId)
    this.#origins.delete(requestId)
    return origin
  }

  /** @param expiresAt epoch ms */
  urlOf(slug: string, documentId: string, expiresAt: number, origin: string | undefined): string {
    const expires = String(Math.floor(expiresAt / 1000))
    const [present] = this.#secrets
    const signature = sign(present, slug, documentId, expires).toString('base64url')
    const path = `/api/v1/${slug}/documents/${documentId}/pdf?expires=${expires}&signature=${signature}`
    return this.address(path, origin)
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
