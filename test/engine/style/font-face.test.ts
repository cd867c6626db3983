import { readFileSync } from 'node:fs'
import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { SourceText } from '../../../engine/base/source.js'
import { parseStylesheet } from '../../../engine/css/syntax/parse-stylesheet.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { h, StyleFixture } from './style-fixture.js'

const regular = readFileSync('fonts/liberation/LiberationSans-Regular.ttf')
const bold = readFileSync('fonts/liberation/LiberationMono-Bold.ttf')

const FACES = `
@font-face { font-family: Own; src: local("Own"), url("fonts/own.ttf?v=1") format("truetype") }
@font-face { font-family: Own; font-weight: bold; src: url(data:font/ttf;base64,${bold.toString('base64')}) }
`

t.test('@font-face registers assets and data: addresses', async (t) => {
  const css = `${FACES} div { font: 20px Own } b { font-family: Own; width: 1ch }`
  const fixture = new StyleFixture(css, [h('div', { id: 'x' }, h('b', { id: 'b' }))], {
    fonts: createFontLibrary(),
    assets: { 'fonts/own.ttf': regular },
  })
  const document = fixture.document()
  t.strictSame(fixture.messages(), [])
  t.equal(document.style('x').font.primary.family, 'Own')
  t.equal(document.style('x').font.primary.weight, 400)
  t.equal(document.style('b').font.primary.weight, 700)
  t.equal(document.style('b').width, 12, 'ch of the bold face: 1229 / 2048 em on the grid')
})

t.test('fonts that are missing or broken are reported, the others serve', async (t) => {
  const css = `@font-face { font-family: A; src: url(no.ttf) }
@font-face { font-family: B; src: url(bad.ttf) }
@font-face { font-family: C }
@font-face { font-family: D; src: url(own.ttf); unicode-range: U+20-7E, U+4?? }`
  const fixture = new StyleFixture(css, [], {
    fonts: createFontLibrary(),
    assets: { 'bad.ttf': 'not a font', 'own.ttf': regular },
  })
  t.match(fixture.messages(), [
    'style.css:3:1: warning: @font-face needs font-family and src [invalid-font-face]',
    'style.css:1:1: error: no font of "A" is among the assets of the template: no.ttf [missing-asset]',
    /^style\.css:2:1: error: the font of "B" cannot be used: .* \[invalid-font\]$/,
  ])
  t.equal(
    fixture.plan.fonts.select({ families: ['D'], weight: 400, style: 'normal', stretch: 100 }).primary.family,
    'D',
  )
})

t.test('descriptors are ranges; one that is invalid leaves what stood before', async (t) => {
  const css = `@font-face {
  font-family: A; src: url(own.ttf);
  font-weight: 900 100; font-style: oblique 0deg 10deg; font-stretch: condensed 151%; font-variation-settings: "GRAD" 5;
  font-weight: heavy; font-style: upright; font-stretch: 1px; font-variation-settings: GRAD 5; src: none
}
@font-face { font-family: B; src: url(own.ttf); font-weight: 300; font-style: oblique 5deg 10deg; font-stretch: auto }`
  const diagnostics = new DiagnosticList()
  const { fontFaces } = parseStylesheet(new SourceText('a.css', css), { diagnostics, mode: 'no-quirks' })
  const rules = fontFaces.map(({ face }) => face)
  const problems = diagnostics.items.map(({ span, message }) => {
    const { line, column } = span ?? { line: 0, column: 0 }
    return `${line}:${column}: ${message}`
  })
  t.match(rules[0], {
    weight: [100, 900],
    style: ['normal', 'oblique'],
    angle: [0, 10],
    stretch: [75, 151],
    variations: [['GRAD', 5]],
    sources: [{ url: 'own.ttf' }],
  })
  t.match(rules[1], { weight: [300, 300], style: ['oblique'], angle: [5, 10], stretch: undefined, variations: [] })
  t.strictSame(problems, [
    '4:3: "heavy" is not a value of "font-weight"',
    '4:23: "upright" is not a value of "font-style"',
    '4:44: "1px" is not a value of "font-stretch"',
    '4:63: "GRAD 5" is not a value of "font-variation-settings"',
    '4:96: "none" is not a value of "src"',
  ])
})

t.test('heights of a face may be stated in its rule', async (t) => {
  const css = `@font-face { font-family: A; src: url(own.ttf); ascent-override: 100%; descent-override: 50%; line-gap-override: 25% }
@font-face { font-family: B; src: url(own.ttf); ascent-override: 100%; ascent-override: -1%; descent-override: normal }
@font-face { font-family: C; src: url(own.ttf) }`
  const fixture = new StyleFixture(css, [], { fonts: createFontLibrary(), assets: { 'own.ttf': regular } })
  const metrics = (family: string) =>
    fixture.plan.fonts.select({ families: [family], weight: 400, style: 'normal', stretch: 100 }).primary.metrics
  t.match(metrics('A'), { ascent: 1, descent: 0.5, lineGap: 0.25 })
  t.same(metrics('B'), { ...metrics('C'), ascent: 1 })
  t.strictSame(fixture.messages(), [
    'style.css:2:72: warning: "-1%" is not a value of "ascent-override" [invalid-value]',
  ])
})

t.test('letters of a face may be drawn larger than the font size, with the heights that are stated', async (t) => {
  const css = `@font-face { font-family: A; src: url(own.ttf); size-adjust: 150% }
@font-face { font-family: B; src: url(own.ttf); ascent-override: 100%; size-adjust: 150%; size-adjust: -1% }
@font-face { font-family: C; src: url(own.ttf) }
@font-face { font-family: D; src: url(own.ttf); size-adjust: 0% }`
  const fixture = new StyleFixture(css, [], { fonts: createFontLibrary(), assets: { 'own.ttf': regular } })
  const face = (family: string) =>
    fixture.plan.fonts.select({ families: [family], weight: 400, style: 'normal', stretch: 100 }).primary
  const plain = face('C')
  t.equal(face('A').scale, 1.5)
  t.equal(face('A').unitsPerEm, plain.unitsPerEm / 1.5)
  for (const [name, value] of Object.entries(plain.metrics)) t.has(face('A').metrics, { [name]: value * 1.5 }, name)
  t.equal(face('B').metrics.ascent, 1.5)
  t.ok(face('D').scale > 0 && face('D').scale < 0.01)
  t.strictSame(fixture.messages(), ['style.css:2:91: warning: "-1%" is not a value of "size-adjust" [invalid-value]'])
})

t.test('features of a face are on unless a style says otherwise', async (t) => {
  const css = `@font-face { font-family: A; src: url(own.ttf); font-feature-settings: "kern" 0 }
@font-face { font-family: B; src: url(own.ttf); font-feature-settings: "kern" 0; font-feature-settings: normal }`
  const fixture = new StyleFixture(css, [], { fonts: createFontLibrary(), assets: { 'own.ttf': regular } })
  const { fonts } = fixture.plan
  const width = (family: string, features: Readonly<Record<string, boolean>>) => {
    const { primary } = fonts.select({ families: [family], weight: 400, style: 'normal', stretch: 100 })
    const shaping = fonts.shaping({ direction: 'ltr', script: 'latn', language: '', features })
    return fonts.shape(primary, shaping, 'AVAVA').width
  }
  t.ok(width('A', {}) > width('B', {}))
  t.equal(width('A', {}), width('B', { kern: false }))
  t.equal(width('A', { kern: true }), width('B', {}))
  t.strictSame(fixture.messages(), [])
})

t.test('where a file is damaged, the next that is named serves', async (t) => {
  const css = `@font-face { font-family: A; src: url(bad.ttf), url(cut.ttf), url(own.ttf), url(other.ttf) }
@font-face { font-family: B; src: url(no.ttf), url(bad.ttf), url(cut.ttf) }`
  const assets = {
    'bad.ttf': 'not a font',
    'cut.ttf': regular.subarray(0, 3000),
    'own.ttf': regular,
    'other.ttf': bold,
  }
  const fixture = new StyleFixture(css, [], { fonts: createFontLibrary(), assets })
  const familyOf = (name: string) =>
    fixture.plan.fonts.select({ families: [name], weight: 400, style: 'normal', stretch: 100 }).primary
  t.equal(familyOf('A').family, 'A')
  t.equal(familyOf('A').weight, 400, 'the first that can be used, not the last')
  t.not(familyOf('B').family, 'B', 'the default font stands in')
  const unusable = /^style\.css:[12]:1: error: the font of "[AB]" cannot be used: .* \[invalid-font\]$/
  t.match(fixture.messages(), [unusable, unusable, unusable, unusable], 'each file that was tried is reported')
})

t.test('a library that cannot be extended is reported once', async (t) => {
  const fixture = new StyleFixture(FACES, [])
  t.strictSame(fixture.messages(), [
    'style.css:2:1: warning: this font library takes no fonts of templates [unsupported-at-rule]',
  ])
})
