/** A syllable at the start of a word with a vowel sign that stands, wholly or in part, before its consonants. */
const INITIAL_SYLLABLE =
  /(?<![\p{L}\p{M}])[\u0995-\u09b9\u09dc-\u09df\u09f0\u09f1](?:\u09bc?\u09cd[\u0995-\u09b9\u09f0\u09f1])*\u09bc?[\u09c7\u09c8\u09cb\u09cc]\p{M}*/gu

/** A stretch of text that is shaped on its own. */
interface BengaliPiece {
  readonly start: number
  readonly end: number
  /** Whether the feature `init` applies: to the whole piece, or not at all. */
  readonly initial: boolean
}

/**
 * Cuts Bengali text so that only vowel signs at the start of words have their initial form; fontkit gives it to
 * all of them. Syllables do not depend on each other, so the pieces can be shaped apart.
 */
export function bengaliPieces(text: string): readonly BengaliPiece[] {
  const pieces: BengaliPiece[] = []
  let end = 0
  for (const match of text.matchAll(INITIAL_SYLLABLE)) {
    if (match.index > end) pieces.push({ start: end, end: match.index, initial: false })
    end = match.index + match[0].length
    pieces.push({ start: match.index, end, initial: true })
  }
  if (end < text.length) pieces.push({ start: end, end: text.length, initial: false })
  return pieces
}
