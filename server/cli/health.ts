import { MAX_PORT } from '../config.js'
import { type Command, CommandError, parseArguments, UsageError, wholeNumber } from './command.js'
import { writeOut } from './output.js'

const DEFAULT_PORT = 3000
const DEFAULT_TIMEOUT = 3

/** Addresses to listen on that stand for every address of the machine, and the one that reaches them from within. */
const FROM_WITHIN: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

export const command: Command = {
  help: `Usage: platen health [--ready] [--url URL] [--timeout SECONDS]

Asks a running service whether it answers, for health checks in images without curl. Exit status 1 when it does not.

  --ready            whether it can do its work: database, disk and store of documents are there, and it is not stopping
  --url URL          where it runs; default: http://HOST:PORT by the environment variables of the service
  --timeout SECONDS  how long to wait for the answer; default: ${DEFAULT_TIMEOUT}

Example: PORT=3000 platen health --ready`,

  async run(args) {
    const { values } = parseArguments(args, {
      ready: { type: 'boolean', default: false },
      url: { type: 'string' },
      timeout: { type: 'string' },
    })
    const seconds = wholeNumber(values.timeout, 'timeout', 1) ?? DEFAULT_TIMEOUT
    const address = new URL(values.ready ? 'readyz' : 'healthz', baseOf(values.url ?? addressOf(process.env)))
    const { status, text } = await ask(address, seconds * 1000)
    if (status !== 200) throw new CommandError(`${address.href} answered ${status}: ${text.slice(0, 200)}`)
    await writeOut(`${values.ready ? 'ready' : 'ok'}\n`)
    return 0
  },
}

/** @throws UsageError */
function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:')
    throw new UsageError(`--url must be an address such as http://127.0.0.1:3000, not "${url}"`)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return base
}

/** Where the service of this environment listens, as it is reached from the same machine. */
function addressOf({ HOST = '127.0.0.1', PORT }: NodeJS.ProcessEnv): string {
  const port = wholeNumber(PORT, 'port', 1) ?? DEFAULT_PORT
  if (port > MAX_PORT) throw new UsageError(`PORT must be at most ${MAX_PORT}, not ${port}`)
  const host = FROM_WITHIN[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
  return `http://${host}:${port}`
}

/** @throws CommandError when nobody answers in time */
async function ask(address: URL, timeout: number): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { cause = error } = error
    throw new CommandError(`${address.href} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
