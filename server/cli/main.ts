#!/usr/bin/env node
import { TemplateError } from '../../engine/base/errors.js'
import { ConfigError } from '../config.js'
import { StoreError } from '../storage/store.js'
import { FileError } from '../template-files.js'
import { type Command, CommandError, UsageError } from './command.js'
import { writeNote, writeOut } from './output.js'

interface CommandEntry {
  readonly summary: string
  /** Loads the command only: `platen render` does not load the server. */
  load(): Promise<{ readonly command: Command }>
}

const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['render', { summary: 'render a template to a PDF', load: () => import('./render.js') }],
  ['check', { summary: 'list the problems of a template', load: () => import('./check.js') }],
  ['serve', { summary: 'run the service', load: () => import('./serve.js') }],
  ['org create', { summary: 'create an organization', load: () => import('./org-create.js') }],
  ['worker', { summary: 'work on queued documents', load: () => import('./worker.js') }],
  ['org update', { summary: 'change an organization', load: () => import('./org-update.js') }],
  ['user create', { summary: 'create a user of the dashboard', load: () => import('./user-create.js') }],
  ['org list', { summary: 'list the organizations', load: () => import('./org-list.js') }],
  ['key create', { summary: 'create an API key', load: () => import('./key-create.js') }],
  ['key list', { summary: "list an organization's API keys", load: () => import('./key-list.js') }],
  ['key revoke', { summary: 'revoke an API key', load: () => import('./key-revoke.js') }],
  ['template push', { summary: 'publish a template', load: () => import('./template-push.js') }],
  ['template list', { summary: "list an organization's templates", load: () => import('./template-list.js') }],
  ['template pull', { summary: 'write a published template to a folder', load: () => import('./template-pull.js') }],
  ['usage', { summary: "show an organization's usage", load: () => import('./usage.js') }],
  ['template delete', { summary: 'delete a template', load: () => import('./template-delete.js') }],
  ['webhook create', { summary: 'create an endpoint for events', load: () => import('./webhook-create.js') }],
  ['webhook list', { summary: "list an organization's endpoints", load: () => import('./webhook-list.js') }],
  ['webhook update', { summary: 'change, disable or enable an endpoint', load: () => import('./webhook-update.js') }],
  ['webhook delete', { summary: 'delete an endpoint', load: () => import('./webhook-delete.js') }],
  [
    'webhook rotate-secret',
    { summary: 'give an endpoint a new secret', load: () => import('./webhook-rotate-secret.js') },
  ],
  ['webhook deliveries', { summary: 'list what was delivered', load: () => import('./webhook-deliveries.js') }],
  ['webhook delivery', { summary: 'show one delivery completely', load: () => import('./webhook-delivery.js') }],
  ['webhook resend', { summary: 'send deliveries again', load: () => import('./webhook-resend.js') }],
  ['webhook test', { summary: 'send a test event', load: () => import('./webhook-test.js') }],
])

async function main(words: readonly string[]): Promise<number> {
  const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((candidate) => COMMANDS.has(candidate))
  const entry = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || !entry) return explain(words)
  const args = words.slice(name.split(' ').length)
  const { command } = await entry.load()
  if (asksForHelp(args)) {
    await writeOut(`${command.help}\n`)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    return report(error, name)
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

/** Lists the commands, as help or because the words name none. */
async function explain(words: readonly string[]): Promise<number> {
  const [first = ''] = words
  const group = [...COMMANDS].filter(([name]) => name.startsWith(`${first} `))
  const shown = group.length > 0 ? group : [...COMMANDS]
  const lines = shown.map(([name, { summary }]) => `  platen ${name.padEnd(23)}${summary}`)
  const text = `Usage: platen COMMAND …\n\n${lines.join('\n')}\n\nplaten COMMAND --help tells more, with an example.`
  if (words.length === 0 || asksForHelp(words)) {
    await writeOut(`${text}\n`)
    return 0
  }
  await writeNote(`platen: there is no command "${words.slice(0, 2).join(' ')}"\n\n${text}`)
  return 2
}

/** Tells about an error and gives the exit status for it. Errors that are bugs show where they happened. */
async function report(error: unknown, name: string): Promise<number> {
  if (error instanceof UsageError) {
    await writeNote(`platen ${name}: ${error.message} (see platen ${name} --help)`)
    return 2
  }
  const isExpected =
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof FileError ||
    error instanceof StoreError ||
    error instanceof TemplateError
  if (isExpected) await writeNote(`platen ${name}: ${error.message}`)
  else await writeNote(`platen ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return 1
}

process.exitCode = await main(process.argv.slice(2))
