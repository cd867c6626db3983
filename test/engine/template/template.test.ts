import t from 'tap'
import { LimitError, TemplateError } from '../../../engine/base/errors.js'
import type { JsonValue } from '../../../engine/base/json.js'
import { dumpBoundTree } from '../../../engine/dump/dump-bound-tree.js'
import type { BoundNode } from '../../../engine/template/bound-tree.js'
import { bindHtml } from './render-text.js'

const INVOICE = `<!doctype html>
<html lang="en">
<head>
  <title>Invoice {{number}}</title>
  <meta name="Author" content="{{seller.name}}">
  <style>h1 { color: {{colour}} }</style>
</head>
<body>
<h1 class="{{#if paid}}paid{{else}}open{{/if}}">Invoice {{number}}</h1>
<table>
  {{#each lines as line}}
  <tr><td>{{@number}}</td><td>{{line.text}}</td></tr>
  {{/each}}
</table>
</body>
</html>
`

const INVOICE_TREE = `#0 html lang="en"
  #1 head
    #2 title
    #3 meta name="Author" content="ACME"
    #4 style
  #5 body
    "\\n"
    #6 h1 class="open"
      "Invoice 7"
    "\\n"
    #7 table
      "\\n  "
      #8 tbody
        "\\n  "
        #9 tr
          #10 td
            "1"
          #11 td
            "Tea"
        "\\n  \\n  "
        #12 tr
          #13 td
            "2"
          #14 td
            "Milk & honey"
        "\\n  "
      "\\n"
    "\\n\\n\\n"
`

const INVOICE_DATA = {
  number: 7,
  seller: { name: 'ACME' },
  colour: '#c00',
  lines: [{ text: 'Tea' }, { text: 'Milk & honey' }],
}

t.test('a template becomes a tree with dense ids, a title, metadata and style sheets', (t) => {
  const { tree, template, diagnostics } = bindHtml(INVOICE, INVOICE_DATA)
  t.equal(dumpBoundTree(tree), INVOICE_TREE)
  t.equal(tree.elementCount, 15)
  t.equal(tree.title, 'Invoice 7')
  t.equal(tree.metadata.get('author'), 'ACME')
  t.equal(tree.language, 'en')
  t.equal(template.mode, 'no-quirks')
  t.same(
    template.elements.map((element) => `${element.id} ${element.name}`),
    [
      '0 html',
      '1 head',
      '2 title',
      '3 meta',
      '4 style',
      '5 body',
      '6 h1',
      '7 table',
      '8 tbody',
      '9 tr',
      '10 td',
      '11 td',
    ],
  )
  t.same(diagnostics, [])
  t.end()
})

t.test('elements know their place', (t) => {
  const { tree } = bindHtml('<p>a{{#each l}}<b>{{this}}</b> {{/each}}<i>z</i>', { l: [1, 2] })
  const body = tree.root.children[1]
  const paragraph = body?.kind === 'element' ? body.children[0] : undefined
  const children = paragraph?.kind === 'element' ? paragraph.children : []
  t.same(
    children.map((child) => (child.kind === 'element' ? `${child.name}${child.index}` : child.text)),
    ['a', 'b0', ' ', 'b1', ' ', 'i2'],
  )
  t.ok(children.every((child) => child.parent === paragraph))
  t.end()
})

t.test('attributes that do not depend on data are shared', (t) => {
  const { tree, template } = bindHtml('{{#each l}}<p class="a">x</p>{{/each}}', { l: [1, 2] })
  const body = tree.root.children[1]
  const maps =
    body?.kind === 'element' ? body.children.map((child) => child.kind === 'element' && child.attributes) : []
  t.equal(maps.length, 2)
  t.equal(maps[0], template.elements[3]?.staticAttributes)
  t.equal(maps[1], maps[0])
  t.end()
})

t.test('style text has the lines and columns of the template', (t) => {
  const html = '<p>é</p>\n  <style>a{}\nb{}</style>'
  const { template } = bindHtml(html)
  const source = template.sheets[0]?.source
  t.equal(source?.text.trim(), 'a{}\nb{}')
  t.same(source?.span(html.indexOf('b{}')), { file: 't.html', line: 3, column: 1, start: 22, end: 22 })
  t.end()
})

const VALUES: readonly (readonly [css: string, value: JsonValue, bound: string])[] = [
  ['a{color:{{v}}}', 'red', 'a{color:red}'],
  ['a{color:{{v}}}', '#c00', 'a{color:#c00}'],
  ['a{width:{{v}}px}', 10, 'a{width:10px}'],
  ['a{width:{{v}}}', '-1.5em', 'a{width:-1.5em}'],
  ['a{width:{{v}}}', '50%', 'a{width:50%}'],
  ['a{color:{{v}}}', 'red;}body{x:y', 'a{color:red\\;\\}body\\{x\\:y}'],
  ['a{color:{{v}}}', 'url(//x)/**/', 'a{color:url\\(\\/\\/x\\)\\/\\*\\*\\/}'],
  ['a{color:{{v}}}', '</style><b>', 'a{color:\\<\\/style\\>\\<b\\>}'],
  ['a{content:"{{v}}"}', 'a"b\\c\n;d', 'a{content:"a\\"b\\\\c\\a ;d"}'],
  ["a{content:'{{v}}'}", "it's", "a{content:'it\\'s'}"],
  ['a{content:"\\"{{v}}"}', ';', 'a{content:"\\";"}'],
  ['a{background:url({{v}})}', 'a b)c', 'a{background:url(a\\ b\\)c)}'],
  ['a{background:url("{{v}}")}', 'a")', 'a{background:url("a\\")")}'],
  ['/* {{v}} */a{x:{{v}}}', 1, '/* {{v}} */a{x:1}'],
  ['a{content:"/*"}b{x:{{v}}}', 1, 'a{content:"/*"}b{x:1}'],
  ['{{#if v}}a{x:y}{{else}}b{}{{/if}}', 1, 'a{x:y}'],
  ['a{x:{{missing}}}', 1, 'a{x:{{missing}}}'],
]

t.test('in style text a value is one token', (t) => {
  for (const [css, v, bound] of VALUES) {
    const { tree, template } = bindHtml(`<style>${css}</style>`, { v })
    t.equal((tree.boundSheets.get(0) ?? template.sheets[0]?.source)?.text.trim(), bound, `${css} with ${v}`)
  }
  t.equal(bindHtml('<style>a{}</style>').tree.boundSheets.size, 0, 'static sheets are not bound')
  t.end()
})

t.test('head elements within blocks count as the block decides', (t) => {
  const html =
    '<head>{{#if a}}<title>A</title><style>a{}</style>{{else}}<title>B</title>{{/if}}<title>C</title></head>' +
    '{{#each l}}<style>.c{{this}}{}</style>{{/each}}'
  const bound = bindHtml(html, { a: true, l: [1, 2] })
  t.equal(bound.tree.title, 'A')
  t.same(
    Array.from(bound.tree.boundSheets.values(), (sheet) => sheet.text.replace(/\s+/g, '')),
    ['a{}', '.c1{}.c2{}'],
  )
  const other = bindHtml(html, { a: false })
  t.equal(other.tree.title, 'B')
  t.same(
    Array.from(other.tree.boundSheets.values(), (sheet) => sheet.text.trim()),
    ['', ''],
  )
  t.end()
})

t.test('linked style sheets come from the assets', (t) => {
  const assets = new Map([['css/print.css', new TextEncoder().encode('\ufeffp{x:{{y}}}')]])
  const html =
    '<link rel="stylesheet" media="print" href="./css/print.css?v=1">\n<link rel=stylesheet href=no.css>' +
    '<link rel="alternate stylesheet" href=no2.css><link rel=icon href=x.png><link rel=stylesheet href="{{t}}.css">'
  const { template, tree, diagnostics } = bindHtml(html, { y: 1 }, { assets })
  t.equal(template.sheets.length, 1)
  t.same(template.sheets[0]?.parts, ['p{x:{{y}}}'], 'placeholders in assets are mere text')
  t.equal(template.sheets[0]?.media, 'print')
  t.equal(template.sheets[0]?.source.file, './css/print.css?v=1')
  t.equal(tree.boundSheets.size, 0)
  t.same(diagnostics, [
    't.html:2:1: error: the style sheet "no.css" is not among the assets of the template [missing-asset]',
    't.html:2:106: error: the address of a style sheet cannot depend on data [dynamic-stylesheet]',
    't.html:2:133: warning: no field of the data matches {{t}} [unmatched-placeholder]',
  ])
  t.end()
})

t.test('what cannot appear on paper is dropped and reported', (t) => {
  const html =
    '<script>{{#if}}</script><p onclick="x" ONLOAD=y id=a>b</p>\n<iframe>{{x}}</iframe><applet>{{#each}}</applet>' +
    '<video></video><svg><script/><g onclick=x /></svg>'
  const { body, diagnostics } = bindHtml(html)
  t.equal(body, '<p id="a">b</p>\n<svg><g></g></svg>')
  t.same(
    diagnostics.map((text) => text.replace(/: .*\[/, ' [')),
    [
      't.html:1:1 [unsupported-element]',
      't.html:1:28 [unsupported-attribute]',
      't.html:1:40 [unsupported-attribute]',
      't.html:2:1 [unsupported-element]',
      't.html:2:23 [unsupported-element]',
      't.html:2:49 [unsupported-element]',
      't.html:2:69 [unsupported-element]',
      't.html:2:81 [unsupported-attribute]',
    ],
  )
  t.end()
})

t.test('a link that other programs attach a file for is reported', (t) => {
  const { diagnostics } = bindHtml(
    '<link rel=attachment href=a.csv><a rel="nofollow Attachment" href=b.csv>b</a><a rel=nofollow href=c>c</a>',
  )
  t.same(diagnostics, [
    't.html:1:7: warning: <link rel="attachment"> attaches no file to the PDF: name it in "attachments" of template.json [unsupported-attribute]',
    't.html:1:36: warning: <a rel="attachment"> attaches no file to the PDF: name it in "attachments" of template.json [unsupported-attribute]',
  ])
  t.end()
})

t.test('a problem in a loop is reported once', (t) => {
  const { diagnostics } = bindHtml('{{#each l}}{{x}}{{y | upper}}{{x}}{{/each}}', { l: [1, 2, 3] })
  t.equal(diagnostics.length, 3)
  t.end()
})

t.test('inserted markup has ids behind those of the template and the place of its placeholder', (t) => {
  const { tree, template } = bindHtml('\n{{#each l}}{{{h}}}{{/each}}', { l: [1, 2], h: '<b><i>x</i></b>' })
  const body = tree.root.children[1]
  const bold = body?.kind === 'element' ? body.children.filter((child) => child.kind === 'element') : []
  t.equal(template.elements.length, 3)
  t.same(
    bold.map(({ id, template }) => [id, template.id, template.span.line, template.span.column]),
    [
      [3, 3, 2, 12],
      [5, 3, 2, 12],
    ],
  )
  t.end()
})

t.test('big loops make exactly the elements they should, in linear time', (t) => {
  const html = '<table>{{#each rows as r}}<tr><td>{{r.a}}</td><td>{{b}}</td></tr>{{/each}}</table>'
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ a: index, b: 'x' }))
  const { tree, template } = bindHtml(html, { rows })
  t.equal(tree.elementCount, 3 + 2 + 3 * 10_000)
  t.equal(template.elements.length, 8)
  t.end()
})

t.test('limits', (t) => {
  const nested = (depth: number) => `${'<i>'.repeat(depth - 2)}x`
  t.equal(bindHtml(nested(512)).tree.elementCount, 513)
  t.throws(() => bindHtml(nested(513)), TemplateError)
  t.throws(() => bindHtml(nested(513)), { code: 'too-deep', message: /^t\.html:1:1531: / })
  t.throws(() => bindHtml('{{#if a}}'.repeat(513)), { code: 'too-deep', message: /^t\.html:1:4609: / })
  const loop = '{{#each l}}<p>x</p>{{/each}}'
  t.throws(() => bindHtml(loop, { l: Array(100).fill(0) }, { limits: { elements: 50 } }), {
    name: 'LimitError',
    code: 'too-many-elements',
  })
  t.throws(() => bindHtml('<p>{{{h}}}', { h: '<i>'.repeat(510) }), { name: 'LimitError', code: 'too-deep' })
  const idle = '{{#each l}}'.repeat(4) + '{{/each}}'.repeat(4)
  t.throws(() => bindHtml(idle, { l: Array(100).fill(0) }), { name: 'LimitError', code: 'too-many-turns' })
  const deep: JsonValue = JSON.parse('['.repeat(2000) + ']'.repeat(2000))
  t.throws(() => bindHtml('{{a}}', { a: deep }), { name: 'LimitError', code: 'data-too-deep' })
  t.throws(() => bindHtml('{{#each l}}{{s}}{{/each}}', { l: Array(2000).fill(0), s: 'x'.repeat(100_000) }), LimitError)
  t.end()
})

t.test('hostile texts cost no more than their length', (t) => {
  const digits = `${'1'.repeat(200_000)}x`
  const { user: before } = process.cpuUsage()
  t.equal(bindHtml('{{#if a > 1}}y{{else}}n{{/if}}', { a: digits }).body, 'n')
  bindHtml('<style>a{x:{{a}}}</style>', { a: digits })
  bindHtml('{{ a '.repeat(100_000))
  bindHtml(`{{${'"'.repeat(100_001)}`)
  bindHtml(`<p ${Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(' ')}>`)
  t.ok(process.cpuUsage().user - before < 5_000_000, 'quadratic work would take a processor minutes')
  const reopening = `<p>${Array.from({ length: 300 }, (_, index) => `<b a${index}>`).join('')}</p>`
  t.throws(() => bindHtml(reopening + '<p>x</p>'.repeat(5000)), { code: 'too-many-elements' })
  t.end()
})

t.test('long expressions are not expressions rather than deep recursion', (t) => {
  const { diagnostics } = bindHtml(`{{${'('.repeat(100_000)}a}}`, { a: 1 })
  t.match(diagnostics[0], /not-an-expression/)
  t.end()
})

t.test('rows and groups of rows are implied, blocks around cells go into one row', (t) => {
  const names = (html: string) => {
    const { tree, diagnostics } = bindHtml(`<table>${html}</table>`, { n: [1, 2] })
    t.same(diagnostics, [])
    const outline = (node: BoundNode): string =>
      node.kind === 'text' ? node.text.trim() : `${node.name}(${node.children.map(outline).join('')})`
    const body = tree.root.children[1]
    return body?.kind === 'element' ? body.children.map(outline).join('') : ''
  }
  t.equal(names('<td>a<th>b'), 'table(tbody(tr(td(a)th(b))))')
  t.equal(names('<thead><th>h</thead><tr><td>a'), 'table(thead(tr(th(h)))tbody(tr(td(a))))')
  t.equal(names('<td>a<tr><td>b'), 'table(tbody(tr(td(a))tr(td(b))))')
  t.equal(names('<caption>c</caption> <td>a<tfoot> <td>f'), 'table(caption(c)tbody(tr(td(a)))tfoot(tr(td(f))))')
  t.equal(names('{{#each n}}<td>{{this}}</td>{{/each}}<td>e'), 'table(tbody(tr(td(1)td(2)td(e))))')
  t.equal(names('<tbody>{{#each n}}<td>{{this}}</td>{{/each}}'), 'table(tbody(tr(td(1)td(2))))')
  t.end()
})
