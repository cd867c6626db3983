/**
 * Runs tests, each file in a process of its own and those of a folder of the engine in one together, and prints TAP: on a
 * terminal a report of it.
 *
 *     node dist/test/run.js                                      all
 *     node dist/test/run.js engine/css server/http/generate      those whose path begins with one of these
 *
 * The files run as they do by `node dist/test/….test.js`.
 */
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TapConfig } from '@tapjs/config'
import { report } from '@tapjs/reporter'
import t from 'tap'
import { TestProcess } from './test-process.js'

/** Files that run at the same time: those of the service wait more than they work, so that fewer would leave processors idle. */
const JOBS = 2 * availableParallelism() + 1

/**
 * Against files that never end: far more than any takes where the machine has ten times as much to do. Tests do not look at
 * the clock otherwise: a busy machine is no fault of the program. No file sets less for itself, since its tests may be run
 * together with those of others.
 */
const FILE_TIMEOUT_MS = 1_800_000

/** Needs the machine to itself: it measures how long a second tenant waits beside hostile documents. */
const ALONE = ['hostile/over-http.test.js']

/** Folders of files that take long: they come first, so that the short ones fill the time while the last long one runs. */
const LONG = ['hostile', 'server', 'cli']

const folder = fileURLToPath(new URL('.', import.meta.url))
const RUN_FILES = join(folder, 'run-files.js')
const chosen = process.argv.slice(2).map((path) => path.replace(/^(dist\/)?test\//, ''))

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => chosen.length === 0 || chosen.some((path) => file.startsWith(path)))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))

if (files.length === 0) throw new Error(`no test begins with ${chosen.join(' or ')}`)
if (process.stdout.isTTY) await report('terse', t, await TapConfig.load())
// Each has a limit of its own.
t.setTimeout(0)
t.jobs = JOBS
const groups = new Map<string, string[]>()
for (const file of files) groups.set(groupOf(file), [...(groups.get(groupOf(file)) ?? []), join(folder, file)])
for (const [name, group] of groups) {
  // A test that is not buffered runs by itself.
  const buffered = !ALONE.includes(name)
  const programs = group.length > 1 ? [RUN_FILES, ...group] : group
  t.sub(TestProcess, { args: ['--enable-source-maps', ...programs], timeout: FILE_TIMEOUT_MS, buffered, name })
}

/** Tests of the engine start nothing and share nothing: most of their time would go into loading it anew for each file. */
function groupOf(file: string): string {
  return file.startsWith('engine/') ? dirname(file) : file
}

function rank(file: string): number {
  if (ALONE.includes(file)) return -1
  const index = LONG.findIndex((name) => file.startsWith(`${name}/`))
  return index < 0 ? LONG.length : index
}
