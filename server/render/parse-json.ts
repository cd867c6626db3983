import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { findJsonError } from './find-json-error.js'
import { skipString } from './find-lossy-number.js'

/** Containers inside containers; more is refused before anything recursive sees the value. */
const MAX_NESTING = 512

/** Numbers with fewer digits and no exponent are in range: the largest has 309. */
const MAX_DIGITS = 309

type ParsedJson =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** Not JSON. The message does not quote the text; line and column count from 1. */
  | { readonly kind: 'malformed'; readonly message: string; readonly line: number; readonly column: number }

/**
 * Parses a JSON text (RFC 8259) from its bytes: UTF-8 without faults, a leading byte order mark is skipped, at most
 * `MAX_NESTING` containers deep. A member called `__proto__` is an own property like any other.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { kind: 'malformed', message: 'the text is not valid UTF-8', line: 1, column: 1 }
  }
  const excess = findExcess(text)
  if (excess) return malformedAt(text, excess.offset, excess.message)
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { offset, expected } = findJsonError(text)
    return malformedAt(text, offset, expected)
  }
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Excess {
  readonly offset: number
  readonly message: string
}

/**
 * The first place that is JSON but more than we can take: one container too many, or a number beyond all numbers, which
 * would silently become another value. Texts that are not JSON may give any answer.
 */
function findExcess(text: string): Excess | undefined {
  let depth = 0
  /** Digits on end: without an exponent, only a number with many of them can be too large. */
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) {
      digits++
      if (digits !== MAX_DIGITS) continue
    } else if ((code !== 0x65 && code !== 0x45) || digits === 0) {
      digits = 0
      if (code === 0x22) {
        index = skipString(text, index)
      } else if (code === 0x5b || code === 0x7b) {
        depth++
        if (depth > MAX_NESTING) return { offset: index, message: `nesting is deeper than ${MAX_NESTING}` }
      } else if (code === 0x5d || code === 0x7d) {
        depth--
      }
      continue
    }
    // A number that may be too large: it is looked at as a whole, and once.
    const [start, end] = numberAround(text, index)
    const value = Number(text.slice(start, end))
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      return { offset: start, message: 'the number is too large' }
    }
    digits = 0
    index = end - 1
  }
  return undefined
}

/** Where the number begins and ends that has a digit or an exponent at `index`. */
function numberAround(text: string, index: number): readonly [start: number, end: number] {
  let start = index
  while (start > 0 && isPartOfNumber(text.charCodeAt(start - 1))) start--
  let end = index + 1
  while (end < text.length && isPartOfNumber(text.charCodeAt(end))) end++
  return [start, end]
}

/** Digits, signs, the point and the exponent's letter. */
function isPartOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || (code | 0x20) === 0x65
}

function malformedAt(text: string, offset: number, message: string): ParsedJson {
  return { kind: 'malformed', message, ...placeOf(text, offset) }
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return { line, column: offset - lineStart + 1 }
}
