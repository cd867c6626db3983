import t from 'tap'
import { compileSmall, layOut, placesOn } from '../lay-out.js'
import { lay, linesOf, type Overrides, wordPositions } from './inline-builder.js'

const words = (style: Overrides, text: string): readonly string[] =>
  linesOf(lay(200, style, text).fragment).map((line) => wordPositions(line).join(' '))

t.test('each paragraph of plain text is aligned and ordered by its own first letter', async (t) => {
  const page = (css: string, body: string) => placesOn(layOut(compileSmall(css, body)).pages[0])
  const css = 'pre { margin: 0; font: inherit }'
  t.same(page(css, '<pre dir=auto>abc\nאבג</pre>'), ['abc@0,0', 'אבג@170,10'])
  t.same(page(`${css} pre { text-align: end }`, '<pre dir=auto>abc\nאבג</pre>'), ['abc@170,0', 'אבג@0,10'])
  t.same(page(`${css} pre { white-space: pre-wrap; width: 60px }`, '<pre dir=auto>1 אבגדהו\nab אב</pre>').slice(-1), [
    'אב@30,20',
  ])
  t.same(page('p { margin: 0; unicode-bidi: plaintext }', '<p>(אב) x<br>12 ab<br>\u2067אב\u2069 c'), [
    'x@140,0',
    '(אב)@150,0',
    '12@0,10',
    'ab@20,10',
    'אב@0,20',
    'c@20,20',
  ])
})

t.test(
  'spaces before a mark of direction have its direction, and no-break spaces that of the text around',
  async (t) => {
    const rtl: Overrides = { direction: 'rtl' }
    t.same(words({}, 'ת + ÷ \u00a0\u200f'), ['÷@20 +@40 ת@60'])
    t.same(words({}, 'ת + ÷ \u00a0'), ['ת@0 +@20 ÷@40'])
    t.same(words(rtl, 'ab\u00a0\u200e'), ['ab@170'])
    t.same(words(rtl, 'ab\u00a0'), ['ab@180'])
    t.same(words({ whiteSpaceCollapse: 'preserve' }, 'אב  \u200f'), ['אב@20'])
    t.same(words({ whiteSpaceCollapse: 'preserve' }, 'אב  '), ['אב@0'])
  },
)
