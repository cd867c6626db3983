import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import type { FontFace, FontStyle, Synthesis } from '../../../engine/fonts/font-types.js'

const library = createFontLibrary()

function faceOf(families: readonly string[], weight: number, style: FontStyle, from = library): FontFace {
  return from.select({ families, weight, style, stretch: 100 }).primary
}

t.test('what a family lacks is synthesized, and only that', (t) => {
  const both = { bold: true, oblique: true }
  const bold = { bold: true, oblique: false }
  const oblique = { bold: false, oblique: true }
  const cases: readonly (readonly [
    family: string,
    weight: number,
    style: FontStyle,
    expected: Synthesis | undefined,
  ])[] = [
    ['Arial', 700, 'italic', undefined],
    ['Arial', 900, 'oblique', undefined],
    ['Noto Sans Thai', 400, 'normal', undefined],
    ['Noto Sans Thai', 700, 'normal', undefined],
    ['Noto Sans Thai', 400, 'italic', oblique],
    ['Noto Sans Thai', 700, 'oblique', oblique],
    ['Noto Sans Symbols', 599, 'normal', undefined],
    ['Noto Sans Symbols', 600, 'normal', bold],
    ['Noto Sans Symbols', 700, 'italic', both],
  ]
  for (const [family, weight, style, expected] of cases) {
    t.same(faceOf([family], weight, style).synthesis, expected, `${family} ${weight} ${style}`)
  }
  t.end()
})

t.test('letters are slanted for angles that browsers slant them for', (t) => {
  const isSlanted = (style: number) =>
    library.select({ families: ['Noto Sans Thai'], weight: 400, style, stretch: 100 }).primary.synthesis?.oblique ??
    false
  t.same([-20, 0, 10, 13.9, 14, 20, 60].filter(isSlanted), [14, 20, 60])
  const data = readFileSync(new URL('liberation/LiberationMono-Italic.ttf', FONTS_FOLDER))
  const slight = library.extend([{ family: 'Slight', data, style: 'oblique', angle: 5 }])
  t.same(faceOf(['Slight'], 400, 'normal', slight).synthesis, undefined)
  t.same(faceOf(['Slight'], 400, 'italic', slight).synthesis, { bold: false, oblique: true })
  t.end()
})

t.test('a given family without bold or italic faces is synthesized, one with them is not', (t) => {
  const bytes = (name: string) => readFileSync(new URL(`liberation/LiberationMono-${name}.ttf`, FONTS_FOLDER))
  const extended = library.extend([{ family: 'Brand', data: bytes('Regular') }])
  t.same(faceOf(['Brand'], 700, 'italic', extended).synthesis, { bold: true, oblique: true })
  const withItalic = extended.extend([{ family: 'Brand', data: bytes('Italic') }])
  t.same(faceOf(['Brand'], 700, 'italic', withItalic).synthesis, { bold: true, oblique: false })
  t.same(faceOf(['Brand'], 400, 'normal', withItalic).synthesis, undefined, 'faces given one by one make a family')
  const withBold = withItalic.extend([{ family: 'Brand', data: bytes('BoldItalic') }])
  t.same(faceOf(['Brand'], 700, 'italic', withBold).synthesis, undefined)
  t.end()
})

t.test('what may not be synthesized is as the family has it', (t) => {
  const wanted = { families: ['Noto Sans Symbols'], weight: 700, style: 'italic', stretch: 100 } as const
  const plain = faceOf(['Noto Sans Symbols'], 400, 'normal')
  for (const synthesis of [
    { bold: true, oblique: false },
    { bold: false, oblique: true },
  ]) {
    t.same(library.select({ ...wanted, synthesis }).primary.synthesis, synthesis)
  }
  t.equal(library.select({ ...wanted, synthesis: { bold: false, oblique: false } }).primary, plain)
  t.end()
})

t.test('a synthesized face shares all but its drawing with the plain one', (t) => {
  const plain = faceOf(['Noto Sans Thai'], 400, 'normal')
  const slanted = faceOf(['Noto Sans Thai'], 400, 'italic')
  t.not(slanted, plain)
  t.not(slanted.id, plain.id)
  t.equal(slanted, faceOf(['Noto Sans Thai'], 400, 'oblique'))
  t.equal(slanted.program, plain.program)
  t.equal(slanted.metrics, plain.metrics)
  const style = library.shaping({ direction: 'ltr', script: 'thai', language: '', features: {} })
  const shapedBefore = library.shapedWords
  const [a, b] = [library.shape(plain, style, 'กำ'), library.shape(slanted, style, 'กำ')]
  t.equal(a.face, plain)
  t.equal(b.face, slanted)
  t.equal(b.glyphs, a.glyphs)
  t.equal(b.width, a.width)
  t.equal(library.shape(slanted, style, 'กำ'), b)
  t.ok(library.shapedWords - shapedBefore <= 2)
  t.end()
})

t.test('fallback faces are synthesized too', (t) => {
  const selection = library.select({ families: ['Arial'], weight: 400, style: 'italic', stretch: 100 })
  const [latin, thai] = selection.itemize('a ก').map((run) => run.face)
  t.equal(latin?.synthesis, undefined)
  t.same(thai?.synthesis, { bold: false, oblique: true })
  t.end()
})
