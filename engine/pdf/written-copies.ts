import type { ImportedObject } from '../pdf-input/imported-page.js'
import { type SyntaxOfKey, syntaxOf } from './copied-syntax.js'
import { ObjectBatch, type ObjectStream } from './object-streams.js'
import { STREAM_END, streamHead } from './stream-syntax.js'

/** Streams of so many bytes are not copied to what is written around them. */
const LARGE_STREAM = 1 << 14

/** Objects of another file as they are written under consecutive numbers. */
export interface WrittenCopy {
  /** The first of the numbers. */
  readonly first: number
  /** The streams, one behind the other. */
  readonly pieces: readonly Uint8Array[]
  readonly length: number
  /** The numbers of the streams, and where each begins. */
  readonly ids: readonly number[]
  readonly offsets: readonly number[]
  /** All other objects. */
  readonly streams: readonly ObjectStream[]
}

/**
 * Objects of other files as they were written for a document of a template: in the next one they mostly have the same
 * numbers, and so the same bytes.
 */
export class WrittenCopies {
  readonly #kept = new WeakMap<ReadonlyMap<string, ImportedObject>, WrittenCopy>()

  /** @param first the number of the first object; the others follow in their order */
  of(objects: ReadonlyMap<string, ImportedObject>, first: number, ofKey: SyntaxOfKey): WrittenCopy {
    let copy = this.#kept.get(objects)
    if (copy?.first !== first) {
      copy = write(objects, first, ofKey)
      this.#kept.set(objects, copy)
    }
    return copy
  }
}

function write(objects: ReadonlyMap<string, ImportedObject>, first: number, ofKey: SyntaxOfKey): WrittenCopy {
  const pieces: Uint8Array[] = []
  const small: Uint8Array[] = []
  const [ids, offsets]: [number[], number[]] = [[], []]
  const streams: ObjectStream[] = []
  const batch = new ObjectBatch()
  let length = 0
  const endSmall = () => {
    if (small.length > 0) pieces.push(Buffer.concat(small.splice(0)))
  }
  const endBatch = () => {
    const stream = batch.take()
    if (stream) streams.push(stream)
  }
  let id = first
  for (const { parts, stream } of objects.values()) {
    const syntax = syntaxOf(parts, ofKey, undefined)
    if (!stream) {
      batch.add(id++, syntax)
      if (batch.isFull) endBatch()
      continue
    }
    const head = streamHead(id, `<<\n${syntax}/Length ${stream.length}\n>>`)
    ids.push(id++)
    offsets.push(length)
    length += head.length + stream.length + STREAM_END.length
    small.push(head)
    if (stream.length < LARGE_STREAM) small.push(stream, STREAM_END)
    else {
      endSmall()
      pieces.push(stream)
      small.push(STREAM_END)
    }
  }
  endSmall()
  endBatch()
  return { first, pieces, length, ids, offsets, streams }
}
