import { BoundedCache } from '../base/bounded-cache.js'
import type { AlignedObjects } from './aligned-objects.js'
import type { EncodedObjects, PdfObjects } from './pdf-objects.js'
import { areSameKeys, type StructureKey } from './structure-key.js'

/** Bytes that the structures of a template's documents are kept in. */
const CAPACITY = 1 << 19

/** What the structure of a document is written to. */
export type StructureObjects = Pick<PdfObjects, 'reserveNumbers' | 'addText' | 'addAligned'>

/** The objects of a structure, as they are in the file. */
export interface WrittenStructure {
  readonly root: number
  /** As many numbers of objects. */
  readonly reserved: number
  readonly texts: readonly { readonly id: number; readonly text: string }[]
  readonly streams: readonly EncodedObjects[]
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

function bytesOf({ key, written: { texts, streams } }: KeptStructure): number {
  const ofKey = key.numbers.buffer.byteLength + key.properties.length
  const ofTexts = texts.reduce((sum, { text }) => sum + text.length, 0)
  return ofKey + ofTexts + streams.reduce((sum, { ids, bytes }) => sum + 8 * ids.length + bytes.length, 0)
}

/** Takes a structure, for other documents like the one that it is written for. */
export class StructureRecord implements StructureObjects {
  #reserved = 0
  readonly #texts: { readonly id: number; readonly text: string }[] = []
  readonly #streams: EncodedObjects[] = []

  /** @param objects those of the document */
  constructor(private readonly objects: PdfObjects) {}

  reserveNumbers(count: number): number {
    this.#reserved += count
    return this.objects.reserveNumbers(count)
  }

  addText(id: number, text: string): void {
    this.#texts.push({ id, text })
  }

  addAligned(rows: AlignedObjects): void {
    this.#streams.push(this.objects.encodeAligned(rows))
  }

  end(root: number): WrittenStructure {
    return { root, reserved: this.#reserved, texts: this.#texts, streams: this.#streams }
  }
}
