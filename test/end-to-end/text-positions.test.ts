import t, { type Test } from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { pageContents } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()

/** Where the baselines of a page's texts begin in the file, in px from its top left corner. */
function baselines(t: Test, body: string, css = ''): readonly (readonly number[])[] {
  const page = '@page { size: 200px 100px; margin: 0 } body { margin: 0; font: 20px/30px Arial } p { margin: 0 }'
  const html = `<!doctype html><style>${page} ${css}</style>${body}`
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  const [content = ''] = pageContents(pdf)
  t.match(content, /^q \.75 0 0 -\.75 0 75 cm\n/, 'one px is three quarters of a point, y grows downwards')
  const starts: (readonly [number, number])[] = []
  for (const [, x, y, dx] of content.matchAll(/1 0 0 -1 (\S+) (\S+) Tm|(\S+) 0 Td/g)) {
    const [lastX, lastY] = starts.at(-1) ?? [0, 0]
    starts.push(dx === undefined ? [Number(x), Number(y)] : [lastX + Number(dx), lastY])
  }
  return starts
}

t.test('text stands in the file where layout put it', async (t) => {
  // Arial is Liberation Sans: ascent 18.1 and descent 4.24 px round to 18 and 4, half of the leading is 4.
  t.same(baselines(t, '<p style="margin-left:40px">AV</p>'), [[40, 22]])
  t.same(baselines(t, '<p>a</p><p>b</p>'), [
    [0, 22],
    [0, 52],
  ])
  // Four digits of 1139 and a full stop of 569 units of 2048 are 50.0488 px wide, rounded up to 50.0625 on the grid of 1/64 px.
  t.same(baselines(t, '<p style="text-align:right">10.50</p>'), [[149.9375, 22]])
  t.same(baselines(t, '<p style="padding:10px 0 0 5px;border:1px solid">a</p>'), [[6, 33]])
  t.same(
    baselines(
      t,
      '<table><tr><td style="width:60px">x</td><td>y</td></tr></table>',
      'table { border-spacing: 0 } td { padding: 0 }',
    ),
    [
      [0, 22],
      [60, 22],
    ],
  )
})
