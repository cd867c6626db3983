import type { koaBody } from 'koa-body'
import { BODIES_TOO_LARGE, BODY_RETRY_AFTER } from '../limits/held-requests.js'
import type { BudgetAccount } from '../limits/shared-budget.js'
import { MAX_DOCUMENT_BYTES } from '../render/request-schemas.js'
import { ApiError, invalidTemplateData, limitExceeded, unavailable } from './api-error.js'
import type { AppContext } from './app-state.js'

/** 1 MB, the largest body of a generation request. */
export const MAX_BODY_BYTES = MAX_DOCUMENT_BYTES

/**
 * koa-body reads bytes as text in which each character is a byte. It also parses JSON (8.0.1, with co-body 6.2.0), but not as
 * requests need it: without bounds on depth, without the place of a fault, with bytes that are no UTF-8 replaced, with
 * `__proto__` refused as a name, and in the thread that answers everybody.
 */
const AS_BYTES = {
  text: true,
  textTypes: ['*/*'],
  encoding: 'binary',
  json: false,
  urlencoded: false,
  multipart: false,
  patchNode: false,
}

type Reader = ReturnType<typeof koaBody>

/** By the bytes that they read at most. */
const readers = new Map<number, Promise<Reader>>()

/** Loads koa-body, which has more modules than the rest of the service needs at its start: a sixth of a second. */
export function loadBodyReader(most = MAX_BODY_BYTES): Promise<Reader> {
  const known = readers.get(most)
  if (known) return known
  const reader = import('koa-body').then(({ koaBody }) => koaBody({ ...AS_BYTES, textLimit: most }))
  readers.set(most, reader)
  return reader
}

/**
 * Reads the raw body into memory of its own, which can be moved to another thread. A Content-Length above the limit
 * is refused before anything is read, a longer chunked body as soon as it passes the limit.
 *
 * @param memory what bodies may take of it, all together; given back by the caller, who lets go of the body
 * @param most bytes
 * @throws ApiError 413 `payload_too_large`; 429 `concurrent_limit_exceeded` or 503 when memory is short; 400 when the
 * client goes away in the middle
 */
export async function readBody(
  ctx: AppContext,
  memory: BudgetAccount,
  most = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const { req: request, res: response } = ctx
  const read = await loadBodyReader(most)
  // It ended while its key was looked up: the events that tell of it are over.
  if (request.destroyed) throw endedEarly()
  const bytes = mostBytes(ctx, most)
  if (bytes > most) throw tooLarge(most)
  // Reserved before anything is read, so that a body that cannot be held is not sent either.
  takeMemory(memory, bytes)
  // A client that asked may send its body now that all that could be refused without it has been checked.
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue()
  // An aborted request emits an error too, after koa-body has ceased to listen.
  request.on('error', () => undefined)
  const end = ending(request)
  try {
    // It is typed for contexts without a state of their own, of which it uses nothing.
    await Promise.race([read(ctx as unknown as Parameters<Reader>[0], async () => undefined), end.early])
  } catch (error) {
    throw toApiError(error, ctx, most)
  } finally {
    end.forget()
  }
  const { body } = ctx.request
  // A context lives as long as its request, whose body is to be let go of before.
  ctx.request.body = ''
  return toBytes(typeof body === 'string' ? body : '')
}

/** What a body is announced to have; of one in chunks, what it may have. */
function mostBytes({ req: { headers } }: AppContext, most: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}

/** Rejects when the connection closes in the middle of the body: koa-body would wait for the rest for ever. */
function ending(request: AppContext['req']): { readonly early: Promise<never>; forget(): void } {
  let close = () => {}
  const early = new Promise<never>((_resolve, reject) => {
    close = () => {
      if (!request.complete) reject(endedEarly())
    }
  })
  request.once('close', close)
  return { early, forget: () => request.off('close', close) }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  Buffer.from(bytes.buffer).write(text, 'latin1')
  return bytes
}

/** @throws ApiError when a body cannot be held in memory */
function takeMemory(memory: BudgetAccount, bytes: number): void {
  switch (memory.take(bytes)) {
    case 'taken':
      return
    case 'own-share-used-up':
      throw limitExceeded(BODIES_TOO_LARGE)
    case 'everything-used-up':
      throw unavailable('The service is receiving as much as it can', BODY_RETRY_AFTER)
  }
}

/** What an error of koa-body means, which has a status where the client is at fault. */
function toApiError(error: unknown, { req: request }: AppContext, most: number): unknown {
  if ((error as { readonly status?: number }).status === 413) return tooLarge(most)
  return request.complete ? error : endedEarly()
}

function endedEarly(): ApiError {
  return invalidTemplateData('The request ended before its body was complete')
}

function tooLarge(most: number): ApiError {
  const message = `The body exceeds ${most} bytes (${most / MAX_BODY_BYTES} MB)`
  return new ApiError(413, 'validation_error', 'payload_too_large', message)
}
