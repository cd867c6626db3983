import { PX_PER_UNIT } from './units.js'

/** The longest side of a page that readers of PDF take, 200 in (ISO 32000-1 annex C.2), in px. */
const LONGEST = 200 * PX_PER_UNIT.in

const LENGTH = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(px|pt|pc|in|cm|mm|q)?$/i

/**
 * Reads absolute CSS lengths with blanks between them, such as `210mm 297mm`. Only 0 needs no unit.
 * @returns px; undefined for what is something else, for fewer or more than so many, and beyond 200 in
 */
export function parseLengths(text: string, least: number, most: number): readonly number[] | undefined {
  const words = text.trim().split(/\s+/, most + 1)
  if (words.length < least || words.length > most) return undefined
  const lengths = words.flatMap((word) => lengthOf(word) ?? [])
  return lengths.length === words.length ? lengths : undefined
}

function lengthOf(word: string): number | undefined {
  const [, number, unit = ''] = LENGTH.exec(word) ?? []
  if (number === undefined) return undefined
  const factor = Object.entries(PX_PER_UNIT).find(([name]) => name === unit.toLowerCase())?.[1]
  const px = Number(number) * (factor ?? 1)
  if (factor === undefined && px !== 0) return undefined
  return px <= LONGEST ? px : undefined
}
