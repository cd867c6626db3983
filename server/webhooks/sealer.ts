import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What the key is for, so that no other key made of the same secret equals it. */
const PURPOSE = 'platen webhook secrets'

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

/** Encrypts what the store keeps of secrets, with a key that the store does not have. */
export class Sealer {
  readonly #key: Buffer

  /** @param secret the service's secret (`PLATEN_SECRET`) */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES))
  }

  /** @param context what the text belongs to: a sealed text that is moved somewhere else does not open */
  seal(text: string, context: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#key, iv).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** @throws SealError */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
    if (!sealed.startsWith(VERSION) || bytes.length < IV_BYTES + TAG_BYTES)
      throw new SealError('nothing is sealed here')
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return text.toString('utf8')
    } catch (error) {
      throw new SealError('the secret of the service is not the one that this was encrypted with', { cause: error })
    }
  }
}
