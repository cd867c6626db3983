import { deflateSync } from 'node:zlib'

/** The least and the most room for the outcome: what zlib accepts, and what it takes without being asked. */
const [LEAST_ROOM, MOST_ROOM] = [64, 16_384]

/** The longest stream, in bytes, that a window smaller than zlib's 32 KB holds. */
const SHORT_STREAM = 16_000

/** How far before its end a window cannot be searched for matches, in bytes (`MIN_LOOKAHEAD` of zlib). */
const LOOKAHEAD = 262

/** The smallest window and the smallest tables, as powers of two, that deflate short streams as well as larger ones do. */
const [LEAST_WINDOW_BITS, LEAST_MEMORY_LEVEL] = [9, 4]

/**
 * Deflates the bytes of a stream. The room for the outcome, the window and the tables fit the length of what goes in:
 * zlib by itself takes and clears 256 KB for each stream, which costs more time than a short stream itself, and each
 * outcome would keep the memory of a long one.
 */
export function deflate(bytes: Uint8Array, level?: number): Uint8Array {
  const { length } = bytes
  const chunkSize = Math.min(Math.max(LEAST_ROOM, length >> 1), MOST_ROOM)
  if (length > SHORT_STREAM) return deflateSync(bytes, { level, chunkSize })
  const windowBits = Math.max(LEAST_WINDOW_BITS, 32 - Math.clz32(length + LOOKAHEAD))
  return deflateSync(bytes, { level, chunkSize, windowBits, memLevel: Math.max(LEAST_MEMORY_LEVEL, windowBits - 7) })
}
