import t from 'tap'
import { serializeValue } from './serialize-style.js'
import { h, StyleFixture } from './style-fixture.js'

/**
 * `declarations | property | computed value` as Chromium computes them for a `div` in a block that is 400px wide and
 * `#336699`. Colours of other spaces than sRGB are recorded as Chromium paints them.
 */
const RECORDED = `
width: 10px | width | 10px
width: 12pt | width | 16px
width: 2.54cm | width | 96px
width: 1in | width | 96px
width: 3pc | width | 48px
width: 40q | width | 37.7953px
font-size: 20px; width: 2em | width | 40px
font-size: 20px; width: 2rem | width | 32px
width: calc(1px + 2px * 3) | width | 7px
width: calc((1em + 4px) / 2) | width | 10px
width: calc(10px - 30px) | width | 0px
width: min(10px, 2em) | width | 10px
width: max(10px, 2em) | width | 32px
width: clamp(10px, 5px, 20px) | width | 10px
width: clamp(10px, 50px, 20px) | width | 20px
width: clamp(30px, 50px, 20px) | width | 30px
width: round(17px, 5px) | width | 15px
width: round(up, 17px, 5px) | width | 20px
width: round(down, 19px, 5px) | width | 15px
width: round(to-zero, 19px, 5px) | width | 15px
margin-top: round(-17px, 5px) | margin-top | -15px
margin-top: round(down, -17px, 5px) | margin-top | -20px
margin-top: round(to-zero, -17px, 5px) | margin-top | -15px
width: round(12.5px, 5px) | width | 15px
margin-top: round(-12.5px, 5px) | margin-top | -10px
width: mod(18px, 5px) | width | 3px
margin-top: mod(-18px, 5px) | margin-top | 2px
margin-top: mod(18px, -5px) | margin-top | -2px
margin-top: rem(-18px, 5px) | margin-top | -3px
margin-top: rem(18px, -5px) | margin-top | 3px
width: abs(4px - 20px) | width | 16px
width: calc(10px * sign(-3) * -1) | width | 10px
width: calc(1px * pow(2, 3)) | width | 8px
width: calc(1px * sqrt(16)) | width | 4px
width: calc(1px * hypot(3, 4)) | width | 5px
width: calc(1px * log(8, 2)) | width | 3px
width: calc(1px * exp(0)) | width | 1px
width: calc(1px * pi) | width | 3.14159px
width: calc(1px / 0) | width | 3.35544e+07px
width: calc(1px * NaN) | width | 0px
width: 10 | width | auto
width: -5px | width | auto
width: 0 | width | 0px
width: +5px | width | 5px
width: 1e2px | width | 100px
width: .5px | width | 0.5px
height: 5PX | height | 5px
min-width: 5px | min-width | 5px
min-width: auto | min-width | auto
max-width: none | max-width | none
max-width: 7px | max-width | 7px
max-height: 50% | max-height | 50%
margin-top: -3px | margin-top | -3px
margin-left: 1px | margin-left | 1px
margin: 1px 2px 3px 4px | margin-left | 4px
margin: 1px 2px | margin-right | 2px
margin-inline-start: 3px | margin-left | 3px
margin-block: 3px 4px | margin-bottom | 4px
padding: 1px 2px 3px | padding-left | 2px
padding: -1px | padding-left | 0px
padding-inline: 3px 4px | padding-right | 4px
border: 2px solid red | border-top-width | 2px
border: 2px solid red | border-left-color | rgb(255, 0, 0)
border: solid | border-top-width | 3px
border: thin dashed | border-top-width | 1px
border: thick double | border-right-width | 5px
border-top-width: 5px | border-top-width | 0px
border-top-style: hidden; border-top-width: 5px | border-top-width | 0px
border-style: solid dashed dotted double | border-left-style | double
border-color: red lime | border-left-color | rgb(0, 255, 0)
border-width: 1px 2px 3px; border-style: solid | border-left-width | 2px
border: red | border-top-style | none
border-radius: 5px | border-top-left-radius | 5px
border-radius: 5px 10px / 3px | border-top-right-radius | 10px 3px
border-radius: 50% | border-bottom-left-radius | 50%
border-top-left-radius: 2px 4px | border-top-left-radius | 2px 4px
box-sizing: border-box | box-sizing | border-box
display: inline-block | display | inline-block
display: block flow-root | display | flow-root
display: inline flow-root | display | inline-block
display: list-item | display | list-item
display: table-cell | display | table-cell
display: nonsense | display | block
overflow: hidden | overflow-y | hidden
overflow-x: hidden | overflow-x | hidden
overflow: visible clip | overflow-y | clip
overflow: visible clip | overflow-x | visible
visibility: collapse | visibility | collapse
opacity: 0.5 | opacity | 0.5
opacity: 50% | opacity | 0.5
opacity: 7 | opacity | 1
opacity: -1 | opacity | 0
opacity: calc(1 / 4) | opacity | 0.25
color: red | color | rgb(255, 0, 0)
color: RebeccaPurple | color | rgb(102, 51, 153)
color: #1a2 | color | rgb(17, 170, 34)
color: #1a2f | color | rgb(17, 170, 34)
color: #11AA2233 | color | rgba(17, 170, 34, 0.2)
color: rgb(1, 2, 3) | color | rgb(1, 2, 3)
color: rgb(1 2 3 / 50%) | color | rgba(1, 2, 3, 0.5)
color: rgb(10% 20% 30%) | color | rgb(26, 51, 77)
color: rgb(300 -5 1.5) | color | rgb(255, 0, 2)
color: rgba(1, 2, 3, 0.25) | color | rgba(1, 2, 3, 0.25)
color: rgb(1, 2 3) | color | rgb(51, 102, 153)
color: rgb(none 2 3) | color | rgb(0, 2, 3)
color: hsl(120, 100%, 25%) | color | rgb(0, 128, 0)
color: hsl(0.5turn 100% 50% / 0.25) | color | rgba(0, 255, 255, 0.25)
color: hsl(-30 50% 50%) | color | rgb(191, 64, 128)
color: hsl(100grad 40% 60%) | color | rgb(153, 194, 112)
color: hwb(0 20% 40%) | color | rgb(153, 51, 51)
color: hwb(120 60% 60%) | color | rgb(128, 128, 128)
color: transparent | color | rgba(0, 0, 0, 0)
color: currentcolor | color | rgb(51, 102, 153)
color: canvastext | color | rgb(0, 0, 0)
color: windowtext | color | rgb(0, 0, 0)
background-color: window | background-color | rgb(255, 255, 255)
color: lab(50 40 20) | color | rgb(185, 88, 87)
color: lab(50% 40 20 / 0.5) | color | rgba(185, 88, 87, 0.5)
color: lch(50 60 120) | color | rgb(84, 132, 4)
color: oklab(0.5 0.1 -0.1) | color | rgb(129, 69, 154)
color: oklch(0.6 0.15 200) | color | rgb(0, 153, 163)
color: oklch(60% 0.15 200deg) | color | rgb(0, 153, 163)
color: oklch(0.9 0.4 140) | color | rgb(0, 255, 0)
color: color(srgb 0.2 0.4 0.6) | color | rgb(51, 102, 153)
color: color(srgb-linear 0.2 0.4 0.6) | color | rgb(124, 170, 203)
color: color(display-p3 0.2 0.4 0.6) | color | rgb(26, 104, 157)
color: color(display-p3 1 0 0) | color | rgb(255, 0, 0)
color: color(a98-rgb 0.2 0.4 0.6) | color | rgb(0, 102, 156)
color: color(prophoto-rgb 0.2 0.4 0.6) | color | rgb(0, 130, 176)
color: color(rec2020 0.2 0.4 0.6) | color | rgb(0, 120, 168)
color: color(xyz 0.2 0.3 0.4) | color | rgb(0, 167, 164)
color: color(xyz-d50 0.2 0.3 0.4) | color | rgb(0, 168, 189)
color: color-mix(in srgb, red, blue) | color | rgb(128, 0, 128)
color: color-mix(in srgb, red 30%, blue) | color | rgb(77, 0, 179)
color: color-mix(in srgb, red 20%, blue 20%) | color | rgba(128, 0, 128, 0.4)
color: color-mix(in srgb, #ff000080, blue) | color | rgba(85, 0, 170, 0.75098)
color: color-mix(in lab, red, blue) | color | rgb(193, 0, 136)
color: color-mix(in lch, red, blue) | color | rgb(245, 0, 134)
color: color-mix(in oklab, red, blue) | color | rgb(140, 83, 162)
color: color-mix(in oklch, red, lime) | color | rgb(249, 149, 0)
color: color-mix(in oklch longer hue, red, lime) | color | rgb(89, 153, 255)
color: color-mix(in hsl, red, lime) | color | rgb(255, 255, 0)
color: color-mix(in hsl, white, lime) | color | rgb(159, 223, 159)
color: color-mix(in hwb, white, blue) | color | rgb(128, 128, 255)
color: color-mix(in srgb-linear, red, blue) | color | rgb(188, 0, 188)
color: color-mix(in xyz, red, blue) | color | rgb(188, 0, 188)
color: color-mix(in display-p3, red, blue) | color | rgb(128, 10, 145)
color: rgb(from #336699 calc(r * 2) g b) | color | rgb(102, 102, 153)
color: rgb(from red r g b / 50%) | color | rgba(255, 0, 0, 0.5)
color: hsl(from #336699 calc(h + 60) s l) | color | rgb(102, 51, 153)
color: oklch(from #336699 calc(l + 0.2) c h) | color | rgb(110, 163, 218)
color: lab(from #336699 l a 0) | color | rgb(90, 100, 98)
color: color(from #336699 srgb g r b) | color | rgb(102, 51, 153)
color: light-dark(red, blue) | color | rgb(255, 0, 0)
background: url(x.png) no-repeat #ff0000 | background-color | rgb(255, 0, 0)
background: none | background-color | rgba(0, 0, 0, 0)
background-color: color-mix(in srgb, currentcolor 50%, white) | background-color | rgb(153, 179, 204)
font-size: larger | font-size | 19.2px
font-size: smaller | font-size | 13.3333px
font-size: xx-large | font-size | 32px
font-size: xxx-large | font-size | 48px
font-size: x-small | font-size | 10px
font-size: 150% | font-size | 24px
font-size: 2em | font-size | 32px
font-size: max(50%, 10px) | font-size | 10px
font-size: 0 | font-size | 0px
font-family: monospace | font-size | 13px
font-family: monospace, monospace | font-size | 16px
font-family: "A  b", Foo   Bar, SERIF | font-family | "A  b", "Foo Bar", serif
font-weight: bold | font-weight | 700
font-weight: bolder | font-weight | 700
font-weight: lighter | font-weight | 100
font-weight: 350 | font-weight | 350
font-weight: 1001 | font-weight | 400
font-style: italic | font-style | italic
font-stretch: condensed | font-stretch | 75%
font-stretch: 80% | font-stretch | 80%
font: italic small-caps bold 12px/2 Arial | font-weight | 700
font: italic small-caps bold 12px/2 Arial | line-height | 24px
font: italic small-caps bold 12px/2 Arial | font-variant-caps | small-caps
font: 12px Arial | font-style | normal
font: bold Arial | font-weight | 400
font-variant: small-caps | font-variant-caps | small-caps
font-kerning: none | font-kerning | none
font-variant: all-petite-caps | font-variant-caps | all-petite-caps
font-synthesis: style | font-synthesis-weight | none
font-synthesis: style | font-synthesis-style | auto
font-synthesis: weight weight | font-synthesis-style | auto
line-height: 1.5 | line-height | 24px
line-height: 150% | line-height | 24px
line-height: 20px | line-height | 20px
line-height: normal | line-height | normal
line-height: -1 | line-height | normal
letter-spacing: normal | letter-spacing | normal
letter-spacing: -0.5px | letter-spacing | -0.5px
letter-spacing: 0.1em | letter-spacing | 1.6px
word-spacing: 3px | word-spacing | 3px
text-align: center | text-align | center
text-align: -webkit-center | text-align | -webkit-center
text-align: nonsense | text-align | start
text-align-last: justify | text-align-last | justify
text-indent: 10% | text-indent | 10%
text-indent: 2em | text-indent | 32px
text-transform: uppercase | text-transform | uppercase
white-space: pre-wrap | white-space-collapse | preserve
white-space: pre | text-wrap-mode | nowrap
white-space: nowrap | text-wrap-mode | nowrap
white-space: nowrap; text-wrap: balance | text-wrap-mode | wrap
text-wrap: balance | text-wrap-style | balance
text-wrap: pretty nowrap | text-wrap-mode | nowrap
tab-size: 4 | tab-size | 4
word-break: break-all | word-break | break-all
overflow-wrap: anywhere | overflow-wrap | anywhere
word-wrap: break-word | overflow-wrap | break-word
hyphens: auto | hyphens | auto
vertical-align: middle | vertical-align | middle
vertical-align: 5px | vertical-align | 5px
direction: rtl | direction | rtl
unicode-bidi: isolate | unicode-bidi | isolate
text-decoration: underline dotted red | text-decoration-style | dotted
text-decoration: underline dotted red | text-decoration-color | rgb(255, 0, 0)
text-decoration: overline underline | text-decoration-line | underline overline
text-decoration-thickness: 3px | text-decoration-thickness | 3px
text-underline-offset: 0.5em | text-underline-offset | 8px
list-style: square inside | list-style-type | square
list-style: square inside | list-style-position | inside
list-style: none | list-style-type | none
counter-reset: a 3 b | counter-reset | a 3 b 0
counter-increment: a -1 b | counter-increment | a -1 b 1
counter-reset: none | counter-reset | none
quotes: "<" ">" | quotes | "<" ">"
table-layout: fixed | table-layout | fixed
border-collapse: collapse | border-collapse | collapse
border-spacing: 1px 2px | border-spacing | 1px 2px
caption-side: bottom | caption-side | bottom
empty-cells: hide | empty-cells | hide
object-fit: cover | object-fit | cover
object-position: left | object-position | 0% 50%
object-position: top | object-position | 50% 0%
object-position: 10px bottom | object-position | 10px 100%
object-position: bottom 10px | object-position | 50% 50%
object-position: right 10px bottom 20% | object-position | calc(100% - 10px) 80%
object-position: right 10px top | object-position | 50% 50%
object-position: top 20% left 10px | object-position | 10px 20%
object-position: center | object-position | 50% 50%
object-position: bottom right | object-position | 100% 100%
aspect-ratio: 16 / 9 | aspect-ratio | 1.777777 / 1
aspect-ratio: auto 2 | aspect-ratio | auto 2 / 1
aspect-ratio: 2 auto | aspect-ratio | auto 2 / 1
break-before: page | break-before | page
page-break-before: always | break-before | page
page-break-inside: avoid | break-inside | avoid
orphans: 4 | orphans | 4
orphans: 0 | orphans | 2
orphans: calc(1 + 2.4) | orphans | 3
widows: 5 | widows | 5
page: chapter | page | chapter
box-decoration-break: clone | box-decoration-break | clone
color: red; border-top: 1px solid | border-top-color | rgb(255, 0, 0)
--x: 5px; width: var(--x) | width | 5px
width: var(--none, 7px) | width | 7px
width: var(--none) | width | auto
width: 3px; width: var(--none) | width | auto
--x: 1px solid blue; border: var(--x) | border-top-color | rgb(0, 0, 255)
width: 5px !important; width: 6px | width | 5px
width: 5px; width: foo | width | 5px
width: inherit | width | 400px
color: inherit | color | rgb(51, 102, 153)
color: unset | color | rgb(51, 102, 153)
font-size: initial | font-size | 16px
display: revert | display | block
display: initial | display | inline
all: initial | display | inline
grid-template-columns: none | grid-template-columns | none
grid-template-columns: 10px 20% 1fr auto | grid-template-columns | 10px 20% 1fr auto
grid-template-columns: 1in 2em calc(50% - 10px) | grid-template-columns | 96px 32px calc(50% - 10px)
grid-template-columns: min-content max-content | grid-template-columns | min-content max-content
grid-template-columns: minmax(10px, 2fr) minmax(auto, 50%) minmax(min-content, max-content) | grid-template-columns | minmax(10px, 2fr) minmax(auto, 50%) minmax(min-content, max-content)
grid-template-columns: fit-content(20em) fit-content(50%) | grid-template-columns | fit-content(320px) fit-content(50%)
grid-template-columns: [a] 10px [b c] 20px [d] | grid-template-columns | [a] 10px [b c] 20px [d]
grid-template-columns: [a] 1fr | grid-template-columns | [a] 1fr
grid-template-columns: repeat(auto-fill, 100px) | grid-template-columns | repeat(auto-fill, 100px)
grid-template-columns: [a] 10px repeat(auto-fit, [b] minmax(50px, 1fr) [c]) 20px [d] | grid-template-columns | [a] 10px repeat(auto-fit, [b] minmax(50px, 1fr) [c]) 20px [d]
grid-template-columns: repeat(auto-fill, minmax(min-content, 50px)) | grid-template-columns | repeat(auto-fill, minmax(min-content, 50px))
grid-template-columns: 0.5fr 1.5FR 0fr | grid-template-columns | 0.5fr 1.5fr 0fr
grid-template-columns: MinMax(10PX, Auto) | grid-template-columns | minmax(10px, auto)
grid-template-columns: repeat(auto-fill, 1fr) | grid-template-columns | none
grid-template-columns: repeat(auto-fill, auto) | grid-template-columns | none
grid-template-columns: repeat(auto-fill, 10px) auto | grid-template-columns | none
grid-template-columns: repeat(auto-fill, 10px) repeat(auto-fit, 10px) | grid-template-columns | none
grid-template-columns: minmax(1fr, 10px) | grid-template-columns | none
grid-template-columns: repeat(0, 10px) | grid-template-columns | none
grid-template-columns: repeat(-1, 10px) | grid-template-columns | none
grid-template-columns: repeat(2, repeat(2, 10px)) | grid-template-columns | none
grid-template-columns: repeat(2, [a]) | grid-template-columns | none
grid-template-columns: [a] | grid-template-columns | none
grid-template-columns: [a] [b] 10px | grid-template-columns | none
grid-template-columns: [span] 10px | grid-template-columns | none
grid-template-columns: [auto] 10px | grid-template-columns | none
grid-template-columns: -10px | grid-template-columns | none
grid-template-columns: -1fr | grid-template-columns | none
grid-template-columns: 10px, 20px | grid-template-columns | none
grid-template-columns: fit-content(auto) | grid-template-columns | none
grid-template-columns: fit-content(1fr) | grid-template-columns | none
grid-template-columns: minmax(10px) | grid-template-columns | none
grid-template-columns: none 10px | grid-template-columns | none
grid-template-columns: calc(1fr + 10px) | grid-template-columns | none
grid-template-rows: 10px auto | grid-template-rows | 10px auto
grid-template-areas: none | grid-template-areas | none
grid-template-areas: "a a" "b c" | grid-template-areas | "a a" "b c"
grid-template-areas: "a . ...b" | grid-template-areas | "a . . b"
grid-template-areas: "head   head" "... main" | grid-template-areas | "head head" ". main"
grid-template-areas: "a b" "a" | grid-template-areas | none
grid-template-areas: "a b a" | grid-template-areas | none
grid-template-areas: "a a" "b a" | grid-template-areas | none
grid-template-areas: "" | grid-template-areas | none
grid-template-areas: "a !" | grid-template-areas | none
grid-template-areas: "é-1 _b" | grid-template-areas | "é-1 _b"
grid-auto-columns: auto | grid-auto-columns | auto
grid-auto-columns: 10px 1fr minmax(5px, auto) | grid-auto-columns | 10px 1fr minmax(5px, auto)
grid-auto-rows: fit-content(10px) 50% | grid-auto-rows | fit-content(10px) 50%
grid-auto-rows: repeat(2, 10px) | grid-auto-rows | auto
grid-auto-rows: none | grid-auto-rows | auto
grid-auto-rows: [a] 10px | grid-auto-rows | auto
grid-auto-flow: row | grid-auto-flow | row
grid-auto-flow: column | grid-auto-flow | column
grid-auto-flow: dense | grid-auto-flow | dense
grid-auto-flow: dense column | grid-auto-flow | column dense
grid-auto-flow: row dense | grid-auto-flow | dense
grid-auto-flow: row column | grid-auto-flow | row
grid-auto-flow: dense dense | grid-auto-flow | row
grid-row-start: auto | grid-row-start | auto
grid-row-start: 3 | grid-row-start | 3
grid-row-start: -2 | grid-row-start | -2
grid-row-start: 0 | grid-row-start | auto
grid-row-start: foo | grid-row-start | foo
grid-row-start: Foo 2 | grid-row-start | 2 Foo
grid-row-start: 2 foo | grid-row-start | 2 foo
grid-row-start: -1 foo | grid-row-start | -1 foo
grid-row-start: span 2 | grid-row-start | span 2
grid-row-start: 2 span | grid-row-start | span 2
grid-row-start: span foo | grid-row-start | span foo
grid-row-start: foo span | grid-row-start | span foo
grid-row-start: span 2 foo | grid-row-start | span 2 foo
grid-row-start: span foo 2 | grid-row-start | span 2 foo
grid-row-start: foo 2 span | grid-row-start | span 2 foo
grid-row-start: 2 span foo | grid-row-start | auto
grid-row-start: span | grid-row-start | auto
grid-row-start: span 0 | grid-row-start | auto
grid-row-start: span -1 | grid-row-start | auto
grid-row-start: 1.5 | grid-row-start | auto
grid-row-start: calc(1 + 2) | grid-row-start | 3
grid-row-start: auto 2 | grid-row-start | auto
grid-row-start: foo bar | grid-row-start | auto
grid-row: 1 / 3 | grid-row-start | 1
grid-row: 1 / 3 | grid-row-end | 3
grid-row: 2 | grid-row-end | auto
grid-row: foo | grid-row-end | foo
grid-row: span 2 / 5 | grid-row-start | span 2
grid-row: 1 / 2 / 3 | grid-row-start | auto
grid-row: 1 / | grid-row-start | auto
grid-column: foo 2 / span foo | grid-column-start | 2 foo
grid-column: foo 2 / span foo | grid-column-end | span foo
grid-area: foo | grid-column-end | foo
grid-area: foo | grid-row-start | foo
grid-area: 1 / 2 / 3 / 4 | grid-row-start | 1
grid-area: 1 / 2 / 3 / 4 | grid-column-start | 2
grid-area: 1 / 2 / 3 / 4 | grid-row-end | 3
grid-area: 1 / 2 / 3 / 4 | grid-column-end | 4
grid-area: 1 / foo | grid-column-end | foo
grid-area: 1 / foo | grid-row-end | auto
grid-area: foo / bar / baz | grid-column-end | bar
grid-area: 1 / 2 / 3 / 4 / 5 | grid-row-start | auto
grid-template: none | grid-template-columns | none
grid-template: 10px / 20px 30px | grid-template-rows | 10px
grid-template: 10px / 20px 30px | grid-template-columns | 20px 30px
grid-template: [a] "x x" 10px [b] [c] "y z" [d] / [e] 1fr [f] 2fr | grid-template-rows | [a] 10px [b c] auto [d]
grid-template: [a] "x x" 10px [b] [c] "y z" [d] / [e] 1fr [f] 2fr | grid-template-columns | [e] 1fr [f] 2fr
grid-template: [a] "x x" 10px [b] [c] "y z" [d] / [e] 1fr [f] 2fr | grid-template-areas | "x x" "y z"
grid-template: "x" "y" | grid-template-rows | auto auto
grid-template: "x" "y" | grid-template-columns | none
grid-template: "x" / repeat(2, 1fr) | grid-template-areas | none
grid-template: 10px "x" | grid-template-areas | none
grid-template: "x" 10px 20px | grid-template-areas | none
grid-template: 10px | grid-template-rows | none
grid-template: none / 10px | grid-template-columns | 10px
grid: auto-flow / 1fr 2fr | grid-template-columns | 1fr 2fr
grid: auto-flow dense 10px / 1fr | grid-auto-rows | 10px
grid: auto-flow dense 10px / 1fr | grid-auto-flow | dense
grid: dense auto-flow / 1fr | grid-auto-flow | dense
grid: 10px / auto-flow 20px 30px | grid-auto-columns | 20px 30px
grid: 10px / auto-flow 20px 30px | grid-template-rows | 10px
grid: none / auto-flow dense | grid-auto-flow | column dense
grid: 10px / 20px | grid-template-rows | 10px
grid: "a" 10px / 20px | grid-template-areas | "a"
grid-auto-flow: column; grid: 10px / 20px | grid-auto-flow | row
grid-auto-rows: 5px; grid: auto-flow / 20px | grid-auto-rows | auto
grid: auto-flow / auto-flow | grid-auto-flow | row
grid: none | grid-template-rows | none
grid-column: span calc(2) / auto | grid-column-start | span 2
`

/** Lengths are on a grid of 1/64 px; conversions of colours may round another way. */
const LENGTH_TOLERANCE = 1 / 64
const COLOR_TOLERANCE = 1

function same(actual: string, expected: string): boolean {
  const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g
  if (actual.replace(number, '#') !== expected.replace(number, '#')) return false
  const tolerance = expected.startsWith('rgb') ? COLOR_TOLERANCE : LENGTH_TOLERANCE
  const values = (text: string) => (text.match(number) ?? []).map(Number)
  const wanted = values(expected)
  return values(actual).every((value, i) => {
    const difference = Math.abs(value - (wanted[i] ?? 0))
    return difference <= Math.max(tolerance, Math.abs(value) * 1e-5)
  })
}

t.test('computed values are those of a browser', async (t) => {
  for (const row of RECORDED.trim().split('\n')) {
    const [declarations = '', property = '', expected = ''] = row.split(' | ')
    const fixture = new StyleFixture('section { width: 400px; color: #336699 }', [
      h('section', {}, h('div', { id: 'x', style: declarations })),
    ])
    const actual = serializeValue(fixture.document().style('x'), property)
    t.ok(same(actual, expected), `${row}: ${actual}`)
  }
})
