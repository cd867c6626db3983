import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { ShapedWord } from '../fonts/font-types.js'
import type { StructureElement, Tag } from './structure-element.js'
import type { StructureTree } from './structure-tree.js'

/** A box with a place of its own among the text of a structure element, such as an item or an inline block. */
export interface TextPlace {
  /** The number of the box. */
  readonly box: number
  /** Whether it stands on a line, where what is next to it may be read together with it. */
  readonly isInline: boolean
  readonly holdsItems: boolean
  readonly around: TextPlace | undefined
  /** How many are around it. */
  readonly depth: number
}

/** Stands for a place that is told before what follows, whatever is painted before that. */
const APART: TextPlace = { box: -1, isInline: false, holdsItems: false, around: undefined, depth: 1 }

/** What is looked at of a text. */
interface ToldText {
  /** From left to right. */
  readonly words: readonly ShapedWord[]
  readonly width: number
  readonly ascent: number
  readonly fontSize: number
  readonly separator?: unknown
}

/** Where a text is on its page. */
interface TextSpot {
  readonly text: ToldText
  readonly x: number
  readonly y: number
}

/** From this gap on, in em, what stands on a line is seen as two words: as readers of files without structure take it. */
const WORD_GAP = 0.1

/** How far a baseline may be from that of what is read together with it, in em: an index is, another line is not. */
const SHIFT = 0.75

/** The place of a box within `around`; the same where the box has none of its own. */
export function textPlace(
  tree: StructureTree,
  box: Box | InlineBox,
  { tag, outerTag, around }: PlacedTag,
): TextPlace | undefined {
  if (tag === 'artifact' || !hasPlace(box)) return around
  const holdsItems = (box.kind === 'flex' || box.kind === 'grid') && tree.holdsText(tag)
  const isOfText = tag === outerTag || tree.isPart(tag) ? tree.holdsText(tag) : tree.isInline(tag)
  if (!holdsItems && !isOfText) return around
  const isInline = !around?.holdsItems && box.style.display.startsWith('inline')
  return { box: box.id, isInline, holdsItems, around, depth: (around?.depth ?? 0) + 1 }
}

/** What a box is in the structure, and what is around it. */
interface PlacedTag {
  readonly tag: Tag
  readonly outerTag: Tag | undefined
  readonly around: TextPlace | undefined
}

function hasPlace(box: Box | InlineBox): boolean {
  switch (box.kind) {
    case 'block':
      return !box.dropCap
    case 'flex':
    case 'grid':
    case 'table-cell':
      return true
    default:
      return false
  }
}

/**
 * Finds where the text of a structure element goes on in another box, so that a space has to part it from what was told
 * before: behind blocks and items always, behind inline blocks where a gap is seen.
 */
export class TextGaps {
  #place: TextPlace | undefined
  #tag: StructureElement | undefined
  /** The text before and its place on the page, apart: most texts are only noted. */
  #text: ToldText | undefined
  #x = 0
  #y = 0

  /** Parts that stand behind text, wherever in it. */
  readonly #behindText = new Set<StructureElement>()

  constructor(private readonly tree: StructureTree) {}

  /** A part will be told behind something, whose place is not known yet. */
  noteBehindText(part: StructureElement): void {
    this.#behindText.add(part)
  }

  /** Notes a text, at its place on the page. Returns whether it is parted from the one before. */
  isParted(tag: StructureElement, place: TextPlace | undefined, text: ToldText, x: number, y: number): boolean {
    const isParted =
      place !== this.#place &&
      place?.box !== this.#place?.box &&
      !beginsBlank(text) &&
      this.#isPartedFrom(this.#tag, tag, place, { text, x, y })
    this.#tag = tag
    this.#place = place
    this.#text = text
    this.#x = x
    this.#y = y
    return isParted
  }

  /** The text around comes to a box with a place of its own that is painted at another time. */
  pass(box: Box | InlineBox, tag: StructureElement): void {
    // Such as a letter that floats in its word.
    this.#tag = hasPlace(box) ? tag : undefined
    this.#place = APART
    this.#text = undefined
  }

  #isPartedFrom(
    before: StructureElement | undefined,
    tag: StructureElement,
    place: TextPlace | undefined,
    spot: TextSpot,
  ): boolean {
    const around = this.#textAround(tag)
    if (
      before !== undefined &&
      (tag === before || around === this.#textAround(before) || around === this.#toldIn(before))
    )
      return !(this.#text && endsBlank(this.#text)) && (this.#isElsewhere(place) || this.#isFar(spot))
    // What a part that is told elsewhere begins with is no word together with what is told before it.
    return place?.isInline === false && this.#beginsBehindText(around)
  }

  /** The element, or part, of a text, where that of a word or a link is in the text of another one. */
  #textAround(tag: StructureElement): StructureElement {
    const { tree } = this
    let element = tag
    while (!tree.isPart(element) && tree.isInline(element)) element = tree.parentOf(element) ?? tree.root
    return element
  }

  /** The element of a text in parts of it whose places are known. */
  #toldIn(tag: StructureElement): StructureElement {
    const { tree } = this
    let element = this.#textAround(tag)
    while (tree.isPlaced(element)) element = this.#textAround(tree.parentOf(element) ?? tree.root)
    return element
  }

  /** Whether what is told in a part now is the first of it, and the part stands behind something. */
  #beginsBehindText(part: StructureElement): boolean {
    const { tree } = this
    if (tree.hasKids(part)) return false
    for (let at = part; tree.isPart(at); at = tree.parentOf(at) ?? tree.root) {
      if (this.#behindText.has(at)) return true
      if (!tree.isPlaced(at)) return false
      if (!tree.isFirst(at)) return true
    }
    return false
  }

  /** Whether one of two places, or a box around only one of them, is a block or an item. */
  #isElsewhere(place: TextPlace | undefined): boolean {
    let a = this.#place
    let b = place
    while (a?.box !== b?.box) {
      const deeper: TextPlace | undefined = (a?.depth ?? 0) >= (b?.depth ?? 0) ? a : b
      if (deeper && !deeper.isInline) return true
      if (deeper === a) a = a?.around
      else b = b?.around
    }
    return false
  }

  #isFar({ text, x, y }: TextSpot): boolean {
    const before = this.#text
    if (!before) return false
    const em = Math.max(text.fontSize, before.fontSize)
    if (Math.abs(y + text.ascent - this.#y - before.ascent) > SHIFT * em) return true
    return Math.max(x - this.#x - before.width, this.#x - x - text.width) >= WORD_GAP * em
  }
}

function beginsBlank({ words }: ToldText): boolean {
  return isBlank(isReversed(words) ? words.at(-1) : words[0])
}

function endsBlank({ words, separator }: ToldText): boolean {
  return separator !== undefined || isBlank(isReversed(words) ? words[0] : words.at(-1))
}

function isReversed([first]: readonly ShapedWord[]): boolean {
  return first?.direction === 'rtl'
}

function isBlank(word: ShapedWord | undefined): boolean {
  return word === undefined || word.text.trim() === ''
}
