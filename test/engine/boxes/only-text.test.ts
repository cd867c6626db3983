import t from 'tap'
import type { InlineItem } from '../../../engine/boxes/box-tree.js'
import { InlineRun } from '../../../engine/boxes/build/inline-run.js'
import { itemsOfOnlyText } from '../../../engine/boxes/build/only-text.js'
import fc from '../../fast-check.js'
import { createSquareFonts } from '../layout/square-fonts.js'
import { testStyle } from '../layout/test-style.js'

const fonts = createSquareFonts()

t.test('a text alone gives the items that it gives among others', (t) => {
  const character = fc.constantFrom('a', 'B', ' ', ' ', '\n', '\r', '\t', '\u00a0', '\u200b', '漢', '𠀀', 'ß')
  for (const whiteSpaceCollapse of ['collapse', 'preserve', 'preserve-breaks', 'break-spaces'] as const) {
    for (const textTransform of ['none', 'uppercase'] as const) {
      const style = testStyle(fonts, { whiteSpaceCollapse, textTransform })
      fc.assert(
        fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
          const text = characters.join('')
          const run = new InlineRun()
          run.addText(text, style)
          const expected: readonly InlineItem[] = run.hasContent ? run.finish(() => -1) : []
          t.strictSame(itemsOfOnlyText(text, style), expected)
        }),
        { numRuns: 60 },
      )
    }
  }
  t.end()
})

t.test('collapsing twice changes nothing, and cutting a text in two changes nothing', (t) => {
  const style = testStyle(fonts)
  const character = fc.constantFrom('a', ' ', ' ', '\n', '\t', '漢', '\u200b')
  const texts = (...parts: readonly string[]): string => {
    const run = new InlineRun()
    for (const part of parts) run.addText(part, style)
    if (!run.hasContent) return ''
    return run
      .finish(() => -1)
      .map((item) => (item.kind === 'text' ? item.text : '?'))
      .join('')
  }
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), fc.nat(12), (characters, cut) => {
      const text = characters.join('')
      const whole = texts(text)
      t.equal(texts(whole), whole)
      t.equal(texts(text.slice(0, cut), text.slice(cut)), whole)
    }),
    { numRuns: 300 },
  )
  t.end()
})
