import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from './cleanup.js'

/** What an endpoint does: it answers, fails at first for most events, or does not answer. */
export const CHARACTERS = ['good', 'flaky', 'hanging'] as const

export type Character = (typeof CHARACTERS)[number]

/** An event as an endpoint has received it. */
export interface ReceivedEvent {
  readonly requestId: string
  readonly body: string
  times: number
}

export interface Receivers {
  url(organization: number, character: Character): string
  /** The events of an endpoint by their ids. */
  eventsAt(organization: number, character: Character): ReadonlyMap<string, ReceivedEvent>
  /** Requests that said something else than an earlier one with the same id. */
  readonly contradictions: readonly string[]
  readonly requests: number
  /** Whether all of them break connections off. */
  areAway: boolean
  /** Whether those that hang do: it takes too long to wait until all that they get is given up. */
  doHang: boolean
}

/** How long a late answer takes, in ms. */
const LATE_MS = 1_500

/** Real receivers of webhooks, of which some fail. */
export async function startReceivers(cleanup: Cleanup): Promise<Receivers> {
  const endpoints = new Map<string, Map<string, ReceivedEvent>>()
  const contradictions: string[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // Whoever breaks off has sent nothing.
      return
    }
    requests++
    if (receivers.areAway) {
      request.socket.destroy()
      return
    }
    const path = request.url ?? ''
    const body = Buffer.concat(chunks).toString()
    const event = note(path, body)
    if (path.endsWith('/hanging') && receivers.doHang) return
    if (event) answer(path, event, response)
    else response.writeHead(400).end()
  })
  const note = (path: string, body: string): (ReceivedEvent & { readonly id: string }) | undefined => {
    const { id, data } = JSON.parse(body)
    const events = endpoints.get(path) ?? new Map<string, ReceivedEvent>()
    endpoints.set(path, events)
    const known = events.get(id)
    const hash = createHash('sha256').update(body).digest('base64')
    if (known && known.body !== hash) contradictions.push(id)
    const event = known ?? { requestId: data.request_id, body: hash, times: 0 }
    event.times++
    events.set(id, event)
    return { ...event, id }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const pathOf = (organization: number, character: Character) => `/${organization}/${character}`
  const receivers: Receivers = {
    url: (organization, character) => `http://127.0.0.1:${port}${pathOf(organization, character)}`,
    eventsAt: (organization, character) => endpoints.get(pathOf(organization, character)) ?? new Map(),
    contradictions,
    get requests() {
      return requests
    },
    areAway: false,
    doHang: true,
  }
  return receivers
}

function answer(
  path: string,
  { id, times }: { readonly id: string; readonly times: number },
  response: ServerResponse,
) {
  // By its id, so that every event gets through in the end: none fails more often than an endpoint tries.
  const luck = createHash('sha256').update(id).digest()
  const failures = path.endsWith('/flaky') ? (luck[0] ?? 0) % 3 : 0
  if (times > failures) {
    response.end()
    return
  }
  const ways = [
    () => response.writeHead(500).end(),
    () => response.socket?.resetAndDestroy(),
    () => setTimeout(() => response.end(), LATE_MS),
    () => response.writeHead(503, { 'retry-after': '1' }).end(),
  ]
  ways[(luck[1] ?? 0) % ways.length]?.()
}
