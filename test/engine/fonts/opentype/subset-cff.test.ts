import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { type CffTable, readCff } from '../../../../engine/fonts/opentype/cff.js'
import { type FontFile, readFontFile } from '../../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../../engine/fonts/opentype/pack-tables.js'
import { subsetCff } from '../../../../engine/fonts/opentype/subset-cff.js'
import { type CffPart, makeCff } from '../make-cff.js'

const PLAIN = readFileSync(new URL('liberation/LiberationMono-Regular.ttf', FONTS_FOLDER))
const MONO = readFontFile(PLAIN, 'mono')
const OTTO = 0x4f54544f

// Operators and numbers of charstrings.
const [HSTEM, RLINETO, CALLSUBR, RETURN, END, HSTEMHM, HINTMASK, RMOVETO, CALLGSUBR] = [
  1, 5, 10, 11, 14, 18, 19, 21, 29,
]
const num = (value: number) => value + 139
/** The first subroutine of few has the number -107. */
const FIRST = num(-107)
/** The width of all glyphs, 1229, as it stands in charstrings. */
const WIDTH = [28, 1229 >> 8, 1229 & 0xff]

function fileWith(cff: Uint8Array): FontFile {
  return { ...MONO, advanceWidth: () => 1229, tables: new Map([['CFF ', new DataView(cff.buffer)]]) }
}

function damaged(glyphId: number): never {
  throw new RangeError(`glyph ${glyphId}`)
}

function flatten(parts: readonly CffPart[], globals: readonly (readonly number[])[], glyphId: number): number[] {
  const file = fileWith(makeCff(parts, globals))
  const subset = subsetCff(file, readCff(file), [glyphId], damaged)
  return [...readBack(subset).charstring(1)]
}

function readBack(subset: Uint8Array): CffTable {
  return readCff(fileWith(subset))
}

t.test('charstrings lose hints and subroutines and state their width', (t) => {
  const square = [num(50), num(0), num(0), num(50), RLINETO]
  const moved = [num(1), num(2), RMOVETO]
  const flat = [...WIDTH, ...moved, ...square, END]
  const cases: readonly (readonly [what: string, part: CffPart, globals: readonly (readonly number[])[]])[] = [
    ['as it is', { glyphs: [[END], [...moved, ...square, END]] }, []],
    ['with a width', { glyphs: [[END], [num(7), ...moved, ...square, END]] }, []],
    ['without an end', { glyphs: [[END], [...moved, ...square]] }, []],
    ['with stems', { glyphs: [[END], [num(1), num(2), HSTEM, ...moved, ...square, END]] }, []],
    ['with a width before stems', { glyphs: [[END], [num(7), num(1), num(2), HSTEM, ...moved, ...square, END]] }, []],
    [
      'with a mask for nine stems',
      {
        glyphs: [
          [END],
          [
            ...[...new Array<number>(16).fill(num(1)), HSTEMHM, num(1), num(1), HINTMASK, 255, 128],
            ...[...moved, HINTMASK, 7, 7, ...square, END],
          ],
        ],
      },
      [],
    ],
    [
      'with a local subroutine',
      { subroutines: [[...square, RETURN]], glyphs: [[END], [...moved, FIRST, CALLSUBR, END]] },
      [],
    ],
    [
      'that ends in a subroutine',
      { subroutines: [[...square, END]], glyphs: [[END], [...moved, FIRST, CALLSUBR, num(9)]] },
      [],
    ],
    ['with a global subroutine', { glyphs: [[END], [FIRST, CALLGSUBR, ...square, END]] }, [[...moved, RETURN]]],
    [
      'with a subroutine in a subroutine',
      { subroutines: [[FIRST, CALLGSUBR, RETURN]], glyphs: [[END], [...moved, FIRST, CALLSUBR, END]] },
      [square],
    ],
    ['with a computed number', { glyphs: [[END], [num(2), num(2), 12, 12, num(2), RMOVETO, ...square, END]] }, []],
  ]
  for (const [what, part, globals] of cases) t.same(flatten([part], globals, 1), flat, what)
  t.same(flatten([{ glyphs: [[END], [END]] }], [], 1), [...WIDTH, END], 'an empty glyph')
  t.same(flatten([{ glyphs: [[END], [num(5), END]] }], [], 1), [...WIDTH, END], 'an empty glyph with a width')
  t.end()
})

t.test('each glyph of a CID-keyed font calls the subroutines of its own Font DICT', (t) => {
  const drawing = (to: number): CffPart => ({
    subroutines: [[num(to), num(to), RLINETO, RETURN]],
    glyphs: [[num(1), num(1), RMOVETO, FIRST, CALLSUBR, END]],
  })
  const parts = [drawing(10), drawing(20), drawing(30)]
  for (const glyphId of [1, 2]) {
    const to = num((glyphId + 1) * 10)
    t.same(flatten(parts, [], glyphId), [...WIDTH, num(1), num(1), RMOVETO, to, to, RLINETO, END])
  }
  t.end()
})

t.test('a subset is CID-keyed, with the glyph ids of the font as CIDs', (t) => {
  const glyphs = Array.from({ length: 6 }, (_, i) => [num(i), num(i), RMOVETO, END])
  const file = fileWith(makeCff([{ glyphs }]))
  const subset = subsetCff(file, readCff(file), [2, 5, 60_000], damaged)
  const text = Buffer.from(subset).toString('latin1')
  t.ok(text.includes('AdobeIdentity'))
  t.ok(text.includes('\x00\x00\x02\x00\x05\x03\x00\x01\x00\x00\x00\x00\x03'), 'charset, then the one Font DICT for all')
  const back = readBack(subset)
  t.equal(back.glyphCount, 3)
  t.same([...back.charstring(2)], [...WIDTH, num(5), num(5), RMOVETO, END])
  const once = subsetCff(file, readCff(file), [2, 5], damaged)
  t.same(once, subsetCff(file, readCff(file), [2, 5], damaged), 'equal sets, equal bytes')
  t.ok(subset.length < 300, `${subset.length} bytes`)
  t.end()
})

t.test('the font matrix tells an em that does not have 1000 units', (t) => {
  const cff = makeCff([{ glyphs: [[END]] }])
  const matrixOf = (unitsPerEm: number) => {
    const file = { ...fileWith(cff), unitsPerEm }
    return Buffer.from(subsetCff(file, readCff(file), [], damaged)).toString('hex')
  }
  t.notMatch(matrixOf(1000), /0c07/)
  t.match(matrixOf(2048), /1ea00048828125ff8b8b1ea00048828125ff8b8b0c07/)
  t.end()
})

t.test('charstrings that cannot be followed are told', (t) => {
  const cases: readonly (readonly [what: string, part: CffPart, globals?: readonly (readonly number[])[]])[] = [
    ['an unknown subroutine', { glyphs: [[END], [num(0), CALLSUBR, END]] }],
    ['a subroutine without a number', { glyphs: [[END], [CALLSUBR, END]] }],
    ['a loop', { glyphs: [[END], [FIRST, CALLGSUBR, END]] }, [[FIRST, CALLGSUBR]]],
    ['a move without a place', { glyphs: [[END], [num(1), RMOVETO, END]] }],
    ['an unknown operator', { glyphs: [[END], [2, END]] }],
    ['a number that ends early', { glyphs: [[END], [28, 1]] }],
    ['too many operands', { glyphs: [[END], [...new Array<number>(600).fill(num(1)), END]] }],
    [
      'subroutines that call more and more',
      { glyphs: [[END], [FIRST, CALLGSUBR, END]] },
      Array.from({ length: 9 }, (_, i) => new Array<number[]>(12).fill([num(i - 106), CALLGSUBR]).flat()),
    ],
  ]
  for (const [what, part, globals] of cases) {
    t.throws(() => flatten([part], globals ?? [], 1), RangeError, what)
  }
  t.end()
})

t.test('a font file with CFF outlines shapes and embeds', (t) => {
  const tables: PackedTable[] = [...MONO.tables]
    .filter(([tag]) => ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post'].includes(tag))
    .map(([tag, table]) => [tag, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)])
  const glyphs = Array.from({ length: 60 }, (_, i) => [num(i), num(i), RMOVETO, num(i), num(9), RLINETO, END])
  tables.push(['CFF ', makeCff([{ glyphs }])])
  const data = packTables(
    OTTO,
    tables.sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const library = createFontLibrary({ bundled: false, fonts: [{ family: 'C', data }] })
  const { primary } = library.select({ families: ['C'], weight: 400, style: 'normal', stretch: 100 })
  const style = library.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const word = library.shape(primary, style, 'A0')
  t.same([...word.advances], [1229, 1229])
  t.equal(primary.program.outlines, 'cff')
  const ids = [...new Set(word.glyphs)].sort((a, b) => a - b)
  const back = readBack(primary.program.subset(ids))
  t.equal(back.glyphCount, 3)
  const damagedLibrary = libraryOfDamaged(data)
  const face = damagedLibrary.select({ families: ['C'], weight: 400, style: 'normal', stretch: 100 }).primary
  const emptied = readBack(face.program.subset(ids))
  const lengths = [1, 2].map((glyph) => emptied.charstring(glyph).length)
  t.same(lengths, [10, WIDTH.length + 1], 'a damaged glyph is empty, the other one whole')
  t.match(damagedLibrary.damage, [{ family: 'C', message: /has a damaged glyph, number \d+/ }])
  t.end()
})

/** The font with offsets of its charstrings that run backwards. */
function libraryOfDamaged(data: Uint8Array) {
  const copy = Buffer.from(data)
  for (let i = 0; i < copy.readUInt16BE(4); i++) {
    const entry = 12 + i * 16
    if (copy.toString('latin1', entry, entry + 4) !== 'CFF ') continue
    const at = copy.readUInt32BE(entry + 8) + 100
    for (let k = 0; k < 60; k += 2) copy.writeUInt16BE(200 - k, at + k)
  }
  return createFontLibrary({ bundled: false, fonts: [{ family: 'C', data: copy }] })
}
