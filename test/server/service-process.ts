import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MODULES = fileURLToPath(new URL('./child.js', import.meta.url))

/** Made by `npm test`. */
const BUNDLE = fileURLToPath(new URL('../bundle/child.js', import.meta.url))

/** The bundle starts in half the time, unless it has been left behind by modules that were compiled after it. */
const CHILD = existsSync(BUNDLE) && statSync(BUNDLE).mtimeMs >= statSync(MODULES).mtimeMs ? BUNDLE : MODULES

/** A process of the service that a test has started. */
export interface ServiceProcess {
  /** Where it listens, when it does. */
  readonly url: string
  readonly process: ChildProcess
  /** Its log so far, line by line. */
  readonly logs: readonly string[]
  /** Waits for a line of its log. */
  logged(matches: (line: string) => boolean): Promise<string>
  /** Ends it and waits for that. Gives its exit status, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** The environment of a process, as its users set it. */
export type Settings = Readonly<Record<string, string | undefined>>

/** Starts a process of the service and waits until it is ready. @throws Error when it ends instead */
export async function startProcess(kind: 'server' | 'worker', settings: Settings): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', CHILD, kind], {
    env: { ...process.env, PORT: '0', PLATEN_WORKERS: '1', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const logs: string[] = []
  const listeners = new Set<() => void>()
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) resolve(line)
      logs.push(line)
      for (const listener of listeners) listener()
    })
    exited.then(() => reject(new Error(`the process did not start\n${logs.join('\n')}`)), reject)
  })
  return {
    url,
    process: child,
    logs,
    logged: (matches) =>
      new Promise((resolve) => {
        let looked = 0
        const look = () => {
          const line = logs.slice(looked).find(matches)
          looked = logs.length
          if (line === undefined) return
          listeners.delete(look)
          resolve(line)
        }
        listeners.add(look)
        look()
      }),
    async end(signal) {
      child.kill(signal)
      const [status, endedBy] = await exited
      return status ?? endedBy
    },
  }
}
