import t from 'tap'
import { nestedTags } from './tags-of.js'

const SQUARE = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>`

/** Documents, with the structure in one line. */
const CASES: readonly [name: string, html: string, tags: string][] = [
  [
    'elements for paragraphs that hold paragraphs or headings are none',
    '<address><p>a</p></address><address>b<br>c</address><details open><summary><h2>d</h2></summary>e</details><pre><code>f</code></pre>',
    '(Div(P("a")) P("b c") Div(P("▾ ") H2("d")) P("e") P(Code("f")))',
  ],
  [
    'a figure with a linked image tells of the link, and of the image once',
    `<figure><a href="https://example.com"><img alt=a src="${SQUARE}"></a><figcaption>b</figcaption></figure>`,
    '(Sect(P(Link(Figure alt="a"(""))) P("b")))',
  ],
  [
    'the label of a figure is the text in the place of its image',
    `<figure role=img aria-label=a><svg width=9 height=9></svg><figcaption>b</figcaption></figure><figure aria-label=c><img src="${SQUARE}"></figure>`,
    '(Figure alt="a"("" Caption("b")) Figure alt="c"(""))',
  ],
  [
    'boxes that are images by their role are told though backgrounds are all that is seen',
    '<div role=img aria-label=a style="height: 9px; background: red"></div><p>b <span role=img aria-label=c style="background: red; padding: 4px"></span></p>',
    '(Figure alt="a"("") P("b" Figure alt="c"("")))',
  ],
  [
    'check boxes and radio buttons in print are controls with their state',
    '<p><input type=checkbox checked> a <input type=checkbox> b <input type=radio checked> c <input type=radio aria-label=e> d</p>',
    '(P(Form alt="☑" role=cb checked=on("") " a " Form alt="☐" role=cb checked=off("") " b " Form alt="◉" role=rb checked=on("") " c " Form alt="○ e" role=rb checked=off description="e"("") " d"))',
  ],
  [
    'bars are told by their text or value, and by their name',
    '<p>a <progress value=.25></progress> <meter min=1 max=5 value=3 aria-label=b></meter> <progress value=1>all of it</progress></p>',
    '(P("a " Figure alt="25%"("") " " Figure alt="b 50%"("") " " Figure alt="all of it"("")))',
  ],
  [
    'of list boxes the chosen options are told',
    '<select multiple><option selected>a<option>b<option selected>c</select><select size=3><option>e<option selected>f</select><select size=2><option>g</select>',
    '(P(Form alt="a, c" role=tv("a b c") Form alt="f" role=tv(" e f") Form role=tv(" g")))',
  ],
  [
    'a figure around figures is a part of the document with a caption of its own',
    `<figure><figure><img alt=a src="${SQUARE}"><figcaption>b</figcaption></figure><figcaption>c</figcaption></figure>`,
    '(Sect(Figure alt="a"("" Caption("b")) P("c")))',
  ],
  [
    'printed controls are told as such, with their labels and without a value as well',
    '<label for=a>a</label> <input id=a value=b> <label>c <select><option>d</select></label><textarea title=e></textarea><textarea>f</textarea> <button>g</button> <input type=submit value=h> <input type=hidden value=i>',
    '(P("a " Form role=tv description="a"("b") " c " Form role=tv description="c"("d") Form role=tv description="e"("") Form role=tv(" f") " " Form role=pb("g") " " Form role=pb("h")))',
  ],
  [
    'an empty language ends that of the document, and one within it begins again',
    '<html lang=en><p>a <span lang="">b</span></p><div lang="">c<p lang=en>d</p></div><p lang=EN>e</p>',
    '(P("a " Span lang=und("b")) Div lang=und(P("c") P lang=en("d")) P("e"))',
  ],
  [
    'languages of items, cells, notes and tables that only lay out are told',
    '<html lang=en><ul lang=de><li lang=fr>a</ul><table><tr><th>b<td lang=it>c</table><p>d<span lang=de style="float: footnote">e</span></p><table role=presentation lang=de><tr><td lang=fr>f</table>',
    '(L lang=de numbering=Disc(LI(Lbl("•") LBody lang=fr("a"))) Table(TBody(TR(TH scope=Row("b") TD lang=it("c")))) P("d" Reference("1") Note lang=de("1. e")) Div lang=de(Div lang=fr(P("f"))))',
  ],
  [
    'the text in the place of an image has the language of what says it',
    `<html lang=en><figure lang=de><img lang=fr alt=a src="${SQUARE}"><figcaption>b</figcaption></figure><svg xml:lang=de width=9 height=9><title>c</title></svg><svg width=9 height=9><title lang=de>d</title></svg><p xml:lang=de>e</p>`,
    '(Figure alt="a" lang=fr("" Caption lang=de("b")) P(Figure alt="c" lang=de("") Figure alt="d" lang=de("")) P("e"))',
  ],
  [
    'generated content is told by its alternative, or not at all where that is empty',
    `<style>.a::before { content: "★" / "a star" } .b::after { content: "→" / "" } .c::after { content: "#" / attr(title) " " counter(n) }
      .d::before { content: url("${SQUARE}") / "an image" } .e { content: url("${SQUARE}") / "e" } body { counter-reset: n 7 } .f::before { content: "x" / "y"; display: block }</style>
      <p class=a>b</p><p class=b>c</p><p class=c title=d>e <b lang=de>f</b></p><p class=d>g</p><p><span class=e>h</span></p><div class=f>i<p>j</p></div>`,
    '(P(Span alt="a star"("★") "b") P("c") P("e " Span lang=de("f") Span alt="d 7"("#")) P(Figure alt="an image"("") "g") P(Figure alt="e"("")) P(Span alt="y"("x")) P("i") P("j"))',
  ],
  [
    'elements that others name are told by the text of those',
    `<p id=a>b <b id=c>d</b></p><figure aria-labelledby="c"><img src="${SQUARE}"></figure><p><svg aria-labelledby="t" width=9 height=9><title id=t>e</title></svg><input aria-labelledby="a none"></p>`,
    '(P("b d") Figure alt="d"("") P(Figure alt="e"("") Form role=tv description="b d"("\u00a0")))',
  ],
  [
    'markers of what is no item of a list are told with its text',
    '<p style="display: list-item; list-style-type: decimal; margin-left: 20px">a</p><h2 style="display: list-item; list-style-position: inside">b</h2>',
    '(P("1. a") H2("• b"))',
  ],
  [
    'small capitals are told as they are written, also where large ones stand for them',
    '<p style="font-family: Arial; font-variant: small-caps">Ab c <b style="font-variant: all-small-caps">Höhe</b></p><p style="text-transform: uppercase">d</p>',
    '(P("Ab c Höhe") P("D"))',
  ],
  [
    'markers are told by their alternative',
    '<style>.a::marker { content: "→" / "item" } .b::marker { content: "→" / "" } .c { list-style-position: inside }</style><ul><li class=a>a<li class=b>b<li class="a c">c<li class="b c">d</ul>',
    '(L numbering=Disc(LI(Lbl alt="item"("→") LBody("a")) LI(LBody("b")) LI(Lbl alt="item"("→") LBody("c")) LI(LBody("d"))))',
  ],
  [
    'an image in the place of an element is told by its text',
    `<style>.a { content: url("${SQUARE}") }</style><h1 class=a>a <b>b</b></h1><ul class=a><li>c</ul><p>d <span class=a></span></p><a class=a href="https://example.com">e</a>`,
    '(H1(Figure alt="a b"("")) L numbering=Disc(LI(LBody(Figure alt="c"("")))) P("d ") P(Link(Figure alt="e"(""))))',
  ],
  [
    'codes are ornament where their alternative is empty',
    '<p>a <platen-qr value=b alt="" style="width: 20px"></platen-qr></p><platen-qr value=c style="width: 20px"></platen-qr>',
    '(P("a ") P(Figure alt="c"("")))',
  ],
  [
    'text around elements without boxes stands where the source has it',
    '<div style="display: contents"><p>a</p>b</div><ul style="display: contents"><li>c</ul>d<section style="display: contents">e<p>f</p></section>',
    '(P("a") P("b") L(LI(Lbl("•") LBody("c"))) P("de") Sect(P("f")))',
  ],
  [
    'elements without boxes mean what others mean',
    '<h1 style="display: contents">a</h1><p>b <em style="display: contents">c</em> <a style="display: contents" href="https://example.com">d</a></p><div style="display: contents" aria-hidden=true>e</div>',
    '(H1("a") P("b " Em("c") " " Link("d")))',
  ],
  [
    'items, cells and terms without boxes are some all the same',
    '<ul style="display: grid"><li style="display: contents">a <i>b</i> c</ul><table><tr><th>d<td style="display: contents">e</table><dl><dt style="display: contents">f</dt><dd style="display: contents">g</dd></dl>',
    '(L numbering=Disc(LI(LBody("a" P("b") "c"))) Table(TBody(TR(TH scope=Row("d") TD("e")))) L(LI(Lbl("f") LBody("g"))))',
  ],
  [
    'notes that share lines are told where they are called',
    '<style>.n { float: footnote; footnote-display: inline }</style><p>a<span class=n>b <em>c</em></span> d<span class=n>e</span> f</p><p>g</p>',
    '(P("a" Reference("1") Note("1. b " Em("c") " ") " d" Reference("2") Note("2. e") " f") P("g"))',
  ],
  [
    'blocks that float in text are words apart from it',
    '<ul><li>a<div style="float: right">b</div>c</ul><h1>d<div style="float: left">e</div> f</h1><p>g</p>',
    '(L numbering=Disc(LI(Lbl("•") LBody("a b c"))) H1("d e f") P("g"))',
  ],
  [
    'a word that is broken is one word, and text without a size is none',
    '<p style="font: 10px/10px Arial; width: 30px">Donau&shy;dampf&shy;schiff</p><p style="font-size: 0">a</p>',
    '(P("Donaudampfschiff"))',
  ],
  [
    'where a link from right to left wraps, the space is its own',
    '<p dir=rtl style="font: 10px/10px Arial; width: 20px">אב <a href="https://example.com">גד הו זח</a> טי <em>כל 12 מנ def סע</em></p>',
    '(P("אב " Link("גד הו זח") " טי " Em("כל 12 מנ def סע")))',
  ],
]

for (const [name, html, tags] of CASES) {
  t.test(name, async (t) => t.equal(nestedTags(html), tags))
}
