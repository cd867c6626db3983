import { setPriority } from 'node:os'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { WorkerOutcome, WorkerTask } from './render-types.js'
import { createTaskRunner, type RenderEngine } from './run-task.js'

/** Documents give way to answers: where all cores are busy, the threads that serve HTTP and the store come first. */
const NICENESS = 5

/** A worker's task function around an engine: PDF bytes leave the worker by moving, not by copying. */
export function serveTasks(engine: RenderEngine): (task: WorkerTask) => Promise<unknown> {
  // On Linux a thread has a priority of its own; elsewhere this would be that of the whole process.
  if (process.platform === 'linux') setPriority(NICENESS)
  const run = createTaskRunner(engine)
  return async (task) => {
    const outcome = await run(task)
    return outcome.kind === 'rendered' ? moving(outcome) : outcome
  }
}

function moving(outcome: Extract<WorkerOutcome, { readonly kind: 'rendered' }>): unknown {
  // Only a buffer that holds nothing else may leave: small ones share theirs with other data.
  const { buffer, byteLength } = outcome.pdf
  const pdf = byteLength === buffer.byteLength ? outcome.pdf : new Uint8Array(outcome.pdf)
  return move({ [transferableSymbol]: pdf.buffer, [valueSymbol]: { ...outcome, pdf } })
}
