import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Standard } from '../../engine/base/standards.js'
import { didYouMean } from '../../engine/base/suggest.js'
import { settingFault } from '../../engine/base/template-settings.js'
import { isTimeZone, nearestTimeZone } from '../../engine/base/time-zone.js'

/** One command of the command line. */
export interface Command {
  /** Usage, options and an example, as `--help` prints them. */
  readonly help: string
  /** Does its work. `args` are the words behind the command's name. Resolves with the exit status. */
  run(args: readonly string[]): Promise<number>
}

/** The command was called in a wrong way: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not do its work: exit status 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The options of a command, as `parseArgs` takes them. */
export type Options = NonNullable<ParseArgsConfig['options']>

/** The values of options by their names. */
export type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>['values']

interface Arguments<T extends Options> {
  readonly values: Values<T>
  readonly positionals: readonly string[]
}

/**
 * Parses the words of a command.
 *
 * @param names of the words that must stand there besides options, as the usage calls them
 * @param last whether the last one must be there, may be left out, or may be followed by more words like it
 * @throws UsageError that names the option or word
 */
export function parseArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  names: readonly string[] = [],
  last: 'one' | 'optional' | 'many' = 'one',
): Arguments<T> {
  const { values, positionals } = parseStrictly(args, options)
  const missing = names[positionals.length]
  const mayBeMissing = last === 'optional' && positionals.length === names.length - 1
  if (missing !== undefined && !mayBeMissing) throw new UsageError(`${missing} is missing`)
  const surplus = last === 'many' ? undefined : positionals[names.length]
  if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}"`)
  return { values, positionals }
}

function parseStrictly<const T extends Options>(args: readonly string[], options: T): Arguments<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const isParseError =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!isParseError) throw error
    // The first sentence names the option; the others are advice about typing arguments that begin with "-".
    const [sentence = error.message] = error.message.split(/\.\s|\n/)
    const unknown = /^Unknown option '--([^']*)'/.exec(sentence)?.[1]
    const hint = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options), '--')
    throw new UsageError(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${hint}`)
  }
}

/** The value of an option that must be given. */
export function required<T>(value: T | undefined, option: string): T {
  if (value === undefined) throw new UsageError(`--${option} is missing`)
  return value
}

/** The value of an option that people read, such as a name. */
export function notBlank(value: string | undefined, option: string): string | undefined {
  if (value?.trim() === '') throw new UsageError(`--${option} must not be empty`)
  return value
}

/** The value of an option that takes one of a few words. */
export function oneOf<T extends string>(
  value: string | undefined,
  option: string,
  choices: readonly T[],
): T | undefined {
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (choice === undefined) throw new UsageError(`--${option} must be one of ${choices.join(', ')}, not "${value}"`)
  return choice
}

/** @throws UsageError for what is no standard, with what the record of settings says of it */
export function standardOf(word: string): Standard {
  const fault = settingFault('standard', word)
  if (fault !== undefined) throw new UsageError(`--standard ${fault}`)
  return word as Standard
}

/** The value of an option that takes the name of a time zone. The caller has looked whether it is the word that the
option also takes. */
export function timeZone(value: string | undefined, option: string, word?: string): string | undefined {
  if (value === undefined || isTimeZone(value)) return value
  const choices = `a time zone such as Europe/Berlin,${word === undefined ? '' : ` or ${word},`}`
  throw new UsageError(`--${option} must be ${choices} not "${value}"${nearestTimeZone(value)}`)
}

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The value of an option that takes a date, or a time with its zone, in ISO 8601. */
export function instant(value: string | undefined, option: string): Date | undefined {
  if (value === undefined) return undefined
  const date = new Date(value)
  // Days that a month does not have lead into the next one.
  const day = new Date(value.slice(0, 10)).getUTCDate()
  if (!INSTANT.test(value) || Number.isNaN(date.getTime()) || day !== Number(value.slice(8, 10))) {
    throw new UsageError(`--${option} must be a date such as 2026-01-31 or 2026-01-31T10:00:00Z, not "${value}"`)
  }
  return date
}

/** The value of an option that takes a whole number from `min`. */
export function wholeNumber(value: string | undefined, option: string, min: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < min) {
    throw new UsageError(`--${option} must be a whole number from ${min}, not "${value}"`)
  }
  return number
}
