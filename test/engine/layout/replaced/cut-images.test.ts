import t, { type Test } from 'tap'
import type { BoxFragment, Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut } from '../lay-out.js'

const image = (style: string) =>
  `<img style="width:20px;${style}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`

interface Part extends Pick<BoxFragment, 'height' | 'imagePart'> {
  readonly y: number
}

/** The parts of the image on each page: `top+height of part/height of the content box`. */
function partsOf(t: Test, body: string): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.ok(
    diagnostics.every(({ message }) => message.startsWith('this image is ')),
    'nothing is reported but that it is cut',
  )
  return pages.map(({ content }) => {
    const parts = content ? partsIn(content.fragment, content.y) : []
    return parts
      .map(({ y, height, imagePart: at }) => `${y}+${height}${at ? ` of ${at.above}/${at.height}` : ''}`)
      .join()
  })
}

function partsIn(fragment: Fragment, y: number): readonly Part[] {
  if (fragment.kind === 'text' || fragment.kind === 'decoration') return []
  if (fragment.kind === 'box' && fragment.image) return [{ y, height: fragment.height, imagePart: fragment.imagePart }]
  return fragment.children.flatMap((child) => partsIn(child.fragment, y + child.y))
}

const THREE = ['', '0+100 of 0/240', '0+100 of 100/240', '0+40 of 200/240']

t.test('an image that no page has room for begins on a page of its own and is cut where pages end', async (t) => {
  const tall = 'height:240px'
  t.same(partsOf(t, `<p>a</p>${image(`display:block;${tall}`)}`), THREE, 'a block')
  t.same(partsOf(t, `<p>a</p><p style="line-height:0">${image(`vertical-align:top;${tall}`)}</p>`), THREE, 'in a line')
  t.same(partsOf(t, `<p>a</p>${image(`float:left;${tall}`)}`), THREE, 'a float')
  for (const display of ['flex', 'grid'])
    t.same(partsOf(t, `<p>a</p><div style="display:${display}">${image(tall)}</div>`), THREE, `an item (${display})`)
  t.same(
    partsOf(
      t,
      `<p>a</p><table style="border-spacing:0"><tr><td style="padding:0">${image(`display:block;${tall}`)}</table>`,
    ),
    THREE,
  )
})

t.test('the edges of an image that is cut stand at its ends', async (t) => {
  const body = image('display:block;height:150px;border:solid;border-width:10px 0 20px;padding:5px 0')
  t.same(partsOf(t, body), ['0+100 of 0/150', '0+90 of 85/150'])
})

t.test('an image that has room is not cut, nor is one in columns', async (t) => {
  t.same(partsOf(t, `<p>a</p>${image('display:block;height:100px')}`), ['', '0+100'])
  const { pages } = layOut(compileSmall('', `<div style="columns:2">${image('display:block;height:150px')}</div>`))
  t.equal(pages.length, 1)
})
