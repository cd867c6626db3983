import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The purposes of the keys, so that no other key derived from the same secret equals them. */
const SEALING = 'platen webhook secrets'
const FINGERPRINTS = 'platen webhook lanes'

const ALGORITHM = 'aes-256-gcm'

const KEY_BYTES = 32

const IV_BYTES = 12

const TAG_BYTES = 16

/** Names the format, for the day on which there is another. */
const VERSION = 'v1.'

/** A text that cannot be opened: it was sealed with another secret, for something else, or is damaged. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The secret of the service (`PLATEN_SECRET`), and the one before if there is one: what that made is still valid. */
export type Secrets = readonly [present: string, previous?: string]

/** Encrypts what the store keeps of secrets, with a key that the store does not have. */
export class Sealer {
  readonly #present: SealKeys
  /** Those of the secret before, which may have sealed what is there. */
  readonly #previous: SealKeys | undefined

  constructor([present, previous]: Secrets) {
    this.#present = keysOf(present)
    this.#previous = previous === undefined ? undefined : keysOf(previous)
  }

  /** @param context what the text belongs to: a sealed text that is moved somewhere else does not open */
  seal(text: string, context: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#present.sealing, iv).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** @throws SealError */
  open(sealed: string, context: string): string {
    return this.#open(sealed, context).text
  }

  /**
   * Seals with the present secret what the one before has sealed; undefined when the present one has done so already.
   *
   * @throws SealError
   */
  sealAgain(sealed: string, context: string): string | undefined {
    const { text, keys } = this.#open(sealed, context)
    return keys === this.#present ? undefined : this.seal(text, context)
  }

  /** A fingerprint that tells texts apart, but reveals nothing without the secret. */
  fingerprint(text: string): string {
    return createHmac('sha256', this.#present.fingerprints).update(text).digest('hex')
  }

  #open(sealed: string, context: string): { readonly text: string; readonly keys: SealKeys } {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
    if (!sealed.startsWith(VERSION) || bytes.length < IV_BYTES + TAG_BYTES)
      throw new SealError('nothing is sealed here')
    try {
      return { text: decrypt(bytes, context, this.#present), keys: this.#present }
    } catch (error) {
      if (!this.#previous) throw unknownSecret(error)
    }
    try {
      return { text: decrypt(bytes, context, this.#previous), keys: this.#previous }
    } catch (error) {
      throw unknownSecret(error)
    }
  }
}

/** The keys derived from a secret. */
interface SealKeys {
  readonly sealing: Buffer
  readonly fingerprints: Buffer
}

function keysOf(secret: string): SealKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
  return { sealing: derive(SEALING), fingerprints: derive(FINGERPRINTS) }
}

/** @throws Error when it was encrypted with another key, for another context, or is damaged */
function decrypt(bytes: Buffer, context: string, { sealing }: SealKeys): string {
  const decipher = createDecipheriv(ALGORITHM, sealing, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return text.toString('utf8')
}

function unknownSecret(cause: unknown): SealError {
  return new SealError('the secret of the service is not the one that this was encrypted with', { cause })
}
