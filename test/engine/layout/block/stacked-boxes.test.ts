import t from 'tap'
import type { Fragment, PlacedFragment } from '../../../../engine/layout/fragment-tree.js'
import type { Page } from '../../../../engine/layout/page.js'
import { layOutSmall } from '../lay-out-document.js'

/** The boxes that stack their content over pages, whatever they stack. */
const BOXES = {
  'a block container': 'display:block',
  'a column of items': 'display:flex;flex-direction:column',
  'a grid': 'display:grid',
}

interface Rule {
  readonly rule: string
  readonly style: string
  /** Lines of 10 px, one in each child; pages are 100 px high. */
  readonly lines: number
  /** Height of what stands above the box; 0 when left out. */
  readonly above?: number
  /** Of each page that shows a part of the box: its top, its height and the lines in it. */
  readonly parts: readonly string[]
}

const RULES: readonly Rule[] = [
  { rule: 'that continues fills its page', style: '', lines: 15, parts: ['0+100: 10', '0+50: 5'] },
  {
    rule: 'ends where its height does, and what overflows it continues',
    style: 'height:40px',
    lines: 15,
    parts: ['0+40: 10', '0+0: 5'],
  },
  {
    rule: 'ends where its greatest height does, on whichever page',
    style: 'max-height:120px',
    lines: 15,
    parts: ['0+100: 10', '0+20: 5'],
  },
  {
    rule: 'that is higher than its content continues with nothing but height',
    style: 'height:250px',
    lines: 1,
    parts: ['0+100: 1', '0+100: 0', '0+50: 0'],
  },
  {
    rule: 'has its least height on all pages together',
    style: 'min-height:130px',
    lines: 2,
    parts: ['0+100: 2', '0+30: 0'],
  },
  {
    rule: 'whose padding has no room below its content breaks higher up',
    style: 'padding-bottom:20px',
    lines: 9,
    parts: ['0+100: 8', '0+30: 1'],
  },
  {
    rule: 'has borders where it begins and ends',
    style: 'border:10px solid',
    lines: 9,
    parts: ['0+100: 8', '0+20: 1'],
  },
  {
    rule: 'that clones its decorations has them in each part',
    style: 'padding:10px 0;box-decoration-break:clone',
    lines: 15,
    parts: ['0+100: 8', '0+90: 7'],
  },
  {
    rule: 'that avoids breaks begins on a page of its own, also if only its height would be broken',
    style: 'height:130px;break-inside:avoid',
    lines: 2,
    above: 50,
    parts: ['0+100: 2', '0+30: 0'],
  },
]

for (const [name, display] of Object.entries(BOXES)) {
  for (const { rule, style, lines, above = 0, parts } of RULES) {
    t.test(`${name} ${rule}`, async (t) => {
      const children = '<p style="margin:0">a</p>'.repeat(lines)
      const box = `<div id="box" style="${display};${style}">${children}</div>`
      const { pages, diagnostics } = layOutSmall('', `<div style="height:${above}px"></div>${box}`)
      t.same(diagnostics, [])
      t.same(pages.flatMap(partsOn), parts)
    })
  }
}

function partsOn({ content }: Page): string[] {
  return content ? partsIn(content) : []
}

function partsIn({ y, fragment }: PlacedFragment): string[] {
  if (fragment.kind !== 'box') return []
  if (fragment.box.node?.attributes.get('id') === 'box') return [`${y}+${fragment.height}: ${linesIn(fragment)}`]
  return fragment.children.flatMap((child) => partsIn({ ...child, y: y + child.y }))
}

function linesIn(fragment: Fragment): number {
  if (fragment.kind === 'line') return 1
  return fragment.kind === 'box' ? fragment.children.reduce((sum, child) => sum + linesIn(child.fragment), 0) : 0
}
