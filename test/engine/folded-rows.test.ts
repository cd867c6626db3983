import t from 'tap'
import type { Box, BoxTree, TableRowBox } from '../../engine/boxes/box-tree.js'
import { childrenOf } from '../../engine/boxes/box-walk.js'
import { FoldedRowBox } from '../../engine/boxes/folded-row-box.js'
import type { CompiledTemplate } from '../../engine/compile.js'
import { dumpBoxes } from '../../engine/dump/dump-boxes.js'
import { RenderSession } from '../../engine/render-session.js'
import type { BoundElement, BoundNode, BoundTree } from '../../engine/template/bound-tree.js'
import { FoldedRow } from '../../engine/template/folded-row.js'
import { allBoxes } from './boxes/all-boxes.js'
import { compileSmall } from './layout/lay-out.js'

/** As many rows of a table are kept as they are, and as many that are folded may be unfolded at a time. */
const [KEPT, UNFOLDED] = [64, 32]

/** Renders, and hands over the trees as soon as they are made and again with every page. */
function watch(template: CompiledTemplate, data: object, see: (bound: BoundTree, boxes: BoxTree | undefined) => void) {
  let bound: BoundTree | undefined
  const probe = {
    bound: (tree: BoundTree) => {
      bound = tree
      see(tree, undefined)
    },
    boxes: (tree: BoxTree) => bound && see(bound, tree),
    page: () => bound && see(bound, undefined),
  }
  const chunks = [...new RenderSession(template, data, { date: new Date(0) }, probe).run()]
  return Buffer.concat(chunks)
}

function elementsNamed(name: string, { children }: BoundElement): BoundElement[] {
  return children.flatMap((child) =>
    child.kind === 'text' ? [] : child.name === name ? [child] : elementsNamed(name, child),
  )
}

/** The rows of all tables that stand in no other. */
function rowBoxes(box: Box): readonly TableRowBox[] {
  return box.kind === 'table-row' ? [box] : childrenOf(box).flatMap(rowBoxes)
}

/** What a node is, with all that is in it. */
function told(node: BoundNode): unknown {
  if (node.kind === 'text') return node.text
  const { id, name, index, attributes, parent, children } = node
  return { id, name, index, attributes: [...attributes], parent: parent?.id, children: children.map(told) }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, text: `t${n % 7}`, late: n % 3 === 0, parts: [n, n + 1] }))

t.test('however long a table is, few of its rows are in memory with their nodes and boxes', (t) => {
  const body =
    '<table style="width:200px;table-layout:fixed"><tbody>{{#each rows}}<tr><td>{{n}}</td><td class="{{#if late}}late{{/if}}"><b>{{text}}</b></td></tr>{{/each}}</table>'
  const template = compileSmall('', body)
  let elements: readonly FoldedRow[] = []
  let boxes: readonly FoldedRowBox[] = []
  let most = 0
  watch(template, { rows: rows(4_000) }, (bound, tree) => {
    elements = elementsNamed('tr', bound.root).filter((row) => row instanceof FoldedRow)
    if (tree) boxes = rowBoxes(tree.root).filter((row) => row instanceof FoldedRowBox)
    most = Math.max(most, ...[elements, boxes].map((folded) => folded.filter(({ isUnfolded }) => isUnfolded).length))
  })
  t.equal(elements.length, 4_000 - KEPT)
  t.equal(boxes.length, 4_000 - KEPT)
  t.ok(most <= UNFOLDED, `${most} rows were unfolded at a time`)
  t.end()
})

t.test('the nodes of a folded row are equal each time, and the same for a while', (t) => {
  const body = '<table>{{#each rows}}<tr id="r{{n}}"><td>{{text}} <i>{{n}}</i></td><th></th></tr>{{/each}}</table>'
  watch(compileSmall('', body), { rows: rows(400) }, (bound, tree) => {
    if (!tree) return
    const folded = elementsNamed('tr', bound.root)
    const [row, last] = [folded[100], folded.at(-1)]
    if (!(row instanceof FoldedRow) || !(last instanceof FoldedRow)) return t.fail('rows that are folded')
    const first = row.children
    t.equal(row.children, first)
    const before = told(row)
    t.ok(folded.every((other) => other.children.length === 2))
    t.notOk(row.isUnfolded)
    t.same(told(row), before)
    t.not(row.children, first)
    t.equal(last.attributes.get('id'), 'r399')
    const ids = folded.flatMap((element) => [element.id, ...elementsNamed('td', element).map(({ id }) => id)])
    t.same(
      ids,
      [...ids].sort((a, b) => a - b),
    )
    return undefined
  })
  t.end()
})

const CELLS: Readonly<Record<string, string>> = {
  'texts and nothing': '<td>{{text}}</td><td></td><td> </td>',
  'inline boxes, breaks and opportunities': '<td>a <b>{{text}} <i>b</i></b><br>c<wbr>d</td>',
  'generated content': '<td class="more">{{text}}</td>',
  'classes by condition': '<td class="{{#if late}}late{{/if}}">{{text}}</td>',
  'conditions around cells': '{{#if late}}<td>{{text}}</td>{{else}}<th>b</th>{{/if}}',
  'loops within': '{{#each parts}}<td>{{../text}}</td>{{/each}}',
  'cells that span columns': '<td colspan="2">{{text}}</td><td>b</td>',
  'texts outside of cells': '<td>{{text}}</td>',
  'blocks, floats and images':
    '<td><p>{{text}}</p></td><td><span style="float:left">f</span>b</td><td><img alt="x"></td>',
  underlines: '<td class="under">{{text}}<u>b</u></td>',
  'a table within': '<td><table>{{#each parts}}<tr><td>{{../text}}</td></tr>{{/each}}</table></td>',
  'markup as a value': '<td>{{{markup}}}</td>',
  'preserved lines': '<td style="white-space:pre">{{text}}\n b</td>',
  'a mark that asks for its page': '<td>{{text}}<a id="m{{n}}">b</a></td>',
}

const CSS = '.more::before { content: "– " } .late { color: red } .under { text-decoration: underline }'

for (const [name, cells] of Object.entries(CELLS)) {
  t.test(`rows with ${name} have the same boxes far down in a table as at its beginning`, (t) => {
    const template = compileSmall(CSS, `<table>{{#each rows}}<tr>${cells}</tr>{{/each}}</table>`)
    // Every 63 rows are alike: those that are kept as they are, and those that are folded.
    const data = rows(63 * 3).map((row) => ({ ...row, n: row.n % 63, parts: [1, 2], markup: '<em>e</em>' }))
    watch(template, { rows: data }, (_, tree) => {
      if (!tree) return
      const dumped = rowsOf(dumpBoxes(tree))
      t.same(dumped.slice(63, 126), dumped.slice(0, 63))
      t.same(dumped.slice(126, 189), dumped.slice(0, 63))
      const ids = allBoxes(tree.root).map(({ id }) => id)
      t.equal(new Set(ids).size, ids.length, 'numbers are given once')
    })
    t.end()
  })
}

/** The dumps of the rows of the outermost table. */
function rowsOf(dump: string): string[] {
  const lines = dump.split('\n')
  const first = lines.find((line) => line.trimStart().startsWith('row')) ?? ''
  const indent = first.length - first.trimStart().length
  const isRow = (line: string) => line.slice(indent).startsWith('row') && line.slice(0, indent).trim() === ''
  const found: string[] = []
  for (const line of lines) {
    if (isRow(line)) found.push(line)
    else if (found.length > 0) found[found.length - 1] += `\n${line}`
  }
  return found
}

t.test('selectors, counters and totals see folded rows as all others', (t) => {
  const css =
    'tr:nth-child(2n) td { color: red } tr:has(.late) + tr td { font-style: italic } tr:last-child td { color: blue } table { counter-reset: n } td::before { counter-increment: n; content: counter(n) ". " }'
  const body =
    '<table><tbody>{{#each rows}}<tr><td class="{{#if late}}late{{/if}}">{{text}}</td></tr>{{/each}}</tbody><tfoot><tr data-table-part="last"><td>{{@carried n}}</td></tr></tfoot></table>'
  watch(compileSmall(css, body), { rows: rows(200) }, (_, tree) => {
    if (!tree) return
    const all = rowBoxes(tree.root)
    t.ok(all[100] instanceof FoldedRowBox)
    const cell = (row: number) => all[row]?.cells[0]
    t.same(cell(101)?.style.color, cell(1)?.style.color)
    t.not(cell(101)?.style, cell(100)?.style)
    t.equal(cell(103)?.style, cell(1)?.style, 'an even row behind one that is late')
    const last = cell(199)
    t.not(last?.style, cell(197)?.style, 'the last row has a style of its own')
    const text = last?.children[0]
    const items = text?.kind === 'inline-root' ? text.items : []
    t.same(
      items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
      ['200. ', 't3'],
    )
  })
  t.end()
})

t.test('equal attributes of rows are one map', (t) => {
  const body = '<table>{{#each rows}}<tr><td class="{{#if late}}late{{/if}}">{{text}}</td></tr>{{/each}}</table>'
  watch(compileSmall('', body), { rows: rows(10) }, (bound, tree) => {
    if (tree) return
    const maps = elementsNamed('td', bound.root).map(({ attributes }) => attributes)
    t.equal(new Set(maps).size, 2)
  })
  t.end()
})
