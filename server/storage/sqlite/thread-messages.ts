import type { StoreErrorCode, StoreOperations } from '../store.js'

/** The operations that travel between threads; closing is the thread's end. */
export type StoreOperation = Exclude<keyof StoreOperations, 'close'>

/** Calls one operation. `id` pairs the answer with it. */
export interface StoreCall {
  readonly id: number
  readonly operation: StoreOperation
  readonly parameters: readonly unknown[]
}

export type StoreAnswer =
  /** The store is open and migrated. */
  | { readonly kind: 'open' }
  /** Another process has changed something. */
  | { readonly kind: 'changed' }
  /** A file is not where it was: nothing that is saved from now on would be found again. */
  | { readonly kind: 'lost'; readonly path: string }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly code: StoreErrorCode; readonly message: string }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }

/** Ask the thread to look for what other processes change, and to leave it. */
export const WATCH = 'watch'
export const UNWATCH = 'unwatch'

/** Asks the thread to finish what it has begun, close the database and end. */
export const CLOSE = 'close'

export type StoreMessage = StoreCall | typeof WATCH | typeof UNWATCH | typeof CLOSE
