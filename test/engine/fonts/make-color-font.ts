import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'
import { TRUETYPE } from '../../../engine/fonts/opentype/sfnt.js'
import { writeSimpleGlyph } from '../../../engine/fonts/opentype/simple-glyph.js'

/** The glyph of the emoji U+1F600, which has no outline. */
export const FACE = 1
/** Squares of 500 units, from the origin and to the right of that. */
export const LEFT = 2
export const RIGHT = 3

const GLYPHS = 4
const square = (x: number) =>
  writeSimpleGlyph({
    ends: [3],
    onCurve: Uint8Array.of(1, 1, 1, 1),
    xs: Float64Array.of(x, x + 500, x + 500, x),
    ys: Float64Array.of(0, 0, 500, 500),
  })

/** A font of 1000 units to the em with U+1F600, `a` and `b` for its glyphs, and the given tables besides. */
export function makeColorFont(own: Readonly<Record<string, Uint8Array>>, withOutlines = true): Uint8Array {
  const outlines = [new Uint8Array(0), new Uint8Array(0), square(0), square(500)]
  const starts = startsOf(outlines, 0)
  const tables = new Map<string, Uint8Array>([
    ['cmap', cmap()],
    ['head', bytes(54, [18, 1000], [40, 1000], [42, 1000], [50, 1])],
    ['hhea', bytes(36, [4, 800], [6, -200], [34, 1])],
    ['hmtx', bytes(4 + (GLYPHS - 1) * 2, [0, 1000])],
    ['maxp', bytes(32, [0, 1], [4, GLYPHS])],
    ...(withOutlines
      ? ([
          ['glyf', Buffer.concat(outlines)],
          ['loca', longs(...starts)],
        ] as const)
      : []),
    ...Object.entries(own),
  ])
  return packTables(
    TRUETYPE,
    [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map((table): PackedTable => table),
  )
}

/** Where each part begins, and where the last one ends. */
function startsOf(parts: readonly Uint8Array[], first: number): readonly number[] {
  const starts = [first]
  let end = first
  for (const { length } of parts) {
    end += length
    starts.push(end)
  }
  return starts
}

function cmap(): Uint8Array {
  const groups = [
    [0x61, LEFT],
    [0x62, RIGHT],
    [0x1f600, FACE],
  ]
  return concat(
    shorts(0, 1, 3, 10),
    longs(12),
    shorts(12, 0),
    longs(16 + groups.length * 12, 0, groups.length),
    ...groups.map(([code = 0, glyph = 0]) => longs(code, code, glyph)),
  )
}

function bytes(length: number, ...values: readonly (readonly [at: number, value: number])[]): Uint8Array {
  const made = Buffer.alloc(length)
  for (const [at, value] of values) made.writeInt16BE(value, at)
  return made
}

export function shorts(...values: readonly number[]): Uint8Array {
  return Buffer.concat(values.map((value) => Buffer.from([(value >> 8) & 0xff, value & 0xff])))
}

export function longs(...values: readonly number[]): Uint8Array {
  return concat(...values.map((value) => shorts(value >>> 16, value & 0xffff)))
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** Red, green at half strength, blue. */
export const CPAL = concat(
  shorts(0, 3, 1, 3),
  longs(14),
  shorts(0),
  Uint8Array.of(0, 0, 255, 255, 0, 255, 0, 128, 255, 0, 0, 255),
)

/** `COLR` of version 0: U+1F600 has two layers, the second in the colour of the text. */
export const FLAT_COLR = concat(
  shorts(0, 1),
  longs(14, 20),
  shorts(2),
  shorts(FACE, 0, 2),
  shorts(LEFT, 0, RIGHT, 0xffff),
)

/** A paint, in the bytes of the table; paints that it names stand behind it. */
export type PaintBytes = Uint8Array

/** `COLR` of version 1 with one paint for U+1F600, and layers; offsets within `paint` count from its own start. */
export function colr(paint: PaintBytes, layers: readonly PaintBytes[] = []): Uint8Array {
  const header = 34
  const base = concat(longs(1), shorts(FACE), longs(10))
  const layersAt = header + base.length + paint.length
  const starts = startsOf(layers, 4 + layers.length * 4)
  return concat(
    shorts(1, 0),
    longs(0, 0),
    shorts(0),
    longs(header, layers.length > 0 ? layersAt : 0, 0, 0, 0),
    base,
    paint,
    ...(layers.length > 0 ? [longs(layers.length, ...starts.slice(0, -1)), ...layers] : []),
  )
}

const u24 = (value: number) => Uint8Array.of(value >> 16, (value >> 8) & 0xff, value & 0xff)
const f2dot14 = (value: number) => shorts(Math.round(value * 16384))

export const solid = (color: number, alpha = 1): PaintBytes => concat(Uint8Array.of(2), shorts(color), f2dot14(alpha))

export const glyph = (glyphId: number, paint: PaintBytes): PaintBytes =>
  concat(Uint8Array.of(10), u24(6), shorts(glyphId), paint)

export const layersFrom = (first: number, count: number): PaintBytes => concat(Uint8Array.of(1, count), longs(first))

export const ofGlyph = (glyphId: number): PaintBytes => concat(Uint8Array.of(11), shorts(glyphId))

export const translate = (x: number, y: number, paint: PaintBytes): PaintBytes =>
  concat(Uint8Array.of(14), u24(8), shorts(x, y), paint)

/** PaintRotateAroundCenter; angles in half turns. */
export const rotate = (angle: number, x: number, y: number, paint: PaintBytes): PaintBytes =>
  concat(Uint8Array.of(26), u24(10), f2dot14(angle), shorts(x, y), paint)

export const affine = (values: readonly number[], paint: PaintBytes): PaintBytes =>
  concat(Uint8Array.of(12), u24(31), u24(7), longs(...values.map((value) => Math.round(value * 65536) >>> 0)), paint)

export const composite = (source: PaintBytes, mode: number, backdrop: PaintBytes): PaintBytes =>
  concat(Uint8Array.of(32), u24(8), Uint8Array.of(mode), u24(8 + source.length), source, backdrop)

type Stop = readonly [offset: number, color: number]

const colorLine = (extend: number, stops: readonly Stop[]) =>
  concat(
    Uint8Array.of(extend),
    shorts(stops.length),
    ...stops.map(([offset, color]) => concat(f2dot14(offset), shorts(color), f2dot14(1))),
  )

export const linear = (points: readonly number[], stops: readonly Stop[], extend = 0): PaintBytes =>
  concat(Uint8Array.of(4), u24(16), shorts(...points), colorLine(extend, stops))

export const radial = (circles: readonly number[], stops: readonly Stop[], extend = 0): PaintBytes =>
  concat(Uint8Array.of(6), u24(16), shorts(...circles), colorLine(extend, stops))

/** @param from and `to` in turns */
export const sweep = (x: number, y: number, from: number, to: number, stops: readonly Stop[]): PaintBytes =>
  concat(Uint8Array.of(8), u24(12), shorts(x, y), f2dot14(from * 2 - 1), f2dot14(to * 2 - 1), colorLine(0, stops))
