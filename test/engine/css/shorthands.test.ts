import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { SourceText } from '../../../engine/base/source.js'
import { parseStyleAttribute } from '../../../engine/css/syntax/parse-block.js'

/** The longhands of a declaration as `name: value`, numbers of px plain. */
function expand(text: string): string[] {
  const diagnostics = new DiagnosticList()
  const { declarations } = parseStyleAttribute(text, new SourceText('a.css', text).span(0), diagnostics, 'no-quirks')
  t.strictSame(diagnostics.items, [], `${text}: no diagnostic`)
  return declarations.map((declaration) => {
    if (declaration.kind === 'custom') return declaration.name
    const rtl = declaration.rtlProperty ? ` (rtl: ${declaration.rtlProperty})` : ''
    const value = declaration.kind === 'pending' ? 'var' : print(declaration.value)
    return `${declaration.property}${rtl}: ${value}${declaration.important ? ' !' : ''}`
  })
}

function print(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('kind' in value && 'value' in value) return `${value.value}${value.kind === 'percentage' ? '%' : ''}`
  if ('red' in value && 'green' in value && 'blue' in value) return `rgb ${value.red} ${value.green} ${value.blue}`
  // The place of a value is the same for all of a declaration.
  return JSON.stringify(value, (key, inner) => (key === 'span' ? undefined : inner))
}

const TABLE: readonly (readonly [string, readonly string[]])[] = [
  ['margin: 1px', ['margin-top: 1', 'margin-right: 1', 'margin-bottom: 1', 'margin-left: 1']],
  ['margin: 1px auto', ['margin-top: 1', 'margin-right: auto', 'margin-bottom: 1', 'margin-left: auto']],
  ['padding: 1px 2px 3px', ['padding-top: 1', 'padding-right: 2', 'padding-bottom: 3', 'padding-left: 2']],
  ['padding: 1px 2px 3px 4%', ['padding-top: 1', 'padding-right: 2', 'padding-bottom: 3', 'padding-left: 4%']],
  ['inset: 1px auto', ['top: 1', 'right: auto', 'bottom: 1', 'left: auto']],
  ['inset-block: 1px', ['top: 1', 'bottom: 1']],
  ['inset-inline: 1px 2px', ['left (rtl: right): 1', 'right (rtl: left): 2']],
  ['inset-inline-end: 1px', ['right (rtl: left): 1']],
  ['margin-block: 1px 2px', ['margin-top: 1', 'margin-bottom: 2']],
  ['margin-inline-start: 1px', ['margin-left (rtl: margin-right): 1']],
  ['-webkit-margin-start: 1px', ['margin-left (rtl: margin-right): 1']],
  ['-webkit-padding-end: 1px', ['padding-right (rtl: padding-left): 1']],
  ['-webkit-padding-before: 1px', ['padding-top: 1']],
  ['-webkit-margin-after: 1px', ['margin-bottom: 1']],
  ['-webkit-border-start-width: 1px', ['border-left-width (rtl: border-right-width): 1']],
  [
    '-webkit-border-after: solid 2px',
    ['border-bottom-width: 2', 'border-bottom-style: solid', 'border-bottom-color: initial'],
  ],
  ['-webkit-logical-width: 1px', ['width: 1']],
  ['-webkit-max-logical-height: 1px', ['max-height: 1']],
  ['border-top: solid 2px', ['border-top-width: 2', 'border-top-style: solid', 'border-top-color: initial']],
  [
    'border: red !important',
    [
      ...['top', 'right', 'bottom', 'left'].flatMap((side) => [
        `border-${side}-width: initial !`,
        `border-${side}-style: initial !`,
        `border-${side}-color: rgb 1 0 0 !`,
      ]),
      ...['source', 'slice', 'width', 'outset', 'repeat'].map((part) => `border-image-${part}: initial !`),
    ],
  ],
  [
    'border-style: solid dashed',
    [
      'border-top-style: solid',
      'border-right-style: dashed',
      'border-bottom-style: solid',
      'border-left-style: dashed',
    ],
  ],
  ['list-style: none', ['list-style-type: none', 'list-style-position: initial', 'list-style-image: initial']],
  [
    'list-style: square inside',
    [
      'list-style-type: {"kind":"counter-style","name":"square"}',
      'list-style-position: inside',
      'list-style-image: initial',
    ],
  ],
  [
    'list-style: inside url(a.png)',
    ['list-style-type: initial', 'list-style-position: inside', 'list-style-image: {"kind":"url","source":"a.png"}'],
  ],
  [
    'text-decoration: underline red',
    [
      'text-decoration-line: {"underline":true,"overline":false,"lineThrough":false}',
      'text-decoration-style: initial',
      'text-decoration-color: rgb 1 0 0',
      'text-decoration-thickness: initial',
    ],
  ],
  [
    'font: italic small-caps 700 condensed 10px/2 a, "b c"',
    [
      'font-family: ["a","b c"]',
      'font-size: 10',
      'font-weight: 700',
      'font-style: italic',
      'font-stretch: 75',
      'font-size-adjust: initial',
      'font-kerning: initial',
      'font-variant-caps: small-caps',
      'font-variant-ligatures: initial',
      'font-variant-numeric: initial',
      'font-variant-east-asian: initial',
      'font-variant-position: initial',
      'font-feature-settings: initial',
      'font-variation-settings: initial',
      'font-optical-sizing: initial',
      'line-height: 2',
    ],
  ],
  [
    'font-synthesis: small-caps weight',
    ['font-synthesis-weight: auto', 'font-synthesis-style: none', 'font-synthesis-small-caps: auto'],
  ],
  [
    'font-synthesis: none',
    ['font-synthesis-weight: none', 'font-synthesis-style: none', 'font-synthesis-small-caps: none'],
  ],
  [
    'margin: inherit',
    ['margin-top: inherit', 'margin-right: inherit', 'margin-bottom: inherit', 'margin-left: inherit'],
  ],
  ['margin-inline: var(--a)', ['margin-left (rtl: margin-right): var', 'margin-right (rtl: margin-left): var']],
  ['page-break-before: always', ['break-before: page']],
  ['word-break: break-word', ['word-break: normal', 'overflow-wrap: anywhere']],
  ['--Any-Thing: { a: b; }', ['--Any-Thing']],
]

t.test('shorthands expand to all their longhands', async (t) => {
  for (const [text, longhands] of TABLE) t.strictSame(expand(text), longhands, text)
})

t.test('background sets all its longhands, the colour by the last layer', async (t) => {
  t.strictSame(expand('background: blue'), [
    'background-image: ["none"]',
    'background-position-x: [{"kind":"percentage","value":0}]',
    'background-position-y: [{"kind":"percentage","value":0}]',
    'background-size: [{"width":"auto","height":"auto"}]',
    'background-repeat: [{"x":"repeat","y":"repeat"}]',
    'background-origin: ["padding-box"]',
    'background-clip: ["border-box"]',
    'background-attachment: ["scroll"]',
    'background-color: rgb 0 0 1',
  ])
  t.match(expand('background: none').at(-1), /rgb 0 0 0/)
  t.match(expand('background: linear-gradient(red, blue) content-box, #fff 1px 2px / cover no-repeat fixed'), [
    /linear-gradient.*"none"/,
    /"value":0.*"value":1/,
    /"value":0.*"value":2/,
    /auto.*cover/,
    /"repeat".*"no-repeat"/,
    'background-origin: ["content-box","padding-box"]',
    'background-clip: ["content-box","border-box"]',
    'background-attachment: ["scroll","fixed"]',
    'background-color: rgb 1 1 1',
  ])
})

t.test('border-radius takes two sets of radii', async (t) => {
  const [topLeft, topRight, bottomRight, bottomLeft] = expand('border-radius: 1px 2px / 3px')
  t.match(topLeft, /top-left-radius.*"value":1.*"value":3/)
  t.match(topRight, /top-right-radius.*"value":2.*"value":3/)
  t.match(bottomRight, /bottom-right-radius.*"value":1.*"value":3/)
  t.match(bottomLeft, /bottom-left-radius.*"value":2.*"value":3/)
})
