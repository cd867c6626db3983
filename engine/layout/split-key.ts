import type { Box, InlineBox } from '../boxes/box-tree.js'

/** A key of a box that is the same for all boxes that one box was split into. */
export function splitKey(box: Box | InlineBox): unknown {
  return (box.kind === 'inline' || box.kind === 'block') && box.slice ? box.node : box.id
}
