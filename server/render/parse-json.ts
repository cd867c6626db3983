import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import { findJsonError } from './find-json-error.js'

/** Containers inside containers; more is refused before anything recursive sees the value. */
const MAX_NESTING = 512

export type ParsedJson =
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
  const tooDeep = findTooDeep(text)
  if (tooDeep !== undefined) return malformedAt(text, tooDeep, `nesting is deeper than ${MAX_NESTING}`)
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

/** Where the text opens one container too many. Texts that are not JSON may give any answer. */
function findTooDeep(text: string): number | undefined {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) {
      index = skipString(text, index)
    } else if (code === 0x5b || code === 0x7b) {
      depth++
      if (depth > MAX_NESTING) return index
    } else if (code === 0x5d || code === 0x7d) {
      depth--
    }
  }
  return undefined
}

/** The offset of the quote that closes the string which opens at `start`, or the end of the text. */
function skipString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return end
  }
}

function malformedAt(text: string, offset: number, message: string): ParsedJson {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return { kind: 'malformed', message, line, column: offset - lineStart + 1 }
}
