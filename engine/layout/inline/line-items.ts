import { snap } from '../../base/units.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { Anchors } from '../fragment-tree.js'
import type { AtomicInline } from './atomic-inline.js'
import type { AtomicPlace, InlineBoxState } from './inline-box-state.js'
import { isTransparent, type LineUnit, type SpaceUnit } from './paragraph.js'

/** A unit on its line, with the inline box it stands in. */
export interface LineItem {
  readonly unit: LineUnit
  readonly state: InlineBoxState
  /** Advance; justification adds to it. */
  width: number
  level: number
  readonly atomic: PlacedAtomic | undefined
  /** Of text and of atomic inlines. */
  anchors?: Anchors
}

/** An atomic inline, and where it stands on its line. */
export interface PlacedAtomic {
  readonly inline: AtomicInline
  readonly place: AtomicPlace
}

/** Width of the preserved spaces that hang at the end of the line (css-text-3 §4.1.2). */
export function hangingWidth(items: readonly LineItem[]): number {
  let width = 0
  for (let i = items.length - 1; i >= 0; i--) {
    const { unit, width: own } = items[i] as LineItem
    if (isTransparent(unit)) continue
    if (unit.kind !== 'space' || !unit.hangs) break
    width += own
  }
  return width
}

/** Spreads `free` over the justification opportunities of a line (css-text-3 §6.4): spaces, and with `auto` around ideographs. */
export function justify(items: readonly LineItem[], free: number, textJustify: ComputedStyle['textJustify']): boolean {
  if (textJustify === 'none') return false
  const places: LineItem[] = []
  let lastLeaf: LineItem | undefined
  for (const item of items) {
    const { unit } = item
    if (isTransparent(unit) || unit.kind === 'break') continue
    // Text before a tab stays aligned with its tab stop.
    if (unit.kind === 'tab') places.length = 0
    if (textJustify === 'auto' && lastLeaf && areSpread(lastLeaf.unit, unit)) places.push(lastLeaf)
    if (isWordSpace(unit)) places.push(item)
    lastLeaf = item
  }
  for (let i = items.length - 1; i >= 0 && places.length > 0; i--) {
    const item = items[i] as LineItem
    if (isTransparent(item.unit)) continue
    if (item.unit.kind !== 'space' || !item.unit.hangs) break
    if (places.at(-1) === item) places.pop()
  }
  let given = 0
  for (let i = 0; i < places.length; i++) {
    const upTo = i === places.length - 1 ? free : snap((free * (i + 1)) / places.length)
    ;(places[i] as LineItem).width += upTo - given
    given = upTo
  }
  return places.length > 0
}

/** Whether it separates words, which an ideographic space does not. */
function isWordSpace(unit: LineUnit): unit is SpaceUnit {
  return unit.kind === 'space' && !STARTS_EAST_ASIAN.test(unit.word.text)
}

/** Whether one of two neighbours is East Asian, and neither a space, which has room of its own. */
function areSpread(before: LineUnit, after: LineUnit): boolean {
  if (before.kind !== 'word' && before.kind !== 'space') return false
  if (after.kind !== 'word' && after.kind !== 'space') return false
  if (isWordSpace(before) || isWordSpace(after)) return false
  return ENDS_EAST_ASIAN.test(before.word.text) || STARTS_EAST_ASIAN.test(after.word.text)
}

const EAST_ASIAN = '[\\u2e80-\\ua4cf\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6\\u{20000}-\\u{3fffd}]'
const STARTS_EAST_ASIAN = new RegExp(`^${EAST_ASIAN}`, 'u')
const ENDS_EAST_ASIAN = new RegExp(`${EAST_ASIAN}\\p{M}*$`, 'u')
