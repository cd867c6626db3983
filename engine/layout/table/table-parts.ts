import type { BlockBox, TableBox, TableWrapperBox } from '../../boxes/box-tree.js'

/** A caption or the grid of a table. */
export type TablePartBox = BlockBox | TableBox

/** The parts that a table wrapper stacks: captions above, the table, captions below. */
export function tableParts({ captions, table }: TableWrapperBox): readonly TablePartBox[] {
  if (captions.length === 0) return [table]
  const above = captions.filter(({ style }) => style.captionSide === 'top')
  const below = captions.filter(({ style }) => style.captionSide === 'bottom')
  return [...above, table, ...below]
}
