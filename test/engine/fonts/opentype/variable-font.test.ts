import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary, type FontSource } from '../../../../engine/fonts/create-font-library.js'
import { libraryFace } from '../../../../engine/fonts/font-face.js'
import type { FontFace, FontLibrary, FontRequest, FontStyle } from '../../../../engine/fonts/font-types.js'
import { readFontFile } from '../../../../engine/fonts/opentype/font-file.js'
import { normalizeLocation } from '../../../../engine/fonts/opentype/variation-axes.js'
import { makeVariableFont, type VariableOptions } from '../make-variable-font.js'

const PLAIN = readFileSync(new URL('liberation/LiberationSans-Regular.ttf', FONTS_FOLDER))
const STATIC = readFontFile(PLAIN, 'static')
const WEIGHT = { tag: 'wght', min: 100, default: 400, max: 900 }
const WIDTH = { tag: 'wdth', min: 75, default: 100, max: 125 }
const glyphOf = (character: string) => STATIC.cmap.glyphOf(character.codePointAt(0) ?? 0)

/** H and o grow by 500 units to the right of their middle. */
const OPTIONS: VariableOptions = {
  axes: [WEIGHT, WIDTH],
  glyphs: new Map([
    [glyphOf('H'), { axis: 0, by: 500, from: 700 }],
    [glyphOf('o'), { axis: 0, by: 500, from: 500, sparse: true }],
    [glyphOf('l'), { axis: 1, by: 100, from: 0 }],
  ]),
}

function libraryWith(source: Partial<FontSource> = {}, options = OPTIONS): FontLibrary {
  const data = makeVariableFont(PLAIN, options)
  return createFontLibrary({ bundled: false, fonts: [{ family: 'V', data, ...source }] })
}

function faceOf(library: FontLibrary, weight: number, stretch = 100, style: FontStyle = 'normal'): FontFace {
  return library.select({ families: ['V'], weight, style, stretch }).primary
}

function widths(library: FontLibrary, face: FontFace, text: string, script = 'latn'): number[] {
  const style = library.shaping({ direction: 'ltr', script, language: '', features: { kern: false } })
  return [...library.shape(face, style, text).advances]
}

/** The points of a glyph as the PDF gets it. */
function outline(face: FontFace, character: string): { readonly xs: number[]; readonly bearing: number } {
  const glyphId = glyphOf(character)
  const view = new DataView(face.program.subset([glyphId]).slice().buffer)
  const tables = new Map<string, DataView>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16
    const name = String.fromCharCode(...new Uint8Array(view.buffer, entry, 4))
    tables.set(name, new DataView(view.buffer, view.getUint32(entry + 8), view.getUint32(entry + 12)))
  }
  const start = tables.get('loca')?.getUint32(glyphId * 4) ?? 0
  const glyph = new DataView(view.buffer, (tables.get('glyf')?.byteOffset ?? 0) + start)
  return {
    xs: [glyph.getInt16(2), glyph.getInt16(6)],
    bearing: tables.get('hmtx')?.getInt16(glyphId * 4 + 2) ?? 0,
  }
}

t.test('a variable font has a face for every weight of its range', (t) => {
  const library = libraryWith()
  for (const [weight, expected] of [
    [400, 400],
    [650, 650],
    [900, 900],
    [1000, 900],
    [1, 100],
  ] as const) {
    const face = faceOf(library, weight)
    t.equal(face.weight, expected)
    t.equal(face.program.postscriptName, expected === 400 ? 'LiberationSans' : `LiberationSans_${expected}wght`)
    t.equal(face.synthesis, undefined)
  }
  t.equal(faceOf(library, 650), faceOf(library, 650), 'one face per instance')
  t.equal(faceOf(library, 950), faceOf(library, 900))
  t.equal(new Set([100, 400, 650].map((weight) => faceOf(library, weight).id)).size, 3)
  t.end()
})

t.test('a place on an axis may be asked for beside weight and stretch', (t) => {
  const library = libraryWith()
  const face = (weight: number, ...variations: readonly (readonly [axis: string, value: number])[]) =>
    library.select({ families: ['V'], weight, style: 'normal', stretch: 100, variations }).primary
  t.equal(face(400, ['wght', 650]).program.postscriptName, 'LiberationSans_650wght')
  t.same(widths(library, face(400, ['wght', 650]), 'H'), widths(library, faceOf(library, 650), 'H'))
  t.equal(face(900, ['wdth', 80.5], ['wght', 100]).program.postscriptName, 'LiberationSans_100wght_80.5wdth')
  t.equal(face(400, ['wdth', 1e9]).program.postscriptName, 'LiberationSans_125wdth', 'within its range')
  t.equal(face(400, ['GRAD', 5]), faceOf(library, 400), 'an axis that the font does not have changes nothing')
  t.equal(face(400, ['wght', 650]), face(400, ['wght', 650]))
  const odd = libraryWith({}, { ...OPTIONS, axes: [WEIGHT, { tag: 'a/ #', min: 0, default: 0, max: 1 }] })
  const { primary } = odd.select({
    families: ['V'],
    weight: 400,
    style: 'normal',
    stretch: 100,
    variations: [['a/ #', 1]],
  })
  t.equal(primary.program.postscriptName, 'LiberationSans_1a')
  t.end()
})

t.test('one instance is one face, however it is asked for', (t) => {
  const library = libraryWith()
  const settings = (...variations: readonly (readonly [axis: string, value: number])[]) =>
    library.select({ families: ['V'], weight: 400, style: 'normal', stretch: 100, variations }).primary
  t.equal(settings(['wght', 650]), faceOf(library, 650))
  t.equal(settings(['wght', 650]).weight, 650)
  t.equal(settings(['wdth', 1000]), faceOf(library, 400, 125), 'beyond the end of an axis')
  t.equal(settings(['wdth', 80], ['wght', 100]), settings(['wght', 100], ['wdth', 80]))
  t.not(settings(['wght', 650]), faceOf(library, 400))
  t.equal(settings(['wght', 900]).program.stemV, faceOf(library, 900).program.stemV)
  t.end()
})

t.test('a @font-face rule may set axes, which a style may set otherwise', (t) => {
  const library = libraryWith({
    variations: [
      ['wdth', 80],
      ['wght', 300],
    ],
  })
  t.equal(faceOf(library, 700).program.postscriptName, 'LiberationSans_300wght_80wdth')
  const own = library.select({
    families: ['V'],
    weight: 700,
    style: 'normal',
    stretch: 100,
    variations: [['wght', 500]],
  })
  t.equal(own.primary.program.postscriptName, 'LiberationSans_500wght_80wdth')
  t.end()
})

t.test('fonts with optical sizes have a face for each size', (t) => {
  const sized = libraryWith({}, { ...OPTIONS, axes: [{ tag: 'opsz', min: 8, default: 14, max: 48 }, WIDTH] })
  const at = (library: FontLibrary, opticalSize?: number, variations?: FontRequest['variations']) =>
    library.select({ families: ['V'], weight: 400, style: 'normal', stretch: 100, opticalSize, variations }).primary
  t.equal(at(sized, 20).program.postscriptName, 'LiberationSans_20opsz')
  t.equal(at(sized, 20.02), at(sized, 20), 'in steps of a tenth')
  t.equal(at(sized, 100).program.postscriptName, 'LiberationSans_48opsz', 'within the range')
  t.equal(at(sized).program.postscriptName, 'LiberationSans', 'none is asked for')
  t.equal(at(sized, 14), at(sized), 'the size that the letters of the file are made for')
  t.equal(at(sized, 20, [['opsz', 9]]).program.postscriptName, 'LiberationSans_9opsz')
  const plain = libraryWith()
  t.equal(
    plain.select({ families: ['V'], weight: 400, style: 'normal', stretch: 100, opticalSize: 20 }),
    plain.select({ families: ['V'], weight: 400, style: 'normal', stretch: 100, opticalSize: 30 }),
    'sizes are one request where no font has such an axis',
  )
  t.end()
})

t.test('slanted letters are those of the axis, and not synthesized', (t) => {
  const slanting = libraryWith({}, { ...OPTIONS, axes: [{ tag: 'slnt', min: -10, default: 0, max: 0 }] })
  t.equal(faceOf(slanting, 400).program.postscriptName, 'LiberationSans')
  for (const style of ['italic', 'oblique'] as const) {
    const face = faceOf(slanting, 400, 100, style)
    t.equal(face.program.postscriptName, 'LiberationSans_-10slnt')
    t.equal(face.synthesis, undefined)
    t.equal(face.style, 'oblique')
  }
  const italic = libraryWith({}, { ...OPTIONS, axes: [{ tag: 'ital', min: 0, default: 0, max: 1 }] })
  t.equal(faceOf(italic, 400, 100, 'italic').program.postscriptName, 'LiberationSans_1ital')
  t.equal(faceOf(italic, 400).program.postscriptName, 'LiberationSans')
  const upright = libraryWith(
    { style: 'normal' },
    { ...OPTIONS, axes: [{ tag: 'slnt', min: -10, default: 0, max: 0 }] },
  )
  t.same(faceOf(upright, 400, 100, 'italic').synthesis, { bold: false, oblique: true }, 'the rule says it is upright')
  t.end()
})

t.test('the angle of an oblique is a place on the axis', (t) => {
  const options = { ...OPTIONS, axes: [{ tag: 'slnt', min: -20, default: 0, max: 20 }] }
  const nameAt = (style: number, library = libraryWith({}, options)) =>
    library.select({ families: ['V'], weight: 400, style, stretch: 100 }).primary.program.postscriptName
  t.equal(nameAt(0), 'LiberationSans')
  t.equal(nameAt(5), 'LiberationSans_-5slnt')
  t.equal(nameAt(30), 'LiberationSans_-20slnt')
  t.equal(nameAt(-5), 'LiberationSans_5slnt')
  t.equal(nameAt(15, libraryWith({ style: ['normal', 'oblique'], angle: [0, 12] }, options)), 'LiberationSans_-12slnt')
  t.end()
})

t.test('advances, shapes and outlines are those of the instance', (t) => {
  const [H, o, l] = ['H', 'o', 'l'].map((character) => STATIC.advanceWidth(glyphOf(character)))
  if (H === undefined || o === undefined || l === undefined) throw new Error('no widths')
  for (const hvar of [true, false]) {
    const library = libraryWith({}, { ...OPTIONS, hvar })
    t.same(widths(library, faceOf(library, 400), 'Hol'), [H, o, l])
    t.same(widths(library, faceOf(library, 650), 'Hol'), [H + 250, o + 250, l])
    t.same(widths(library, faceOf(library, 900), 'Hol'), [H + 500, o + 500, l])
    t.same(widths(library, faceOf(library, 100), 'Hol'), [H, o, l])
    t.same(widths(library, faceOf(library, 650, 112.5), 'Hol'), [H + 250, o + 250, l + 50])
    t.same(widths(library, faceOf(library, 650), 'Hx\u0302o').slice(0, 1), [H + 250], 'through the other shaper too')
    t.same(widths(library, faceOf(library, 650), 'o\u0302')[0], o, 'the accented o is a glyph of its own')
  }
  const library = libraryWith()
  const regular = outline(faceOf(library, 400), 'H')
  const bold = outline(faceOf(library, 900), 'H')
  t.same(bold.xs, [regular.xs[0], (regular.xs[1] ?? 0) + 500])
  t.equal(bold.bearing, bold.xs[0])
  const [sparse, plain] = [outline(faceOf(library, 900), 'o'), outline(faceOf(library, 400), 'o')]
  t.same(sparse.xs, [plain.xs[0], (plain.xs[1] ?? 0) + 500], 'deltas between given points are inferred')
  t.equal(faceOf(library, 900).program.advanceWidth(glyphOf('H')), H + 500)
  t.end()
})

t.test('composite glyphs follow their parts', (t) => {
  const library = libraryWith()
  const [regular, bold] = [outline(faceOf(library, 400), 'ô'), outline(faceOf(library, 900), 'ô')]
  t.same(bold.xs, [regular.xs[0], (regular.xs[1] ?? 0) + 500])
  t.end()
})

t.test('avar bends the axis', (t) => {
  const avar = [
    [-1, -1],
    [0, 0],
    [0.5, 0.2],
    [1, 1],
  ] as const
  const library = libraryWith({}, { ...OPTIONS, avar })
  const H = STATIC.advanceWidth(glyphOf('H'))
  for (const [weight, by] of [
    [400, 0],
    [525, 50],
    [650, 100],
    [775, 300],
    [900, 500],
  ] as const) {
    t.same(widths(library, faceOf(library, weight), 'H'), [H + by], `${weight}`)
  }
  t.end()
})

t.test('MVAR changes the metrics', (t) => {
  const library = libraryWith({}, { ...OPTIONS, metrics: { hasc: 100, xhgt: -50, cpht: 20, unds: 40 } })
  const [regular, bold] = [faceOf(library, 400).metrics, faceOf(library, 650).metrics]
  const em = STATIC.unitsPerEm
  t.equal(bold.ascent, regular.ascent + 50 / em)
  t.equal(bold.xHeight, regular.xHeight - 25 / em)
  t.equal(bold.capHeight, regular.capHeight + 10 / em)
  t.equal(bold.underlineThickness, regular.underlineThickness + 20 / em)
  t.equal(bold.descent, regular.descent)
  t.end()
})

t.test('a stated weight or range limits the faces', (t) => {
  const H = STATIC.advanceWidth(glyphOf('H'))
  const ranged = libraryWith({ weight: [400, 650] })
  t.same(widths(ranged, faceOf(ranged, 900), 'H'), [H + 250])
  t.equal(faceOf(ranged, 900).synthesis, undefined)
  const fixed = libraryWith({ weight: 500 })
  t.equal(faceOf(fixed, 400).weight, 500)
  t.same(widths(fixed, faceOf(fixed, 400), 'H'), [H + 100])
  t.same(faceOf(fixed, 700).synthesis, { bold: true, oblique: false })
  t.end()
})

t.test('a static font has one face whatever range is stated', (t) => {
  const fonts = [{ family: 'V', data: PLAIN, weight: [300, 700] as const }]
  const library = createFontLibrary({ bundled: false, fonts })
  t.equal(faceOf(library, 300), faceOf(library, 700))
  t.equal(faceOf(library, 700).weight, 400)
  t.equal(faceOf(library, 700).synthesis, undefined, 'the rule says that the font has these weights')
  t.end()
})

t.test('a variable face is matched among static ones', (t) => {
  const data = makeVariableFont(PLAIN, OPTIONS)
  const library = createFontLibrary({
    bundled: false,
    fonts: [
      { family: 'V', data: PLAIN, weight: 400 },
      { family: 'V', data, weight: [500, 900] },
    ],
  })
  t.equal(faceOf(library, 400).program.postscriptName, 'LiberationSans')
  t.equal(faceOf(library, 700).program.postscriptName, 'LiberationSans_700wght')
  t.equal(faceOf(library, 450).weight, 500)
  t.end()
})

t.test('locations are normalized axis by axis', (t) => {
  const axes = [WEIGHT, { tag: 'GRAD', min: 0, default: 10, max: 10 }]
  const at = (wght: number, grade = 10) =>
    normalizeLocation(
      axes,
      undefined,
      new Map([
        ['wght', wght],
        ['GRAD', grade],
      ]),
    )
  t.same(at(400), [0, 0])
  t.same(at(100), [-1, 0])
  t.same(at(250, 5), [-0.5, -0.5])
  t.same(at(650, 99), [0.5, 0])
  t.same(at(2000, -5), [1, -1])
  t.end()
})

t.test('damaged variations are told', (t) => {
  const data = makeVariableFont(PLAIN, OPTIONS)
  const damaged = (tag: string, at: number, value: number) => {
    const copy = Buffer.from(data)
    for (let i = 0; i < copy.readUInt16BE(4); i++) {
      const entry = 12 + i * 16
      if (copy.toString('latin1', entry, entry + 4) === tag)
        copy.writeUInt16BE(value, copy.readUInt32BE(entry + 8) + at)
    }
    return copy
  }
  const use = (tag: string, at: number, value: number) => {
    const library = createFontLibrary({ bundled: false, fonts: [{ family: 'V', data: damaged(tag, at, value) }] })
    const face = faceOf(library, 700)
    face.program.subset([glyphOf('H')])
    widths(library, face, 'Ho')
    return library.damage
  }
  const unusable: readonly (readonly [tag: string, at: number, value: number])[] = [
    ['fvar', 8, 0xffff],
    ['fvar', 4, 0xfff0],
    ['HVAR', 4, 0x7fff],
  ]
  for (const [tag, at, value] of unusable) {
    t.throws(() => use(tag, at, value), { name: 'FontError', code: 'broken-font' }, `${tag} ${at}`)
  }
  for (const at of [16, 20 + glyphOf('H') * 4 + 4]) {
    t.match(use('gvar', at, 0x7fff), [{ family: 'V', message: /has a damaged glyph/ }], `gvar ${at}`)
  }
  t.end()
})

t.test('an instance is opened when it is selected: what is damaged cannot be', (t) => {
  const face = faceOf(libraryWith(), 555)
  t.equal(libraryFace(face).isOpen, true)
  t.equal(face.unitsPerEm, 2048)
  t.end()
})
