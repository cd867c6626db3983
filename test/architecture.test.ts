import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Stages of the engine from the bottom up: a file may import from its own row and from rows above it here. */
const ENGINE_ORDER: readonly (readonly string[])[] = [
  ['engine/base'],
  ['engine/pdf-input'],
  ['engine/css', 'engine/html', 'engine/fonts', 'engine/images'],
  ['engine/template'],
  ['engine/style'],
  ['engine/boxes', 'engine/dialect', 'engine/forms'],
  ['engine/tags'],
  ['engine/standards'],
  ['engine/layout'],
  ['engine/paint'],
  ['engine/pdf'],
  ['engine/invoice'],
  ['engine'],
  // Entries of their own: what stages make, and templates from folders.
  ['engine/dump', 'engine/folder', 'engine/page-images'],
]

/** Within the stage of style sheets. */
const CSS_ORDER: readonly (readonly string[])[] = [
  ['engine/css/values'],
  ['engine/css/properties', 'engine/css/selectors'],
  ['engine/css/syntax'],
]

const SERVER_ORDER: readonly (readonly string[])[] = [
  // Rules that the transactions of the store, the render workers and the deliveries follow.
  ['server/webhooks/rules', 'server/shares'],
  ['server/storage', 'server/observability'],
  ['server/limits', 'server/webhooks', 'server/render'],
  ['server/jobs'],
  ['server/http'],
  ['server/templates'],
  ['server/mcp'],
  ['server/api', 'server/dashboard'],
  ['server/schedule'],
  ['server'],
  ['server/cli'],
  // Made of all of it, after it.
  ['server/build'],
]

/** Stages in one row know nothing of each other. */
const SEPARATE_ROWS = true

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const statements = /^(?:import|export)\b(\s+type\b)?[^'";]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm
  // Of a template the beginning names the package. `load` is what the hyphenation patterns call their `require`.
  const calls = /\b(?:import|require|load)\(\s*['"`]([^'"`]+)['"`]/g
  return [
    ...[...text.matchAll(statements)].map((match) => ({
      specifier: match[2] ?? match[3] ?? '',
      typeOnly: match[1] !== undefined,
    })),
    ...[...text.matchAll(calls)].map((match) => ({ specifier: match[1] ?? '', typeOnly: false })),
  ]
}

/** The package that an import is from, when it is from one. */
function packageOf({ specifier }: Import): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function rowOf(file: string, order: readonly (readonly string[])[]): { row: number; stage: string } {
  for (const [row, stages] of order.entries()) {
    const stage = stages.find((name) => dirname(file) === name || (name.includes('/') && file.startsWith(`${name}/`)))
    if (stage) return { row, stage }
  }
  return { row: -1, stage: '' }
}

function violations(folder: string, order: readonly (readonly string[])[]): string[] {
  const found: string[] = []
  for (const file of sources(folder)) {
    const own = rowOf(file, order)
    if (own.row < 0) found.push(`${file} belongs to no stage`)
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue
      const target = relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts')
      if (!target.startsWith(`${folder}/`)) {
        if (folder === 'engine') found.push(`${file} imports ${target}`)
        continue
      }
      const other = rowOf(target, order)
      const sideways = SEPARATE_ROWS && other.row === own.row && other.stage !== own.stage
      if (other.row > own.row || sideways) found.push(`${file} imports ${target}`)
    }
  }
  return found
}

t.test('engine stages import only from stages below them, and never from the server', async (t) => {
  t.same(violations('engine', ENGINE_ORDER), [])
})

t.test('of style sheets, values know nothing of properties, and neither of the syntax around them', async (t) => {
  t.same(violations('engine/css', CSS_ORDER), [])
})

t.test('the formats of font files know nothing of how fonts are chosen and used', async (t) => {
  const using = sources('engine/fonts/opentype').filter((file) =>
    importsOf(file).some(({ specifier }) => specifier.startsWith('../') && !specifier.startsWith('../../base/')),
  )
  t.same(using, [])
})

t.test('the box tree knows nothing of how it is built', async (t) => {
  const building = sources('engine/boxes').filter(
    (file) =>
      dirname(file) === 'engine/boxes' && importsOf(file).some(({ specifier }) => specifier.startsWith('./build/')),
  )
  t.same(building, [])
})

t.test('no modules import each other in a circle, but for their types', async (t) => {
  const files = [...sources('engine'), ...sources('server')]
  const imports = new Map(files.map((file) => [file, valueImportsOf(file)]))
  // Modules that import nothing that is left are taken away, again and again: what stays is in circles or leads there.
  for (let size = 0; size !== imports.size; ) {
    size = imports.size
    for (const [file, targets] of imports) if (!targets.some((target) => imports.has(target))) imports.delete(file)
  }
  t.same([...imports.keys()], [])
})

/** The modules whose code a module loads when it is loaded. */
function valueImportsOf(file: string): readonly string[] {
  const statements = /^(?:import|export)\b(?!\s+type\b)([^'";]*?)\bfrom\s*'(\.[^']+)'/gm
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(statements)]
    .filter(([, clause = '']) => clause.replace(/\btype\s+\w+(\s+as\s+\w+)?|[{}\s,]/g, '') !== '')
    .map(([, , specifier = '']) => relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts'))
}

t.test('server folders import only from folders below them', async (t) => {
  t.same(violations('server', SERVER_ORDER), [])
})

t.test('the server touches the engine in the render worker and the command line only', async (t) => {
  const touching = sources('server').filter((file) =>
    importsOf(file).some(
      ({ specifier, typeOnly }) =>
        !typeOnly && /\/engine\/(?!base\/|folder\/folder-assets|infer-schema)/.test(specifier),
    ),
  )
  t.same(
    touching.filter((file) => !/^server\/(render|cli)\//.test(file)),
    [],
  )
})

/** The groups of files of a folder that import each other in a circle, types included. */
function importCircles(folder: string): string[][] {
  const imports = new Map<string, readonly string[]>()
  for (const file of sources(folder)) {
    const local = importsOf(file).filter(({ specifier }) => specifier.startsWith('.'))
    imports.set(
      file,
      local.map(({ specifier }) => relative(ROOT, resolve(ROOT, dirname(file), specifier)).replace(/\.js$/, '.ts')),
    )
  }
  // A file that stands on the path to itself closes a circle.
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at !== -1) circles.push(path.slice(at))
    if (at !== -1 || done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return circles
}

t.test('no files of a stage import each other in a circle', async (t) => {
  for (const folder of ['engine/css', 'engine/style', 'engine/boxes']) t.same(importCircles(folder), [], folder)
})

t.test('each package is imported in one folder of the engine, or by the server', async (t) => {
  const folders = new Map<string, Set<string>>()
  for (const file of [...sources('engine'), ...sources('server')]) {
    for (const imported of importsOf(file)) {
      const name = packageOf(imported)
      if (name.startsWith('.') || name.startsWith('node:')) continue
      const [area, stage, third] = file.split('/')
      const folder = area === 'server' ? area : stage === 'layout' ? `engine/layout/${third}` : `engine/${stage}`
      folders.set(name, (folders.get(name) ?? new Set()).add(folder))
    }
  }
  const spread = [...folders].filter(([, set]) => set.size > 1).map(([name, set]) => `${name}: ${[...set].join(', ')}`)
  t.same(spread, [])
})

/** Packages that the service is to be made of: none is replaced by code of our own without anybody noticing. */
const CHOSEN_PACKAGES = [
  'pdfkit',
  'htmlparser2',
  'css-what',
  'fontkit',
  'linebreak',
  'koa',
  '@koa/router',
  'koa-body',
  'ajv',
  'node-cron',
]

t.test('each package that the service is to be made of is used by it, and tap by its tests', async (t) => {
  // Types alone bring nothing of a package.
  const used = (folder: string) =>
    new Set(
      sources(folder).flatMap((file) =>
        importsOf(file)
          .filter(({ typeOnly }) => !typeOnly)
          .map(packageOf),
      ),
    )
  const byProgram = new Set([...used('engine'), ...used('server')])
  t.same(
    CHOSEN_PACKAGES.filter((name) => !byProgram.has(name)),
    [],
  )
  t.ok(used('test').has('tap'))
})

t.test('each package that is installed in production is imported', async (t) => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // Pictures of pages are an entry of their own, which nothing else of the engine loads.
  const isOptional = (file: string) => file.startsWith('engine/page-images/')
  const byEngine = new Set(
    sources('engine')
      .filter((file) => !isOptional(file))
      .flatMap(importsOf)
      .map(packageOf),
  )
  const optional = [...sources('server'), ...sources('engine').filter(isOptional)]
  const byService = new Set(optional.flatMap(importsOf).map(packageOf))
  t.same(
    Object.keys(dependencies).filter((name) => !byEngine.has(name)),
    [],
    'for the engine, what every installation has',
  )
  t.same(
    Object.keys(optionalDependencies).filter((name) => byEngine.has(name) || !byService.has(name)),
    [],
    'for the service and pictures of pages, what installations of the engine may leave out',
  )
})

t.test('the engine reads no files but its own fonts, except by the entry that compiles folders', async (t) => {
  const reading = sources('engine').filter((file) =>
    importsOf(file).some(({ specifier }) => /^node:(fs|net|http|child_process)/.test(specifier)),
  )
  t.same(
    reading.filter((file) => !/^engine\/(?:fonts|folder|page-images)\//.test(file)),
    [],
  )
})
