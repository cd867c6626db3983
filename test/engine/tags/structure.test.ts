import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()
const SQUARE = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/>`

/** The structure of a document, one line an element, indented by two spaces. */
function tagsOf(html: string, data: object = {}): string {
  return dumpDocument(compileTemplate({ html }, { fonts }), data, 'tags')
}

const CASES: readonly [name: string, html: string, tags: string][] = [
  [
    'headings and paragraphs, and what stands out in them',
    '<h1>A <em>b</em></h1><p>c <strong>d</strong> <i>e</i></p><div role=heading aria-level=3>f</div>',
    `Document
  H1
    "A "
    Em
      "b"
  P
    "c "
    Strong
      "d"
    " e"
  H3
    "f"
`,
  ],
  [
    'text among blocks is a paragraph of its own, and elements without meaning leave nothing',
    '<div><p>a</p>b <b>c</b><div>d</div></div><section><article>e</article></section>',
    `Document
  P
    "a"
  P
    "b c"
  P
    "d"
  Sect
    Art
      P
        "e"
`,
  ],
  [
    'a space is told where a line wraps at one or is broken, and where neither is none is made up',
    `<style>p { font: 10px/10px Arial; width: 40px }</style>
    <p>one two three <b>four </b>five</p><p>self-evident</p><p lang=ja>日本語の文章です</p><p style="overflow-wrap:anywhere">abcdefghijklm</p>
    <p>one<br>two <br><br>three<br></p><p style="white-space:pre">one\ntwo \nthree</p><p style="line-clamp:1">one two three four</p>`,
    `Document
  P
    "one two three four five"
  P
    "self-evident"
  P lang=ja
    "日本語の文章です"
  P
    "abcdefghijklm"
  P
    "one two three"
  P
    "one two three"
  P
    "one tw…"
`,
  ],
  [
    'lines from right to left are read with the space behind them',
    '<p dir=rtl style="font:10px/10px Arial;width:20px">אב גד הו</p>',
    `Document
  P
    "אב גד הו"
`,
  ],
  [
    'lines of both directions are read as the source has them, and what stands out in them as well',
    '<p dir=rtl>אב <b>גד</b> הו <em>זח</em> 12 abc <u>טי</u> כל</p><p>one <em>אב</em> <b>גד</b> הו 12 כל <i>two</i></p>',
    `Document
  P
    "אב גד הו "
    Em
      "זח"
    " 12 abc טי כל"
  P
    "one "
    Em
      "אב"
    " גד הו 12 כל two"
`,
  ],
  [
    'leaders are ornament',
    '<style>a::after { content: leader(".") target-counter(attr(href), page) }</style><p><a href="#x">One</a></p><p id=x>b</p>',
    `Document
  P
    Link
      "One 1"
  P
    "b"
`,
  ],
  [
    'a list of links that say where they lead is a table of contents, and another list of links is none',
    `<style>a::after { content: leader(".") target-counter(attr(href), page) } .b::before { content: target-text(attr(href)) }
    .c a { display: flex } p a::after { content: none } nav ul, .c { list-style: none }</style>
    <nav><ul><li><a href="#x">a</a><ul><li><a href="#x">b</a></ul><li><a href="#x">c</a></ul></nav>
    <ol><li><a class=b href="#x"></a> and</ol><ul class=c><li><a href="#x">d</a></ul>
    <ul><li><p><a href="#x">e</a></ul><p id=x>x</p>`,
    `Document
  Sect
    TOC
      TOCI
        Reference
          Link
            "a 1"
        TOC
          TOCI
            Reference
              Link
                "b 1"
      TOCI
        Reference
          Link
            "c 1"
  TOC
    TOCI
      Lbl
        "1. "
      Reference
        Link
          "x 1"
      " and"
  TOC
    TOCI
      Reference
        Link
          "d 1"
  L numbering=Disc
    LI
      Lbl
        "•"
      LBody
        P
          Link
            "e"
  P
    "x"
`,
  ],
  [
    'lists with labels and bodies, also within each other',
    '<ul><li>a<li>b<ol><li>c</ol></ul>',
    `Document
  L numbering=Disc
    LI
      Lbl
        "•"
      LBody
        "a"
    LI
      Lbl
        "•"
      LBody
        "b"
        L numbering=Decimal
          LI
            Lbl
              "1. "
            LBody
              "c"
`,
  ],
  [
    'terms and what they mean',
    '<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>',
    `Document
  L
    LI
      Lbl
        "a"
      LBody
        "b"
      LBody
        "c"
    LI
      Lbl
        "d"
      LBody
        "e"
`,
  ],
  [
    'tables with heads, scopes, spans and empty cells',
    '<table><caption>t</caption><thead><tr><th>a<th>b<tbody><tr><th>c<td rowspan=2>d<tr><td><tr><td colspan=2>e</table>',
    `Document
  Table
    Caption
      "t"
    THead
      TR
        TH scope=Column
          "a"
        TH scope=Column
          "b"
    TBody
      TR
        TH scope=Row
          "c"
        TD rows=2
          "d"
      TR
        TD
      TR
        TD columns=2
          "e"
`,
  ],
  [
    'cells with the headings that they name, wherever these stand in their table',
    `<table><tr><td><th id=a>a<th id=b>b<tr><th id=c>c<td headers="a c">1<td headers="c
      b b">2<tr><td><td headers=a>3<td headers=d><table><tr><th id=d>d<td headers=d>4</table>
      <tfoot><tr><th id=d>e</table>`,
    `Document
  Table
    TBody
      TR
        TD
        TH scope=Column id=1
          "a"
        TH scope=Column id=2
          "b"
      TR
        TH scope=Row id=3
          "c"
        TD headers=1,3
          "1"
        TD headers=3,2
          "2"
      TR
        TD
        TD headers=1
          "3"
        TD headers=5
          Table
            TBody
              TR
                TH scope=Row id=4
                  "d"
                TD headers=4
                  "4"
    TFoot
      TR
        TH scope=Column id=5
          "e"
`,
  ],
  [
    'a table that only lays out leaves its text',
    '<table role=presentation><tr><td>a<td>b</table>',
    `Document
  P
    "a"
  P
    "b"
`,
  ],
  [
    'images with what they show, and none that are ornament',
    `<p><img alt="a" src="${SQUARE}"><img alt="" src="${SQUARE}"></p><svg width=9 height=9><title>b</title></svg><div aria-hidden=true>c</div>`,
    `Document
  P
    Figure alt="a"
      ""
  P
    Figure alt="b"
      ""
`,
  ],
  [
    'a figure is its image with the caption',
    `<figure><img alt="a" src="${SQUARE}"><figcaption>b</figcaption></figure><figure><p>c</p><figcaption>d</figcaption></figure>`,
    `Document
  Figure alt="a"
    ""
    Caption
      "b"
  Sect
    P
      "c"
    P
      "d"
`,
  ],
  [
    'the caption of a figure that says more belongs to its image, if there is one',
    `<figure><figcaption>a</figcaption><img alt="b" src="${SQUARE}"><p>c</p></figure>
    <figure><p>d</p><div><img alt="e" src="${SQUARE}"></div><figcaption>f <b>g</b></figcaption></figure>
    <figure><figcaption>h</figcaption><p>i</p><a href="#x"><img alt="j" src="${SQUARE}"></a></figure>
    <figure><figcaption>k</figcaption><img alt="l" src="${SQUARE}"><img alt="m" src="${SQUARE}"></figure>`,
    `Document
  Sect
    Figure alt="b"
      Caption
        "a"
      ""
    P
      "c"
  Sect
    P
      "d"
    P
      Figure alt="e"
        ""
        Caption
          "f g"
  Sect
    P
      "h"
    P
      "i"
    Link
      Figure alt="j"
        ""
  Sect
    P
      "k"
    P
      Figure alt="l"
        ""
      Figure alt="m"
        ""
`,
  ],
  [
    'links, quotations, code, abbreviations and languages',
    '<p lang=de>a <a href="https://example.com">b</a> <q>c</q> <code>d</code> <abbr title="e">f</abbr> <span lang=fr>g</span></p>',
    `Document
  P lang=de
    "a "
    Link
      "b"
    " "
    Quote
      "„c“"
    " "
    Code
      "d"
    " "
    Span expansion="e"
      "f"
    " "
    Span lang=fr
      "g"
`,
  ],
  [
    'floats and positioned boxes stand where the document has them, a letter that floats in its word',
    '<div style="position:absolute;right:0">a</div><p>b</p><style>p.c::first-letter{float:left}</style><p class=c>cd</p>',
    `Document
  P
    "a"
  P
    "b"
  P
    "cd"
`,
  ],
  [
    'text of boxes beside the flow is told where they are anchored, whenever it is painted',
    `<style>.f { float: left } .a { position: absolute } .r { position: relative; z-index: 1 }</style>
    <p>a <span class=f>b</span> c <span class=a>d <em>e</em></span> f <span class=r style="top:-9px">g</span> h</p>
    <p><b>i</b><em class=a>j</em> k<br><i class=f>l</i></p><ul><li>m <div class=a>n</div> o<div class=r>p</div>q</ul>`,
    `Document
  P
    "a  b c  d "
    Em
      "e"
    " f g h"
  P
    "i"
    Em
      " j"
    " k l"
  L numbering=Disc
    LI
      Lbl
        "•"
      LBody
        "m  n o"
        P
          "p"
        " q"
`,
  ],
  [
    'so is that of floats in text without an element, of letters that float and of generated content',
    `<style>.f { float: left } .a { position: absolute } p::first-letter { float: left } p::before { content: "["; position: absolute }
    p::after { content: "]"; position: absolute }</style><div>a <span class=a>b</span> c <span class=f>d</span> e</div><p>fg h</p>`,
    `Document
  P
    "a  b c  d e"
  P
    " [fg h ]"
`,
  ],
  [
    'a block that floats before text among blocks comes before the paragraph of that text',
    `<style>div { float: left } b { display: inline-block } section::before { content: "d"; float: left }</style>
    <body><div><p>a</p></div><b>b</b></body><section>e<p>f</p></section>`,
    `Document
  P
    "a"
  P
    "b"
  Sect
    P
      "d"
    P
      "e"
    P
      "f"
`,
  ],
  [
    'of boxes below the text, in each other and in notes as well, and of those without content there is nothing',
    `<style>.f { float: left } .a { position: absolute } .b { position: absolute; z-index: -1 }</style>
    <p><span class=b>a</span>b <span class=b>c</span>d <em><span class=a></span></em> e</p>
    <p>f <span class=f>g <span class=a>h</span> i</span> j<span style="float:footnote">k <span class=a>l</span> m</span></p>`,
    `Document
  P
    "a b  c d e"
  P
    "f  g  h i j"
    Reference
      "1"
    Note
      "1. k  l m"
`,
  ],
  [
    'columns, flex and grid containers in the order of the document',
    '<div style="columns:2"><p>a<p>b</div><div style="display:flex;flex-direction:row-reverse"><p>c<p>d</div>',
    `Document
  P
    "a"
  P
    "b"
  P
    "c"
  P
    "d"
`,
  ],
  [
    'a note where it is called',
    '<p>a<span style="float:footnote">b</span> c</p><p>d</p>',
    `Document
  P
    "a"
    Reference
      "1"
    Note
      "1. b"
    " c"
  P
    "d"
`,
  ],
]

for (const [name, html, tags] of CASES) {
  t.test(name, async (t) => t.equal(tagsOf(html), tags))
}

t.test('heads, feet and fixed boxes that stand on every page are told once, and margin boxes never', async (t) => {
  const tags = tagsOf(
    `<style>@page { size: 100px 100px; margin: 20px; @top-left { content: "margin" } } * { font: 12px/20px Arial }</style>
    <div style="position:fixed;right:0;bottom:0">fixed</div>
    <table><thead><tr><th>head<tfoot><tr><td>foot<tbody>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>`,
    { rows: ['one', 'two', 'three'] },
  )
  const count = (text: string) => tags.split(JSON.stringify(text)).length - 1
  t.same(['fixed', 'head', 'foot', 'one', 'two', 'three', 'margin'].map(count), [1, 1, 1, 1, 1, 1, 0], tags)
})

t.test('a positioned box in a head that repeats is told once, also where it is broken', async (t) => {
  const lines = Array.from({ length: 12 }, (_, index) => `line${index}`)
  const tags = tagsOf(
    `<style>@page { size: 100px 100px; margin: 0 } * { font: 12px/20px Arial; margin: 0; padding: 0 }</style>
    <table><thead><tr><th>head<span style="position:absolute">${lines.join('<br>')}</span>
    <tbody>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>`,
    { rows: Array.from({ length: 12 }, (_, index) => `row${index}`) },
  )
  for (const line of lines) t.equal(tags.match(new RegExp(`${line}\\b`, 'g'))?.length, 1, tags)
})

t.test(
  'of rows that depend on the part of a table, sums that are carried are not told, and the total is',
  async (t) => {
    const tags = tagsOf(
      `<style>@page { size: 100px 100px; margin: 0 } * { font: 12px/20px Arial }</style>
    <table><thead><tr><th>head<tr data-table-part="continued"><th>from before
    <tfoot><tr data-table-part="continuing"><td>so far<tr data-table-part="last"><td>total
    <tbody>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>`,
      { rows: ['one', 'two', 'three', 'four', 'five', 'six'] },
    )
    const count = (text: string) => tags.split(JSON.stringify(text)).length - 1
    t.same(['head', 'from before', 'so far', 'total', 'six'].map(count), [1, 0, 0, 1, 1], tags)
    t.equal(tags.match(/TR/g)?.length, 8, 'no row is empty')
  },
)

t.test('heads that repeat in the columns of one page are told once, and those over several pages wholly', async (t) => {
  const table = (head: string) =>
    `<table><thead><tr><th>${head}<tbody>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>`
  const css = '<style>@page { size: 200px 100px; margin: 0 } * { font: 12px/20px Arial }</style>'
  const rows = Array.from({ length: 12 }, (_, index) => `row${index}`)
  const columns = tagsOf(`${css}<div style="columns:2">${table('head')}</div>`, { rows })
  t.equal(columns.split('"head"').length, 2, columns)
  const lines = Array.from({ length: 9 }, (_, index) => `line${index}`)
  const tall = tagsOf(`${css}${table(lines.join('<br>'))}`, { rows })
  t.match(tall, JSON.stringify(lines.join(' ')))
})

t.test('text behind blocks is behind them on every page', async (t) => {
  const tags = tagsOf(
    `<style>@page { size: 200px 50px; margin: 0 } * { margin: 0; font: 12px/20px Arial }</style>
    <div><p>a</p><p>b</p>c<p>d</p>e<p>f</p></div><div style="columns:2"><p>g</p><p>h</p>i<p>j</p>k</div>`,
  )
  t.equal([...tags.matchAll(/"(.)"/g)].map(([, letter]) => letter).join(''), 'abcdefghijk', tags)
})

t.test(
  'blocks of a cell or an item are paragraphs where there are several, so that their words do not run together',
  async (t) => {
    const css = '<style>.f { display: flex } .i { display: inline-block } .b { display: block }</style>'
    const tags = (cell: string) =>
      tagsOf(`${css}<table><tr><td>${cell}</table>`).split('TD\n')[1]?.replace(/^ +/gm, '').trim()
    t.equal(tags('one<div>two</div>three'), '"one"\nP\n"two"\n"three"')
    t.equal(tags('<div>one</div><span class=b>two</span>'), 'P\n"one"\nP\n"two"')
    t.equal(tags('<div class=f><span>one</span><span>two</span></div>'), 'P\n"one"\nP\n"two"')
    t.equal(tags('<div><div>one</div></div><div>two <i>three</i></div>'), 'P\n"one"\nP\n"two three"')
    t.equal(tags('<div><div>one</div></div>'), '"one"', 'it is the only one')
    t.equal(tags('one <span class=i>two</span> three'), '"one two three"', 'in a line')
    t.equal(tags('<div>one<p>two</p></div>'), '"one"\nP\n"two"')
    t.match(tagsOf('<ul><li><div>one</div><div>two</div></ul>'), /LBody\n +P\n +"one"\n +P\n +"two"/)
  },
)

t.test('a paragraph that lays out items is several', async (t) => {
  const tags = (display: string, items: string) =>
    tagsOf(`<p style="display: ${display}">${items}</p>`).replace(/\s+/g, ' ').trim()
  t.equal(tags('flex', '<span>Total</span><b>42</b>'), 'Document Div P "Total" P "42"')
  t.equal(tags('grid', 'Total: <span>42</span> <i>USD</i>'), 'Document Div P "Total:" P "42" P "USD"')
  t.equal(tags('flex', '<span style="order: 2">a</span><span style="order: 1">b</span>'), 'Document Div P "a" P "b"')
  t.equal(tags('flex', 'Total'), 'Document P "Total"', 'one item is the paragraph')
  t.equal(tags('flex', '<span>one <b>text</b></span>'), 'Document P "one text"')
})

t.test('words in boxes of their own do not run together in the text of one element', async (t) => {
  const css = `* { margin: 0; font: 20px/20px Arial } .i { display: inline-block } .f { display: flex } .b { display: block }
    .g { display: grid; grid-template-columns: auto auto } .cell { display: table-cell }
    .block::before { content: "No"; display: block } .gap::before { content: "No"; display: inline-block; margin-right: 4px }
    .near::before { content: "No"; display: inline-block } .item::before { content: "No" }`
  const told = (html: string) =>
    tagsOf(`<style>${css}</style>${html}`)
      .replace(/^Document/, '')
      .replace(/\s+/g, ' ')
      .trim()
  t.equal(told('<h1 class=f><span>Total</span><b>42</b></h1>'), 'H1 "Total 42"', 'flex items')
  t.equal(told('<h1 class=f>Total<b class=i>42</b></h1>'), 'H1 "Total 42"', 'whatever display they have')
  t.equal(told('<h1 class=g><span>Total</span> <b>42</b></h1>'), 'H1 "Total 42"', 'items of a grid')
  t.equal(told('<h1><span class=b>Total</span><b class=b>42</b></h1>'), 'H1 "Total 42"', 'blocks')
  t.equal(told('<h1>Total<span class=b>42</span>USD</h1>'), 'H1 "Total 42 USD"', 'text and blocks')
  t.equal(told('<h1><span class=cell>Total</span><b class=cell>42</b></h1>'), 'H1 "Total 42"', 'cells')
  t.equal(told('<p><a href="#a" class=f><i>Total</i><b>42</b></a>'), 'P Link "Total 42"', 'in a link')
  t.equal(told('<h1 class=f><em>Total</em><strong>42</strong></h1>'), 'H1 Em "Total" Strong " 42"')
  t.equal(told('<h1><span class=i>Total</span><span class=i>42</span></h1>'), 'H1 "Total42"', 'as on the page')
  t.equal(told('<h1>H<span class=i style="vertical-align: -4px">2</span>O</h1>'), 'H1 "H2O"')
  t.equal(told('<h1>H<span class=i style="margin: 0 4px">2</span>O</h1>'), 'H1 "H 2 O"', 'a gap is seen')
  t.equal(told('<h1><b class=i style="padding-right: 4px">Total</b><i class=i>42</i></h1>'), 'H1 "Total 42"')
  t.equal(told('<h1><b class=i>Total</b> <i class=i>42</i></h1>'), 'H1 "Total 42"', 'the space is there')
  t.equal(told('<h1 dir=rtl><b class=i style="margin-left: 4px">אב</b><i class=i>גד</i></h1>'), 'H1 "אב גד"')
  t.equal(told('<h1><b class=i><i class=b>Total</i><i class=b>42</i></b></h1>'), 'H1 "Total 42"', 'blocks in a line')
  t.equal(told('<h1>Total<span class=b></span></h1><h1 class=b>42</h1>'), 'H1 "Total" H1 "42"')
  t.equal(told('<h1>To<span class=i></span>tal</h1>'), 'H1 "Total"', 'a box without text parts nothing')
  for (const name of ['block', 'gap', 'item f']) {
    t.equal(told(`<h1 class="${name}">42</h1>`), 'H1 "No 42"', name)
    t.match(told(`<table><tr><td class="${name}">42</table>`), /TD "No 42"|TD "No" "42"/, name)
  }
  t.equal(told('<h1 class=near>42</h1>'), 'H1 "No42"')
})

t.test('items that stand in another order are told in that of the document, also as text of one element', async (t) => {
  const told = (html: string) =>
    tagsOf(`<style>.f { display: flex } .g { display: grid } .a { order: 2 } .b { order: 1 }</style>${html}`)
      .replace(/\s+/g, ' ')
      .trim()
  const items = '<div class=a>one</div><div class=b>two</div>three'
  t.match(told(`<table><tr><td><div class=f>${items}</div></table>`), /TD P "one" P "two" " three"$/)
  t.match(told(`<table><tr><td><div class=g>${items}</div></table>`), /TD P "one" P "two" " three"$/)
  const spans = '<span class=a>one</span><em class=b>two</em>three'
  t.match(told(`<h1 class=f>${spans}</h1>`), /H1 "one" Em " two" " three"$/)
  t.match(told(`<h1><span class=f>${spans}</span>four</h1>`), /H1 "one" Em " two" " three four"$/)
})

t.test('a paragraph over pages is one', async (t) => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const tags = tagsOf(`<style>@page { size: 200px 100px; margin: 10px }</style><p>${words}</p>`)
  t.equal(tags.match(/^ *P$/gm)?.length, 1)
  t.equal(tags.replace(/\s+/g, ''), `DocumentP"${words.replaceAll(' ', '')}"`)
})

t.test('what stands side by side on two pages is told one after the other', async (t) => {
  const side = (letter: string) => [1, 2, 3].map((line) => `${letter}${line}`).join('<br>')
  const css =
    '@page { size: 200px 50px; margin: 0 } * { margin: 0; font: 12px/20px Arial; list-style: none; padding: 0 }'
  const tags =
    tagsOf(`<style>${css} .row { display: flex } .row div { width: 50px } span { display: inline-block }</style>
    <ul><li><div class=row><div>${side('a')}</div><div>${side('b')}</div></div></ul>
    <p><span>${side('c')}</span><span>${side('d')}</span> e</p>`)
  t.equal(tags.replace(/\s/g, ''), 'DocumentLLILBodyP"a1a2a3"P"b1b2b3"P"c1c2c3d1d2d3e"', tags)
})

t.test(
  'what stands on the last page of a line over two pages is told at its place beside what the page breaks',
  async (t) => {
    const css =
      '@page { size: 200px 50px; margin: 0 } * { margin: 0; font: 12px/20px Arial } span { display: inline-block }'
    const tall = (letter: string) => `<span style="vertical-align: -10px">${letter}1<br>${letter}2<br>${letter}3</span>`
    const tags = tagsOf(
      `<style>${css}</style><p>a<sup>b</sup><span>c</span>${tall('d')}<span>e</span>${tall('f')}g</p>`,
    )
    t.equal(tags.replace(/\s/g, ''), 'DocumentP"abcd1d2d3ef1f2f3g"', tags)
  },
)

t.test('a positioned box that goes on on the next page is told wholly, in a head that repeats once', async (t) => {
  const words = 'one two three four five six'
  const box = `<span style="position:absolute;width:40px">${words}</span>`
  const css = '<style>@page { size: 200px 100px; margin: 0 } * { margin: 0; font: 12px/20px Arial }</style>'
  const rows = Array.from({ length: 9 }, (_, index) => `<tr><td>${index}`).join('')
  t.match(tagsOf(`${css}<p>a${box}</p>`), `"a ${words}"`)
  const tags = tagsOf(`${css}<table><thead><tr><th>head${box}<tbody>${rows}</table>`)
  t.equal(tags.split('six').length, 2, tags)
  t.match(tags, `"head ${words}"`)
})

t.test('what columns of one page break and what is painted over others is told in one piece', async (t) => {
  const css = `<style>@page { size: 204px 100px; margin: 0 } * { margin: 0; font: 12px/20px Arial; border-spacing: 0 }
    section { columns: 2; column-gap: 4px; column-fill: auto; height: 60px }</style>`
  const lines = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`).join('<br>')
  const told = (body: string) =>
    tagsOf(`${css}<section>${body}</section>`)
      .match(/[a-z]\d/g)
      ?.join('')
  // The first part lies over text that comes later, so that it is painted after this; the second one over nothing.
  const positioned = `<div style="position: relative">${lines('a', 4)}</div><p style="margin-top: -60px">b0`
  t.equal(told(positioned), 'a0a1a2a3b0')
  const float = `<p>${lines('c', 1)}<span style="float: left; width: 90px; margin-left: -90px">${lines('d', 4)}</span></p>`
  t.equal(told(float), 'c0d0d1d2d3')
})

t.test('boxes beside the flow are told between inline blocks as they are between words', async (t) => {
  const block = (letter: string) => `<span style="display: inline-block">${letter}</span>`
  const float = (letter: string) => `<span style="float: left">${letter}</span>`
  const absolute = (letter: string) => `<span style="position: absolute">${letter}</span>`
  const told = (paragraph: string) => tagsOf(`<p>${paragraph}</p>`).match(/"(.*)"/)?.[1]
  t.equal(told(`a${block('b')}${float('c')}${block('d')}${absolute('e')}${block('f')}g`), 'ab c d e fg')
  t.equal(told(`${float('a')}${block('b')}${absolute('c')}`), 'a b c')
  t.equal(told(`<b>a${block('b')}</b>${absolute('c')}<i>${float('d')}${block('e')}</i>`), 'ab c d e')
})
