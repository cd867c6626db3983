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
  readonly statuses = new Map<number, number>()
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

  async #ask(): Promise<void> {
    const start = performance.now()
    const { status } = await this.#service.generate(this.#template, this.#body)
    this.latencies.push(performance.now() - start)
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}

const INTERVAL_MS = 50

const MAX_UNDER_WAY = 9

/** The most memory that any process started by another has had since the watch began, in MB; 0 where nobody tells. */
export class MemoryWatch {
  #most = 0
  readonly #timer: NodeJS.Timeout

  constructor(pid: number) {
    this.#timer = setInterval(() => {
      for (const child of childrenOf(pid)) this.#most = Math.max(this.#most, residentMb(child))
    }, INTERVAL_MS)
  }

  stop(): number {
    clearInterval(this.#timer)
    return this.#most
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

/** Nothing when the process is gone. */
function readProcess(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Time for a tenant alone, so that the machine is known. */
export async function calibrate(tenant: SteadyTenant, answers: number): Promise<void> {
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
