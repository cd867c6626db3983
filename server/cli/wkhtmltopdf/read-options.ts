import { CommandError } from '../command.js'
import type { GivenOptions } from './parse-words.js'

/** The value that an option was given last. */
export function lastOf(options: GivenOptions, name: string): string | undefined {
  return options.get(name)?.at(-1)?.[0]
}

/** All values that an option was given. */
export function allOf(options: GivenOptions, name: string): readonly string[] {
  return (options.get(name) ?? []).flatMap(([value]) => value ?? [])
}

export function has(options: GivenOptions, name: string): boolean {
  return options.has(name)
}

/** @throws CommandError for what is no number */
export function numberOf(option: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new CommandError(`--${option} must be a number, not "${text}"`)
  return number
}

export function lastNumber(options: GivenOptions, name: string, fallback: number): number {
  const text = lastOf(options, name)
  return text === undefined ? fallback : numberOf(name, text)
}
