import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary, type FontSource } from '../../../engine/fonts/create-font-library.js'
import type { FontRequest, FontStyle } from '../../../engine/fonts/font-types.js'
import { readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'

const library = createFontLibrary()

function request(families: readonly string[], weight = 400, style: FontStyle = 'normal'): FontRequest {
  return { families, weight, style, stretch: 100 }
}

function bytesOf(file: string): Uint8Array {
  return readFileSync(new URL(file, FONTS_FOLDER))
}

t.test('generic families and the families that Liberation stands for', (t) => {
  const cases: readonly (readonly [family: string, expected: string])[] = [
    ['serif', 'Liberation Serif'],
    ['Times New Roman', 'Liberation Serif'],
    ['TIMES', 'Liberation Serif'],
    ['ui-serif', 'Liberation Serif'],
    ['sans-serif', 'Liberation Sans'],
    ['Arial', 'Liberation Sans'],
    ['helvetica', 'Liberation Sans'],
    ['Helvetica Neue', 'Liberation Sans'],
    ['system-ui', 'Liberation Sans'],
    ['monospace', 'Liberation Mono'],
    ['ui-monospace', 'Liberation Mono'],
    ['Courier New', 'Liberation Mono'],
    ['Liberation Mono', 'Liberation Mono'],
    ['noto sans thai', 'Noto Sans Thai'],
    ['Nonesuch', 'Liberation Serif'],
    ['constructor', 'Liberation Serif'],
    ['__proto__', 'Liberation Serif'],
  ]
  for (const [family, expected] of cases) t.equal(library.select(request([family])).primary.family, expected, family)
  t.equal(library.select(request([])).primary.family, 'Liberation Serif')
  t.equal(library.select(request(['Nonesuch', 'Courier', 'serif'])).primary.family, 'Liberation Mono')
  t.end()
})

t.test('weight and style choose the face of the family', (t) => {
  const cases: readonly (readonly [number, FontStyle, string])[] = [
    [400, 'normal', 'LiberationSans'],
    [700, 'normal', 'LiberationSans-Bold'],
    [600, 'normal', 'LiberationSans-Bold'],
    [500, 'normal', 'LiberationSans'],
    [100, 'italic', 'LiberationSans-Italic'],
    [900, 'oblique', 'LiberationSans-BoldItalic'],
  ]
  for (const [weight, style, expected] of cases) {
    const { primary } = library.select(request(['Arial'], weight, style))
    t.equal(primary.program.postscriptName, expected, `${weight} ${style}`)
  }
  t.end()
})

t.test('equal requests give the same selection, equal styles the same style', (t) => {
  t.equal(library.select(request(['Arial', 'serif'])), library.select(request(['Arial', 'serif'])))
  t.not(library.select(request(['Arial'])), library.select(request(['Arial'], 700)))
  const style = library.shaping({
    direction: 'ltr',
    script: 'latn',
    language: 'de',
    features: { liga: false, kern: true },
  })
  t.equal(
    library.shaping({ direction: 'ltr', script: 'latn', language: 'de', features: { kern: true, liga: false } }),
    style,
  )
  t.not(
    library.shaping({ direction: 'ltr', script: 'latn', language: 'de', features: { liga: true, kern: true } }),
    style,
  )
  t.end()
})

t.test('face ids are dense and unique', (t) => {
  const extended = library.extend([{ family: 'One', data: bytesOf('noto/NotoSansThai-Regular.ttf') }])
  const again = extended.extend([{ family: 'Two', data: bytesOf('noto/NotoSansThai-Bold.ttf') }])
  const bundled = library.select(request(['serif'])).primary
  const one = extended.select(request(['One'])).primary
  const two = again.select(request(['Two'])).primary
  t.equal(two.id, one.id + 1)
  t.ok(bundled.id < one.id)
  t.equal(again.select(request(['serif'])).primary, bundled, 'faces are shared with derived libraries')
  t.equal(again.select(request(['One'])).primary, one)
  t.end()
})

t.test('a derived library adds families without changing the first', (t) => {
  const source: FontSource = { family: 'Brand', weight: 700, data: bytesOf('liberation/LiberationMono-Regular.ttf') }
  const extended = library.extend([source])
  const brand = extended.select(request(['brand', 'Arial']))
  t.equal(brand.primary.program.postscriptName, 'LiberationMono')
  t.equal(brand.primary.weight, 700, 'what is stated counts, not what the file says')
  t.equal(library.select(request(['brand', 'Arial'])).primary.family, 'Liberation Sans')
  t.end()
})

t.test('a given family takes the place of a bundled or substituted one', (t) => {
  const data = bytesOf('liberation/LiberationMono-Regular.ttf')
  const own = createFontLibrary({ fonts: [{ family: 'Arial', data }] })
  t.equal(own.select(request(['arial'])).primary.program.postscriptName, 'LiberationMono')
  t.equal(own.select(request(['Helvetica'])).primary.program.postscriptName, 'LiberationSans')
  t.end()
})

t.test('of equal faces the last one given comes first, limited to its unicode range', (t) => {
  const extended = library.extend([
    { family: 'Mix', data: bytesOf('liberation/LiberationSans-Regular.ttf') },
    { family: 'Mix', data: bytesOf('liberation/LiberationMono-Regular.ttf'), unicodeRange: [[0x30, 0x39]] },
  ])
  const mix = extended.select(request(['Mix']))
  t.equal(mix.primary.program.postscriptName, 'LiberationSans', 'the primary face has the space')
  t.same(
    mix.itemize('No 42!').map((run) => [run.start, run.end, run.face.program.postscriptName]),
    [
      [0, 3, 'LiberationSans'],
      [3, 5, 'LiberationMono'],
      [5, 6, 'LiberationSans'],
    ],
  )
  t.end()
})

t.test('without bundled fonts the given ones serve for everything', (t) => {
  const own = createFontLibrary({
    bundled: false,
    fonts: [{ family: 'Only', data: bytesOf('liberation/LiberationMono-Bold.ttf') }],
  })
  t.equal(own.select(request(['serif'])).primary.family, 'Only')
  t.throws(() => createFontLibrary({ bundled: false }), { code: 'no-fonts' })
  t.end()
})

t.test('a folder of fonts that is not there is a FontError', async (t) => {
  const message = 'the folder of fonts "no/where" cannot be read (ENOENT)'
  t.throws(() => createFontLibrary({ folders: ['no/where'] }), { name: 'FontError', code: 'missing-folder', message })
})

t.test('folders add their font files', (t) => {
  const folder = t.testdir({
    'brand.ttf': Buffer.from(bytesOf('liberation/LiberationSans-Italic.ttf')),
    'notes.txt': 'not a font',
    'wrong.woff2': Buffer.from('wOF2 and nothing behind it'),
  })
  const unusable: string[] = []
  const own = createFontLibrary({
    bundled: false,
    folders: [folder],
    onUnusable: (file, error) => unusable.push(`${file.slice(folder.length + 1)} ${error.code}`),
  })
  const { primary } = own.select(request(['Liberation Sans']))
  t.equal(primary.style, 'italic')
  t.equal(primary.metrics.ascent, 1854 / 2048)
  t.same(unusable, ['wrong.woff2 broken-font'])
  t.throws(() => createFontLibrary({ folders: [folder] }), { code: 'broken-font' })
  t.end()
})

t.test('what is not a usable font is refused by name', (t) => {
  const ttf = bytesOf('liberation/LiberationSans-Regular.ttf')
  const wrong = (text: string) => Uint8Array.from(Buffer.from(text.padEnd(64, '\0'), 'latin1'))
  const cases: readonly (readonly [data: Uint8Array, code: string, message: RegExp])[] = [
    [wrong('wOF2'), 'broken-font', /Brand/],
    [wrong('OTTO'), 'broken-font', /Brand has no cmap table/],
    [wrong('wOFF'), 'unsupported-font', /Brand is not a font file/],
    [wrong('ttcf'), 'unsupported-font', /not a font file/],
    [wrong('%PDF'), 'unsupported-font', /Brand is not a font file/],
    [new Uint8Array(3), 'broken-font', /too short/],
    [ttf.slice(0, 100), 'broken-font', /ends in its table directory/],
    [ttf.slice(0, 100_000), 'broken-font', /ends before its .* table does/],
  ]
  for (const [data, code, message] of cases) {
    t.throws(() => library.extend([{ family: 'Brand', data }]), { code, message })
  }
  t.end()
})

/** A font with these names, as `name id, language, text`. */
function named(names: readonly (readonly [id: number, language: number, text: string])[]): Uint8Array {
  const texts = names.map(([, , text]) => Buffer.from(text, 'utf16le').swap16())
  const table = Buffer.alloc(6 + 12 * names.length)
  table.writeUInt16BE(names.length, 2)
  table.writeUInt16BE(table.length, 4)
  let at = 0
  for (const [i, [id, language]] of names.entries()) {
    const length = texts[i]?.length ?? 0
    for (const [k, value] of [3, 1, language, id, length, at].entries()) table.writeUInt16BE(value, 6 + 12 * i + 2 * k)
    at += length
  }
  const { tables, data } = readFontFile(bytesOf('liberation/LiberationMono-Regular.ttf'), 'mono')
  const packed = [...tables].map(([tag, { buffer, byteOffset, byteLength }]): PackedTable => {
    return [tag, tag === 'name' ? Buffer.concat([table, ...texts]) : new Uint8Array(buffer, byteOffset, byteLength)]
  })
  return packTables(new DataView(data.buffer, data.byteOffset).getUint32(0), packed)
}

t.test('a font is found by its names in other languages, and by those of its styles', (t) => {
  const [english, japanese] = [0x409, 0x411]
  const data = named([
    [1, english, 'Test Font Light'],
    [1, japanese, 'ＣＳＳテスト　フォント名'],
    [16, english, 'Test Font'],
  ])
  const fonts = createFontLibrary({ fonts: [{ data }] })
  const found = (family: string) => fonts.select(request([family])).primary.family
  t.equal(found('Test Font'), 'Test Font')
  t.equal(found('ＣＳＳテスト　フォント名'), 'Test Font')
  t.equal(found('ｃｓｓテスト　フォント名'), 'Test Font', 'whatever its case')
  t.equal(found('test font light'), 'Test Font')
  t.equal(
    fonts.families
      ?.names()
      .filter((name) => name.startsWith('Test'))
      .join(),
    'Test Font',
    'and is listed once',
  )
  const renamed = createFontLibrary({ fonts: [{ data, family: 'Mine' }] })
  t.equal(renamed.select(request(['Test Font'])).primary.family, 'Liberation Serif', 'unless a sheet names it')
  t.end()
})
