import type { PreparedText } from './prepare-text.js'

/**
 * Hebrew points and Arabic vowel signs in the order in which fonts expect them behind a letter, signs of equal
 * rank together. It differs from canonical order, which puts shin dots, dagesh and shadda behind the vowels, where
 * they form no ligature with their letter.
 */
const MARKS_IN_ORDER: readonly (readonly number[])[] = [
  // Hebrew: shin dot, sin dot, dagesh, rafe, holam, then the vowels, sheva, hiriq, qubuts, meteg, varika.
  ...[[0x05c1], [0x05c2], [0x05bc], [0x05bf], [0x05b9, 0x05ba], [0x05b1], [0x05b2], [0x05b3], [0x05b5], [0x05b6]],
  ...[[0x05b7], [0x05b8, 0x05c7], [0x05b0], [0x05b4], [0x05bb], [0x05bd], [0xfb1e]],
  // Arabic: shadda, the tanwins, fatha, damma, kasra, sukun, superscript alef.
  ...[[0x0651], [0x064b, 0x08f0], [0x064c, 0x08f1], [0x064d, 0x08f2]],
  ...[[0x064e, 0x0618], [0x064f, 0x0619], [0x0650, 0x061a], [0x0652], [0x0670]],
]

const RANK_OF_MARK: ReadonlyMap<number, number> = new Map(
  MARKS_IN_ORDER.flatMap((marks, rank) => marks.map((mark): [number, number] => [mark, rank])),
)

/** Brings the marks of each letter into the order that fonts expect; everything else keeps its place. */
export function orderMarks(text: PreparedText): PreparedText {
  const codePoints = [...text.codePoints]
  const offsets = [...text.offsets]
  for (let i = 1; i < codePoints.length; i++) {
    for (let at = i; at > 0 && mustSwap(codePoints[at - 1] as number, codePoints[at] as number); at--) {
      swap(codePoints, at)
      swap(offsets, at)
    }
  }
  return { codePoints, offsets, spaceWidths: text.spaceWidths }
}

function mustSwap(first: number, second: number): boolean {
  const rank = RANK_OF_MARK.get(second)
  return rank !== undefined && (RANK_OF_MARK.get(first) ?? -1) > rank
}

function swap(values: number[], at: number): void {
  const moved = values[at] as number
  values[at] = values[at - 1] as number
  values[at - 1] = moved
}
