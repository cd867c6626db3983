import t from 'tap'
import { drawing, pathText, shapes } from './svg.js'

const CLIP = '<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0H1V1z"/></clipPath><clipPath id="e"/>'
const RECT = '<rect x="5" y="5" width="10" height="10"/>'

/** The clip of a group, in the corners of its bounding box. */
function box(content: string): string | undefined {
  const [node] = drawing(`${CLIP}<g clip-path="url(#c)">${content}</g>`).content
  const [clip] = node?.kind === 'group' ? node.clips : []
  return clip && pathText(clip.path)
}

t.test('the bounding box of a group holds what is not painted, but not what is not there', async (t) => {
  const whole = 'M0,0 L20,0 L20,30 Z'
  for (const attributes of [
    'fill="none"',
    'visibility="hidden"',
    'opacity="0"',
    'fill="#0000"',
    'clip-path="url(#e)"',
  ]) {
    const hidden = `<rect width="20" height="30" ${attributes}/>`
    t.equal(box(RECT + hidden), whole, attributes)
    t.equal(box(`${RECT}<g transform="scale(2)"><rect width="10" height="15" ${attributes}/></g>`), whole, attributes)
  }
  t.equal(box(`${RECT}<rect width="20" height="30" display="none"/>`), 'M5,5 L15,5 L15,15 Z')
})

t.test('markers do not count for it', async (t) => {
  const marker = '<marker id="m" overflow="visible"><path d="M-9 -9h99v99z"/></marker>'
  t.equal(box(`${marker}<path d="M0 0H9V9z" marker-start="url(#m)"/>`), 'M0,0 L9,0 L9,9 Z')
})

t.test('what is not painted leaves nothing in the drawing', async (t) => {
  const hidden = '<rect width="9" height="9" fill="none"/>'
  t.same(drawing(`<g opacity=".5" transform="scale(2)">${hidden}<g>${hidden}</g></g>`).content, [])
  t.same(drawing(`<g opacity="0">${RECT}</g><clipPath id="e"/><g clip-path="url(#e)">${RECT}</g>`).content, [])
  t.equal(shapes(drawing(`<g>${hidden}${RECT}</g>`).content).length, 1)
  const pattern = `<pattern id="p" width="1" height="1">${hidden}</pattern>`
  t.same(drawing(`${pattern}<rect width="9" height="9" fill="url(#p)"/>`).content, [])
})

t.test('hidden shapes of a clip path leave nothing to be seen', async (t) => {
  const clip = (content: string) => drawing(`<clipPath id="k">${content}</clipPath><g clip-path="url(#k)">${RECT}</g>`)
  t.same(clip('<rect width="9" height="9" visibility="hidden"/>').content, [])
  t.equal(shapes(clip('<rect width="9" height="9" fill="none"/>').content).length, 1, 'whatever their paint')
})
