import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import type { FontFace } from '../../../../engine/fonts/font-types.js'
import { readFontFile } from '../../../../engine/fonts/opentype/font-file.js'
import { readGlyphs } from '../../../../engine/fonts/opentype/glyf.js'
import type { Sfnt } from '../../../../engine/fonts/opentype/sfnt.js'
import { tagAt } from '../../../../engine/fonts/opentype/table.js'

const library = createFontLibrary()

function faceOf(family: string, weight = 400): FontFace {
  return library.select({ families: [family], weight, style: 'normal', stretch: 100 }).primary
}

function glyphIdsOf(face: FontFace, text: string): number[] {
  const style = library.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  return [...new Set(library.shape(face, style, text).glyphs)].sort((a, b) => a - b)
}

/** A subset as a font file: it has no cmap of its own, so the tables are read one by one. */
function readSubset(bytes: Uint8Array): Sfnt {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, DataView>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16
    const offset = bytes.byteOffset + view.getUint32(entry + 8)
    tables.set(tagAt(view, entry), new DataView(bytes.buffer, offset, view.getUint32(entry + 12)))
  }
  return { data: bytes, tables }
}

function table(sfnt: Sfnt, tag: string): DataView {
  const found = sfnt.tables.get(tag)
  if (found === undefined) throw new Error(`no ${tag} table`)
  return found
}

function outlineLength(sfnt: Sfnt, glyphId: number): number {
  const loca = table(sfnt, 'loca')
  return loca.getUint32(glyphId * 4 + 4) - loca.getUint32(glyphId * 4)
}

t.test('a subset holds the outlines and widths of its glyphs under their own ids', (t) => {
  const face = faceOf('Arial')
  const glyphIds = glyphIdsOf(face, 'AVz9')
  const sfnt = readSubset(face.program.subset(glyphIds))
  const last = glyphIds[glyphIds.length - 1] ?? 0
  t.same([...sfnt.tables.keys()], ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'])
  t.equal(table(sfnt, 'maxp').getUint16(4), last + 1)
  t.equal(table(sfnt, 'loca').byteLength, (last + 2) * 4)
  for (let glyphId = 1; glyphId <= last; glyphId++) {
    const used = glyphIds.includes(glyphId)
    t.equal(outlineLength(sfnt, glyphId) > 0, used, `outline of ${glyphId}`)
    t.equal(table(sfnt, 'hmtx').getUint16(glyphId * 4), used ? face.program.advanceWidth(glyphId) : 0)
  }
  t.ok(outlineLength(sfnt, 0) > 0, '.notdef is always there')
  t.end()
})

t.test('composite glyphs bring their parts along', (t) => {
  const face = faceOf('Arial')
  const eAcute = glyphIdsOf(face, 'é')
  const sfnt = readSubset(face.program.subset(eAcute))
  const withOutline = []
  for (let glyphId = 1; glyphId < table(sfnt, 'maxp').getUint16(4); glyphId++) {
    if (outlineLength(sfnt, glyphId) > 0) withOutline.push(glyphId)
  }
  t.ok(withOutline.includes(glyphIdsOf(face, 'e')[0] ?? -1), 'the e')
  t.ok(withOutline.length >= 3, 'the accent')
  t.end()
})

t.test('hinting is left out', (t) => {
  const face = faceOf('Arial')
  const sfnt = readSubset(face.program.subset(glyphIdsOf(face, 'Aé')))
  const maxp = table(sfnt, 'maxp')
  for (const at of [16, 18, 20, 22, 24, 26]) t.equal(maxp.getUint16(at), 0)
  const file = 'liberation/LiberationSans-Regular.ttf'
  const full = readGlyphs(readFontFile(readFileSync(new URL(file, FONTS_FOLDER)), file))
  for (const glyphId of glyphIdsOf(face, 'Aé')) {
    const start = table(sfnt, 'loca').getUint32(glyphId * 4)
    const glyph = new DataView(
      table(sfnt, 'glyf').buffer,
      table(sfnt, 'glyf').byteOffset + start,
      outlineLength(sfnt, glyphId),
    )
    const contours = glyph.getInt16(0)
    if (contours >= 0) t.equal(glyph.getUint16(10 + contours * 2), 0, 'no instructions')
    else t.equal(glyph.getUint16(10) & 0x0100, 0, 'no promise of instructions')
    t.equal(glyph.byteLength, (full.outline(glyphId).length + 3) & ~3)
  }
  t.end()
})

t.test('checksums are right', (t) => {
  const bytes = faceOf('Times').program.subset([36, 68])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  t.equal(bytes.length % 4, 0)
  t.equal(sum, 0xb1b0afba, 'head.checkSumAdjustment completes the sum of the file')
  t.end()
})

t.test('equal glyph sets give equal bytes', (t) => {
  const first = faceOf('Arial').program.subset([3, 36, 68])
  const again = createFontLibrary().select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 }).primary
  t.same(Buffer.from(again.program.subset([3, 36, 68])), Buffer.from(first))
  t.end()
})

t.test('a small subset is small', (t) => {
  t.ok(faceOf('Arial').program.subset(glyphIdsOf(faceOf('Arial'), 'Invoice 2024')).length < 4000)
  t.equal(readSubset(faceOf('Arial').program.subset([])).tables.get('maxp')?.getUint16(4), 1, 'the empty set: .notdef')
  t.doesNotThrow(() => faceOf('Arial').program.subset([60_000]), 'a glyph that the font does not have')
  t.end()
})

t.test('glyphs know their characters', (t) => {
  const { program } = faceOf('Arial')
  t.same(program.codePointsOf(36), [0x41])
  t.same(program.codePointsOf(60_000), [])
  t.end()
})
