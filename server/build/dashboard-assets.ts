import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { licencesOf } from './licences.js'

/** Files that browsers get as they are in the sources. */
const FILES = ['style.css', 'studio.css', 'icon.svg']

/** Scripts with all that they import, by the names under which pages ask for them. */
const BUNDLES = {
  dashboard: 'dashboard.ts',
  studio: 'studio.ts',
  pdf: 'pdf.ts',
  compare: 'compare.ts',
  search: 'search.ts',
  thumbnails: 'thumbnails.ts',
  'try-it': 'try-it.ts',
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = join(ROOT, 'server/dashboard')
const TARGET = fileURLToPath(new URL('../dashboard/assets/', import.meta.url))

/** The tables by which editors complete come from the engine that was built, and stand in the script. */
const { dialectTables }: { dialectTables(): unknown } = await import(
  pathToFileURL(join(ROOT, 'dist/engine/index.js')).href
)

mkdirSync(TARGET, { recursive: true })
for (const file of FILES) writeFileSync(join(TARGET, file), readFileSync(join(SOURCES, file)))
const { metafile } = await build({
  entryPoints: Object.fromEntries(
    Object.entries(BUNDLES).map(([name, file]) => [name, join(SOURCES, 'browser', file)]),
  ),
  outdir: TARGET,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  define: { DIALECT: JSON.stringify(dialectTables()) },
  metafile: true,
  tsconfig: join(SOURCES, 'browser/tsconfig.json'),
  logLevel: 'warning',
})
// pdf.js parses in a worker of its own, which comes as one file.
writeFileSync(
  join(TARGET, 'pdf-worker.js'),
  readFileSync(join(ROOT, 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs')),
)
writeFileSync(join(TARGET, 'LICENSES.txt'), licencesOf([metafile]))
for (const name of readdirSync(TARGET)) {
  // Compressed once, as small as it gets, instead of whenever the service starts.
  if (/\.(?:js|css|svg)$/.test(name)) {
    const bytes = readFileSync(join(TARGET, name))
    writeFileSync(join(TARGET, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(TARGET, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
