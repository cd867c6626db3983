import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Teardown } from '../folder.js'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Names and values as they were sent. */
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly json: { readonly id: string; readonly [member: string]: unknown }
}

/** Answers a request; one that does nothing lets it hang. */
export type Mood = (response: ServerResponse, request: ReceivedRequest) => void

export interface Receiver {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** The requests to one path. */
  at(path: string): readonly ReceivedRequest[]
  /** How a path answers from now on; all others answer 200. */
  set(path: string, mood: Mood): void
  /** Resolves when a path has had so many requests in all. */
  until(path: string, count: number): Promise<void>
}

/** A real HTTP server that gets webhooks and answers as its mood is. */
export async function startReceiver(t: Teardown): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const moods = new Map<string, Mood>()
  const waiting = new Set<() => void>()
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const { method = '', url: path = '', headers, rawHeaders } = incoming
    const request = { method, path, headers, rawHeaders, bytes, json: JSON.parse(bytes.toString() || '{}') }
    requests.push(request)
    for (const look of waiting) look()
    const mood = moods.get(path) ?? answer(200)
    mood(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const at: Receiver['at'] = (path) => requests.filter((request) => request.path === path)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    at,
    set: (path, mood) => void moods.set(path, mood),
    until: (path, count) =>
      new Promise((resolve) => {
        const look = () => {
          if (at(path).length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

export function answer(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Mood {
  return (response) => void response.writeHead(status, headers).end(body)
}

/** Never answers. */
export const hang: Mood = () => undefined

/** Begins an answer with a status and then sends a byte now and then for ever. */
export function drip(status: number): Mood {
  return (response) => {
    response.writeHead(status)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
}

/** Ends the connection without an answer. */
export const reset: Mood = (response) => void response.socket?.resetAndDestroy()

/** Says something that is not HTTP. */
export const garbage: Mood = (response) => void response.socket?.end('\u0000\u0001 this is not HTTP\r\n\r\n')

/** Sends an endless body as fast as it is taken. */
export function huge(status: number): Mood {
  return (response) => {
    response.writeHead(status)
    const chunk = 'x'.repeat(16_384)
    const push = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', push)
    push()
  }
}

/** Promises more than it sends. */
export function cutOff(status: number): Mood {
  return (response) => {
    response.writeHead(status, { 'content-length': '1000' })
    response.write('the beginning', () => response.socket?.destroy())
  }
}
