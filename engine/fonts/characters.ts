/** Properties of characters that decide how text is itemized and shaped. */

export const SPACE = 0x20
export const HYPHEN_MINUS = 0x2d
export const SOFT_HYPHEN = 0xad
export const ZERO_WIDTH_SPACE = 0x200b
export const ZERO_WIDTH_NON_JOINER = 0x200c
export const ZERO_WIDTH_JOINER = 0x200d
export const HYPHEN = 0x2010
export const NON_BREAKING_HYPHEN = 0x2011

/**
 * Default_Ignorable_Code_Point (UAX #44) without the Hangul fillers, which have a width. Such characters are
 * never drawn, not even as a missing glyph.
 */
export function isDefaultIgnorable(codePoint: number): boolean {
  if (codePoint < 0xad) return false
  if (codePoint === SOFT_HYPHEN || codePoint === 0x034f || codePoint === 0x061c) return true
  if (codePoint < 0x17b4) return false
  if (codePoint <= 0x17b5 || (codePoint >= 0x180b && codePoint <= 0x180f)) return true
  if (codePoint < 0x200b) return false
  if (codePoint <= 0x200f || (codePoint >= 0x202a && codePoint <= 0x202e)) return true
  if (codePoint >= 0x2060 && codePoint <= 0x206f) return true
  if (codePoint < 0xfe00) return false
  if (codePoint <= 0xfe0f || codePoint === 0xfeff || (codePoint >= 0xfff0 && codePoint <= 0xfff8)) return true
  if (codePoint < 0x1bca0) return false
  if (codePoint <= 0x1bca3 || (codePoint >= 0x1d173 && codePoint <= 0x1d17a)) return true
  return codePoint >= 0xe0000 && codePoint <= 0xe0fff
}

/** Control characters (tabs and line feeds among them) and the line and paragraph separators. */
export function isControl(codePoint: number): boolean {
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f) || codePoint === 0x2028 || codePoint === 0x2029
}

/** Widths in em of the spaces of fixed width (Unicode 16 §6.2, table 6-2), for faces that lack them. */
const FIXED_SPACES: ReadonlyMap<number, number> = new Map([
  [0x2000, 1 / 2],
  [0x2001, 1],
  [0x2002, 1 / 2],
  [0x2003, 1],
  [0x2004, 1 / 3],
  [0x2005, 1 / 4],
  [0x2006, 1 / 6],
  [0x2009, 1 / 5],
  [0x200a, 1 / 10],
  [0x202f, 1 / 8],
  [0x205f, 4 / 18],
  [0x3000, 1],
])

/** Width in em of a fixed-width space, undefined for other characters. */
export function fixedSpaceWidth(codePoint: number): number | undefined {
  return FIXED_SPACES.get(codePoint)
}

/** Spaces that any face can show with the width of something it has. */
export function isSpace(codePoint: number): boolean {
  return (
    codePoint === SPACE ||
    codePoint === 0xa0 ||
    codePoint === 0x2007 ||
    codePoint === 0x2008 ||
    FIXED_SPACES.has(codePoint)
  )
}

/** Whether a code unit is a digit of ASCII. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Slots of simple characters: one dense number for each, so that tables per character stay small. */
export const SIMPLE_SLOTS = 0x530 + 0x100 + 0xd0

const SIMPLE_LIMIT = 0x20d0
const SLOT_OF_CODE = makeSlots()

/**
 * The slot of a simple character, 0 for all others. Simple are the characters of Latin, Greek and Cyrillic text
 * and its punctuation that never combine, join or disappear, run from left to right, are in the Basic
 * Multilingual Plane and do not change under NFC. Slots below 256 are the Latin-1 code points themselves.
 */
export function simpleSlot(code: number): number {
  return code < SIMPLE_LIMIT ? (SLOT_OF_CODE[code] as number) : 0
}

function makeSlots(): Uint16Array {
  const slots = new Uint16Array(SIMPLE_LIMIT)
  for (let code = 0x20; code < 0x530; code++) slots[code] = code
  for (let code = 0x1e00; code < 0x1f00; code++) slots[code] = 0x530 + code - 0x1e00
  for (let code = 0x2002; code < SIMPLE_LIMIT; code++) slots[code] = 0x630 + code - 0x2000
  const exceptions: readonly (readonly [number, number])[] = [
    // Controls and the soft hyphen.
    [0x7f, 0x9f],
    [SOFT_HYPHEN, SOFT_HYPHEN],
    // Combining marks.
    [0x300, 0x36f],
    [0x483, 0x489],
    // Changed by NFC.
    [0x374, 0x374],
    [0x37e, 0x37e],
    [0x387, 0x387],
    // Format characters, separators, and the fraction slash, which changes its neighbours.
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2044, 0x2044],
    [0x2060, 0x206f],
  ]
  for (const [first, last] of exceptions) slots.fill(0, first, last + 1)
  return slots
}
