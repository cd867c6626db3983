import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

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
  readonly #agent: Agent
  readonly #load: Load
  #sent = 0

  constructor(load: Load, connections: number) {
    this.#load = load
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Sends one request and reads its answer to the end. @throws Error when the status is not the expected one */
  send(): Promise<number> {
    const { url, headers, bodies, expectedStatus } = this.#load
    const body = bodies[this.#sent++ % bodies.length] ?? Buffer.alloc(0)
    return new Promise((resolve, reject) => {
      const call = request(url, {
        method: 'POST',
        agent: this.#agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
      })
      call.on('error', reject)
      call.on('response', (response) => {
        let bytes = 0
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (response.statusCode !== expectedStatus) chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === expectedStatus) resolve(bytes)
          else reject(new Error(`status ${response.statusCode}: ${Buffer.concat(chunks)}`))
        })
      })
      call.end(body)
    })
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
        answers.push(this.send().then(() => performance.now() - due))
      }
      await delay(1)
    }
    return Promise.all(answers)
  }

  close(): void {
    this.#agent.destroy()
  }
}
