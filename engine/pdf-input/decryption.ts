import { createDecipheriv, createHash } from 'node:crypto'
import { passwordHash } from '../base/password-hash.js'
import type { Resolve } from './filters.js'
import { PdfInputError } from './pdf-input-error.js'
import { type Dictionary, dictionaryOf, isArray, nameOf, type PdfObject, Stream } from './pdf-object.js'

type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256'

/** Appended to passwords that are short (ISO 32000-1 §7.6.3.3); it is the whole of the empty one. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Decrypts the objects of a file that opens without a password (ISO 32000-2 §7.6). */
export class Decryption {
  readonly #key: Buffer
  readonly #strings: Method
  readonly #streams: Method
  readonly #metadata: boolean

  /**
   * @param dictionary the encryption dictionary, whose own strings are not encrypted
   * @param id the first part of the identifier of the file
   * @throws PdfInputError for a file that needs a password, or is encrypted in another way
   */
  constructor(dictionary: Dictionary, id: Uint8Array, resolve: Resolve) {
    const entry = (name: string) => resolve(dictionary.get(name))
    const version = entry('V')
    const revision = entry('R')
    if (nameOf(entry('Filter')) !== 'Standard' || typeof version !== 'number' || typeof revision !== 'number')
      throw new PdfInputError('unsupported', 'it is encrypted in a way that is not known: save it without encryption')
    const methods = version >= 4 ? cryptFilters(dictionary, resolve) : ({ strings: 'rc4', streams: 'rc4' } as const)
    this.#strings = methods.strings
    this.#streams = methods.streams
    this.#metadata = entry('EncryptMetadata') !== false
    const key = version >= 5 ? fileKey256(entry, revision) : fileKey128(entry, version, revision, id, this.#metadata)
    if (!key) throw new PdfInputError('unsupported', 'it needs a password: save it without one')
    this.#key = key
  }

  /** An object, with its strings and the bytes of its stream as they were before. */
  decrypt(value: PdfObject, id: number, generation: number): PdfObject {
    const type = value instanceof Stream ? nameOf(value.dictionary.get('Type')) : undefined
    if (type === 'XRef') return value
    const isPlain = type === 'Metadata' && !this.#metadata
    const strings = (bytes: Uint8Array) => this.#bytes(bytes, this.#strings, id, generation)
    if (!(value instanceof Stream)) return mapStrings(value, strings)
    const dictionary = mapStrings(value.dictionary, strings) as Dictionary
    const filter = value.dictionary.get('Filter')
    const hasOwn = nameOf(isArray(filter) ? filter[0] : filter) === 'Crypt'
    const method = isPlain || hasOwn ? 'none' : this.#streams
    return new Stream(dictionary, this.#bytes(value.bytes, method, id, generation))
  }

  #bytes(bytes: Uint8Array, method: Method, id: number, generation: number): Uint8Array {
    switch (method) {
      case 'none':
        return bytes
      case 'aes-256':
        return fromAes(bytes, this.#key)
      default: {
        const hash = createHash('md5').update(this.#key)
        hash.update(Uint8Array.of(id, id >> 8, id >> 16, generation, generation >> 8))
        if (method === 'aes-128') hash.update('sAlT')
        const key = hash.digest().subarray(0, Math.min(16, this.#key.length + 5))
        return method === 'rc4' ? rc4(key, bytes) : fromAes(bytes, key)
      }
    }
  }
}

function mapStrings(value: PdfObject, change: (bytes: Uint8Array) => Uint8Array): PdfObject {
  if (value instanceof Uint8Array) return change(value)
  if (isArray(value)) return value.map((item) => mapStrings(item, change))
  if (!(value instanceof Map)) return value
  return new Map([...value].map(([key, item]) => [key, mapStrings(item, change)]))
}

function cryptFilters(
  dictionary: Dictionary,
  resolve: Resolve,
): { readonly strings: Method; readonly streams: Method } {
  const filters = dictionaryOf(resolve(dictionary.get('CF')))
  const method = (use: string): Method => {
    const name = nameOf(resolve(dictionary.get(use))) ?? 'Identity'
    if (name === 'Identity') return 'none'
    const chosen = nameOf(resolve(dictionaryOf(resolve(filters?.get(name)))?.get('CFM')))
    switch (chosen) {
      case 'V2':
        return 'rc4'
      case 'AESV2':
        return 'aes-128'
      case 'AESV3':
        return 'aes-256'
      default:
        return 'none'
    }
  }
  return { strings: method('StrF'), streams: method('StmF') }
}

type Entries = (name: string) => PdfObject

function bytesOf(value: PdfObject, length: number): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value).subarray(0, length) : Buffer.alloc(length)
}

/** Algorithms 2, 4 and 5 with the empty password. */
function fileKey128(
  entry: Entries,
  version: number,
  revision: number,
  id: Uint8Array,
  metadata: boolean,
): Buffer | undefined {
  const bits = entry('Length')
  const given = typeof bits === 'number' && bits >= 40 && bits <= 128 ? bits >> 3 : 5
  const length = version === 1 ? 5 : version === 4 ? 16 : given
  const permissions = entry('P')
  const flags = Buffer.alloc(4)
  flags.writeInt32LE((typeof permissions === 'number' ? permissions : 0) | 0)
  const hash = createHash('md5')
    .update(PADDING)
    .update(bytesOf(entry('O'), 32))
    .update(flags)
    .update(id)
  if (revision >= 4 && !metadata) hash.update(Uint8Array.of(255, 255, 255, 255))
  let key = hash.digest().subarray(0, length)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = createHash('md5').update(key).digest().subarray(0, length)
  const user = bytesOf(entry('U'), 32)
  if (revision < 3) return Buffer.from(rc4(key, PADDING)).equals(user) ? key : undefined
  let check: Uint8Array = rc4(key, createHash('md5').update(PADDING).update(id).digest())
  for (let i = 1; i < 20; i++)
    check = rc4(
      key.map((byte) => byte ^ i),
      check,
    )
  return user.subarray(0, 16).equals(check) ? key : undefined
}

/** Algorithm 2.A with the empty password. */
function fileKey256(entry: Entries, revision: number): Buffer | undefined {
  const user = bytesOf(entry('U'), 48)
  const none = Buffer.alloc(0)
  const hash = (salt: Buffer) =>
    revision >= 6 ? passwordHash(none, salt, none) : createHash('sha256').update(salt).digest()
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  const wrapped = bytesOf(entry('UE'), 32)
  if (wrapped.length < 32) return undefined
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(wrapped), decipher.final()])
}

/** The padding is cut off as it says, or left where it says nonsense. */
function fromAes(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const whole = bytes.length - (bytes.length % 16)
  if (whole < 32) return new Uint8Array(0)
  const cipher = key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc'
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = decipher.update(bytes.subarray(16, whole))
  const padding = plain.at(-1) ?? 0
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain
}

/** Node has RC4 only with old providers of OpenSSL. */
function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    const held = state[i] as number
    j = (j + held + (key[i % key.length] as number)) & 255
    state[i] = state[j] as number
    state[j] = held
  }
  const out = new Uint8Array(bytes.length)
  for (let n = 0, i = 0, j = 0; n < bytes.length; n++) {
    i = (i + 1) & 255
    const held = state[i] as number
    j = (j + held) & 255
    state[i] = state[j] as number
    state[j] = held
    out[n] = (bytes[n] as number) ^ (state[((state[i] as number) + held) & 255] as number)
  }
  return out
}
