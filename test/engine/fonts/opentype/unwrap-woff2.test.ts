import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { FontError } from '../../../../engine/fonts/opentype/font-error.js'
import { readFontFile } from '../../../../engine/fonts/opentype/font-file.js'
import { readGlyphs } from '../../../../engine/fonts/opentype/glyf.js'
import { readSimpleGlyph } from '../../../../engine/fonts/opentype/simple-glyph.js'
import { unwrapFont } from '../../../../engine/fonts/opentype/unwrap-font.js'
import { glyphBytes, makeWoff2 } from '../make-woff2.js'

const FONTS = [
  'liberation/LiberationSans-Regular.ttf',
  'noto/NotoSansThai-Regular.ttf',
  'noto/NotoSansDevanagari-Bold.ttf',
]

function bytesOf(name: string): Buffer {
  return readFileSync(new URL(name, FONTS_FOLDER))
}

t.test('a WOFF2 file holds the outlines and widths of the font it was made from', (t) => {
  for (const name of FONTS) {
    const before = readFontFile(bytesOf(name), name)
    const after = readFontFile(makeWoff2(bytesOf(name)), name)
    t.equal(after.glyphCount, before.glyphCount)
    const glyphs = [readGlyphs(before), readGlyphs(after)] as const
    const changed: number[] = []
    for (let glyphId = 0; glyphId < before.glyphCount; glyphId++) {
      const [a, b] = [glyphBytes(before, glyphId), glyphBytes(after, glyphId)]
      const isSimple = a.length > 0 && a.readInt16BE(0) >= 0
      const isEqual = isSimple
        ? isDeepStrictEqual(readSimpleGlyph(b), readSimpleGlyph(a))
        : isDeepStrictEqual(glyphs[1].outline(glyphId), glyphs[0].outline(glyphId))
      if (!isEqual || !b.subarray(0, 10).equals(a.subarray(0, 10))) changed.push(glyphId)
    }
    t.same(changed, [], name)
    t.same(after.tables.get('hmtx'), before.tables.get('hmtx'))
    for (const [tag, table] of before.tables) {
      if (!['glyf', 'loca', 'head'].includes(tag)) t.same(after.tables.get(tag), table, tag)
    }
  }
  t.end()
})

t.test('tables that were not transformed are taken as they are', (t) => {
  const font = bytesOf('noto/NotoSansThai-Regular.ttf')
  const before = readFontFile(font, 'Thai')
  const after = readFontFile(makeWoff2(font, { transformed: false }), 'Thai')
  for (const [tag, table] of before.tables) if (tag !== 'head') t.same(after.tables.get(tag), table, tag)
  t.end()
})

t.test('a WOFF2 font shapes and embeds like the font in it', (t) => {
  const font = bytesOf('liberation/LiberationSans-Regular.ttf')
  const fonts = [
    { family: 'A', data: font },
    { family: 'B', data: makeWoff2(font) },
  ]
  const library = createFontLibrary({ bundled: false, fonts })
  const style = library.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const [a, b] = ['A', 'B'].map((family) => {
    const { primary } = library.select({ families: [family], weight: 400, style: 'normal', stretch: 100 })
    return library.shape(primary, style, 'Ünder Öffice 24')
  })
  if (a === undefined || b === undefined) throw new Error('no words')
  t.same([...b.glyphs], [...a.glyphs])
  t.same([...b.advances], [...a.advances])
  t.same(b.face.metrics, a.face.metrics)
  const glyphIds = [...new Set(a.glyphs)].sort((x, y) => x - y)
  t.ok(b.face.program.subset(glyphIds).length > 1000)
  t.end()
})

t.test('damage is told as a broken font', (t) => {
  const font = bytesOf('noto/NotoSansThai-Regular.ttf')
  const good = makeWoff2(font)
  const refused = (data: Uint8Array, code: string, message?: RegExp) =>
    t.throws(() => unwrapFont(data, 'Brand'), { code, ...(message === undefined ? {} : { message }) })
  refused(Buffer.from('wOF2 and nothing behind it'), 'broken-font')
  refused(good.subarray(0, 100), 'broken-font')
  refused(good.subarray(0, good.length - 10), 'broken-font')
  const collection = Buffer.from(good)
  collection.write('ttcf', 4, 'latin1')
  refused(collection, 'unsupported-font', /Brand is a collection/)
  const cut = (tag: string, length: number) =>
    makeWoff2(font, { damage: (tables) => tables.set(tag, (tables.get(tag) ?? good).subarray(0, length)) })
  for (const length of [0, 10, 36, 5000]) refused(cut('glyf', length), 'broken-font')
  for (const length of [0, 1, 20]) refused(cut('hmtx', length), 'broken-font')
  refused(cut('head', 20), 'broken-font')
  t.end()
})

t.test('a file that claims more than a font can have is refused before it is unpacked', (t) => {
  const claims = Buffer.alloc(64)
  claims.write('wOF2', 'latin1')
  claims.writeUInt16BE(1, 12)
  // The table `cmap` of 2^32 - 1 bytes.
  Buffer.from([0, 0x8f, 0xff, 0xff, 0xff, 0x7f]).copy(claims, 48)
  t.throws(() => unwrapFont(claims, 'Brand'), { code: 'broken-font', message: /Brand is too large/ })
  const short = makeWoff2(bytesOf('noto/NotoSansThai-Regular.ttf'), {
    damage: (tables) => {
      const glyf = Buffer.from(tables.get('glyf') ?? [])
      glyf.writeUInt32BE(0xffffffff, 8)
      tables.set('glyf', glyf)
    },
  })
  t.throws(() => unwrapFont(short, 'Brand'), { code: 'broken-font' })
  t.end()
})

t.test('whatever bytes are changed, reading gives a font or a FontError', (t) => {
  const font = bytesOf('noto/NotoSansThai-Regular.ttf')
  let state = 1
  const random = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  let refused = 0
  for (let round = 0; round < 60; round++) {
    const data = makeWoff2(font, {
      damage: (tables) => {
        const glyf = Buffer.from(tables.get('glyf') ?? [])
        for (let i = 0; i < 4; i++) glyf[random(round % 2 === 0 ? 40 : glyf.length)] = random(256)
        tables.set('glyf', glyf)
      },
    })
    if (round % 3 === 0) data[random(120)] = random(256)
    try {
      unwrapFont(data, 'Brand')
    } catch (error) {
      refused++
      if (!(error instanceof FontError)) throw error
    }
  }
  t.ok(refused > 10, `${refused} refused`)
  t.end()
})
