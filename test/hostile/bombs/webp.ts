/** Writes numbers bit by bit, least significant first (WebP Lossless Bitstream §2). */
class BitWriter {
  readonly #bytes: number[] = []
  #bits = 0

  write(value: number, count: number): void {
    for (let i = 0; i < count; i++, this.#bits++) {
      const at = this.#bits >> 3
      this.#bytes[at] = (this.#bytes[at] ?? 0) | (((value >> i) & 1) << (this.#bits & 7))
    }
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes)
  }
}

/** A prefix code with the symbol 0 alone: it takes no bits to say. */
function writeSingleCode(bits: BitWriter): void {
  bits.write(1, 1)
  bits.write(0, 1)
  bits.write(0, 1)
  bits.write(0, 1)
}

/** A lossless WebP file of one colour and any size, in a few dozen bytes. */
export function losslessWebpBomb(width: number, height: number): Buffer {
  const bits = new BitWriter()
  bits.write(0x2f, 8)
  bits.write(width - 1, 14)
  bits.write(height - 1, 14)
  bits.write(1, 1)
  bits.write(0, 3)
  // No transform, no colour cache, one group of codes.
  bits.write(0, 1)
  bits.write(0, 1)
  bits.write(0, 1)
  for (let code = 0; code < 5; code++) writeSingleCode(bits)
  return riff('VP8L', bits.finish())
}

/** The header of a lossy WebP file of any size, with nothing behind it but zeros. */
export function lossyWebpBomb(width: number, height: number): Buffer {
  const frame = Buffer.alloc(200)
  // A key frame that is shown, whose first partition has 100 bytes.
  frame.writeUIntLE((100 << 5) | 0x10, 0, 3)
  frame.set([0x9d, 0x01, 0x2a], 3)
  frame.writeUInt16LE(width, 6)
  frame.writeUInt16LE(height, 8)
  return riff('VP8 ', frame)
}

function riff(name: string, content: Buffer): Buffer {
  const padded = Buffer.concat([content, Buffer.alloc(content.length & 1)])
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(padded.length + 12, 4)
  head.write('WEBP', 8, 'latin1')
  head.write(name, 12, 'latin1')
  head.writeUInt32LE(content.length, 16)
  return Buffer.concat([head, padded])
}
