import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { RenderSession } from '../../../engine/render-session.js'
import { runTool } from './pdf-tools.js'
import { findObjects, pageContents, readObjects } from './read-pdf.js'
import { markFaults } from './read-structure.js'

const fonts = createFontLibrary()

const TABLE = compileTemplate(
  {
    html: `<title>t</title><table><thead><tr><th>Date<th>Text<th>Amount<th>Balance
      <tbody>{{#each rows}}<tr><td>{{date}}<td>{{text}}<td>{{amount}}<td>{{balance}}</td></tr>{{/each}}</table>`,
  },
  { fonts },
)

function render(count: number, untagged = false): Buffer {
  const rows = Array.from({ length: count }, (_, i) => ({
    date: `2026-0${(i % 9) + 1}-1${i % 10}`,
    text: `Payment ${(i * 7919) % 1000}`,
    amount: (i * 104729) % 9973,
    balance: (i * 15485863) % 99991,
  }))
  return Buffer.concat([...new RenderSession(TABLE, { rows }, { date: new Date(0) }, {}, { untagged }).run()])
}

t.test('the numbers of the content of a row differ in their last digit', async (t) => {
  const [content = ''] = pageContents(render(12))
  const numbers = [...content.matchAll(/\/T[HD] << \/MCID (\d+)>>/g)].map(([, number]) => Number(number))
  t.same(numbers.slice(0, 12), [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23])
  t.equal(numbers.at(-1), 123)
})

t.test('types that PDF does not know are mapped where they are used', async (t) => {
  const root = (html: string) => {
    const { pdf } = renderDocument(compileTemplate({ html: `<title>t</title>${html}` }, { fonts }), {})
    return findObjects(readObjects(pdf), /\/Type\/StructTreeRoot/)[0]?.value ?? ''
  }
  t.match(root('<p><strong>a</strong> <em>b</em>'), '/RoleMap<</Strong/Span/Em/Span>>')
  t.match(root('<p><em>a</em> <em>b</em>'), '/RoleMap<</Em/Span>>')
  t.notMatch(root('<p>a'), '/RoleMap')
})

t.test('printed controls have the attributes of what they are', async (t) => {
  const html =
    '<title>t</title><p><input type=checkbox checked aria-label="a (b)"> <input type=radio><select><option>c</select>'
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  const forms = findObjects(readObjects(pdf), /\/S\/Form/).map(({ value }) => /<<\/O.*?>>/.exec(value)?.[0])
  t.same(forms, [
    '<</O/PrintField/Role/cb/checked/on/Desc(a \\(b\\))>>',
    '<</O/PrintField/Role/rb/checked/off>>',
    '<</O/PrintField/Role/tv>>',
  ])
})

t.test('boxes of which backgrounds are all that is seen are in the structure of the file', async (t) => {
  const html = '<title>t</title><div role=img aria-label=a style="height: 9px; background: red"></div><p>b'
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  t.match(findObjects(readObjects(pdf), /\/S\/Figure/)[0]?.value, /\/Alt\(a\).*\/K \d/)
  t.same(markFaults(pdf), [])
})

t.test('small capitals are copied as they are written where large ones stand for them', async (t) => {
  const html =
    '<title>t</title><p style="font-family: Arial">AB C<p style="font-family: Arial; font-variant: small-caps">Ab cé'
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  const text = runTool('pdftotext', ['-', '-'], Buffer.from(pdf))
  if (text) t.match(text.output, /AB C\s+Ab cé/)
  t.notMatch(pageContents(pdf)[0], 'ActualText', 'each letter has a code of its own')
})

t.test('links in drawings are links of the document, told behind the drawing', async (t) => {
  const drawing = `<svg width=100 height=100 viewBox="0 0 50 50"><title>map</title><a href="https://a.example"><g transform="translate(10 5)"><rect width=5 height=5 /><rect x=10 width=5 height=5 /></g></a>
    <g transform="rotate(90 20 20)"><a xlink:href="#b" aria-label=b><rect x=20 y=10 width=5 height=5 /></a></g><text y=40><a href="https://c.example">c</a></text><a href="javascript:d()"><rect width=5 height=5 /></a></svg>`
  const html = `<html lang=en><title>t</title><style>@page { margin: 0; size: 200px } body { margin: 0 } svg { display: block }</style><p id=b style="margin: 0; height: 20px">a</p>${drawing}`
  const document = renderDocument(compileTemplate({ html }, { fonts }), {}, { standard: 'pdf/ua-1' })
  t.same(document.diagnostics, [])
  const objects = readObjects(document.pdf)
  const annotations = findObjects(objects, /\/Subtype \/Link/).map(({ value }) => value)
  t.equal(annotations.length, 3)
  t.match(annotations[0], /\/Rect \[15 120 37.5 127.5\]/)
  t.match(annotations[0], /\/URI \(https:\/\/a.example\)/)
  t.match(annotations[1], /\/Rect \[37.5 97.5 45 105\]/)
  t.match(annotations[1], /\/Contents \(b\)/)
  t.match(annotations[1], /\/Dest/)
  const links = findObjects(objects, /\/S\/Link/).map(({ value }) => /\/Alt\(.*?\)/.exec(value)?.[0])
  t.same(links, ['/Alt(https://a.example)', '/Alt(b)', '/Alt(c)'])
  t.same(markFaults(document.pdf), [])
})

t.test('a link is described by its text, whose blocks and lines are parted', async (t) => {
  const described = (link: string) => {
    const { pdf } = renderDocument(compileTemplate({ html: `<title>t</title>${link}` }, { fonts }), {})
    return findObjects(readObjects(pdf), /\/Subtype \/Link/).map(({ value }) => /\/Contents \((.*?)\)/.exec(value)?.[1])
  }
  const blocks = '<style>i { display: block } s { display: none }</style>'
  t.same(described(`${blocks}<a href="https://a.example" style="display: block"><i>One</i><i>Two<s>no</s></i></a>`), [
    'One Two',
  ])
  t.same(described('<a href="https://a.example" style="display: block"><div>One</div>Two<br>th<b>ree</b></a>'), [
    'One Two three',
  ])
})

t.test('the tags of a row of four cells take some 21 bytes, however long the table is', async (t) => {
  const cost = (count: number) => render(count).length - render(count, true).length
  const short = cost(200)
  const long = cost(2200)
  t.ok((long - short) / 2000 < 22, `a row takes ${(long - short) / 2000} bytes`)
})

t.test('the parent tree of many pages has leaves, with the keys that are in each', async (t) => {
  const page = (i: number) => `<section><h2>${i}</h2><p><a href="https://a.example/${i}">${i}</a></section>`
  const html = `<title>t</title><style>@page { size: 200px } section { break-after: page }</style>${Array.from({ length: 90 }, (_, i) => page(i)).join('')}`
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  t.same(markFaults(pdf), [])
  const objects = readObjects(pdf)
  const [root] = findObjects(objects, /\/Type\/StructTreeRoot/)
  const leaves = [...(/\/Kids\[(.*?)\]/.exec(root?.value ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
  const limits = leaves.map(([, id]) =>
    /\/Limits\[(\d+) (\d+)\]/
      .exec(objects.get(Number(id))?.value ?? '')
      ?.slice(1)
      .map(Number),
  )
  t.same(limits, [
    [0, 63],
    [64, 127],
    [128, 179],
  ])
  const path = join(t.testdir(), 'pages.pdf')
  writeFileSync(path, pdf)
  const tool = runTool('qpdf', ['--check', path], new Uint8Array())
  if (tool) t.match(tool.output, 'No syntax or stream encoding errors found')
})

t.test('forms share the numbers of their page up to a thousand: the lists of many forms stay short', async (t) => {
  const form = '<div style="opacity:.5"><p>a</p><p>b</p></div>'
  const render = (spans: number, forms: number) => {
    const html = `<title>t</title><style>@page { size: 2000px } p { margin: 0; font-size: 1px; line-height: 1px }</style>${'<em>a</em> '.repeat(spans)}${form.repeat(forms)}`
    const { pdf, pages } = renderDocument(compileTemplate({ html }, { fonts }), {})
    t.equal(pages, 1)
    return pdf
  }
  t.same(markFaults(render(3, 3)), [])
  t.same(markFaults(render(400, 3)), [])
  const numbersOf = (pdf: Uint8Array) =>
    findObjects(readObjects(pdf), /\/StructParents.*\/Form\b|\/Form\b.*\/StructParents/s).map(({ stream }) =>
      [...(stream?.toString('latin1') ?? '').matchAll(/MCID (\d+)/g)].map(([, number]) => Number(number)),
    )
  t.same(numbersOf(render(1, 2)), [
    [1, 2],
    [3, 4],
  ])
  t.same(numbersOf(render(0, 502)).slice(-2), [
    [1000, 1001],
    [1000, 1001],
  ])
})

t.test('cells name their headings, which have names that are theirs alone', async (t) => {
  const table = '<table><tr><th id=a>a<th id=b>b<tr><td headers="a">1<td headers="b a">2</table>'
  const pdf = renderDocument(compileTemplate({ html: table + table }, { fonts }), {}).pdf
  const objects = readObjects(pdf)
  const headings = findObjects(objects, /^<<\/S\/TH/).map(({ value }) => /\/ID(\(.*?\))/.exec(value)?.[1])
  t.same(headings, ['(heading 1)', '(heading 2)', '(heading 3)', '(heading 4)'])
  const cells = findObjects(objects, /^<<\/S\/TD/).map(({ value }) => /\/A(<<.*?>>)/.exec(value)?.[1])
  t.same(cells, [
    '<</O/Table/Headers[(heading 1)]>>',
    '<</O/Table/Headers[(heading 2)(heading 1)]>>',
    '<</O/Table/Headers[(heading 3)]>>',
    '<</O/Table/Headers[(heading 4)(heading 3)]>>',
  ])
  const [root] = findObjects(objects, /\/Type\/StructTreeRoot/)
  const named = [...(root?.value ?? '').matchAll(/(\(heading \d\))(\d+) 0 R/g)]
  t.same(
    named.map(([, name, id]) => [name, /\/ID(\(.*?\))/.exec(objects.get(Number(id))?.value ?? '')?.[1]]),
    headings.map((name) => [name, name]),
  )
})

t.test('each piece of content of a long table is in the parent tree, and outside programs find no fault', async (t) => {
  const pdf = render(2100)
  t.same(markFaults(pdf), [])
  const path = join(t.testdir(), 'table.pdf')
  writeFileSync(path, pdf)
  const tool = runTool('qpdf', ['--check', path], new Uint8Array())
  if (tool) t.match(tool.output, 'No syntax or stream encoding errors found')
  t.equal(findObjects(readObjects(pdf), /^<<\/S\/TD/).length, 8400)
  // So many that readers inflate few streams, and not all for one.
  const counts = findObjects(readObjects(pdf), /\/ObjStm/).map(({ value }) => /\/N (\d+)/.exec(value)?.[1])
  t.equal(Math.max(...counts.map(Number)), 8000)
})

t.test('links that show nothing are elements at their places, wherever their boxes stand', async (t) => {
  const structure = (style: string) => {
    const html = `<p>x<a href="https://example.com" style="${style}"></a>y</p><p>z</p>`
    const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {}, { date: new Date(0) })
    t.strictSame(markFaults(pdf), [])
    return elementsIn(pdf)
  }
  for (const style of ['display:inline-block', 'float:left', 'float:right;width:5px', 'position:absolute;inset:0'])
    t.strictSame(structure(style).toSorted(), ['Document', 'Link OBJR', 'P', 'P'], style)
})

/** The types of the elements in a file, and which of them hold an annotation. */
function elementsIn(pdf: Uint8Array): readonly string[] {
  return findObjects(readObjects(pdf), /\/S ?\/[A-Z]\w*.*\/K/s).map(({ value }) => {
    const [, type = ''] = /\/S ?\/(\w+)/.exec(value) ?? []
    return value.includes('/OBJR') ? `${type} OBJR` : type
  })
}
