import { setTimeout as delay } from 'node:timers/promises'
import { addTo, type Ledger } from './ledger.js'
import type { ServiceNode } from './service-node.js'
import { TEMPLATE, type Tenant } from './tenants.js'

/** Calls of one organization at the same time. */
const CALLS = 2

/** The mean pause between two calls, in ms. With 20 organizations some 20 documents a second. */
const PAUSE_MS = 2_000

/** Longer than the 30 s within which everything is answered: only a process that stands still takes longer. */
const PATIENCE_MS = 40_000

/** The longest that a client waits before it asks again, whatever it was asked for, in ms. */
const LONGEST_WAIT_MS = 2_000

const BATCH = 3

/** How often an acknowledged call is repeated, as by a client that has lost the answer. */
const REPEATED = 0.05

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** What the service answers when the database has left it in the dark, also about what it has just counted. */
const IN_THE_DARK = 'The service cannot reach its data'

interface Call {
  readonly path: 'documents' | 'batches'
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

export interface ClientsOptions {
  /** Those that are asked in turn. */
  readonly servers: readonly ServiceNode[]
  readonly tenants: readonly Tenant[]
  readonly ledger: Ledger
  /** Numbers in [0, 1). */
  readonly random: () => number
}

/**
 * Clients of all organizations, who ask for documents in every way and ask again until they have an answer, as clients
 * should. What must not be made twice has an `Idempotency-Key`.
 */
export class Clients {
  readonly #options: ClientsOptions
  readonly #calling: Promise<void>[]
  #isStopping = false
  /** From then on nobody asks again. */
  #isOver = false
  #calls = 0

  constructor(options: ClientsOptions) {
    this.#options = options
    this.#calling = options.tenants.flatMap((tenant) => Array.from({ length: CALLS }, () => this.#call(tenant)))
  }

  /** Begins no more calls, and waits until those that have begun are answered; after so many ms nobody asks again. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true
    const timer = setTimeout(() => {
      this.#isOver = true
    }, patienceMs)
    await Promise.all(this.#calling)
    clearTimeout(timer)
  }

  async #call(tenant: Tenant): Promise<void> {
    const { random } = this.#options
    while (!this.#isStopping) {
      const mark = `drill-${tenant.index}-${++this.#calls}`
      const kind = random()
      if (kind < 0.6) await this.#acknowledge(tenant, [mark])
      else if (kind < 0.7)
        await this.#acknowledge(
          tenant,
          Array.from({ length: BATCH }, (_, index) => `${mark}-${index}`),
        )
      else await this.#makeNow(tenant, mark, kind < 0.85)
      await delay(random() * 2 * PAUSE_MS)
    }
  }

  /** Documents that are made later: one, or a batch. */
  async #acknowledge(tenant: Tenant, marks: readonly string[]): Promise<void> {
    const { ledger, random } = this.#options
    const bodies = marks.map((mark) => this.#data(mark))
    const isBatch = marks.length > 1
    const call: Call = {
      path: isBatch ? 'batches' : 'documents',
      headers: { prefer: 'respond-async', 'idempotency-key': `${marks[0]}` },
      body: isBatch ? { documents: bodies } : (bodies[0] ?? {}),
    }
    const times = random() < REPEATED ? 2 : 1
    for (let time = 0; time < times; time++) {
      const answer = await this.#untilAnswered(tenant, call, 202)
      if (!answer) {
        if (time === 0) ledger.unacknowledged += marks.length
        return
      }
      const ids = idsOf(JSON.parse(answer.bytes.toString()))
      if (ids.length !== marks.length) ledger.note(ledger.wrong, `${ids.length} requests for ${marks.length} documents`)
      for (const [index, id] of ids.entries())
        ledger.acknowledge(id, { tenant: tenant.index, mark: marks[index] ?? '' })
    }
  }

  /** A document that is waited for. */
  async #makeNow(tenant: Tenant, mark: string, once: boolean): Promise<void> {
    const { ledger } = this.#options
    const headers: Record<string, string> = once ? { 'idempotency-key': mark } : {}
    const call: Call = { path: 'documents', headers, body: this.#data(mark) }
    // Without a key it is asked for once: whether one was made that never came is not known.
    const answer = once ? await this.#untilAnswered(tenant, call, 200) : await this.#send(tenant, call)
    if (answer?.status === 200) {
      if (!isDocument(answer, mark)) ledger.note(ledger.wrong, `${mark} is another document, or not a whole one`)
      addTo(ledger.made, tenant.index)
    }
  }

  /** Asks until the answer is what it should be; undefined when there was none in the end. */
  async #untilAnswered(tenant: Tenant, call: Call, expected: number): Promise<Answer | undefined> {
    const { ledger, random } = this.#options
    while (!this.#isOver) {
      const answer = await this.#send(tenant, call)
      if (answer?.status === expected) return answer
      const isPassing = answer === undefined || answer.status >= 500 || answer.status === 409 || answer.status === 429
      if (!isPassing) {
        ledger.note(ledger.wrong, `${answer.status} for ${call.path}: ${answer.bytes.toString().slice(0, 200)}`)
        return undefined
      }
      const asked = Number(answer?.headers.get('retry-after') ?? 0) * 1_000
      await delay(Math.min(LONGEST_WAIT_MS, Math.max(100, asked)) * (0.5 + random()))
    }
    return undefined
  }

  async #send({ slug, key, index }: Tenant, { path, headers, body }: Call): Promise<Answer | undefined> {
    const { ledger, servers, random } = this.#options
    const node = servers[Math.floor(random() * servers.length)]
    if (node?.url === undefined) {
      addTo(ledger.unanswered, 'no server')
      return undefined
    }
    const begun = performance.now()
    try {
      const response = await fetch(`${node.url}/api/v1/${slug}/templates/${TEMPLATE}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const answer = {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
      ledger.answered(answer.status)
      if (answer.status < 300) ledger.latencies.push(performance.now() - begun)
      if (answer.status >= 500 && !/^\d+$/.test(answer.headers.get('retry-after') ?? '')) {
        ledger.note(
          ledger.withoutRetryAfter,
          `${answer.status} of ${node.name}: ${answer.bytes.toString().slice(0, 200)}`,
        )
      }
      const isOpen = answer.status >= 500 && answer.bytes.includes(IN_THE_DARK)
      if (isOpen && !('prefer' in headers)) addTo(ledger.perhapsMade, index)
      return answer
    } catch (error) {
      addTo(ledger.unanswered, reasonOf(error))
      if (!('prefer' in headers)) addTo(ledger.perhapsMade, index)
      return undefined
    }
  }

  #data(mark: string): object {
    const rows = Math.ceil(this.#options.random() * 60)
    return { mark, rows: Array.from({ length: rows }, (_, row) => ({ text: `Item ${row}`, price: row * 1.25 })) }
  }
}

/** What ended a call, as the system names it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  // A limit of time has a number for its code.
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

function idsOf(answer: {
  readonly request_id?: string
  readonly requests?: readonly { readonly request_id: string }[]
}): readonly string[] {
  if (answer.request_id !== undefined) return [answer.request_id]
  return (answer.requests ?? []).map(({ request_id }) => request_id)
}

/** Whether an answer is the whole document of this mark. */
export function isDocument({ headers, bytes }: Pick<Answer, 'headers' | 'bytes'>, mark: string): boolean {
  const text = bytes.toString('latin1')
  const isWhole = text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF')
  return isWhole && (headers.get('content-disposition') ?? '').includes(`"${mark}.pdf"`)
}
