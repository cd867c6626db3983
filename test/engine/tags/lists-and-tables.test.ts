import t from 'tap'
import { nestedTags } from './tags-of.js'

/** Documents, with the structure in one line. */
const CASES: readonly [name: string, html: string, tags: string][] = [
  [
    'a list holds nothing but items',
    '<ul>a<p>b</p><li>c</ul><ol><h2>d</h2><li role=heading>e</ol>',
    '(L numbering=Disc(LI(LBody("a")) LI(LBody(P("b"))) LI(Lbl("•") LBody("c"))) L numbering=Decimal(LI(LBody(H2("d"))) LI(LBody(H2("1. e")))))',
  ],
  [
    'a list of terms holds nothing but items',
    '<dl><h3>a</h3><dt role=heading>b<dd role=group>c</dl>',
    '(L(LI(LBody(H3("a"))) LI(LBody(H2("b"))) LI(LBody(Div(P("c"))))))',
  ],
  [
    'links and languages around items are in items',
    '<ul><a href="https://example.com"><li>a</a></ul><ul><div lang=fr>a</div></ul>',
    '(L numbering=Disc(LI(Lbl("•") LBody(Link("a")))) L numbering=Disc(LI(LBody(Div lang=fr(P("a"))))))',
  ],
  [
    'cells are cells whatever their role',
    '<table><tr><th>a<td role=list>b<td role=presentation>c<td role=img aria-label=d>e</table>',
    '(Table(TBody(TR(TH scope=Row("a") TD(L numbering=Disc(LI(LBody("b")))) TD("c") TD(Figure alt="d"("e"))))))',
  ],
  [
    'a table holds nothing but rows of cells',
    '<table><tr><th>a<tr role=group><td>b<tr role=presentation><td>c</table><table><tr><th>d<tbody role=group><tr><td>e</table>',
    '(Table(TBody(TR(TH scope=Column("a")) TR(TD(Div(P("b")))) TR(TD("c")))) Table(TBody(TR(TH scope=Column("d"))) TR(TD(Div(P("e"))))))',
  ],
  [
    'generated content of lists and rows is in items and cells',
    '<style>.a::after { content: "b" }</style><table><tr class=a><th>a</table><ul class=a><li>c</ul>',
    '(Table(TBody(TR(TH scope=Column("a") TD("b")))) L numbering=Disc(LI(Lbl("•") LBody("c")) LI(LBody("b"))))',
  ],
  [
    'white space between items and cells on a line is neither',
    `<ul> <li style="display: inline-block">a</li> <li style="display: inline-block">b</li> </ul><div role=list style="white-space: pre"> <b role=listitem>c</b>\n<b role=listitem>d</b></div>
    <div role=table><div role=row> <b role=cell>e</b> <b role=cell style="display: inline-block">f</b> </div></div>`,
    '(L numbering=Disc(LI(LBody("a")) LI(LBody("b"))) L numbering=Disc(LI(LBody("c")) LI(LBody("d"))) Table(TR(TD("e") TD("f"))))',
  ],
  [
    'text beside items on a line is in an item with its white space',
    '<div role=list>a <b role=listitem>b</b> </div>',
    '(L numbering=Disc(LI(LBody("a ")) LI(LBody("b"))))',
  ],
  [
    'a table has one caption, one head and one foot',
    '<table><caption>a</caption><thead><tr><th>b</thead><thead><tr><th>c</thead><caption>d</caption><tr><td>e<tfoot><tr><td>f</tfoot><tfoot><tr><td>g</table>',
    '(Table(Caption("a" P("d")) THead(TR(TH scope=Column("b"))) TBody(TR(TH scope=Column("c"))) TBody(TR(TD("e"))) TBody(TR(TD("g"))) TFoot(TR(TD("f")))))',
  ],
  [
    'the caption is told first, then the head, and the foot last',
    '<table><tfoot><tr><td>a</tfoot><tbody><tr><td>b</tbody><thead><tr><th>c</thead><caption>d</table>',
    '(Table(Caption("d") THead(TR(TH scope=Column("c"))) TBody(TR(TD("b"))) TFoot(TR(TD("a")))))',
  ],
  [
    'headings before the data of a row are of the row',
    '<table><tr><td>1<th>a<td>2<tr><th>b<th>c<td>3<tr><td><th>d<th>e</table>',
    '(Table(TBody(TR(TD("1") TH scope=Row("a") TD("2")) TR(TH scope=Row("b") TH scope=Row("c") TD("3")) TR(TD TH scope=Column("d") TH scope=Column("e")))))',
  ],
  [
    'a table of other elements is one by their roles',
    `<div role=table><div role=caption>a</div><div role=rowgroup><div role=row><b role=columnheader>b</b><b role=columnheader>c</b></div></div>
    <div role=row><div role=rowheader>d</div><div role=cell></div></div><div role=row><div role=cell aria-colspan=2>e</div></div></div>`,
    '(Table(Caption("a") TBody(TR(TH scope=Column("b") TH scope=Column("c"))) TR(TH scope=Row("d") TD) TR(TD columns=2("e"))))',
  ],
  [
    'its rows may have no boxes',
    '<div role=table style="display: grid"><div role=row style="display: contents"><b role=columnheader>a</b></div><div role=row style="display: contents"><b role=cell>b</b></div></div>',
    '(Table(TR(TH scope=Column("a")) TR(TD("b"))))',
  ],
  [
    'terms that have their meaning in common are one item with it',
    '<dl><dt>a<dt>b<dd>c<dd>d<dt>e</dl><dl><div><dt>f<dd>g</div><div><dt>h<dd>i</div></dl>',
    '(L(LI(Lbl("a") Lbl("b") LBody("c") LBody("d")) LI(Lbl("e"))) L(LI(Lbl("f") LBody("g")) LI(Lbl("h") LBody("i"))))',
  ],
  [
    'what terms mean stays with them, in whatever order it is painted',
    '<style>dd { position: relative; z-index: 1 }</style><dl><dt>a<dd>b<dt>c<dd>d</dl><dl style="display: flex"><dt>e<dd>f<dt>g<dd style="order: -1">h</dl>',
    '(L(LI(Lbl("a") LBody("b")) LI(Lbl("c") LBody("d"))) L(LI(Lbl("e") LBody("f")) LI(Lbl("g") LBody("h"))))',
  ],
  [
    'markers inside are labels as well',
    '<ol style="list-style-position: inside"><li>a<li><p>b</ol>',
    '(L numbering=Decimal(LI(Lbl("1. ") LBody("a")) LI(Lbl("2. ") LBody(P("b")))))',
  ],
]

for (const [name, html, tags] of CASES) {
  t.test(name, async (t) => t.equal(nestedTags(html), tags))
}
