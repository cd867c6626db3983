import { createCipheriv, randomBytes } from 'node:crypto'
import { passwordHash } from '../base/password-hash.js'
import type { Encrypt, PdfDictionary } from './pdf-values.js'

/** Permissions that readers grant to those who open a document with its user password. */
export type Permission = 'print' | 'print-low' | 'copy' | 'modify' | 'annotate' | 'fill-forms' | 'assemble'

/** Passwords without which nobody reads a document, or changes what it allows. */
export interface EncryptionOptions {
  /** Opens the document with its permissions; without one, everybody can. */
  readonly userPassword?: string | undefined
  /** Opens the document without restrictions; without one, nobody can. */
  readonly ownerPassword?: string | undefined
  /** All that is allowed; everything when absent. Assistive technology may always read the text. */
  readonly permissions?: readonly Permission[] | undefined
}

/** The bits of each permission (ISO 32000-2 table 22). */
const PERMISSION_BITS: Readonly<Record<Permission, number>> = {
  print: 0x804,
  'print-low': 0x4,
  modify: 0x8,
  copy: 0x10,
  annotate: 0x20,
  'fill-forms': 0x100,
  assemble: 0x400,
}

export const PERMISSIONS = Object.keys(PERMISSION_BITS) as readonly Permission[]

/** Reserved bits that are set, and that of reading for assistive technology; as a signed number of 32 bits. */
const ALWAYS_SET = 0xfffff2c0 | 0

/** Longer passwords would be cut (§7.6.4.3.3). */
const MAX_PASSWORD_BYTES = 127

/**
 * Whether a text can be a password: not too long, without characters that SASLprep (RFC 4013) prohibits, and with some
 * that it leaves. A password of soft hyphens alone would be the empty one, which readers try by themselves.
 */
export function isPassword(text: string): boolean {
  const { length } = passwordBytes(text)
  return length > 0 && length <= MAX_PASSWORD_BYTES && !PROHIBITED.test(prepare(text))
}

/** Whether two passwords open the same, however they are written. */
export function areSamePasswords(a: string, b: string): boolean {
  return prepare(a) === prepare(b)
}

const PROHIBITED = /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u206a-\u206f\ufff9-\ufffd]/u
/** Characters that RFC 3454 table B.1 maps to nothing. */
const MAPPED_TO_NOTHING = /\u034f|\u1806|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u200b\u2060\ufeff]|\u200c|\u200d/gu

/** The text that stands for a password, however it was typed (RFC 4013 §2.1, 2.2). */
function prepare(text: string): string {
  return text
    .replace(/\p{Zs}/gu, ' ')
    .replace(MAPPED_TO_NOTHING, '')
    .normalize('NFKC')
}

function passwordBytes(text: string): Buffer {
  return Buffer.from(prepare(text), 'utf8')
}

/**
 * The standard security handler with AES-256, revision 6 (ISO 32000-2 §7.6.4), of one document. PDFKit's is revision 5,
 * whose check of passwords is weak and which readers have deprecated. Keys and salts are random: the same document is
 * encrypted to other bytes each time.
 */
export class Encryption {
  readonly #key = randomBytes(32)
  /** The encryption dictionary, whose strings are not encrypted themselves. */
  readonly dictionary: PdfDictionary

  constructor({ userPassword = '', ownerPassword, permissions = PERMISSIONS }: EncryptionOptions) {
    const user = passwordBytes(userPassword)
    const owner = ownerPassword === undefined ? randomBytes(32) : passwordBytes(ownerPassword)
    const bits = permissions.reduce((sum, permission) => sum | PERMISSION_BITS[permission], ALWAYS_SET)
    const userEntries = this.#passwordEntries(user, Buffer.alloc(0))
    const ownerEntries = this.#passwordEntries(owner, userEntries.check)
    this.dictionary = {
      Filter: 'Standard',
      V: 5,
      R: 6,
      Length: 256,
      CF: { StdCF: { AuthEvent: 'DocOpen', CFM: 'AESV3', Length: 32 } },
      StmF: 'StdCF',
      StrF: 'StdCF',
      U: userEntries.check,
      UE: userEntries.key,
      O: ownerEntries.check,
      OE: ownerEntries.key,
      P: bits,
      Perms: this.#encryptedPermissions(bits),
    }
  }

  /** Encrypts strings and streams: with this version, all objects alike. */
  getEncryptFn(): Encrypt {
    return (bytes) => this.encrypt(bytes)
  }

  /** PDFKit would write the dictionary here; it is an entry of the trailer. */
  end(): void {}

  /** The bytes of a string or stream (§7.6.3.2): a random initialization vector, and what was encrypted with it. */
  encrypt(bytes: Uint8Array): Uint8Array {
    const vector = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', this.#key, vector)
    return Buffer.concat([vector, cipher.update(bytes), cipher.final()])
  }

  /**
   * Algorithms 8 and 9: by which a password is checked, and the key as it is opened by the password.
   *
   * @param user the check of the user's password, for the owner's
   */
  #passwordEntries(password: Buffer, user: Buffer): { readonly check: Buffer; readonly key: Buffer } {
    const validationSalt = randomBytes(8)
    const keySalt = randomBytes(8)
    const check = Buffer.concat([passwordHash(password, validationSalt, user), validationSalt, keySalt])
    const cipher = createCipheriv(
      'aes-256-cbc',
      passwordHash(password, keySalt, user),
      Buffer.alloc(16),
    ).setAutoPadding(false)
    return { check, key: cipher.update(this.#key) }
  }

  /** Algorithm 10. */
  #encryptedPermissions(bits: number): Buffer {
    const block = randomBytes(16)
    block.writeInt32LE(bits, 0)
    block.writeInt32LE(-1, 4)
    block.write('Tadb', 8, 'latin1')
    return createCipheriv('aes-256-ecb', this.#key, null).setAutoPadding(false).update(block)
  }
}
