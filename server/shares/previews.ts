import { type Assignment, assignNext, type Renderer, type WaitingTask } from './renderers.js'

/** A draft that waits to be shown. */
export interface WaitingPreview extends WaitingTask {
  /** When its editor's turn came near: since then the editor has waited, whatever was typed meanwhile. In ms. */
  readonly since: number
}

/** A process that renders drafts. */
export interface PreviewProcess<Task extends WaitingPreview> extends Renderer<Task> {
  /** How long its present draft has held it, in ms; 0 when there is none. */
  readonly heldMs: number
}

/** What decides besides who waits. */
export interface Surroundings {
  /** On the clock of `since`, in ms. */
  readonly now: number
  /** Documents that somebody waits for, from their check to their end. */
  readonly documents: number
  readonly cores: number
}

/** The time for which a preview waits for documents to end: no more than somebody notices. */
export const PREVIEW_PATIENCE_MS = 100

/**
 * The time for which a preview that has begun stands still for documents, all of them together: a lower priority alone
 * does not give way at once.
 */
export const PREVIEW_PAUSE_MS = 100

/** A draft that takes longer does not keep others from beginning: they are of other organizations. */
export const LONG_PREVIEW_MS = 250

/** When to look again, though nothing may have happened by then. */
export interface Later {
  readonly kind: 'later'
  /** In so many ms at the latest. */
  readonly inMs: number
}

/**
 * The next step in sharing out the processes that render drafts; undefined when there is nothing to do until something
 * happens. To be repeated after each step but the last.
 *
 * Documents come first: a preview does not begin while somebody waits for one, for a while. (One that has begun stands
 * still meanwhile, for `PREVIEW_PAUSE_MS`.) One core is left to documents,
 * except by previews that take long. Nothing is sent ahead, since it would begin by itself. Besides, the rules are
 * those of documents.
 */
export function assignPreview<Task extends WaitingPreview>(
  processes: readonly PreviewProcess<Task>[],
  waiting: readonly Task[],
  { now, documents, cores }: Surroundings,
): Assignment<Task> | Later | undefined {
  if (waiting.length === 0) return undefined
  const short = processes.filter(({ current, heldMs }) => current && heldMs < LONG_PREVIEW_MS)
  if (short.length >= Math.max(1, cores - 1)) {
    return { kind: 'later', inMs: LONG_PREVIEW_MS - Math.max(...short.map(({ heldMs }) => heldMs)) }
  }
  const patience = ({ since }: Task) => (documents > 0 ? since + PREVIEW_PATIENCE_MS - now : 0)
  const impatient = waiting.filter((task) => patience(task) <= 0)
  if (impatient.length === 0) return { kind: 'later', inMs: Math.min(...waiting.map(patience)) }
  return assignNext(processes.map(withoutAhead), impatient)
}

function withoutAhead<Task extends WaitingPreview>({ current, ahead, state }: PreviewProcess<Task>): Renderer<Task> {
  return { current, ahead, state: state === 'busy' ? 'slow' : state }
}
