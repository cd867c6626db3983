import { readdirSync, readFileSync, statSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER, readBundledFonts } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { libraryFace } from '../../../engine/fonts/font-face.js'
import { computeFontIndex, formatFontIndex } from '../../tools/build-font-index.js'

const MEGABYTE = 1_000_000
const FOLDERS = ['liberation', 'noto']

t.test('the index says what the font files say', (t) => {
  t.equal(readFileSync(new URL('index.json', FONTS_FOLDER), 'utf8'), formatFontIndex(computeFontIndex()))
  t.end()
})

t.test('all bundled files together are smaller than 10 MB', (t) => {
  const sizes = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, FONTS_FOLDER)).map(
      (name) => statSync(new URL(`${folder}/${name}`, FONTS_FOLDER)).size,
    ),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(total < 10 * MEGABYTE, `${total} bytes`)
  t.end()
})

t.test('each folder of fonts holds its licence with the copyright lines', (t) => {
  for (const folder of FOLDERS) {
    const licence = readFileSync(new URL(`${folder}/OFL.txt`, FONTS_FOLDER), 'utf8')
    t.match(licence, /SIL OPEN FONT LICENSE\s+Version 1\.1/, folder)
    t.match(licence, /^(Digitized data copyright \(c\)|Copyright) 20\d\d|^Digitized data copyright/m, folder)
  }
  t.match(readFileSync(new URL('liberation/OFL.txt', FONTS_FOLDER), 'utf8'), /Reserved Font Name Liberation/)
  t.end()
})

t.test('the Liberation families have all four faces', (t) => {
  const bundled = readBundledFonts()
  const faces = [...bundled.faces, ...bundled.lastResort].map(
    ({ description: d }) => `${d.family} ${d.weight} ${d.styles.join()}`,
  )
  for (const family of ['Sans', 'Serif', 'Mono']) {
    for (const face of ['400 normal', '400 italic', '700 normal', '700 italic']) {
      t.ok(faces.includes(`Liberation ${family} ${face}`), `Liberation ${family} ${face}`)
    }
  }
  t.end()
})

t.test('font files are opened when something of the face is needed', (t) => {
  const library = createFontLibrary()
  const selection = library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const runs = selection.itemize('Hello שלום')
  const faces = runs.map((run) => libraryFace(run.face))
  t.same(
    faces.map((face) => face.isOpen),
    faces.map(() => false),
    'choosing faces opens nothing',
  )
  t.equal(selection.primary.unitsPerEm, 2048)
  t.equal(libraryFace(selection.primary).isOpen, true)
  t.end()
})

t.test('the signs of currencies are drawn', async (t) => {
  const fonts = createFontLibrary({ resolvePackage: () => undefined })
  for (const weight of [400, 700]) {
    const selection = fonts.select({ families: ['Arial'], weight, style: 'normal', stretch: 100 })
    for (const sign of '₠₡₢₣₤₥₦₧₨₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿៛$£¥¢฿') {
      const [run] = selection.itemize(sign)
      t.ok(run?.face.hasGlyph(sign.codePointAt(0) ?? 0), `${sign} at ${weight}`)
    }
  }
})

t.test('the bundled signs are for texts in other fonts', async (t) => {
  const fonts = createFontLibrary()
  const selection = fonts.select({ families: ['Liberation Sans'], weight: 400, style: 'normal', stretch: 100 })
  const lends = (text: string) => selection.itemize(text).map(({ face }) => face.lends)
  for (const sign of ['\u2605', '\u2713', '\u260e', '\u2611', '\u20ba']) t.strictSame(lends(sign), [true], sign)
  for (const text of ['a', '\u0e01', '\u4e2d']) t.strictSame(lends(text), [false], text)
})
