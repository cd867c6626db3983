import type { Box, InlineBox } from '../../boxes/box-tree.js'
import { type PlacedBox, withEffects } from '../carried-effects.js'
import type { ResumedFloat } from '../floats/place-float.js'
import type { PlacedFragment } from '../fragment-tree.js'

/**
 * Adds floats that an earlier page left to this one to the children of their formatting context: within the boxes that
 * affect them as far as these go on here, and empty parts of those that have ended.
 */
export function withCarriedFloats(
  children: readonly PlacedFragment[],
  floats: readonly ResumedFloat[],
): readonly PlacedFragment[] {
  let all = children
  for (const float of floats) all = withCarriedFloat(all, float)
  return all
}

function withCarriedFloat(children: readonly PlacedFragment[], float: ResumedFloat): readonly PlacedFragment[] {
  const { effects } = float
  for (let at = effects; at; at = at.outer) {
    const within = insertInto(children, withEffects(float, effects, at.box), at.box)
    if (within) return within
  }
  return [withEffects(float, effects), ...children]
}

/** The children with a float in the part of a box that goes on; undefined if it does not. What goes on comes first. */
function insertInto(
  children: readonly PlacedFragment[],
  { x, y, fragment }: PlacedBox,
  box: Box | InlineBox,
): readonly PlacedFragment[] | undefined {
  const index = children.findIndex((child) => child.fragment.kind === 'box' && child.fragment.style.float === 'none')
  const first = children[index]
  if (first?.fragment.kind !== 'box') return undefined
  const part = first.fragment
  const inside = { x: x - first.x, y: y - first.y, fragment }
  const within = part.box === box ? [inside, ...part.children] : insertInto(part.children, inside, box)
  return within && children.with(index, { ...first, fragment: { ...part, children: within } })
}
