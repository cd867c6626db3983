import { createHash } from 'node:crypto'
import { BoundedCache } from '../base/bounded-cache.js'
import type { FontProgram } from '../fonts/font-types.js'
import { deflate } from './deflate.js'
import type { GlyphUsage } from './glyph-usage.js'
import type { PdfFile } from './pdf-file.js'
import { formatted, type PdfDictionary, type PdfReference, type PdfValue, pdfText } from './pdf-values.js'
import { toUnicodeMap } from './to-unicode.js'
import { withWholeAlphabets } from './whole-alphabets.js'

/** Everything of an embedded font that depends on the glyphs only. */
interface FontSubset {
  /** Six capital letters that tell subsets of a font apart (ISO 32000-1 §9.6.4). */
  readonly tag: string
  readonly programBytes: Uint8Array
  readonly programLength: number
  /** The W array (§9.7.4.3): runs of glyph ids with their widths. */
  readonly widths: PdfValue
  readonly toUnicode: BoundedCache<string, Uint8Array>
}

/** Documents of one template mostly have the same alphabets, so their subsets are made once. Keyed by content only. */
const subsets = new WeakMap<FontProgram, BoundedCache<string, FontSubset>>()

/** What the subsets of a font may take, in bytes: hundreds of a Latin font, whose headings have other capitals each time. */
const SUBSETS_PER_FONT = 1 << 22
const TEXTS_PER_SUBSET = 16

/** Writes a font with the glyphs a document uses, as a Type 0 font with Identity-H encoding (ISO 32000-1 §9.7). */
export function embedFont(file: PdfFile, usage: GlyphUsage, reference: PdfReference): void {
  const program = usage.program
  const used = usage.codes()
  const ids = used.filter((code) => code < program.glyphCount)
  const further = used.slice(ids.length)
  const glyphs = withWholeAlphabets(program, ids)
  const codes = [...glyphs, ...further]
  const subset = fontSubset(program, glyphs)
  const name = `${subset.tag}+${program.postscriptName}`
  const descendant = file.add({
    Type: 'Font',
    Subtype: program.outlines === 'glyf' ? 'CIDFontType2' : 'CIDFontType0',
    BaseFont: name,
    CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
    FontDescriptor: file.add(fontDescriptor(file, program, name, subset)),
    W: further.length > 0 ? widthArray(program, codes, (code) => usage.glyphOf(code)) : subset.widths,
    CIDToGIDMap: glyphMap(file, usage, codes),
  })
  file.define(reference, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: file.addStream({ Filter: 'FlateDecode' }, toUnicodeBytes(usage, codes, subset)),
  })
}

function fontDescriptor(file: PdfFile, program: FontProgram, name: string, subset: FontSubset): PdfDictionary {
  const dictionary: PdfDictionary =
    program.outlines === 'glyf' ? { Length1: subset.programLength } : { Subtype: 'CIDFontType0C' }
  const embedded = file.addStream({ ...dictionary, Filter: 'FlateDecode' }, subset.programBytes)
  return {
    Type: 'FontDescriptor',
    FontName: name,
    Flags: descriptorFlags(program),
    FontBBox: program.bbox,
    ItalicAngle: program.italicAngle,
    Ascent: program.ascent,
    Descent: program.descent,
    CapHeight: program.capHeight,
    StemV: program.stemV,
    FontFile2: program.outlines === 'glyf' ? embedded : undefined,
    FontFile3: program.outlines === 'cff' ? embedded : undefined,
  }
}

/** ISO 32000-1 table 123. */
function descriptorFlags(program: FontProgram): number {
  const symbolic = 4
  return symbolic | (program.isFixedPitch ? 1 : 0) | (program.isSerif ? 2 : 0) | (program.italicAngle !== 0 ? 64 : 0)
}

function fontSubset(program: FontProgram, glyphs: readonly number[]): FontSubset {
  let ofProgram = subsets.get(program)
  if (!ofProgram) {
    ofProgram = new BoundedCache(SUBSETS_PER_FONT, (key, { programBytes }) => key.length + programBytes.length)
    subsets.set(program, ofProgram)
  }
  const key = glyphs.join()
  let subset = ofProgram.get(key)
  if (!subset) {
    const bytes = program.subset(glyphs)
    subset = {
      tag: subsetTag(`${program.postscriptName}:${key}`),
      programBytes: deflate(bytes),
      programLength: bytes.length,
      widths: formatted(widthArray(program, glyphs, (glyph) => glyph)),
      toUnicode: new BoundedCache(TEXTS_PER_SUBSET),
    }
    ofProgram.set(key, subset)
  }
  return subset
}

function subsetTag(content: string): string {
  const hash = createHash('sha256').update(content).digest()
  return String.fromCharCode(...hash.subarray(0, 6).map((byte) => 65 + (byte % 26)))
}

function widthArray(program: FontProgram, codes: readonly number[], glyphOf: (code: number) => number): PdfValue {
  const array: (number | readonly number[])[] = []
  let run: number[] = []
  let next = -1
  for (const code of codes) {
    if (code !== next) {
      run = []
      array.push(code, run)
    }
    run.push(program.widthInFile(glyphOf(code)))
    next = code + 1
  }
  return array
}

/** The CIDToGIDMap of TrueType outlines (§9.7.4.2), whose CIDs are the codes. */
function glyphMap(file: PdfFile, usage: GlyphUsage, codes: readonly number[]): PdfValue {
  if (usage.program.outlines === 'cff') return undefined
  if (!usage.hasFurtherCodes) return 'Identity'
  const map = Buffer.alloc(2 * ((codes.at(-1) ?? 0) + 1))
  for (const code of codes) map.writeUInt16BE(usage.glyphOf(code), 2 * code)
  return file.addDeflated({}, map)
}

function toUnicodeBytes(usage: GlyphUsage, codes: readonly number[], subset: FontSubset): Uint8Array {
  const texts = codes.map((code) => usage.textOf(code))
  const key = texts.join('\0')
  let bytes = subset.toUnicode.get(key)
  if (!bytes) {
    bytes = deflate(Buffer.from(toUnicodeMap(codes, texts), 'latin1'))
    subset.toUnicode.set(key, bytes)
  }
  return bytes
}
