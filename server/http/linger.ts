import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** The most that a client may keep sending after its answer: sixteen times the largest body accepted. */
const MAX_DISCARDED_BYTES = 16_777_216

/** A client that sends nothing for so long does not mean to send the rest. */
const IDLE_MS = 5_000

/** For how long a client may keep sending. */
const TOTAL_MS = 30_000

/** How often it is looked at. */
const LOOK_MS = 250

/** Connections whose answer is complete, or that were given up, though their client may still be sending. */
const lingering = new WeakSet<object>()

/** Whether a connection was answered and only waits for its client: nothing may be written to it any more. */
export function isLingering(socket: object): boolean {
  return lingering.has(socket)
}

/**
 * Answers requests so that clients which are still sending when they are answered get to read the answer. A connection
 * that is closed while bytes arrive is reset, and what its client has not read then is lost (RFC 9112 §9.6). So the rest
 * of the request is read and thrown away first, a bounded amount for a bounded time.
 */
export function withLingeringClose(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.once('prefinish', () => discardRest(request))
    listener(request, response)
  }
}

function discardRest(request: IncomingMessage): void {
  const { socket } = request
  if (request.complete || socket.destroyed) return
  let isClosing = false
  // Node.js calls this when the answer to the last request of a connection is on its way.
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  const linger = new Linger(socket, () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (isClosing || socket.readableEnded) socket.destroySoon()
  })
  request.once('end', () => linger.end())
  request.resume()
}

/** The same for an answer that is no request's, after which the connection ends. */
export function endWith(socket: Socket, answer: string): void {
  socket.end(answer)
  new Linger(socket, () => socket.destroySoon())
  socket.resume()
}

/** The time in which a client may send what nobody reads any more. */
class Linger {
  readonly #socket: Socket
  readonly #onEnd: () => void
  readonly #timer: NodeJS.Timeout
  readonly #begin = performance.now()
  readonly #readBefore: number
  #read: number
  #lastNews = this.#begin

  /** @param onEnd called when the client has sent all; one that sends on and on loses its connection instead */
  constructor(socket: Socket, onEnd: () => void) {
    this.#socket = socket
    this.#onEnd = onEnd
    this.#readBefore = socket.bytesRead
    this.#read = socket.bytesRead
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    lingering.add(socket)
    socket.once('end', this.end).once('close', this.#stop)
  }

  readonly end = (): void => {
    this.#stop()
    this.#onEnd()
  }

  readonly #stop = (): void => {
    clearInterval(this.#timer)
    lingering.delete(this.#socket)
    this.#socket.off('end', this.end).off('close', this.#stop)
  }

  #look(): void {
    const now = performance.now()
    const { bytesRead } = this.#socket
    if (bytesRead !== this.#read) this.#lastNews = now
    this.#read = bytesRead
    const isTooMuch = bytesRead - this.#readBefore > MAX_DISCARDED_BYTES
    if (isTooMuch || now - this.#lastNews > IDLE_MS || now - this.#begin > TOTAL_MS) this.#socket.destroy()
  }
}
