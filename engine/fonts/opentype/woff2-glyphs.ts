import { ByteReader } from './byte-reader.js'
import { ByteWriter } from './byte-writer.js'
import { componentLength, HAS_INSTRUCTIONS, MORE_COMPONENTS } from './component-flags.js'

/** Outlines restored from the transformed `glyf` table of a WOFF2 file. */
export interface RestoredGlyphs {
  readonly glyf: Uint8Array
  /** With offsets of four bytes, whatever the font had. */
  readonly loca: Uint8Array
  /** Left edge of each glyph's bounding box, 0 for empty ones. */
  readonly lefts: Int16Array
}

const COMPOSITE = -1
const ON_CURVE = 0x01
const OVERLAP_SIMPLE = 0x40
/** Bit of the option flags: a bitmap of glyphs with overlapping contours follows. */
const HAS_OVERLAP_BITMAP = 1

/** The substreams of a transformed `glyf` table (WOFF2 §5.1). */
interface Streams {
  readonly glyphCount: number
  readonly contourCounts: ByteReader
  readonly pointCounts: ByteReader
  readonly flags: ByteReader
  readonly glyphs: ByteReader
  readonly composites: ByteReader
  readonly boxBitmap: Uint8Array
  readonly boxes: ByteReader
  readonly instructions: ByteReader
  readonly overlapBitmap: Uint8Array | undefined
}

/**
 * Restores `glyf` and `loca` (WOFF2 §5.1 and §5.3).
 * @param limit of the size of `glyf`
 * @throws RangeError when the streams end early or say what cannot be
 */
export function restoreGlyphs(transformed: Uint8Array, limit: number): RestoredGlyphs {
  const streams = readStreams(transformed)
  const { glyphCount } = streams
  const out = new ByteWriter(transformed.length * 2, limit)
  const loca = new ByteWriter((glyphCount + 1) * 4, (glyphCount + 1) * 4)
  const lefts = new Int16Array(glyphCount)
  for (let glyphId = 0; glyphId < glyphCount; glyphId++) {
    loca.uint32(out.length)
    const contours = streams.contourCounts.int16()
    const hasBox = isSet(streams.boxBitmap, glyphId)
    if (contours === 0) {
      if (hasBox) throw new RangeError('a bounding box of an empty glyph')
    } else if (contours === COMPOSITE) {
      if (!hasBox) throw new RangeError('a composite glyph without a bounding box')
      lefts[glyphId] = restoreComposite(streams, out)
    } else {
      if (contours < 0) throw new RangeError('a number of contours')
      lefts[glyphId] = restoreSimple(streams, out, contours, glyphId)
    }
    out.align()
  }
  loca.uint32(out.length)
  return { glyf: out.finish(), loca: loca.finish(), lefts }
}

function readStreams(transformed: Uint8Array): Streams {
  const header = new ByteReader(transformed, 2)
  const options = header.uint16()
  const glyphCount = header.uint16()
  header.uint16()
  const sizes: number[] = []
  for (let i = 0; i < 7; i++) sizes.push(header.uint32())
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => header.take(size))
  if (!contours || !points || !flags || !glyphs || !composites || !boxes || !instructions) {
    throw new RangeError('the streams of the glyf table')
  }
  const bitmapLength = ((glyphCount + 31) >> 5) << 2
  const boxReader = new ByteReader(boxes)
  return {
    glyphCount,
    contourCounts: new ByteReader(contours),
    pointCounts: new ByteReader(points),
    flags: new ByteReader(flags),
    glyphs: new ByteReader(glyphs),
    composites: new ByteReader(composites),
    boxBitmap: boxReader.take(bitmapLength),
    boxes: boxReader,
    instructions: new ByteReader(instructions),
    overlapBitmap: (options & HAS_OVERLAP_BITMAP) !== 0 ? header.take((glyphCount + 7) >> 3) : undefined,
  }
}

function isSet(bitmap: Uint8Array, glyphId: number): boolean {
  return ((bitmap[glyphId >> 3] ?? 0) & (0x80 >> (glyphId & 7))) !== 0
}

/** Components stand as in `glyf`; returns the left edge. */
function restoreComposite(streams: Streams, out: ByteWriter): number {
  const { composites } = streams
  const start = composites.at
  let flags = MORE_COMPONENTS
  let hasInstructions = false
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = composites.uint16()
    hasInstructions ||= (flags & HAS_INSTRUCTIONS) !== 0
    composites.take(2 + componentLength(flags))
  }
  out.uint16(COMPOSITE)
  const left = copyBox(streams, out)
  out.bytes(composites.bytes.subarray(start, composites.at))
  if (hasInstructions) copyInstructions(streams, out)
  return left
}

function copyBox(streams: Streams, out: ByteWriter): number {
  const box = streams.boxes.take(8)
  out.bytes(box)
  return new DataView(box.buffer, box.byteOffset).getInt16(0)
}

function copyInstructions(streams: Streams, out: ByteWriter): void {
  const length = read255(streams.glyphs)
  out.uint16(length)
  out.bytes(streams.instructions.take(length))
}

/** Writes a simple glyph with words for all coordinates; returns the left edge. */
function restoreSimple(streams: Streams, out: ByteWriter, contours: number, glyphId: number): number {
  const ends = new Uint16Array(contours)
  let points = 0
  for (let i = 0; i < contours; i++) {
    points += read255(streams.pointCounts)
    if (points > 0xffff) throw new RangeError('a number of points')
    ends[i] = points - 1
  }
  const outline = readPoints(streams, points)
  out.uint16(contours)
  const left = isSet(streams.boxBitmap, glyphId) ? copyBox(streams, out) : writeBox(outline, out)
  for (const end of ends) out.uint16(end)
  copyInstructions(streams, out)
  const overlaps = streams.overlapBitmap !== undefined && isSet(streams.overlapBitmap, glyphId)
  for (let i = 0; i < points; i++) {
    out.uint8((outline.flags[i] as number) | (overlaps && i === 0 ? OVERLAP_SIMPLE : 0))
  }
  for (const dx of outline.dx) out.uint16(dx)
  for (const dy of outline.dy) out.uint16(dy)
  return left
}

/** The points of a simple glyph, each relative to the one before it. */
interface Outline {
  readonly flags: Uint8Array
  readonly dx: Int16Array
  readonly dy: Int16Array
}

/** The triplet encoding of WOFF2 §5.2, with the sizes of its table from the flag. */
function readPoints({ flags: flagStream, glyphs }: Streams, count: number): Outline {
  const flags = new Uint8Array(count)
  const dx = new Int16Array(count)
  const dy = new Int16Array(count)
  for (let i = 0; i < count; i++) {
    const byte = flagStream.uint8()
    const flag = byte & 0x7f
    flags[i] = byte < 0x80 ? ON_CURVE : 0
    if (flag < 10) {
      dy[i] = signed(flag, ((flag & 14) << 7) + glyphs.uint8())
    } else if (flag < 20) {
      dx[i] = signed(flag, (((flag - 10) & 14) << 7) + glyphs.uint8())
    } else if (flag < 84) {
      const both = glyphs.uint8()
      dx[i] = signed(flag, 1 + ((flag - 20) & 0x30) + (both >> 4))
      dy[i] = signed(flag >> 1, 1 + (((flag - 20) & 0x0c) << 2) + (both & 0x0f))
    } else if (flag < 120) {
      const base = flag - 84
      dx[i] = signed(flag, 1 + (Math.floor(base / 12) << 8) + glyphs.uint8())
      dy[i] = signed(flag >> 1, 1 + (((base % 12) >> 2) << 8) + glyphs.uint8())
    } else if (flag < 124) {
      const first = glyphs.uint8()
      const second = glyphs.uint8()
      dx[i] = signed(flag, (first << 4) + (second >> 4))
      dy[i] = signed(flag >> 1, ((second & 0x0f) << 8) + glyphs.uint8())
    } else {
      dx[i] = signed(flag, glyphs.uint16())
      dy[i] = signed(flag >> 1, glyphs.uint16())
    }
  }
  return { flags, dx, dy }
}

function signed(flag: number, magnitude: number): number {
  return (flag & 1) !== 0 ? magnitude : -magnitude
}

/** Computes the bounding box, which is left out where it is what the points span. */
function writeBox({ dx, dy }: Outline, out: ByteWriter): number {
  let [x, y] = [0, 0]
  let [xMin, yMin, xMax, yMax] = [0, 0, 0, 0]
  for (let i = 0; i < dx.length; i++) {
    x += dx[i] as number
    y += dy[i] as number
    if (i === 0 || x < xMin) xMin = x
    if (i === 0 || x > xMax) xMax = x
    if (i === 0 || y < yMin) yMin = y
    if (i === 0 || y > yMax) yMax = y
  }
  for (const edge of [xMin, yMin, xMax, yMax]) out.uint16(edge)
  return xMin
}

/** 255UInt16 (WOFF2 §4.1). */
function read255(reader: ByteReader): number {
  const code = reader.uint8()
  if (code === 253) return reader.uint16()
  if (code === 254) return reader.uint8() + 506
  if (code === 255) return reader.uint8() + 253
  return code
}
