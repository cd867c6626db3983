import { inflateSync } from 'node:zlib'
import type { Picture } from './decode-image.js'
import { encodeSamples } from './encode-samples.js'
import { exifOrientation } from './exif-orientation.js'
import { MAX_PROFILE_BYTES, PROFILE_DAMAGED, PROFILE_TOO_LARGE, readIccProfile } from './icc-profile.js'
import { checkBytes, checkPixels, ImageError, type ImageLimits } from './image-error.js'
import type { ImageColorSpace, ImageSamples } from './image-types.js'
import { CHANNELS, filteredLength, isColorType, type PngColorType, type PngHeader } from './png-header.js'
import { readPngSamples, to8Bits } from './png-samples.js'

interface PngFile {
  readonly header: PngHeader
  /** RGB triples. */
  readonly palette: Uint8Array | undefined
  readonly transparency: Uint8Array | undefined
  /** The content of the chunk iCCP. */
  readonly profile: Buffer | undefined
  /** The content of the chunk eXIf: a TIFF file without a mark in front. */
  readonly exif: Buffer | undefined
  /** The zlib stream of all IDAT chunks. */
  readonly compressed: Buffer
}

/**
 * Reads a PNG file (PNG Specification, third edition). PDF has the same row filters, so that the compressed data
 * of opaque images go in as they are; alpha channels are split off, for PDF keeps them apart.
 */
export function decodePng(bytes: Uint8Array, limits: ImageLimits): Picture {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readHeader(data)
  checkPixels(header.width, header.height, limits)
  const file = readChunks(data, header)
  const decodedBytes = bytesToDecode(file)
  checkBytes(decodedBytes, limits)
  const profile = file.profile && inflateProfile(file.profile, limits.imageBytes - decodedBytes)
  const isRead = profile && typeof profile !== 'string'
  return {
    orientation: file.exif ? exifOrientation(file.exif) : 1,
    decodedBytes: decodedBytes + (isRead ? profile.length : 0),
    ...(isRead ? readIccProfile(profile, CHANNELS_OF_COLOR[header.colorType]) : { profileProblem: profile }),
    ...decode(file),
  }
}

/** Components of the colours, not of alpha. */
const CHANNELS_OF_COLOR: Readonly<Record<PngColorType, number>> = { 0: 1, 2: 3, 3: 3, 4: 1, 6: 3 }

/** The profile behind its name and the method of compression (§11.3.2.3), or why there is none. */
function inflateProfile(chunk: Buffer, room: number): Buffer | string {
  const nameEnd = chunk.indexOf(0)
  if (nameEnd < 0 || chunk[nameEnd + 1] !== 0) return PROFILE_DAMAGED
  const profile = inflateWithin(chunk.subarray(nameEnd + 2), Math.min(room, MAX_PROFILE_BYTES))
  if (profile === 'damaged') return PROFILE_DAMAGED
  return profile === 'longer' ? PROFILE_TOO_LARGE : profile
}

/** The rows as they are inflated; where they do not stay as they are, the samples, and what these are encoded from. */
function bytesToDecode(file: PngFile): number {
  const { header } = file
  const inflated = filteredLength(header)
  if (isKept(file)) return inflated
  const samples = header.width * header.height * CHANNELS[header.colorType]
  return inflated + (header.bitDepth === 16 && file.transparency ? 4 : 3) * samples
}

function hasAlphaChannel({ colorType }: PngHeader): boolean {
  return colorType === 4 || colorType === 6
}

/** Whether the compressed data go into the PDF, and nothing else. */
function isKept({ header, transparency }: PngFile): boolean {
  return !hasAlphaChannel(header) && !transparency && !header.interlaced
}

type Planes = Pick<Picture, 'samples' | 'softMask'>

function decode(file: PngFile): Planes {
  const filtered = inflate(file)
  if (isKept(file)) return { samples: asStored(file), softMask: undefined }
  const { header, transparency } = file
  if (hasAlphaChannel(header)) return splitAlpha(header, readPngSamples(header, filtered, 'byte'))
  const samples = readPngSamples(header, filtered, transparency ? 'whole' : 'byte')
  const softMask = transparency && maskOfTransparency(file, transparency, samples)
  return { samples: header.interlaced ? reencoded(file, samples) : asStored(file), softMask }
}

function readChunks(data: Buffer, header: PngHeader): PngFile {
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  let profile: Buffer | undefined
  let exif: Buffer | undefined
  const parts: Buffer[] = []
  for (let offset = 8; offset + 12 <= data.length; ) {
    const end = offset + 8 + data.readUInt32BE(offset)
    if (end > data.length) break
    const content = data.subarray(offset + 8, end)
    const type = data.toString('latin1', offset + 4, offset + 8)
    if (type === 'IDAT') parts.push(content)
    else if (type === 'PLTE') palette = content
    else if (type === 'tRNS') transparency = content
    else if (type === 'iCCP') profile = content
    // There is one at most, before or behind the image data (§11.3.3.5): of more, the first counts.
    else if (type === 'eXIf') exif ??= content
    else if (type === 'IEND') break
    offset = end + 4
  }
  if (parts.length === 0) throw new ImageError('invalid-image', 'the PNG file has no image data')
  if (
    header.colorType === 3 &&
    (!palette || palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768)
  ) {
    throw new ImageError('invalid-image', 'the PNG file has no proper palette')
  }
  return { header, palette, transparency, profile, exif, compressed: Buffer.concat(parts) }
}

function readHeader(data: Buffer): PngHeader {
  if (data.length < 33 || data.toString('latin1', 12, 16) !== 'IHDR') {
    throw new ImageError('invalid-image', 'the PNG file has no header')
  }
  const bitDepth = data.readUInt8(24)
  const colorType = data.readUInt8(25)
  const interlace = data.readUInt8(28)
  if (!isColorType(colorType) || !isDepthOf(colorType, bitDepth) || interlace > 1) {
    throw new ImageError('invalid-image', 'the PNG file has an impossible header')
  }
  return {
    width: data.readUInt32BE(16),
    height: data.readUInt32BE(20),
    bitDepth,
    colorType,
    interlaced: interlace === 1,
  }
}

/** The combinations of table 11.1. */
function isDepthOf(colorType: PngColorType, depth: number): depth is PngHeader['bitDepth'] {
  switch (colorType) {
    case 0:
      return depth === 1 || depth === 2 || depth === 4 || depth === 8 || depth === 16
    case 3:
      return depth === 1 || depth === 2 || depth === 4 || depth === 8
    default:
      return depth === 8 || depth === 16
  }
}

/** Deflated data are never longer than this times what they are deflated to (RFC 1951: 258 bytes in two bits). */
const MAX_INFLATION = 1032

/** The filtered rows. Inflating stops where more comes out than the header announces. */
function inflate({ header, compressed }: PngFile): Uint8Array {
  const expected = filteredLength(header)
  // Some encoders write a little too much.
  const filtered = compressed.length * MAX_INFLATION < expected ? 'damaged' : inflateWithin(compressed, expected + 4096)
  if (typeof filtered === 'string' || filtered.length < expected) {
    throw new ImageError('invalid-image', 'the image data of the PNG file are damaged or cut off')
  }
  return filtered
}

function inflateWithin(data: Buffer, limit: number): Buffer | 'damaged' | 'longer' {
  try {
    // In one piece: putting pieces together takes the room twice.
    return inflateSync(data, { maxOutputLength: limit, chunkSize: limit + 1 })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code === 'ERR_BUFFER_TOO_LARGE' ? 'longer' : 'damaged'
    throw error
  }
}

function asStored(file: PngFile): ImageSamples {
  const { width, height, bitDepth, colorType } = file.header
  return {
    width,
    height,
    bitsPerComponent: bitDepth,
    colorSpace: colorSpaceOf(file),
    filter: 'FlateDecode',
    predictor: { colors: CHANNELS[colorType], bitsPerComponent: bitDepth, columns: width },
    decode: undefined,
    data: file.compressed,
  }
}

function reencoded(file: PngFile, samples: Uint8Array | Uint16Array): ImageSamples {
  const { width, height, colorType } = file.header
  return encodeSamples(width, height, CHANNELS[colorType], colorSpaceOf(file), to8Bits(samples, file.header))
}

function colorSpaceOf({ header, palette }: PngFile): ImageColorSpace {
  if (palette && header.colorType === 3) return { kind: 'indexed', palette }
  return header.colorType === 0 || header.colorType === 4 ? { kind: 'gray' } : { kind: 'rgb' }
}

/** @param samples of 8 bits */
function splitAlpha({ width, height, colorType }: PngHeader, samples: Uint8Array | Uint16Array): Planes {
  const channels = CHANNELS[colorType]
  const colors = channels - 1
  const pixels = width * height
  const color = new Uint8Array(pixels * colors)
  const alpha = new Uint8Array(pixels)
  let opaque = true
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++) {
    for (let channel = 0; channel < colors; channel++) color[to++] = samples[from++] as number
    const value = samples[from++] as number
    alpha[pixel] = value
    if (value !== 255) opaque = false
  }
  const space: ImageColorSpace = colors === 1 ? { kind: 'gray' } : { kind: 'rgb' }
  return {
    samples: encodeSamples(width, height, colors, space, color),
    softMask: opaque ? undefined : encodeSamples(width, height, 1, { kind: 'gray' }, alpha),
  }
}

/** §11.3.2.1: the alpha of each palette entry, or the one colour that is transparent. */
function maskOfTransparency(
  { header, palette }: PngFile,
  transparency: Uint8Array,
  samples: Uint8Array | Uint16Array,
): ImageSamples | undefined {
  const { width, height, colorType } = header
  const pixels = width * height
  const alpha = new Uint8Array(pixels).fill(255)
  if (colorType === 3 && palette) {
    if (transparency.every((value) => value === 255)) return undefined
    for (let pixel = 0; pixel < pixels; pixel++) alpha[pixel] = transparency[samples[pixel] ?? 0] ?? 255
  } else {
    const channels = CHANNELS[colorType]
    if (transparency.length < 2 * channels) return undefined
    const key = Array.from(
      { length: channels },
      (_, i) => ((transparency[2 * i] ?? 0) << 8) | (transparency[2 * i + 1] ?? 0),
    )
    for (let pixel = 0; pixel < pixels; pixel++) {
      let same = true
      for (let channel = 0; channel < channels; channel++) {
        if (samples[pixel * channels + channel] !== key[channel]) same = false
      }
      if (same) alpha[pixel] = 0
    }
  }
  return encodeSamples(width, height, 1, { kind: 'gray' }, alpha)
}
