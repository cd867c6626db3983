/** What a pool tells one of its threads. */
export type ToThread<Task, Answer> =
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  /** The answer could not be found out: the task is to end. */
  | { readonly kind: 'no-answer'; readonly id: number }

/** What a thread tells its pool. */
export type FromThread<Outcome, Question> =
  /** It has loaded everything. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'finished'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }

/** What a thread is given when it starts. */
export interface ThreadSetup {
  /**
   * One number that both sides see: the id of the task that was sent and not begun, or 0. Who exchanges it for 0 has
   * the task: the thread by beginning it, the pool by taking it back.
   */
  readonly unbegun: Int32Array<SharedArrayBuffer>
}
