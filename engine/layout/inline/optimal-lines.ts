import { invariant } from '../../base/invariant.js'
import type { BrokenLine, LineCursor, LineCursorState } from './break-lines.js'
import { slotOf } from './line-slot.js'

/*
 * Optimal line breaking after Knuth and Plass, "Breaking Paragraphs into Lines" (1981): of all ways to break a
 * paragraph the one with the least demerits. The cursor knows all rules of where lines may end; filled in less and less
 * room it tells one after the other. From each place a bounded number of lines is tried, so that the cost is linear.
 */

/** Lines that are tried from one place. */
const MOST_ENDS = 8

/** Shorter lines, in parts of the width, are tried only where nothing longer ends. */
const SHORTEST = 0.45

/** Demerits and penalties as TeX has them for paragraphs of ordinary text. */
const HYPHEN_PENALTY = 50
const CONSECUTIVE_HYPHENS = 10_000
const HYPHEN_BEFORE_LAST = 5000
const UNLIKE_NEIGHBOURS = 10_000

/** Badness of a line that overflows or that cannot be stretched. */
const WORST = 1_000_000

/** A space stretches by this part of itself in a line of badness 100. */
const SPACE_STRETCH = 0.5

/** Lines that are not justified are that much short of the width at a badness of 100, in em. */
const RAGGED_STRETCH = 2

/** A last line shorter than this part of the width looks lost. */
const SHORT_LAST = 0.25

/** A single word shorter than this part of the width is never left alone where a line before it can give one up. */
const SHORT_LAST_WORD = 1 / 3

/** Badness of a last line without any width, or of a short word alone: worse than a line before it that is a word short. */
const LOST = 1000

/** The least by which widths differ, in px. */
const LESS = 1 / 64

interface ParagraphShape {
  readonly width: number
  readonly fontSize: number
  readonly justifies: boolean
}

/** How loose a line is; neighbours that differ by more than one class look uneven. */
type Fitness = 0 | 1 | 2

/** A way to break the paragraph up to some place: the best that ends with a line of its fitness. */
interface Way {
  readonly demerits: number
  readonly fitness: Fitness
  readonly hyphenated: boolean
  readonly before: Way | undefined
  /** Room in which the cursor ends the last line here. */
  readonly room: number
}

interface Place {
  readonly order: number
  readonly state: LineCursorState
  readonly ways: (Way | undefined)[]
}

/** The room for each line with which the lines of a paragraph are best. The cursor stands where it did. */
export function optimalRooms(cursor: LineCursor, shape: ParagraphShape): readonly number[] {
  const start = cursor.state
  const beginning: Way = { demerits: 0, fitness: 1, hyphenated: false, before: undefined, room: shape.width }
  // Places that are reached and not left, the first one at the end.
  const open: Place[] = [{ order: orderOf(cursor), state: start, ways: [undefined, beginning, undefined] }]
  let best: Way | undefined
  for (let place = open.pop(); place; place = open.pop()) {
    for (const { line, room, width, state, order } of linesFrom(cursor, place.state, shape)) {
      const way = bestWay(place, line, room, width, shape)
      if (line.end === 'last') {
        if (!best || way.demerits < best.demerits) best = way
      } else addWay(placeAt(open, order, state), way)
    }
  }
  cursor.goBack(start)
  const rooms: number[] = []
  for (let way = best; way?.before; way = way.before) rooms.push(way.room)
  return rooms.reverse()
}

interface TriedLine {
  readonly line: BrokenLine
  readonly room: number
  /** Width of its content. */
  readonly width: number
  /** Where the next one begins. */
  readonly state: LineCursorState
  readonly order: number
}

/** Lines that may begin at a place, the longest first. */
function linesFrom(cursor: LineCursor, state: LineCursorState, { width }: ParagraphShape): readonly TriedLine[] {
  const lines: TriedLine[] = []
  let room = width
  while (lines.length < MOST_ENDS) {
    cursor.goBack(state)
    const line = cursor.next(slotOf(room))
    if (!line) break
    const own = cursor.widthOfLine(line)
    if (lines.length > 0 && (line.overflows || own < width * SHORTEST)) break
    lines.push({ line, room, width: own, state: cursor.state, order: orderOf(cursor) })
    if (line.end !== 'soft' || line.overflows) break
    room = own - LESS
  }
  return lines
}

/** More than offsets in a text. */
const OFFSETS = 2 ** 31

/** Ascends with the places in a text. */
function orderOf({ position: { unit, offset } }: LineCursor): number {
  return unit * OFFSETS + (offset === undefined ? 0 : offset + 1)
}

function placeAt(open: Place[], order: number, state: LineCursorState): Place {
  let index = open.length
  while (index > 0 && (open[index - 1] as Place).order < order) index--
  const known = open[index - 1]
  if (known?.order === order) return known
  const place: Place = { order, state, ways: [undefined, undefined, undefined] }
  open.splice(index, 0, place)
  return place
}

function addWay({ ways }: Place, way: Way): void {
  const known = ways[way.fitness]
  if (!known || way.demerits < known.demerits) ways[way.fitness] = way
}

/** The best way to the end of a line that begins at a place. */
function bestWay(place: Place, line: BrokenLine, room: number, width: number, shape: ParagraphShape): Way {
  const badness = badnessOf(line, width, shape)
  const fitness: Fitness = badness >= 100 ? 2 : badness > 12 ? 1 : 0
  const hyphenated = endsWithHyphen(line)
  const own = (1 + badness) ** 2 + (hyphenated ? HYPHEN_PENALTY ** 2 : 0)
  let best: Way | undefined
  for (const before of place.ways) {
    if (!before) continue
    let demerits = before.demerits + own
    if (before.hyphenated && hyphenated) demerits += CONSECUTIVE_HYPHENS
    if (before.hyphenated && line.end === 'last') demerits += HYPHEN_BEFORE_LAST
    if (before.before && Math.abs(before.fitness - fitness) > 1) demerits += UNLIKE_NEIGHBOURS
    if (!best || demerits < best.demerits) best = { demerits, fitness, hyphenated, before, room }
  }
  invariant(best, 'a way to each place')
  return best
}

function badnessOf(line: BrokenLine, width: number, shape: ParagraphShape): number {
  if (line.overflows) return WORST
  if (line.end === 'last') {
    if (line.isFirst) return 0
    if (width < shape.width * SHORT_LAST_WORD && isSingleWord(line)) return LOST
    const missing = Math.max(0, 1 - width / (shape.width * SHORT_LAST))
    return LOST * missing ** 3
  }
  if (line.end === 'forced') return 0
  const stretch = shape.justifies ? spacesOf(line) * SPACE_STRETCH : RAGGED_STRETCH * shape.fontSize
  const slack = Math.max(0, shape.width - width)
  if (stretch === 0) return slack === 0 ? 0 : WORST
  return 100 * (slack / stretch) ** 3
}

/** Width of the spaces that justifying stretches. */
function spacesOf({ units }: BrokenLine): number {
  let width = 0
  for (const unit of units) if (unit.kind === 'space') width += unit.width
  return width
}

function isSingleWord({ units }: BrokenLine): boolean {
  return units.every(({ kind }) => kind !== 'space')
}

function endsWithHyphen({ units, end }: BrokenLine): boolean {
  const last = units.findLast(({ kind }) => kind !== 'open' && kind !== 'close' && kind !== 'out-of-flow')
  return end === 'soft' && last?.kind === 'word' && last.start === last.end
}
