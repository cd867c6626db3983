import type { JsonValue } from '../../base/json.js'
import { type Message, say } from '../../base/message.js'
import { isObject, shown, toNumber, toText, type Value } from '../values.js'

/**
 * One filter of the template language. A missing field stays missing and null stays null, except where a filter is
 * about just that. A filter that cannot compute its value reports why and returns undefined, so that its placeholder
 * stays as written.
 */
export interface Filter {
  /** How many arguments it takes at least and at most. */
  readonly arguments: readonly [least: number, most: number]
  /** Its first argument is evaluated for each item of the list, in the item's own scope. */
  readonly perItem?: boolean
  /** Its value is a list of items of the list in front of it. */
  readonly keepsItems?: boolean
  /** It takes the text of a number: what is in front of it is formatted. */
  readonly takesText?: boolean
  /** Its value may be the input or an argument as it is. */
  readonly passesValues?: boolean
  /** What it evaluates for each item is an amount that it sums up: `+` adds in it. */
  readonly sumsItems?: boolean
  apply(input: Value, call: FilterCall): Value
  /** Its output within elements, as markup made of the text of its value; elsewhere it prints that text. */
  toMarkup?(text: string): string
}

/** One use of a filter: its arguments, where it stands, and how the document formats. */
export interface FilterCall {
  /** The filter's name, for messages. */
  readonly name: string
  /** BCP 47 tag of the element's language, known to be valid. */
  readonly language: string
  /** IANA time zone, known to be valid. */
  readonly timeZone: string
  /** How many arguments are given. */
  readonly count: number
  /** Its value is printed or taken for text, and not calculated with. */
  readonly printed: boolean
  /** The value of an argument, counted from 0; undefined when it is not given or a field that it needs is missing. */
  argument(position: number): Value
  /** The field that the first argument names by a string. */
  readonly field: string | undefined
  /**
   * The value of the first argument for one item of a list: of the field or path that a string names, else of the
   * expression with the item's fields in scope. The item itself when there is no argument.
   */
  ofItem(item: Value, index: number, count: number): Value
  /** How a value prints; the JSON of arrays and objects counts as a value that is made. @throws LimitError */
  text(value: JsonValue): string
  /** JSON of a value. @throws LimitError when it is too long */
  json(value: JsonValue): string
  /** To be asked before a text of so many characters is made, or a list of so many items. @throws LimitError */
  checkLength(length: number): void
  /** Counts items of a list that are looked at other than by `ofItem`. @throws LimitError when there were too many */
  countItems(items: number): void
  /** Counts a value that is compared or searched, as far as it is a long text. @throws LimitError likewise */
  countReading(value: Value): void
  /** Reports once for this use why it has no value, however often that is met. */
  report(code: string, message: string | Message): void
  /** Warns of a value that it has all the same. */
  warn(code: string, message: string | Message): void
}

/** Reports an input that the filter cannot use. */
export function unusable(input: Value, expected: string | Message, call: FilterCall): undefined {
  call.report('unusable-value', say`filter "${call.name}" needs ${expected}, got ${shown(input)}`)
}

/** Reports an argument that the filter cannot use. */
export function wrongArgument(argument: Value, expected: string, call: FilterCall): undefined {
  const message = say`filter "${call.name}" needs ${expected} as its argument, got ${shown(argument)}`
  call.report('unusable-argument', message)
}

/** Whether an input is a text with nothing in it, as forms send for fields that are left out. */
export function isBlank(input: Value): boolean {
  return typeof input === 'string' && input.trim() === ''
}

/** Formats nothing for a text with nothing in it, as for null. */
export function formatNothing(call: FilterCall): null {
  call.warn('empty-value', say`filter "${call.name}" prints nothing for an empty text`)
  return null
}

/** A filter on numbers and strings that hold numbers. */
export function onNumber(
  [least, most]: Filter['arguments'],
  change: (number: number, call: FilterCall) => Value,
): Filter {
  return {
    arguments: [least, most],
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (isBlank(input)) return formatNothing(call)
      const number = toNumber(input)
      return number === undefined ? unusable(input, 'a number', call) : change(number, call)
    },
  }
}

/** A filter on texts, and on numbers and booleans as they print. */
export function onText([least, most]: Filter['arguments'], change: (text: string, call: FilterCall) => Value): Filter {
  return {
    arguments: [least, most],
    takesText: true,
    apply(input, call) {
      if (input === undefined || input === null) return input
      if (isObject(input)) return unusable(input, 'text', call)
      const text = toText(input)
      call.checkLength(text.length)
      return change(text, call)
    },
  }
}

/** An argument that must be a text; undefined, and reported, when it is none. `otherwise` when it is not given. */
export function textArgument(call: FilterCall, position: number, expected: string, otherwise?: string) {
  if (position >= call.count && otherwise !== undefined) return otherwise
  const value = call.argument(position)
  return typeof value === 'string' ? value : wrongArgument(value, expected, call)
}

/** Characters of a pattern; no longer one means anything. */
const LONGEST_PATTERN = 1_000

/** The same for a pattern, of which formats and fields are made and kept. */
export function patternArgument(call: FilterCall, position: number, expected: string, otherwise: string) {
  const pattern = textArgument(call, position, expected, otherwise)
  if (pattern === undefined || pattern.length <= LONGEST_PATTERN) return pattern
  return wrongArgument(pattern, expected, call)
}

/** An argument that must be a whole number in a range; undefined, and reported, when it is none. */
export function wholeArgument(
  call: FilterCall,
  position: number,
  [least, most]: readonly [least: number, most: number],
  expected: string,
  otherwise?: number,
): number | undefined {
  if (position >= call.count && otherwise !== undefined) return otherwise
  const value = call.argument(position)
  const number = toNumber(value)
  if (number === undefined || !Number.isInteger(number) || number < least || number > most) {
    return wrongArgument(value, expected, call)
  }
  return number
}
