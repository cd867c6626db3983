import t from 'tap'
import { buildGeneratedBlock } from '../../../engine/boxes/build/page-margin-content.js'
import { dumpBox } from '../../../engine/dump/dump-boxes.js'
import type { ComputedStyle, ContentItem } from '../../../engine/style/computed-style.js'
import { createSquareFonts } from '../layout/square-fonts.js'
import { testStyle } from '../layout/test-style.js'

const fonts = createSquareFonts()

function generated(content: ComputedStyle['content'], overrides: Partial<ComputedStyle> = {}): string {
  let id = 10
  const block = buildGeneratedBlock(testStyle(fonts, { content, ...overrides }), {
    counters: new Map([
      ['page', 3],
      ['pages', 12],
    ]),
    nextId: () => id++,
  })
  t.equal(block.id, 10)
  return dumpBox(block)
}

t.test('the box of a page-margin box', (t) => {
  const numbers: ContentItem[] = [
    { kind: 'string', text: 'Page ' },
    { kind: 'counter', name: 'page', style: 'upper-roman' },
    { kind: 'string', text: ' of ' },
    { kind: 'counter', name: 'pages', style: 'decimal' },
    { kind: 'counters', name: 'chapter', separator: '.', style: 'decimal' },
  ]
  t.equal(generated(numbers), 'block (context)\n  inline-root "Page III of 120"')
  t.equal(
    generated([{ kind: 'string', text: 'a\nb' }], { whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' }),
    'block (context)\n  inline-root "a" [break] "b"',
  )
  t.equal(
    generated([
      { kind: 'quote', open: true, visible: true },
      { kind: 'attribute', name: 'x' },
      { kind: 'quote', open: false, visible: true },
    ]),
    'block (context)\n  inline-root "“”"',
  )
  t.equal(generated([{ kind: 'string', text: ' ' }]), 'block (context)', 'nothing but white space is no content')
  t.equal(generated('none'), 'block (context)')
  t.end()
})
