import { NO_INSETS } from '../base/geometry.js'
import type { BoxFragment } from './fragment-tree.js'

/** A fragment's share of its box. Members that are left out do not exist: no border, no baseline, nothing cut off. */
export type BoxFragmentParts = Pick<BoxFragment, 'box' | 'width' | 'height' | 'children'> &
  Partial<Omit<BoxFragment, 'kind' | 'box' | 'width' | 'height' | 'children'>>

/**
 * Makes the fragment of a box. Every one is made here, with all of its fields: fragments of one shape are what keeps
 * reading them cheap, in layout and in painting.
 */
export function boxFragment(parts: BoxFragmentParts): BoxFragment {
  const style = parts.style ?? parts.box.style
  let { firstBaseline, lastBaseline } = parts
  if (style.contain.hidesBaselines) firstBaseline = lastBaseline = undefined
  if (style.overflow === 'hidden') {
    firstBaseline = within(firstBaseline, parts.height)
    lastBaseline = within(lastBaseline, parts.height)
  }
  return {
    kind: 'box',
    box: parts.box,
    style,
    width: parts.width,
    height: parts.height,
    border: parts.border ?? NO_INSETS,
    padding: parts.padding ?? NO_INSETS,
    children: parts.children,
    firstBaseline,
    lastBaseline,
    image: parts.image,
    imagePart: parts.imagePart,
    collapsedBorders: parts.collapsedBorders,
    outOfFlow: parts.outOfFlow,
    overflow: parts.overflow,
    spill: parts.spill,
    legend: parts.legend,
    cut: parts.cut,
  }
}

/** Baselines of scroll containers lie within their border boxes (css-align-3 §9.1). */
function within(baseline: number | undefined, height: number): number | undefined {
  return baseline === undefined ? undefined : Math.max(0, Math.min(baseline, height))
}
