/** A document's organization, and whether somebody waits for it. */
export interface Applicant {
  readonly organizationId: string
  readonly mode: 'sync' | 'async'
}

/** A task that waits for a renderer. */
export interface WaitingTask extends Applicant {
  /** Its organization's share of the renderers so far, in ms; the less, the sooner its turn. */
  readonly served: number
  /** Its place among all that came: ascending numbers. */
  readonly order: number
}

/** A renderer's present work. */
export interface Renderer<Task extends WaitingTask> {
  /** Whose document is under way in it, or has ended its process: who breaks a renderer waits until it is mended. */
  readonly current: Applicant | undefined
  /** The task that was sent ahead to it and begins next. */
  readonly ahead: Task | undefined
  /**
   * `idle`: a task that it is given begins at once. `busy`: one more can be sent ahead. `slow`: its document takes so
   * long that nothing should wait behind it. `returning`: it was asked to give back what was sent ahead. `closed`: it can
   * be given nothing now.
   */
  readonly state: 'idle' | 'busy' | 'slow' | 'returning' | 'closed'
}

/** The next step; renderers are named by their index. */
export type Assignment<Task extends WaitingTask> =
  /** It begins, or is sent ahead, as the renderer is idle or busy. */
  | { readonly kind: 'give'; readonly renderer: number; readonly task: Task }
  /** The task that was sent ahead waits again. */
  | { readonly kind: 'take-back'; readonly renderer: number }

/** The uses of all renderers but the one in question; sending a task ahead to one is a use. */
type OtherUses = readonly (readonly Applicant[])[]

/**
 * The next step in sharing renderers out; undefined when there is nothing to do. To be repeated after each step.
 *
 * Synchronous work comes before asynchronous work, then the organization that uses the fewest renderers, then the one
 * that has had the least of their time, then who came first. No organization, and no asynchronous work, uses all
 * renderers, even while nobody else is there: who comes next need not wait.
 *
 * @param waiting the first task of each organization and mode; the others come after it anyway
 */
export function assignNext<Task extends WaitingTask>(
  renderers: readonly Renderer<Task>[],
  waiting: readonly Task[],
): Assignment<Task> | undefined {
  return (
    takeBackFromSlow(renderers) ??
    giveTo('idle', renderers, waiting) ??
    takeBackForIdle(renderers) ??
    giveTo('busy', renderers, waiting) ??
    takeBackForWorthier(renderers, waiting)
  )
}

function giveTo<Task extends WaitingTask>(
  state: 'idle' | 'busy',
  renderers: readonly Renderer<Task>[],
  waiting: readonly Task[],
): Assignment<Task> | undefined {
  if (waiting.length === 0) return undefined
  for (const [index, renderer] of renderers.entries()) {
    if (renderer.state !== state || renderer.ahead) continue
    const task = firstInLine(waiting, usesBesides(renderers, index))
    if (task) return { kind: 'give', renderer: index, task }
  }
  return undefined
}

/** Nothing that lies ahead is overtaken by what came later, because its renderer turned out to be slow. */
function takeBackFromSlow<Task extends WaitingTask>(
  renderers: readonly Renderer<Task>[],
): Assignment<Task> | undefined {
  const slow = renderers.findIndex(({ state, ahead }) => state === 'slow' && ahead !== undefined)
  return slow < 0 ? undefined : { kind: 'take-back', renderer: slow }
}

/** A renderer need not be idle while tasks lie ahead of another that may begin in it. */
function takeBackForIdle<Task extends WaitingTask>(renderers: readonly Renderer<Task>[]): Assignment<Task> | undefined {
  const idle = renderers.findIndex(({ state }) => state === 'idle')
  if (idle < 0 || isOneReturning(renderers)) return undefined
  for (const [index, { ahead, state }] of renderers.entries()) {
    if (!ahead || state !== 'busy') continue
    if (mayUse(ahead, usesBesides(renderers, idle, ahead))) return { kind: 'take-back', renderer: index }
  }
  return undefined
}

/** A task sent ahead to a busy renderer gives way to one that is due before it. */
function takeBackForWorthier<Task extends WaitingTask>(
  renderers: readonly Renderer<Task>[],
  waiting: readonly Task[],
): Assignment<Task> | undefined {
  if (waiting.length === 0 || isOneReturning(renderers)) return undefined
  for (const [index, { ahead, state }] of renderers.entries()) {
    if (!ahead || state !== 'busy') continue
    const uses = usesBesides(renderers, index)
    const first = firstInLine(waiting, uses)
    // By time served alone it is not taken back: that would go back and forth.
    if (first && compareClaims(first, ahead, uses) < 0) return { kind: 'take-back', renderer: index }
  }
  return undefined
}

function isOneReturning(renderers: readonly Renderer<WaitingTask>[]): boolean {
  return renderers.some(({ state }) => state === 'returning')
}

/** @param moving a task that is to leave the renderer to which it was sent ahead */
function usesBesides(renderers: readonly Renderer<WaitingTask>[], besides: number, moving?: WaitingTask): OtherUses {
  return renderers
    .filter((_, index) => index !== besides)
    .map(({ current, ahead }) => [current, ahead === moving ? undefined : ahead].filter((use) => use !== undefined))
}

function firstInLine<Task extends WaitingTask>(waiting: readonly Task[], others: OtherUses): Task | undefined {
  let first: Task | undefined
  for (const task of waiting) {
    if (!mayUse(task, others)) continue
    if (!first || isBefore(task, first, others)) first = task
  }
  return first
}

/** Whether there is another renderer that is not used by the same organization, nor, if it is, by asynchronous work. */
function mayUse({ organizationId, mode }: Applicant, others: OtherUses): boolean {
  if (others.length === 0) return true
  const leavesOne = (isSame: (use: Applicant) => boolean) => others.some((uses) => !uses.some(isSame))
  return (
    leavesOne((use) => use.organizationId === organizationId) &&
    (mode === 'sync' || leavesOne((use) => use.mode === 'async'))
  )
}

function isBefore(a: WaitingTask, b: WaitingTask, others: OtherUses): boolean {
  return (compareClaims(a, b, others) || a.served - b.served || a.order - b.order) < 0
}

/** Below zero when `a` comes before `b`, whoever of them came first. */
function compareClaims(a: Applicant, b: Applicant, others: OtherUses): number {
  if (a.mode !== b.mode) return a.mode === 'sync' ? -1 : 1
  if (a.organizationId === b.organizationId) return 0
  return countUses(a, others) - countUses(b, others)
}

function countUses({ organizationId }: Applicant, others: OtherUses): number {
  return others.reduce((count, uses) => count + (uses.some((use) => use.organizationId === organizationId) ? 1 : 0), 0)
}
