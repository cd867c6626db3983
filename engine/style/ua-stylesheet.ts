import { DiagnosticList } from '../base/diagnostics.js'
import { invariant } from '../base/invariant.js'
import { SourceText } from '../base/source.js'
import { parseStylesheet } from '../css/syntax/parse-stylesheet.js'
import type { Stylesheet } from '../css/syntax/stylesheet.js'
import { FORM_CONTROLS } from './form-controls.js'

/** The rendering chapter of HTML (§15.3), with the values of browsers where it leaves a choice. */
const DEFAULTS = `
html, body, address, article, aside, blockquote, center, details, dialog, dd, dir, div, dl, dt, fieldset, figcaption,
figure, footer, form, header, hgroup, hr, legend, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre,
search, section, summary, ul, xmp, h1, h2, h3, h4, h5, h6 { display: block; unicode-bidi: isolate }
area, base, basefont, datalist, head, link, meta, noembed, noframes, noscript, param, rp, script, style, template,
title, audio:not([controls]), embed, iframe, object, canvas, video, input[type=hidden], dialog:not([open])
  { display: none }
[hidden] { display: none }

body { margin: 8px }
p, dl { margin-block: 1em }
blockquote, figure { margin: 1em 40px }
dd { margin-inline-start: 40px }
address { font-style: italic }
center { text-align: -webkit-center }
hr { color: gray; border: 1px inset; margin: 0.5em auto; overflow: hidden }

h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold }
h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold }
h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
h4 { margin-block: 1.33em; font-weight: bold }
h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold }
h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold }
h1, h2, h3, h4, h5, h6 { break-after: avoid }
h1 { bookmark-level: 1 }
h2 { bookmark-level: 2 }
h3 { bookmark-level: 3 }
h4 { bookmark-level: 4 }
h5 { bookmark-level: 5 }
h6 { bookmark-level: 6 }

ul, menu, dir, ol { margin-block: 1em; padding-inline-start: 40px }
ul, menu, dir { list-style-type: disc }
ol { list-style-type: decimal }
:is(ul, ol, menu, dir) :is(ul, menu, dir) { list-style-type: circle }
:is(ul, ol, menu, dir) :is(ul, ol, menu, dir) :is(ul, menu, dir) { list-style-type: square }
:is(ul, ol, menu, dir, dl) :is(ul, ol, menu, dir, dl) { margin-block: 0 }
li { display: list-item }
::marker { unicode-bidi: isolate; font-variant-numeric: tabular-nums; white-space: pre; text-transform: none;
  text-indent: 0; text-align: start; text-align-last: auto }

pre, listing, plaintext, xmp { margin-block: 1em; white-space: pre; font-family: monospace }
code, kbd, samp, tt { font-family: monospace }
b, strong { font-weight: bolder }
i, em, cite, dfn, var { font-style: italic }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
abbr[title], acronym[title] { text-decoration: dotted underline }
small { font-size: smaller }
big { font-size: larger }
sub { vertical-align: sub; font-size: smaller }
sup { vertical-align: super; font-size: smaller }
mark { background-color: yellow; color: black }
nobr { white-space: nowrap }
a:link { color: #0000ee; text-decoration: underline }
q::before { content: open-quote }
q::after { content: close-quote }
bdi, output { unicode-bidi: isolate }
bdo { unicode-bidi: isolate-override }
[dir=ltr], bdi, input[type=tel] { direction: ltr }
[dir=rtl] { direction: rtl }
[dir=auto] { direction: ltr; unicode-bidi: isolate }
:is([dir=auto], bdi:not([dir])):-internal-right-to-left { direction: rtl }
bdo[dir] { unicode-bidi: isolate-override }
:is(textarea, pre)[dir=auto] { unicode-bidi: plaintext }
:is(span, b, i, em, strong, a, td, th, li, p)[dir] { unicode-bidi: isolate }

table { display: table; box-sizing: border-box; border-collapse: separate; border-spacing: 2px; border-color: gray;
  text-indent: initial; unicode-bidi: isolate; --html-cellpadding: initial; --html-row-lines: initial;
  --html-column-lines: initial; --html-group-lines: initial }
caption { display: table-caption; text-align: -webkit-center; unicode-bidi: isolate }
colgroup { display: table-column-group; border-inline: var(--html-group-lines, 0 none); unicode-bidi: isolate }
col { display: table-column; unicode-bidi: isolate }
thead { display: table-header-group; vertical-align: middle; border-block: var(--html-group-lines, 0 none); border-color: inherit; unicode-bidi: isolate }
tbody { display: table-row-group; vertical-align: middle; border-block: var(--html-group-lines, 0 none); border-color: inherit; unicode-bidi: isolate }
tfoot { display: table-footer-group; vertical-align: middle; border-block: var(--html-group-lines, 0 none); border-color: inherit; unicode-bidi: isolate }
table > tr { vertical-align: middle }
tr { display: table-row; vertical-align: inherit; border-color: inherit; unicode-bidi: isolate }
td, th { display: table-cell; vertical-align: inherit; padding: var(--html-cellpadding, 1px);
  border-block: var(--html-row-lines, 0 none); border-inline: var(--html-column-lines, 0 none); border-color: inherit; unicode-bidi: isolate }
th { font-weight: bold; text-align: -internal-center }

::footnote-call { content: counter(footnote); vertical-align: super; font-size: 70%; line-height: 0 }
::footnote-marker { content: counter(footnote) ". " }
ruby, rt { text-indent: 0 }
rt { font-size: 50% }
`

/**
 * HTML §15.3.10: in quirks mode tables do not inherit the font, and default margins vanish at the start of the body
 * and of cells. The height of a cell includes its padding and borders (quirks.spec.whatwg.org §3.9).
 */
const QUIRKS = `
table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial;
  white-space: initial; text-align: initial }
:is(body, td, th) > :is(blockquote, dir, dl, h1, h2, h3, h4, h5, h6, menu, ol, p, pre, ul):first-child
  { margin-block-start: 0 }
:is(td, th) > p:last-child { margin-block-end: 0 }
td, th { box-sizing: -internal-border-box-height }
`

/** css-page-3 §4.2.1 and §5.3: margin boxes are blocks whose content is centred or pushed to the page's edge. */
const PAGE_DEFAULTS = `
@page {
  margin: 0.4in;
  @top-left-corner { display: block; text-align: right; vertical-align: middle }
  @top-left { display: block; text-align: left; vertical-align: middle }
  @top-center { display: block; text-align: center; vertical-align: middle }
  @top-right { display: block; text-align: right; vertical-align: middle }
  @top-right-corner { display: block; text-align: left; vertical-align: middle }
  @left-top { display: block; text-align: center; vertical-align: top }
  @left-middle { display: block; text-align: center; vertical-align: middle }
  @left-bottom { display: block; text-align: center; vertical-align: bottom }
  @right-top { display: block; text-align: center; vertical-align: top }
  @right-middle { display: block; text-align: center; vertical-align: middle }
  @right-bottom { display: block; text-align: center; vertical-align: bottom }
  @bottom-left-corner { display: block; text-align: right; vertical-align: middle }
  @bottom-left { display: block; text-align: left; vertical-align: middle }
  @bottom-center { display: block; text-align: center; vertical-align: middle }
  @bottom-right { display: block; text-align: right; vertical-align: middle }
  @bottom-right-corner { display: block; text-align: left; vertical-align: middle }
  @footnote { display: block; margin-top: 0.6em; border-top: 0.5pt solid; padding-top: 0.4em;
    box-decoration-break: clone }
}
`

const parsed = new Map<boolean, Stylesheet>()

/** The default style sheet, parsed once per process and mode. */
export function userAgentStylesheet(quirks: boolean): Stylesheet {
  const known = parsed.get(quirks)
  if (known) return known
  const diagnostics = new DiagnosticList()
  const source = new SourceText('default.css', DEFAULTS + FORM_CONTROLS + (quirks ? QUIRKS : '') + PAGE_DEFAULTS)
  const sheet = parseStylesheet(source, { diagnostics, mode: 'user-agent' })
  invariant(diagnostics.items.length === 0, `a valid default style sheet: ${diagnostics.items[0]?.message}`)
  parsed.set(quirks, sheet)
  return sheet
}
