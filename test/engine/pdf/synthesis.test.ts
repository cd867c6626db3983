import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import type { FontStyle, ShapedWord } from '../../../engine/fonts/font-types.js'
import type { TextRun } from '../../../engine/paint/paint-target.js'
import { createPdfTarget } from '../../../engine/pdf/create-pdf-target.js'
import { color, fonts } from '../paint/fragments.js'
import { pageContents } from './read-pdf.js'

const RED = color('#f00')
const BLACK = color('#000')

function word(text: string, family: string, weight: number, style: FontStyle): ShapedWord {
  const { primary } = fonts.select({ families: [family], weight, style, stretch: 100 })
  return fonts.shape(primary, fonts.shaping({ direction: 'ltr', script: 'thai', language: '', features: {} }), text)
}

function run(words: readonly ShapedWord[], fontSize: number, ink = RED): TextRun {
  const positions: number[] = []
  let x = 0
  for (const { width, face } of words) {
    positions.push(x)
    x += (width / face.unitsPerEm) * fontSize
  }
  return { x: 100, y: 50, fontSize, color: ink, letterSpacing: 0, words, positions }
}

function operators(...runs: readonly TextRun[]): string[] {
  const target = createPdfTarget({ date: new Date(0) })
  target.beginPage({ width: 300, height: 300 })
  for (const each of runs) target.showText(each)
  target.endPage()
  return pageContents(target.finish())[0]?.split('\n') ?? []
}

const pick = (lines: readonly string[], pattern: RegExp) => lines.filter((line) => pattern.test(line))

t.test('synthesized oblique letters lean through the text matrix', (t) => {
  const lines = operators(run([word('ก', 'Noto Sans Thai', 400, 'italic')], 16))
  t.same(pick(lines, / Tm$/), ['1 0 .25 -1 100 50 Tm'])
  t.same(pick(lines, / (Tr|w|RG)$/), [])
  t.end()
})

t.test('letters of a face that is drawn larger have their size, and stand where layout put them', (t) => {
  const data = readFileSync(new URL('liberation/LiberationSans-Regular.ttf', FONTS_FOLDER))
  const larger = fonts.extend([{ family: 'Larger', data, scale: 1.5 }])
  const { primary } = larger.select({ families: ['Larger'], weight: 400, style: 'normal', stretch: 100 })
  const shaping = larger.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const shaped = larger.shape(primary, shaping, 'AV')
  const lines = operators(run([shaped, shaped], 20))
  t.same(pick(lines, / Tf$/), ['/F0 30 Tf'])
  const plain = word('AV', 'Liberation Sans', 400, 'normal')
  t.same(pick(lines, /TJ$/), pick(operators(run([plain, plain], 30)), /TJ$/))
  t.end()
})

t.test('upright letters behind slanted ones stand where layout put them', (t) => {
  const slanted = word('กก', 'Noto Sans Thai', 400, 'italic')
  const upright = word('ก', 'Noto Sans Thai', 400, 'normal')
  const lines = operators(run([slanted, upright, slanted], 20))
  const advance = (slanted.width / slanted.face.unitsPerEm) * 20
  const matrices = pick(lines, / Tm$/)
  t.equal(matrices.length, 3)
  t.equal(matrices[0], '1 0 .25 -1 100 50 Tm')
  const [, , slant, , x] = (matrices[1] ?? '').split(' ').map(Number)
  t.equal(slant, 0)
  t.ok(Math.abs((x ?? 0) - 100 - advance) < 0.05, `${x}`)
  t.end()
})

t.test('synthesized bold letters are stroked in their own colour, finer in large sizes', (t) => {
  for (const [fontSize, expected] of [
    [6, 6 / 24],
    [9, 9 / 24],
    [22.5, 22.5 * (1 / 24 + 1 / 32) * 0.5],
    [36, 36 / 32],
    [72, 72 / 32],
  ] as const) {
    const lines = operators(run([word('☂', 'Noto Sans Symbols', 700, 'normal')], fontSize))
    t.same(pick(lines, / Tr$/), ['2 Tr'])
    t.same(pick(lines, / RG$/), ['1 0 0 RG'])
    const width = Number.parseFloat(pick(lines, / w$/)[0] ?? '')
    t.ok(Math.abs(width - expected) < 0.005, `${fontSize} px: ${width}`)
  }
  t.end()
})

t.test('text behind bold letters is not stroked', (t) => {
  const bold = word('☂', 'Noto Sans Symbols', 700, 'normal')
  const plain = word('☂', 'Noto Sans Symbols', 400, 'normal')
  t.same(pick(operators(run([bold, plain, bold], 16)), / Tr$/), ['2 Tr', '0 Tr', '2 Tr'])
  t.same(pick(operators(run([bold], 16), run([plain], 16, BLACK)), / (Tr|RG|rg|g|G)$/), [
    '1 0 0 rg',
    '1 0 0 RG',
    '2 Tr',
    '0 g',
    '0 Tr',
  ])
  t.end()
})
