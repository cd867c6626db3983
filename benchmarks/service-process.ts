import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { processTree } from './process-tree.js'

/** The bundle, which is what people run. */
export const PLATEN = fileURLToPath(new URL('../bundle/main.js', import.meta.url))

/** As `npm start` gives them. */
const NODE_OPTIONS = ['--single-threaded-gc']

/** The organization that `platen serve --demo` prepares. */
const SLUG = 'demo'

/** A server of its own, as users start it, on a data directory that goes away with it. */
export interface ServiceProcess {
  readonly url: string
  readonly slug: string
  readonly key: string
  readonly pid: number
  readonly dataDir: string
  /** The values of one metric by their labels, as `/metrics` writes them. */
  metric(name: string): Promise<ReadonlyMap<string, number>>
  /** Memory the system has given to the process and to those that render for it, in bytes. */
  residentBytes(): number
  stop(): Promise<void>
}

/**
 * @param settings environment variables besides those that every measurement has
 * @param prepare puts into the data directory what is there before the service starts, for the organization of this name
 * @param program the service of another build
 */
export async function startService(
  workers: number,
  settings: Readonly<Record<string, string>> = {},
  prepare?: (dataDir: string, slug: string) => Promise<void>,
  program = PLATEN,
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'))
  const dataDir = join(folder, 'data')
  await prepare?.(dataDir, SLUG)
  const child = spawn(process.execPath, [...NODE_OPTIONS, program, 'serve', '--demo', '--port', '0'], {
    env: { ...process.env, ...settings, HOST: '127.0.0.1', PLATEN_DATA_DIR: dataDir, PLATEN_WORKERS: String(workers) },
    // Logs are written as in service, but where nobody has to read them.
    stdio: ['ignore', openSync(join(folder, 'log'), 'w'), 'pipe'],
  })
  // Also where a measurement ends by an error that nobody has caught.
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  const url = await findUrl(child)
  const pid = child.pid ?? 0
  return {
    url,
    slug: SLUG,
    key: readFileSync(join(dataDir, 'demo-key'), 'utf8').trim(),
    pid,
    dataDir,
    metric: (name) => readMetric(url, name),
    residentBytes: () => residentBytes(pid),
    async stop() {
      process.off('exit', abandon)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for the line that says that the service is ready. Returns its address. */
async function findUrl(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('the service has no standard error')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /running at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
    said.push(line)
  }
  throw new Error(`the service did not start: ${said.join('\n')}`)
}

async function readMetric(url: string, name: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, metric, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (metric === name) values.set(labels, Number(value))
  }
  return values
}

function residentBytes(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + pagesOf(each) * 4096, 0)
}

function pagesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
}
