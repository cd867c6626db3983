import type { FontFile } from './font-file.js'
import type { GlyphTable } from './glyf.js'
import { align, packTables } from './pack-tables.js'
import { TRUETYPE } from './sfnt.js'

/**
 * A TrueType font file with only some glyphs, their ids kept, without hinting: what PDF 32000-1 §9.9 asks of
 * FontFile2 for a CIDFontType2, which needs neither `cmap` nor `name` nor `OS/2`. Unused glyphs have empty
 * outlines and no width, so they deflate to almost nothing.
 * @param glyphIds sorted ascending, without duplicates; composites bring their parts along
 */
export function subsetGlyf(file: FontFile, glyphs: GlyphTable, glyphIds: readonly number[]): Uint8Array {
  const used = closeOverComponents(file, glyphs, glyphIds)
  const count = (used[used.length - 1] ?? 0) + 1
  const outlines = used.map((glyphId) => glyphs.outline(glyphId))
  const { glyf, loca } = packOutlines(outlines, used, count)
  return packTables(TRUETYPE, [
    ['glyf', glyf],
    ['head', packHead(file)],
    ['hhea', packHhea(file, count)],
    ['hmtx', packHmtx(file, outlines, used, count)],
    ['loca', loca],
    ['maxp', packMaxp(file, count)],
  ])
}

/** The glyphs and all they are composed of, with .notdef, ascending. Ids that the font lacks are left out. */
function closeOverComponents(file: FontFile, glyphs: GlyphTable, glyphIds: readonly number[]): readonly number[] {
  const used = new Set<number>([0])
  const pending = [...glyphIds]
  for (let glyphId = pending.pop(); glyphId !== undefined; glyphId = pending.pop()) {
    if (glyphId >= file.glyphCount || used.has(glyphId)) continue
    used.add(glyphId)
    pending.push(...glyphs.components(glyphId))
  }
  return [...used].sort((a, b) => a - b)
}

function packOutlines(
  outlines: readonly Uint8Array[],
  used: readonly number[],
  count: number,
): { readonly glyf: Uint8Array; readonly loca: Uint8Array } {
  const size = outlines.reduce((sum, outline) => sum + align(outline.length), 0)
  const glyf = new Uint8Array(size)
  const loca = new DataView(new ArrayBuffer((count + 1) * 4))
  let offset = 0
  let next = 0
  for (let i = 0; i < used.length; i++) {
    const glyphId = used[i] as number
    const outline = outlines[i] as Uint8Array
    while (next <= glyphId) loca.setUint32(next++ * 4, offset)
    glyf.set(outline, offset)
    offset += align(outline.length)
  }
  loca.setUint32(next * 4, offset)
  return { glyf, loca: bytesOf(loca) }
}

function packHead(file: FontFile): Uint8Array {
  const head = copyOf(file, 'head')
  head.setUint32(8, 0)
  // Long offsets in loca.
  head.setInt16(50, 1)
  return bytesOf(head)
}

function packHhea(file: FontFile, count: number): Uint8Array {
  const hhea = copyOf(file, 'hhea')
  hhea.setUint16(34, count)
  return bytesOf(hhea)
}

function packHmtx(file: FontFile, outlines: readonly Uint8Array[], used: readonly number[], count: number): Uint8Array {
  const source = file.tables.get('hmtx')
  const longCount = file.tables.get('hhea')?.getUint16(34) ?? 0
  const hmtx = new DataView(new ArrayBuffer(count * 4))
  for (let i = 0; i < used.length; i++) {
    const glyphId = used[i] as number
    const bearingAt = glyphId < longCount ? glyphId * 4 + 2 : longCount * 4 + (glyphId - longCount) * 2
    hmtx.setUint16(glyphId * 4, file.advanceWidth(glyphId))
    if (file.variation !== undefined) hmtx.setInt16(glyphId * 4 + 2, leftOf(outlines[i]))
    else if (source !== undefined && bearingAt + 2 <= source.byteLength) {
      hmtx.setInt16(glyphId * 4 + 2, source.getInt16(bearingAt))
    }
  }
  return bytesOf(hmtx)
}

/** The left edge of an outline, which is its side bearing in an instance of a variable font. */
function leftOf(outline: Uint8Array | undefined): number {
  if (outline === undefined || outline.length < 10) return 0
  return new DataView(outline.buffer, outline.byteOffset).getInt16(2)
}

function packMaxp(file: FontFile, count: number): Uint8Array {
  const maxp = copyOf(file, 'maxp')
  maxp.setUint16(4, count)
  // maxPoints and maxContours are now those of composites too, which instances of variable fonts write out.
  if (file.variation !== undefined) {
    maxp.setUint16(6, Math.max(maxp.getUint16(6), maxp.getUint16(10)))
    maxp.setUint16(8, Math.max(maxp.getUint16(8), maxp.getUint16(12)))
  }
  // maxTwilightPoints to maxSizeOfInstructions: all about hinting, which is gone.
  for (let at = 16; at <= 26 && at + 2 <= maxp.byteLength; at += 2) maxp.setUint16(at, 0)
  return bytesOf(maxp)
}

function copyOf(file: FontFile, tag: string): DataView {
  const table = file.tables.get(tag)
  const copy = new DataView(new ArrayBuffer(table?.byteLength ?? 0))
  if (table !== undefined) bytesOf(copy).set(bytesOf(table))
  return copy
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}
