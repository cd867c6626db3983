import type { Answered, FromThread } from './thread-messages.js'

/** How much memory a process may have, in MB of 1,048,576 bytes. */
export interface ProcessMemory {
  /** The memory that one task may need, its whole process included: a task that needs more ends with its process. */
  readonly limitMb: number
  /** A process that holds more than this after a task is to be replaced. */
  readonly retainedMb: number
}

/** The settings that a process starts with. */
export interface ProcessSetup extends ProcessMemory {
  /** The URL of its thread's module, which calls `serveThread`. */
  readonly file: string
  /** The processor time that one task may take, in ms; as much as it likes when absent. */
  readonly processorMs?: number | undefined
}

/** A message of a pool to one of its processes. */
export type ToProcess<Task, Answer> =
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  | Answered<Answer>
  /** The task is wanted back, if it has not been begun. */
  | { readonly kind: 'take-back'; readonly id: number }
  /** Another process of the pool, to be woken when the pool is gone. */
  | { readonly kind: 'guard'; readonly pid: number }
  /** Asks whether the process is there. */
  | { readonly kind: 'ask' }

/** A message of a process to its pool. */
export type FromProcess<Outcome, Question> =
  | FromThread<Outcome, Question>
  /** The task that was wanted back; it will not be begun. */
  | { readonly kind: 'returned'; readonly id: number }
  /** The task that was wanted back is under way already, or done. */
  | { readonly kind: 'kept'; readonly id: number }
  /** The task that is under way needs more memory than it may have; the process ends. */
  | { readonly kind: 'outgrown'; readonly id: number }
  /** The task that is under way has used up its processor time; the process ends. */
  | { readonly kind: 'exhausted'; readonly id: number }
  /** The process holds more memory than it should between tasks. */
  | { readonly kind: 'replace-me'; readonly heldMb: number }
  /** It is there. */
  | { readonly kind: 'here' }
  /** The thread has ended by an error, under this task if there was one; the process ends. */
  | { readonly kind: 'broken'; readonly id: number | undefined; readonly error: unknown }
