import type { ShapedGlyphs } from './complex-shaper.js'

/** Offsets up to here are kept in 16 bits. */
export const MOST_SHORT_OFFSETS = 0xffff

/**
 * Shaped pieces of a text side by side.
 * @param pieces from left to right
 * @param starts offset of each piece in the text
 */
export function joinGlyphs(
  pieces: readonly ShapedGlyphs[],
  starts: readonly number[],
  textLength: number,
): ShapedGlyphs {
  const glyphs = pieces.flatMap((piece) => piece.glyphs)
  const advances = pieces.flatMap((piece) => piece.advances)
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
  const count = glyphs.length
  const clusters = textLength > MOST_SHORT_OFFSETS ? new Uint32Array(count) : new Uint16Array(count)
  const offsets = pieces.some((piece) => piece.offsets !== undefined) ? new Int32Array(count * 2) : undefined
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    for (let k = 0; k < piece.clusters.length; k++) clusters[at + k] = (piece.clusters[k] as number) + (starts[i] ?? 0)
    if (piece.offsets !== undefined) offsets?.set(piece.offsets, at * 2)
    at += piece.glyphs.length
  }
  return { glyphs, advances, clusters, offsets, width, missing: pieces.some((piece) => piece.missing) }
}
