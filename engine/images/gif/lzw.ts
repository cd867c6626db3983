import { ImageError } from '../image-error.js'

const MAX_CODE_SIZE = 12
const MAX_CODES = 1 << MAX_CODE_SIZE

/**
 * Decompresses the LZW data of a GIF frame (GIF89a appendix F).
 * @param minimumCodeSize bits of a colour index, 2 to 8
 * @param count number of colour indexes that the frame has
 * @throws ImageError when the data end early or use a code that is not defined yet
 */
export function decodeLzw(data: Uint8Array, minimumCodeSize: number, count: number): Uint8Array {
  const output = new Uint8Array(count)
  const clearCode = 1 << minimumCodeSize
  const endCode = clearCode + 1
  // Entry `code` stands for what entry `prefix` stands for and one more index, `suffix`.
  const prefix = new Uint16Array(MAX_CODES)
  const suffix = new Uint8Array(MAX_CODES)
  const lengths = new Uint16Array(MAX_CODES)
  for (let code = 0; code < clearCode; code++) {
    suffix[code] = code
    lengths[code] = 1
  }
  const strings = { prefix, suffix, lengths }
  let next = endCode + 1
  let codeSize = minimumCodeSize + 1
  let previous = -1
  let bits = 0
  let bitCount = 0
  let position = 0
  let written = 0
  while (written < count) {
    while (bitCount < codeSize) {
      if (position >= data.length) throw damaged()
      bits |= (data[position++] as number) << bitCount
      bitCount += 8
    }
    const code = bits & ((1 << codeSize) - 1)
    bits >>= codeSize
    bitCount -= codeSize
    if (code === clearCode) {
      next = endCode + 1
      codeSize = minimumCodeSize + 1
      previous = -1
      continue
    }
    if (code === endCode || code > next || (code === next && previous < 0)) throw damaged()
    if (previous < 0 && code > endCode) throw damaged()
    // A code that is only now being defined stands for the previous string and its own first index.
    const known = code < next ? code : previous
    const first = writeString(output, written, known, strings)
    written += lengths[known] as number
    if (code === next && written < count) output[written++] = first
    if (previous >= 0 && next < MAX_CODES) {
      prefix[next] = previous
      suffix[next] = first
      lengths[next] = (lengths[previous] as number) + 1
      next++
      if (next === 1 << codeSize && codeSize < MAX_CODE_SIZE) codeSize++
    }
    previous = code
  }
  return output
}

/** The strings of codes: each is that of its prefix and one index more. */
interface CodeStrings {
  readonly prefix: Uint16Array
  readonly suffix: Uint8Array
  readonly lengths: Uint16Array
}

/** Writes the string of a code, last index first, as far as there is room, and returns its first index. */
function writeString(
  output: Uint8Array,
  start: number,
  code: number,
  { prefix, suffix, lengths }: CodeStrings,
): number {
  let entry = code
  for (let to = start + (lengths[code] as number) - 1; to > start; to--) {
    // Writing behind the end of a typed array does nothing.
    output[to] = suffix[entry] as number
    entry = prefix[entry] as number
  }
  const first = suffix[entry] as number
  output[start] = first
  return first
}

function damaged(): ImageError {
  return new ImageError('invalid-image', 'the image data of the GIF file are damaged or cut off')
}
