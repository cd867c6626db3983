import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--remote-debugging-pipe',
]

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** A headless Chromium spoken to by the DevTools protocol over a pipe. */
export class Chromium {
  readonly #process: ChildProcess
  readonly #profile = mkdtempSync(join(tmpdir(), 'browser-rects-'))
  readonly #answers = new Map<number, Waiting>()
  readonly #events = new Map<string, () => void>()
  #last = 0
  #buffer = Buffer.alloc(0)

  constructor(command: string) {
    this.#process = spawn(command, [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    this.#process.on('exit', () => {
      for (const { reject } of this.#answers.values()) reject(new Error('the browser has ended'))
    })
    const output = this.#process.stdio[4] as Readable
    output.on('data', (data: Buffer) => this.#receive(data))
  }

  /** Sends a command and gives its result. */
  send<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#last
    const input = this.#process.stdio[3] as Writable
    return new Promise<Result>((resolve, reject) => {
      this.#answers.set(id, { resolve, reject })
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    })
  }

  /** Waits for the next event of this name. */
  event(method: string): Promise<void> {
    return new Promise((resolve) => this.#events.set(method, resolve))
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill()
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #receive(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data])
    for (;;) {
      const end = this.#buffer.indexOf(0)
      if (end < 0) return
      this.#message(JSON.parse(this.#buffer.subarray(0, end).toString('utf8')))
      this.#buffer = this.#buffer.subarray(end + 1)
    }
  }

  #message(message: { id?: number; method?: string; result?: never; error?: { message: string } }): void {
    if (message.method !== undefined) {
      this.#events.get(message.method)?.()
      this.#events.delete(message.method)
      return
    }
    const waiting = this.#answers.get(message.id ?? 0)
    this.#answers.delete(message.id ?? 0)
    if (message.error) waiting?.reject(new Error(message.error.message))
    else waiting?.resolve(message.result as never)
  }
}
