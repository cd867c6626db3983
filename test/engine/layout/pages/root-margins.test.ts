import t from 'tap'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, findText, layOut } from '../lay-out.js'
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

t.test('a root that floats is as wide as its content and stands at its side', async (t) => {
  const box = '<p style="width: 40px; margin: 0">x</p>'
  t.same(roots('html { float: left; margin: 5px }', box), ['5,5 40'])
  t.same(roots('html { float: right; margin: 0 10px; padding: 0 2px }', box), [`${WIDTH - 54},0 44`])
  t.same(roots('html { float: right; width: 50% }', box), [`${WIDTH / 2},0 ${WIDTH / 2}`])
  const lines = '<p style="width: 40px; height: 60px; margin: 0">x</p>'.repeat(3)
  t.same(roots('html { float: right }', lines), Array(2).fill(`${WIDTH - 40},0 40`), 'on every page')
})

t.test('an absolute or fixed root stands by its insets in the page area, over as many pages as it needs', async (t) => {
  const box = '<p style="width: 40px; height: 20px; margin: 0">x</p>'
  for (const position of ['absolute', 'fixed']) {
    const css = (rest: string) => `html { position: ${position}; ${rest} }`
    t.same(roots(css(''), box), ['0,0 40'])
    t.same(roots(css('direction: rtl'), box), [`${WIDTH - 40},0 40`])
    t.same(roots(css('top: 10px; right: 20px; margin: 3px'), box), [`${WIDTH - 63},13 40`])
    t.same(roots(css('bottom: 10px; left: 5px; right: 5px'), box), [`5,70 ${WIDTH - 10}`])
    t.same(roots(css('inset: 0; margin: auto; width: 40px; height: 20px'), box), [`${WIDTH / 2 - 20},40 40`])
    const lines = '<p style="width: 40px; height: 60px; margin: 0">x</p>'.repeat(3)
    t.same(roots(css('top: 30px; left: 2px'), lines), ['2,30 40', '2,0 40', '2,0 40'])
  }
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

t.test('the direction of the body is that of the root as well, in which both are placed', async (t) => {
  const place = (css: string) => findText(layOut(compileSmall(css, 'abcd')).pages, 'abcd').join()
  const end = WIDTH - 40
  t.equal(place('body { direction: rtl; width: 60px }'), `1: ${end},0`)
  t.equal(place('html, body { direction: rtl } body { width: 60px }'), `1: ${end},0`)
  t.equal(place('html { direction: rtl } body { direction: ltr; width: 60px }'), '1: 0,0')
  t.same(roots(`html { width: ${WIDTH - 40}px } body { direction: rtl }`), [`40,0 ${WIDTH - 40}`])
  t.equal(place('body { direction: rtl; width: 60px; contain: layout }'), '1: 20,0', 'what is contained stays within')
  t.equal(place('html { display: block } body { direction: rtl; width: 60px; margin: 0 auto }'), '1: 90,0')
})

t.test('the first page of a document whose body runs to the left is a left page', async (t) => {
  const css = '@page :left { margin-left: 30px } body { width: 60px } body'
  t.equal(findText(layOut(compileSmall(`${css} { direction: ltr }`, 'abcd')).pages, 'abcd').join(), '1: 0,0')
  t.equal(findText(layOut(compileSmall(`${css} { direction: rtl }`, 'abcd')).pages, 'abcd').join(), '1: 160,0')
})

t.test('text of a root that is to be aligned as its parent begins at its start', async (t) => {
  const place = (css: string) =>
    findText(layOut(compileSmall(`html { text-align: match-parent } ${css}`, 'abcd')).pages, 'abcd')
  t.same(place('html { direction: rtl }'), ['1: 160,0'])
  t.same(place(''), ['1: 0,0'])
})
