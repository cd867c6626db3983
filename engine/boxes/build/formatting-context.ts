import { isAbsolutelyPositioned } from '../out-of-flow.js'
import type { Source } from './box-builder.js'
import type { BuildContext } from './build-context.js'
import { isMultiColumn } from './column-sets.js'
import { isTurned } from './turned-content.js'

/**
 * Whether a block container starts a block formatting context. `overflow: clip` starts none (css-overflow-3 §3.1);
 * aligned content is kept together (css-align-3 §5.1.1), and so is that of fieldsets (HTML §15.3.13) and of another writing mode
 * (css-writing-modes-4 §3.2), of contained layout (css-contain-2 §3.4), of clamped lines (css-overflow-4 §5), and what is
 * laid out by itself in a contained size.
 */
export function startsFormattingContext(context: BuildContext, source: Source): boolean {
  const { style } = source
  if (style.alignContent.keyword !== 'normal' || isTurned(style)) return true
  if (style.maxLines !== 'none' || style.contain.layout || style.contain.size === 'both') return true
  if (style.display === 'flow-root' || style.float === 'footnote' || isMultiColumn(style)) return true
  if (source.origin === 'element' && source.element.name === 'fieldset') return true
  if (style.float === 'left' || style.float === 'right' || isAbsolutelyPositioned(style)) return true
  return (style.overflow === 'hidden' || style.overflow === 'shown') && !givesOverflowToPage(context, source)
}

/** css-overflow-3 §3.3: the overflow of `body` belongs to the page unless that of the root does. */
function givesOverflowToPage(context: BuildContext, { element, origin }: Source): boolean {
  const { parent } = element
  if (origin !== 'element' || element.name !== 'body' || !parent || parent.parent) return false
  return context.styleOf(parent).overflow === 'visible'
}
