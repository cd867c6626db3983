import type { Writable } from 'node:stream'
import { DefaultSerializer, Deserializer } from 'node:v8'
import { invariant } from '../../engine/base/invariant.js'

/**
 * Messages between two processes as frames of a byte stream. A frame is a message in V8's own format, in which byte
 * arrays are only numbered, and behind it the arrays as they are: bodies and documents are neither encoded nor copied.
 *
 *     length of the message, number of arrays, length of each array   (32 bits each)
 *     the message
 *     the arrays
 */

const WORD = 4

/** Writes one message. It may hold Uint8Arrays anywhere, which must not change any more. */
export function writeFrame(stream: Writable, message: unknown): void {
  const serializer = new FrameSerializer()
  serializer.writeHeader()
  serializer.writeValue(message)
  const text = serializer.releaseBuffer()
  const { arrays } = serializer
  const head = Buffer.allocUnsafe(WORD * (2 + arrays.length))
  head.writeUInt32LE(text.length, 0)
  head.writeUInt32LE(arrays.length, WORD)
  for (const [index, { byteLength }] of arrays.entries()) head.writeUInt32LE(byteLength, WORD * (2 + index))
  // All parts in one call of the system.
  stream.cork()
  stream.write(head)
  stream.write(text)
  for (const array of arrays) if (array.byteLength > 0) stream.write(array)
  stream.uncork()
}

export interface Frame {
  readonly message: unknown
  /** The memory of the message's byte arrays, each of which has its own. */
  readonly memory: readonly ArrayBuffer[]
}

/** Puts frames together from the pieces in which they arrive, each byte copied once. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void
  /** The buffer being filled: first the two lengths, then those of the arrays, then the message and the arrays. */
  #parts: Uint8Array<ArrayBuffer>[] = [new Uint8Array(2 * WORD)]
  #stage: 'counts' | 'lengths' | 'content' = 'counts'
  #part = 0
  /** Bytes of the current part that are there. */
  #filled = 0
  #messageLength = 0

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame
  }

  push(chunk: Uint8Array): void {
    let position = 0
    while (position < chunk.length || this.#isPartFull()) {
      const part = this.#parts[this.#part]
      invariant(part, 'a part to fill')
      const piece = chunk.subarray(position, position + part.length - this.#filled)
      part.set(piece, this.#filled)
      this.#filled += piece.length
      position += piece.length
      if (this.#filled === part.length) this.#nextPart()
    }
  }

  /** Parts may be empty: those need no chunk to be full. */
  #isPartFull(): boolean {
    return this.#filled === this.#parts[this.#part]?.length
  }

  #nextPart(): void {
    this.#filled = 0
    this.#part++
    if (this.#part < this.#parts.length) return
    const done = this.#parts
    this.#part = 0
    switch (this.#stage) {
      case 'counts': {
        const [messageLength, arrays] = words(done[0])
        this.#messageLength = messageLength ?? 0
        this.#stage = 'lengths'
        this.#parts = [new Uint8Array((arrays ?? 0) * WORD)]
        return
      }
      case 'lengths':
        this.#stage = 'content'
        this.#parts = [this.#messageLength, ...words(done[0])].map((length) => new Uint8Array(length))
        return
      case 'content': {
        this.#stage = 'counts'
        this.#parts = [new Uint8Array(2 * WORD)]
        const [text, ...arrays] = done
        invariant(text, 'the message of a frame')
        const deserializer = new FrameDeserializer(text, arrays)
        deserializer.readHeader()
        this.#onFrame({ message: deserializer.readValue(), memory: arrays.map(({ buffer }) => buffer) })
        return
      }
    }
  }
}

/** The numbers that bytes hold. */
function words(bytes: Uint8Array<ArrayBuffer> | undefined): readonly number[] {
  invariant(bytes, 'a part that is full')
  const view = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / WORD }, (_, index) => view.getUint32(index * WORD, true))
}

/** Takes byte arrays out of what it writes. */
class FrameSerializer extends DefaultSerializer {
  readonly arrays: Uint8Array[] = []

  /** Called by V8 for what it does not write itself, which here are views of memory. */
  _writeHostObject(value: unknown): void {
    invariant(value instanceof Uint8Array, 'bytes, the only kind of memory in messages')
    this.writeUint32(this.arrays.length)
    this.arrays.push(value)
  }
}

/** Puts them back. */
class FrameDeserializer extends Deserializer {
  readonly #arrays: readonly Uint8Array[]

  constructor(text: Uint8Array, arrays: readonly Uint8Array[]) {
    super(text)
    this.#arrays = arrays
  }

  _readHostObject(): Uint8Array {
    const array = this.#arrays[this.readUint32()]
    invariant(array, 'an array of the frame')
    return array
  }
}
