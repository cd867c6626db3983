import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The bundle of the compiled modules, which is what people run. */
export const MAIN = fileURLToPath(new URL('../../bundle/main.js', import.meta.url))

const COMPILED = fileURLToPath(new URL('../../server/cli/main.js', import.meta.url))

if (!existsSync(MAIN) || statSync(MAIN).mtimeMs < statSync(COMPILED).mtimeMs) {
  throw new Error('the bundle is older than the modules that it is made of: npm run build')
}

export interface Run {
  readonly status: number | null
  readonly out: string
  readonly bytes: Buffer
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs the command line as people do, in a process of its own. */
export function platen(args: readonly string[], { cwd, env = {}, input = '' }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { PATH: process.env.PATH, ...env } })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      const bytes = Buffer.concat(out)
      resolve({ status, bytes, out: bytes.toString(), err: Buffer.concat(err).toString() })
    })
    child.stdin.end(input)
  })
}
