import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { invariant } from '../../engine/base/invariant.js'
import type { Logger } from '../observability/log.js'
import { newId } from '../storage/ids.js'
import type { ErrorType } from './api-error.js'
import { endWith, isLingering } from './linger.js'

/** Answers bytes that are not HTTP, which reach no middleware, in the form of all other errors. */
export function answerMalformed(log: Logger) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // It was answered: what follows belongs to nothing.
    if (isLingering(socket) && error.code?.startsWith('HPE_')) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    answerRaw(socket, describe(error.code), log)
  }
}

/** Answers requests for a tunnel, which reach no middleware either. */
export function answerConnect(log: Logger) {
  return (_request: IncomingMessage, socket: Duplex): void => {
    // The client may be gone already.
    socket.on('error', () => undefined)
    answerRaw(socket, NO_PROXY, log)
  }
}

interface RawAnswer {
  readonly status: number
  readonly reason: string
  readonly type: ErrorType
  readonly code: string
  readonly message: string
  readonly allow?: string
}

const NO_PROXY: RawAnswer = {
  status: 405,
  reason: 'Method Not Allowed',
  type: 'resource_error',
  code: 'method_not_allowed',
  message: 'This service is no proxy',
  allow: 'GET, HEAD, POST, OPTIONS',
}

/** The log says what is known of the request: its method and path may be what could not be read. */
function answerRaw(socket: Duplex, { status, reason, type, code, message, allow }: RawAnswer, log: Logger): void {
  const requestId = newId('req')
  log.info({ request_id: requestId, status, code }, 'request')
  const body = JSON.stringify({ error: { message, type, code } })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
  ]
  invariant(socket instanceof Socket, 'a connection of the network')
  endWith(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function describe(code: string | undefined): RawAnswer {
  const type = 'validation_error'
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        type,
        code: 'headers_too_large',
        message: 'The headers of the request are too large',
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        reason: 'Request Timeout',
        type,
        code: 'request_timeout',
        message: 'The request was not complete in time',
      }
    case 'HPE_INVALID_EOF_STATE':
      return {
        status: 400,
        reason: 'Bad Request',
        type,
        code: 'invalid_template_data',
        message: 'The request ended before its body was complete',
      }
    default:
      return {
        status: 400,
        reason: 'Bad Request',
        type,
        code: 'bad_request',
        message: 'This is not a valid HTTP request',
      }
  }
}
