import { type LayoutRecord, type Place, parsePlace, type Rect } from './layout-record.js'
import type { MeasuredLayout } from './measure-layout.js'

/** How far edges may be apart, in px. */
const TOLERANCE = 1

/** Each difference between the browser's layout and ours in one line; empty when there is none. */
export function compareLayouts(record: LayoutRecord, ours: MeasuredLayout): string[] {
  return [...compareElements(record.elements.map(parsePlace), ours.elements), ...compareWords(record, ours)]
}

function compareElements(theirs: readonly Place[], ours: readonly Place[]): string[] {
  const differences: string[] = []
  if (theirs.length !== ours.length) differences.push(`${theirs.length} elements, ours ${ours.length}`)
  const blocks = new Set(theirs.filter((place) => !isInline(place)).flatMap(({ rects }) => rects.map(keyOf)))
  for (const [index, place] of theirs.entries()) {
    const own = ours[index]
    if (!own || isBareInline(place, own)) continue
    const expected = onLines(isInline(place) ? withoutBlocks(place, blocks) : place)
    const actual = onLines(own)
    if (expected.length === actual.length && expected.every((rect, i) => isNear(rect, actual[i]))) continue
    differences.push(`${place.label}: ${show(place.rects)}, ours ${show(own.rects)}`)
  }
  return differences
}

function isInline({ label }: Place): boolean {
  return label.endsWith('(inline)')
}

/** Browsers count the blocks in an inline box among its rectangles. */
function withoutBlocks({ label, rects }: Place, blocks: ReadonlySet<string>): Place {
  return { label, rects: rects.filter((rect) => !blocks.has(keyOf(rect))) }
}

function keyOf({ x, y, width, height }: Rect): string {
  return [x, y, width, height].join()
}

/** Inline boxes that show nothing of their own have no fragment here; the words within tell whether they are right. */
function isBareInline(place: Place, { rects }: Place): boolean {
  return isInline(place) && rects.length === 0
}

/** The rectangles of a place, those of an inline box on one line as one: browsers tell the parts of some one by one. */
function onLines(place: Place): readonly Rect[] {
  const shown = place.rects.filter(hasArea)
  if (!isInline(place)) return shown
  const lines: Rect[] = []
  for (const rect of shown) {
    const last = lines.at(-1)
    const continues = last && last.y === rect.y && last.height === rect.height && isNextTo(last, rect)
    if (continues) lines[lines.length - 1] = { ...last, width: rect.x + rect.width - last.x }
    else lines.push(rect)
  }
  return lines
}

function isNextTo(left: Rect, right: Rect): boolean {
  return Math.abs(left.x + left.width - right.x) <= TOLERANCE
}

/** Rectangles of nothing are reported differently and show nothing. */
function hasArea({ width, height }: Rect): boolean {
  return width > 0 && height > 0
}

function compareWords(record: LayoutRecord, { words }: MeasuredLayout): string[] {
  const unmatched = new Map<string, Rect[]>()
  for (const { label, rects } of words) {
    const key = label.toLowerCase()
    unmatched.set(key, [...(unmatched.get(key) ?? []), ...rects])
  }
  const differences: string[] = []
  for (const { label, rects } of record.words.map(parsePlace)) {
    const [expected, ...more] = rects
    // Words that are broken within are pieces of other texts here; what follows them tells whether they are right.
    if (!expected || more.length > 0) continue
    const candidates = unmatched.get(label.toLowerCase()) ?? []
    const index = nearest(expected, candidates)
    const [found] = index < 0 ? [] : candidates.splice(index, 1)
    if (found && startsOf(expected, found).some((start) => isNear(start, found))) continue
    differences.push(`"${label}": ${show(rects)}, ours ${found ? show([found]) : 'nowhere'}`)
  }
  return differences
}

/** Where a word begins of which only that is known here: at its left, or where text is turned at its top or bottom. */
function startsOf(expected: Rect, { height }: Rect): readonly Rect[] {
  if (height > 0) return [{ ...expected, width: 0 }]
  return [
    { ...expected, height: 0 },
    { ...expected, y: expected.y + expected.height, height: 0 },
  ]
}

function nearest(rect: Rect, candidates: readonly Rect[]): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, { x, y }] of candidates.entries()) {
    const distance = Math.abs(x - rect.x) + Math.abs(y - rect.y)
    if (distance < least) {
      least = distance
      best = index
    }
  }
  return best
}

function isNear(a: Rect, b: Rect | undefined): boolean {
  return (
    b !== undefined &&
    Math.abs(a.x - b.x) <= TOLERANCE &&
    Math.abs(a.y - b.y) <= TOLERANCE &&
    Math.abs(a.x + a.width - b.x - b.width) <= TOLERANCE &&
    Math.abs(a.y + a.height - b.y - b.height) <= TOLERANCE
  )
}

function show(rects: readonly Rect[]): string {
  return rects.length === 0
    ? 'no box'
    : rects.map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`).join(' ')
}
