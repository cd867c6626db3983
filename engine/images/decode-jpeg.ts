import type { Picture } from './decode-image.js'
import { exifOrientation } from './exif-orientation.js'
import { type ProfileUse, readIccProfile } from './icc-profile.js'
import { checkPixels, ImageError, type ImageLimits } from './image-error.js'
import type { ImageColorSpace } from './image-types.js'

/** Segments between the start of the file and the first scan (ITU T.81 §B.1). */
interface Segment {
  /** Second byte of the marker. */
  readonly marker: number
  /** Offset of the marker, and behind the segment. */
  readonly start: number
  readonly end: number
}

const SOF0 = 0xc0
const SOF2 = 0xc2
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe

/**
 * Reads the headers of a JPEG file. PDF readers decode JPEG themselves, so the data go in as they are, less what
 * they do not use: previews, camera and location data, comments.
 */
export function decodeJpeg(bytes: Uint8Array, limits: ImageLimits): Picture {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = readSegments(data)
  const frame = segments.find(({ marker }) => isFrameHeader(marker))
  if (!frame || frame.end - frame.start < 10) throw new ImageError('invalid-image', 'the JPEG file has no frame header')
  if (frame.marker > SOF2)
    throw new ImageError('unsupported-image', 'JPEG files of this kind of coding are not supported')
  const precision = data.readUInt8(frame.start + 4)
  if (precision !== 8) throw new ImageError('unsupported-image', `JPEG files with ${precision} bits are not supported`)
  const height = data.readUInt16BE(frame.start + 5)
  const width = data.readUInt16BE(frame.start + 7)
  checkPixels(width, height, limits)
  const colorSpace = colorSpaceOf(data.readUInt8(frame.start + 9))
  // Adobe's programs write CMYK inverted and leave this marker.
  const inverted = colorSpace.kind === 'cmyk' && segments.some((segment) => isAdobe(data, segment))
  return {
    orientation: orientationOf(data, segments),
    samples: {
      width,
      height,
      bitsPerComponent: 8,
      colorSpace,
      filter: 'DCTDecode',
      predictor: undefined,
      decode: inverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
      data: withoutMetadata(data, segments),
    },
    softMask: undefined,
    ...profileOf(data, segments, data.readUInt8(frame.start + 9)),
    // They are handed on as they are.
    decodedBytes: 0,
  }
}

/** The segments up to and with the header of the first scan. */
function readSegments(data: Buffer): readonly Segment[] {
  const segments: Segment[] = []
  let offset = 2
  while (offset + 4 <= data.length) {
    if (data[offset] !== 0xff) break
    const marker = data.readUInt8(offset + 1)
    // Fill bytes (§B.1.1.2).
    if (marker === 0xff) {
      offset++
      continue
    }
    const end = offset + 2 + data.readUInt16BE(offset + 2)
    if (end > data.length || end < offset + 4) break
    segments.push({ marker, start: offset, end })
    if (marker === SOS) return segments
    offset = end
  }
  throw new ImageError('invalid-image', 'the JPEG file is damaged or cut off')
}

/** SOF0 to SOF15, among which stand the tables DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= SOF0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function colorSpaceOf(components: number): ImageColorSpace {
  switch (components) {
    case 1:
      return { kind: 'gray' }
    case 3:
      return { kind: 'rgb' }
    case 4:
      return { kind: 'cmyk' }
    default:
      throw new ImageError('unsupported-image', `JPEG files with ${components} colour components are not supported`)
  }
}

function isAdobe(data: Buffer, { marker, start, end }: Segment): boolean {
  return marker === APP14 && end - start >= 9 && data.toString('latin1', start + 4, start + 9) === 'Adobe'
}

function orientationOf(data: Buffer, segments: readonly Segment[]): number {
  for (const { marker, start, end } of segments) {
    if (marker !== APP1 || data.toString('latin1', start + 4, start + 10) !== 'Exif\0\0') continue
    return exifOrientation(data.subarray(start + 10, end))
  }
  return 1
}

const PROFILE_MARK = 'ICC_PROFILE\0'

/** The profile, which may be spread over segments, each with its number (ICC.1:2010 annex B.4). */
function profileOf(data: Buffer, segments: readonly Segment[], components: number): ProfileUse | undefined {
  const head = 4 + PROFILE_MARK.length
  const parts = segments
    .filter(({ marker, start, end }) => marker === APP2 && end - start > head + 2)
    .filter(({ start }) => data.toString('latin1', start + 4, start + head) === PROFILE_MARK)
    .map(({ start, end }) => ({ number: data.readUInt8(start + head), content: data.subarray(start + head + 2, end) }))
    .sort((a, b) => a.number - b.number)
  if (parts.length === 0) return undefined
  return readIccProfile(Buffer.concat(parts.map(({ content }) => content)), components)
}

function withoutMetadata(data: Buffer, segments: readonly Segment[]): Uint8Array {
  const parts = [data.subarray(0, 2)]
  let end = 2
  for (const segment of segments) {
    if (!isMetadata(segment.marker)) parts.push(data.subarray(segment.start, segment.end))
    end = segment.end
  }
  parts.push(data.subarray(end))
  return Buffer.concat(parts)
}

function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14)
}
