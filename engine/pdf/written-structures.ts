import { BoundedCache } from '../base/bounded-cache.js'
import type { ObjectStream } from './object-streams.js'
import { areSameKeys, type StructureKey } from './structure-key.js'

/** Bytes that the structures of a template's documents are kept in. */
const CAPACITY = 1 << 19

/** Takes the objects of a structure, which are numbered first. */
export interface StructureObjects {
  reserveNumbers(count: number): number
  addText(id: number, text: string): void
  addObjectStream(stream: ObjectStream): void
}

/** The objects of a structure, as they are in the file. */
export interface WrittenStructure {
  /** The root of the tree, in the syntax of the file. */
  readonly root: string
  /** How many numbers of objects it takes. */
  readonly reserved: number
  readonly texts: readonly { readonly id: number; readonly text: string }[]
  readonly streams: readonly ObjectStream[]
}

/**
 * Structures of a template's documents: other data seldom make another structure, only another text in it, and what was
 * written for one document then does for the next.
 */
export class WrittenStructures {
  /** By the hashes of the keys: of those that share one, the last. */
  readonly #kept = new BoundedCache<number, KeptStructure>(CAPACITY, (_hash, kept) => bytesOf(kept))

  get size(): number {
    return this.#kept.size
  }

  get(key: StructureKey): WrittenStructure | undefined {
    const kept = this.#kept.get(key.hash)
    return kept && areSameKeys(kept.key, key) ? kept.written : undefined
  }

  set(key: StructureKey, written: WrittenStructure): void {
    this.#kept.set(key.hash, { key, written })
  }
}

interface KeptStructure {
  readonly key: StructureKey
  readonly written: WrittenStructure
}

function bytesOf({ key, written: { root, texts, streams } }: KeptStructure): number {
  const ofKey = key.numbers.buffer.byteLength + key.properties.length
  const ofTexts = texts.reduce((sum, { text }) => sum + text.length, root.length)
  return ofKey + ofTexts + streams.reduce((sum, { ids, bytes }) => sum + 8 * ids.length + bytes.length, 0)
}

/** Takes a structure, for other documents like the one that it is written for. */
export class StructureRecord implements StructureObjects {
  #reserved = 0
  readonly #texts: { readonly id: number; readonly text: string }[] = []
  readonly #streams: ObjectStream[] = []

  /** @param file numbers the objects */
  constructor(private readonly file: Pick<StructureObjects, 'reserveNumbers'>) {}

  reserveNumbers(count: number): number {
    this.#reserved += count
    return this.file.reserveNumbers(count)
  }

  addText(id: number, text: string): void {
    this.#texts.push({ id, text })
  }

  addObjectStream(stream: ObjectStream): void {
    this.#streams.push(stream)
  }

  end(root: string): WrittenStructure {
    return { root, reserved: this.#reserved, texts: this.#texts, streams: this.#streams }
  }
}
