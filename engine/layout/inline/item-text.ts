import { assertNever } from '../../base/invariant.js'
import type { InlineItem } from '../../boxes/box-tree.js'

/** An item in the text in which lines are broken: everything that is not text stands for itself in one code unit. */
export function textOfItem(item: InlineItem): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'atomic':
    case 'leader':
      return '\ufffc'
    case 'break':
      return '\n'
    case 'opportunity':
      return '\u200b'
    case 'open':
    case 'close':
    case 'out-of-flow':
      return ''
    default:
      return assertNever(item)
  }
}
