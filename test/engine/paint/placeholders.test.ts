import t from 'tap'
import type { VectorImage } from '../../../engine/images/vector-types.js'
import { at, block, element, inline, line, page, replaced } from './fragments.js'
import { paintCalls } from './paint-calls.js'

const SIZE = { width: 20, height: 10 }
const DRAWING: VectorImage = {
  kind: 'vector',
  key: 'drawing',
  ...SIZE,
  ratio: 2,
  viewBox: { x: 0, y: 0, ...SIZE },
  fit: { kind: 'stretch' },
  content: [],
  notes: [],
  decodedBytes: 0,
}

function missing(attributes: Readonly<Record<string, string>>) {
  const own = replaced(20, 10, DRAWING, { node: element('img', attributes) })
  return { ...own, image: undefined }
}

t.test('an image that is missing is a crossed frame', async (t) => {
  t.same(paintCalls(page(block(180, 80, {}, at(0, 0, missing({}))))), [
    'stroke #999999 1px [10.5,10.5 19×9]',
    'stroke #999999 1px from 10.5,10.5 to 29.5,19.5',
    'stroke #999999 1px from 29.5,10.5 to 10.5,19.5',
  ])
})

t.test('one that is ornament, as its empty text says, leaves nothing', async (t) => {
  t.same(paintCalls(page(block(180, 80, {}, at(0, 0, missing({ alt: '' }))))), [])
})

t.test('the text in its place has a frame', async (t) => {
  const text = inline(30, 16, { node: element('img', { alt: 'Logo' }) }, at(0, 0, line('Logo')))
  const calls = paintCalls(page(block(180, 80, {}, at(0, 0, { ...line(''), children: [at(0, 0, text)] }))))
  t.match(calls, [/"Logo"/, 'stroke #999999 1px [10.5,10.5 29×15]'])
})
