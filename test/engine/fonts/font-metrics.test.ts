import t from 'tap'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import type { FontStyle } from '../../../engine/fonts/font-types.js'

const library = createFontLibrary()

function face(family: string, weight = 400, style: FontStyle = 'normal') {
  return library.select({ families: [family], weight, style, stretch: 100 }).primary
}

t.test('metrics are those of the tables, in em', (t) => {
  t.same(face('Arial').metrics, {
    ascent: 1854 / 2048,
    descent: 434 / 2048,
    lineGap: 67 / 2048,
    xHeight: 1082 / 2048,
    capHeight: 1409 / 2048,
    zeroAdvance: 1139 / 2048,
    averageAdvance: 1187 / 2048,
    widestGlyph: 3780 / 2048,
    underlinePosition: (-67 - 150 / 2) / 2048,
    underlineThickness: 150 / 2048,
    strikeoutPosition: (530 - 102 / 2) / 2048,
    strikeoutThickness: 102 / 2048,
  })
  const { ascent, descent, lineGap } = face('Noto Sans Devanagari').metrics
  t.same([ascent, descent, lineGap], [0.896, 0.408, 0])
  t.end()
})

t.test('the program has what a font descriptor needs', (t) => {
  const { program } = face('Times', 700, 'italic')
  t.equal(program.postscriptName, 'LiberationSerif-BoldItalic')
  t.equal(program.outlines, 'glyf')
  t.equal(program.isSerif, true)
  t.equal(program.isFixedPitch, false)
  t.ok(program.italicAngle < -10 && program.italicAngle > -20)
  t.ok(program.stemV > face('Times').program.stemV)
  t.equal(program.ascent, 891)
  t.equal(program.descent, -216)
  t.equal(program.bbox.length, 4)
  t.equal(face('Courier').program.isFixedPitch, true)
  t.equal(face('Arial').program.isSerif, false)
  t.end()
})
