import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly size: number
  readonly content: Readable
}

/** How long an exchange with the storage may take. */
export interface ObjectLimits {
  /** For all of it, in ms; the storage's own limit when absent or when that is shorter. */
  readonly timeoutMs?: number | undefined
}

/** A part of an object: both ends belong to it, and are within it. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** What is wanted of an object. */
export interface ObjectReading extends ObjectLimits {
  /** All of it when absent; `size` is that of the part. */
  readonly range?: ByteRange | undefined
}

/**
 * Where documents lie. Keys are relative paths of letters, digits, `-`, `_` and `.`; an object never changes, and
 * once `put` has resolved it survives a power failure. What a storage cannot do at the moment it refuses with
 * `ObjectsUnavailable`.
 */
export interface ObjectStorage {
  /** @throws ObjectsUnavailable */
  put(key: string, bytes: Uint8Array, limits?: ObjectLimits): Promise<void>
  /** Absent when there is none. @throws ObjectsUnavailable */
  get(key: string, reading?: ObjectReading): Promise<StoredObject | undefined>
  /** Does nothing when there is none. @throws ObjectsUnavailable */
  delete(key: string): Promise<void>
  /**
   * Removes what was begun and never finished, and objects below a folder that are older than an age: for those that
   * a process left which died before it wrote down that they exist. Where objects are listed by others, it does nothing. It ends
   * early when it is to stop.
   */
  sweep(folder: string, ageMs: number, stopping?: AbortSignal): Promise<void>
  /**
   * Finds out whether objects can be kept: writes a small one, reads it and removes it.
   *
   * @param bytes the size of an object that there must be room for, as far as the storage can tell
   * @throws ObjectsUnavailable that says what is wrong
   */
  probe(bytes?: number): Promise<void>
}

/** A storage of which it is known whether it is there. */
export interface DocumentStorage extends ObjectStorage {
  /** For what would be in vain when nothing can be kept. @throws ObjectsUnavailable while it is away */
  assertOpen(): void
}

/** The object that a probe writes. No document has such a name. */
export function probeKey(id: string): string {
  return `documents/probe-${id}`
}

/** Its content. */
export const PROBE = Buffer.from('This object was written to find out whether documents can be kept.\n')
