import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { compileTemplateFolder } from '../../engine/folder/compile-template-folder.js'
import { createFontLibrary, renderDocument } from '../../engine/index.js'
import { readFontPackage, type WantedFaces } from '../../server/cli/font-package.js'
import { addFamily } from '../../server/cli/fonts-add.js'
import { listFamilies } from '../../server/cli/fonts-list.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const LIBERATION = fileURLToPath(new URL('../../../fonts/liberation', import.meta.url))
const ALL: WantedFaces = { weights: undefined, styles: undefined, subsets: undefined }

const METADATA = {
  family: 'Test Grotesk',
  weights: [400, 700],
  styles: ['italic', 'normal'],
  subsets: ['latin', 'latin-ext'],
}

function rule(subset: string, weight: number, style: string, url?: string): string {
  const file = url ?? `./files/test-grotesk-${subset}-${weight}-${style}.ttf`
  const range = subset === 'latin' ? 'U+0-FF' : 'U+100-24F'
  return `@font-face { font-family: 'Test Grotesk'; font-style: ${style}; font-weight: ${weight}; src: url(${file}) format('truetype'); unicode-range: ${range} }\n`
}

/** A folder with an installed font package, whose files may be others than usual, and a template. */
function makeProject(t: Test, files: Readonly<Record<string, string>> = {}, metadata: object = METADATA): string {
  const folder = makeFolder(t)
  const root = join(folder, 'node_modules', '@fontsource', 'test-grotesk')
  mkdirSync(join(root, 'files'), { recursive: true })
  mkdirSync(join(folder, 'letter'))
  writeFileSync(join(folder, 'letter', 'template.html'), '<p>{{name}}</p>')
  const sheets: Record<string, string> = { 'metadata.json': JSON.stringify(metadata), LICENSE: 'SIL Open Font License' }
  for (const weight of [400, 700]) {
    for (const style of ['normal', 'italic']) {
      const name = style === 'normal' ? `${weight}.css` : `${weight}-italic.css`
      sheets[name] = rule('latin-ext', weight, style) + rule('latin', weight, style)
      const face = `LiberationSans-${weight === 400 ? (style === 'normal' ? 'Regular' : 'Italic') : style === 'normal' ? 'Bold' : 'BoldItalic'}.ttf`
      for (const subset of ['latin', 'latin-ext']) {
        cpSync(join(LIBERATION, face), join(root, 'files', `test-grotesk-${subset}-${weight}-${style}.ttf`))
      }
    }
  }
  for (const [name, text] of Object.entries({ ...sheets, ...files })) writeFileSync(join(root, name), text)
  return folder
}

t.test('a family is copied beside the template with its rules and its licence, and drawn', async (t) => {
  const folder = makeProject(t)
  const template = join(folder, 'letter')
  const added = addFamily(template, readFontPackage('Test Grotesk', [template], ALL), false)
  t.equal(added.faces, 8)
  t.equal(added.stylesheet, 'fonts/test-grotesk/test-grotesk.css')
  const own = join(template, 'fonts', 'test-grotesk')
  t.equal(readFileSync(join(own, 'LICENSE.txt'), 'utf8'), 'SIL Open Font License')
  t.same(readdirSync(join(template, 'fonts')), ['test-grotesk'], 'nothing else is left')
  writeFileSync(
    join(template, 'template.html'),
    `<link rel="stylesheet" href="${added.stylesheet}"><p style="font-family: 'Test Grotesk'">Hello <b>you</b>, Łódź</p>`,
  )
  const compiled = compileTemplateFolder(template, { fonts: createFontLibrary() }).template
  t.same(renderDocument(compiled, {}).diagnostics, [])
  const [first] = listFamilies(compiled.fonts)
  t.match(first, {
    family: 'Test Grotesk',
    source: 'template',
    styles: ['400', '400 italic', '700', '700 italic'],
    scripts: ['Latin', 'Latin Extended'],
    license: 'OFL-1.1',
  })
})

t.test('a copy is replaced when that is asked for', async (t) => {
  const folder = makeProject(t)
  const template = join(folder, 'letter')
  addFamily(template, readFontPackage('@fontsource/test-grotesk', [template], ALL), false)
  const latin = readFontPackage('test grotesk', [template], { weights: [400], styles: ['normal'], subsets: ['latin'] })
  t.throws(() => addFamily(template, latin, false), { message: /is there already: --force/ })
  t.equal(addFamily(template, latin, true).faces, 1)
  t.same(readdirSync(join(template, 'fonts', 'test-grotesk')).sort(), [
    'LICENSE.txt',
    'test-grotesk-latin-400-normal.ttf',
    'test-grotesk.css',
  ])
})

t.test('what a family does not have is named, with what it has', async (t) => {
  const folder = makeProject(t)
  const read = (family: string, wanted: Partial<WantedFaces>) => () =>
    readFontPackage(family, [folder], { ...ALL, ...wanted })
  t.throws(read('Test Grotesk', { weights: [500] }), { message: '--weights: the family has no 500, but 400, 700' })
  t.throws(read('Test Grotesk', { subsets: ['greek'] }), { message: /--subsets: .* greek, but latin, latin-ext/ })
  t.throws(read('Other', {}), {
    message: 'the package @fontsource/other is not installed: npm install @fontsource/other',
  })
  for (const name of ['../letter', '@fontsource/../x', 'a/b', '', '.']) {
    t.throws(read(name, {}), { message: /is not the name of a font family/ }, name)
  }
})

t.test('packages cannot reach out of themselves, nor write more than fonts', async (t) => {
  for (const url of [
    '../../../../letter/template.html',
    './files/../metadata.json',
    './files/..%2fmetadata.json',
    '/etc/passwd',
    'file:///etc/passwd',
    'data:font/ttf;base64,AAAA',
    './files/x.html',
  ]) {
    const folder = makeProject(t, { '400.css': rule('latin', 400, 'normal', `"${url}"`) })
    const wanted = { ...ALL, weights: [400], styles: ['normal'] }
    t.throws(() => readFontPackage('Test Grotesk', [folder], wanted), { message: /names no file of the package/ }, url)
  }
  const wanted = { ...ALL, weights: [400], styles: ['normal'] }
  const linked = makeProject(t, { '400.css': rule('latin', 400, 'normal', './files/out.ttf') })
  const files = join(linked, 'node_modules', '@fontsource', 'test-grotesk', 'files')
  symlinkSync(join(LIBERATION, 'LiberationSans-Regular.ttf'), join(files, 'out.ttf'))
  t.throws(() => readFontPackage('Test Grotesk', [linked], wanted), { message: /has no file files\/out\.ttf/ })
  writeFileSync(join(files, 'fake.ttf'), 'no font')
  writeFileSync(join(files, '..', '400.css'), rule('latin', 400, 'normal', './files/fake.ttf'))
  t.throws(() => readFontPackage('Test Grotesk', [linked], wanted), { message: /400\.css:1:1: fake\.ttf/ })
  writeFileSync(join(files, '..', '400.css'), ' '.repeat(1_000_001))
  t.throws(() => readFontPackage('Test Grotesk', [linked], wanted), { message: /more than 1000000 bytes/ })
  for (const family of ["x'; } * { color: red", 'a\u001b[2J', '']) {
    const folder = makeProject(t, {}, { ...METADATA, family })
    t.throws(() => readFontPackage('Test Grotesk', [folder], ALL), { message: /does not describe a font family/ })
  }
})

t.test('a folder of fonts that leads elsewhere is left alone', async (t) => {
  const folder = makeProject(t)
  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'letter', 'fonts'))
  const found = readFontPackage('Test Grotesk', [folder], ALL)
  t.throws(() => addFamily(join(folder, 'letter'), found, true), { message: /leads out of the template's folder/ })
  t.same(readdirSync(join(folder, 'elsewhere')), [])
})

t.test('a family with more faces than a template can have is refused with what narrows it', async (t) => {
  const folder = makeProject(t, { '400.css': rule('latin', 400, 'normal').repeat(201) })
  const wanted = { ...ALL, weights: [400], styles: ['normal'] }
  t.throws(() => readFontPackage('Test Grotesk', [folder], wanted), {
    message: /201 faces.*--subsets \(latin, latin-ext\)/,
  })
})

t.test('from the command line', async (t) => {
  const cwd = makeProject(t)
  writeFileSync(
    join(cwd, 'letter', 'template.html'),
    '<link rel="stylesheet" href="fonts/test-grotesk/test-grotesk.css">\n' +
      '<style>p { font-family: "Test Grotesk", Helvetica } @page { @top-left { content: "x"; font-family: Futura } }</style>\n' +
      '<p style="font: 10pt Garamond">{{name}}</p>',
  )
  writeFileSync(join(cwd, 'letter', 'sample.json'), '{"name":"\u{10380}"}')
  const added = await platen(['fonts', 'add', 'Test Grotesk', 'letter', '--json', '--subsets', 'latin'], { cwd })
  t.equal(added.err, '')
  t.match(JSON.parse(added.out), { family: 'Test Grotesk', folder: 'fonts/test-grotesk', faces: 4 })
  t.ok(existsSync(join(cwd, 'letter', 'fonts', 'test-grotesk', 'LICENSE.txt')))
  const checked = await platen(['fonts', 'check', 'letter', '--json'], { cwd })
  t.equal(checked.status, 1)
  const { ok, families, diagnostics } = JSON.parse(checked.out)
  t.equal(ok, false)
  t.match(families, [
    { family: 'Test Grotesk', answer: 'Test Grotesk', source: 'template', line: 2 },
    { family: 'Helvetica', answer: 'Liberation Sans', source: 'platen', line: 2 },
    { family: 'Futura', answer: null, source: null, line: 2 },
    { family: 'Garamond', answer: null, source: null, file: 'letter/template.html', line: 3, column: 1 },
  ])
  t.match(diagnostics, [
    { code: 'unknown-font-family', message: /Futura/, line: 2 },
    { code: 'unknown-font-family', message: /Garamond/, line: 3 },
    { code: 'missing-glyph', message: /U\+10380/, line: 3, column: 1 },
  ])
  const listed = await platen(['fonts', 'list'], { cwd })
  t.match(listed.out, /^FAMILY .*\nLiberation Sans +platen +400, 400 italic, 700, 700 italic +OFL-1\.1 +Latin, /)
})
