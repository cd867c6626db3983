import t from 'tap'
import { h, StyleFixture } from '../style/style-fixture.js'

/** A declared colour as bytes and alpha, rounded to what a difference of half a byte can show. */
function computed(value: string): string {
  const fixture = new StyleFixture(`div { color: #336699; border-top-color: ${value} }`, [h('div', { id: 'x' })])
  const { red, green, blue, alpha } = fixture.document().style('x').borderTopColor
  const [message] = fixture.messages()
  if (message !== undefined) return message.replace(/^.*warning: /, '')
  const bytes = [red, green, blue].map((part) => Math.round(part * 2550) / 10)
  return `${bytes.join(' ')}${alpha === 1 ? '' : ` / ${Math.round(alpha * 1000) / 1000}`}`
}

const CASES: readonly (readonly [value: string, expected: string])[] = [
  // Values of the examples in css-color-4 and of conversions that are exact.
  ['lab(0 0 0)', '0 0 0'],
  ['lab(100 0 0)', '255 255 255'],
  ['lab(100% 0 0 / 50%)', '255 255 255 / 0.5'],
  ['lab(54.2905 80.8049 69.891)', '255 0 0'],
  ['lch(54.2905 106.837 40.8576)', '255 0 0'],
  ['oklab(0.627955 0.224863 0.125846)', '255 0 0'],
  ['oklch(0.627955 0.257683 29.2339)', '255 0 0'],
  ['oklch(62.7955% 0.257683 29.2339deg)', '255 0 0'],
  ['oklch(0.519752 0.176858 142.495)', '0 128 0'],
  ['oklab(1 0 0)', '255 255 255'],
  ['oklch(0.5 none none)', '99.1 99.1 99.1'],
  ['oklch(120% 0 0)', '255 255 255'],
  ['color(srgb 1 0.5 0)', '255 127.5 0'],
  ['color(srgb 100% 50% none / 0.5)', '255 127.5 0 / 0.5'],
  ['color(srgb 2 -1 0.5)', '255 0 127.5'],
  ['color(srgb-linear 0.5 0.5 0.5)', '187.5 187.5 187.5'],
  ['color(display-p3 1 1 1)', '255 255 255'],
  ['color(display-p3 0 1 0)', '0 255 0'],
  ['color(display-p3 0.5 0.5 0.5)', '127.5 127.5 127.5'],
  ['color(a98-rgb 1 1 1)', '255 255 255'],
  ['color(prophoto-rgb 1 1 1)', '255 255 255'],
  ['color(rec2020 1 1 1)', '255 255 255'],
  ['color(xyz 0.4124 0.2126 0.0193)', '255 0 0'],
  ['color(xyz-d50 0.9643 1 0.8251)', '255 255 255'],
  // Mixing
  ['color-mix(in srgb, red, blue)', '127.5 0 127.5'],
  ['color-mix(in srgb, red 25%, blue)', '63.8 0 191.3'],
  ['color-mix(in srgb, red, blue 25%)', '191.3 0 63.8'],
  ['color-mix(in srgb, 25% red, 25% blue)', '127.5 0 127.5 / 0.5'],
  [
    'color-mix(in srgb, red 200%, blue)',
    '"color-mix(in srgb, red 200%, blue)" is not a value of "border-top-color" [invalid-value]',
  ],
  ['color-mix(in srgb, red, transparent)', '255 0 0 / 0.5'],
  ['color-mix(in srgb, currentcolor, white)', '153 178.5 204'],
  ['color-mix(in srgb, color-mix(in srgb, currentcolor, white) 50%, transparent)', '153 178.5 204 / 0.5'],
  ['color-mix(in hsl, red, blue)', '255 0 255'],
  ['color-mix(in hsl longer hue, red, blue)', '0 255 0'],
  ['color-mix(in hsl increasing hue, red, blue)', '0 255 0'],
  ['color-mix(in hsl decreasing hue, red, blue)', '255 0 255'],
  ['color-mix(in hwb, red, white)', '255 127.5 127.5'],
  ['color-mix(in oklch, red 30%, red)', '255 0 0'],
  ['color-mix(in lab, black, white)', '118.9 118.9 118.9'],
  ['color-mix(in oklab, black, white)', '99.1 99.1 99.1'],
  ['color-mix(black, white)', '99.1 99.1 99.1'],
  ['color-mix(in xyz, black, white)', '187.5 187.5 187.5'],
  // Relative colours
  ['rgb(from #336699 b g r)', '153 102 51'],
  ['rgb(from #336699 r g b / 50%)', '51 102 153 / 0.5'],
  ['rgb(from rgb(1 2 3 / 0.5) calc(r + 9) g b)', '10 2 3 / 0.5'],
  ['hsl(from red calc(h + 120) s l)', '0 255 0'],
  ['oklch(from red l c h)', '255 0 0'],
  ['oklch(from white calc(l / 2) c h)', '99.1 99.1 99.1'],
  ['color(from red srgb calc(r / 2) g b)', '127.5 0 0'],
  ['rgb(from currentcolor r g 0)', '51 102 0'],
  // More
  ['light-dark(red, blue)', '255 0 0'],
  ['light-dark(currentcolor, blue)', '51 102 153'],
  ['rgb(calc(100 + 55) 0 0)', '155 0 0'],
  ['rgb(none 0 0)', '0 0 0'],
  ['hsl(none 100% 50%)', '255 0 0'],
  ['CanvasText', '0 0 0'],
  ['Canvas', '255 255 255'],
  ['LinkText', '0 0 238'],
  ['lab(50 0)', '"lab(50 0)" is not a value of "border-top-color" [invalid-value]'],
  ['lab(50, 0, 0)', '"lab(50, 0, 0)" is not a value of "border-top-color" [invalid-value]'],
  ['color(cmyk 0 0 0)', '"color(cmyk 0 0 0)" is not a value of "border-top-color" [invalid-value]'],
]

t.test('colours of other spaces, mixed and relative colours', async (t) => {
  for (const [value, expected] of CASES) t.equal(computed(value), expected, value)
})

const INKS: readonly (readonly [value: string, inks: string])[] = [
  ['device-cmyk(0 1 0 0)', '0 1 0 0 as 255 0 255'],
  ['device-cmyk(0% 81% 81% 30%)', '0 0.81 0.81 0.3 as 178.5 33.9 33.9'],
  ['device-cmyk(0 0 0 1 / 50%)', '0 0 0 1 as 0 0 0 / 0.5'],
  ['device-cmyk(none 200% -1 calc(1 / 4) / none)', '0 1 0 0.25 as 191.3 0 191.3 / 0'],
  ['device-cmyk(0, 0.81, 0.81, 0.3)', '0 0.81 0.81 0.3 as 178.5 33.9 33.9'],
  ['device-cmyk(1 0 0 0, #009fe3)', '1 0 0 0 as 0 159 227'],
  ['device-cmyk(1 0 0 0 / 0.5, currentcolor)', '1 0 0 0 as 51 102 153 / 0.5'],
  ['color-mix(in srgb, device-cmyk(0 1 1 0), blue)', 'none as 127.5 0 127.5'],
  ['device-cmyk(0 0 0)', '"device-cmyk(0 0 0)" is not a value of "border-top-color" [invalid-value]'],
  ['device-cmyk(0 0 0 0 0)', '"device-cmyk(0 0 0 0 0)" is not a value of "border-top-color" [invalid-value]'],
  ['device-cmyk(0, 0, 0, 10%)', '"device-cmyk(0, 0, 0, 10%)" is not a value of "border-top-color" [invalid-value]'],
  ['device-cmyk(0, 0 0 0)', '"device-cmyk(0, 0 0 0)" is not a value of "border-top-color" [invalid-value]'],
  ['device-cmyk(0 0 0 0, 5)', '"device-cmyk(0 0 0 0, 5)" is not a value of "border-top-color" [invalid-value]'],
]

t.test('colours of inks keep them, and are shown as they look', async (t) => {
  for (const [value, expected] of INKS) {
    const fixture = new StyleFixture(`div { color: #336699; border-top-color: ${value} }`, [h('div', { id: 'x' })])
    const { inks } = fixture.document().style('x').borderTopColor
    const amounts = inks ? [inks.cyan, inks.magenta, inks.yellow, inks.black].join(' ') : 'none'
    const text = computed(value)
    t.equal(text.endsWith(']') ? text : `${amounts} as ${text}`, expected, value)
  }
})

t.test('a mix with currentcolor inherits as a colour and follows the colour of its element', async (t) => {
  const css =
    'section { color: red } p { color: color-mix(in srgb, currentcolor, blue); border-top-color: currentcolor }'
  const fixture = new StyleFixture(css, [h('section', {}, h('p', { id: 'x' }, h('b', { id: 'b' })))])
  const document = fixture.document()
  t.strictSame(document.style('x').color, { red: 0.5, green: 0, blue: 0.5, alpha: 1 })
  t.strictSame(document.style('x').borderTopColor, document.style('x').color)
  t.strictSame(document.style('b').color, document.style('x').color)
})
