import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { licencesOf } from './licences.js'

/**
 * Joins the compiled command line, and the threads and processes that it starts, into few files: most of the time from
 * a cold start is spent finding and opening a thousand modules. The modules stay for programs that import them.
 */

const DIST = fileURLToPath(new URL('../..', import.meta.url))

const OUT = join(DIST, 'bundle')

/** What begins a thread or a process. The bundle has a file of the same name for each. */
const ENTRIES = [
  'server/cli/main.js',
  'server/render/supervise-thread.js',
  'server/render/worker.js',
  'server/render/check-worker.js',
  'server/render/preview-worker.js',
  'server/storage/sqlite/store-thread.js',
  'server/storage/sqlite/reader-thread.js',
].map((entry) => join(DIST, entry))

/** Packages with native code, threads of their own, or modules that they load by computed names. */
const EXTERNAL = ['@photostructure/sqlite', 'pg', 'pino', 'node-cron', 'koa-body', 'bwip-js', 'fontkit', 'hyphen']

/** Files beside a module are found from where the module was, and entries in the bundle. */
const movedFiles: Plugin = {
  name: 'moved-files',
  setup({ onLoad }) {
    const ours = new RegExp(`^${[DIST.replace(/[\\/]$/, ''), '(engine|server)', '.*\\.js$'].join('[\\\\/]')}`)
    onLoad({ filter: ours }, ({ path }) => ({ contents: withMovedFiles(path, readFileSync(path, 'utf8')) }))
  },
}

function withMovedFiles(module: string, code: string): string {
  return code.replace(/new URL\((['"])(\.[^'"]+)\1, import\.meta\.url\)/g, (_url, _quote, file: string) => {
    const target = resolve(dirname(module), file)
    if (target.endsWith('.js') && !ENTRIES.includes(target)) throw new Error(`${target} is not among the entries`)
    const moved = ENTRIES.includes(target) ? `./${basename(target)}` : relative(OUT, target).split(sep).join('/')
    const folder = file.endsWith('/') ? '/' : ''
    return `new URL(${JSON.stringify(moved + folder)}, import.meta.url)`
  })
}

/** pdfkit loads fontkit with itself, and uses it for fonts that the engine never gives it. */
const lateFontkit: Plugin = {
  name: 'late-fontkit',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fontkit$/ }, ({ importer }) =>
      importer.includes('pdfkit') ? { path: 'fontkit', namespace: 'late' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      resolveDir: DIST,
      contents: `
        import { loadFontkit } from './engine/fonts/fontkit-module.js'
        export const create = (...parameters) => loadFontkit().create(...parameters)
        export const openSync = (...parameters) => loadFontkit().openSync(...parameters)`,
    }))
  },
}

const { metafile } = await build({
  entryPoints: ENTRIES,
  outdir: OUT,
  entryNames: '[name]',
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'inline',
  metafile: true,
  external: EXTERNAL,
  plugins: [lateFontkit, movedFiles],
  // CommonJS packages among them ask for Node.js's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
})

writeFileSync(join(OUT, 'LICENSES.txt'), licencesOf(metafile))
