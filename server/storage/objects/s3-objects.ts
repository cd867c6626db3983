import { Readable } from 'node:stream'
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

/** A request to the bucket that takes longer is given up; the client repeats what fails with 5xx or 429. */
const REQUEST_TIMEOUT_MS = 60_000

/** Objects in a bucket, addressed by path (`endpoint/bucket/key`), signed with version 4 signatures. */
export class S3Objects implements ObjectStorage {
  readonly #client: AwsClient
  readonly #base: string

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
    this.#base = `${endpoint}/${encodeURIComponent(bucket)}`
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const response = await this.#request(key, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/pdf', 'content-length': String(body.byteLength) },
    })
    await discard(response)
    if (!response.ok) throw failed('PUT', key, response)
  }

  async get(key: string): Promise<StoredObject | undefined> {
    const response = await this.#request(key, { method: 'GET' })
    const length = response.headers.get('content-length')
    if (response.ok && response.body && length !== null) {
      return { size: Number(length), content: Readable.fromWeb(response.body) }
    }
    await discard(response)
    if (response.status === 404) return undefined
    throw failed('GET', key, response)
  }

  async delete(key: string): Promise<void> {
    const response = await this.#request(key, { method: 'DELETE' })
    await discard(response)
    if (!response.ok && response.status !== 404) throw failed('DELETE', key, response)
  }

  /** A bucket has rules of its own for the age of objects, and no object that is half there. */
  async sweep(): Promise<void> {}

  #request(key: string, init: RequestInit): Promise<Response> {
    return this.#client.fetch(`${this.#base}/${key}`, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  }
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel()
}

function failed(method: string, key: string, { status }: Response): Error {
  return new Error(`the object storage answered ${status} to ${method} ${key}`)
}
