const [CLEAR, END] = [256, 257]

/**
 * Undoes the LZW of PDF (ISO 32000-1 §7.4.4).
 * @param early codes grow one code before they have to
 * @param claim asked before each piece is added
 */
export function unpackLzw(bytes: Uint8Array, early: boolean, claim: (bytes: number) => void): Uint8Array {
  const pieces: Uint8Array[] = []
  const ahead = early ? 1 : 0
  let table: Uint8Array[] = []
  let last: Uint8Array | undefined
  let width = 9
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === END) break
    if (code === CLEAR) {
      table = []
      last = undefined
      width = 9
      continue
    }
    const piece: Uint8Array | undefined =
      code < CLEAR ? Uint8Array.of(code) : (table[code - 258] ?? (last && appended(last, last[0] as number)))
    if (!piece || code - 258 > table.length) break
    claim(piece.length)
    pieces.push(piece)
    if (last && table.length < 4096 - 258) {
      const entry = appended(last, piece[0] as number)
      table.push(entry)
    }
    last = piece
    const next = table.length + 258 + ahead
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9
  }
  return Buffer.concat(pieces)
}

function appended(piece: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(piece.length + 1)
  longer.set(piece)
  longer[piece.length] = byte
  return longer
}
