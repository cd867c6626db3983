import { pick } from '../../benchmarks/random.js'

/** Declarations that meet each other in odd places. */
const DECLARATIONS = [
  'display:flex;flex-wrap:wrap;gap:3px',
  'display:inline-flex;flex-direction:column-reverse',
  'display:grid;grid-template-columns:repeat(auto-fill,minmax(40px,1fr))',
  'display:inline-grid;grid-auto-flow:dense',
  'display:grid;grid:subgrid [a] repeat(auto-fill,[b][c])/subgrid;grid-area:span 3/span 2;gap:1px 30px',
  'display:grid;grid-template-rows:subgrid;grid-row:span 4;border:3px solid;padding:2%;break-inside:avoid',
  'display:grid;grid-template-columns:subgrid [a] [b] [c];direction:rtl;margin:-3px 5px;gap:5%',
  'display:table-cell',
  'display:table-row',
  'display:inline-table',
  'display:contents',
  'display:list-item',
  'display:none',
  'float:left;width:30%',
  'float:right',
  'float:footnote',
  'clear:both',
  'position:absolute;top:-5px;left:50%',
  'position:fixed;bottom:0;right:0',
  'position:relative;inset:10%',
  'position:running(head)',
  'columns:3;column-gap:5px',
  'column-span:all',
  'break-before:page',
  'break-after:left',
  'break-inside:avoid',
  'page:other',
  'orphans:9;widows:9',
  'box-decoration-break:clone;padding:30px',
  'height:3000px',
  'height:0;overflow:hidden',
  'width:0',
  'width:1e9px',
  'min-height:100%;max-height:10px',
  'margin:-500px',
  'margin:50% auto',
  'padding:900px',
  'border:40px double red;border-radius:50%',
  'border-collapse:collapse;border:7px ridge',
  'font-size:0',
  'font-size:400px',
  'line-height:0',
  'letter-spacing:-30px',
  'word-break:break-all;hyphens:auto',
  'white-space:pre',
  'text-indent:-99em',
  'direction:rtl;unicode-bidi:bidi-override',
  'writing-mode:vertical-rl',
  'contain:content',
  'contain:strict;contain-intrinsic-size:auto 30px 1e9px',
  'contain:size;display:grid;grid:20px/repeat(3,9px)',
  'contain:inline-size;float:left',
  'content-visibility:auto',
  'content-visibility:hidden;contain-intrinsic-height:900px',
  '-webkit-line-clamp:2;display:-webkit-box;-webkit-box-orient:vertical',
  'line-clamp:1 "…";max-lines:3;block-ellipsis:"\\5d0"',
  'line-clamp:3;columns:2;height:auto',
  'font-size-adjust:ch-width 1e9',
  'font-size-adjust:from-font;line-height:normal',
  'overflow:clip;overflow-clip-margin:content-box 1e9px',
  'min-height:max-content;height:9px;max-height:fit-content',
  'text-wrap:balance;text-wrap:pretty',
  'text-wrap:pretty;text-align:justify;text-justify:inter-character;hyphens:auto',
  'font-variant-caps:all-petite-caps;font-synthesis:none',
  'font-variant-caps:unicase;font-synthesis:weight small-caps',
  'font-variation-settings:"wght" 900,"wdth" -1e9,"\\0\\0\\0\\0" 1',
  'text-decoration:underline wavy 9px;text-underline-position:under left;text-underline-offset:-50%',
  'border-image:linear-gradient(red,#0000) 30% fill/0 5px auto/9px round space',
  'border-image:url("data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>") 1e9 0/1e9px 0/50px;border:3px solid',
  'writing-mode:vertical-lr',
  'writing-mode:sideways-lr',
  'writing-mode:horizontal-tb',
  'vertical-align:top',
  'vertical-align:-400px',
  'opacity:.5;transform:rotate(45deg) scale(0)',
  'z-index:-1;position:relative',
  'background:linear-gradient(red,transparent) 50% / 10px 10px space',
  'background:radial-gradient(closest-side,#000 0 0,#fff 100%)',
  'box-shadow:0 0 40px 10px inset red',
  'mask:linear-gradient(#000,transparent) 0 0/7px 3px subtract,radial-gradient(red,#0000) luminance no-clip',
  'mask-image:linear-gradient(red,#0000),url(#mk),none;mask-mode:luminance,alpha;mask-composite:intersect,exclude',
  'writing-mode:vertical-rl;text-orientation:upright;columns:2;height:50%',
  'display:inline-block;margin-left:9px;line-clamp:1',
  'columns:3 20px;column-fill:balance;orphans:1;widows:1;height:auto',
  'columns:2;column-fill:auto;height:70px;column-rule:3px double',
  'border-collapse:collapse;break-inside:avoid;border-spacing:9px;empty-cells:hide',
  'filter:invert(1) drop-shadow(-9px 4px 3px red) contrast(3) opacity(.5)',
  'filter:blur(2px) drop-shadow(1px 1px) drop-shadow(1px 1px)',
  'clip-path:polygon(0 0,100% 50%,0 100%)',
  'clip-path:shape(evenodd from top left,hline to 50%,arc by 10% 1e9px of 20% 0 cw large rotate 1e9deg,smooth to center with 0 0 from end,close) margin-box',
  'clip-path:circle(farthest-side at 1e9px 10%) view-box;paint-order:markers stroke;vector-effect:non-scaling-stroke',
  'zoom:.1',
  'zoom:300%;letter-spacing:inherit;width:10vw',
  'zoom:1e9;border:medium solid;float:left',
  'text-emphasis:filled sesame red;text-emphasis-position:under left',
  'text-emphasis:"ab" currentcolor;writing-mode:vertical-rl;text-shadow:1px 1px 2px red',
  'text-box:trim-both cap alphabetic;line-height:3',
  'text-box-trim:trim-start;text-box-edge:ex text;line-height:0;display:inline-block',
  'initial-letter:3;float:left',
  'initial-letter:1e9 1;border:1px solid',
  'initial-letter:2.5 9;writing-mode:sideways-lr',
  'width:attr(title px);color:attr(class type(<color>),attr(id type(*),red));--a:attr(style)',
  'float:left;height:20px;shape-outside:linear-gradient(90deg,#000,#0000);shape-image-threshold:.5;shape-margin:9px',
  'float:right;width:1e9px;height:1e9px;shape-outside:url(x.png),radial-gradient(red,#0000)',
  '-webkit-text-stroke:1e9px red;paint-order:stroke;-webkit-text-fill-color:transparent',
  'contain:style size;counter-increment:a -5;quotes:none;columns:1px',
  'baseline-source:last;vertical-align:middle;display:inline-flex',
  'text-justify:none;text-align:justify;font-variant:jis78 proportional-width ruby super',
  'columns:2;position:relative;height:30px',
  'position:absolute;top:120%;height:500px;box-decoration-break:clone;padding:9px 0',
  'border-image:linear-gradient(red,blue) 90% fill/1e9px round',
  'will-change:transform,position;top:10px',
  'position:absolute;top:300vh',
  'position:absolute;top:1e9px;break-before:page',
  'list-style:symbols(cyclic "a" "bc");display:list-item',
  'background-image:image-set("x.png" 2x,linear-gradient(red,blue) 1e-9x)',
  'writing-mode:vertical-rl;overflow:hidden;display:inline-block',
  'clip-path:url(#cp);mask:url(#mk),linear-gradient(red,#0000);filter:url(#f) blur(1px) url(#f)',
  'mask:url(#mk) exclude,url(#cp);clip-path:url(#none);filter:url(#mk)',
  'float:left;shape-outside:polygon(0 0,0 -8px,0 0,0 0,7px -7px,120% 50%,1e9px 9px);shape-margin:5%',
  'float:right;shape-outside:ellipse(50% 1px at 0 120%) content-box;border-radius:50%;shape-margin:1e9px',
  'shape-outside:path("M0 0C9 99 -9 9 60 0A9 1 0 1 1 30 5h1e9z");float:left',
  'shape-outside:inset(5px 90% 10% 40px round 9px/50%);float:inline-end',
  'outline:5px dashed;outline-offset:-30px',
  'content:counter(page) counters(x,".") "\\\\a" attr(id) target-counter(attr(href),page) leader(".")',
  'counter-reset:x 99999999;counter-increment:x -1',
  'string-set:title content()',
  'aspect-ratio:0/1',
  'object-fit:cover',
  'visibility:collapse',
  'order:-1;flex:1 0 0',
  'grid-area:1/1/span 99/-1',
  'align-self:baseline;justify-self:end',
  '--x:var(--x);color:var(--x,var(--y))',
  'width:calc(100%/0)',
  'all:unset',
  'appearance:none;accent-color:#f00;field-sizing:content;width:auto',
  'overflow:auto;max-height:20px;width:30px;white-space:nowrap',
  'overflow-x:scroll;position:absolute;top:50%;left:50%;transform:translate(-50%,-50%)',
  'animation:fz 1s 2.5 alternate-reverse forwards,none -3s,fy both;opacity:0',
  'break-inside:auto;display:table-row;height:900px',
  'text-wrap:pretty;orphans:2;widows:3;text-indent:80%',
  'aspect-ratio:2;height:100%;max-width:min-content;float:left',
  'clear:left;margin:20px 0 70px;overflow:hidden',
  'text-align:match-parent;unicode-bidi:plaintext;white-space:pre-line',
  'list-style:none;counter-increment:page 3;counter-reset:pages',
]

/** An image with a face of its own, which is damaged: others stand in for it. */
const IMAGE_WITH_FACE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><style>@font-face{font-family:f;src:url(data:font/woff2;base64,d09GMgABAAAAAA)}text{font:9px f,serif}</style><text y="9" textLength="50">a e\u0301</text></svg>',
).replaceAll("'", '%27')}`

const MARKUP = [
  `<img alt=face src="${IMAGE_WITH_FACE}">`,
  '<form><label>Name <input name=a.b value=x maxlength=3 required></label><input type=checkbox name=a checked><input type=radio name=r value=1><input type=radio name=r><textarea rows=2>t\nu</textarea><select multiple><optgroup label=g><option selected>o<option>p</select><button>b</button><progress value=.5></progress><fieldset disabled><legend>l</legend><input type=date value=2026-01-01></fieldset></form>',
  '<div style="columns:2"><p>before<p style="float:left;width:60%;height:90px">float<p style="float:right">small</p>words words words words<div style="column-span:all">all</div>after after<ul><li>one<li>two</ul></div>',
  '<table style="border-collapse:collapse;border:9px solid"><colgroup span=2><thead><tr><th style="border:5px double">h<th>i<th>j<tbody><tr><td rowspan=3 style="border:3px dotted;height:150px">tall<td colspan=2>wide<tr><td style="height:90px">k<td rowspan=2 style="border-top:7px solid red">l<tr><td style="height:60px">m<tfoot data-table-part=last><tr><td colspan=3>n</table>',
  '<h3 style="display:flex"><em style="order:2">a</em>b<span style="float:right">c</span><i style="display:inline-block;position:relative;z-index:1">d</i></h3>',
  '<figure><figcaption>a</figcaption><svg width=9 height=9><title>t</title></svg><p>source</figure>',
  '<table><tr><td rowspan=99 colspan=99>x<td>y<tfoot><tr><th>z<thead><tr><td>h</table>',
  '<div style="float:left">float</div>',
  '<p>A paragraph of several words that is broken over lines.</p>',
  '<div style="display:grid;grid-template:auto auto auto/1fr auto"><div style="display:grid;grid:subgrid/subgrid;grid-area:span 3/span 2;padding:4px"><p>a<p style="grid-row:2/-1">b b b<div style="display:grid;grid:subgrid/subgrid;grid-area:1/2/3">c<p>d</div></div><p>e</div>',
  '<ul><li>item<ol reversed start=-5><li>inner</ol></ul>',
  '<span>inline <div>block in inline</div> after</span>',
  '<svg width=50 height=50><circle r=20 cx=25 cy=25 fill="url(#none)"/></svg>',
  '<svg width=60 height=40><marker id=m orient=auto><path d="M0 0h3v3z" fill="context-stroke" style="marker:url(#m)"/></marker><pattern id=p width=".1" height="9" patternContentUnits=objectBoundingBox><rect width=1 height=1 fill="url(#p)"/><text>p</text></pattern><path d="M0 0L9 9A9 9 0 1 1 30 5z" fill="url(#p)" stroke="red" style="marker:url(#m)"/></svg>',
  '<svg width=60 height=40><foreignObject width=50 height=30 opacity=.5 transform="rotate(9)"><p style="position:absolute;right:0">a</p><table><tr><td>b</table><svg width=9 height=9><use href="#fo"/></svg></foreignObject><g id=fo><foreignObject width=9 height=9><input name=n value=v></foreignObject></g></svg>',
  '<svg width=60 height=40><use href="logo.svg#a" fill=red /><use href="none.svg#b"/><image href="logo.svg" width=9 height=9 /></svg>',
  '<svg width=60 height=40><filter id=f><feDropShadow dx=4 stdDeviation=2 result=a /><feGaussianBlur in=SourceAlpha /><feColorMatrix values="0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 .5 0" /><feMerge><feMergeNode/><feMergeNode in=a /><feMergeNode in=SourceGraphic /></feMerge></filter><g filter="url(#f)"><g style="filter:sepia(1) blur(1px)" filter="url(#f)"><rect width=9 height=9 /><text y=20>f</text></g></g></svg>',
  '<svg width=60 height=40><defs><g id=u><use href="#u"/><rect width=9 height=9 fill="context-fill" stroke="context-stroke"/></g><linearGradient id=lg><stop/><stop offset=1 stop-color=red /></linearGradient></defs><use href="#u" x=9 fill="url(#lg)" stroke="context-fill"/><use href="#u" fill="url(#p)"/></svg>',
  '<svg width=60 height=40><text x="5 9" y=20 direction=rtl textLength=30 stroke=red fill="url(#none)">שלום <tspan textLength=9 lengthAdjust=spacingAndGlyphs>abc</tspan></text><path id=q d="M0 0C9 9 9 0 50 5z" /><text textLength=9 stroke=red>x<textPath href="#q" startOffset="9%">e\u0301 <tspan x=4>שלום</tspan></textPath>y</text></svg>',
  '<svg width=0 height=0><clipPath id=cp clipPathUnits=objectBoundingBox><circle r=.4 /><text>x</text></clipPath><mask id=mk mask="url(#mk)"><rect width=50 height=50 fill="#888" style="filter:url(#f)"/></mask></svg>',
  '<img src="missing.png" alt="missing">',
  '<input type=range value=1e9 min=-5><input type=color value=red><input type=file><input type=image src=x.png alt=i><canvas width=1e9 height=9>c</canvas><meter low=.2 high=.8 optimum=.1 value=.9></meter><input type=password value=secret size=3><input type=week value=2026-W05>',
  '<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mphantom><mi>x</mi></mphantom></math><ruby>漢<rp>(<rt>kan<rp>)</ruby><dialog open>d<p popover>e</dialog>',
  '<svg width=60 height=40><style>:root{--c:red}[x]:not(:nth-child(2n+1 of g)){fill:var(--c)}@media print{rect{transform:rotate(9deg,)}}</style><g x><rect width=9 height=9 fill="color(from color(from white srgb r g b) srgb r 0 b)"/><switch><foreignObject width=9 height=9><svg><foreignObject width=9 height=9>d</foreignObject></svg></foreignObject></switch></g></svg>',
  '<object data="data:image/svg+xml,<svg width=%229%22 height=%229%22 xmlns=%22http://www.w3.org/2000/svg%22/>">other</object>',
  '<a href="#nowhere">link</a><h2 id=nowhere>target</h2>',
  '</div></td></table>',
  '{{#each items}}{{this}}{{/each}}',
  '{{name | number "0.00" | upper}}',
  '\u202eשלום\u202c مرحبا 漢字 ไทย 👩‍👩‍👧 e\u0301\u0301\u0301',
  '&nbsp;&shy;&#8203;&zwj;',
  '<br><br><wbr>',
  '<pre>\t\tcode\n\n</pre>',
]

const RULES = [
  '@page{size:60px 40px;margin:0}',
  '@page{margin:45%;@top-center{content:element(head) string(title) counter(pages)}}',
  '@page:left{size:A6 landscape;margin:1cm 0}',
  '@page other{size:300px 200px}',
  '@media print{*{orphans:3}}',
  '@supports(display:grid){p{display:grid}}',
  '*{DECLARATION}',
  'div,p,td{DECLARATION}',
  'td:nth-child(2n+1)>*{DECLARATION}',
  'p::before{content:"x";DECLARATION}',
  '*::first-line{DECLARATION;text-transform:uppercase;font-variant:small-caps}',
  'p::first-line,p::first-letter{DECLARATION}',
  'li::marker{DECLARATION}',
  '@keyframes fz{from{DECLARATION}to{opacity:1;DECLARATION}}@keyframes fy{50%{color:var(--none)}}',
  'progress,meter,input,select{appearance:none}::-webkit-progress-value,::-webkit-meter-optimum-value,::-webkit-slider-thumb{DECLARATION}',
  '@page{@bottom-left{width:100%;content:"LEFT"}@bottom-right{content:"Page " counter(page)}@left-middle{content:"Confidential";DECLARATION}}',
  '@page{@footnote{max-height:20px;DECLARATION}}',
  'p:has(+p)::after{content:url(x.png) "→" counter(page);display:block;position:absolute;DECLARATION}',
  'body{DECLARATION}',
  'html{DECLARATION}',
  'tr,thead{DECLARATION}',
  'span,b,a{DECLARATION}',
]

const NUMBERS = ['0', '-1', '1', '0.001', '99999', '1e30', '-0', '2147483648', '50%', 'NaN'] as const

type Random = () => number

/** Changes a document in one to five places. */
export function mutate(html: string, others: readonly string[], random: Random): string {
  let text = html
  for (let changes = 1 + Math.floor(random() * 5); changes > 0; changes--) text = change(text, others, random)
  return text
}

function change(text: string, others: readonly string[], random: Random): string {
  const at = Math.floor(random() * text.length)
  const length = Math.floor(random() ** 3 * 400)
  switch (Math.floor(random() * 10)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at)
    case 2: {
      const other = others[Math.floor(random() * others.length)] ?? ''
      const from = Math.floor(random() * other.length)
      return text.slice(0, at) + other.slice(from, from + length) + text.slice(at)
    }
    case 3:
      return replaceOne(text, /-?\d+(\.\d+)?/g, random, () => pick(random, NUMBERS))
    case 4:
    case 5:
      return `${text}<style>${some(RULES, random).replaceAll('DECLARATION', some(DECLARATIONS, random))}</style>`
    case 6:
      return replaceOne(text, /<[a-z]\w*/g, random, (tag) => `${tag} style='${some(DECLARATIONS, random)}'`)
    case 7:
      return replaceOne(text, />/g, random, () => `>${some(MARKUP, random)}`)
    case 8:
      return replaceOne(text, /<\/?[a-z]\w*/g, random, () =>
        some(['<td', '</div', '<span', '<li', '</p', '<table'], random),
      )
    default:
      return text.slice(0, at) + String.fromCodePoint(Math.floor(random() ** 4 * 0xd7ff)) + text.slice(at + 1)
  }
}

function some(values: readonly string[], random: Random): string {
  return values[Math.floor(random() * values.length)] ?? ''
}

function replaceOne(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const matches = [...text.matchAll(pattern)]
  const match = matches[Math.floor(random() * matches.length)]
  if (!match) return text
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length)
}
