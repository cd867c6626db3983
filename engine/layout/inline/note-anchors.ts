import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import type { LineFragment } from '../fragment-tree.js'
import type { LineItem } from './line-items.js'
import { isTransparent, type LineUnit } from './paragraph.js'

/**
 * Notes at the texts and atomic inlines of a line which boxes beside the flow are anchored there: readers of the
 * structure are told these between them, wherever they stand and whenever they are painted.
 *
 * @param units of the line, floats among them
 * @param items made of these
 * @returns the boxes that are anchored where nothing is next to them: they are told behind the line
 */
export function noteAnchors(units: readonly LineUnit[], items: readonly LineItem[]): LineFragment['anchors'] {
  if (!units.some(({ kind }) => kind === 'out-of-flow')) return undefined
  const itemOf = new Map(items.map((item) => [item.unit, item]))
  let behind: OutOfFlowBox[] | undefined
  let before: OutOfFlowBox[] = []
  for (const unit of units) {
    if (unit.kind === 'out-of-flow') (behind ?? before).push(unit.box)
    if (isTransparent(unit)) continue
    const item = isTold(unit) ? itemOf.get(unit) : undefined
    behind = item && []
    if (!item || !behind) continue
    item.anchors = { before, behind }
    before = []
  }
  return before.length > 0 ? before : undefined
}

function isTold({ kind }: LineUnit): boolean {
  return kind === 'word' || kind === 'space' || kind === 'tab' || kind === 'atomic'
}
