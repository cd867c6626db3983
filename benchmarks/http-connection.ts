import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  readonly status: number
  readonly body: Buffer
}

interface Waiting {
  readonly resolve: (answer: HttpAnswer) => void
  readonly reject: (error: Error) => void
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * A kept-alive HTTP/1.1 connection for one request at a time. It does the least a client can do, since a client that
 * measures a server on its own machine takes the time it uses from that server.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #length = 0
  /** Bytes of the whole answer, when its head has come. */
  #expected: number | undefined
  #waiting: Waiting | undefined

  constructor(host: string, port: number) {
    this.#socket = connect({ host, port, noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server has closed the connection')))
  }

  /** Whether a request may be sent: servers close connections on which nothing has come for a while. */
  get isOpen(): boolean {
    return this.#socket.writable
  }

  /** @throws Error when the connection fails, or the answer does not tell its length */
  send(head: string, body: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.cork()
      this.#socket.write(head, 'latin1')
      this.#socket.write(body)
      this.#socket.uncork()
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    this.#expected ??= this.#readLength()
    if (this.#expected === undefined || this.#length < this.#expected) return
    const answer = Buffer.concat(this.#received)
    this.#received = []
    this.#length = 0
    this.#expected = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    const headEnd = answer.indexOf(HEAD_END) + HEAD_END.length
    waiting?.resolve({ status: Number(answer.toString('latin1', 9, 12)), body: answer.subarray(headEnd) })
  }

  #readLength(): number | undefined {
    const received = this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received)
    const end = received?.indexOf(HEAD_END) ?? -1
    if (received === undefined || end < 0) return undefined
    const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end))?.[1]
    if (length !== undefined) return end + HEAD_END.length + Number(length)
    this.#fail(new Error('an answer without Content-Length'))
    this.#socket.destroy()
    return undefined
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
