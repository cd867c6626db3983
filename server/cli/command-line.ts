import { LimitError, StandardError, TemplateError } from '../../engine/base/errors.js'
import { FontError } from '../../engine/fonts/opentype/font-error.js'
import { ConfigError } from '../config.js'
import { packageVersion } from '../observability/package-version.js'
import { StoreError } from '../storage/store.js'
import { FileError } from '../templates/template-files.js'
import { type Command, CommandError, UsageError } from './command.js'
import { writeNote, writeOut } from './output.js'

interface CommandEntry {
  readonly summary: string
  /** Loads the command only: `platen render` does not load the server. */
  load(): Promise<{ readonly command: Command }>
}

/** Commands by their names, in groups as `platen --help` shows them. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, CommandEntry>>>>

/** Runs `platen` with these words. Resolves with its exit status; errors are told of on standard error. */
export async function runCommandLine(words: readonly string[], groups: CommandGroups): Promise<number> {
  if (words[0] === '--version') {
    await writeOut(`${packageVersion()}\n`)
    return 0
  }
  const commands = new Map(Object.values(groups).flatMap(Object.entries<CommandEntry>))
  const name = [2, 1].map((count) => words.slice(0, count).join(' ')).find((candidate) => commands.has(candidate))
  const entry = name === undefined ? undefined : commands.get(name)
  if (name === undefined || !entry) return explain(words, groups)
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
async function explain(words: readonly string[], groups: CommandGroups): Promise<number> {
  const [first = ''] = words
  const alike = Object.values(groups)
    .flatMap(Object.entries<CommandEntry>)
    .filter(([name]) => name.startsWith(`${first} `))
  const shown = alike.length > 0 ? listCommands(alike) : listGroups(groups)
  const text = `Usage: platen COMMAND …\n\n${shown}\n\nplaten COMMAND --help explains a command with an example; platen --version prints the version.`
  if (words.length === 0 || asksForHelp(words)) {
    await writeOut(`${text}\n`)
    return 0
  }
  await writeNote(`platen: there is no command "${words.slice(0, 2).join(' ')}"\n\n${text}`)
  return 2
}

function listGroups(groups: CommandGroups): string {
  return Object.entries(groups)
    .map(([title, commands]) => `${title}:\n${listCommands(Object.entries(commands))}`)
    .join('\n\n')
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
    error instanceof FontError ||
    error instanceof LimitError ||
    error instanceof StandardError ||
    error instanceof StoreError ||
    error instanceof TemplateError
  const missing = missingPackage(error)
  if (missing !== undefined) {
    await writeNote(
      `platen ${name}: the package ${missing} is not installed, which the service needs: npm install platen without --omit=optional`,
    )
  } else if (isExpected) await writeNote(`platen ${name}: ${error.message}`)
  else await writeNote(`platen ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return error instanceof StoreError && error.code === 'newer' ? EXIT_NEWER_DATA : 1
}

/** The exit status for data of a newer version: starting once more does not help, starting another version does. */
const EXIT_NEWER_DATA = 3

/** The package that a module could not load: those of the service are optional for who only renders. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code))) {
    return undefined
  }
  // As imports say it, and as `require` does in the bundle.
  return /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(error.message)?.[1]
}
