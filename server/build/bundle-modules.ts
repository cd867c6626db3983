import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

/**
 * Joins compiled modules, and the threads and processes that they start, into few files: most of the time from a cold
 * start is else spent finding and opening a thousand modules.
 */

const DIST = fileURLToPath(new URL('../..', import.meta.url))

/** The modules that begin a thread or a process of the service. */
const THREADS = [
  'engine/page-images/page-thread.js',
  'server/render/page-worker.js',
  'server/render/supervise-thread.js',
  'server/render/worker.js',
  'server/render/check-worker.js',
  'server/render/preview-worker.js',
  'server/storage/sqlite/store-thread.js',
  'server/storage/sqlite/reader-thread.js',
]

/** Packages with native code, threads of their own, or modules that they load by computed names. */
export const EXTERNAL = [
  '@embedpdf/pdfium',
  '@jsquash/jpeg',
  '@jsquash/webp',
  '@modelcontextprotocol/server',
  '@photostructure/sqlite',
  'pg',
  'pino',
  'node-cron',
  'koa-body',
  'bwip-js',
  'fontkit',
  'hyphen',
]

/**
 * Bundles modules, and the threads of the service with them: what several of them import is there once.
 *
 * @param modules by the names of their files in the folder, which `.js` is added to; threads have their own
 * @param folder the modules and it are given from the folder of what is compiled
 */
export async function bundleModules(modules: Readonly<Record<string, string>>, folder: string): Promise<Metafile> {
  const threads = Object.fromEntries(THREADS.map((thread) => [basename(thread, '.js'), thread]))
  const entries = Object.entries({ ...modules, ...threads }).map(([out, entry]) => ({ out, in: join(DIST, entry) }))
  const out = join(DIST, folder)
  const { metafile } = await build({
    ...common(
      entries.map((entry) => entry.in),
      out,
    ),
    entryPoints: entries,
    outdir: out,
    chunkNames: 'chunk-[hash]',
    splitting: true,
    format: 'esm',
    // CommonJS packages among them ask for Node.js's own modules.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  })
  return metafile
}

/**
 * Bundles a module and all that it imports as one script, which is sooner loaded than many. The threads of the service are
 * expected beside it; both paths are given from the folder of what is compiled.
 */
export async function bundleScript(module: string, file: string): Promise<Metafile> {
  const outfile = join(DIST, file)
  const { metafile } = await build({
    ...common(
      THREADS.map((thread) => join(DIST, thread)),
      dirname(outfile),
    ),
    entryPoints: [join(DIST, module)],
    outfile,
    format: 'cjs',
    // A script by itself has no way to import: packages that are not in the bundle are required.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'urlOfBundle' },
    banner: { js: "const urlOfBundle = require('node:url').pathToFileURL(__filename).href;" },
  })
  return metafile
}

/** @param beside modules that have files of their own in the folder `out` */
function common(beside: readonly string[], out: string) {
  return {
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    // Without comments code is half as long, and sooner read. Names stay, so that traces of the stack can be read.
    minifyWhitespace: true,
    legalComments: 'external',
    metafile: true,
    external: EXTERNAL,
    plugins: [movedFiles(beside, out), lateFontkit],
  } as const satisfies BuildOptions
}

/**
 * PDFKit imports fontkit for fonts that it opens by itself, which the engine never asks for: 4 MB of memory and a tenth of
 * a start. In the bundle it is loaded when it is asked for, as the engine loads it for the scripts that need it.
 */
const lateFontkit: Plugin = {
  name: 'late-fontkit',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fontkit$/ }, ({ path, importer, resolveDir }) =>
      importer.split(sep).includes('pdfkit') ? { path, namespace: 'late', pluginData: { resolveDir } } : undefined,
    )
    onLoad({ filter: /^fontkit$/, namespace: 'late' }, ({ path, pluginData }) => ({
      contents: `export const create = (...font) => require(${JSON.stringify(path)}).create(...font)`,
      resolveDir: (pluginData as { readonly resolveDir: string }).resolveDir,
    }))
  },
}

/** Files beside a module are found from where the module was, and those of the bundle within it. */
function movedFiles(beside: readonly string[], out: string): Plugin {
  const ours = new RegExp(`^${[DIST.replace(/[\\/]$/, ''), '(engine|server|test)', '.*\\.js$'].join('[\\\\/]')}`)
  return {
    name: 'moved-files',
    setup({ onLoad }) {
      onLoad({ filter: ours }, ({ path }) => ({
        contents: withMovedFiles(path, readFileSync(path, 'utf8'), beside, out),
      }))
    },
  }
}

function withMovedFiles(module: string, code: string, beside: readonly string[], out: string): string {
  return code.replace(/new URL\((['"])(\.[^'"]+)\1, import\.meta\.url\)/g, (_url, _quote, file: string) => {
    const target = resolve(dirname(module), file)
    const isBeside = beside.includes(target)
    if (target.endsWith('.js') && !isBeside) throw new Error(`${target} is not in the bundle`)
    const moved = isBeside ? `./${basename(target)}` : relative(out, target).split(sep).join('/')
    const folder = file.endsWith('/') ? '/' : ''
    return `new URL(${JSON.stringify(moved + folder)}, import.meta.url)`
  })
}
