import type { Store, StoreErrorCode } from '../store.js'

/** The operations that travel between threads; closing is the thread's end. */
export type StoreOperation = Exclude<keyof Store, 'close'>

/** Calls one operation. `id` pairs the answer with it. */
export interface StoreCall {
  readonly id: number
  readonly operation: StoreOperation
  readonly parameters: readonly unknown[]
}

export type StoreAnswer =
  /** The store is open and migrated. */
  | { readonly kind: 'open' }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly code: StoreErrorCode; readonly message: string }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }

/** Asks the thread to finish what it has begun, close the database and end. */
export const CLOSE = 'close'
