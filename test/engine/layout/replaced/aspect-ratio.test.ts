import t from 'tap'
import type { ReplacedBox } from '../../../../engine/boxes/box-tree.js'
import { layoutReplaced, replacedIntrinsicSizes } from '../../../../engine/layout/replaced/layout-replaced.js'
import type { ComputedStyle } from '../../../../engine/style/computed-style.js'
import { compileSmall } from '../lay-out.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext, testSpace } from '../test-context.js'
import { testStyle } from '../test-style.js'

const fonts = createSquareFonts()
const { root } = compileSmall('', '').tree

/** Size of an image of 40 × 20 px, or of one without a natural size. */
function sizeOf(overrides: Partial<ComputedStyle>, natural = true): string {
  const box: ReplacedBox = {
    kind: 'replaced',
    id: 0,
    style: testStyle(fonts, overrides),
    node: {
      kind: 'element',
      id: 0,
      template: root,
      name: 'img',
      attributes: new Map(),
      parent: undefined,
      index: 0,
      children: [],
    },
    image: undefined,
    naturalWidth: natural ? 40 : undefined,
    naturalHeight: natural ? 20 : undefined,
    alternative: '',
  }
  const context = createTestContext(fonts, { replaced: { layout: layoutReplaced, intrinsic: replacedIntrinsicSizes } })
  const result = context.layout(box, testSpace(200), undefined)
  return result.kind === 'placed' ? `${result.fragment.width}x${result.fragment.height}` : 'no room'
}

t.test('a preferred ratio takes the place of the natural one, unless it is auto', async (t) => {
  const square = { ratio: 1, auto: false }
  t.equal(sizeOf({ width: 80 }), '80x40')
  t.equal(sizeOf({ width: 80, aspectRatio: square }), '80x80')
  t.equal(sizeOf({ height: 30, aspectRatio: square }), '30x30')
  t.equal(sizeOf({ width: 80, aspectRatio: { ratio: 1, auto: true } }), '80x40')
  t.equal(sizeOf({ width: 80, aspectRatio: { ratio: 1, auto: true } }, false), '80x80')
  t.equal(sizeOf({ aspectRatio: square }), '40x40')
})
