/** The characters of white-space processing (css-text-3 §4). */

export const SPACE = 0x20
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d
const TAB = 0x09
const ZERO_WIDTH_SPACE = '\u200b'

/** East Asian Width F, W or H (UAX #11), but not Hangul, whose words are separated by spaces. */
const WIDE =
  /^[\u2e80-\u303e\u3041-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u

export function isCollapsibleWhiteSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN
}

/** Nothing but spaces, tabs and segment breaks. No-break spaces are text. */
export function isWhiteSpaceOnly(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (!isCollapsibleWhiteSpace(text.charCodeAt(i))) return false
  }
  return true
}

/** A segment break ends at `index`: CR LF counts once, at its LF. */
export function isSegmentBreak(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(index + 1) !== LINE_FEED)
}

/**
 * A collapsible segment break between these characters leaves no space (css-text-3 §4.1.3).
 * @param before empty where no text stands before
 */
export function dropsSegmentBreak(before: string, after: string): boolean {
  if (before === ZERO_WIDTH_SPACE || after === ZERO_WIDTH_SPACE) return true
  return after.charCodeAt(0) > 0x2000 && WIDE.test(before) && WIDE.test(after)
}

/** The first character, surrogate pairs whole; empty for an empty text. */
export function firstCharacter(text: string): string {
  const code = text.charCodeAt(0)
  return code >= 0xd800 && code < 0xdc00 ? text.slice(0, 2) : text.charAt(0)
}

/** The last character, surrogate pairs whole; empty for an empty text. */
export function lastCharacter(text: string): string {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xdc00 && code < 0xe000 ? text.slice(-2) : text.slice(-1)
}
