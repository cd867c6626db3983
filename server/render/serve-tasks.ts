import { setPriority } from 'node:os'
import { checkInvoice } from '../../engine/invoice/check-invoice.js'
import type {
  AdHocTask,
  CheckedInvoice,
  InvoiceCheckTask,
  MergeTask,
  RenderTask,
  TemplateAnswer,
  TemplateQuestion,
  WorkerOutcome,
} from './render-types.js'
import { createTaskRunner, type RenderEngine } from './run-task.js'
import { serveThread } from './serve-thread.js'

/** Documents give way to answers: where all cores are busy, the threads that serve HTTP and the store come first. */
const NICENESS = 5

/** Makes the thread one that renders around an engine, warmed up when it says that it is ready. */
export function serveTasks(engine: RenderEngine): void {
  // On Linux only the thread's, elsewhere that of its process, which does nothing else.
  setPriority(NICENESS)
  const run = createTaskRunner(engine)
  serveThread<
    RenderTask | MergeTask | AdHocTask | InvoiceCheckTask,
    WorkerOutcome | CheckedInvoice,
    TemplateQuestion,
    TemplateAnswer
  >({
    run: async (task, ask) => {
      if (task.kind === 'invoice-check') return { kind: 'invoice-checked', report: checkInvoice(task.body) }
      const outcome = await run(task, ask)
      return outcome.kind === 'rendered' ? { ...outcome, content: ownMemory(outcome.content) } : outcome
    },
    moving: (outcome) => (outcome.kind === 'rendered' ? [outcome.content.buffer as ArrayBuffer] : []),
  })
}

/** Only memory that holds nothing else may leave: small buffers share theirs with other data. */
function ownMemory(content: Uint8Array): Uint8Array {
  return content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content)
}
