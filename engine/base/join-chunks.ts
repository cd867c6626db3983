/** Pieces as one, in memory of its own: small results of `Buffer.concat` share theirs, which no thread can give away. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only, second] = chunks
  if (only && !second && only.length === only.buffer.byteLength) return only
  const joined = Buffer.alloc(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}
