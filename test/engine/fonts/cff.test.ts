import t from 'tap'
import { readCff, subsetCff } from '../../../engine/fonts/cff.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { libraryFace } from '../../../engine/fonts/font-face.js'
import type { FontFile } from '../../../engine/fonts/font-file.js'

const END_CHAR = 14

function index(entries: readonly (readonly number[])[]): number[] {
  if (entries.length === 0) return [0, 0]
  const offsets = [1]
  for (const entry of entries) offsets.push((offsets[offsets.length - 1] ?? 1) + entry.length)
  return [0, entries.length, 1, ...offsets, ...entries.flat()]
}

/** A five-byte operand, so that offsets do not change the length. */
const operand = (value: number) => [29, 0, 0, value >> 8, value & 0xff]

/** A CFF table with four glyphs; a CID-keyed one has the CIDs 7, 9 and 8. */
function makeCff(charStrings: readonly (readonly number[])[], cidKeyed: boolean): number[] {
  const header = [1, 0, 4, 1]
  const names = index([[0x41]])
  const makeTop = (charset: number, charStringsAt: number) => [
    ...(cidKeyed ? [...operand(391), ...operand(392), ...operand(0), 12, 30] : []),
    ...operand(charset),
    15,
    ...operand(charStringsAt),
    17,
  ]
  const before = [...header, ...names, ...index([makeTop(0, 0)]), ...index([]), ...index([])]
  const charset = [0, 0, 7, 0, 9, 0, 8]
  const top = makeTop(before.length, before.length + charset.length)
  return [...header, ...names, ...index([top]), ...index([]), ...index([]), ...charset, ...index(charStrings), 0xee]
}

function fileWith(cff: readonly number[]): FontFile {
  const library = createFontLibrary()
  const { primary } = library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  return { ...libraryFace(primary).file, tables: new Map([['CFF ', new DataView(Uint8Array.from(cff).buffer)]]) }
}

const CHAR_STRINGS = [
  [1, 1, END_CHAR],
  [2, 2, 2, END_CHAR],
  [3, 3, END_CHAR],
  [4, END_CHAR],
]

t.test('a subset keeps the charstrings of its glyphs and empties the others, in place', (t) => {
  const bytes = makeCff(CHAR_STRINGS, false)
  const subset = subsetCff(readCff(fileWith(bytes)), [2])
  t.equal(subset.length, bytes.length)
  const expected = makeCff([[1, 1, END_CHAR], [END_CHAR], [3, 3, END_CHAR], [END_CHAR]], false)
  const zeros = bytes.length - expected.length
  t.same([...subset], [...expected.slice(0, -1), ...new Array<number>(zeros).fill(0), 0xee])
  t.end()
})

t.test('glyphs of a CID-keyed font get their glyph ids as CIDs', (t) => {
  const bytes = makeCff(CHAR_STRINGS, true)
  const cff = readCff(fileWith(bytes))
  t.equal(cff.isCidKeyed, true)
  const subset = subsetCff(cff, [1, 2, 3])
  const at = cff.charset ?? 0
  t.same([...subset.subarray(at, at + 5)], [2, 0, 1, 0, 2])
  t.end()
})

t.test('equal sets give equal bytes, and the font itself is not written to', (t) => {
  const bytes = makeCff(CHAR_STRINGS, false)
  const cff = readCff(fileWith(bytes))
  t.same(subsetCff(cff, [1]), subsetCff(cff, [1]))
  t.same([...cff.bytes], bytes)
  t.end()
})
