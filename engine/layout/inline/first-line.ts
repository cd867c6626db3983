import { invariant } from '../../base/invariant.js'
import type { InlineItem, OutOfFlowBox } from '../../boxes/box-tree.js'
import type { InlinePosition } from '../break-token.js'
import { textOfItem } from './item-text.js'
import type { LineSlot } from './line-slot.js'
import type { Paragraph, SpaceUnit, TabUnit, Unit, WordUnit } from './paragraph.js'

/*
 * A first line with a style of its own is filled from the paragraph as it stands there, whose letters and units are
 * others (css-pseudo-4 §2.1). Both paragraphs have the same items, so that places in one are found in the other.
 */

/** Where the second line begins in `paragraph`, when the first one ended at a place of `paragraph.firstLine`. */
export function placeBehind(paragraph: Paragraph, { unit, offset }: InlinePosition): InlinePosition {
  const { units, firstLine } = paragraph
  invariant(firstLine, 'a paragraph with a styled first line')
  const next = firstLine.units[unit]
  if (!next) return { unit: units.length, offset: undefined }
  let index = unitBehind(units, countOthers(firstLine.units, unit))
  const start = isText(next) ? offsetIn(paragraph, offset ?? next.start) : Number.POSITIVE_INFINITY
  for (let text = units[index]; text && isText(text) && text.start < start; text = units[++index]) {
    if (text.kind === 'word' && text.end > start) return { unit: index, offset: start }
  }
  return { unit: index, offset: undefined }
}

/** The slot of a first line, for which the units of floats are those of the paragraph. */
export function slotOfFirstLine(slot: LineSlot, floats: ReadonlyMap<OutOfFlowBox, number>): LineSlot {
  return {
    room: slot.room,
    placeFloat: (float, index, used) => slot.placeFloat(float, floats.get(float.box) ?? index, used),
    deferFloat: (float, index) => slot.deferFloat(float, floats.get(float.box) ?? index),
  }
}

/** The units of the boxes beside the flow that are anchored in a paragraph. */
export function floatUnits({ units }: Paragraph): ReadonlyMap<OutOfFlowBox, number> {
  const indices = new Map<OutOfFlowBox, number>()
  for (const [index, unit] of units.entries()) if (unit.kind === 'out-of-flow') indices.set(unit.box, index)
  return indices
}

/** Fonts divide text into units, so that only those of other things correspond to each other one by one. */
function isText(unit: Unit): unit is WordUnit | SpaceUnit | TabUnit {
  return unit.kind === 'word' || unit.kind === 'space' || unit.kind === 'tab'
}

/** The number of units before one that are not text. */
function countOthers(units: readonly Unit[], end: number): number {
  let count = 0
  for (let i = 0; i < end; i++) if (!isText(units[i] as Unit)) count++
  return count
}

/** The unit behind so many that are not text. */
function unitBehind(units: readonly Unit[], others: number): number {
  let index = 0
  for (let left = others; left > 0; index++) if (!isText(units[index] as Unit)) left--
  return index
}

/** The offset in the text of a paragraph of a place in that of its first line: `text-transform` may change lengths. */
function offsetIn({ root }: Paragraph, offset: number): number {
  const drawn = root.firstLine?.items ?? []
  let left = offset
  let start = 0
  for (const [index, item] of root.items.entries()) {
    const other = drawn[index] ?? item
    const length = textOfItem(other).length
    if (left <= length) return start + offsetInItem(item, other, left)
    left -= length
    start += textOfItem(item).length
  }
  return start
}

function offsetInItem(item: InlineItem, drawn: InlineItem, offset: number): number {
  if (item.kind !== 'text' || drawn.kind !== 'text' || item.text.length === drawn.text.length) return offset
  let at = 0
  for (let done = 0; done < offset && at < item.text.length; ) {
    const [own, other] = lengthsAt(item.text, at, drawn.text, done)
    at += own
    done += other
  }
  return at
}

/** Lengths of what a character or two of one text and of another stand for: such as "ß" and "SS". */
function lengthsAt(own: string, at: number, other: string, from: number): readonly [number, number] {
  const one = characterAt(own, at)
  const two = characterAt(other, from)
  const [first, second] = [fold(one), fold(two)]
  if (first.length > second.length && fold(other.slice(from, from + first.length)) === first) {
    return [one.length, first.length]
  }
  if (second.length > first.length && fold(own.slice(at, at + second.length)) === second) {
    return [second.length, two.length]
  }
  return [one.length, two.length]
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

/** A text without regard to case. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase()
}
