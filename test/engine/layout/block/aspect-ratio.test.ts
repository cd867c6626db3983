import t from 'tap'
import type { BoxFragment, Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut } from '../lay-out.js'

/** Sizes of the border boxes of the elements named `i`, in document order, on pages of 200 × 100 px. */
function sizes(body: string, css = ''): string[] {
  const { pages, diagnostics } = layOut(compileSmall(`i { display: block } ${css}`, body))
  t.same(diagnostics, [], 'no diagnostics')
  const found: BoxFragment[] = []
  const visit = (fragment: Fragment) => {
    if (fragment.kind !== 'box' && fragment.kind !== 'line') return
    if (fragment.kind === 'box' && fragment.box.kind === 'block' && fragment.box.node?.name === 'i')
      found.push(fragment)
    for (const child of fragment.children) visit(child.fragment)
  }
  for (const page of pages) if (page.content) visit(page.content.fragment)
  return found.map(({ width, height }) => `${width}x${height}`)
}

const CASES: readonly (readonly [name: string, body: string, sizes: readonly string[]])[] = [
  ['the height follows the width', '<i style="width:80px;aspect-ratio:2"></i>', ['80x40']],
  ['also one that fills the container', '<i style="aspect-ratio:4/1"></i>', ['200x50']],
  ['the width follows a height', '<i style="height:40px;aspect-ratio:2"></i>', ['80x40']],
  ['both given: the ratio does nothing', '<i style="width:10px;height:40px;aspect-ratio:2"></i>', ['10x40']],
  ['the content may make it higher', '<i style="width:20px;aspect-ratio:2">a b</i>', ['20x20']],
  ['unless it is cut off', '<i style="width:20px;aspect-ratio:2;overflow:hidden"><br><br></i>', ['20x10']],
  ['or has a minimum', '<i style="width:20px;aspect-ratio:2;min-height:0">aa bb</i>', ['20x10']],
  ['limits count', '<i style="width:80px;aspect-ratio:2;max-height:30px"></i>', ['80x30']],
  [
    'limits of the height carry over to the width',
    '<i style="height:40px;max-height:20px;aspect-ratio:2"></i>',
    ['40x20'],
  ],
  ['the ratio is that of the content', '<i style="width:40px;padding:5px;aspect-ratio:2"></i>', ['50x30']],
  ['or of the border box', '<i style="width:40px;padding:5px;box-sizing:border-box;aspect-ratio:2"></i>', ['40x20']],
  [
    'heights in percent know it',
    '<i style="width:80px;aspect-ratio:2"><i style="height:50%"></i></i>',
    ['80x40', '80x20'],
  ],
  [
    'shrink-to-fit knows it',
    '<i style="display:inline-block"><i style="height:20px;aspect-ratio:2"></i></i>',
    ['40x20', '40x20'],
  ],
  ['margins do not collapse through it', '<i style="aspect-ratio:4;margin:10px 0"></i><i>a</i>', ['200x50', '200x10']],
  ['no ratio is no ratio', '<i style="width:80px;aspect-ratio:auto">a</i>', ['80x10']],
]

for (const [name, body, expected] of CASES) t.test(name, async (t) => t.strictSame(sizes(body), expected))

t.test('widths that are functions of percentages and lengths', async (t) => {
  const body =
    '<i style="width:min(50%, 60px)"></i><i style="width:max(50%, 60px)"></i><i style="width:clamp(10px, 10%, 50px)"></i>'
  t.strictSame(sizes(body), ['60x0', '100x0', '20x0'])
  t.strictSame(sizes('<i style="height:50px"><i style="height:min(50%, 30px)"></i></i>'), ['200x50', '200x25'])
  t.strictSame(sizes('<i><i style="height:min(50%, 30px)">a</i></i>'), ['200x10', '200x10'], 'of an automatic height')
  t.strictSame(sizes('<i style="padding-left:min(50%, 30px);width:10px"></i>'), ['40x0'])
})
