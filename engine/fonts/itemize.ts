import { graphemeClusters } from '../base/segment-text.js'
import { isControl, isDefaultIgnorable, simpleSlot } from './characters.js'
import type { LibraryFace } from './font-face.js'
import type { FontRun } from './font-types.js'

/** The faces that a selection draws from. */
export interface FaceChoice {
  /** The face that is tried first. */
  readonly first: LibraryFace
  readonly primary: LibraryFace
  /** The first face that can draw the grapheme cluster; the primary one when none can. */
  faceFor(cluster: string): LibraryFace
}

/** Text without any of these has one grapheme cluster for each code point (UAX #29). */
const MAY_CLUSTER =
  /[\p{M}\p{Cf}\p{RI}\p{EMod}\p{Extended_Pictographic}\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u

/** Splits text into runs by face. */
export function itemize(choice: FaceChoice, text: string): readonly FontRun[] {
  if (text === '') return []
  if (isPlain(choice.first, text)) return [{ start: 0, end: text.length, face: choice.first }]
  const builder = new RunBuilder(choice)
  if (MAY_CLUSTER.test(text)) {
    for (const { segment, index } of graphemeClusters(text)) builder.add(segment, index)
  } else {
    let start = 0
    for (const character of text) {
      builder.add(character, start)
      start += character.length
    }
  }
  return builder.finish(text.length)
}

/** Whether the text is made of simple characters that the face has: by far the most common case. */
function isPlain(face: LibraryFace, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (!face.hasSimple(simpleSlot(code), code)) return false
  }
  return true
}

interface MutableRun {
  start: number
  end: number
  face: LibraryFace
}

/**
 * Puts clusters into runs, each by the first face that draws it: white space and punctuation too, which do not follow the
 * words around them (css-fonts-4 §5.3).
 */
class RunBuilder {
  readonly #runs: MutableRun[] = []

  constructor(private readonly choice: FaceChoice) {}

  add(cluster: string, start: number): void {
    // Characters that are not drawn stay in the run around them.
    if (!isInvisible(cluster.codePointAt(0) ?? 0)) this.#append(start, this.choice.faceFor(cluster))
    else if (this.#runs.length === 0) this.#append(start, this.choice.primary)
  }

  finish(end: number): readonly FontRun[] {
    const runs = this.#runs
    for (let i = 0; i < runs.length; i++) (runs[i] as MutableRun).end = runs[i + 1]?.start ?? end
    return runs
  }

  #append(start: number, face: LibraryFace): void {
    if (this.#runs[this.#runs.length - 1]?.face !== face) this.#runs.push({ start, end: start, face })
  }
}

function isInvisible(codePoint: number): boolean {
  return isControl(codePoint) || isDefaultIgnorable(codePoint)
}
