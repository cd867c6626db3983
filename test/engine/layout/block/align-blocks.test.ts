import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut } from '../lay-out.js'

/** Left edge and width of the box of the element `x` on a page of 200 px, as `left+width`. */
function place(body: string): string | undefined {
  const { pages, diagnostics } = layOut(compileSmall('i { display: block; width: 50px; height: 10px }', body))
  t.same(diagnostics, [], 'no diagnostics')
  const find = (fragment: Fragment, x: number): string | undefined => {
    if (fragment.kind !== 'box' && fragment.kind !== 'line') return undefined
    if (fragment.kind === 'box' && fragment.box.node?.attributes.get('id') === 'x') return `${x}+${fragment.width}`
    for (const child of fragment.children) {
      const found = find(child.fragment, x + child.x)
      if (found !== undefined) return found
    }
    return undefined
  }
  const content = pages[0]?.content
  return content && find(content.fragment, content.x)
}

/** Places that browsers give. */
const CASES: readonly (readonly [body: string, place: string])[] = [
  ['<center><i id=x></i></center>', '75+50'],
  ['<div align=center><i id=x></i></div>', '75+50'],
  ['<div align=right><i id=x></i></div>', '150+50'],
  ['<div align=left><i id=x></i></div>', '0+50'],
  ['<div align=center dir=rtl><i id=x></i></div>', '75+50'],
  ['<div dir=rtl align=left><i id=x></i></div>', '0+50'],
  ['<div style="text-align:center"><i id=x></i></div>', '0+50'],
  ['<center><div style="text-align:left"><i id=x></i></div></center>', '0+50'],
  ['<center><div><i id=x></i></div></center>', '75+50'],
  ['<center><i id=x style="margin-left:10px"></i></center>', '80+50'],
  ['<center><i id=x style="margin-left:auto"></i></center>', '150+50'],
  ['<center><i id=x style="width:250px"></i></center>', '0+250'],
  ['<center><table id=x width=80><tr><td>a</table></center>', '60+80'],
  ['<center><table width=80 cellspacing=0 cellpadding=0><tr><td><i id=x></i></table></center>', '60+50'],
  ['<table cellspacing=0 width=150><tr><td align=center style="padding:0"><i id=x></i></table>', '50+50'],
  ['<hr align=left width=50 id=x>', '0+52'],
  ['<hr width=50 id=x>', '74+52'],
]

t.test('<center> and align put blocks in their place', async (t) => {
  for (const [body, expected] of CASES) t.equal(place(body), expected, body)
})
