import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { Row } from './rows.js'

/** The first line of every backup. */
const MAGIC = 'platen backup 1'

/** What a backup says of itself. */
export interface BackupHead {
  /** Of the package that made it. */
  readonly version: string
  readonly migration: string
  readonly createdAt: string
  /** Tells whether a secret is the one that the data were made with, and nothing about it. */
  readonly secretMark: string
}

export interface BackupCounts {
  readonly rows: number
  readonly documents: number
}

/** One thing of a backup, in the order in which they are written. */
export type BackupItem =
  | { readonly kind: 'row'; readonly table: string; readonly row: Row }
  | { readonly kind: 'document'; readonly key: string; readonly bytes: Buffer }

/** A file that is no backup, or not all of one. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Writes a backup: under another name first, so that a file of its name is complete. */
export class BackupWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')
  #rows = 0
  #documents = 0

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** @throws the system's error when a file of this name is there already, or cannot be made */
  static async begin(path: string, head: BackupHead): Promise<BackupWriter> {
    const writer = new BackupWriter(path, await open(`${path}.part`, 'wx', 0o600))
    await writer.#write(`${MAGIC}\n${JSON.stringify(head)}\n`)
    return writer
  }

  async row(table: string, row: Row): Promise<void> {
    this.#rows++
    await this.#write(`${JSON.stringify([table, row], encode)}\n`)
  }

  async document(key: string, bytes: Buffer): Promise<void> {
    this.#documents++
    await this.#write(`${JSON.stringify({ document: key, bytes: bytes.length })}\n`)
    await this.#write(bytes)
  }

  /** Completes the file. */
  async end(): Promise<BackupCounts> {
    const counts = { rows: this.#rows, documents: this.#documents }
    const sha256 = this.#hash.copy().digest('hex')
    await this.#write(`${JSON.stringify({ end: { ...counts, sha256 } })}\n`)
    await this.#file.sync()
    await this.#file.close()
    await rename(`${this.#path}.part`, this.#path)
    return counts
  }

  /** Removes what was written. */
  async giveUp(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(`${this.#path}.part`, { force: true })
  }

  async #write(content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#hash.update(bytes)
    await this.#file.writeFile(bytes)
  }
}

/** Bytes of a row have no other form in JSON. */
function encode(this: Row, key: string, value: unknown): unknown {
  const own = this[key]
  return own instanceof Uint8Array ? { bytes: Buffer.from(own).toString('base64') } : value
}

function decode(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'bytes' in value && Object.keys(value).length === 1
  return isBytes ? Buffer.from(String(value.bytes), 'base64') : value
}

/**
 * Reads a backup from its beginning to its end, which it looks for first: nothing of a file that was cut is given out.
 *
 * @throws BackupError when it is none, or is not complete
 */
export async function readBackup(
  path: string,
): Promise<{ readonly head: BackupHead; readonly counts: BackupCounts; items(): AsyncIterable<BackupItem> }> {
  let head: BackupHead | undefined
  let counts: BackupCounts | undefined
  for await (const item of parse(path)) {
    if (item.kind === 'head') head = item.head
    else if (item.kind === 'end') counts = item.counts
  }
  if (!head || !counts) throw new BackupError('it was cut: its end is missing')
  return {
    head,
    counts,
    async *items() {
      for await (const item of parse(path)) if (item.kind === 'row' || item.kind === 'document') yield item
    },
  }
}

type Parsed =
  | BackupItem
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'end'; readonly counts: BackupCounts }

async function* parse(path: string): AsyncGenerator<Parsed> {
  const reader = new Reader(path)
  if ((await reader.line(MAGIC.length)) !== MAGIC) throw new BackupError('it is no backup of platen')
  yield { kind: 'head', head: json(await reader.line()) as BackupHead }
  let rows = 0
  let documents = 0
  for (;;) {
    const before = reader.digest()
    const text = await reader.line()
    if (text === undefined) throw new BackupError('it was cut: its end is missing')
    const value = json(text)
    if (Array.isArray(value)) {
      rows++
      yield { kind: 'row', table: String(value[0]), row: value[1] as Row }
    } else if (isObject(value) && typeof value.document === 'string') {
      documents++
      const bytes = await reader.bytes(Number(value.bytes))
      yield { kind: 'document', key: value.document, bytes }
    } else if (isObject(value) && isObject(value.end)) {
      const { end } = value
      const isWhole = end.sha256 === before() && end.rows === rows && end.documents === documents
      if (!isWhole) throw new BackupError('it was changed after it was made')
      yield { kind: 'end', counts: { rows, documents } }
      return
    } else {
      throw new BackupError('it was changed after it was made')
    }
  }
}

function json(text: string | undefined): unknown {
  if (text === undefined) throw new BackupError('it was cut: its end is missing')
  try {
    return JSON.parse(text, decode)
  } catch (error) {
    throw new BackupError('it was changed after it was made', { cause: error })
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The lines and bytes of a file, and the hash of what was read. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#chunks = createReadStream(path, { highWaterMark: 1_048_576 })[Symbol.asyncIterator]()
  }

  /** Makes the hash of what was read until now, when it is called. */
  digest(): () => string {
    const copy = this.#hash.copy()
    return () => copy.digest('hex')
  }

  /** Without its end; undefined at the end of the file. @param most characters that are looked at */
  async line(most?: number): Promise<string | undefined> {
    for (let from = 0; ; ) {
      const end = this.#rest.indexOf(10, from)
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end)
      from = this.#rest.length
      if (most !== undefined && from > most) return undefined
      if (!(await this.#more())) return undefined
    }
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#rest.length < count) {
      if (!(await this.#more())) throw new BackupError('it was cut: its end is missing')
    }
    return this.#take(count)
  }

  #take(count: number): Buffer {
    const taken = this.#rest.subarray(0, count)
    this.#hash.update(taken)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}
