import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { SourceText } from '../../../engine/base/source.js'
import type { DocumentMode, HtmlDocument, HtmlNode, OpaqueRange } from '../../../engine/html/html-tree.js'
import { parseHtml, parseHtmlFragment } from '../../../engine/html/parse-html.js'

function parse(html: string, opaque: readonly OpaqueRange[] = [], depth = DEFAULT_LIMITS.depth): HtmlDocument {
  return parseHtml(new SourceText('t.html', html), opaque, {
    diagnostics: new DiagnosticList(),
    limits: { ...DEFAULT_LIMITS, depth },
    limitError: (code, message, start) => new Error(`${code} at ${start}: ${message}`),
  })
}

function markup(node: HtmlNode): string {
  if (node.kind === 'text')
    return node.pieces.map((piece) => (typeof piece === 'string' ? piece : `#${piece}`)).join('')
  const attributes = node.attributes.map(({ name, value }) => ` ${name}="${value.join('')}"`).join('')
  return `<${node.name}${attributes}>${node.children.map(markup).join('')}</${node.name}>`
}

function body(html: string): string {
  return parse(html).body.children.map(markup).join('')
}

const RECOVERY: readonly (readonly [name: string, html: string, body: string])[] = [
  ['void elements', 'a<br>b<hr>c<img>d<wbr>e', 'a<br></br>b<hr></hr>c<img></img>d<wbr></wbr>e'],
  ['self-closing means nothing', '<div/>a', '<div>a</div>'],
  ['paragraphs end each other', '<p>a<p>b', '<p>a</p><p>b</p>'],
  ['blocks end paragraphs', '<p>a<div>b</div>c', '<p>a</p><div>b</div>c'],
  ['a paragraph in a button', '<p><button><p>a</button>b', '<p><button><p>a</p></button>b</p>'],
  [
    'list items',
    '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>',
  ],
  ['terms', '<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
  ['headings', '<h1>a<h2>b</h2>', '<h1>a</h1><h2>b</h2>'],
  ['a heading ended by another', '<h1>a</h2>b', '<h1>a</h1>b'],
  ['options', '<select><option>a<option>b</select>', '<select><option>a</option><option>b</option></select>'],
  ['ruby', '<ruby>a<rt>b<rp>c</ruby>', '<ruby>a<rt>b</rt><rp>c</rp></ruby>'],
  [
    'cells and rows',
    '<table><tr><td>a<th>b<tr><td>c</table>d',
    '<table><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></table>d',
  ],
  [
    'row groups',
    '<table><thead><tr><td>a<tbody><tr><td>b<tfoot></table>',
    '<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot></tfoot></table>',
  ],
  [
    'caption and columns',
    '<table><caption>a<colgroup><col><col><tr></table>',
    '<table><caption>a</caption><colgroup><col></col><col></col></colgroup><tr></tr></table>',
  ],
  [
    'nested tables',
    '<table><tr><td><table><tr><td>a</table>b</table>',
    '<table><tr><td><table><tr><td>a</td></tr></table>b</td></tr></table>',
  ],
  [
    'a table outside of cells and captions ends the one it stands in',
    '<table><tr><td>a</td></tr><table><tr><div><table><caption><table>b</table>c</caption></table>',
    '<table><tr><td>a</td></tr></table><table><tr><div></div></tr></table><table><caption><table>b</table>c</caption></table>',
  ],
  [
    'text between rows stays in place',
    '<table>a<tr>b<td>c</td></tr>d</table>',
    '<table>a<tr>b<td>c</td></tr>d</table>',
  ],
  ['rows without a table', '<tr><td>a<tr><td>b', '<tr><td>a</td></tr><tr><td>b</td></tr>'],
  [
    'a block end tag does not leave its cell',
    '<div><table><tr><td>a</div>b</table></div>',
    '<div><table><tr><td>ab</td></tr></table></div>',
  ],
  ['stray end tags', 'a</b></div></span></td></table>c', 'ac'],
  ['a stray </p> is an empty paragraph', 'a</p>b', 'a<p></p>b'],
  ['</br> is a line break', 'a</br>b', 'a<br></br>b'],
  ['an inline end tag does not leave its block', '<span>a<div>b</span>c</div>', '<span>a<div>bc</div></span>'],
  ['crossed inline elements', '<b>x<i>y</b>z</i>w', '<b>x<i>y</i></b><i>z</i>w'],
  ['inline elements over paragraphs', '<p><b>a<p>b</b>c', '<p><b>a</b></p><p><b>b</b>c</p>'],
  ['a paragraph in an inline element', '<b><p>a</b>b</p>c', '<b></b><p><b>a</b>b</p>c'],
  [
    'blocks in blocks in an inline element',
    '<b>1<div>2<p>3</b>4</p></div>',
    '<b>1</b><div><b>2</b><p><b>3</b>4</p></div>',
  ],
  ['links do not nest', '<a href="1">a<a href="2">b</a>', '<a href="1">a</a><a href="2">b</a>'],
  [
    'inline elements do not leave cells',
    '<table><tr><td><b>a<td>b</table>',
    '<table><tr><td><b>a</b></td><td>b</td></tr></table>',
  ],
  [
    'equal elements reopen at most three times',
    '<p><b><b><b><b><b>x<p>y',
    '<p><b><b><b><b><b>x</b></b></b></b></b></p><p><b><b><b>y</b></b></b></p>',
  ],
  ['unknown elements', '<foo-bar X=1>a</foo-bar>', '<foo-bar x="1">a</foo-bar>'],
  ['unfinished tag', 'a<b', 'a'],
  ['a less-than sign', 'a < b <3 c', 'a < b <3 c'],
  ['repeated attributes', '<p id=a ID=b>', '<p id="a"></p>'],
  ['attribute quoting', '<p a=\'"\' b="\'" c=x/y d>', '<p a=""" b="\'" c="x/y" d=""></p>'],
  ['comments', 'a<!-- b -- > c -->d<!-->e<!doctype x>f<?php ?>g', 'adefg'],
  ['CDATA is a comment', 'a<![CDATA[b]]>c', 'ac'],
]

t.test('recovery as in browsers', (t) => {
  for (const [name, html, expected] of RECOVERY) t.equal(body(`<!doctype html><body>${html}`), expected, name)
  t.equal(
    body('<body><p>a<table></table>'),
    '<p>a<table></table></p>',
    'in quirks mode a table does not end a paragraph',
  )
  t.end()
})

const TEXT: readonly (readonly [name: string, html: string, body: string])[] = [
  ['entities', '&lt;&amp;&nbsp;&#8364;&#x20AC;&#128;&copy &euro', '<&\u00a0€€€© &euro'],
  ['entities in attributes', '<p a="&lt;&copy=1&amp;x&quot;">', '<p a="<&copy=1&x""></p>'],
  ['line breaks', 'a\r\nb\rc\n<p a="x\r\ny">', 'a\nb\nc\n<p a="x\ny"></p>'],
  [
    'first line break of pre',
    '<pre>\na\n</pre><pre>\r\n\nb</pre><pre> \nc</pre>',
    '<pre>a\n</pre><pre>\nb</pre><pre> \nc</pre>',
  ],
  ['first line break of textarea', '<textarea>\n<b></textarea>', '<textarea><b></textarea>'],
  ['NUL', 'a\0b<p a="x\0y">', 'ab<p a="x\ufffdy"></p>'],
]

t.test('text', (t) => {
  for (const [name, html, expected] of TEXT) t.equal(body(`<body>${html}`), expected, name)
  t.end()
})

t.test('html, head and body are always there', (t) => {
  const cases: readonly (readonly [html: string, tree: string])[] = [
    ['', '<html><head></head><body></body></html>'],
    ['a', '<html><head></head><body>a</body></html>'],
    [' \n<title>t</title>\n<p>a', '<html><head><title>t</title></head><body><p>a</p></body></html>'],
    [
      '<html lang=de><head id=h><meta charset=utf-8></head>\n<body class=b>a</body></html>\n',
      '<html lang="de"><head id="h"><meta charset="utf-8"></meta></head><body class="b">a\n</body></html>',
    ],
    ['<p>a<html lang=de><body class=b>c', '<html lang="de"><head></head><body class="b"><p>ac</p></body></html>'],
    ['<html lang=a><html lang=b id=c>', '<html lang="a" id="c"><head></head><body></body></html>'],
    [
      '<style>p > a { }</style>x<style>b</style>',
      '<html><head><style>p > a { }</style></head><body>x<style>b</style></body></html>',
    ],
    ['<body>a</body>b<p>c', '<html><head></head><body>ab<p>c</p></body></html>'],
  ]
  for (const [html, tree] of cases) t.equal(markup(parse(html).root), tree, JSON.stringify(html))
  t.end()
})

t.test('the doctype selects the mode', (t) => {
  const cases: readonly (readonly [doctype: string, mode: DocumentMode])[] = [
    ['', 'quirks'],
    ['<!doctype html>', 'no-quirks'],
    ['<!-- x --><!DOCTYPE HTML>', 'no-quirks'],
    ['<!doctype html SYSTEM "about:legacy-compat">', 'no-quirks'],
    ['<!doctype foo>', 'quirks'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">', 'no-quirks'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', 'quirks'],
    [
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
      'limited-quirks',
    ],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', 'quirks'],
    [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
      'limited-quirks',
    ],
    ['<p><!doctype html>', 'quirks'],
  ]
  for (const [doctype, mode] of cases) t.equal(parse(doctype).mode, mode, doctype || 'none')
  t.end()
})

t.test('SVG keeps its names and its own rules', (t) => {
  const cases: readonly (readonly [html: string, body: string])[] = [
    [
      '<svg viewBox="0 0 1 1"><linearGradient id=a /><RECT/></svg>b',
      '<svg viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><RECT></RECT></svg>b',
    ],
    [
      '<svg viewbox="0"><lineargradient gradientunits=x>',
      '<svg viewBox="0"><linearGradient gradientUnits="x"></linearGradient></svg>',
    ],
    ['<svg><title>a<b>c</b></title><style>&lt;</style></svg>', '<svg><title>a<b>c</b></title><style><</style></svg>'],
    [
      '<svg><foreignObject><p>a<br/>b</p></foreignObject><g/></svg>',
      '<svg><foreignObject><p>a<br></br>b</p></foreignObject><g></g></svg>',
    ],
    ['<svg><g><p>a</svg>', '<svg><g></g></svg><p>a</p>'],
    ['<svg><text><![CDATA[a<b]]></text></svg>', '<svg><text>a<b</text></svg>'],
  ]
  for (const [html, expected] of cases) t.equal(body(html), expected, html)
  t.end()
})

t.test('a byte order mark at the start is no text', (t) => {
  t.equal(parse('\ufeff<!doctype html><p>a').mode, 'no-quirks')
  t.equal(body('\ufeff<p>a'), '<p>a</p>')
  t.equal(body('\ufeffa\ufeff'), 'a\ufeff')
  t.end()
})

t.test('places are those of the text as written', (t) => {
  const html = '\r\n<p\n id="a">b &amp; c</p>'
  const paragraph = parse(html).body.children[0]
  t.equal(paragraph?.kind === 'element' && html.slice(paragraph.start, paragraph.end), '<p\n id="a">')
  const attribute = paragraph?.kind === 'element' ? paragraph.attributes[0] : undefined
  t.equal(attribute && html.slice(attribute.start, attribute.end), 'id="a"')
  t.end()
})

t.test('opaque ranges are not looked into', (t) => {
  const html = 'a[<b>"]c<p title="x[">]y">[ ]</p><!-- [x] --><title>[</title>]</title>'
  const opaque = Array.from(html.matchAll(/\[[^\]]*\]/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    ignorable: false,
  }))
  const document = parse(html, opaque)
  t.equal(document.body.children.map(markup).join(''), 'a#0c<p title="x1y">#2</p><title>#4</title>')
  t.end()
})

t.test('nesting ends at the limit', (t) => {
  t.equal(body(`${'<i>'.repeat(510)}x`).includes('x'), true, '512 levels with html and body')
  t.throws(() => body(`${'<i>'.repeat(511)}x`), { message: /^too-deep at 1530: <i> is nested deeper than 512/ })
  t.throws(() => parse('<b>'.repeat(100_000)), /too-deep/, 'however deep')
  t.end()
})

t.test('a fragment keeps white space at its start', (t) => {
  const nodes = parseHtmlFragment(new SourceText('t', ' <body id=x>a</p>'), [], {
    diagnostics: new DiagnosticList(),
    limits: DEFAULT_LIMITS,
    limitError: (code) => new Error(code),
  })
  t.equal(nodes.map(markup).join(''), ' a<p></p>')
  t.end()
})
