import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '../server/service.js'
import { ALL_CASES } from './all-cases.js'
import { memoryCases } from './cases/memory.js'
import type { HostileCase, HostileDocument } from './hostile-case.js'

/** All documents of this folder: those that the engine is tested with, and those that need a service's limit of memory. */
const CASES: readonly Pick<HostileCase, 'name' | 'make'>[] = [...Object.values(ALL_CASES).flat(), ...memoryCases]

/** Of each way to do harm the one that goes furthest: what they ask of the processes around the engine differs most. */
const CHOSEN: ReadonlySet<string> = new Set([
  '4,000 floats too wide for a line beside them',
  '20,000 stacking contexts',
  '10,000 bookmarks within each other',
  '2,000 cells of thousands of rows',
  'masks within masks within masks',
  'a gradient of 100,000 stops',
  'charstrings that call each next one many times',
  'a WOFF2 file that has more than it says',
  'a hundred fonts damaged here and there',
  'custom properties that double fourteen times, for every element anew',
  'a long text in all margin boxes of many pages',
  'a PNG of 100 million pixels with 16 bits and alpha, in one megabyte of data',
  'a PNG as large as it may be, with alpha',
  'a small PNG that inflates to half a gigabyte',
  'many images of one drawing',
  'a JPEG of four billion pixels',
  'a GIF of two hundred frames',
  'a lossless WebP as large as it may be',
  'elements 100,000 levels deep',
  'grids 60 levels deep',
  'a page for every paragraph, and a hundred thousand of them',
  'widths, heights and places beyond all numbers',
  'five characters of data that are printed as JSON of JSON 28 times',
  'a list for each item of a list for each item of a list for each item',
  'partials that include each next one ten times',
  'each over each over each over each that prints',
  'a table of 190,000 rows',
  'the same rows in a grid',
])

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
