import { componentLength, HAS_INSTRUCTIONS, MORE_COMPONENTS } from './component-flags.js'
import { FontError } from './font-error.js'
import type { FontFile } from './font-file.js'
import { readSimpleGlyph } from './simple-glyph.js'
import type { Table } from './table.js'

const NO_OUTLINE = new Uint8Array(0)

/** The glyph outlines of a TrueType font. */
export interface GlyphTable {
  /** The bytes of a glyph without its hinting instructions; empty for a glyph without an outline. */
  outline(glyphId: number): Uint8Array
  /** The glyphs that a composite glyph is made of. */
  components(glyphId: number): readonly number[]
  /** Top of the glyph's bounding box above the baseline, 0 without an outline. */
  top(glyphId: number): number
}

/** Glyphs within each other, and all components of one glyph; more is damage, or a loop. */
const MAX_DEPTH = 16
const MAX_COMPONENTS = 256

/** @throws RangeError when a glyph, or one that it is made of, cannot be read, or it is made of itself */
export function checkGlyph(glyphs: GlyphTable, glyphId: number): void {
  let components = 0
  const check = (id: number, depth: number): void => {
    const outline = glyphs.outline(id)
    const parts = glyphs.components(id)
    components += parts.length
    if (depth > MAX_DEPTH || components > MAX_COMPONENTS) throw new RangeError('the components of a glyph')
    if (parts.length === 0 && outline.length > 0) readSimpleGlyph(outline)
    for (const part of parts) check(part, depth + 1)
  }
  check(glyphId, 0)
}

/** A font of images. */
const NO_GLYPHS: GlyphTable = { outline: () => NO_OUTLINE, components: () => [], top: () => 0 }

/** The same glyphs, without the outlines of some, in whose place pictures are drawn. */
export function withoutPictures(glyphs: GlyphTable, isPicture: (glyphId: number) => boolean): GlyphTable {
  return {
    outline: (glyphId) => (isPicture(glyphId) ? NO_OUTLINE : glyphs.outline(glyphId)),
    components: (glyphId) => (isPicture(glyphId) ? [] : glyphs.components(glyphId)),
    top: glyphs.top,
  }
}

/** The same glyphs, with those that cannot be read empty. @param note is told which */
export function withoutDamage(glyphs: GlyphTable, note: (glyphId: number) => void): GlyphTable {
  const known = new Map<number, boolean>()
  const isWhole = (glyphId: number): boolean => {
    let whole = known.get(glyphId)
    if (whole === undefined) {
      whole = canRead(glyphs, glyphId)
      known.set(glyphId, whole)
      if (!whole) note(glyphId)
    }
    return whole
  }
  return {
    outline: (glyphId) => (isWhole(glyphId) ? glyphs.outline(glyphId) : NO_OUTLINE),
    components: (glyphId) => (isWhole(glyphId) ? glyphs.components(glyphId) : []),
    top: glyphs.top,
  }
}

function canRead(glyphs: GlyphTable, glyphId: number): boolean {
  try {
    checkGlyph(glyphs, glyphId)
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

/** @throws FontError when `loca` points outside of `glyf` */
export function readGlyphs(file: FontFile): GlyphTable {
  const glyf = file.tables.get('glyf')
  const loca = file.tables.get('loca')
  const head = file.tables.get('head')
  if (glyf === undefined && file.tables.has('CBDT')) return NO_GLYPHS
  if (glyf === undefined || loca === undefined || head === undefined) throw broken(file)
  const starts = readLoca(file, loca, head.getInt16(50) !== 0, glyf.byteLength)

  function glyphAt(glyphId: number): Table | undefined {
    const start = starts[glyphId]
    const end = starts[glyphId + 1]
    if (start === undefined || end === undefined || glyf === undefined || end - start < 10) return undefined
    return new DataView(glyf.buffer, glyf.byteOffset + start, end - start)
  }

  return {
    outline(glyphId) {
      const glyph = glyphAt(glyphId)
      if (glyph === undefined) return NO_OUTLINE
      return glyph.getInt16(0) < 0 ? stripComposite(glyph) : stripSimple(glyph)
    },
    components(glyphId) {
      const glyph = glyphAt(glyphId)
      if (glyph === undefined || glyph.getInt16(0) >= 0) return []
      const found: number[] = []
      walkComponents(glyph, (_flagsAt, component) => {
        found.push(component)
      })
      return found
    },
    top: (glyphId) => glyphAt(glyphId)?.getInt16(8) ?? 0,
  }
}

function readLoca(file: FontFile, loca: Table, long: boolean, limit: number): Uint32Array {
  const entries = file.glyphCount + 1
  if (loca.byteLength < entries * (long ? 4 : 2)) throw broken(file)
  const starts = new Uint32Array(entries)
  let previous = 0
  for (let i = 0; i < entries; i++) {
    const start = long ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2
    if (start < previous || start > limit) throw broken(file)
    starts[i] = start
    previous = start
  }
  return starts
}

function broken(file: FontFile): FontError {
  return new FontError('broken-font', `${file.postscriptName} has glyph outlines that cannot be found`)
}

/** Calls `visit` for each component; returns the offset behind the last one. */
function walkComponents(glyph: Table, visit: (flagsAt: number, glyphId: number) => void): number {
  let at = 10
  let flags = MORE_COMPONENTS
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = glyph.getUint16(at)
    visit(at, glyph.getUint16(at + 2))
    at += 4 + componentLength(flags)
  }
  return at
}

function stripComposite(glyph: Table): Uint8Array {
  const flagOffsets: number[] = []
  const end = walkComponents(glyph, (flagsAt) => {
    flagOffsets.push(flagsAt)
  })
  const bytes = new Uint8Array(glyph.buffer, glyph.byteOffset, end).slice()
  const view = new DataView(bytes.buffer)
  for (const at of flagOffsets) view.setUint16(at, view.getUint16(at) & ~HAS_INSTRUCTIONS)
  return bytes
}

/** Cuts the instructions, which stand between the contour ends and the point flags. */
function stripSimple(glyph: Table): Uint8Array {
  const instructionsAt = 10 + glyph.getInt16(0) * 2
  const instructions = glyph.getUint16(instructionsAt)
  if (instructionsAt + 2 + instructions > glyph.byteLength) throw new RangeError('the instructions of a glyph')
  const whole = new Uint8Array(glyph.buffer, glyph.byteOffset, glyph.byteLength)
  const stripped = new Uint8Array(whole.length - instructions)
  stripped.set(whole.subarray(0, instructionsAt))
  stripped.set(whole.subarray(instructionsAt + 2 + instructions), instructionsAt + 2)
  return stripped
}
