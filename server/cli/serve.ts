import { join, relative } from 'node:path'
import { MAX_PORT, readConfig } from '../config.js'
import { type FirstSignIn, prepareFirstSignIn } from '../dashboard/access/first-administrator.js'
import { startServer } from '../main.js'
import { DEMO_TEMPLATES, type Demo, seedDemo } from '../templates/demo.js'
import { type Command, parseArguments, UsageError, wholeNumber } from './command.js'
import { writeNote } from './output.js'
import { runUntilStopped, stopSignal } from './stop-signal.js'
import { withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen serve [--port N] [--host ADDRESS] [--demo]

Runs the service until SIGINT or SIGTERM. Logs are JSON lines on standard output.

  --port N        where it listens; PORT, 3000
  --host ADDRESS  HOST, 127.0.0.1
  --demo          prepare the organization "demo" with the templates that come along, and print a key; the key is
                  kept in the file demo-key of the data directory

Example: PLATEN_DATA_DIR=/var/lib/platen platen serve --host 0.0.0.0 --port 8080`,

  async run(args) {
    const { values } = parseArguments(args, {
      port: { type: 'string' },
      host: { type: 'string' },
      demo: { type: 'boolean' },
    })
    const port = wholeNumber(values.port, 'port', 0)
    if (port !== undefined && port > MAX_PORT) throw new UsageError(`--port must be up to ${MAX_PORT}, not "${port}"`)
    const { env } = process
    const config = readConfig({ ...env, PORT: values.port ?? env.PORT, HOST: values.host ?? env.HOST })
    const demo = values.demo ? await withStore((store) => seedDemo(store, config.dataDir)) : undefined
    const first = await withStore((store) => prepareFirstSignIn(store, config.administrator))
    const stopped = stopSignal()
    const server = await startServer(config)
    await writeNote(describe(server.url, demo, first))
    return runUntilStopped(server, stopped)
  },
}

/** The first lines people see: where the service is and, for the demonstration, a command that works as it stands. */
function describe(url: string, demo: Demo | undefined, first: FirstSignIn | undefined): string {
  const lines = ['', `  Platen is running at ${url}`, `  Dashboard     ${url}/dashboard`]
  if (first) lines.push('', ...signIn(url, first))
  if (demo) {
    const template = demo.templates.includes('invoice') ? 'invoice' : demo.templates[0]
    lines.push('', `  Organization  ${demo.slug}`, `  API key       ${demo.key}`)
    lines.push(`  Templates     ${demo.templates.join(', ')}`)
    if (template !== undefined) lines.push('', ...curl(url, demo, template))
    for (const problem of demo.problems) lines.push('', `  Left out: ${problem}`)
  }
  return [...lines, ''].join('\n')
}

/** How the first administrator comes in, as long as nobody has. */
function signIn(url: string, { email, password, path }: FirstSignIn): readonly string[] {
  return [
    `  Open this link to sign in as ${email}. It works once, within an hour:`,
    `  ${url}${path}`,
    ...(password === undefined ? [] : [`  Password      ${password}  (shown this once)`]),
  ]
}

function curl(url: string, { slug, key }: Demo, template: string): readonly string[] {
  const sample = relative(process.cwd(), join(DEMO_TEMPLATES, template, 'sample.json'))
  return [
    `  curl -sS --fail-with-body -o ${template}.pdf ${url}/api/v1/${slug}/templates/${template}/documents \\`,
    `    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `    --data-binary @${sample}`,
  ]
}
