import { graphemeClusters } from '../base/segment-text.js'
import { isControl, isDefaultIgnorable, isSpace, simpleSlot } from './characters.js'
import { isEmojiCluster } from './emoji.js'
import type { LibraryFace } from './font-face.js'
import type { FontRun } from './font-types.js'
import { canDraw } from './prepare-text.js'
import { COMMON_SCRIPT, scriptOf } from './scripts.js'

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
const PUNCTUATION = /^[\p{P}\p{Z}]/u

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
 * Puts clusters into runs. Neutral clusters (white space and punctuation) between two stretches of one face stay
 * with it if it has them, so that a fallback face is not left for every space; elsewhere they are chosen like
 * any other text.
 */
class RunBuilder {
  readonly #runs: MutableRun[] = []
  /** Neutral clusters since the last one that was not, with the faces they would have of their own. */
  readonly #pending: { readonly cluster: string; readonly start: number; readonly face: LibraryFace }[] = []
  /** The face of the last cluster that was of a script of its own. */
  #held: LibraryFace | undefined

  constructor(private readonly choice: FaceChoice) {}

  add(cluster: string, start: number): void {
    const codePoint = cluster.codePointAt(0) ?? 0
    if (isInvisible(codePoint)) {
      this.#extend(start)
      return
    }
    const face = this.choice.faceFor(cluster)
    if (isNeutral(codePoint, cluster) && !isEmojiCluster(cluster)) {
      if (this.#held === undefined) this.#append(start, face)
      else this.#pending.push({ cluster, start, face })
      return
    }
    this.#settle(face)
    this.#append(start, face)
    this.#held = scriptOf(codePoint) === COMMON_SCRIPT ? undefined : face
  }

  finish(end: number): readonly FontRun[] {
    this.#settle(undefined)
    const runs = this.#runs
    for (let i = 0; i < runs.length; i++) (runs[i] as MutableRun).end = runs[i + 1]?.start ?? end
    return runs
  }

  /** Decides the pending neutrals, `next` being the face behind them. */
  #settle(next: LibraryFace | undefined): void {
    if (this.#pending.length === 0) return
    const held = this.#held
    const stay = held !== undefined && held === next && this.#pending.every(({ cluster }) => canDraw(held, cluster))
    if (!stay) for (const { start, face } of this.#pending) this.#append(start, face)
    this.#pending.length = 0
  }

  #append(start: number, face: LibraryFace): void {
    if (this.#runs[this.#runs.length - 1]?.face !== face) this.#runs.push({ start, end: start, face })
  }

  /** Characters that are not drawn stay in the run around them. */
  #extend(start: number): void {
    if (this.#runs.length === 0 && this.#pending.length === 0) this.#append(start, this.choice.primary)
  }
}

function isInvisible(codePoint: number): boolean {
  return isControl(codePoint) || isDefaultIgnorable(codePoint)
}

function isNeutral(codePoint: number, cluster: string): boolean {
  return isSpace(codePoint) || (scriptOf(codePoint) === COMMON_SCRIPT && PUNCTUATION.test(cluster))
}
