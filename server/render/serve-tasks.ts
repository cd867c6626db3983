import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { WorkerOutcome, WorkerTask } from './render-types.js'
import { createTaskRunner, type RenderEngine } from './run-task.js'

/** A worker's task function around an engine: PDF bytes leave the worker by moving, not by copying. */
export function serveTasks(engine: RenderEngine): (task: WorkerTask) => Promise<unknown> {
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
