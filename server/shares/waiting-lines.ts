import type { WaitingTask } from './renderers.js'

/**
 * Tasks that wait, a line for each organization and mode. The first task of a line precedes the rest of it in every
 * respect, so only the first ones need to be compared.
 */
export class WaitingLines<Task extends WaitingTask> {
  /** By organization and mode; none is empty. Within a line by `order`. */
  readonly #lines = new Map<string, Task[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many tasks of an organization wait. */
  countOf(organizationId: string): number {
    const count = (mode: Task['mode']) => this.#lines.get(keyOf({ organizationId, mode }))?.length ?? 0
    return count('sync') + count('async')
  }

  /** The first of each line. */
  heads(): readonly Task[] {
    const heads: Task[] = []
    for (const [first] of this.#lines.values()) if (first) heads.push(first)
    return heads
  }

  /** Adds a task, or one that comes back, at the place that its order gives it. */
  add(task: Task): void {
    const key = keyOf(task)
    const line = this.#lines.get(key)
    if (!line) {
      this.#lines.set(key, [task])
    } else {
      // New tasks belong at the end, and those that come back at the beginning.
      const isBack = task.order < (line[0]?.order ?? task.order)
      line.splice(isBack ? 0 : line.findLastIndex(({ order }) => order < task.order) + 1, 0, task)
    }
    this.#size++
  }

  /** Whether the task was among them. */
  remove(task: Task): boolean {
    const key = keyOf(task)
    const line = this.#lines.get(key) ?? []
    const index = line.indexOf(task)
    if (index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(key)
    this.#size--
    return true
  }
}

function keyOf({ organizationId, mode }: Pick<WaitingTask, 'organizationId' | 'mode'>): string {
  return `${mode} ${organizationId}`
}
