import { ImageError } from './image-error.js'
import { CHANNELS, type PngHeader, passesOf, passSize } from './png-header.js'

/**
 * The samples of an inflated PNG in reading order, channels interleaved, as stored: not scaled to the bit depth.
 * @param filtered rows with their filter types, as long as `filteredLength` says at least; overwritten
 */
export function readPngSamples(header: PngHeader, filtered: Uint8Array): Uint8Array | Uint16Array {
  const channels = CHANNELS[header.colorType]
  const count = header.width * header.height * channels
  const samples = header.bitDepth === 16 ? new Uint16Array(count) : new Uint8Array(count)
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
          samples[target + channel] = sampleAt(filtered, offset + 1, column * channels + channel, header.bitDepth)
        }
        target += pass.stepX * channels
      }
      offset += rowBytes + 1
    }
  }
  return samples
}

/** Samples scaled to 8 bits; palette indexes are left as they are. */
export function to8Bits(samples: Uint8Array | Uint16Array, { bitDepth, colorType }: PngHeader): Uint8Array {
  if (samples instanceof Uint16Array) return Uint8Array.from(samples, (sample) => sample >> 8)
  if (bitDepth === 8 || colorType === 3) return samples
  const scale = 255 / (2 ** bitDepth - 1)
  return samples.map((sample) => sample * scale)
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
  const type = data[row - 1] ?? 0
  if (type > 4) throw new ImageError('invalid-image', 'the image data of the PNG file are damaged')
  if (type === 0) return
  for (let i = 0; i < length; i++) {
    const left = i >= distance ? (data[row + i - distance] ?? 0) : 0
    const up = above >= 0 ? (data[above + i] ?? 0) : 0
    let prediction = 0
    if (type === 1) prediction = left
    else if (type === 2) prediction = up
    else if (type === 3) prediction = (left + up) >> 1
    else prediction = paeth(left, up, above >= 0 && i >= distance ? (data[above + i - distance] ?? 0) : 0)
    data[row + i] = (data[row + i] ?? 0) + prediction
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
