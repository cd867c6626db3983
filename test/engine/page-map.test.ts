import t from 'tap'
import { compileTemplate, createFontLibrary, type MappedBox, type PageMap, renderDocument } from '../../engine/index.js'

const fonts = createFontLibrary()

const PAGE = '<style>@page { size: 400px 200px; margin: 20px } body { margin: 0 } p, ul { margin: 0 }</style>'

function mapOf(body: string, data: object = {}): readonly PageMap[] {
  const html = `${PAGE}${body}`
  const { map, diagnostics } = renderDocument(compileTemplate({ html, name: 't.html' }, { fonts }), data, { map: true })
  t.same(diagnostics, [])
  return map ?? []
}

function boxes(map: readonly PageMap[], element: string): MappedBox[] {
  return map.flatMap((page) => page.boxes.filter((box) => box.element === element))
}

function edges({ x, y, width, height }: MappedBox): number[] {
  return [x, y, width, height]
}

t.test('without being asked for, nothing is mapped', async (t) => {
  const template = compileTemplate({ html: `${PAGE}<p>a` }, { fonts })
  const date = new Date(0)
  const plain = renderDocument(template, {}, { date })
  const mapped = renderDocument(template, {}, { date, map: true })
  t.equal(plain.map, undefined)
  t.same(Buffer.from(mapped.pdf), Buffer.from(plain.pdf), 'the file is the same with a map')
  t.equal(mapped.stats.work, plain.stats.work)
})

t.test(
  'a box is mapped in points from the corner of the page, with its edges and its place in the source',
  async (t) => {
    const map = mapOf(
      '\n<div style="margin: 4px 8px; border: 4px solid; padding: 8px 12px; width: 100px; height: 20px">a</div>',
    )
    const [box] = boxes(map, 'div')
    t.ok(box)
    if (!box) return
    t.same(edges(box), [21, 18, 99, 33])
    t.same(box.margin, { top: 3, right: 6, bottom: 3, left: 6 })
    t.same(box.border, { top: 3, right: 3, bottom: 3, left: 3 })
    t.same(box.padding, { top: 6, right: 9, bottom: 6, left: 9 })
    t.match(box.span, { file: 't.html', line: 2, column: 1 })
    t.equal(box.transform, undefined)
    const [page] = map
    t.match(page, { page: 1, width: 300, height: 150, area: { x: 15, y: 15, width: 270, height: 120 } })
    t.same(page?.trim, { x: 0, y: 0, width: 300, height: 150 })
    t.equal(page?.boxes[box.parent]?.element, 'body')
  },
)

t.test('margins that are auto are mapped as what they come to', async (t) => {
  const [box] = boxes(mapOf('<div style="width: 160px; margin: 0 auto">a</div>'), 'div')
  t.same(box?.margin, { top: 0, right: 75, bottom: 0, left: 75 })
})

t.test('a rotated box keeps its rectangle and says how it is moved, with all that is in it', async (t) => {
  const map = mapOf('<div style="width: 100px; height: 40px; transform: rotate(90deg)"><p>a</p></div>')
  const [div] = boxes(map, 'div')
  const [p] = boxes(map, 'p')
  t.same(div && edges(div), [15, 15, 75, 30])
  const [a, b, c, d, e, f] = div?.transform ?? [0, 0, 0, 0, 0, 0]
  // Around the middle, (52.5, 30): the top left corner comes to the top right.
  t.same([a * 15 + c * 15 + e, b * 15 + d * 15 + f].map(Math.round), [68, -7])
  t.same(p?.transform, div?.transform)
})

t.test('transforms within each other are mapped as one', async (t) => {
  const map = mapOf(
    '<div style="transform: translate(40px, 0); height: 20px"><p style="transform: translate(0, 80px)">a</p></div>',
  )
  t.same(boxes(map, 'p')[0]?.transform, [1, 0, 0, 1, 30, 60])
})

t.test('an element that is broken has a box on each page and column, without edges where it continues', async (t) => {
  const map = mapOf('<div style="height: 200px; padding: 8px 0; border: 4px solid">a</div>')
  t.equal(map.length, 2)
  const parts = boxes(map, 'div')
  t.equal(parts.length, 2)
  t.same(
    parts.map(({ border }) => [border.top, border.bottom]),
    [
      [3, 0],
      [0, 3],
    ],
  )
  const columns = mapOf(`<div style="columns: 2; column-gap: 40px; width: 360px"><p>${'<br>'.repeat(12)}</p></div>`)
  const [left, right] = boxes(columns, 'p')
  t.equal(boxes(columns, 'p').length, 2)
  t.same([left?.x, right?.x], [15, 165])
  t.equal(boxes(columns, 'div').length, 1)
})

t.test('an inline element has a box on each of its lines', async (t) => {
  const parts = boxes(mapOf('<p>a <b style="padding: 0 4px">b<br>c</b></p>'), 'b')
  t.equal(parts.length, 2)
  t.ok((parts[0]?.y ?? 0) < (parts[1]?.y ?? 0))
  t.same(
    parts.map(({ padding }) => [padding.left, padding.right]),
    [
      [3, 0],
      [0, 3],
    ],
  )
})

t.test('a repeated table head is mapped on each page, at the same place of the source', async (t) => {
  const rows = '<tr><td style="height: 70px">a</td></tr>'.repeat(4)
  const map = mapOf(`<table><thead><tr><th>h</th></tr></thead><tbody>${rows}</tbody></table>`)
  const heads = boxes(map, 'th')
  t.ok(map.length > 1)
  t.equal(heads.length, map.length)
  t.equal(new Set(heads.map(({ span }) => span.start)).size, 1)
  t.equal(boxes(map, 'table').length, map.length, 'a table is one box on a page')
})

t.test('every repetition of a loop points to the one element that made it', async (t) => {
  const items = boxes(mapOf('{{#each rows}}<p>{{this}}</p>{{/each}}', { rows: [1, 2, 3] }), 'p')
  t.equal(items.length, 3)
  t.equal(new Set(items.map(({ span }) => span.start)).size, 1)
})

t.test('running elements are mapped where they stand in the margins', async (t) => {
  const map = mapOf(
    '<style>h6 { position: running(head); margin: 0 } @page { @top-left { content: element(head) } }</style><h6>r</h6><p>a',
  )
  const [head] = boxes(map, 'h6')
  t.ok(head && head.y < 15, 'within the margin at the top')
})

t.test('bleed and marks move the page within that of the PDF', async (t) => {
  const map = mapOf('<style>@page { bleed: 8px }</style><p>a')
  t.same(map[0]?.trim, { x: 6, y: 6, width: 300, height: 150 }, 'what is left when the bleed is cut off')
  t.match(map[0], { width: 312, height: 162, area: { x: 21, y: 21 } })
  t.equal(boxes(map, 'p')[0]?.x, 21)
})

t.test('a box has the rules that won properties of its element, the strongest first', async (t) => {
  const sheet = `<style>p { color: red; margin: 1px 2px } .a { color: blue } #one.a { color: red !important; top: 0 }</style>`
  const map = mapOf(`${sheet}<p class="a" style="color: green; margin-left: 3px">x`)
  const [box] = boxes(map, 'p')
  t.match(box?.rules, [
    { source: 'style-attribute', selectors: '', span: undefined, declarations: ['color: green', 'margin-left: 3px'] },
    { source: 'author', selectors: 'p', span: { file: 't.html', line: 1 }, declarations: ['margin: 1px 2px'] },
    { source: 'user-agent', span: undefined },
  ])
  t.notOk(
    box?.rules.some(({ selectors }) => selectors === '.a'),
    'what is overruled altogether is left out',
  )
})

t.test('important declarations win for the rule that they stand in', async (t) => {
  const map = mapOf('<style>i { color: red !important; top: 0 }</style><i style="color: blue">x</i>')
  const [box] = boxes(map, 'i')
  t.match(
    box?.rules.filter(({ source }) => source !== 'user-agent'),
    [{ source: 'author', selectors: 'i', declarations: ['color: red !important', 'top: 0'] }],
  )
})

t.test('sides that follow the direction of the text win over the sides that they are', async (t) => {
  const map = mapOf('<style>p { margin-left: 1px } p { margin-inline-end: 2px }</style><p dir="rtl">x')
  const rules = boxes(map, 'p')[0]?.rules.filter(({ source, declarations }) => source === 'author' && declarations)
  t.same(rules?.flatMap(({ declarations }) => declarations).includes('margin-left: 1px'), false)
  t.same(rules?.flatMap(({ declarations }) => declarations).includes('margin-inline-end: 2px'), true)
})

t.test('attributes that mean declarations are named as such', async (t) => {
  const map = mapOf('<table align="center" width="200"><tr><td>x</table>')
  const rule = boxes(map, 'table')[0]?.rules.find(({ source }) => source === 'attributes')
  t.ok(rule?.declarations.some((declaration) => declaration.includes('width')))
})

t.test('boxes of one style share their rules', async (t) => {
  const [one, other] = boxes(mapOf('<p>a<p>b'), 'p')
  t.ok(one && one.rules === other?.rules)
})
