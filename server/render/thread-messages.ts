/** A message to a thread. */
export type ToThread<Task, Answer> =
  | { readonly kind: 'task'; readonly id: number; readonly task: Task; readonly claim: Claim }
  | Answered<Answer>

/** How a question of a task is answered. */
export type Answered<Answer> =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  /** The answer could not be found out: the task is to end. */
  | { readonly kind: 'no-answer'; readonly id: number }

/** A message of a thread. */
export type FromThread<Outcome, Question> =
  /** It has loaded everything. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }
  | { readonly kind: 'finished'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
  /** A promise was rejected that belongs to no task any more, and nobody handles that. */
  | { readonly kind: 'stray'; readonly error: unknown }

/** One number that both sides of a thread see: whoever makes it 1 has the task, to begin it or to take it back. */
export type Claim = Int32Array<SharedArrayBuffer>

export function newClaim(): Claim {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** False when the other side was first. */
export function claimTask(claim: Claim): boolean {
  return Atomics.compareExchange(claim, 0, 0, 1) === 0
}

/** An error that can be sent, whatever else hangs on it. */
export function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const plain = new Error(error.message)
  if (error.stack !== undefined) plain.stack = error.stack
  return plain
}
