import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { meterRegion } from '../../../engine/template/filled-part.js'

const fonts = createFontLibrary()

/** What is painted of a body: the calls that fill something. */
function painted(css: string, body: string): string {
  const html = `<!doctype html><style>@page { size: 400px 200px; margin: 0 } body { margin: 0 } ${css}</style>${body}`
  const template = compileTemplate({ html }, { fonts })
  t.same(template.diagnostics, [], 'no diagnostics')
  return dumpDocument(template, {}, 'paint')
}

const BLUE = /#0075ff/
const RED = /#ff0000/
const LIME = /#00ff00/

t.test('appearance: none takes away what a control draws itself', async (t) => {
  for (const type of ['checkbox', 'radio']) {
    const input = `<input type=${type} checked value=50>`
    t.match(painted('', input), BLUE, type)
    t.notMatch(painted('input { appearance: none }', input), BLUE, type)
    t.notMatch(painted('input { -webkit-appearance: none }', input), BLUE, type)
    t.match(painted('input { appearance: none; width: 9px; height: 9px; background: red }', input), RED, type)
  }
  t.notMatch(painted('input { appearance: none }', '<input type=checkbox checked>'), /image|path/)
  t.match(
    painted('input { appearance: none } input::before { content: "x"; color: lime }', '<input type=checkbox>'),
    LIME,
  )
})

t.test('accent-color is the colour of what controls draw themselves', async (t) => {
  const controls = [
    '<input type=checkbox checked>',
    '<input type=radio checked>',
    '<input type=range>',
    '<progress value=1>',
  ]
  for (const control of controls) {
    t.match(painted('body { accent-color: red }', control), RED, control)
    t.notMatch(painted('body { accent-color: red }', control), BLUE, control)
  }
})

t.test('the parts of bars and ranges have the styles of authors', async (t) => {
  const cases: readonly (readonly [control: string, outer: string, inner: string])[] = [
    ['<progress value=.5></progress>', 'progress-bar', 'progress-value'],
    ['<meter value=.5></meter>', 'meter-bar', 'meter-optimum-value'],
    ['<meter value=.5 low=.6 high=.8 optimum=1></meter>', 'meter-bar', 'meter-even-less-good-value'],
    ['<input type=range>', 'slider-runnable-track', 'slider-thumb'],
  ]
  for (const [control, outer, inner] of cases) {
    const part = (name: string, color: string) => `::-webkit-${name} { background: ${color} }`
    const none =
      ':is(progress, meter, input), ::-webkit-slider-thumb { appearance: none } ::-webkit-slider-thumb { width: 9px; height: 9px }'
    const css = `${part(outer, 'red')} ${part(inner, 'lime')} ::-webkit-${inner}:active { color: blue }`
    t.match(painted(`${none} ${css}`, control), RED, outer)
    t.match(painted(`${none} ${css}`, control), LIME, inner)
    const draws = control.startsWith('<meter')
    t.equal(LIME.test(painted(css, control)), draws, `${inner} of a control that has its look`)
  }
  const styled = 'progress { background: red } progress::-webkit-progress-value { background: lime }'
  t.match(painted(styled, '<progress value=.5>'), LIME, 'a background takes the looks of progress bars away')
})

t.test('lists of parts in the spelling of each browser are no problem', async (t) => {
  const css = 'a::-webkit-slider-thumb, a::-moz-range-thumb { color: red }'
  t.notMatch(painted(css, '<p>x'), RED)
})

t.test('a drop-down list has its arrow unless its looks are taken away', async (t) => {
  const select = '<select><option>x</select>'
  t.match(painted('', select), /form in/)
  t.match(painted('select { background: red }', select), RED)
  t.not(painted('select { background: red }', select), painted('select { background: red; appearance: none }', select))
})

t.test('the regions of a gauge', async (t) => {
  const region = (attributes: Record<string, string>) => meterRegion((name) => attributes[name])
  t.equal(region({ value: '0.5' }), 'optimum')
  t.equal(region({ value: '0.1', low: '0.3', high: '0.8' }), 'suboptimum')
  t.equal(region({ value: '0.1', low: '0.3', high: '0.8', optimum: '0.9' }), 'even-less-good')
  t.equal(region({ value: '0.5', low: '0.3', high: '0.8', optimum: '0.9' }), 'suboptimum')
  t.equal(region({ value: '0.9', low: '0.3', high: '0.8', optimum: '0.1' }), 'even-less-good')
  t.equal(region({ value: '0.2', low: '0.3', high: '0.8', optimum: '0.1' }), 'optimum')
  t.equal(region({ value: 'x', low: 'y' }), 'optimum', 'what is no number counts as absent')
})

t.test(
  'the sign of a date is at the end of the field, but behind the date in a flex container as browsers have it',
  async (t) => {
    const signX = (css: string) => {
      const sign = 'input { width: 300px } ::-webkit-calendar-picker-indicator { background: red }'
      return Number(
        /fill #ff0000 \[([\d.]+),/.exec(painted(`${sign} ${css}`, '<input type=date value=2026-03-14>'))?.[1],
      )
    }
    for (const display of ['inline-block', 'block', 'grid']) t.ok(signX(`input { display: ${display} }`) > 270, display)
    t.ok(signX('') > 270)
    for (const display of ['flex', 'inline-flex']) {
      const x = signX(`input { display: ${display} }`)
      t.ok(x > 80 && x < 150, `${display} ${x}`)
    }
  },
)

t.test('the button of a file field has a plain frame with round corners', async (t) => {
  t.match(painted('', '<input type=file>'), /fill #767676 M2,0 /)
})

t.test('tall bars have round ends, and meters without their look are half as high as their box', async (t) => {
  t.match(painted('', '<progress value=1 style="height:40px">'), /M10,\d+ /)
  const css = 'meter { appearance: none; height: 40px } meter::-webkit-meter-bar { background: red }'
  t.match(painted(css, '<meter value=.5>'), /fill #ff0000 \[0,\d+ [\d.]+×20\]/)
})

t.test('what authors say of the parts of a gauge counts beside its look, as in browsers', async (t) => {
  const gauge = painted('meter::-webkit-meter-bar { background: red }', '<meter value=.5>')
  t.match(gauge, RED)
  t.match(gauge, /#107c10/, 'the value has its colour')
  t.match(painted('', '<meter value=.1 low=.3 high=.8>'), /#ffb900/)
  t.match(painted('', '<meter value=.1 low=.3 high=.8 optimum=.9>'), /#d83b01/)
})

t.test(
  'what authors say of the track of a range is painted over its look, and its thumb looks as it does',
  async (t) => {
    const css = '::-webkit-slider-runnable-track { background: red } ::-webkit-slider-thumb { background: lime }'
    const range = painted(css, '<input type=range>')
    t.match(range, RED)
    t.match(range, BLUE)
    t.notMatch(range, LIME)
  },
)

t.test('the thumb of a range runs from right to left where text does', async (t) => {
  // Before it is moved by a fifth of its own width.
  const left = 23.19
  const thumbX = (direction: string) => {
    const css =
      'input { margin: 0; appearance: none; width: 116px } ::-webkit-slider-thumb { appearance: none; width: 16px; height: 16px; background: red }'
    const range = `<div dir=${direction}><input type=range value=20></div>`
    return Number(/fill #ff0000 \[([\d.]+),/.exec(painted(css, range))?.[1])
  }
  t.equal(thumbX('ltr'), left)
  t.equal(thumbX('rtl'), 400 - 16 - left)
})

t.test('dates stand left of their sign in lines from right to left too', async (t) => {
  const signX = (css: string) => {
    const sign = 'input { width: 300px } ::-webkit-calendar-picker-indicator { background: red }'
    return Number(/fill #ff0000 \[([\d.]+),/.exec(painted(`${sign} ${css}`, '<input type=date value=2026-03-14>'))?.[1])
  }
  t.ok(signX('body { direction: rtl }') > 370)
})

t.test('a date that is a flex container has room for its longest text before the sign', async (t) => {
  const signX = (value: string) => {
    const css = 'input { display: inline-flex } ::-webkit-calendar-picker-indicator { background: red }'
    return Number(/fill #ff0000 \[([\d.]+),/.exec(painted(css, `<input type=date value=${value}>`))?.[1])
  }
  t.equal(signX('2026-03-14'), signX(''))
})

t.test('boxes that one browser has around the parts of its controls are named', async (t) => {
  const cases = [
    ['slider-container', '<input type=range>'],
    ['meter-inner-element', '<meter>'],
    ['progress-inner-element', '<progress>'],
    ['textfield-decoration-container', '<input type=search>'],
  ] as const
  for (const [name, control] of cases) {
    const css = `::-webkit-${name} { background: red }`
    const codes = (body: string) =>
      renderDocument(compileTemplate({ html: `<style>${css}</style>${body}` }, { fonts }), {}).diagnostics
    t.match(codes(control), [{ code: 'unsupported-selector', message: `::-webkit-${name}` }], name)
  }
})

t.test('fields, lists and buttons have round corners unless their border is styled', async (t) => {
  for (const control of ['<textarea>x</textarea>', '<select><option>x</select>', '<input type=color>']) {
    const square = /fill #767676 \[/
    t.match(painted('', control), /fill #767676 M2,0 /, control)
    t.notMatch(painted(':is(textarea, select, input) { border: 1px solid #767676 }', control), /M2,0 /, control)
    t.notMatch(painted('', control), square)
  }
})

t.test('a value that a control cannot show is reported, with the value for authors alone', async (t) => {
  const reported = (body: string, data = {}) => {
    const template = compileTemplate({ html: `<!doctype html><title>t</title>${body}` }, { fonts })
    return renderDocument(template, data).diagnostics.map(({ code, message, plain }) => [
      code,
      message,
      plain ?? message,
    ])
  }
  t.same(reported('<progress value=reddish></progress>'), [
    [
      'invalid-attribute',
      'the attribute "value" of <progress> is no number: "reddish"',
      'the attribute "value" of <progress> is no number: "…"',
    ],
  ])
  t.match(reported('<meter value=12,5 max=20></meter>'), [['invalid-attribute', /is read as 12, not as "12,5"/]])
  t.match(reported('<input type=range min=low value="{{v}}">', { v: 'much' }), [
    ['invalid-attribute', /"value" of <input> is no number: "much"/],
    ['invalid-attribute', /"min" of <input> is no number: "low"/],
  ])
  t.match(reported('<input type=color value="{{v}}">', { v: 'red' }), [['invalid-attribute', /"red" is not .*#rrggbb/]])
  const right = [
    '<progress></progress><progress value=".5" max=" 1e0 "></progress>',
    '<meter value=-1 min=-2 max=3 low=-1.5 high=2 optimum=0></meter>',
    '<input type=range><input type=color><input type=color value=#FF0000><input type=range value=5. max=1e3>',
    '<input type=number value=many><input type=date value=soon>',
  ]
  t.same(reported(right.join('')), [], 'valid ones, and those that are printed as they are written')
})
