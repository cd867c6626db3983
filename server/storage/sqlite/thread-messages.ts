import type { StoreErrorCode } from '../store.js'

/** Calls one operation. `id` pairs the answer with it. */
export interface Call {
  readonly id: number
  readonly operation: string
  readonly parameters: readonly unknown[]
}

export type Answer =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly code: StoreErrorCode; readonly message: string }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }

/** A message of a thread. */
export type ThreadNews =
  | Answer
  /** The files are open and migrated, and these are the operations that it and the reader's thread can be asked for. */
  | { readonly kind: 'open'; readonly operations: readonly string[]; readonly reader: readonly string[] }
  /** Another process has changed something. */
  | { readonly kind: 'changed' }
  /** A file is not where it was: nothing that is saved from now on would be found again. */
  | { readonly kind: 'lost'; readonly path: string }

/** Ask the thread to look for what other processes change, and to leave it. */
export const WATCH = 'watch'
export const UNWATCH = 'unwatch'

/** Asks the thread to finish what it has begun, close its files and end. */
export const CLOSE = 'close'

export type ThreadMessage = Call | typeof WATCH | typeof UNWATCH | typeof CLOSE
