import { alignsFigures, withAlignedFigures } from './align-figures.js'
import { isDigit } from './characters.js'
import type { ShapedGlyphs } from './complex-shaper.js'
import type { LibraryFace } from './font-face.js'
import type { ShapedWord, ShapingStyle } from './font-types.js'
import { joinGlyphs, MOST_SHORT_OFFSETS } from './join-glyphs.js'
import { FontError } from './opentype/font-error.js'
import { readPairPlan } from './pair-plan.js'
import { PairShaper } from './pair-shaper.js'

/** Words after which the cache ages: about 20 MB of shaped words at most. */
const DEFAULT_CAPACITY = 16_384

/** Cost of a face and style in the budget, in words: its tables, so that many styles cannot fill the memory. */
const SHAPER_COST = 64

/** Strings this short are copied when they are cut from a longer one; longer ones keep all of it alive. */
const LONGEST_COPIED_SLICE = 12

/** Texts longer than any word are shaped in pieces of about this many code units: shapers keep much for each. */
const PIECE_LENGTH = 4_096

/** Characters that belong to the one before: marks, joiners, variation selectors, the second half of a pair. */
const CONTINUES = /^[\p{M}\p{Cf}\p{EMod}\p{Cs}]/u

/**
 * All shaped words of a library, in two generations: when the younger is full, the older is dropped. One budget
 * for all faces and styles bounds the memory whatever documents ask for.
 */
export class WordCache {
  /** Words shaped so far, cache hits excluded. */
  shapedWords = 0
  #shapers: WordShaper[] = []
  #room: number

  constructor(private readonly capacity = DEFAULT_CAPACITY) {
    this.#room = capacity
  }

  /** Words and shapers held, for tests that hold the cache to its bound. */
  get size(): number {
    return this.#shapers.reduce((sum, shaper) => sum + shaper.size, 0)
  }

  /** The shaper of a face and an interned style. */
  shaperOf(face: LibraryFace, style: ShapingStyle): WordShaper {
    const known = face.shapers.get(style)
    if (known !== undefined) return known
    const shaper = new WordShaper(face, style, this)
    face.shapers.set(style, shaper)
    this.#shapers.push(shaper)
    this.charge(SHAPER_COST)
    return shaper
  }

  /** Takes room for something new; ages all words when there is none left. */
  charge(cost: number): void {
    this.#room -= cost
    if (this.#room >= 0) return
    this.#room = this.capacity
    this.#shapers = this.#shapers.filter((shaper) => shaper.age())
  }
}

/** Shapes and keeps the words of one face in one style. */
export class WordShaper {
  #young = new Map<string, ShapedWord>()
  #old = new Map<string, ShapedWord>()
  readonly #pairs: PairShaper | undefined
  /** The style with what the face says where the style says nothing. */
  readonly #shaping: ShapingStyle
  readonly #alignsFigures: boolean

  /** @param style as it is interned */
  constructor(
    private readonly face: LibraryFace,
    private readonly style: ShapingStyle,
    private readonly cache: WordCache,
  ) {
    const { features } = face.resources.facts
    this.#shaping = features ? { ...style, features: { ...features, ...style.features } } : style
    const isOwn = face.plain === undefined
    this.#alignsFigures = isOwn && alignsFigures(face.file, this.#shaping)
    const plan = isOwn ? readPlan(face, this.#shaping) : undefined
    this.#pairs = plan && new PairShaper(face.file, plan, this.#alignsFigures)
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  shape(text: string): ShapedWord {
    if (isPassing(text)) return this.#make(text)
    const known = this.#young.get(text)
    if (known !== undefined) return known
    const aged = this.#old.get(text)
    if (aged === undefined) return this.#keep(this.#make(text))
    this.#old.delete(text)
    return this.#keep(aged)
  }

  /** Makes the young words old and drops the old ones. False when nothing is left and the shaper was let go. */
  age(): boolean {
    this.#old = this.#young
    this.#young = new Map()
    if (this.#old.size > 0) return true
    this.face.shapers.delete(this.style)
    return false
  }

  #whole(text: string): ShapedGlyphs {
    const plain = this.#pairs?.shape(text)
    if (plain) return plain
    const shaped = this.face.complexShaper.shape(text, this.#shaping)
    return this.#alignsFigures ? withAlignedFigures(text, shaped, this.face.file) : shaped
  }

  #long(text: string): ShapedGlyphs {
    const cuts = cutsOf(text)
    const pieces = cuts.map((start, i) => this.#whole(text.slice(start, cuts[i + 1])))
    if (this.style.direction === 'ltr') return joinGlyphs(pieces, cuts, text.length)
    return joinGlyphs(pieces.reverse(), cuts.toReversed(), text.length)
  }

  #keep(word: ShapedWord): ShapedWord {
    // Charged first: ageing must not drop the word that is being added.
    this.cache.charge(1 + (word.text.length >> 4))
    this.#young.set(word.text, word)
    return word
  }

  #make(text: string): ShapedWord {
    const { plain } = this.face
    // A synthesized face differs in nothing that shaping knows of.
    if (plain !== undefined)
      return { ...this.cache.shaperOf(plain, this.style).shape(text), face: this.face, operand: undefined }
    this.cache.shapedWords++
    const shaped = orBroken(this.face, () => (text.length > MOST_SHORT_OFFSETS ? this.#long(text) : this.#whole(text)))
    return {
      text: ownCopy(text),
      face: this.face,
      direction: this.style.direction,
      glyphs: shaped.glyphs,
      advances: shaped.advances,
      clusters: shaped.clusters,
      offsets: shaped.offsets,
      width: shaped.width,
      missing: shaped.missing,
      operand: undefined,
    }
  }
}

/** Where a long text is cut: before characters that do not belong to the one before them, if there are any. */
function cutsOf(text: string): readonly number[] {
  const cuts = [0]
  for (let at = PIECE_LENGTH; at < text.length; at += PIECE_LENGTH) {
    const last = Math.min(at + PIECE_LENGTH, text.length)
    while (at < last && continues(text, at)) at++
    cuts.push(at)
  }
  return cuts
}

/** Longest numbers that are kept: years, quantities and the like come again, amounts and dates hardly do. */
const LONGEST_KEPT_NUMBER = 4

/** Whether a word is hardly met again, so that it would only take the room of others. */
function isPassing(text: string): boolean {
  return isDigit(text.charCodeAt(0)) && text.length > LONGEST_KEPT_NUMBER && text.length <= LONGEST_PASSING
}

/** Longer texts take longer to shape than to find. */
const LONGEST_PASSING = 16

function continues(text: string, at: number): boolean {
  return isLowSurrogate(text.charCodeAt(at)) || CONTINUES.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d'
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

function readPlan(face: LibraryFace, style: ShapingStyle) {
  return orBroken(face, () => {
    face.resources.checkLayout()
    return readPairPlan(face.file, style)
  })
}

function orBroken<T>(face: LibraryFace, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FontError('broken-font', `${face.label} has layout tables that cannot be followed`)
  }
}

/** A string that does not keep the document alive from which it was cut. */
function ownCopy(text: string): string {
  return text.length <= LONGEST_COPIED_SLICE ? text : ` ${text}`.slice(1)
}
