import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { ObjectStorage, StoredObject } from './object-storage.js'

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
const PATIENCE_MS = 60_000

const RETRIES = 3

/** The longest pause before the first of them; twice as long before each next one. */
const FIRST_RETRY_MS = 50

/** Objects in a bucket, addressed by path (`endpoint/bucket/key`), signed with version 4 signatures. */
export class S3Objects implements ObjectStorage {
  readonly #client: AwsClient
  readonly #base: string
  readonly #patienceMs: number

  constructor(
    { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
    { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
  ) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
    this.#base = `${endpoint}/${encodeURIComponent(bucket)}`
    this.#patienceMs = patienceMs
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { response } = await this.#request(key, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/pdf', 'content-length': String(body.byteLength) },
    })
    await discard(response)
    if (!response.ok) throw failed('PUT', key, response)
  }

  async get(key: string): Promise<StoredObject | undefined> {
    const { response, exchange } = await this.#request(key, { method: 'GET' })
    const length = response.headers.get('content-length')
    if (response.ok && response.body && length !== null) {
      return { size: Number(length), content: this.#read(response.body, exchange) }
    }
    await discard(response)
    if (response.status === 404) return undefined
    throw failed('GET', key, response)
  }

  async delete(key: string): Promise<void> {
    const { response } = await this.#request(key, { method: 'DELETE' })
    await discard(response)
    if (!response.ok && response.status !== 404) throw failed('DELETE', key, response)
  }

  /** A bucket has rules of its own for the age of objects, and no object that is half there. */
  async sweep(): Promise<void> {}

  /** Waits for the head of an answer. `exchange` ends the rest. */
  async #request(key: string, init: RequestInit): Promise<{ response: Response; exchange: AbortController }> {
    const exchange = new AbortController()
    const timer = this.#limit(exchange)
    try {
      for (let attempt = 0; ; attempt++) {
        const request = await this.#client.sign(`${this.#base}/${key}`, init)
        // The signal is given here and not with the request: one that is only derived from ours may be collected as
        // garbage while the answer is awaited, and then nothing would end the exchange.
        const response = await fetch(request, { signal: exchange.signal })
        if (attempt === RETRIES || !isTransient(response)) return { response, exchange }
        await discard(response)
        await delay(Math.random() * FIRST_RETRY_MS * 2 ** attempt)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #read(body: ReadableStream<Uint8Array>, exchange: AbortController): Readable {
    const content = Readable.from(this.#chunksOf(body, exchange), { objectMode: false })
    // Also where nobody has begun to read.
    return content.once('close', () => exchange.abort())
  }

  /** Only the bucket is timed: between two chunks a slow reader may take as long as it likes. */
  async *#chunksOf(body: ReadableStream<Uint8Array>, exchange: AbortController): AsyncGenerator<Uint8Array> {
    const reader = body.getReader()
    for (;;) {
      const timer = this.#limit(exchange)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  }

  #limit(exchange: AbortController): NodeJS.Timeout {
    return setTimeout(() => exchange.abort(new Error('the object storage does not answer')), this.#patienceMs)
  }
}

/** Whether the service may answer otherwise a moment later. */
function isTransient({ status }: Response): boolean {
  return status >= 500 || status === 429
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel()
}

function failed(method: string, key: string, { status }: Response): Error {
  return new Error(`the object storage answered ${status} to ${method} ${key}`)
}
