import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODIES_TOO_LARGE, BODY_RETRY_AFTER } from '../limits/held-requests.js'
import type { BudgetAccount } from '../limits/shared-budget.js'
import { ApiError, invalidTemplateData, limitExceeded, unavailable } from './api-error.js'

/** 1 MB, the largest body of a generation request. */
export const MAX_BODY_BYTES = 1_048_576

/**
 * Reads the raw body into memory of its own, which can be moved to another thread. A Content-Length above the limit
 * is refused before anything is read, a longer chunked body as soon as it passes the limit.
 *
 * @param memory what bodies may take of it, all together; given back by the caller, who lets go of the body
 * @throws ApiError 413 `payload_too_large`; 429 `concurrent_limit_exceeded` or 503 when memory is short; 400 when the
 * client goes away in the middle
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  memory: BudgetAccount,
): Promise<Uint8Array<ArrayBuffer>> {
  // It ended while its key was looked up: the events that tell of it are over.
  if (request.destroyed) return Promise.reject(endedEarly())
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > MAX_BODY_BYTES) {
    return Promise.reject(tooLarge())
  }
  // The announced length is reserved at once, so that a body that cannot be held is not sent either.
  const refusal = announced === undefined ? undefined : takeMemory(memory, Number(announced))
  if (refusal) return Promise.reject(refusal)
  // A client that asked may send its body now that all that could be refused without it has been checked.
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const stop = () => {
      request.off('data', take).off('end', finish).off('close', fail)
    }
    const take = (chunk: Uint8Array) => {
      length += chunk.byteLength
      const isTooLarge = length > MAX_BODY_BYTES
      const refusal = isTooLarge || announced !== undefined ? undefined : takeMemory(memory, chunk.byteLength)
      if (!isTooLarge && !refusal) {
        chunks.push(chunk)
        return
      }
      stop()
      reject(refusal ?? tooLarge())
    }
    const finish = () => {
      stop()
      resolve(join(chunks, length))
    }
    const fail = () => {
      stop()
      reject(endedEarly())
    }
    // An aborted request emits an error too; `close` follows and tells all we need.
    request.on('error', () => undefined)
    request.on('data', take).on('end', finish).on('close', fail)
  })
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

/** Why a body cannot be held in memory, if so. */
function takeMemory(memory: BudgetAccount, bytes: number): ApiError | undefined {
  switch (memory.take(bytes)) {
    case 'taken':
      return undefined
    case 'own-share-used-up':
      return limitExceeded(BODIES_TOO_LARGE)
    case 'everything-used-up':
      return unavailable('The service is receiving as much as it can', BODY_RETRY_AFTER)
  }
}

function endedEarly(): ApiError {
  return invalidTemplateData('The request ended before its body was complete')
}

function tooLarge(): ApiError {
  return new ApiError(413, 'validation_error', 'payload_too_large', `The body exceeds ${MAX_BODY_BYTES} bytes (1 MB)`)
}
