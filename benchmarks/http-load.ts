import { setTimeout as delay } from 'node:timers/promises'
import { type HttpAnswer, HttpConnection } from './http-connection.js'

/** One kind of request, sent again and again with different bodies. */
export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Taken in turn. */
  readonly bodies: readonly Buffer[]
  /** Every other status is an error. */
  readonly expectedStatus: number
}

/** Requests over connections that stay open, as a program's HTTP client has them. */
export class HttpLoad {
  readonly #load: Load
  readonly #url: URL
  readonly #heads: readonly string[]
  readonly #maxConnections: number
  readonly #connections: HttpConnection[] = []
  readonly #idle: HttpConnection[] = []
  /** Requests that wait for a connection. */
  readonly #queue: ((connection: HttpConnection) => void)[] = []
  #sent = 0

  constructor(load: Load, connections: number) {
    this.#load = load
    this.#url = new URL(load.url)
    this.#maxConnections = connections
    this.#heads = load.bodies.map((body) => this.#head(body))
  }

  /** Sends one request and reads its answer to the end. @throws Error when the status is not the expected one */
  async send(): Promise<Buffer> {
    const { bodies, expectedStatus } = this.#load
    const index = this.#sent++ % bodies.length
    const connection = await this.#connection()
    let answer: HttpAnswer
    try {
      answer = await connection.send(this.#heads[index] ?? '', bodies[index] ?? Buffer.alloc(0))
    } finally {
      this.#release(connection)
    }
    if (answer.status !== expectedStatus) throw new Error(`status ${answer.status}: ${answer.body}`)
    return answer.body
  }

  /** So many clients send one request after the other. Gives the latency of each in ms. */
  async closedLoop(clients: number, milliseconds: number): Promise<readonly number[]> {
    const times: number[] = []
    const end = performance.now() + milliseconds
    const client = async () => {
      for (;;) {
        const start = performance.now()
        if (start >= end) return
        await this.send()
        times.push(performance.now() - start)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return times
  }

  /** So many clients send that many requests together. */
  async sendMany(clients: number, requests: number): Promise<void> {
    let left = requests
    const client = async () => {
      while (left-- > 0) await this.send()
    }
    await Promise.all(Array.from({ length: clients }, client))
  }

  /**
   * Sends at a fixed rate, whether or not answers come. Latencies count from the moment at which a request was due,
   * so that a server that stops for a while is not measured less often for it.
   */
  async openLoop(perSecond: number, seconds: number): Promise<readonly number[]> {
    const count = perSecond * seconds
    const start = performance.now() + 10
    const answers: Promise<number>[] = []
    while (answers.length < count) {
      const now = performance.now()
      for (;;) {
        const due = start + (answers.length * 1000) / perSecond
        if (due > now || answers.length >= count) break
        const answer = this.send().then(() => performance.now() - due)
        // It is told of below, when all have been sent.
        answer.catch(() => undefined)
        answers.push(answer)
      }
      await delay(1)
    }
    return Promise.all(answers)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async #connection(): Promise<HttpConnection> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.isOpen) return idle
      this.#connections.splice(this.#connections.indexOf(idle), 1)
    }
    if (this.#connections.length >= this.#maxConnections) return new Promise((resolve) => this.#queue.push(resolve))
    const connection = new HttpConnection(this.#url.hostname, Number(this.#url.port))
    this.#connections.push(connection)
    return connection
  }

  #release(connection: HttpConnection): void {
    const next = this.#queue.shift()
    if (next) next(connection)
    else this.#idle.push(connection)
  }

  #head(body: Buffer): string {
    const headers = { host: this.#url.host, 'content-type': 'application/json', ...this.#load.headers }
    const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return `POST ${this.#url.pathname}${this.#url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  }
}
