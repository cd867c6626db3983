import { undoRowFilter } from '../base/png-filter.js'
import { ImageError } from './image-error.js'
import { CHANNELS, type PngHeader, passesOf, passSize } from './png-header.js'

/**
 * The samples of an inflated PNG in reading order, channels interleaved, as stored: not scaled to the bit depth. Those
 * of 16 bits are cut to their upper byte, in half the room, unless they are wanted whole.
 * @param filtered rows with their filter types, as long as `filteredLength` says at least; overwritten
 */
export function readPngSamples(
  header: PngHeader,
  filtered: Uint8Array,
  precision: 'whole' | 'byte',
): Uint8Array | Uint16Array {
  const channels = CHANNELS[header.colorType]
  const count = header.width * header.height * channels
  const isWord = header.bitDepth === 16 && precision === 'whole'
  const samples = isWord ? new Uint16Array(count) : new Uint8Array(count)
  const shift = header.bitDepth === 16 && !isWord ? 8 : 0
  const pixelBytes = Math.max(1, (channels * header.bitDepth) >> 3)
  let offset = 0
  for (const pass of passesOf(header)) {
    const { columns, rows, rowBytes } = passSize(header, pass)
    for (let row = 0; row < rows; row++) {
      const above = row === 0 ? -1 : offset - rowBytes
      if (!undoRowFilter(filtered, offset + 1, above, rowBytes, pixelBytes))
        throw new ImageError('invalid-image', 'the image data of the PNG file are damaged')
      let target = ((pass.startY + row * pass.stepY) * header.width + pass.startX) * channels
      if (header.bitDepth === 8 && pass.stepX === 1) {
        samples.set(filtered.subarray(offset + 1, offset + 1 + rowBytes), target)
        offset += rowBytes + 1
        continue
      }
      for (let column = 0; column < columns; column++) {
        for (let channel = 0; channel < channels; channel++) {
          samples[target + channel] =
            sampleAt(filtered, offset + 1, column * channels + channel, header.bitDepth) >> shift
        }
        target += pass.stepX * channels
      }
      offset += rowBytes + 1
    }
  }
  return samples
}

/** Samples scaled to 8 bits, if they are not there already; palette indexes are left as they are. */
export function to8Bits(samples: Uint8Array | Uint16Array, { bitDepth, colorType }: PngHeader): Uint8Array {
  if (samples instanceof Uint16Array) return upperBytes(samples)
  if (bitDepth >= 8 || colorType === 3) return samples
  const scale = 255 / (2 ** bitDepth - 1)
  const scaled = new Uint8Array(samples.length)
  for (let i = 0; i < scaled.length; i++) scaled[i] = (samples[i] as number) * scale
  return scaled
}

function upperBytes(samples: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = (samples[i] as number) >> 8
  return bytes
}

function sampleAt(data: Uint8Array, row: number, index: number, depth: number): number {
  if (depth === 8) return data[row + index] ?? 0
  if (depth === 16) return ((data[row + 2 * index] ?? 0) << 8) | (data[row + 2 * index + 1] ?? 0)
  const bit = index * depth
  return ((data[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}
