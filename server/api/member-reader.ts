import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { invalidMember } from './json-members.js'

/**
 * Reads the members of a body one by one. A member that is absent is undefined; null counts as absent only where a
 * method says so. Every fault is 422 and names the member.
 */
export class MemberReader {
  readonly #members: ReadonlyMap<string, JsonValue>

  /** @throws ApiError 422 `validation_failed` for a member that is not known */
  constructor(body: JsonObject, known: readonly string[]) {
    this.#members = new Map(Object.entries(body))
    for (const name of this.#members.keys()) {
      if (!known.includes(name)) throw invalidMember('validation_failed', name, 'There is no such member')
    }
  }

  /** @throws ApiError 422 `missing_required_field` */
  require(name: string): void {
    if (!this.has(name)) throw invalidMember('missing_required_field', name, `The member "${name}" is missing`)
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  isNull(name: string): boolean {
    return this.#members.get(name) === null
  }

  value(name: string): JsonValue | undefined {
    return this.#members.get(name)
  }

  /** A string of 1 to `most` characters, without white space at its ends. */
  text(name: string, most: number): string | undefined {
    const value = this.#members.get(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalidMember('invalid_type', name, `"${name}" must be a string`)
    const text = value.trim()
    if (text === '' || text.length > most) {
      throw invalidMember('invalid_value', name, `"${name}" must have 1 to ${most} characters`)
    }
    return text
  }

  flag(name: string): boolean | undefined {
    const value = this.#members.get(name)
    if (value === undefined || typeof value === 'boolean') return value
    throw invalidMember('invalid_type', name, `"${name}" must be true or false`)
  }

  /** Its range is the caller's to check. */
  number(name: string): number | undefined {
    const value = this.#members.get(name)
    if (value === undefined || typeof value === 'number') return value
    throw invalidMember('invalid_type', name, `"${name}" must be a number`)
  }

  /** A list of at most `most` strings. */
  texts(name: string, most: number): readonly string[] | undefined {
    const value = this.#members.get(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value)) throw invalidMember('invalid_type', name, `"${name}" must be a list of strings`)
    if (value.length > most) throw invalidMember('invalid_value', name, `"${name}" can have at most ${most} entries`)
    return value.map((entry: JsonValue, index) => {
      if (typeof entry === 'string') return entry
      throw invalidMember('invalid_type', `${name}.${index}`, `The entries of "${name}" must be strings`)
    })
  }

  /** A list of some of the choices. */
  choices<T extends string>(name: string, choices: readonly T[]): readonly T[] | undefined {
    return this.texts(name, choices.length)?.map((entry, index) => oneOf(`${name}.${index}`, entry, choices))
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name, 100)
    return text === undefined ? undefined : oneOf(name, text, choices)
  }

  /** A time of ISO 8601, as epoch ms. */
  time(name: string): number | undefined {
    const text = this.text(name, 40)
    return text === undefined ? undefined : readTime(name, text)
  }
}

/** @throws ApiError 422 `invalid_value` */
export function oneOf<T extends string>(field: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw invalidMember('invalid_value', field, `It must be one of ${choices.join(', ')}`)
  return found
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** A date-time with its offset (RFC 3339), as epoch ms. @throws ApiError 422 `invalid_format` */
export function readTime(field: string, text: string): number {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalidMember('invalid_format', field, 'Write a time like 2026-11-21T12:00:00Z')
  return time
}
