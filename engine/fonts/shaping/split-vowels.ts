import type { PreparedText, Repertoire } from '../prepare-text.js'

const MARK = /^\p{M}/u

/** Khmer vowel signs that have a part before their consonant, which Unicode does not take apart (Khmer, "Split vowels"). */
const KHMER_PARTS: ReadonlyMap<number, readonly number[]> = new Map(
  [0x17be, 0x17bf, 0x17c0, 0x17c4, 0x17c5].map((codePoint) => [codePoint, [0x17c1, codePoint]]),
)

/** Takes vowel signs apart into those of one part, which stand on different sides of their consonant. */
export function splitVowels(text: PreparedText, face: Repertoire): PreparedText {
  if (!text.codePoints.some((codePoint) => partsOf(codePoint, face) !== undefined)) return text
  const codePoints: number[] = []
  const offsets: number[] = []
  const spaceWidths = new Map<number, number>()
  for (const [i, codePoint] of text.codePoints.entries()) {
    const width = text.spaceWidths?.get(i)
    if (width !== undefined) spaceWidths.set(codePoints.length, width)
    for (const part of partsOf(codePoint, face) ?? [codePoint]) {
      codePoints.push(part)
      offsets.push(text.offsets[i] as number)
    }
  }
  return { codePoints, offsets, spaceWidths: text.spaceWidths && spaceWidths }
}

function partsOf(codePoint: number, face: Repertoire): readonly number[] | undefined {
  const khmer = KHMER_PARTS.get(codePoint)
  if (khmer !== undefined) return khmer
  if (codePoint < 0x900) return undefined
  const character = String.fromCodePoint(codePoint)
  if (!MARK.test(character)) return undefined
  const parts = Array.from(character.normalize('NFD'), (part) => part.codePointAt(0) ?? 0)
  return parts.length > 1 && parts.every((part) => face.hasGlyph(part)) ? parts : undefined
}
