import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { assertNever } from '../../engine/base/invariant.js'
import { assignPreview, PREVIEW_PAUSE_MS } from '../shares/previews.js'
import type { DocumentsUnderWay } from './documents-under-way.js'
import type { Turn } from './pool-task.js'
import type { PreviewAnswer, PreviewOutcome, PreviewQuestion, PreviewTask } from './preview-types.js'
import { ProcessPool, type RunningTask } from './process-pool.js'
import type { Fate, ProcessProblem } from './process-slot.js'

export interface PreviewPoolOptions {
  /** Two when absent: no organization has both. */
  readonly processes?: number | undefined
  /** The processor time that a preview may take, in ms; 5 s when absent. */
  readonly processorMs?: number | undefined
  /** How long a preview waits for a process, and then for a processor, in ms; a minute when absent. */
  readonly patienceMs?: number | undefined
  /** What previews give way to; absent where nothing else is rendered. */
  readonly documents?: DocumentsUnderWay | undefined
  /** Of drafts for which neither they nor their organization names one; UTC when absent. */
  readonly timeZone?: string | undefined
  /** Told of a process that died, and of other trouble with processes. */
  onProblem(problem: ProcessProblem): void
}

export interface PreviewJob {
  /** Of the previews that one editor asks for, only the last counts. */
  readonly editorId: string
  readonly organizationId: string
  readonly task: PreviewTask
  /** The bytes of some of the task's assets, by their hashes. */
  loadAssets(hashes: readonly string[]): Promise<readonly (readonly [hash: string, bytes: Uint8Array])[]>
}

/** An editor's preview under way. */
interface Current {
  readonly running: RunningTask<PreviewOutcome>
  isWanted: boolean
}

/**
 * The processor time that a preview may take: nobody looks at an unchanging page for longer. By the clock it takes longer
 * where others have the processors, which says nothing of the draft.
 */
const PROCESSOR_MS = 5_000

/** How long it may wait for a process, as while these are still starting, and then for a processor. */
const PATIENCE_MS = 60_000

/** Drafts are small, and there are a few processes only. */
const MEMORY = { limitMb: 768, retainedMb: 320 }

/** Editors that wait; each holds a draft. */
const MAX_WAITING = 64

/**
 * The processes that render drafts, apart from those of production: these never see one. They are started when the first
 * draft is opened. The last request of an editor wins, others of it are given up.
 */
export class PreviewPool {
  #pool: ProcessPool<PreviewTask, PreviewOutcome, PreviewQuestion, PreviewAnswer> | undefined
  readonly #current = new Map<string, Current>()
  #isClosed = false

  constructor(private readonly options: PreviewPoolOptions) {
    options.documents?.onFirst(() => this.#pool?.pause(PREVIEW_PAUSE_MS))
    options.documents?.onNone(() => {
      this.#pool?.resume()
      this.#pool?.share()
    })
  }

  /** Starts the processes, so that the first preview does not wait for them. */
  start(): void {
    if (!this.#isClosed) this.#pool ??= this.#open()
  }

  async preview({ editorId, organizationId, task, loadAssets }: PreviewJob): Promise<PreviewOutcome> {
    this.start()
    const pool = this.#pool
    if (this.#isClosed || !pool || pool.waiting(organizationId).taken >= MAX_WAITING) return { kind: 'unavailable' }
    const before = this.#current.get(editorId)
    let turn: Turn | undefined
    if (before) {
      before.isWanted = false
      // A preview that has begun learns that it is no longer wanted: ending its process would cost more. One that waits
      // leaves its place to the new one: else somebody who types faster than it takes would never see a page.
      if (!before.running.started) {
        turn = before.running.turn
        before.running.stop({ kind: 'outdated' })
      }
    }
    const { patienceMs = PATIENCE_MS } = this.options
    const waitPatiently = () => setTimeout(() => running.stop({ kind: 'unavailable' }), patienceMs)
    let patience = waitPatiently()
    const waitAnew = () => {
      clearTimeout(patience)
      patience = waitPatiently()
    }
    const running = pool.start(
      { ...task, timeZone: task.timeZone ?? this.options.timeZone },
      { organizationId, mode: 'sync' },
      {
        onStart: waitAnew,
        onLoss: waitAnew,
        answer: async (question) =>
          question.kind === 'is-wanted'
            ? { kind: 'wanted', isWanted: current.isWanted }
            : { kind: 'assets', assets: await loadAssets(question.hashes) },
      },
      turn,
    )
    const current: Current = { running, isWanted: true }
    this.#current.set(editorId, current)
    try {
      return await running.outcome
    } finally {
      clearTimeout(patience)
      if (this.#current.get(editorId) === current) this.#current.delete(editorId)
    }
  }

  /** Ends the processes and what they work on. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { running } of this.#current.values()) running.stop({ kind: 'cancelled' })
    await this.#pool?.close()
  }

  #open(): ProcessPool<PreviewTask, PreviewOutcome, PreviewQuestion, PreviewAnswer> {
    const { documents, processorMs = PROCESSOR_MS } = this.options
    const cores = availableParallelism()
    return new ProcessPool<PreviewTask, PreviewOutcome, PreviewQuestion, PreviewAnswer>({
      processes: this.options.processes ?? 2,
      setup: { file: new URL('./preview-worker.js', import.meta.url).href, processorMs, ...MEMORY },
      assign: (slots, waiting) =>
        assignPreview(slots, waiting, { now: performance.now(), documents: documents?.count ?? 0, cores }),
      outcomeOf,
      onProblem: (problem) => this.options.onProblem(problem),
    })
  }
}

function outcomeOf(fate: Fate): PreviewOutcome {
  switch (fate.kind) {
    case 'exhausted':
      return { kind: 'timed-out' }
    case 'outgrown':
      return broken(`the draft needs more than the ${fate.limitMb} MB of memory that a preview may use`)
    case 'died':
      return broken('the draft ended the process that rendered it: it is too large or meets a fault of the engine')
    default:
      return assertNever(fate)
  }
}

function broken(message: string): PreviewOutcome {
  const diagnostic = { code: 'too-much-memory', severity: 'error', message, span: undefined } as const
  return { kind: 'broken', diagnostics: [diagnostic], violations: [] }
}
