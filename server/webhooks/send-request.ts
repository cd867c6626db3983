import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { HeaderList } from '../storage/webhooks/webhook-store.js'
import type { HostAddress, ResolveHost } from './resolve-host.js'
import { type AddressPolicy, describeUrlFault, isAllowedTarget, literalAddress } from './rules/address-guard.js'
import { describeSendError, SendError } from './send-error.js'

/** A POST to an endpoint. */
interface OutgoingRequest {
  readonly url: string
  readonly headers: HeaderList
  readonly body: Uint8Array
  /** For the whole exchange: name, connection, request and answer. */
  readonly timeoutMs: number
}

/** How requests go out. */
export interface Route {
  readonly resolve: ResolveHost
  readonly policy: AddressPolicy
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
}

export interface Exchange {
  readonly durationMs: number
  /** The answer as far as it has arrived. */
  readonly response: ReceivedResponse | undefined
  /** Why the exchange is not complete. */
  readonly error: string | undefined
  /** The service stopped. */
  readonly isInterrupted: boolean
}

interface ReceivedResponse {
  readonly status: number
  readonly headers: HeaderList
  /** Its beginning, up to 64 KB. */
  readonly body: Buffer
}

/** The most that is read of an answer; the rest is not waited for. */
const MAX_RESPONSE_BYTES = 65_536

/**
 * Every request has a connection of its own: it goes to an address that was checked for it, and what one customer's
 * receiver sends can never be taken for an answer to another's. Sessions of TLS are resumed all the same.
 */
const httpAgent = new HttpAgent({ keepAlive: false })
const httpsAgent = new HttpsAgent({ keepAlive: false })

/** Sends a request and reads its answer. It never fails: what went wrong is part of the result. */
export async function sendRequest(request: OutgoingRequest, route: Route): Promise<Exchange> {
  const started = performance.now()
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new SendError(`no complete answer within ${request.timeoutMs / 1000} s`)),
    request.timeoutMs,
  )
  const stop = () => ending.abort(new SendError('the service stopped'))
  route.stopping.addEventListener('abort', stop)
  if (route.stopping.aborted) stop()
  const answer = new Answer()
  let error: string | undefined
  try {
    const addresses = await unlessAborted(ending.signal, () => findAddresses(request.url, route))
    await exchange(request, addresses, ending.signal, answer)
  } catch (failure) {
    error = describeSendError(ending.signal.aborted ? ending.signal.reason : failure)
  } finally {
    clearTimeout(timer)
    route.stopping.removeEventListener('abort', stop)
  }
  return {
    durationMs: Math.round(performance.now() - started),
    response: answer.response,
    error,
    isInterrupted: error !== undefined && route.stopping.aborted,
  }
}

/** The addresses that a request may go to; all of its host's must be allowed, or none is. */
async function findAddresses(url: string, { resolve, policy }: Route): Promise<readonly HostAddress[]> {
  // Settings may have changed since the URL was accepted.
  const fault = describeUrlFault(url, policy)
  if (fault !== undefined) throw new SendError(`the URL ${fault}`)
  const { hostname } = new URL(url)
  const literal = literalAddress(hostname)
  if (literal !== undefined) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new SendError('the host name has no address')
  if (!addresses.every(({ address }) => isAllowedTarget(hostname, address, policy))) {
    throw new SendError('the host name leads to an address that is not public')
  }
  return addresses
}

/** An answer as far as it has arrived. */
class Answer {
  #head: Pick<ReceivedResponse, 'status' | 'headers'> | undefined
  readonly #chunks: Buffer[] = []
  #length = 0

  begin({ statusCode = 0, rawHeaders }: IncomingMessage): void {
    const headers: Record<string, string> = {}
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] ?? '').toLowerCase()
      const value = rawHeaders[index + 1] ?? ''
      headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
    }
    this.#head = { status: statusCode, headers }
  }

  /** @returns whether more may come */
  add(chunk: Buffer): boolean {
    const part = chunk.subarray(0, MAX_RESPONSE_BYTES - this.#length)
    this.#chunks.push(part)
    this.#length += part.length
    return this.#length < MAX_RESPONSE_BYTES
  }

  get response(): ReceivedResponse | undefined {
    return this.#head && { ...this.#head, body: Buffer.concat(this.#chunks) }
  }
}

/** Resolves when the answer is complete, or as much of it as is read. */
async function exchange(
  { url, headers, body }: OutgoingRequest,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
  answer: Answer,
): Promise<void> {
  const isSecure = new URL(url).protocol === 'https:'
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers,
    agent: isSecure ? httpsAgent : httpAgent,
    lookup: pinned(addresses),
    signal,
  })
  try {
    const answered = receive(request, answer)
    request.end(body)
    await answered
  } finally {
    request.destroy()
  }
}

function receive(request: ClientRequest, answer: Answer): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('error', (error) => reject(isReset(error) ? isClosed() : error))
    let hasHead = false
    // How far the answer has come decides what is said, whichever way the connection ends.
    const isClosed = () =>
      new SendError(
        hasHead
          ? 'the connection was closed before the answer was complete'
          : 'the connection was closed without an answer',
      )
    request.on('close', () => reject(isClosed()))
    // A switch of protocols that nobody asked for; without a listener its connection would stay open.
    request.on('upgrade', (response, socket) => {
      answer.begin(response)
      socket.destroy()
      resolve()
    })
    request.on('response', (response) => {
      hasHead = true
      answer.begin(response)
      response.on('error', (error) => reject(isReset(error) ? isClosed() : error))
      response.on('data', (chunk: Buffer) => {
        if (!answer.add(chunk)) resolve()
      })
      response.on('end', () => {
        if (response.complete) resolve()
        else reject(isClosed())
      })
    })
  })
}

/** The other side has closed the connection. */
function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET'
}

/** Lets a connection go to these addresses only, whatever the name servers say meanwhile. */
function pinned(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, { all, family }, callback) => {
    if (all) callback(null, [...addresses])
    else {
      const one = addresses.find((candidate) => candidate.family === family) ?? addresses[0]
      callback(null, one?.address ?? '', one?.family)
    }
  }
}

/** Stops waiting for a promise when aborted; the work behind it may continue. */
function unlessAborted<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    action()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
