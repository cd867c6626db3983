import t from 'tap'
import { itemizeText, ScriptReader } from '../../../../engine/layout/inline/text-runs.js'
import { textStyleOf } from '../../../../engine/layout/inline/text-style.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext } from '../test-context.js'
import { testStyle } from '../test-style.js'
import { INLINE_ALGORITHMS } from './inline-builder.js'

/** The runs of some pieces of one paragraph: `script(text)`. */
function scripts(...pieces: readonly string[]): string {
  const fonts = createSquareFonts()
  const ctx = createTestContext(fonts, INLINE_ALGORITHMS)
  const style = textStyleOf(ctx, testStyle(fonts))
  const reader = new ScriptReader(pieces.join(''))
  let offset = 0
  const runs: string[] = []
  for (const piece of pieces) {
    for (const { start, end, run } of itemizeText(ctx, piece, style, reader, { levels: undefined, offset })) {
      runs.push(`${run.shaping.script}(${piece.slice(start, end)})`)
    }
    offset += piece.length
  }
  return runs.join(' ')
}

t.test('what scripts share is of the script of the text before it, or behind it at the start', async (t) => {
  const cases: readonly (readonly [pieces: readonly string[], runs: string])[] = [
    [['11'], 'latn(11)'],
    [['(1,11)'], 'latn((1,11))'],
    [['A11'], 'latn(A11)'],
    [['11 A'], 'latn(11 A)'],
    [['Я 11'], 'cyrl(Я 11)'],
    [['11 Я'], 'cyrl(11 Я)'],
    [['Я 11 A 11'], 'cyrl(Я 11 ) latn(A 11)'],
    [['Я', ' 11'], 'cyrl(Я) cyrl( 11)'],
    [['Я', ' A 11', ' 11'], 'cyrl(Я) cyrl( ) latn(A 11) latn( 11)'],
    [['11 ', 'Ω'], 'grek(11 ) grek(Ω)'],
    [['א 11'], 'hebr(א 11)'],
  ]
  for (const [pieces, runs] of cases) t.equal(scripts(...pieces), runs, pieces.join('|'))
})
