import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'
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
    const none = ':is(progress, meter, input) { appearance: none }'
    const css = `${part(outer, 'red')} ${part(inner, 'lime')} ::-webkit-${inner}:active { color: blue }`
    t.match(painted(`${none} ${css}`, control), RED, outer)
    t.match(painted(`${none} ${css}`, control), LIME, inner)
    t.notMatch(painted(css, control), LIME, `${inner} of a control that draws itself`)
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
