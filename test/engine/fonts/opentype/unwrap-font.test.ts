import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { UnpackingBudget } from '../../../../engine/fonts/opentype/unpacking-budget.js'
import { unpackedLength, unwrapFont } from '../../../../engine/fonts/opentype/unwrap-font.js'
import { makeWoff2 } from '../make-woff2.js'

const FILE = readFileSync(new URL('noto/NotoSansThai-Regular.ttf', FONTS_FOLDER))
const TABLES = FILE.readUInt16BE(4)

/** The font as WOFF 1.0, every second table compressed if that makes it smaller. */
function toWoff(font: Buffer): Buffer {
  const directory = Buffer.alloc(44 + TABLES * 20)
  directory.write('wOFF', 'latin1')
  font.copy(directory, 4, 0, 4)
  directory.writeUInt16BE(TABLES, 12)
  const parts: Buffer[] = [directory]
  let at = directory.length
  for (let i = 0; i < TABLES; i++) {
    const { tag, bytes } = tableOf(font, i)
    const deflated = deflateSync(bytes)
    const packed = i % 2 === 0 && deflated.length < bytes.length ? deflated : bytes
    const entry = 44 + i * 20
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(at, entry + 4)
    directory.writeUInt32BE(packed.length, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    parts.push(packed)
    at += packed.length
  }
  return Buffer.concat(parts)
}

/** A collection of the one font: a header in front, all offsets moved by its length. */
function toCollection(font: Buffer): Buffer {
  const moved = Buffer.from(font)
  for (let i = 0; i < TABLES; i++) moved.writeUInt32BE(moved.readUInt32BE(12 + i * 16 + 8) + 16, 12 + i * 16 + 8)
  const header = Buffer.alloc(16)
  header.write('ttcf', 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(1, 8)
  header.writeUInt32BE(16, 12)
  return Buffer.concat([header, moved])
}

function tableOf(font: Buffer, index: number): { readonly tag: string; readonly bytes: Buffer } {
  const entry = 12 + index * 16
  const offset = font.readUInt32BE(entry + 8)
  return {
    tag: font.toString('latin1', entry, entry + 4),
    bytes: font.subarray(offset, offset + font.readUInt32BE(entry + 12)),
  }
}

t.test('WOFF files and collections hold the same tables as the font itself', (t) => {
  for (const [name, wrapped] of Object.entries({ woff: toWoff(FILE), collection: toCollection(FILE) })) {
    const unwrapped = Buffer.from(unwrapFont(wrapped, name))
    t.equal(unwrapped.readUInt16BE(4), TABLES, name)
    for (let i = 0; i < TABLES; i++) {
      const [expected, found] = [tableOf(FILE, i), tableOf(unwrapped, i)]
      t.equal(found.tag, expected.tag)
      // The checksum of the file is computed anew.
      if (expected.tag !== 'head') t.ok(found.bytes.equals(expected.bytes), `${name} ${expected.tag}`)
    }
  }
  t.end()
})

t.test('a plain font is left as it is', (t) => {
  t.equal(unwrapFont(FILE, 'plain'), FILE)
  t.end()
})

t.test('a WOFF font shapes and embeds like the font in it', (t) => {
  const library = createFontLibrary({
    bundled: false,
    fonts: [
      { family: 'A', data: FILE },
      { family: 'B', data: toWoff(FILE) },
    ],
  })
  const style = library.shaping({ direction: 'ltr', script: 'thai', language: '', features: {} })
  const [a, b] = ['A', 'B'].map(
    (family) => library.select({ families: [family], weight: 400, style: 'normal', stretch: 100 }).primary,
  )
  if (a === undefined || b === undefined) throw new Error('no faces')
  const [inA, inB] = [library.shape(a, style, 'น้ำ'), library.shape(b, style, 'น้ำ')]
  t.same([...inB.glyphs], [...inA.glyphs])
  t.same([...inB.advances], [...inA.advances])
  t.same(Buffer.from(b.program.subset([40, 41])).equals(Buffer.from(a.program.subset([40, 41]))), true)
  t.end()
})

t.test('what claims too much or does not unpack is refused', (t) => {
  const huge = toWoff(FILE)
  huge.writeUInt32BE(0x7fffffff, 44 + 12)
  t.throws(() => unwrapFont(huge, 'Brand'), { code: 'broken-font', message: /Brand is too large/ })
  const damaged = toWoff(FILE)
  const compressed = Array.from({ length: TABLES }, (_, i) => 44 + i * 20).find(
    (entry) => damaged.readUInt32BE(entry + 8) < damaged.readUInt32BE(entry + 12),
  )
  const start = damaged.readUInt32BE((compressed ?? 0) + 4)
  damaged.fill(0xff, start, start + 8)
  t.throws(() => unwrapFont(damaged, 'Brand'), {
    code: 'broken-font',
    message: 'Brand cannot be unpacked: it is damaged or cut off',
  })
  t.throws(() => unwrapFont(toCollection(FILE).subarray(0, 40), 'Brand'), { code: 'broken-font' })
  t.end()
})

t.test('the unpacked length of a font is known before it is unpacked', async (t) => {
  let tables = 0
  for (let i = 0; i < TABLES; i++) tables += tableOf(FILE, i).bytes.length
  t.equal(unpackedLength(FILE), FILE.length)
  t.equal(unpackedLength(toWoff(FILE)), tables)
  t.ok(toWoff(FILE).length < tables)
  const unpacked = unpackedLength(makeWoff2(FILE))
  t.ok(unpacked > FILE.length * 0.7 && unpacked < FILE.length * 1.1, 'of outlines in the form that they are packed in')
  t.equal(unpackedLength(Buffer.from('wOF2 and nothing else')), 21)
  t.equal(unpackedLength(Buffer.from('short')), 5)
})

t.test('fonts that are unpacked together have one budget', (t) => {
  const refused = { code: 'broken-font', message: /Brand is too large beside the fonts before it/ }
  for (const packed of [toWoff(FILE), makeWoff2(FILE), toCollection(FILE)]) {
    const budget = new UnpackingBudget(FILE.length * 1.8)
    unwrapFont(packed, 'Brand', budget)
    t.throws(() => unwrapFont(packed, 'Brand', budget), refused)
    t.equal(unwrapFont(FILE, 'Brand', budget), FILE, 'nothing is unpacked of a plain file')
  }
  const restored = new UnpackingBudget(unpackedLength(makeWoff2(FILE)))
  t.throws(() => unwrapFont(makeWoff2(FILE), 'Brand', restored), { code: 'broken-font' }, 'outlines count as restored')
  t.end()
})
