import t from 'tap'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut } from '../lay-out.js'
import { layOutSmall } from '../lay-out-document.js'

/** Place and width of the root on each page, in the page area. */
function roots(css: string, body = ''): readonly string[] {
  const [corner] = layOut(compileSmall('', '')).pages
  const origin = corner?.content ?? { x: 0, y: 0 }
  return layOut(compileSmall(css, body)).pages.map(({ content }) => {
    if (!content) return 'nothing'
    return `${content.x - origin.x},${content.y - origin.y} ${(content.fragment as BoxFragment).width}`
  })
}

const [full = ''] = roots('')
const WIDTH = Number(full.split(' ')[1])

t.test('the root stands within its margins', async (t) => {
  t.same(roots('html { margin: 5px 10px 0 20px }'), [`20,5 ${WIDTH - 30}`])
  t.same(roots(`html { width: ${WIDTH - 40}px; margin: 0 auto }`), [`20,0 ${WIDTH - 40}`])
  t.same(roots(`html { width: ${WIDTH - 40}px; margin-left: auto }`), [`40,0 ${WIDTH - 40}`])
  t.same(roots(`html { width: ${WIDTH - 40}px; direction: rtl }`), [`40,0 ${WIDTH - 40}`])
})

t.test('the root may be moved', async (t) => {
  t.same(roots('html { position: relative; left: 7px; top: 3px }'), [`7,3 ${WIDTH}`])
})

t.test('the upper margin stands on the first page alone, which has less room', async (t) => {
  const lines = '<p>a</p>'.repeat(12)
  const css = 'p { margin: 0; break-inside: avoid }'
  const plain = roots(css, lines)
  const moved = roots(`${css} html { margin: 20px 0 0 10px }`, lines)
  t.equal(moved[0], `10,20 ${WIDTH - 10}`)
  t.equal(moved[1], `10,0 ${WIDTH - 10}`)
  t.ok(moved.length >= plain.length)
  const first = (html: string) => {
    const [page] = layOut(compileSmall(`${css} html { ${html} }`, lines)).pages
    const root = page?.content?.fragment
    if (root?.kind !== 'box') throw new Error('a page without the root element')
    return root.height
  }
  t.equal(first('margin-top: 20px'), first('') - 20)
})

t.test('what is positioned in the page area does not follow the margins of the root', async (t) => {
  for (const position of ['absolute', 'fixed']) {
    const { pages } = layOutSmall(
      'html { margin: 20px } body { margin: 0 }',
      `<b style="position: ${position}; left: 0; top: 0; width: 5px; height: 5px"></b>`,
    )
    const content = pages[0]?.content
    const placed = (content?.fragment as BoxFragment | undefined)?.children.at(-1)
    t.match(placed, { x: -20, y: -20 }, position)
  }
})
