import { deflateSync } from 'node:zlib'

/** The least that zlib accepts, and what it takes without being asked. */
const [LEAST_ROOM, MOST_ROOM] = [64, 16_384]

/**
 * Deflates the bytes of a stream. Room for the outcome is taken by what goes in: with room for more than the stream, as
 * zlib takes it, each stream of a file would hold as much memory as a long one.
 */
export function deflate(bytes: Uint8Array, level?: number): Uint8Array {
  return deflateSync(bytes, { level, chunkSize: Math.min(Math.max(LEAST_ROOM, bytes.length >> 1), MOST_ROOM) })
}
