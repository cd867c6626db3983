import { TemplateError } from '../../engine/base/errors.js'
import { ConfigError } from '../config.js'
import { readPackageVersion } from '../package-version.js'
import { StoreError } from '../storage/store.js'
import { FileError } from '../templates/template-files.js'
import { type Command, CommandError, UsageError } from './command.js'
import { writeNote, writeOut } from './output.js'

interface CommandEntry {
  readonly summary: string
  /** Loads the command only: `platen render` does not load the server. */
  load(): Promise<{ readonly command: Command }>
}

/** The commands as `platen --help` groups them. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'Make documents': {
    render: { summary: 'render a template to a PDF', load: () => import('./render.js') },
    check: { summary: 'list the problems of a template', load: () => import('./check.js') },
    'fonts add': { summary: 'copy a font family into a template', load: () => import('./fonts-add.js') },
    'fonts list': { summary: 'list the families that a template can name', load: () => import('./fonts-list.js') },
    'fonts check': { summary: "check a template's fonts", load: () => import('./fonts-check.js') },
  },
  'Run the service': {
    serve: { summary: 'run the service', load: () => import('./serve.js') },
    worker: { summary: 'work on queued documents', load: () => import('./worker.js') },
    'secret rotate': { summary: 'encrypt everything with a new secret', load: () => import('./secret-rotate.js') },
  },
  'Templates of the service': {
    'template push': { summary: 'publish a template', load: () => import('./template-push.js') },
    'template list': { summary: "list an organization's templates", load: () => import('./template-list.js') },
    'template pull': { summary: 'write a published template to a folder', load: () => import('./template-pull.js') },
    'template infer-schema': {
      summary: 'print a schema of the data of samples',
      load: () => import('./template-infer-schema.js'),
    },
    'partial push': { summary: 'keep a partial that templates share', load: () => import('./partial-push.js') },
    'partial list': { summary: "list an organization's partials", load: () => import('./partial-list.js') },
    'partial pull': { summary: 'write the partials to a folder', load: () => import('./partial-pull.js') },
    'partial delete': { summary: 'delete a partial', load: () => import('./partial-delete.js') },
    'template delete': { summary: 'delete a template', load: () => import('./template-delete.js') },
  },
  'Organizations, keys and users': {
    'org create': { summary: 'create an organization', load: () => import('./org-create.js') },
    'org update': { summary: 'change an organization', load: () => import('./org-update.js') },
    'org list': { summary: 'list the organizations', load: () => import('./org-list.js') },
    'key create': { summary: 'create an API key', load: () => import('./key-create.js') },
    'key list': { summary: "list an organization's API keys", load: () => import('./key-list.js') },
    'key revoke': { summary: 'revoke an API key', load: () => import('./key-revoke.js') },
    'user create': { summary: 'create a user of the dashboard', load: () => import('./user-create.js') },
    'user reset': { summary: 'make a link to choose a new password', load: () => import('./user-reset.js') },
    'user sign-in-link': { summary: 'make a link that signs a user in', load: () => import('./user-sign-in-link.js') },
    'user disable': { summary: 'lock a user out', load: () => import('./user-disable.js') },
    usage: { summary: "show an organization's usage", load: () => import('./usage.js') },
  },
  Webhooks: {
    'webhook create': { summary: 'create an endpoint for events', load: () => import('./webhook-create.js') },
    'webhook list': { summary: "list an organization's endpoints", load: () => import('./webhook-list.js') },
    'webhook update': { summary: 'change, disable or enable an endpoint', load: () => import('./webhook-update.js') },
    'webhook delete': { summary: 'delete an endpoint', load: () => import('./webhook-delete.js') },
    'webhook rotate-secret': {
      summary: 'give an endpoint a new secret',
      load: () => import('./webhook-rotate-secret.js'),
    },
    'webhook test': { summary: 'send a test event', load: () => import('./webhook-test.js') },
    'webhook deliveries': { summary: 'list deliveries', load: () => import('./webhook-deliveries.js') },
    'webhook delivery': { summary: 'show one delivery in full', load: () => import('./webhook-delivery.js') },
    'webhook resend': { summary: 'send deliveries again', load: () => import('./webhook-resend.js') },
  },
}

const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(Object.values(GROUPS).flatMap(Object.entries))

/** Runs `platen` with these words. Resolves with its exit status; errors are told of on standard error. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  if (words[0] === '--version') {
    await writeOut(`${await readPackageVersion()}\n`)
    return 0
  }
  const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((candidate) => COMMANDS.has(candidate))
  const entry = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || !entry) return explain(words)
  const args = words.slice(name.split(' ').length)
  try {
    const { command } = await entry.load()
    if (asksForHelp(args)) {
      await writeOut(`${command.help}\n`)
      return 0
    }
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
  const alike = [...COMMANDS].filter(([name]) => name.startsWith(`${first} `))
  const shown = alike.length > 0 ? listCommands(alike) : listGroups()
  const text = `Usage: platen COMMAND …\n\n${shown}\n\nplaten COMMAND --help explains a command with an example; platen --version prints the version.`
  if (words.length === 0 || asksForHelp(words)) {
    await writeOut(`${text}\n`)
    return 0
  }
  await writeNote(`platen: there is no command "${words.slice(0, 2).join(' ')}"\n\n${text}`)
  return 2
}

function listGroups(): string {
  const groups = Object.entries(GROUPS)
  return groups.map(([title, commands]) => `${title}:\n${listCommands(Object.entries(commands))}`).join('\n\n')
}

function listCommands(commands: readonly (readonly [string, CommandEntry])[]): string {
  return commands.map(([name, { summary }]) => `  platen ${name.padEnd(23)}${summary}`).join('\n')
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
  const missing = missingPackage(error)
  if (missing !== undefined) {
    await writeNote(
      `platen ${name}: the package ${missing} is not installed, which the service needs: npm install platen without --omit=optional`,
    )
  } else if (isExpected) await writeNote(`platen ${name}: ${error.message}`)
  else await writeNote(`platen ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return 1
}

/** The package that a module could not load: those of the service are optional for who only renders. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code))) {
    return undefined
  }
  // As imports say it, and as `require` does in the bundle.
  return /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(error.message)?.[1]
}
