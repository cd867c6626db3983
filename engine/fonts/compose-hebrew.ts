import type { PreparedText, Repertoire } from './prepare-text.js'

/** First and last of the Hebrew letters with points, which NFC takes apart. */
const FIRST_FORM = 0xfb1d
const LAST_FORM = 0xfb4e

/** Keys of `formsByPair` need room for a letter or form in front of a point. */
const POINT_LIMIT = 0x10000

let formsByPair: ReadonlyMap<number, number> | undefined

/**
 * Puts Hebrew points into their letters where the face has the whole as one glyph: for faces that do not say
 * where points stand, whose points would otherwise land beside their letters.
 */
export function composeHebrew(text: PreparedText, face: Repertoire): PreparedText {
  if (!text.codePoints.some(isPoint)) return text
  formsByPair ??= readForms()
  const codePoints: number[] = []
  const offsets: number[] = []
  // Points between a letter and the one it composes with come before it in canonical order: they do not block it.
  let letter = 0
  for (let i = 0; i < text.codePoints.length; i++) {
    const codePoint = text.codePoints[i] as number
    const form = formsByPair.get((codePoints[letter] ?? 0) * POINT_LIMIT + codePoint)
    if (form !== undefined && face.hasGlyph(form)) {
      codePoints[letter] = form
      continue
    }
    if (!isPoint(codePoint)) letter = codePoints.length
    codePoints.push(codePoint)
    offsets.push(text.offsets[i] as number)
  }
  // Spaces stay where they are only if nothing before them was composed, and no Hebrew face lacks the space.
  return {
    codePoints,
    offsets,
    spaceWidths: codePoints.length === text.codePoints.length ? text.spaceWidths : undefined,
  }
}

function isPoint(codePoint: number): boolean {
  return codePoint >= 0x05b0 && codePoint <= 0x05c2
}

/** The canonical decompositions of the letters with points, from the platform's Unicode data. */
function readForms(): ReadonlyMap<number, number> {
  const forms = new Map<number, number>()
  for (let form = FIRST_FORM; form <= LAST_FORM; form++) {
    const parts = Array.from(String.fromCharCode(form).normalize('NFD'), (part) => part.charCodeAt(0))
    const [letter, point, second] = parts
    if (letter === undefined || point === undefined) continue
    if (second === undefined) {
      forms.set(letter * POINT_LIMIT + point, form)
    } else {
      // Shin with dagesh and dot: the shorter form with the dagesh comes later in the block.
      forms.set(0xfb49 * POINT_LIMIT + second, form)
    }
  }
  return forms
}
