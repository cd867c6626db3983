import { LimitError } from '../base/errors.js'
import type { JsonValue } from '../base/json.js'
import type { Span } from '../base/source.js'
import type { BindingBudget } from './binding-budget.js'
import { isList, isObject, jsonOf, toText } from './values.js'

/** Bounds the recursion of `JSON.stringify`. */
const MAX_JSON_DEPTH = 512

/** The longest form of a character: `\u001f`. */
const LONGEST_ESCAPE = 6

/** No number is longer. */
const LONGEST_NUMBER = 25

/** How a value prints: strings as they are, null as nothing, objects and arrays as JSON. @throws LimitError */
export function printedText(value: JsonValue, budget: BindingBudget, span: Span | undefined): string {
  return isObject(value) ? toJson(value, budget, span) : toText(value)
}

/** @throws LimitError for values that would be too long, and for those nested deeper than 512, or within themselves */
export function toJson(value: JsonValue, budget: BindingBudget, span: Span | undefined): string {
  const meter = new JsonMeter(budget, span)
  meter.check(value)
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member))
}

/** Tells how long JSON becomes without making it. What programs hand in may hold the same object at every level. */
class JsonMeter {
  #length = 0
  /** Whether characters are looked at one by one, or each taken for the longest that it may become. */
  #exact = false

  constructor(
    private readonly budget: BindingBudget,
    private readonly span: Span | undefined,
  ) {}

  check(value: JsonValue): void {
    try {
      this.#add(value, 0)
    } catch (error) {
      if (!(error instanceof LimitError) || error.code !== 'value-too-long') throw error
      this.#exact = true
      this.#length = 0
      this.#add(value, 0)
    }
  }

  #add(value: unknown, depth: number): void {
    switch (typeof value) {
      case 'string':
        this.#addString(value)
        return
      case 'object':
        if (value === null) this.#addLength(4)
        else this.#addObject(value as JsonValue, depth)
        return
      default:
        this.#addLength(this.#exact ? String(value).length : LONGEST_NUMBER)
    }
  }

  #addObject(value: JsonValue, depth: number): void {
    if (depth > MAX_JSON_DEPTH) {
      const message = `a value to be printed is nested deeper than ${MAX_JSON_DEPTH} levels`
      throw new LimitError('data-too-deep', message, this.span)
    }
    this.#addLength(2)
    let comma = 0
    if (isList(value)) {
      for (const item of value) {
        this.#addLength(comma)
        this.#add(jsonOf(item) ?? null, depth + 1)
        comma = 1
      }
      return
    }
    for (const [name, member] of Object.entries(value ?? {})) {
      const part = jsonOf(member)
      if (part === undefined) continue
      this.#addString(name)
      this.#addLength(1 + comma)
      this.#add(part, depth + 1)
      comma = 1
    }
  }

  #addString(text: string): void {
    this.#addLength(2 + (this.#exact ? escapedLength(text) : LONGEST_ESCAPE * text.length))
  }

  #addLength(length: number): void {
    this.#length += length
    this.budget.checkValue(this.#length, this.span)
  }
}

/** Length of a text in JSON without its quotes. */
function escapedLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22 || code === 0x5c || (code >= 0x08 && code <= 0x0d && code !== 0x0b)) length += 1
    else if (code < 0x20 || isLoneSurrogate(text, at, code)) length += LONGEST_ESCAPE - 1
  }
  return length
}

function isLoneSurrogate(text: string, at: number, code: number): boolean {
  if (code < 0xd800 || code > 0xdfff) return false
  if (code < 0xdc00) return (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00
  return (text.charCodeAt(at - 1) & 0xfc00) !== 0xd800
}
