import { setPriority } from 'node:os'
import type { RenderTask, TemplateAnswer, TemplateQuestion, WorkerOutcome } from './render-types.js'
import { createTaskRunner, type RenderEngine } from './run-task.js'
import { serveThread } from './serve-thread.js'

/** Documents give way to answers: where all cores are busy, the threads that serve HTTP and the store come first. */
const NICENESS = 5

/** Makes the thread one that renders around an engine, warmed up when it says that it is ready. */
export function serveTasks(engine: RenderEngine): void {
  // On Linux only the thread's, elsewhere that of its process, which does nothing else.
  setPriority(NICENESS)
  const run = createTaskRunner(engine)
  serveThread<RenderTask, WorkerOutcome, TemplateQuestion, TemplateAnswer>({
    run: async (task, ask) => {
      const outcome = await run(task, ask)
      return outcome.kind === 'rendered' ? { ...outcome, pdf: ownMemory(outcome.pdf) } : outcome
    },
    moving: (outcome) => (outcome.kind === 'rendered' ? [outcome.pdf.buffer as ArrayBuffer] : []),
  })
}

/** Only memory that holds nothing else may leave: small buffers share theirs with other data. */
function ownMemory(pdf: Uint8Array): Uint8Array {
  return pdf.byteLength === pdf.buffer.byteLength ? pdf : new Uint8Array(pdf)
}
