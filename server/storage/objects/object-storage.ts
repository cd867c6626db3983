import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly size: number
  readonly content: Readable
}

/**
 * Where documents lie. Keys are relative paths of letters, digits, `-`, `_` and `.`; an object never changes, and
 * once `put` has resolved it survives a power failure.
 */
export interface ObjectStorage {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Absent when there is none. */
  get(key: string): Promise<StoredObject | undefined>
  /** Does nothing when there is none. */
  delete(key: string): Promise<void>
  /**
   * Removes what was begun and never finished, and objects below a folder that are older than an age: for those that
   * a process left which died before it wrote down that they exist. Where objects are listed by others, it does nothing. It ends
   * early when it is to stop.
   */
  sweep(folder: string, ageMs: number, stopping?: AbortSignal): Promise<void>
}
