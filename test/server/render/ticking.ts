import { ProcessPool } from '../../../server/render/process-pool.js'
import { until } from '../until.js'
import type { Tick } from './ticking-thread.js'

export interface Ticking {
  readonly pid: number
  readonly ticks: number
  /** Resolves when it has ticked so many times more. */
  more(count: number): Promise<void>
  /** Lets it end. */
  finish(): Promise<void>
}

/** A pool of two processes, for tasks that tell that they go on. */
export function openTickingPool() {
  const pool = new ProcessPool<object, object, Tick, boolean>({
    processes: 2,
    setup: { file: new URL('./ticking-thread.js', import.meta.url).href, limitMb: 512, retainedMb: 256 },
    outcomeOf: (fate) => fate,
    onProblem: ({ message }) => {
      throw new Error(message)
    },
  })
  return {
    pool,
    async start(organizationId: string): Promise<Ticking> {
      const task = { pid: 0, ticks: 0, isOver: false }
      const { outcome } = pool.start(
        {},
        { organizationId, mode: 'sync' },
        {
          onStart: () => undefined,
          onLoss: () => undefined,
          answer: async ({ pid }) => {
            task.pid = pid
            task.ticks++
            return !task.isOver
          },
        },
      )
      const more = (count: number) => {
        const wanted = task.ticks + count
        return until(() => task.ticks >= wanted)
      }
      await more(1)
      return {
        get pid() {
          return task.pid
        },
        get ticks() {
          return task.ticks
        },
        more,
        async finish() {
          task.isOver = true
          await outcome
        },
      }
    },
  }
}
