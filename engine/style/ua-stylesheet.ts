import { DiagnosticList } from '../base/diagnostics.js'
import { invariant } from '../base/invariant.js'
import { PROFILES, type Profile } from '../base/profile.js'
import { SourceText } from '../base/source.js'
import type { PageRule } from '../css/syntax/page-rule.js'
import { parseStylesheet } from '../css/syntax/parse-stylesheet.js'
import type { Stylesheet } from '../css/syntax/stylesheet.js'
import { elementsOf } from '../template/element-fates.js'

/** The rendering chapter of HTML (§15.3), with the values of browsers where it leaves a choice. */
const DEFAULTS = `
html, body, address, article, aside, blockquote, center, details, dialog, dd, dir, div, dl, dt, fieldset, figcaption,
figure, footer, form, header, hgroup, hr, legend, listing, main, menu, nav, ol, optgroup, option, p, plaintext, pre,
search, section, summary, ul, xmp, h1, h2, h3, h4, h5, h6 { display: block; unicode-bidi: isolate }
${[...elementsOf('hidden'), ...elementsOf('unknown to paper'), ...elementsOf('left out')].join(', ')},
input[type=hidden], dialog:not([open]) { display: none }
[hidden] { display: none }
[popover]:not(:popover-open):not(dialog[open]), maction > mi:not(:first-child), maction > mn:not(:first-child),
maction > mo:not(:first-child), maction > mtext:not(:first-child), maction > mrow:not(:first-child) { display: none }
mphantom { visibility: hidden }
dialog { box-sizing: content-box; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 1em;
  background-color: canvas; color: canvastext }

platen-pages { display: block; page: inserted; break-before: page; break-after: page }

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

table { display: table; box-sizing: border-box; border-collapse: separate; border-spacing: 2px; border-color: currentcolor;
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
 * HTML §15.3.10: in quirks mode tables do not inherit the font, and default margins, in a unit of their own, vanish at the
 * start of the body and of cells; those of paragraphs and preformatted text also at the end of cells. The height of a cell includes its padding and borders
 * (quirks.spec.whatwg.org §3.9).
 */
const QUIRKS = `
table { font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial;
  white-space: initial; text-align: initial }
p, dl, blockquote, h3, ul, menu, dir, ol, pre, listing, plaintext, xmp { margin-block-start: 1__qem }
h1 { margin-block-start: 0.67__qem }
h2 { margin-block-start: 0.83__qem }
h4 { margin-block-start: 1.33__qem }
h5 { margin-block-start: 1.67__qem }
h6 { margin-block-start: 2.33__qem }
:is(ul, ol, menu, dir, dl) :is(ul, ol, menu, dir, dl) { margin-block-start: 0 }
p, pre, listing, plaintext, xmp { margin-block-end: 1__qem }
form { margin-block-end: 1em }
td, th { box-sizing: -internal-border-box-height }
`

/**
 * Form controls and `<details>` as a printed page shows them (HTML §15.5): with the state that their attributes
 * describe, in the sizes of browsers. What a control draws itself stands in its `::-internal-look`, which is there unless
 * `appearance` says `none`; authors' resets of borders and backgrounds leave it as it is in browsers as well.
 * Borders that are inset or outset are drawn as a plain frame where authors leave borders and backgrounds alone. Dates and
 * times have the widths of browsers and their sign, but not the letters that stand for what is missing, which is filled in
 * by hand. List boxes have room for a scroll bar, but none, for nobody scrolls on paper.
 */
const FORM_CONTROLS = `
input, button, select, textarea { display: inline-block; text-indent: 0; letter-spacing: normal; word-spacing: normal;
  text-transform: none; text-align: start; text-shadow: none; line-height: normal; font: 13.3333px Arial, sans-serif;
  color: fieldtext; box-sizing: content-box; appearance: auto; contain: -internal-fit }
input, select, textarea { background-color: field; border: 1px solid #767676 }
input { border: 2px inset #767676 }
input { display: inline-flex; align-items: center; align-content: center; contain: -internal-fit flex inline-size;
  contain-intrinsic-width: -internal-field var(--html-columns, 20); padding: 1px 2px; overflow: clip; white-space: pre }
input::-internal-row { content: ""; appearance: inherit; display: flex; flex: 1; align-self: stretch; align-items: center; min-width: 0 }
input::-internal-text, input::placeholder { display: block; flex: 1; min-width: 0; overflow-x: clip;
  line-height: -internal-field !important }
input::-internal-text { content: -platen-input-text() }
input::placeholder, textarea::placeholder { content: attr(placeholder); color: #757575 }
textarea::placeholder, textarea::-internal-text { display: block }
textarea::-internal-text { content: -platen-input-text() }
input::-webkit-inner-spin-button, input::-webkit-search-cancel-button { content: ""; display: block; flex: none;
  appearance: auto }
input::-internal-icon { content: ""; display: block; width: 15px }
input[type=search]::-internal-icon { width: 13px }
input:is([type=date], [type=time], [type=datetime-local], [type=month], [type=week]) { min-height: calc(1em + 4px);
  display: inline-block; contain: -internal-fit inline-size; padding: 0; padding-inline-start: 1px; font-family: monospace; field-sizing: fixed !important }
input:is([type=date], [type=time], [type=datetime-local], [type=month], [type=week])::-internal-row { flex: none; direction: ltr }
input:is([type=date], [type=time], [type=datetime-local], [type=month], [type=week])::-internal-text { box-sizing: border-box; flex-basis: auto; padding: 1px; direction: ltr; unicode-bidi: plaintext; line-height: inherit !important }
input::-webkit-calendar-picker-indicator { content: ""; display: block; flex: none; width: 1em; height: 1em;
  margin-inline-start: 8px; background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M2.5 3.5h11v10.5h-11zM2.5 4.5h11M5 3.5v-2.5M11 3.5v-2.5' fill='none' stroke='%23000' stroke-width='1.5'/%3E%3C/svg%3E") center / 100% 100% no-repeat }
input[type=time]::-webkit-calendar-picker-indicator { background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 2a6 6 0 1 0 .01 0zM8 4.5V8l2.5 1.5' fill='none' stroke='%23000' stroke-width='1.3'/%3E%3C/svg%3E") }
input[type=date]::-internal-text { width: calc(12ch + 2px) }
input[type=time]::-internal-text { width: calc(8ch + 0.05em + 8px) }
input[type=datetime-local]::-internal-text { width: calc(22ch + 4px) }
input[type=month]::-internal-text { width: 16ch }
input[type=week]::-internal-text { width: 15ch }
input[type=date] { contain-intrinsic-width: calc(12ch + 1em + 10px) }
input[type=time] { contain-intrinsic-width: calc(8ch + 1.05em + 16px); min-height: calc(1.05em + 6px) }
input[type=datetime-local] { contain-intrinsic-width: calc(22ch + 1em + 12px) }
input[type=month] { contain-intrinsic-width: calc(16ch + 1em + 8px) }
input[type=week] { contain-intrinsic-width: calc(15ch + 1em + 8px) }
input[type=hidden] { display: none }
input[type=file] { contain-intrinsic-width: -internal-digits 34; padding: 0; border: 0; background: none;
  color: inherit }
input[type=file]::-internal-text { line-height: inherit !important }
input::file-selector-button { content: "Choose File"; appearance: auto; display: block; flex: none; margin-inline-end: 4px;
  line-height: normal }
input[multiple]::file-selector-button { content: "Choose Files" }
input[type=color] { box-sizing: border-box; contain: -internal-fit flex; border: 1px solid #767676; width: 50px; height: 27px; align-items: stretch;
  padding: 1px 2px; background-color: buttonface }
input::-webkit-color-swatch-wrapper { content: ""; display: flex; flex: 1; height: 100%; box-sizing: border-box; padding: 4px 2px }
input::-webkit-color-swatch { content: ""; display: block; flex: 1; box-sizing: border-box; border: 1px solid #777;
  background-color: var(--html-color, black) }
input[type=image] { display: inline-block; contain: none; padding: 0; border: 0; background: none; overflow: visible }
input:is([type=submit], [type=reset], [type=button]), button, input::file-selector-button { box-sizing: border-box;
  padding: 1px 6px; border: 2px outset #767676;
  background-color: buttonface; color: buttontext; text-align: center; align-content: safe center }
input:is([type=submit], [type=reset], [type=button]), button { contain: -internal-fit }
input:is([type=submit], [type=reset], [type=button]) { display: inline-block; appearance: -internal-button }
input:is([type=submit], [type=reset], [type=button])::-internal-text { display: inline; overflow-x: visible;
  line-height: inherit !important }
input[type=button]:not([value])::-internal-text,
input:is([type=submit], [type=reset], [type=button])[value=""]::-internal-text { display: inline-block; width: 0 }

input:is([type=checkbox], [type=radio]) { box-sizing: border-box; width: 13px; height: 13px; padding: 0; border: 0;
  appearance: -internal-drawn;
  overflow: visible; background: none }
input[type=checkbox] { margin: 3px 3px 3px 4px }
input[type=radio] { margin: 3px 3px 0 5px }
input:is([type=checkbox], [type=radio])::-internal-look { content: ""; display: block; box-sizing: border-box; width: 100%;
  height: 100%; border: 1px solid #767676; border-radius: 20%; background: white; color: -internal-accent }
input[type=radio]::-internal-look { border-radius: 50% }
input[type=checkbox]:checked::-internal-look { border-color: currentcolor; background: currentcolor url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12'%3E%3Cpath d='M2.5 6.2 5 8.7 9.7 3.5' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E") center / 100% 100% no-repeat }
input[type=radio]:checked::-internal-look { border-color: currentcolor;
  background: radial-gradient(closest-side, currentcolor 62%, white 66%) }
input:is([type=checkbox], [type=radio]):disabled::-internal-look { border-color: #d0d0d0; background: #f8f8f8 }
input[type=checkbox]:checked:disabled::-internal-look { background: #d0d0d0 url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12'%3E%3Cpath d='M2.5 6.2 5 8.7 9.7 3.5' fill='none' stroke='%23ececec' stroke-width='1.8'/%3E%3C/svg%3E") center / 100% 100% no-repeat }
input[type=radio]:checked:disabled::-internal-look { background: radial-gradient(closest-side, #d0d0d0 62%, #f8f8f8 66%) }

input[type=range] { display: inline-flex; appearance: -internal-drawn; align-items: center; width: 129px; height: 16px; margin: 2px; padding: 0;
  border: 0; background: none; overflow: visible; contain: -internal-fit flex }
input[type=range]::-internal-icon { width: 0; height: 100%; align-self: baseline }
input[type=range]::-internal-row { position: relative }
input[type=range]::-internal-look { content: ""; position: absolute; inset: 0; box-sizing: border-box; height: 8px;
  margin-block: auto; border: 1px solid #00000040; border-radius: 4px; color: -internal-accent;
  background: linear-gradient(currentcolor, currentcolor) 0 / var(--html-part) 100% no-repeat border-box #efefef }
input[type=range]:dir(rtl)::-internal-look { background-position: 100% }
input::-webkit-slider-runnable-track { content: ""; display: block; box-sizing: border-box; position: relative; flex: 1; min-width: 0 }
input::-webkit-slider-thumb { content: ""; display: block; appearance: -internal-drawn; box-sizing: border-box; position: relative;
  left: var(--html-part); width: fit-content; translate: calc(-1 * var(--html-part)) }
input:dir(rtl)::-webkit-slider-thumb { left: calc(-1 * var(--html-part)); translate: var(--html-part) }
input::-internal-thumb { content: ""; display: block; width: 16px; height: 16px; margin: auto; border-radius: 50%; background: currentcolor;
  color: -internal-accent }
input[type=range]:disabled::-internal-look, input:disabled::-internal-thumb { color: #cbcbcb }

select { display: inline-flex; contain: -internal-fit flex; flex-flow: column nowrap !important; place-content: normal center !important;
  place-items: normal !important; gap: 0 !important; box-sizing: border-box; white-space: pre;
  position: relative }
select::-internal-look { content: ""; position: absolute; inset-block: 0; inset-inline-end: 5px; width: 9px;
  background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 6'%3E%3Cpath d='M1 .8 5 4.8 9 .8' fill='none' stroke='%23000' stroke-width='1.6'/%3E%3C/svg%3E") center / 9px auto no-repeat }
select:-internal-list-box { display: inline-block; overflow: hidden; position: static; vertical-align: text-bottom;
  line-height: normal !important; contain: -internal-rows var(--html-rows, 4);
  contain-intrinsic-height: calc(var(--html-rows, 4) * max(1.2em, 1lh)) }
select:-internal-list-box::-internal-look { content: none }
select:-internal-list-box > * { margin-inline-end: 15px }
option { display: block; min-height: 1.2em; padding: 0 2px 1px }
select:not(:-internal-list-box) option { min-height: auto; padding: -internal-drop-down-edge !important;
  padding-inline: -internal-drop-down-start -internal-drop-down-end !important;
  line-height: -internal-drop-down !important }
select:-internal-list-box option { line-height: normal !important }
select:-internal-list-box option:disabled { color: graytext }
select:-internal-list-box option[selected] { background: #cecece; color: #101010; scroll-initial-target: nearest }
select optgroup { appearance: inherit; line-height: inherit !important }
optgroup::before { content: attr(label); display: block; min-height: 1.2em; padding: 0 2px 1px; font-weight: bold }
select:-internal-list-box optgroup > option { padding-inline-start: 20px }
select:not(:-internal-list-box) optgroup::before { content: none }
select:not(:-internal-list-box) option:not([selected]) { height: 0; margin-bottom: -1px; padding-bottom: 0 !important;
  visibility: hidden }
select:not(:-internal-list-box):not(:has([selected])) > option:first-child,
select:not(:-internal-list-box):not(:has([selected])) > optgroup:first-child > option:first-child
  { height: auto; margin-bottom: 0; padding-bottom: -internal-drop-down-edge !important; visibility: inherit }

textarea { contain: -internal-fit size; contain-intrinsic-width: -internal-area var(--html-columns, 20);
  contain-intrinsic-height: calc(var(--html-rows, 2) * 1lh); padding: 2px; overflow: hidden auto; overflow-wrap: break-word;
  white-space: pre-wrap; font-family: monospace }

:is(input, button, select, textarea):disabled { border-color: #7676764d }
:is(input:not([type=checkbox], [type=radio]), textarea):disabled { background-color: #efefef4d; color: #545454 }
:is(button, input:is([type=submit], [type=reset], [type=button])):disabled { background-color: #efefef4d; color: #1010104d }
select:disabled { color: graytext; opacity: 0.7 }

fieldset { min-width: min-content; margin-inline: 2px; border: 2px groove #efefef; padding: 0.35em 0.75em 0.625em }
legend { padding-inline: 2px }

progress, meter { display: inline-block; box-sizing: border-box; width: 10em; height: 1em; vertical-align: -0.2em;
  contain: -internal-fit }
progress, meter { appearance: progress-bar }
meter { width: 5em }
progress::-internal-look { content: ""; display: block; box-sizing: border-box; position: relative; top: 25%;
  height: 50%; border: 1px solid #00000040; border-radius: 9999px; color: -internal-accent;
  background: linear-gradient(currentcolor, currentcolor) 0 / var(--html-part, 0) 100% no-repeat border-box #efefef }
progress:dir(rtl)::-internal-look { background-position: 100% }
progress::-webkit-progress-bar, meter::-webkit-meter-bar { content: ""; display: block; box-sizing: border-box; width: 100%; height: 100%;
  background: gray }
meter::-webkit-meter-bar { position: relative; top: 25%; height: 50%; background: linear-gradient(#ddd, #eee 20%, #ccc 45%, #ccc 55%, #ddd) }
progress::-webkit-progress-value, meter::-webkit-meter-optimum-value, meter::-webkit-meter-suboptimum-value,
meter::-webkit-meter-even-less-good-value { content: ""; display: block; box-sizing: border-box; width: var(--html-part, 0);
  height: 100%; background: green }
meter::-webkit-meter-optimum-value { background: linear-gradient(#ad7, #cea 20%, #7a3 45%, #7a3 55%, #ad7) }
meter::-webkit-meter-suboptimum-value { background: linear-gradient(#fe7, #ffc 20%, #db3 45%, #db3 55%, #fe7) }
meter::-webkit-meter-even-less-good-value { background: linear-gradient(#f77, #fcc 20%, #d44 45%, #d44 55%, #f77) }
meter::-internal-meter-bar { border: 1px solid #00000040; border-radius: 20px; background: #efefef }
meter::-internal-meter-optimum-value { background: #107c10 }
meter::-internal-meter-suboptimum-value { background: #ffb900 }
meter::-internal-meter-even-less-good-value { background: #d83b01 }

details:not([open]) > :not(summary) { display: none }
summary { display: list-item; list-style: inside disclosure-closed }
details[open] > summary { list-style-type: disclosure-open }
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

/** Chromium places open dialogs over the page. */
const PLACED_DIALOGS = `
dialog { position: absolute; inset-inline: 0; max-width: calc(100% - 2em - 6px); max-height: calc(100% - 2em - 6px) }
`

/** Rules for headings that authors expect and browsers lack. */
const KEPT_HEADINGS = `
h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: -internal-flow }
`

/** The margin of 0.4 in with which browsers print, in whole points. */
export const PRINTED_MARGIN = 28

/** The margins that browsers print by default are whole points: 0.4 in and what is cut off. */
const WHOLE_MARGINS = `
@page { margin: ${PRINTED_MARGIN}pt }
`

/** The rules for elements of SVG (SVG 2, appendix "User agent style sheet"), whose names are written in small letters. */
const DRAWINGS = `
svg, symbol, image, marker, pattern, foreignobject { overflow: hidden }
`

const parsed = new Map<string, Stylesheet>()

/** The default style sheet of drawings, parsed once per process. */
export function drawingStylesheet(): Stylesheet {
  return parsedOnce('svg', () => DRAWINGS)
}

/** The default style sheet of HTML, parsed once per process, mode and profile. */
export function userAgentStylesheet(
  quirks: boolean,
  { keepsHeadings, placesDialogs, wholePages }: Profile = PROFILES.print,
): Stylesheet {
  return parsedOnce(`html ${quirks} ${keepsHeadings} ${placesDialogs} ${wholePages}`, () =>
    [
      DEFAULTS,
      FORM_CONTROLS,
      keepsHeadings ? KEPT_HEADINGS : '',
      placesDialogs ? PLACED_DIALOGS : '',
      quirks ? QUIRKS : '',
      PAGE_DEFAULTS,
      wholePages ? WHOLE_MARGINS : '',
    ].join(''),
  )
}

function parsedOnce(key: string, text: () => string): Stylesheet {
  const known = parsed.get(key)
  if (known) return known
  const diagnostics = new DiagnosticList()
  const source = new SourceText('default.css', text())
  const sheet = parseStylesheet(source, { diagnostics, mode: 'user-agent' })
  invariant(diagnostics.items.length === 0, `a valid default style sheet: ${diagnostics.items[0]?.message}`)
  parsed.set(key, sheet)
  return sheet
}

/**
 * The margins that a template or a rendering has in settings, as a rule of the default style sheet.
 * @param margins px, as many as the property `margin` takes
 * @param isFinal no rule of the author has others
 */
export function pageMarginRules(margins: readonly number[], isFinal: boolean): readonly PageRule[] {
  const text = `@page { margin: ${margins.map((px) => `${px}px`).join(' ')}${isFinal ? ' !important' : ''} }`
  const options = { diagnostics: new DiagnosticList(), mode: 'user-agent' } as const
  return parseStylesheet(new SourceText('settings.css', text), options).pageRules
}
