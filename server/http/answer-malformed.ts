import type { Duplex } from 'node:stream'
import { newId } from '../storage/ids.js'

/** Answers bytes that are not HTTP, which reach no middleware, in the form of all other errors. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason, code, message } = describe(error.code)
  const body = JSON.stringify({ error: { message, type: 'validation_error', code } })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${newId('req')}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function describe(code: string | undefined) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'Request Header Fields Too Large',
        code: 'headers_too_large',
        message: 'The headers of the request are too large',
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        reason: 'Request Timeout',
        code: 'request_timeout',
        message: 'The request was not complete in time',
      }
    default:
      return { status: 400, reason: 'Bad Request', code: 'bad_request', message: 'This is not a valid HTTP request' }
  }
}
