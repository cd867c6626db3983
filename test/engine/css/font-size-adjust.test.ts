import t from 'tap'
import { computeFontSizeAdjust, usedFontSize } from '../../../engine/css/values/font-size-adjust.js'

const face = (xHeight: number, capHeight = 0.7, zeroAdvance = 0.5) => ({ metrics: { xHeight, capHeight, zeroAdvance } })

t.test('each face is used in the size that gives it the metric', async (t) => {
  const style = { fontSize: 20, fontSizeAdjust: { metric: 'ex-height', value: 0.6 } } as const
  t.equal(usedFontSize(style, face(0.5)), 24)
  t.equal(usedFontSize(style, face(0.6)), 20)
  t.equal(usedFontSize({ ...style, fontSizeAdjust: 'none' }, face(0.5)), 20)
})

t.test('a face without the metric is as large as the style says, and none is without end', async (t) => {
  const style = { fontSize: 20, fontSizeAdjust: { metric: 'ex-height', value: 1e9 } } as const
  t.equal(usedFontSize(style, face(0)), 20)
  t.equal(usedFontSize(style, face(0.5)), 20_000)
})

t.test('from-font is what the metric is in the first font', async (t) => {
  t.same(computeFontSizeAdjust({ metric: 'cap-height', value: 'from-font' }, { primary: face(0.5, 0.72) }), {
    metric: 'cap-height',
    value: 0.72,
  })
  t.equal(computeFontSizeAdjust({ metric: 'ex-height', value: 'from-font' }, { primary: face(0) }), 'none')
})
