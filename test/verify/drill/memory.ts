import type { ServiceNode } from './service-node.js'

/** Memory of one node at one moment, in bytes. */
interface Sample {
  readonly node: string
  readonly at: number
  readonly pid: number
  readonly service: number
  readonly others: number
}

const SAMPLE_MS = 2_000

/** The growth from the first to the second half of a process's life that counts as flat: garbage comes and goes. */
const FLAT = 1.25

/** A process that lives for less than this says nothing about growth. */
const LIFE_MS = 45_000

const MEGABYTE = 1_048_576

export interface MemoryGrowth {
  readonly node: string
  readonly lifeMinutes: number
  /** Medians over the second and the last quarter of its life, in MB. */
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** Watches the memory of nodes. */
export class MemoryWatch {
  readonly #samples: Sample[] = []
  readonly #timer: NodeJS.Timeout

  constructor(nodes: readonly ServiceNode[]) {
    this.#timer = setInterval(() => {
      for (const node of nodes) {
        const memory = node.memory()
        if (memory && node.pid !== undefined) {
          this.#samples.push({ node: node.name, at: performance.now(), pid: node.pid, ...memory })
        }
      }
    }, SAMPLE_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The growth of the process that has lived longest, of each node. */
  growths(): readonly MemoryGrowth[] {
    const lives = new Map<number, Sample[]>()
    for (const sample of this.#samples) lives.set(sample.pid, [...(lives.get(sample.pid) ?? []), sample])
    const longest = new Map<string, Sample[]>()
    for (const life of lives.values()) {
      const name = life[0]?.node ?? ''
      if (lifeMs(life) > lifeMs(longest.get(name) ?? [])) longest.set(name, life)
    }
    return [...longest].filter(([, life]) => lifeMs(life) >= LIFE_MS).map(([node, life]) => describe(node, life))
  }
}

function lifeMs(life: readonly Sample[]): number {
  return (life.at(-1)?.at ?? 0) - (life[0]?.at ?? 0)
}

function describe(node: string, life: readonly Sample[]): MemoryGrowth {
  const quarter = (from: number) => life.slice(Math.floor(life.length * from), Math.ceil(life.length * (from + 0.25)))
  const megabytes = (samples: readonly Sample[]) =>
    Math.round(median(samples.map(({ service, others }) => service + others)) / MEGABYTE)
  const [before, after] = [megabytes(quarter(0.25)), megabytes(quarter(0.75))]
  return { node, lifeMinutes: Math.round(lifeMs(life) / 6_000) / 10, before, after, isFlat: after <= before * FLAT }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
