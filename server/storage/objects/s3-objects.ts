import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import {
  type ObjectLimits,
  type ObjectReading,
  type ObjectStorage,
  PROBE,
  probeKey,
  type StoredObject,
} from './object-storage.js'
import { ObjectsUnavailable } from './objects-unavailable.js'

/** A bucket of an S3-compatible service. */
export interface S3Settings {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * A request that is not answered in this time is given up (with what is repeated after 5xx or 429), and so is a
 * download of which nothing comes for as long. How long all of a download takes is its reader's business.
 */
const PATIENCE_MS = 10_000

/** The bytes that even a slow way to the storage takes in a ms: uploads have so much longer. */
const UPLOAD_BYTES_PER_MS = 1_000

/** Of an answer that refuses something; its code is at the beginning. */
const MAX_REASON_BYTES = 4_096

const RETRIES = 3

/** The longest pause before the first of them; twice as long before each next one. */
const FIRST_RETRY_MS = 50

/** Objects in a bucket, addressed by path (`endpoint/bucket/key`), signed with version 4 signatures. */
export class S3Objects implements ObjectStorage {
  readonly #client: AwsClient
  readonly #base: string
  /** Where the bucket is, for messages. */
  readonly #place: string
  readonly #patienceMs: number
  readonly #probeKey = probeKey(randomUUID())

  constructor(
    { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
    { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
  ) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
    this.#base = `${endpoint}/${encodeURIComponent(bucket)}`
    this.#patienceMs = patienceMs
    this.#place = `the bucket ${bucket} at ${new URL(endpoint).host}`
  }

  async put(
    key: string,
    bytes: Uint8Array,
    { timeoutMs = Number.POSITIVE_INFINITY }: ObjectLimits = {},
  ): Promise<void> {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const patienceMs = this.#patienceMs + body.byteLength / UPLOAD_BYTES_PER_MS
    const { response } = await this.#request(
      key,
      {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/pdf', 'content-length': String(body.byteLength) },
      },
      Math.min(patienceMs, timeoutMs),
    )
    if (!response.ok) throw await this.#failed('PUT', key, response)
    await discard(response)
  }

  async get(key: string, { timeoutMs, range }: ObjectReading = {}): Promise<StoredObject | undefined> {
    const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {}
    const { response, exchange } = await this.#request(key, { method: 'GET', headers }, timeoutMs)
    const length = response.headers.get('content-length')
    // A service that knows no ranges would give other bytes than are announced.
    const isWanted = response.status === (range ? 206 : 200)
    if (isWanted && response.body && length !== null) {
      return { size: Number(length), content: this.#read(response.body, Number(length), exchange) }
    }
    if (response.status !== 404) throw await this.#failed('GET', key, response)
    await discard(response)
    return undefined
  }

  async delete(key: string): Promise<void> {
    const { response } = await this.#request(key, { method: 'DELETE' })
    if (!response.ok && response.status !== 404) throw await this.#failed('DELETE', key, response)
    await discard(response)
  }

  /** A bucket has rules of its own for the age of objects, and no object that is half there. */
  async sweep(): Promise<void> {}

  async probe(): Promise<void> {
    await this.put(this.#probeKey, PROBE)
    const found = await this.get(this.#probeKey)
    if (!found || !(await buffer(found.content)).equals(PROBE)) {
      throw new ObjectsUnavailable(`${this.#place} does not give back what was written to it`, { isRefusal: true })
    }
    await this.delete(this.#probeKey)
  }

  /** Waits for the head of an answer. `exchange` ends the rest. */
  async #request(
    key: string,
    init: RequestInit,
    patienceMs = this.#patienceMs,
  ): Promise<{ response: Response; exchange: AbortController }> {
    const exchange = new AbortController()
    const { signal } = exchange
    const timer = this.#limit(exchange, Math.min(patienceMs, MAX_TIMER_MS))
    try {
      for (let attempt = 0; ; attempt++) {
        const request = await this.#client.sign(`${this.#base}/${key}`, init)
        // The signal is given here and not with the request: one that is only derived from ours may be collected as
        // garbage while the answer is awaited, and then nothing would end the exchange.
        const response = await fetch(request, { signal })
        if (attempt === RETRIES || !isTransient(response)) return { response, exchange }
        await discard(response)
        await delay(Math.random() * FIRST_RETRY_MS * 2 ** attempt, undefined, { signal })
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : this.#away(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #read(body: ReadableStream<Uint8Array>, size: number, exchange: AbortController): Readable {
    const content = Readable.from(this.#chunksOf(body, size, exchange), { objectMode: false })
    // Also where nobody has begun to read.
    return content.once('close', () => exchange.abort())
  }

  /** Only the bucket is timed: between two chunks a slow reader may take as long as it likes. */
  async *#chunksOf(
    body: ReadableStream<Uint8Array>,
    size: number,
    exchange: AbortController,
  ): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    // It ends with its last byte: whoever has that may be gone before the bucket says that there are no more.
    for (let left = size; left > 0; ) {
      const timer = this.#limit(exchange, this.#patienceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      left -= value.byteLength
      yield value
    }
  }

  #limit(exchange: AbortController, patienceMs: number): NodeJS.Timeout {
    const reason = () => new ObjectsUnavailable('the object storage does not answer')
    return setTimeout(() => exchange.abort(reason()), patienceMs)
  }

  /** What `fetch` fails with has the reason of the system as its cause. */
  #away(error: unknown): ObjectsUnavailable {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
    const reason = code ?? (cause instanceof Error ? cause.message : String(cause))
    // No such host, or another one than its certificate says: the address is wrong.
    const isRefusal = code !== undefined && /^(?:ENOTFOUND|ERR_TLS_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code)
    return new ObjectsUnavailable(`the object storage, ${this.#place}, cannot be reached (${reason})`, {
      isRefusal,
      cause: error,
    })
  }

  async #failed(method: string, key: string, response: Response): Promise<ObjectsUnavailable> {
    const { status } = response
    const code = await readErrorCode(response)
    const reason = code === undefined ? '' : ` (${code})`
    return new ObjectsUnavailable(`the object storage answered ${status} to ${method} ${key}${reason}`, {
      isRefusal: !isTransient(response) && status !== 408,
    })
  }
}

/** The longest time that a timer of Node.js can wait. */
const MAX_TIMER_MS = 2_147_483_647

/** Whether the service may answer otherwise a moment later. */
function isTransient({ status }: Response): boolean {
  return status >= 500 || status === 429
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel()
}

/** The code of an error (REST API of S3, Error Responses), such as `AccessDenied`. */
async function readErrorCode({ body }: Response): Promise<string | undefined> {
  if (!body) return undefined
  let text = ''
  try {
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= MAX_REASON_BYTES) break
    }
  } catch {
    // The status has said enough.
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1]
}
