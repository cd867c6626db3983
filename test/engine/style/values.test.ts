import t from 'tap'
import { resolveLength } from '../../../engine/css/values/resolve-length.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

const rgb = (red: number, green: number, blue: number, alpha = 1) => ({
  red: red / 255,
  green: green / 255,
  blue: blue / 255,
  alpha,
})

const percent = (value: number, px = 0) => ({ kind: 'percentage', px, percent: value })

type Row = readonly [declarations: string, field: keyof ComputedStyle, expected: unknown]

function check(css: string): { style: ComputedStyle; messages: string[] } {
  const fixture = new StyleFixture(css, [h('div', { id: 'x' })])
  return { style: fixture.document().style('x'), messages: fixture.messages() }
}

const VALID: readonly Row[] = [
  // Lengths; the font of the tests has ex = 0.5em, cap = 0.7em, ch = 0.6em and a normal line of 1.25em.
  ['width: 10px', 'width', 10],
  ['width: 0', 'width', 0],
  ['width: 12pt', 'width', 16],
  ['width: 1in', 'width', 96],
  ['width: 1pc', 'width', 16],
  ['width: 2.54CM', 'width', 96],
  ['width: 25.4mm', 'width', 96],
  ['width: 101.6q', 'width', 96],
  ['font-size: 20px; width: 2em', 'width', 40],
  ['font-size: 20px; width: 2rem', 'width', 32],
  ['font-size: 20px; width: 2ex', 'width', 20],
  ['font-size: 20px; width: 2cap', 'width', 28],
  ['font-size: 20px; width: 2ic', 'width', 40],
  ['zoom: 2; width: 10px', 'width', 20],
  ['zoom: 150%; width: 1rem', 'width', 24],
  ['zoom: 2; font-size: 20px; width: 2em', 'width', 80],
  ['zoom: 2; font-size: small', 'fontSize', 26],
  ['zoom: 2', 'fontSize', 32],
  ['zoom: 2; border-top-style: solid', 'borderTopWidth', 6],
  ['zoom: 0', 'zoom', 1],
  ['zoom: normal', 'zoom', 1],
  ['zoom: 1e9', 'zoom', 64],
  ['font-size: 20px; width: 2ch', 'width', 24],
  ['font-size: 20px; width: 2lh', 'width', 50],
  ['font-size: 20px; line-height: 2; width: 1lh', 'width', 40],
  ['width: 10vw', 'width', 72.390625],
  ['height: 10vh', 'height', 92.3125],
  ['width: 10vmin', 'width', 72.390625],
  ['width: 10vmax', 'width', 92.3125],
  ['width: 50%', 'width', percent(50)],
  ['width: 1.001px', 'width', 1],
  // Math
  ['width: calc(100% - 2 * 10px)', 'width', percent(100, -20)],
  ['width: calc((1em + 4px) / 2)', 'width', 10],
  ['width: calc(1px - 5px)', 'width', 0],
  ['margin-top: calc(1px - 5px)', 'marginTop', -4],
  ['rotate: calc(10deg + 0.5turn)', 'rotate', 190],
  ['rotate: clamp(10deg, 90deg, 45deg)', 'rotate', 45],
  ['rotate: asin(1)', 'rotate', 90],
  ['rotate: atan2(1, 1)', 'rotate', 45],
  ['width: calc(10px * cos(60deg) + 10px * tan(pi / 4))', 'width', 15],
  ['width: calc(10px * sign(-5deg) * -1)', 'width', 10],
  ['color: hsl(calc(100deg + 20deg) 100% 25%)', 'color', rgb(0, 128, 0)],
  ['width: min(10px, 1em)', 'width', 10],
  ['width: max(10px, 1em, 2pt)', 'width', 16],
  ['width: clamp(1px, 50px, 20px)', 'width', 20],
  ['width: min(10%, 20%)', 'width', percent(10)],
  ['width: calc(1px / 0)', 'width', 33_554_432],
  ['width: calc(100% / 0)', 'width', percent(33_554_432, 0)],
  ['width: calc(1px * NaN)', 'width', 0],
  ['width: round(17px, 5px)', 'width', 15],
  ['width: round(up, 1em, 5px)', 'width', 20],
  ['width: round(down, 19px, 5px)', 'width', 15],
  ['margin-top: round(to-zero, -19px, 5px)', 'marginTop', -15],
  ['width: mod(18px, 5px)', 'width', 3],
  ['margin-top: mod(-18px, 5px)', 'marginTop', 2],
  ['margin-top: rem(-18px, 5px)', 'marginTop', -3],
  ['width: abs(4px - 1em)', 'width', 12],
  ['width: calc(10px * sign(-2px) * -1)', 'width', 10],
  ['width: calc(1px * pow(2, 3) + 1px * sqrt(16) + 1px * hypot(3, 4))', 'width', 17],
  ['width: calc(1px * round(2.6) * log(8, 2))', 'width', 9],
  ['width: calc(2 * (1em + 1pt * 3) - 50% / 2 + 25%)', 'width', percent(0, 40)],
  ['width: clamp(none, 1em, 8px)', 'width', 8],
  ['font-size: max(50%, 10px)', 'fontSize', 10],
  ['font-size: 20px; line-height: max(50%, 12px)', 'lineHeight', { kind: 'length', px: 12 }],
  ['font-size: 20px; line-height: 20px; vertical-align: min(50%, 12px)', 'verticalAlign', percent(0, 10)],
  ['orphans: calc(1 + 2.4)', 'orphans', 3],
  ['counter-reset: a calc(2 * 3)', 'counterReset', [{ name: 'a', value: 6 }]],
  ['opacity: calc(10% + 15%)', 'opacity', 0.25],
  ['opacity: calc(1 / 4)', 'opacity', 0.25],
  // Sizes
  ['width: fit-content', 'width', 'fit-content'],
  ['max-height: none', 'maxHeight', 'none'],
  ['min-width: min-content', 'minWidth', 'min-content'],
  // Colours
  ['color: RebeccaPurple', 'color', rgb(102, 51, 153)],
  ['color: #1a2', 'color', rgb(17, 170, 34)],
  ['color: #1a2f', 'color', rgb(17, 170, 34)],
  ['color: #11AA2233', 'color', rgb(17, 170, 34, 0.2)],
  ['color: rgb(1, 2, 3)', 'color', rgb(1, 2, 3)],
  ['color: rgba(100%, 0%, 50%, 0.5)', 'color', rgb(255, 0, 128, 0.5)],
  ['color: rgb(1 2 3 / 50%)', 'color', rgb(1, 2, 3, 0.5)],
  ['color: hsl(120, 100%, 25%)', 'color', rgb(0, 128, 0)],
  ['color: hsl(0.5turn 100% 50% / 0.25)', 'color', rgb(0, 255, 255, 0.25)],
  ['color: hwb(0 20% 40%)', 'color', rgb(153, 51, 51)],
  ['background-color: transparent', 'backgroundColor', rgb(0, 0, 0, 0)],
  ['color: red; border-top-color: currentcolor', 'borderTopColor', rgb(255, 0, 0)],
  ['color: red', 'textDecorationColor', rgb(255, 0, 0)],
  // Borders
  ['border-top-width: 7px', 'borderTopWidth', 0],
  ['border-top-style: solid', 'borderTopWidth', 3],
  ['border-top: thin dashed', 'borderTopWidth', 1],
  ['border-block-style: solid dotted', 'borderBottomStyle', 'dotted'],
  ['border-inline: 1px solid; border-inline-width: 2px 4px; direction: rtl', 'borderRightWidth', 2],
  ['border-inline-color: red blue', 'borderRightColor', rgb(0, 0, 255)],
  ['border-start-start-radius: 4px', 'borderTopLeftRadius', { horizontal: 4, vertical: 4 }],
  ['direction: rtl; border-start-start-radius: 4px', 'borderTopRightRadius', { horizontal: 4, vertical: 4 }],
  ['direction: rtl; border-end-start-radius: 4px', 'borderBottomRightRadius', { horizontal: 4, vertical: 4 }],
  ['-webkit-border-radius: 4px', 'borderTopLeftRadius', { horizontal: 4, vertical: 4 }],
  ['border-top: thick dashed', 'borderTopWidth', 5],
  ['border-top: 0.5pt solid', 'borderTopWidth', 0.65625],
  ['border-top-left-radius: 10px 20%', 'borderTopLeftRadius', { horizontal: 10, vertical: percent(20) }],
  // Boxes
  ['display: inline-block', 'display', 'inline-block'],
  ['display: block flow-root', 'display', 'flow-root'],
  ['display: flow-root inline', 'display', 'inline-block'],
  ['display: flow', 'display', 'block'],
  ['display: grid inline', 'display', 'inline-grid'],
  ['display: list-item flow block', 'display', 'list-item'],
  ['width: -webkit-max-content', 'width', 'max-content'],
  ['margin-left: auto', 'marginLeft', 'auto'],
  ['overflow: auto', 'overflow', 'shown'],
  ['overflow: visible clip', 'overflow', 'clip'],
  ['overflow: visible hidden', 'overflowX', 'hidden'],
  ['overflow-y: scroll', 'overflow', 'shown'],
  ['overflow-inline: clip', 'overflowX', 'clip'],
  ['overflow: clip scroll', 'overflow', 'clip'],
  ['display: table; overflow: scroll', 'overflow', 'visible'],
  ['display: table; overflow: hidden', 'overflow', 'hidden'],
  ['display: inline-table; overflow: auto clip', 'overflow', 'clip'],
  ['aspect-ratio: 16 / 9', 'aspectRatio', { ratio: 16 / 9, auto: false }],
  ['aspect-ratio: 2 auto', 'aspectRatio', { ratio: 2, auto: true }],
  ['aspect-ratio: 0 / 1', 'aspectRatio', { ratio: undefined, auto: true }],
  ['object-position: right 10px bottom 20%', 'objectPosition', { x: percent(100, -10), y: percent(80) }],
  ['object-position: bottom 20% left 1em', 'objectPosition', { x: 16, y: percent(80) }],
  ['object-position: center right', 'objectPosition', { x: percent(100), y: percent(50) }],
  ['object-position: 10px top', 'objectPosition', { x: 10, y: percent(0) }],
  ['text-align: -webkit-center', 'blockAlign', 'center'],
  ['text-align: justify-all', 'textAlign', 'justify'],
  ['text-align: justify-all', 'textAlignLast', 'justify'],
  ['text-align: center', 'blockAlign', 'normal'],
  ['opacity: 50%', 'opacity', 0.5],
  ['opacity: 7', 'opacity', 1],
  ['border-spacing: 1px 2px', 'borderSpacingY', 2],
  ['object-position: right 10px', 'objectPosition', { x: percent(100), y: 10 }],
  ['object-position: top', 'objectPosition', { x: percent(50), y: percent(0) }],
  // Flexible boxes and alignment
  ['flex-flow: column wrap-reverse', 'flexDirection', 'column'],
  ['flex-flow: wrap-reverse', 'flexWrap', 'wrap-reverse'],
  ['flex: none', 'flexBasis', 'auto'],
  ['flex: none', 'flexShrink', 0],
  ['flex: auto', 'flexGrow', 1],
  ['flex: 2', 'flexGrow', 2],
  ['flex: 2', 'flexBasis', percent(0)],
  ['flex: 0 0', 'flexShrink', 0],
  ['flex: 1 1 0', 'flexBasis', 0],
  ['flex: 10em 3', 'flexBasis', 160],
  ['flex: 3 50%', 'flexBasis', percent(50)],
  ['flex: content', 'flexBasis', 'content'],
  ['-webkit-flex: 3', 'flexGrow', 3],
  ['flex-basis: min-content', 'flexBasis', 'min-content'],
  ['order: -2', 'order', -2],
  ['justify-content: space-between', 'justifyContent', { keyword: 'space-between', overflow: 'default' }],
  ['justify-content: safe right', 'justifyContent', { keyword: 'right', overflow: 'safe' }],
  ['align-content: last baseline', 'alignContent', { keyword: 'last-baseline', overflow: 'default' }],
  ['align-items: first baseline', 'alignItems', { keyword: 'baseline', overflow: 'default' }],
  ['align-self: unsafe self-end', 'alignSelf', { keyword: 'self-end', overflow: 'unsafe' }],
  ['justify-items: center legacy', 'justifyItems', { keyword: 'center', overflow: 'default', legacy: true }],
  ['justify-self: left', 'justifySelf', { keyword: 'left', overflow: 'default' }],
  ['place-content: center', 'justifyContent', { keyword: 'center', overflow: 'default' }],
  ['place-content: baseline', 'justifyContent', { keyword: 'start', overflow: 'default' }],
  ['place-content: end space-around', 'justifyContent', { keyword: 'space-around', overflow: 'default' }],
  ['place-items: end', 'justifyItems', { keyword: 'end', overflow: 'default', legacy: false }],
  ['place-self: auto center', 'justifySelf', { keyword: 'center', overflow: 'default' }],
  ['gap: 1em', 'columnGap', 16],
  ['gap: 10% 3px', 'rowGap', percent(10)],
  ['grid-gap: 2px', 'rowGap', 2],
  ['gap: normal', 'rowGap', 'normal'],
  ['break-before: always', 'breakBefore', 'page'],
  ['page-break-after: avoid', 'breakAfter', 'avoid'],
  ['page-break-inside: avoid', 'breakInside', 'avoid'],
  ['orphans: 4', 'orphans', 4],
  // Fonts and text
  ['font-family: "A  b", Foo   Bar, SERIF', 'fontFamily', ['A  b', 'Foo Bar', 'serif']],
  ['font-size: larger', 'fontSize', 19.2],
  ['font-size: xx-large', 'fontSize', 32],
  ['font-size: 150%', 'fontSize', 24],
  ['font-weight: bolder', 'fontWeight', 700],
  ['font-weight: 350', 'fontWeight', 350],
  ['font-style: oblique', 'fontStyle', 'oblique'],
  ['font-style: oblique 10deg', 'fontStyle', 10],
  ['font-stretch: condensed', 'fontStretch', 75],
  ['font-variant: small-caps tabular-nums', 'fontVariantCaps', 'small-caps'],
  ['font-variant: small-caps tabular-nums', 'fontFeatures', { tnum: true }],
  ['font-variant: ruby super', 'fontFeatures', { ruby: true, sups: true }],
  ['font-variant-east-asian: jis90 full-width', 'fontFeatures', { jp90: true, fwid: true }],
  ['font-variant-position: sub; font-feature-settings: "subs" 0', 'fontFeatures', { subs: false }],
  [
    'font-variant-ligatures: none; font-feature-settings: "ss01", "liga" 1',
    'fontFeatures',
    { liga: true, clig: false, dlig: false, hlig: false, calt: false, ss01: true },
  ],
  ['line-height: 1.5', 'lineHeight', { kind: 'number', value: 1.5 }],
  ['line-height: 150%', 'lineHeight', { kind: 'length', px: 24 }],
  ['line-height: 2em', 'lineHeight', { kind: 'length', px: 32 }],
  ['letter-spacing: 10%', 'letterSpacing', percent(10)],
  ['font-size: 20px; word-spacing: calc(1em - 5%)', 'wordSpacing', percent(-5, 20)],
  ['text-indent: hanging 10px', 'textIndentHanging', true],
  ['text-indent: 10px each-line', 'textIndentEachLine', true],
  ['text-indent: 10px hanging each-line; text-indent: 5px', 'textIndentHanging', false],
  ['hyphenate-character: "="', 'hyphenateCharacter', '='],
  ['font: bold 20px a; font: status-bar', 'fontFamily', ['system-ui']],
  ['font: bold 20px a; font: status-bar', 'fontSize', 16],
  ['font-style: oblique calc(10deg + 0.1turn)', 'fontStyle', 46],
  ['letter-spacing: normal', 'letterSpacing', 0],
  ['letter-spacing: -0.5px', 'letterSpacing', -0.5],
  ['text-indent: 10%', 'textIndent', percent(10)],
  ['tab-size: 4', 'tabSize', { kind: 'spaces', count: 4 }],
  ['word-break: break-word', 'overflowWrap', 'anywhere'],
  ['line-break: strict', 'lineBreak', 'strict'],
  ['list-style-image: none', 'listStyleImage', undefined],
  ['word-wrap: break-word', 'overflowWrap', 'break-word'],
  ['vertical-align: 5px', 'verticalAlign', percent(0, 5)],
  ['vertical-align: -50%', 'verticalAlign', percent(-50)],
  [
    'text-decoration-line: overline underline',
    'textDecorationLine',
    { underline: true, overline: true, lineThrough: false },
  ],
  ['direction: rtl; text-align: end', 'textAlign', 'end'],
  ['text-shadow: none', 'textShadow', []],
  [
    'text-shadow: 1px 2px red, blue 0.5em -1px 3px',
    'textShadow',
    [
      { x: 1, y: 2, blur: 0, color: rgb(255, 0, 0) },
      { x: 8, y: -1, blur: 3, color: rgb(0, 0, 255) },
    ],
  ],
  ['text-shadow: 1px 1px', 'textShadow', [{ x: 1, y: 1, blur: 0, color: 'currentcolor' }]],
  ['initial-letter: 3', 'initialLetter', { size: 3, sink: 3 }],
  ['initial-letter: 2.5', 'initialLetter', { size: 2.5, sink: 2 }],
  ['initial-letter: raise 3', 'initialLetter', { size: 3, sink: 1 }],
  ['initial-letter: 1e9 2', 'initialLetter', { size: 200, sink: 2 }],
  ['text-box: cap alphabetic', 'textBoxTrim', 'trim-both'],
  ['text-box: trim-end', 'textBoxEdge', 'auto'],
  ['text-box: trim-start ex text', 'textBoxEdge', { over: 'ex', under: 'text' }],
  ['text-box-edge: text', 'textBoxEdge', { over: 'text', under: 'text' }],
  ['text-emphasis: sesame open', 'textEmphasisStyle', { kind: 'shape', isOpen: true, shape: 'sesame' }],
  ['text-emphasis: filled red', 'textEmphasisStyle', { kind: 'shape', isOpen: false, shape: 'auto' }],
  ['text-emphasis: filled red', 'textEmphasisColor', rgb(255, 0, 0)],
  ['text-emphasis-color: red; text-emphasis: dot', 'textEmphasisColor', 'currentcolor'],
  ['text-emphasis: "e\u0301xy"', 'textEmphasisStyle', { kind: 'text', text: 'e\u0301' }],
  ['text-emphasis: ""', 'textEmphasisStyle', 'none'],
  ['text-emphasis-position: left under', 'textEmphasisPosition', { side: 'under', verticalSide: 'left' }],
  [
    'text-emphasis-position: under; text-emphasis: dot',
    'textEmphasisPosition',
    { side: 'under', verticalSide: 'right' },
  ],
  ['text-overflow: ellipsis', 'textOverflow', 'ellipsis'],
  ['hyphenate-limit-chars: 6', 'hyphenateLimitChars', { word: 6, before: 'auto', after: 'auto' }],
  ['hyphenate-limit-chars: auto 3', 'hyphenateLimitChars', { word: 'auto', before: 3, after: 3 }],
  ['hyphenate-limit-chars: 6 3 4', 'hyphenateLimitChars', { word: 6, before: 3, after: 4 }],
  // Lists and content
  ['list-style-type: Lower-Roman', 'listStyleType', { kind: 'counter-style', name: 'lower-roman' }],
  ['list-style-type: "- "', 'listStyleType', { kind: 'string', text: '- ' }],
  [
    'counter-reset: a 3 b',
    'counterReset',
    [
      { name: 'a', value: 3 },
      { name: 'b', value: 0 },
    ],
  ],
  [
    'counter-increment: a -1 b',
    'counterIncrement',
    [
      { name: 'a', value: -1 },
      { name: 'b', value: 1 },
    ],
  ],
  ['quotes: "<" ">"', 'quotes', [{ open: '<', close: '>' }]],
  ['content: "x"', 'content', 'normal'],
]

t.test('valid values compute to what the specifications say, without a diagnostic', async (t) => {
  for (const [declarations, field, expected] of VALID) {
    const { style, messages } = check(`div { ${declarations} }`)
    t.strictSame(style[field], expected, declarations)
    t.strictSame(messages, [], `${declarations}: no diagnostic`)
  }
})

/** The declaration stands at column 7. */
const REFUSED: readonly (readonly [declaration: string, message: string])[] = [
  ['width: -1px', '"-1px" is not a value of "width" [invalid-value]'],
  ['width: 10', '"10" is not a value of "width" [invalid-value]'],
  ['width: 10px 5px', '"10px 5px" is not a value of "width" [invalid-value]'],
  ['width: calc(1px + 2)', '"calc(1px + 2)" is not a value of "width" [invalid-value]'],
  ['width: calc(1px * 2px)', '"calc(1px * 2px)" is not a value of "width" [invalid-value]'],
  ['max-width: auto', '"auto" is not a value of "max-width" [invalid-value]'],
  ['color: #12345', '"#12345" is not a value of "color" [invalid-value]'],
  ['color: rgb(1, 2 3)', '"rgb(1, 2 3)" is not a value of "color" [invalid-value]'],
  ['color: redd', '"redd" is not a value of "color" (did you mean "red"?) [invalid-value]'],
  ['border: 1px 2px solid', '"1px 2px solid" is not a value of "border" [invalid-value]'],
  ['font: bold Arial', '"bold Arial" is not a value of "font" [invalid-value]'],
  ['object-position: top 10px', '"top 10px" is not a value of "object-position" [invalid-value]'],
  ['object-position: left 10px right 5px', '"left 10px right 5px" is not a value of "object-position" [invalid-value]'],
  ['aspect-ratio: -1', '"-1" is not a value of "aspect-ratio" [invalid-value]'],
  ['flex: 1 2 3', '"1 2 3" is not a value of "flex" [invalid-value]'],
  ['flex: -1', '"-1" is not a value of "flex" [invalid-value]'],
  ['flex: 1px 2px', '"1px 2px" is not a value of "flex" [invalid-value]'],
  ['align-content: left', '"left" is not a value of "align-content" [invalid-value]'],
  ['align-items: safe stretch', '"safe stretch" is not a value of "align-items" [invalid-value]'],
  ['gap: -1px', '"-1px" is not a value of "gap" [invalid-value]'],
  ['orphans: 0', '"0" is not a value of "orphans" [invalid-value]'],
  ['margin:', '"" is not a value of "margin" [invalid-value]'],
  [
    'width: calc(1px * sign(1em))',
    'sign() of a relative length is not supported in "width: calc(1px * sign(1em))" [unsupported-value]',
  ],
  ['width: round(5px)', '"round(5px)" is not a value of "width" [invalid-value]'],
  ['width: min(1px, 2)', '"min(1px, 2)" is not a value of "width" [invalid-value]'],
  ['width: pow(2px, 2)', '"pow(2px, 2)" is not a value of "width" [invalid-value]'],
  ['display: ruby', 'the keyword "ruby" is not supported in "display: ruby" [unsupported-value]'],
  [
    'display: inline list-item',
    'this kind of list item is not supported in "display: inline list-item" [unsupported-value]',
  ],
  ['rotate: calc(1deg + 1)', '"calc(1deg + 1)" is not a value of "rotate" [invalid-value]'],
  ['width: calc(1px + 1deg)', '"calc(1px + 1deg)" is not a value of "width" [invalid-value]'],
  [
    'color: contrast-color(red)',
    'the colour function contrast-color() is not supported in "color: contrast-color(red)" [unsupported-value]',
  ],
  ['colour: red', 'unknown property "colour" (did you mean "color"?) [unknown-property]'],
  ['constructor: red', 'unknown property "constructor" [unknown-property]'],
  ['__proto__: red', 'unknown property "__proto__" [unknown-property]'],
  ['contain: layout none', '"layout none" is not a value of "contain" [invalid-value]'],
  ['hanging-punctuation: first', 'the property "hanging-punctuation" is not supported [unsupported-property]'],
  [
    'shape-outside: url(cat.png) border-box',
    '"url(cat.png) border-box" is not a value of "shape-outside" [invalid-value]',
  ],
  ['shape-outside: circle() fill-box', '"circle() fill-box" is not a value of "shape-outside" [invalid-value]'],
  ['-webkit-hyphens: auto', 'use "hyphens" instead of "-webkit-hyphens" [unsupported-property]'],
  ['-moz-inline-size: 1px', 'use "inline-size" instead of "-moz-inline-size" [unsupported-property]'],
]

t.test('the image of a marker is that of either property', async (t) => {
  for (const declaration of ['list-style-image: url(a.png)', 'list-style: square url("a.png") inside']) {
    t.match(check(`div { ${declaration} }`).style.listStyleImage, { kind: 'url', source: 'a.png' }, declaration)
  }
})

t.test('what cannot be used is dropped with a diagnostic at its place', async (t) => {
  for (const [declaration, message] of REFUSED) {
    const { style, messages } = check(`div { ${declaration}; visibility: hidden }`)
    t.strictSame(messages, [`style.css:1:7: warning: ${message}`], declaration)
    t.equal(style.visibility, 'hidden', `${declaration}: the next declaration counts`)
  }
})

t.test('math functions of lengths and percentages are resolved where the percentages are', async (t) => {
  const table: readonly (readonly [value: string, base: number, px: number])[] = [
    ['min(50%, 100px)', 100, 50],
    ['min(50%, 100px)', 400, 100],
    ['max(50%, 100px)', 100, 100],
    ['clamp(2em, 50%, 100px)', 20, 32],
    ['clamp(2em, 50%, 100px)', 120, 60],
    ['clamp(2em, 50%, 100px)', 900, 100],
    ['calc(10px + min(100%, 3em) * 2)', 20, 50],
    ['calc(max(50%, 10px) / 2 - 1px)', 100, 24],
    ['round(down, 100%, 16px)', 100, 96],
    ['mod(100%, 16px)', 100, 4],
    ['abs(50% - 100px)', 100, 50],
    ['min(20%, 10%)', 100, 10],
  ]
  for (const [value, base, px] of table) {
    const { style, messages } = check(`div { width: ${value}; margin-left: ${value} }`)
    t.strictSame(messages, [], value)
    const { width, marginLeft } = style
    t.equal(typeof width === 'string' ? width : resolveLength(width, base), px, `${value} of ${base}`)
    t.equal(marginLeft === 'auto' ? marginLeft : resolveLength(marginLeft, base), px, `margin: ${value} of ${base}`)
  }
  const { width } = check('div { width: min(50% - 100px, 10px) }').style
  t.equal(typeof width === 'string' ? width : resolveLength(width, 100), 0, 'a width is not negative')
})

t.test('the parts of a width by percentages never come to more than the width', async (t) => {
  const table: readonly (readonly [value: string, base: number, px: number])[] = [
    ['50%', 401.015625, 200.5],
    ['calc(100% / 3)', 100, 33.328125],
    ['29%', 100, 29],
    ['calc(29% + 1px)', 100, 30],
    ['100%', 401.015625, 401.015625],
  ]
  for (const [value, base, px] of table) {
    const { width, marginLeft } = check(`div { width: ${value}; margin-left: calc(-1 * ${value}) }`).style
    t.equal(typeof width === 'string' ? width : resolveLength(width, base), px, `${value} of ${base}`)
    t.equal(marginLeft === 'auto' ? marginLeft : resolveLength(marginLeft, base), -px, `-${value} of ${base}`)
  }
})

t.test('attr() in content takes a type and a fallback', async (t) => {
  const table: readonly (readonly [content: string, parts: unknown])[] = [
    ['attr(Title)', [{ kind: 'attribute', name: 'title' }]],
    ['attr(title string, "x")', [{ kind: 'attribute', name: 'title', fallback: 'x' }]],
    ['attr(title raw-string)', [{ kind: 'attribute', name: 'title' }]],
    ['attr(title,)', [{ kind: 'attribute', name: 'title', fallback: '' }]],
  ]
  for (const [content, parts] of table) {
    const fixture = new StyleFixture(`div::before { content: ${content} }`, [h('div', { id: 'x' })])
    const document = fixture.document()
    t.strictSame(document.styled.pseudo(document.element('x'), 'before')?.content, parts, content)
    t.strictSame(fixture.messages(), [], content)
  }
  t.match(check('div::before { content: attr(x px, 1px) }').messages, [/this type of attr\(\) is not supported/])
})

t.test('quirks mode takes lengths without a unit and colours without a hash where it always did', async (t) => {
  const red = rgb(255, 0, 0)
  const table: readonly (readonly [declaration: string, field: keyof ComputedStyle, quirky: unknown])[] = [
    ['width: 10', 'width', 10],
    ['margin: 1 2', 'marginLeft', 2],
    ['padding-top: 3.5', 'paddingTop', 3.5],
    ['font-size: 12', 'fontSize', 12],
    ['text-indent: -3', 'textIndent', -3],
    ['--x: 10; width: var(--x)', 'width', 10],
    ['color: ff0000', 'color', red],
    ['color: f00', 'color', red],
    ['background-color: 00ff00', 'backgroundColor', rgb(0, 255, 0)],
    ['background-color: 123', 'backgroundColor', rgb(17, 34, 51)],
    ['background-color: 12', 'backgroundColor', rgb(0, 0, 18)],
    ['background-color: 1e3', 'backgroundColor', rgb(17, 238, 51)],
  ]
  for (const [declaration, field, quirky] of table) {
    const style = (quirks: boolean) => new StyleFixture(`div { ${declaration} }`, [h('div', { id: 'x' })], { quirks })
    t.strictSame(style(true).document().style('x')[field], quirky, declaration)
    t.notSame(style(false).document().style('x')[field], quirky, `${declaration} is nothing else`)
  }
  for (const declaration of [
    'width: calc(10)',
    'border: 1 solid',
    'background: ff0000',
    'font: 12 serif',
    'width: -1',
  ]) {
    const fixture = new StyleFixture(`div { ${declaration} }`, [h('div')], { quirks: true })
    t.match(fixture.messages(), [/\[invalid-value\]/], declaration)
  }
  const inline = new StyleFixture('', [h('div', { id: 'x', style: 'width: 7' })], { quirks: true })
  t.equal(inline.document().style('x').width, 7)
})

t.test('what makes no difference on paper is accepted in silence', async (t) => {
  for (const declaration of [
    'cursor: pointer',
    'transition: all 1s',
    '-webkit-print-color-adjust: exact',
    'hanging-punctuation: none',
    '-webkit-font-smoothing: antialiased',
    '-webkit-tap-highlight-color: red',
    'box-shadow: none',
    '-webkit-hyphens: auto; hyphens: auto',
    'display: -ms-flexbox; display: flex',
    'text-align: inherit; text-align: -webkit-match-parent',
    '-ms-flex-align: center; -ms-interpolation-mode: bicubic',
    'mso-table-lspace: 0pt; mso-style-name: ""; tab-stops: right 1cm',
  ]) {
    t.strictSame(check(`div { ${declaration} }`).messages, [], declaration)
  }
})

t.test('the colour of a background counts although its image does not', async (t) => {
  const { style, messages } = check('div { background: element(#a) no-repeat center / cover #ff0000 }')
  t.strictSame(style.backgroundColor, rgb(255, 0, 0))
  t.equal(messages.length, 1)
  t.match(messages[0], /the image function element\(\) is not supported .*\[unsupported-value\]/)
})

t.test('elements contain counters where they have a box', async (t) => {
  const contains = (css: string) => {
    const document = new StyleFixture(`p { ${css} }`, [h('p', { id: 'p' })]).document()
    return document.style('p').contain.style
  }
  t.equal(contains('contain: style'), true)
  t.equal(contains('contain: strict'), true)
  t.equal(contains('contain: layout'), false)
  t.equal(contains('content-visibility: auto'), true)
  t.equal(contains('contain: style; display: inline'), true)
  t.equal(contains('contain: style; display: contents'), false)
})
