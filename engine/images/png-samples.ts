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
      unfilterRow(filtered, offset + 1, above, rowBytes, pixelBytes)
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

/**
 * Undoes the filter of a row in place (PNG Specification §9.2).
 * @param row offset of the first byte; its filter type stands before it
 * @param above offset of the row above, already undone; -1 for none
 * @param distance bytes from a byte to that of the pixel on its left
 */
function unfilterRow(data: Uint8Array, row: number, above: number, length: number, distance: number): void {
  const end = row + length
  const first = Math.min(end, row + distance)
  switch (data[row - 1]) {
    case 0:
      return
    case 1:
      for (let at = first; at < end; at++) data[at] = (data[at] as number) + (data[at - distance] as number)
      return
    case 2:
      if (above < 0) return
      for (let at = row, up = above; at < end; at++, up++) data[at] = (data[at] as number) + (data[up] as number)
      return
    case 3:
      undoAverage(data, row, above, end, distance)
      return
    case 4:
      undoPaeth(data, row, above, end, distance)
      return
    default:
      throw new ImageError('invalid-image', 'the image data of the PNG file are damaged')
  }
}

function undoAverage(data: Uint8Array, row: number, above: number, end: number, distance: number): void {
  for (let at = row, up = above; at < end; at++, up++) {
    const left = at - distance >= row ? (data[at - distance] as number) : 0
    data[at] = (data[at] as number) + ((left + (above < 0 ? 0 : (data[up] as number))) >> 1)
  }
}

function undoPaeth(data: Uint8Array, row: number, above: number, end: number, distance: number): void {
  for (let at = row, up = above; at < end; at++, up++) {
    const hasLeft = at - distance >= row
    const left = hasLeft ? (data[at - distance] as number) : 0
    const top = above < 0 ? 0 : (data[up] as number)
    const corner = above >= 0 && hasLeft ? (data[up - distance] as number) : 0
    data[at] = (data[at] as number) + paeth(left, top, corner)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
