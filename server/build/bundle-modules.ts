import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'

/**
 * Joins compiled modules, and the threads and processes that they start, into few files: most of the time from a cold
 * start is spent finding and opening a thousand modules.
 */

const DIST = fileURLToPath(new URL('../..', import.meta.url))

/** The modules that begin a thread or a process of the service. */
const THREADS = [
  'server/render/supervise-thread.js',
  'server/render/worker.js',
  'server/render/check-worker.js',
  'server/render/preview-worker.js',
  'server/storage/sqlite/store-thread.js',
  'server/storage/sqlite/reader-thread.js',
]

/** Packages with native code, threads of their own, or modules that they load by computed names. */
const EXTERNAL = ['@photostructure/sqlite', 'pg', 'pino', 'node-cron', 'koa-body', 'bwip-js', 'fontkit', 'hyphen']

/**
 * Bundles modules, and the threads of the service with them. The folder gets a file of the same name for each, so their
 * names must differ; both are given from the folder of what is compiled.
 */
export async function bundleModules(modules: readonly string[], folder: string): Promise<Metafile> {
  const entries = [...modules, ...THREADS].map((entry) => join(DIST, entry))
  const out = join(DIST, folder)
  const { metafile } = await build({
    entryPoints: entries,
    outdir: out,
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
    plugins: [movedFiles(entries, out)],
    // CommonJS packages among them ask for Node.js's own modules.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  })
  return metafile
}

/** Files beside a module are found from where the module was, and entries in the bundle. */
function movedFiles(entries: readonly string[], out: string): Plugin {
  const ours = new RegExp(`^${[DIST.replace(/[\\/]$/, ''), '(engine|server|test)', '.*\\.js$'].join('[\\\\/]')}`)
  return {
    name: 'moved-files',
    setup({ onLoad }) {
      onLoad({ filter: ours }, ({ path }) => ({
        contents: withMovedFiles(path, readFileSync(path, 'utf8'), entries, out),
      }))
    },
  }
}

function withMovedFiles(module: string, code: string, entries: readonly string[], out: string): string {
  return code.replace(/new URL\((['"])(\.[^'"]+)\1, import\.meta\.url\)/g, (_url, _quote, file: string) => {
    const target = resolve(dirname(module), file)
    if (target.endsWith('.js') && !entries.includes(target)) throw new Error(`${target} is not among the entries`)
    const moved = entries.includes(target) ? `./${basename(target)}` : relative(out, target).split(sep).join('/')
    const folder = file.endsWith('/') ? '/' : ''
    return `new URL(${JSON.stringify(moved + folder)}, import.meta.url)`
  })
}
