import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

t.test('the package holds what it needs and no more', (t) => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }]
  const paths = files.map(({ path }) => path)
  for (const needed of [
    'LICENSE',
    'dist/engine/index.d.ts',
    'dist/server/main.d.ts',
    'dist/server/dashboard/assets/studio.js.br',
    'dist/bundle/engine.js',
    'dist/bundle/folder.js',
    'dist/bundle/page-images.js',
    'dist/bundle/server.js',
    'dist/bundle/main.js',
    'dist/bundle/documents.cjs',
    'dist/bundle/worker.js',
    'dist/bundle/LICENSES.txt',
    'fonts/index.json',
    'fonts/liberation/OFL.txt',
    'fonts/noto/OFL.txt',
    'fonts/wqy/LICENSE.txt',
    'templates/invoice/template.html',
  ]) {
    t.ok(paths.includes(needed), needed)
  }
  const allowed =
    /^(LICENSE|README\.md|package\.json|(fonts|templates)\/.*|(benchmarks|engine|server|\.github)\/.*\.md|(engine\/docs|server\/dashboard)\/pictures\/.*|server\/observability\/grafana-dashboard\.json|dist\/bundle\/.*(?<!\.map)|dist\/(engine|server)\/(?!build\/).*\.d\.ts|dist\/server\/dashboard\/assets\/.*)$/
  t.same(
    paths.filter((path) => !allowed.test(path)),
    [],
  )
  t.same(
    paths.filter((path) => path.endsWith('.md')).flatMap((path) => deadLinks(path, paths)),
    [],
    'links lead to files that are in the package',
  )
  t.end()
})

/** The relative links of a packed page that lead to no packed file. */
function deadLinks(page: string, paths: readonly string[]): readonly string[] {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => to)
  const isKnown = (to: string) => paths.some((path) => path === to || path.startsWith(`${to}/`))
  return links
    .filter((link) => !/^[a-z]+:/.test(link) && !isKnown(join(dirname(page), link).replace(/\/$/, '')))
    .map((link) => `${page}: ${link}`)
}

t.test(
  'the bundle holds nothing but text: code that V8 has compiled runs, or crashes, where another V8 loads it',
  (t) => {
    const files = readdirSync(join(ROOT, 'dist/bundle'))
    t.same(
      files.filter((file) => !/\.(?:c?js|map|txt)$/.test(file)),
      [],
    )
    for (const file of files) t.doesNotThrow(() => textOf(join(ROOT, 'dist/bundle', file)), file)
    t.end()
  },
)

/** @throws TypeError unless the file is UTF-8 */
function textOf(file: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
}

t.test('nothing in the package names a folder of the machine that built it', (t) => {
  const folders = ['dist/bundle', 'dist/engine', 'dist/server'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  t.same(
    folders.filter((file) => readFileSync(file).includes(ROOT)),
    [],
  )
  t.end()
})

t.test('without the optional packages documents are rendered, and the service says what it misses', async (t) => {
  // Not within the checkout, whose packages would be found.
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const packages = join(folder, 'node_modules')
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(packages, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  }
  const installed = join(packages, 'platen')
  for (const part of ['package.json', 'dist/bundle', 'dist/engine']) {
    cpSync(join(ROOT, part), join(installed, part), { recursive: true })
  }
  symlinkSync(join(ROOT, 'fonts'), join(installed, 'fonts'))
  const run = (...words: string[]) => {
    const program = join(installed, 'dist/bundle/main.js')
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' })
    return { status, stderr }
  }
  const invoice = join(ROOT, 'templates/invoice')
  t.same(run('render', invoice, '--out', 'invoice.pdf'), { status: 0, stderr: '' })
  t.match(readFileSync(join(folder, 'invoice.pdf'), 'latin1'), /^%PDF-/)
  const { status, stderr } = run('serve')
  t.equal(status, 1)
  t.match(
    stderr,
    /^platen serve: the package \S+ is not installed, which the service needs: npm install platen without --omit=optional\n$/,
  )
  const program = `import { createFontLibrary } from 'platen'; createFontLibrary().select`
  t.equal(spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder }).status, 0)
})

t.test('programs that import the engine read a few files, and fontkit only for the scripts that need it', async (t) => {
  const folder = t.testdir({})
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/platen'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', IMPORTER], {
    cwd: folder,
    encoding: 'utf8',
  })
  t.same({ status, stderr }, { status: 0, stderr: '' })
  const { atFirst, atLast } = JSON.parse(stdout)
  t.same(atFirst, [], 'Latin text needs none of it')
  t.ok(atLast.length > 0, 'Hindi text does')
})

/** Prints the files of fontkit that were loaded when Latin text was rendered, and when Hindi text was. */
const IMPORTER = `
import { createRequire } from 'node:module'
import { compileTemplate, createFontLibrary, renderDocument } from 'platen'
const { cache } = createRequire(import.meta.url)
const ofFontkit = () => Object.keys(cache).filter((file) => file.includes('node_modules/fontkit/'))
const fonts = createFontLibrary()
const render = (html) => renderDocument(compileTemplate({ html }, { fonts }), {})
render('<p>Hello')
const atFirst = ofFontkit()
render('<p lang="hi">\u0928\u092e\u0938\u094d\u0924\u0947')
console.log(JSON.stringify({ atFirst, atLast: ofFontkit() }))
`

/** A module whose every export has an inferred type, which its declarations must be able to name. */
const CONSUMER = `
import { compileTemplate, createFontLibrary, FontError, LimitError, renderDocument, renderDocumentStream, TemplateError } from 'platen'
import type { FontLibraryOptions, FontSource, RenderOptions } from 'platen'
interface Invoice { number: string; due: Date; note?: string | undefined; lines: { text: string; price: number }[] }
const invoice: Invoice = { number: '7', due: new Date(0), lines: [{ text: 'Bolt', price: 1 }] }
export const fonts = createFontLibrary()
export const more = fonts.extend([])
export const template = compileTemplate({ html: '<p>{{number}}', pageSize: 'a5' }, { fonts })
export const result = renderDocument(template, invoice, { timeZone: 'Europe/Berlin', limits: { pages: 3 } })
export const pieces = renderDocumentStream(template, invoice)
export const fields = (source: FontSource, options: FontLibraryOptions, render: RenderOptions) =>
  [source.weight, source.style, source.stretch, options.resolvePackage, options.onUnusable, render.limits] as const
export const explain = (error: unknown) =>
  error instanceof TemplateError ? error.span : error instanceof FontError || error instanceof LimitError ? error.code : 0
`

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
]) {
  t.test(`programs compile against the types with moduleResolution ${moduleResolution}`, async (t) => {
    const folder = t.testdir({ 'consumer.ts': CONSUMER })
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules/platen'))
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      declaration: true,
      outDir: 'out',
      // As after npm install: what the package does not export cannot be named.
      preserveSymlinks: true,
      // Programs need not have the types of Node.js.
      types: [],
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    // Not by its script, which cannot start with the test runner's loaders.
    const { default: getExePath } = await import(join(ROOT, 'node_modules/typescript/lib/getExePath.js'))
    const { status, stdout, stderr } = spawnSync(getExePath(), ['-p', folder], { encoding: 'utf8' })
    t.same({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' })
  })
}
