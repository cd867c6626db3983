import { brotliCompressSync, constants } from 'node:zlib'
import { type FontFile, readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { readSimpleGlyph } from '../../../engine/fonts/opentype/simple-glyph.js'

export interface Woff2Options {
  /** False leaves `glyf`, `loca` and `hmtx` as they are. */
  readonly transformed?: boolean
  /** Called with the tables in front of compression, for damage. */
  readonly damage?: (tables: Map<string, Buffer>) => void
}

const GLYF = 10
const LOCA = 11
const ARBITRARY = 63

/** Writes a TrueType font as WOFF2: an encoder for tests, simple rather than small. */
export function makeWoff2(font: Uint8Array, options: Woff2Options = {}): Buffer {
  const file = readFontFile(font, 'font')
  const transformed = options.transformed !== false
  const tables = new Map([...file.tables].map(([tag, table]) => [tag, bytesOf(table)]))
  if (transformed) {
    tables.set('glyf', transformGlyphs(file))
    tables.set('loca', Buffer.alloc(0))
    tables.set('hmtx', transformMetrics(file))
  }
  options.damage?.(tables)
  const directory: number[] = []
  for (const [tag, bytes] of tables) {
    const known = tag === 'glyf' ? GLYF : tag === 'loca' ? LOCA : ARBITRARY
    const isTransformed = transformed && ['glyf', 'loca', 'hmtx'].includes(tag)
    const version = known !== ARBITRARY ? (transformed ? 0 : 3) : isTransformed ? 1 : 0
    directory.push((version << 6) | known)
    if (known === ARBITRARY) directory.push(...Buffer.from(tag, 'latin1'))
    directory.push(...base128(file.tables.get(tag)?.byteLength ?? 0))
    if (isTransformed) directory.push(...base128(bytes.length))
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 3 }
  const compressed = brotliCompressSync(Buffer.concat([...tables.values()]), { params })
  const header = Buffer.alloc(48)
  header.write('wOF2', 'latin1')
  header.writeUInt32BE(new DataView(font.buffer, font.byteOffset).getUint32(0), 4)
  header.writeUInt32BE(48 + directory.length + compressed.length, 8)
  header.writeUInt16BE(tables.size, 12)
  header.writeUInt32BE(compressed.length, 20)
  return Buffer.concat([header, Buffer.from(directory), compressed])
}

/** WOFF2 §5.1: the parts of all glyphs in streams by kind. */
function transformGlyphs(file: FontFile): Buffer {
  const streams = {
    contours: [] as number[],
    points: [] as number[],
    flags: [] as number[],
    glyphs: [] as number[],
    composites: [] as number[],
    boxes: [] as number[],
    instructions: [] as number[],
  }
  const bitmap = Buffer.alloc(((file.glyphCount + 31) >> 5) << 2)
  for (let glyphId = 0; glyphId < file.glyphCount; glyphId++) {
    const glyph = glyphBytes(file, glyphId)
    if (glyph.length === 0) {
      streams.contours.push(0, 0)
      continue
    }
    const contours = glyph.readInt16BE(0)
    streams.contours.push(...glyph.subarray(0, 2))
    if (contours < 0) {
      bitmap[glyphId >> 3] = (bitmap[glyphId >> 3] ?? 0) | (0x80 >> (glyphId & 7))
      streams.boxes.push(...glyph.subarray(2, 10))
      const end = compositeEnd(glyph)
      streams.composites.push(...glyph.subarray(10, end.at))
      if (end.hasInstructions) {
        const length = glyph.readUInt16BE(end.at)
        streams.glyphs.push(...encode255(length))
        streams.instructions.push(...glyph.subarray(end.at + 2, end.at + 2 + length))
      }
      continue
    }
    const { ends, onCurve, xs, ys } = readSimpleGlyph(glyph)
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
    if (box.some((edge, i) => edge !== glyph.readInt16BE(2 + i * 2))) {
      bitmap[glyphId >> 3] = (bitmap[glyphId >> 3] ?? 0) | (0x80 >> (glyphId & 7))
      streams.boxes.push(...glyph.subarray(2, 10))
    }
    ends.forEach((end, i) => {
      streams.points.push(...encode255(end - (i === 0 ? -1 : (ends[i - 1] ?? 0))))
    })
    onCurve.forEach((on, i) => {
      const [dx, dy] = [(xs[i] ?? 0) - (xs[i - 1] ?? 0), (ys[i] ?? 0) - (ys[i - 1] ?? 0)]
      const [flag = 0, ...data] = triplet(dx, dy)
      streams.flags.push(flag | (on ? 0 : 0x80))
      streams.glyphs.push(...data)
    })
    const instructionsAt = 10 + contours * 2
    const length = glyph.readUInt16BE(instructionsAt)
    streams.glyphs.push(...encode255(length))
    streams.instructions.push(...glyph.subarray(instructionsAt + 2, instructionsAt + 2 + length))
  }
  const parts = [
    ...[streams.contours, streams.points, streams.flags, streams.glyphs, streams.composites],
    ...[[...bitmap, ...streams.boxes], streams.instructions],
  ]
  const header = Buffer.alloc(36)
  header.writeUInt16BE(file.glyphCount, 4)
  parts.forEach((part, i) => {
    header.writeUInt32BE(part.length, 8 + i * 4)
  })
  return Buffer.concat([header, ...parts.map((part) => Buffer.from(part))])
}

export function glyphBytes(file: FontFile, glyphId: number): Buffer {
  const glyf = file.tables.get('glyf')
  const loca = file.tables.get('loca')
  const long = file.tables.get('head')?.getInt16(50) === 1
  if (!glyf || !loca) throw new Error('no outlines')
  const at = (i: number) => (long ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2)
  return bytesOf(glyf).subarray(at(glyphId), at(glyphId + 1))
}

function compositeEnd(glyph: Buffer): { readonly at: number; readonly hasInstructions: boolean } {
  let at = 10
  let hasInstructions = false
  for (let flags = 0x20; (flags & 0x20) !== 0; ) {
    flags = glyph.readUInt16BE(at)
    hasInstructions ||= (flags & 0x100) !== 0
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
  }
  return { at, hasInstructions }
}

/** Flag and data of the shortest triplet (WOFF2 §5.2). */
function triplet(dx: number, dy: number): number[] {
  const [x, y] = [Math.abs(dx), Math.abs(dy)]
  const signs = (dx >= 0 ? 1 : 0) | (dy >= 0 ? 2 : 0)
  if (x === 0 && y < 1280) return [((y >> 8) << 1) | (dy >= 0 ? 1 : 0), y & 0xff]
  if (y === 0 && x < 1280) return [10 + (((x >> 8) << 1) | (dx >= 0 ? 1 : 0)), x & 0xff]
  if (x >= 1 && y >= 1 && x <= 64 && y <= 64) {
    return [20 + ((x - 1) & 0x30) + (((y - 1) & 0x30) >> 2) + signs, (((x - 1) & 15) << 4) | ((y - 1) & 15)]
  }
  if (x >= 1 && y >= 1 && x <= 768 && y <= 768) {
    return [84 + 12 * ((x - 1) >> 8) + (((y - 1) >> 8) << 2) + signs, (x - 1) & 0xff, (y - 1) & 0xff]
  }
  if (x < 4096 && y < 4096) return [120 + signs, x >> 4, ((x & 15) << 4) | (y >> 8), y & 0xff]
  return [124 + signs, x >> 8, x & 0xff, y >> 8, y & 0xff]
}

/** WOFF2 §5.4, for fonts whose side bearings are all the left edges; others keep theirs. */
function transformMetrics(file: FontFile): Buffer {
  const hmtx = bytesOf(file.tables.get('hmtx') ?? new DataView(new ArrayBuffer(0)))
  const longCount = file.tables.get('hhea')?.getUint16(34) ?? 0
  const lefts = Array.from({ length: file.glyphCount }, (_, glyphId) => {
    const glyph = glyphBytes(file, glyphId)
    return glyph.length === 0 ? 0 : glyph.readInt16BE(2)
  })
  const advances: Buffer[] = []
  let isLeft = true
  for (let i = 0; i < longCount; i++) {
    advances.push(hmtx.subarray(i * 4, i * 4 + 2))
    isLeft &&= hmtx.readInt16BE(i * 4 + 2) === lefts[i]
  }
  const bearings = Array.from({ length: longCount }, (_, i) => hmtx.subarray(i * 4 + 2, i * 4 + 4))
  const tail = hmtx.subarray(longCount * 4, longCount * 4 + (file.glyphCount - longCount) * 2)
  const isTailLeft = lefts.slice(longCount).every((left, i) => tail.readInt16BE(i * 2) === left)
  return Buffer.concat([
    Buffer.from([(isLeft ? 1 : 0) | (isTailLeft ? 2 : 0)]),
    ...advances,
    ...(isLeft ? [] : bearings),
    ...(isTailLeft ? [] : [tail]),
  ])
}

function encode255(value: number): number[] {
  if (value < 253) return [value]
  if (value < 506) return [255, value - 253]
  if (value < 762) return [254, value - 506]
  return [253, value >> 8, value & 0xff]
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

function bytesOf(view: DataView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength)
}
