import type { JsonValue } from '../base/json.js'
import { ofData, type Shown } from '../base/message.js'

/** The value of an expression; `undefined` when no field matches. */
export type Value = JsonValue | undefined

/**
 * A member of the data as JSON has it. Programs hand in more than JSON can express: what has a `toJSON`, as a `Date`
 * has, is what that returns, a bigint is the text of its digits, a function or symbol is missing.
 */
export function jsonOf(member: unknown): Value {
  switch (typeof member) {
    case 'string':
    case 'number':
    case 'boolean':
      return member
    case 'object':
      if (member !== null && 'toJSON' in member && typeof member.toJSON === 'function') {
        return withoutToJson(member.toJSON())
      }
      return member as JsonValue
    case 'bigint':
      return String(member)
    default:
      return undefined
  }
}

/** The result of `toJSON` is taken as it is, as by `JSON.stringify`: it may be the object itself. */
function withoutToJson(result: unknown): Value {
  return typeof result === 'object' ? (result as JsonValue) : jsonOf(result)
}

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

export function isObject(value: Value): value is Exclude<JsonValue, string | number | boolean | null> {
  return typeof value === 'object' && value !== null
}

export function isList(value: Value): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** An own field of an object or an element of an array; nothing else has fields. */
export function fieldOf(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null) return undefined
  if (isList(value)) return isIndex(name) ? jsonOf(value[Number(name)]) : undefined
  return Object.hasOwn(value, name) ? jsonOf((value as Readonly<Record<string, unknown>>)[name]) : undefined
}

/** A canonical array index: `0`, `12`, but not `01`, `-1` or `length`. */
function isIndex(name: string): boolean {
  const first = name.charCodeAt(0)
  if (first === 48) return name.length === 1
  if (first < 48 || first > 57 || name.length > 10) return false
  for (let at = 1; at < name.length; at++) {
    const digit = name.charCodeAt(at)
    if (digit < 48 || digit > 57) return false
  }
  return true
}

/** Empty arrays, empty strings, 0, null, false and missing fields are false. */
export function isTrue(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value)
}

/** How a value that is no array or object prints: strings as they are, null as nothing. */
export function toText(value: string | number | boolean | null): string {
  return typeof value === 'string' ? value : value === null ? '' : String(value)
}

/** A number, or a string that holds one; else undefined. */
export function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !NUMERIC.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Removes what binary arithmetic adds behind the fifteenth digit: `19.99 * 3` is 59.97 and `0.1 + 0.2` is 0.3, as
 * on the invoice's reader's calculator.
 */
export function toDecimal(result: number): number {
  return Number(result.toPrecision(15))
}

/** Equal as JSON scalars; a number equals a string that holds it, null equals a missing field. */
export function areEqual(left: Value, right: Value): boolean {
  if (left === right) return true
  if (left === null || left === undefined) return right === null || right === undefined
  if (typeof left === 'number' && typeof right === 'string') return toNumber(right) === left
  if (typeof left === 'string' && typeof right === 'number') return toNumber(left) === right
  return false
}

/** Negative, zero or positive as `left` is smaller, equal or greater; undefined when they have no order. */
export function compare(left: Value, right: Value): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0
  }
  const a = toNumber(left)
  const b = toNumber(right)
  return a === undefined || b === undefined ? undefined : a - b
}

/** `an array`, `the string "abc"`: for messages, which without values say what kind of value it is. */
export function shown(value: Value): Shown {
  if (isList(value)) return ofData('an array', 'an array')
  if (isObject(value)) return ofData('an object', 'an object')
  if (value === undefined) return ofData('a missing field', 'a missing field')
  if (value === null) return ofData('null', 'null')
  const kind = value === '' ? 'an empty string' : `a ${typeof value}`
  if (typeof value !== 'string') return ofData(`the ${typeof value} ${value}`, kind)
  return ofData(`the string "${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`, kind)
}
