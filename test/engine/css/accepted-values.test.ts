import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { SourceText } from '../../../engine/base/source.js'
import { parseStylesheet } from '../../../engine/css/syntax/parse-stylesheet.js'

/** `property: value | value …`: what Chromium takes, and so do we without a diagnostic. */
const ACCEPTED = String.raw`
font: caption | icon | menu | message-box | small-caption | status-bar | 12px serif
font: italic bold 12px/30px Georgia, serif | small-caps 700 condensed 1em/normal a | oblique 10deg 12px a
font: normal normal normal normal 12px a | 12px/120% a | larger a | calc(1px + 1em) a | xxx-large a | 900 12px a
font: 1000 12px a
font-family: a | "a b" | a b, c | serif | \31 a | initial | system-ui | ui-serif | -apple-system
font-family: BlinkMacSystemFont, "Segoe UI"
font-size: 12px | 0 | 50% | larger | smaller | xx-small | xxx-large | 1em | calc(1em - 20px) | medium | 1rem | 1vw
font-size: 1lh | 1rlh
font-weight: 1 | 1000 | 400 | 450.5 | normal | bold | bolder | lighter | calc(100 * 4)
font-style: normal | italic | oblique | oblique 14deg | oblique -90deg | oblique 0.1turn | oblique calc(10deg)
font-stretch: normal | condensed | 75% | ultra-expanded | 50.5% | calc(50%)
font-variant: normal | none | small-caps | tabular-nums small-caps | common-ligatures | slashed-zero ordinal
font-variant: all-small-caps tabular-nums no-common-ligatures
font-variant-caps: normal | small-caps | all-small-caps | petite-caps | all-petite-caps | unicase | titling-caps
font-synthesis: none | weight | style | small-caps | weight style | small-caps position weight style
font-synthesis-weight: auto | none
font-synthesis-style: auto | none
font-synthesis-small-caps: auto | none
font-variant-ligatures: normal | none | common-ligatures | no-common-ligatures discretionary-ligatures
font-variant-ligatures: historical-ligatures
font-variant-east-asian: normal | jis78 | traditional proportional-width ruby
font-variant-position: normal | sub | super
font-variant: full-width super tabular-nums
font-variant-numeric: normal | tabular-nums | oldstyle-nums tabular-nums diagonal-fractions ordinal slashed-zero
font-feature-settings: normal | "tnum" | "tnum" on | "tnum" 0, "kern" 1 | "ss01" 2 | "tnum" off | 'liga' 0
font-optical-sizing: auto | none
font-variation-settings: normal | "wght" 650 | 'wght' 650.5, "GRAD" -20 | "wght" calc(100 * 4)
font-kerning: auto | normal | none
overflow-clip-margin: 5px | border-box | content-box 1em | 0 padding-box | calc(1px + 2pt)
font-size-adjust: none | 0.5 | 0 | from-font | ex-height 0.5 | cap-height from-font | ch-width 1 | ic-width calc(1 + 1) | ic-height 2
appearance: auto | none | textfield | menulist-button
line-height: normal | 1 | 1.5 | 0 | 12px | 120% | calc(1 + .5) | calc(1em + 2px) | 1lh
letter-spacing: normal | 1px | -1px | 0 | 0.1em | 5% | 10% | calc(1px + 1em)
word-spacing: normal | 1px | -1px | 0.1em | 5% | calc(1px + 5%)
text-align: start | end | left | right | center | justify | -webkit-center | -webkit-left | inherit
text-align: justify-all
text-align-last: auto | start | end | left | right | center | justify
text-indent: 1em | -1em | 10% | 1em hanging | 1em each-line | hanging 1em | each-line hanging 1em | 0 | calc(1em + 5%)
text-transform: none | uppercase | lowercase | capitalize
white-space: normal | nowrap | pre | pre-wrap | pre-line | break-spaces | preserve nowrap | wrap collapse
white-space-collapse: collapse | preserve | preserve-breaks | break-spaces
text-wrap: wrap | nowrap | balance | pretty | stable | auto | balance wrap
tab-size: 8 | 0 | 4.5 | 20px | 1em | calc(2 + 2)
line-break: auto | loose | normal | strict | anywhere
word-break: normal | break-all | keep-all | break-word
overflow-wrap: normal | anywhere | break-word
word-wrap: break-word | anywhere
hyphens: none | manual | auto
hyphenate-character: auto | "-" | "=" | "\2010" | ""
hyphenate-limit-chars: auto | 5 | 5 2 | 5 2 2 | auto 3
vertical-align: baseline | sub | super | text-top | text-bottom | middle | top | bottom | 1px | -50% | calc(1px + 5%)
direction: ltr | rtl
unicode-bidi: normal | embed | isolate | bidi-override | isolate-override | plaintext
text-decoration: none | underline | underline overline line-through | underline dotted red | wavy underline 2px
text-decoration: blink | red | 2px | underline 10% | line-through double | from-font underline
text-decoration: underline from-font red dashed
text-decoration-line: none | underline | overline underline | blink
text-decoration-style: solid | double | dotted | dashed | wavy
text-decoration-color: red | currentcolor
text-decoration-thickness: auto | from-font | 1px | 10% | 0.1em | -1px | calc(1px + 5%)
text-underline-offset: auto | 1px | 10% | -1px
text-underline-position: auto | under | from-font | left | under right | left from-font
text-shadow: none | 1px 1px | 1px 1px red | red 1px 1px 2px | 1px 1px, 2px 2px blue
baseline-source: auto | first | last
text-justify: auto | none | inter-word
initial-letter: normal | 1 | 3 | 2.5 | 3 2 | 3 drop | raise 3
text-box: normal | none | trim-both | cap alphabetic | trim-start text | ex text trim-end | auto
text-box-trim: none | trim-start | trim-end | trim-both
text-box-edge: auto | text | text text | cap alphabetic | ex text
text-emphasis-style: none | filled | open | sesame | open dot | double-circle filled | "x" | ""
text-emphasis-color: red | currentcolor
text-emphasis-position: over | under | over right | left under
text-emphasis: none | dot | red | open circle red | red "x" | filled
text-overflow: clip | ellipsis
line-clamp: none | 3 | 2 " >" | auto 2
-webkit-line-clamp: 3
max-lines: none | 2
block-ellipsis: none | auto | " (more)"
display: -webkit-box | -webkit-inline-box
color: red | RED | #f00 | #f00f | #ff0000 | #ff000080 | rgb(1,2,3) | rgb(1 2 3) | rgb(1 2 3 / 50%) | rgb(1,2,3,.5)
color: rgba(1,2,3,50%) | rgb(10%,20%,30%) | rgb(10% 20% 30%) | rgb(1 20% 3) | rgb(none 0 0) | rgba(1 2 3)
color: rgb(300 -5 3) | hsl(120, 50%, 50%) | hsl(120deg 50% 50%) | hsl(120 50 50) | hsl(0.5turn 50% 50% / .5)
color: hsla(120,50%,50%,.5) | hwb(120 10% 20%) | hwb(120 10 20) | lab(50% 20 30) | lab(50 20 30 / .5) | lch(50% 20 30)
color: lch(50% 20 30deg) | oklab(0.5 0.1 0.1) | oklab(50% 10% 10%) | oklch(0.5 0.1 30) | color(srgb 1 0 0)
color: color(display-p3 1 0 0) | color(srgb-linear 1 0 0 / 50%) | color(xyz 1 0 0) | color(rec2020 1 0 0)
color: color(a98-rgb 1 0 0) | color(prophoto-rgb 1 0 0) | color(xyz-d50 1 0 0) | color-mix(in srgb, red, blue)
color: color-mix(in oklch, red 30%, blue) | color-mix(in hsl longer hue, red, blue) | color-mix(red, blue)
color: currentcolor | CurrentColor | transparent | rebeccapurple | lightgoldenrodyellow | grey | darkslategrey
color: Canvas | CanvasText | ButtonFace | LinkText | Highlight | rgb(from red r g b) | hsl(from red h s l / 50%)
color: light-dark(red, blue) | rgb(calc(1 + 2) 2 3) | rgb(1e2 2 3) | #FfF | inherit
color: hsl(calc(100deg + 20deg) 50% 50%) | rgb(1.5 2.7 3) | hsl(none 50% 50%)
background-color: red | transparent
background: red | none | url(a.png) | url("a.png") no-repeat center / cover red | linear-gradient(red, blue)
background: url(a.png), red | left 10px top 20px / 50% auto repeat-x url(a.png) | border-box
background: padding-box content-box red | fixed
background: url(a.png) center center / 10px 20px space round local border-box content-box green | 0 0 | 0 0 / auto
background: linear-gradient(red), linear-gradient(blue) red | red url(a.png) left | text | border-box text red
background: top left 10px | inherit
background-image: none | url(a.png) | url(a.png), none | linear-gradient(red, blue)
background-image: image-set("a.png" 1x, url(b.png) 2x) | -webkit-image-set(url(a.png) 1x) | image-set("a.webp" type("image/webp") 96dpi)
background-image: image-set(linear-gradient(red, blue) type("image/png"), "a.avif" type("image/avif") 2dppx), none
background-image: linear-gradient(to right, red, blue) | linear-gradient(to top left, red 10%, blue 90%)
background-image: linear-gradient(45deg, red, 30%, blue) | linear-gradient(.25turn, red 0 50%, blue 0)
background-image: linear-gradient(red) | linear-gradient(red 10% 20%, blue) | linear-gradient(0, red, blue)
background-image: linear-gradient(in oklab, red, blue) | linear-gradient(to right in hsl longer hue, red, blue)
background-image: radial-gradient(red, blue) | radial-gradient(circle, red, blue)
background-image: radial-gradient(circle at center, red, blue) | radial-gradient(10px 20px at 0 0, red, blue)
background-image: radial-gradient(ellipse closest-side at left 10px top 20%, red, blue)
background-image: radial-gradient(farthest-corner circle at 10%, red, blue) | radial-gradient(10px, red, blue)
background-image: radial-gradient(at top, red, blue) | repeating-linear-gradient(red 0 10px, blue 10px 20px)
background-image: repeating-radial-gradient(circle, red, blue 20px) | conic-gradient(red, blue)
background-image: conic-gradient(from 45deg at 10% 20%, red 0 25%, blue 0)
background-image: repeating-conic-gradient(red 0 10deg, blue 10deg 20deg) | linear-gradient(red calc(10% + 5px), blue)
background-image: linear-gradient(red -10px, blue 200%) | linear-gradient(transparent, rgba(0,0,0,.5) 50% 60%, #fff)
background-position: left | center | 10px | 10px 20% | left 10px top 20px | top left | left top | right 10px bottom
background-position: bottom right 10px | left 10px | center left 10px | calc(100% - 10px) 0 | 0 0, 10px 10px
background-position: right -10px top -5%
background-position-x: left | right | center | 10px | left 10px | 10% | right 10%
background-position-y: top | bottom | center | 10px | bottom 10px | 10%
background-size: auto | cover | contain | 10px | 10px 20px | 50% auto | auto 50% | auto auto | auto, cover
background-repeat: repeat | repeat-x | repeat-y | space | round | no-repeat | repeat space | round no-repeat
background-repeat: space, round
background-origin: border-box | padding-box | content-box
background-clip: border-box | padding-box | content-box | text
background-attachment: scroll | fixed | local
border: 1px solid red | solid | red | 1px | none | 0 | thin dotted | medium none | thick double blue | hidden
border: calc(1px + 1px) solid
border-width: 1px | thin | 1px 2px | 1px 2px 3px | 1px 2px 3px 4px | medium thick | calc(1px*2)
border-style: solid | none hidden | dashed dotted double groove | ridge | inset | outset
border-color: red | red blue | red blue green | red blue green currentcolor | transparent
border-top: 1px solid | none
border-left-width: thin | 1px
border-radius: 10px | 10px 20px | 10px / 20px | 10px 20px 30px 40px / 5px 10px | 50% | 1em 5% | calc(50% - 1px)
border-top-left-radius: 10px | 10px 20px | 5%
border-start-start-radius: 10px | 5px 10px
border-end-end-radius: 10px
border-block: 1px solid red
border-inline-start: 2px dotted
border-block-width: 1px | 1px 2px
border-inline-style: solid | solid dotted
border-inline-color: red | red blue
border-inline-width: 1px 2px
border-block-style: solid dotted
border-block-color: red blue
border-block-start-width: 1px
border-inline-end-color: red
border-collapse: collapse | separate
border-spacing: 1px | 1px 2px
box-shadow: none | 1px 1px | 1px 1px 2px | 1px 1px 2px 3px red | inset 0 0 5px | 0 0 5px inset red | red inset 0 0 1px
box-shadow: inset red 0 0 1px | 1px 1px 2px -3px | 0 0 1px, inset 0 0 2px blue
outline: 1px solid red | none | auto | thick double | 0 | red | 1px | auto 1px red
outline-style: auto | none | solid | dashed
outline-color: red | currentcolor
outline-width: thin | 1px
outline-offset: 1px | -1px
opacity: 0 | 1 | .5 | 50% | 2 | -1 | calc(.5)
overflow: visible | hidden | clip | auto | scroll | hidden visible | clip hidden | overlay
overflow-x: visible | clip
visibility: visible | hidden | collapse
display: none | block | inline | inline-block | list-item | contents | flow-root | table | inline-table | table-row
display: table-cell | flex | inline-flex | grid | inline-grid | block flow | inline flow-root | flow | flow list-item
display: block flow list-item | table-caption | -webkit-flex | -webkit-inline-flex | flow inline | flex block
display: grid inline | table inline | flow-root block | flow-root inline | table-header-group
position: static | relative | absolute | fixed | sticky
float: none | left | right | inline-start | inline-end
clear: none | left | right | both | inline-start | inline-end
top: auto | 10px | -5% | calc(1px + 5%)
inset: 0 | auto | 1px 2px | 1px 2px 3px 4px | 10% auto
inset-inline: 1px | 1px auto
inset-block-start: 1px
z-index: auto | 1 | -1 | calc(1.5) | 0
width: auto | 10px | 50% | min-content | max-content | fit-content | calc(100% - 10px) | min(10px, 50%)
width: clamp(1px, 50%, 10px) | -webkit-max-content | -webkit-fit-content | -webkit-min-content | 1e1px
width: calc(10px * 2 + 1em) | calc(10px / 2) | calc(10 * 1px) | max(1px) | calc((1px + 2px) * 2) | calc(10px/0)
width: var(--a) | 1svw | 1dvh | 10ch | 1vi | 1vb | 1Q
height: auto | 10px | 50% | min-content | fit-content
min-width: auto | 0 | 10px | min-content | fit-content
max-width: none | 10px | max-content | fit-content
inline-size: 10px | auto
block-size: 10px
max-inline-size: none | 10px
aspect-ratio: auto | 1 | 16/9 | 16 / 9 auto | auto 1/1 | 0 | 1/0
box-sizing: content-box | border-box
margin: auto | 0 | 1px 2px | 1px 2px 3px 4px | -1px | 10% | 0 auto | calc(1em + 5%)
margin-inline: auto | 1px 2px
margin-block: 1px
margin-block-start: auto | 1px
padding: 0 | 1px 2px | 10% | 1px 2px 3px 4px
padding-inline: 1px 2px
fill: none | red | currentcolor | url(#a) | url(#a) none | url(#a) red | context-fill | rgb(1 2 3 / 50%)
stroke: none | red | url("#a") currentcolor | color-mix(in srgb, currentcolor, red)
stroke-width: 0 | 1.5 | 2px | 1em | 5% | calc(1px + 1em)
stroke-dasharray: none | 1 | 1 2px, 3% | 1,2,3
stroke-dashoffset: 1 | -1px | 5%
stroke-linecap: butt | round | square
stroke-linejoin: miter | round | bevel | arcs
stroke-miterlimit: 1 | 4.5
fill-opacity: 0.5 | 50% | 2
cx: auto | 5 | 5px | 10% | calc(1px + 1em)
rx: auto | 2px | 0
x: -5px
fill-rule: nonzero | evenodd
text-anchor: start | middle | end
dominant-baseline: auto | middle | central | hanging | text-before-edge
baseline-shift: sub | super | baseline | 5px | -20% | 3
stop-color: red | currentcolor
clip-path: none | url(#a) | inset(1px)
border-image: none | url(a.png) 30 | url(a.png) 30 round | linear-gradient(red, blue) 1 | 10% fill / 1em auto / 2px stretch
border-image: repeat space url(a.png) | 30 / / 1px | fill 1 url(a.png)
border-image-source: none | url(a.png) | radial-gradient(red, blue)
border-image-slice: 1 | 10% 20 | 1 2 3 4 fill | fill 5%
border-image-width: 1 | auto | 1px 50% auto 2
border-image-outset: 0 | 1 2px 3 4em
border-image-repeat: stretch | repeat round | space
marker: none | url(#a)
marker-start: none | url(#a)
marker-mid: none | url(#a)
marker-end: none | url(#a)
mask: none | url(#a) | linear-gradient(red, blue) center / 10px no-repeat | url(a.svg) subtract, url(b.png) luminance
mask: url(a.png) content-box no-clip | padding-box border-box | alpha
mask-image: none | url(#a), none | radial-gradient(red, blue)
mask-position: 0 0 | right 1px bottom 10%, center
mask-size: auto | cover | 1px 50%, contain
mask-repeat: repeat-x | no-repeat space
mask-origin: border-box | fill-box, content-box
mask-clip: no-clip | view-box, padding-box
mask-composite: add | subtract, intersect | exclude | source-in
mask-mode: alpha, luminance | match-source
mask-type: luminance | alpha
filter: none | blur() | blur(2px) | drop-shadow(red 1px 2px) | drop-shadow(1px 2px 3px) grayscale() | opacity(50%)
filter: hue-rotate(90deg) | hue-rotate(0) | brightness(2) contrast(150%) saturate(0) sepia(calc(1 / 2)) invert(2)
transform-box: view-box | fill-box | stroke-box | content-box | border-box
object-fit: fill | contain | cover | none | scale-down
object-position: center | 10px | 10px 20% | right 10px bottom 5px | left 10px | 50% 50% | top
image-rendering: auto | pixelated | crisp-edges | -webkit-optimize-contrast
image-orientation: from-image | none
mix-blend-mode: normal | multiply | luminosity
isolation: auto | isolate
scroll-initial-target: none | nearest
paint-order: normal | stroke | markers fill | stroke fill markers
vector-effect: none | non-scaling-stroke
zoom: normal | 1 | 0.75 | 150%
will-change: auto | transform | scroll-position, OPACITY | -webkit-mask-image | --own
contain: none | strict | content | size | inline-size paint | layout style | paint size layout style
content-visibility: visible | auto | hidden
contain-intrinsic-width: none | 1px | auto 2em | auto none
contain-intrinsic-size: none | 1px | auto 1px 2px | 1px auto 2px | none 3px
clip-path: circle() | circle(5px at left top) | circle(farthest-side) padding-box | ellipse(1px 50% at 1px 2px)
clip-path: margin-box | circle() view-box | fill-box inset(1px) | stroke-box
clip-path: shape(from 0 0, line to 1px 100%, line by 1px 2em, move to center, close) | shape(evenodd from top left, hline to 50%, vline by 1px)
clip-path: shape(from 1px 1px, curve to 2px 2px with 3px 3px, curve by 1px 1px with 0 0 from end / 1px 1px from origin, smooth to right)
clip-path: shape(from 1px 1px, smooth by 1px 1px with 0 1px, arc to 1px 2px of 50%, arc by 1px 1px of 1px 2px cw large rotate 45deg)
clip-path: polygon(0 0, 1px 2px, 100% 0) | polygon(evenodd, 0 0) | path('M0 0h1') | path(evenodd, 'M0 0') | content-box
clip-path: inset(1px round 2px / 3px 4px) | rect(1px auto 2px auto) | xywh(1px 2px 3px 4px round 1px)
clip-path: none | inset(50%) | inset(1px 2em) | inset(1px 2px calc(10% + 1px)) | inset(0 0 0 -1px)
shape-image-threshold: 0 | .5 | 1 | -1 | 3 | 30% | calc(1 / 2)
-webkit-text-fill-color: red | currentcolor | #12345678
-webkit-text-stroke: 1px | thin red | red 2px | red
shape-outside: url(a.png) | linear-gradient(red, blue) | image-set('a.png' 1x)
shape-outside: none | circle() | ellipse(1px 50% at left 10px top 2em) | inset(1px round 2px) | margin-box | content-box
shape-outside: polygon(evenodd, 0 0, 1px 2px) border-box | padding-box xywh(0 0 1px 50%) | rect(auto 1px 2px 3px) | path('M0 0h1')
shape-margin: 0 | 1em | 10% | calc(1px + 2%)
clip: auto | rect(0, 0, 0, 0) | rect(1px 2em auto 0) | rect(-1px, auto, auto, calc(1px + 1em))
transform: none | translate(10px) | translate(10px, 50%) | translateX(10%) | translateY(1em) | scale(2) | scale(2, 3)
transform: scale(50%) | scaleX(-1) | scaleY(2) | rotate(45deg) | rotate(.5turn) | rotate(0) | rotateZ(10deg)
transform: skew(10deg) | skew(10deg, 5deg) | skewX(1rad) | skewY(10grad) | matrix(1,0,0,1,0,0)
transform: translate3d(1px,2px,3px) | translateZ(1px) | scale3d(1,2,3) | scaleZ(2) | rotate(45deg) translate(1px)
transform: rotate(calc(10deg + 5deg)) | translate(calc(50% - 1px))
transform-origin: center | left | top | 10px | 10px 20px | left top | top left | 10px top | left 10px | 50% 50% 10px
transform-origin: 0 0 | right 10%
translate: none | 10px | 10px 20% | 10px 20px 30px
rotate: none | 45deg | z 45deg | 45deg z
scale: none | 2 | 2 3 | 50% | 1 2 3
list-style: none | disc | square inside | url(a.png) | none url(a.png) | inside | "x" | none none
list-style: decimal outside url(a.png) | none disc | inside none
list-style-type: none | disc | circle | square | decimal | decimal-leading-zero | lower-roman | upper-roman
list-style-type: lower-alpha | lower-latin | upper-latin | lower-greek | armenian | lower-armenian | upper-armenian
list-style-type: georgian | hebrew | arabic-indic | persian | devanagari | bengali | thai | khmer | cambodian | lao
list-style-type: myanmar | tibetan | mongolian | gujarati | gurmukhi | kannada | malayalam | oriya | tamil | telugu
list-style-type: urdu | hiragana | hiragana-iroha | katakana | katakana-iroha | cjk-decimal | cjk-earthly-branch
list-style-type: cjk-heavenly-stem | cjk-ideographic | simp-chinese-informal | simp-chinese-formal
list-style-type: trad-chinese-informal | trad-chinese-formal | japanese-informal | japanese-formal
list-style-type: korean-hangul-formal | korean-hanja-formal | korean-hanja-informal | ethiopic-numeric
list-style-type: disclosure-open | disclosure-closed | "x" | "– " | foo | DISC
list-style-position: inside | outside
list-style-image: none | url(a.png)
counter-reset: none | a | a 1 | a b 2 | a -1 | list-item 3 | a calc(1 + 1)
counter-increment: none | a | a 2 | a -1 b
counter-set: none | a | a 3
content: normal | none | "a" | "a" "b" | attr(title) | attr(title, "x") | attr(data-x string) | counter(a)
content: counter(a, upper-roman) | counters(a, ".") | counters(a, ".", decimal) | open-quote
content: close-quote no-open-quote no-close-quote | url(a.png) | url(a.png) "x" | "a" / "alt" | url(a.png) / ""
content: counter(a) ". " | target-counter(attr(href), page) | "\201C" | counter(a, none)
quotes: auto | none | "«" "»" | "«" "»" "‹" "›"
table-layout: auto | fixed
caption-side: top | bottom
empty-cells: show | hide
orphans: 1 | 2 | calc(2)
widows: 3
break-before: auto | avoid | avoid-page | page | left | right | recto | verso | column | avoid-column
break-after: page | avoid
break-inside: auto | avoid | avoid-page | avoid-column
page-break-before: auto | always | avoid | left | right
page-break-inside: auto | avoid
page: auto | chapter
box-decoration-break: slice | clone
columns: 2 | 10em | 2 10em | 10em 2 | auto | auto auto
column-count: 2 | auto
column-gap: normal | 10px | 5%
column-rule: 1px solid red
column-fill: auto | balance
column-span: none | all
gap: 10px | 10px 20px | normal | 5%
flex: 1 | none | auto | 1 1 auto | 1 0 10px | 0 auto | 1 10px | initial | 1 1 0 | 10px 1 | 1 1
order: 1 | -1
-webkit-border-radius: 5px
-webkit-box-sizing: border-box
-webkit-columns: 2
-webkit-column-count: 2
-webkit-opacity: .5
-webkit-align-items: center
-webkit-order: 1
grid-gap: 10px
all: initial | unset | inherit | revert | revert-layer
`

/** Values that Chromium drops, and so do we with a diagnostic. */
const REFUSED = String.raw`
z-index: 2.0 | 1e0
column-count: 2.0
orphans: 2.0
color: var(--a,;) | var(--a, !x) | var(a) | var(--a b)
font: normal normal normal normal normal 12px a | 12px | 12px/ serif | bold | 12px "a" b | italic italic 12px a
font: 12px inherit | bold bold 12px a | 12px default | 0 12px a
font-family: 1a | inherit, a | a, , b | a, | "a" b | a/b | default | generic(fangsong)
font-size: -1px | 12
font-weight: 0 | 1001 | bolder 1
font-style: oblique 91deg | oblique 10 | italic 10deg
font-stretch: -1% | 1
font-variant: oldstyle-nums lining-nums | small-caps small-caps
font-variant-ligatures: contextual no-contextual
font-variant-numeric: lining-nums oldstyle-nums | none
font-variant-east-asian: jis78 simplified | full-width proportional-width | none
font-variant-position: sub super
font-feature-settings: "abc" | tnum | "a\\20bc"
font-kerning: on
overflow-clip-margin: -1px | 5% | auto | 1px content-box 2px | margin-box
font-size-adjust: auto | -1 | 0.5 ex-height | cap-height | 50% | ex-height none
line-height: -1 | auto
letter-spacing: 1
text-align: middle | justify-all center
text-align-last: match-parent
text-indent: hanging
text-transform: uppercase full-width
white-space: preserve-spaces | pre nowrap
text-wrap: balance pretty
tab-size: -1 | 5%
line-break: after-white-space
overflow-wrap: break-all
hyphens: all
hyphenate-character: none
hyphenate-limit-chars: 5 2 2 2 | -1
vertical-align: center
direction: auto
text-decoration: underline underline | none underline
text-decoration-line: underline none
text-decoration-style: none
text-decoration-color: none
text-shadow: 1px 1px 2px 3px | inset 1px 1px | 1px | 1px 1px -1px
baseline-source: none | first last
initial-letter: 0 | 0.5 | 3 0 | 3 1.5 | drop | drop 3 1
text-box: cap | trim-start trim-end | normal text
text-box-edge: cap | alphabetic | alphabetic cap | auto text
text-emphasis-style: filled open | dot circle | "x" filled | none dot
text-emphasis-position: auto | right | over under | left over right
text-emphasis: filled red dot | red blue | dot circle
line-clamp: 0 | auto | 2 2
max-lines: 0 | -1
text-overflow: "x" | ellipsis clip | fade
color: #ff | #ggg | rgb(1,20%,3) | rgb(1, 2, 3 / 4) | rgb(1 2) | rgb(none,0,0) | hsl(120, 50, 50) | hsl(120% 50% 50%)
color: hwb(120, 10%, 20%) | color(foo 1 0 0) | color(srgb 1 0) | none
background-color: none
background: red blue | red, url(a.png) | center/ | repeat repeat repeat | url(a.png) 10px 20px 30px
background-image: linear-gradient(to, red, blue) | linear-gradient(10, red, blue) | linear-gradient(red, blue,)
background-image: linear-gradient(10%, red) | radial-gradient(circle 10%, red, blue)
background-image: radial-gradient(circle 10px 20px, red, blue) | radial-gradient(ellipse 10px, red, blue)
background-position: 10px left | left left | top 10px | 10px 20px 30px | center 10px top | x-start
background-position-x: x-start
background-size: -1px | cover contain | 10px 20px 30px
background-repeat: repeat-x repeat
background-origin: text | margin-box
border: 1px 2px solid | solid solid | 1px solid red red | 10% solid | -1px solid
border-width: 1px 2px 3px 4px 5px | 10% | -1px
border-style: wave
border-left-width: 5%
border-radius: -1px | 10px / | 10px 20px 30px 40px 50px
border-top-left-radius: 10px / 20px
border-spacing: -1px | 5%
box-shadow: 1px 1px -1px | 1px | 1px 1px 2px 3px 4px | none, 1px 1px | red 1px 1px blue | inset inset 1px 1px
box-shadow: 1px red 1px
outline: solid 1px -1px
outline-style: hidden
outline-width: -1px
outline-offset: 5%
opacity: none
overflow: hidden hidden hidden | -webkit-paged-x | -moz-hidden-unscrollable
display: inline block | block inline-table
float: top
clear: all
top: 1
inset: 1px 2px 3px 4px 5px
z-index: 1.5
width: -1px | intrinsic | 10 | none | calc(1px+2px) | calc(1px + 2) | calc() | min() | calc(1px * 1px) | 1x
min-width: none
max-width: auto
aspect-ratio: -1 | 1 1
box-sizing: padding-box
margin: 1px 2px 3px 4px 5px | none
padding: -1px | auto
object-fit: stretch
object-position: top 10px left
image-orientation: 90deg
clip: none | rect() | rect(0, 0, 0) | rect(0, 0 0 0) | rect(0 0, 0, 0) | rect(0, 0, 0, 50%) | rect(0, 0, 0, 0, 0)
clip: inset(0 0 0 0)
border-image-slice: 10px | -1 | fill | 1 2 3 4 5
border-image-width: -1 | 1px 2px 3px 4px 5px
border-image-outset: 10% | -1px | auto
border-image: 1 / | 1 / 2 3px / 10% | url(a.png) url(b.png)
border-image-repeat: tile | stretch round space
shape-image-threshold: none | 1px | .5 .5
-webkit-text-stroke: 1px 2px | 10% | red blue
shape-outside: auto | circle() circle() | margin-box border-box | none circle() | circle(closest-corner) | polygon(1px)
shape-margin: -1px | auto | 1px 2px
contain: layout none | size inline-size | size size | strict size
contain-intrinsic-size: -1px | 10% | auto | 1px 2px 3px
clip-path: circle(-1px) | ellipse(1px) | polygon() | polygon(1px) | path(M0) | rect(1px 2px 3px) | xywh(1px 2px -3px 4px)
clip-path: shape(from 0 0) | shape(line to 1px 1px) | shape(from 0 0, line 1px 1px) | shape(from 0 0, line by center) | shape(from 0 0, arc to 1px 1px)
clip-path: shape(from 0 0, curve to 1px 1px) | shape(from 0 0, hline to top) | shape(from 0 0, close to 1px 1px) | fill-box circle() fill-box
paint-order: stroke stroke | normal fill | text
zoom: -1 | 2px | auto
will-change: all | none | 1px | opacity, auto | opacity transform
clip-path: inset(1px round) | circle() circle() | border-box padding-box | inset() | inset(1px, 2px) | inset(1px 2px 3px 4px 5px) | inset(auto)
transform: rotate(10) | matrix(1 0 0 1 0 0) | matrix(1,0,0,1,10px,0) | translate(10px 20px)
transform: translate(10px, 20px, 30px)
transform-origin: top 10px | 10px left | left left
translate: 10px 20px 10%
rotate: 0
list-style: none none none | none disc url(a.png) | none disc none | none none url(a.png) | upper-roman inside inside | lower-alpha "x"
counter-reset: 1 | a 1.5 | reversed(a) | none a | a none | inherit a
content: counter(a, "x") | counters(a) | none "a" | a | attr(1) | "a" none | \201C
quotes: "a" | "a" "b" "c" | match-parent
caption-side: left | inline-start | block-start | inline-end
orphans: 0 | auto
widows: -1
page-break-inside: always
page: 1
columns: 2 2
column-count: 0 | 2.0 | 1e0
z-index: 2.0 | 1e1
flex: -1
order: 1.0
width: var(--a,;) | var(--a, x ! y) | var(a) | var(--a b) | var() | calc(var(--a, 1px;) * 2) | var(--a, ])
--a: var(--b,;) | var(b)
order: 1.5
box-sizing: -internal-border-box-height | -INTERNAL-border-box-height
text-align: -internal-center
line-height: -internal-field | -internal-drop-down
contain: -internal-block-size
font: 10px/-internal-field Arial
all: none | initial initial
`

function* declarations(table: string): Generator<string> {
  for (const row of table.trim().split('\n')) {
    const name = row.slice(0, row.indexOf(': '))
    for (const value of row.slice(name.length + 2).split(' | ')) yield `${name}: ${value}`
  }
}

function codes(declaration: string): string[] {
  const diagnostics = new DiagnosticList()
  const source = new SourceText('style.css', `div { ${declaration} }`)
  parseStylesheet(source, { diagnostics, mode: 'no-quirks' })
  return diagnostics.items.map(({ code }) => code)
}

t.test('values that browsers take are taken', async (t) => {
  for (const declaration of declarations(ACCEPTED)) t.strictSame(codes(declaration), [], declaration)
})

t.test('values that browsers drop are dropped with a diagnostic', async (t) => {
  for (const declaration of declarations(REFUSED)) t.strictSame(codes(declaration), ['invalid-value'], declaration)
})
