import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { assertNever } from '../../engine/base/invariant.js'
import { canDrawPages } from '../../engine/page-images/find-modules.js'
import { assignPreview, PREVIEW_PAUSE_MS } from '../shares/previews.js'
import type { DocumentsUnderWay } from './documents-under-way.js'
import type { PageOutcome, PageTask } from './page-types.js'
import { ProcessPool } from './process-pool.js'
import type { Fate, ProcessProblem } from './process-slot.js'

export interface PagePoolOptions {
  /** What pictures give way to. */
  readonly documents?: DocumentsUnderWay | undefined
  /** Told of a process that died, and of other trouble with processes. */
  onProblem(problem: ProcessProblem): void
}

export interface PageJob {
  readonly organizationId: string
  readonly requestId: string
  readonly task: PageTask
  /** Aborted when nobody waits for the picture any more. */
  readonly cancelled?: AbortSignal | undefined
}

/** No organization has both. */
const PROCESSES = 2

/** The processor time that one page may take, in ms: drawing looks at the clock between the parts of a page only. */
const PROCESSOR_MS = 20_000

/** A page of 25 million pixels grows PDFium's memory by 106 MB, and that never shrinks: its process is replaced. */
const MEMORY = { limitMb: 1_024, retainedMb: 256 }

/** Pages of one organization that wait, and of all: each holds its document. */
const MAX_OWN = 16
const MAX_WAITING = 64

/** What a process may take beyond the time of a page, in which drawing ends by itself. */
const GRACE_MS = 500

/**
 * The processes that draw pages, apart from those that make documents: what a page does to PDFium hurts no document. They
 * are started when the first page is asked for, and share out their time as those of drafts do.
 */
export class PagePool {
  #pool: ProcessPool<PageTask, PageOutcome, never, never> | undefined
  #isClosed = false
  #canDraw: boolean | undefined

  constructor(private readonly options: PagePoolOptions) {
    options.documents?.onFirst(() => this.#pool?.pause(PREVIEW_PAUSE_MS))
    options.documents?.onNone(() => {
      this.#pool?.resume()
      this.#pool?.share()
    })
  }

  /** Whether the packages that draw are installed. */
  get isInstalled(): boolean {
    this.#canDraw ??= canDrawPages()
    return this.#canDraw
  }

  async draw({ organizationId, requestId, task, cancelled }: PageJob): Promise<PageOutcome> {
    if (this.#isClosed || cancelled?.aborted) return { kind: this.#isClosed ? 'unavailable' : 'cancelled' }
    this.#pool ??= this.#open()
    const waiting = this.#pool.waiting(organizationId)
    if (waiting.own >= MAX_OWN || waiting.taken >= MAX_WAITING) return { kind: 'unavailable' }
    const running = this.#pool.start(
      task,
      { organizationId, requestId, mode: 'sync' },
      { onStart: () => undefined, onLoss: () => undefined, answer: () => Promise.reject(new Error('no question')) },
    )
    const timer = setTimeout(
      () => running.stop({ kind: running.started ? 'timed-out' : 'unavailable' }),
      Math.max(0, task.timeoutMs) + GRACE_MS,
    )
    const cancel = () => running.stop({ kind: 'cancelled' })
    cancelled?.addEventListener('abort', cancel, { once: true })
    try {
      return await running.outcome
    } finally {
      clearTimeout(timer)
      cancelled?.removeEventListener('abort', cancel)
    }
  }

  /** Ends the processes and what they work on. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.close()
  }

  #open(): ProcessPool<PageTask, PageOutcome, never, never> {
    const { documents } = this.options
    const cores = availableParallelism()
    return new ProcessPool<PageTask, PageOutcome, never, never>({
      processes: PROCESSES,
      setup: { file: new URL('./page-worker.js', import.meta.url).href, processorMs: PROCESSOR_MS, ...MEMORY },
      assign: (slots, waiting) =>
        assignPreview(slots, waiting, { now: performance.now(), documents: documents?.count ?? 0, cores }),
      outcomeOf,
      onProblem: (problem) => this.options.onProblem(problem),
    })
  }
}

function outcomeOf(fate: Fate): PageOutcome {
  switch (fate.kind) {
    case 'exhausted':
      return { kind: 'timed-out' }
    case 'outgrown':
      return broken(`the page needs more than the ${fate.limitMb} MB of memory that may be used for one`)
    case 'died':
      return broken('the page ended the process that drew it')
    default:
      return assertNever(fate)
  }
}

function broken(message: string): PageOutcome {
  return { kind: 'refused', reason: 'broken', message }
}
