import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** How the service is started. */
export interface DemoProgram {
  readonly node: string
  /** The command line. */
  readonly main: string
  readonly env: NodeJS.ProcessEnv
}

/** A service with its demonstration: the organization `demo` and the templates of the folder `templates`. */
export interface Demo {
  readonly url: string
  /** Of the organization, with the scope `generate`. */
  readonly key: string
}

/**
 * Starts the service as people do who try it, and stops it after the work.
 *
 * @throws Error when it does not start, or does not stop as it should
 */
export async function withDemo<T>({ node, main, env }: DemoProgram, work: (demo: Demo) => Promise<T>): Promise<T> {
  const service = spawn(node, [main, 'serve', '--demo', '--port', '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<string>((resolve) =>
    service
      .on('error', (error) => resolve(error.message))
      .on('exit', (code, signal) => resolve(String(signal ?? code))),
  )
  const lines: string[] = []
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
  let result: T
  try {
    const ready = new Promise<void>((resolve) =>
      createInterface({ input: service.stderr }).on('line', (line) => {
        lines.push(line)
        if (/^ {2}Templates /.test(line)) resolve()
      }),
    )
    const reason = await Promise.race([ready, ended])
    if (reason !== undefined) throw new Error(`the service ended with ${reason}\n${lines.join('\n')}`)
    result = await work({ url: find(/running at (\S+)/) ?? '', key: find(/API key +(\S+)/) ?? '' })
  } finally {
    service.kill('SIGTERM')
  }
  const end = await ended
  if (end !== '0') throw new Error(`the service ended with ${end} when it was to stop\n${lines.join('\n')}`)
  return result
}
