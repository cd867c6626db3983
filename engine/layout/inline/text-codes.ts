/** Kinds of code units that paragraphs are divided at. */

export const SPACE = 0x20
export const TAB = 0x09
export const NO_BREAK_SPACE = 0xa0
export const IDEOGRAPHIC_SPACE = 0x3000
export const SOFT_HYPHEN = 0xad

/** Zero width space, bidi controls and the byte order mark: they have done their work and are not drawn. */
export function isInvisible(code: number): boolean {
  if (code < 0x200b) return code < SPACE || code === 0x7f
  return (
    code === 0x200b ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff ||
    code === 0x2060
  )
}

/** East Asian text and the scripts that need a dictionary. Surrogates are mostly ideographs or emoji. */
export function isSpaceless(code: number): boolean {
  return (
    (code >= 0x0e00 && code < 0x0f00) ||
    (code >= 0x1000 && code < 0x10a0) ||
    (code >= 0x1780 && code < 0x1800) ||
    (code >= 0x2e80 && code < 0xfb00) ||
    code >= 0xfe30
  )
}

/** Ideographs, kana and their punctuation but for combining marks; not Hangul, which has spaces. */
export function isEastAsian(code: number): boolean {
  if ((code >= 0x302a && code <= 0x302f) || code === 0x3099 || code === 0x309a) return false
  return (code >= 0x2e80 && code < 0xa4d0) || (code >= 0xff01 && code < 0xff61)
}
