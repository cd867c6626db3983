import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '../server/service.js'
import { ALL_CASES } from './all-cases.js'
import { memoryCases } from './cases/memory.js'
import { CHOSEN } from './chosen.js'
import type { HostileCase, HostileDocument } from './hostile-case.js'

/** All documents of this folder: those that the engine is tested with, and those that need a service's limit of memory. */
const CASES: readonly Pick<HostileCase, 'name' | 'make'>[] = [...Object.values(ALL_CASES).flat(), ...memoryCases]

/** The documents sent to a service: a choice, or all of them where there is time. */
export function casesOverHttp(all: boolean): readonly Pick<HostileCase, 'name' | 'make'>[] {
  const cases = CASES.filter(({ name }) => all || CHOSEN.has(name))
  if (!all && cases.length < CHOSEN.size) throw new Error('a chosen case is not among the cases')
  return cases
}

/** A tenant that asks for the same document every 50 ms, and notes how long each answer takes. */
export class SteadyTenant {
  readonly latencies: number[] = []
  /** One for each of the latencies. */
  readonly #statuses: number[] = []
  readonly #service: Service
  readonly #template: string
  readonly #body: string
  #timer: NodeJS.Timeout | undefined
  readonly #underWay = new Set<Promise<void>>()

  constructor(service: Service, template: string, body: string) {
    this.#service = service
    this.#template = template
    this.#body = body
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A key may have ten at a time: with so many late ones there is nothing more to learn.
      if (this.#underWay.size >= MAX_UNDER_WAY) return
      const answer = this.#ask().finally(() => void this.#underWay.delete(answer))
      this.#underWay.add(answer)
    }, INTERVAL_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#underWay)
  }

  /** The time below which 99 of a hundred answers of a part of them came, in ms. */
  p99(from = 0): number {
    const sorted = this.latencies.slice(from).sort((a, b) => a - b)
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
  }

  /** The part of the answers that were no documents, from 0 to 1. */
  lost(from = 0): number {
    const statuses = this.#statuses.slice(from)
    return statuses.filter((status) => status !== 200).length / statuses.length
  }

  async #ask(): Promise<void> {
    const start = performance.now()
    const { status } = await this.#service.generate(this.#template, this.#body)
    this.latencies.push(performance.now() - start)
    this.#statuses.push(status)
  }
}

const INTERVAL_MS = 50

const MAX_UNDER_WAY = 9

/**
 * What the processes that another has started take while the watch lasts: the most memory that any of them has had, and the
 * processor time of the one that takes the most; 0 where nobody tells.
 */
export class ProcessWatch {
  #mostMb = 0
  /** Processor time of each process, in ms: when it was first seen, and last. */
  readonly #used = new Map<string, { readonly first: number; last: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(pid: number) {
    const look = () => {
      for (const child of childrenOf(pid)) {
        this.#mostMb = Math.max(this.#mostMb, residentMb(child))
        const used = usedMs(child)
        const seen = this.#used.get(child)
        if (seen) seen.last = Math.max(seen.last, used)
        else this.#used.set(child, { first: used, last: used })
      }
    }
    look()
    this.#timer = setInterval(look, INTERVAL_MS)
  }

  stop(): { readonly mb: number; readonly processorMs: number } {
    clearInterval(this.#timer)
    const used = [...this.#used.values()].map(({ first, last }) => last - first)
    return { mb: this.#mostMb, processorMs: Math.max(0, ...used) }
  }
}

function childrenOf(pid: number): readonly string[] {
  return readProcess(`${pid}/task/${pid}/children`)
    .split(/\s+/)
    .filter((child) => child !== '')
}

function residentMb(pid: string): number {
  const [, pages = 0] = readProcess(`${pid}/statm`).split(' ').map(Number)
  return Math.round((pages * 4096) / 1_048_576)
}

/** Processor time of a process since its start, in ms: the 14th and 15th field, in hundredths of a second. */
function usedMs(pid: string): number {
  // The second field is a name in parentheses, which may have spaces.
  const fields = readProcess(`${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** Nothing when the process is gone. */
function readProcess(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Waits until a tenant has so many answers more. */
export async function moreAnswers(tenant: SteadyTenant, answers: number): Promise<void> {
  const goal = tenant.latencies.length + answers
  while (tenant.latencies.length < goal) await pause(INTERVAL_MS)
}

/** The body of a request with data; none if it would not fit into one. */
export function bodyOf(data: HostileDocument['data']): string | undefined {
  let body: string
  try {
    body = JSON.stringify(data ?? {})
  } catch (error) {
    // Data that hold the same object many times can be too long for any text.
    if (error instanceof RangeError) return undefined
    throw error
  }
  return body.length <= 1_048_576 ? body : undefined
}
