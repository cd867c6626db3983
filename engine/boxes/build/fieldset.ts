import type { BoundElement } from '../../template/bound-tree.js'
import { isAbsolutelyPositioned } from '../out-of-flow.js'
import type { Source } from './box-builder.js'
import type { BuildContext } from './build-context.js'
import { isMultiColumn } from './column-sets.js'

/**
 * The fieldset whose rendered legend a source may be (HTML §15.3.13): the first of its children that is in the flow.
 *
 * UNSUPPORTED: the legends of fieldsets that are grids, flex containers or in columns stand among their content.
 */
export function fieldsetOf(context: BuildContext, { element, style, origin }: Source): BoundElement | undefined {
  const { parent } = element
  if (element.name !== 'legend' || origin !== 'element' || parent?.name !== 'fieldset') return undefined
  if (style.float !== 'none' || isAbsolutelyPositioned(style)) return undefined
  const around = context.styleOf(parent)
  return BLOCK_CONTAINERS.has(around.display) && !isMultiColumn(around) ? parent : undefined
}

const BLOCK_CONTAINERS = new Set(['block', 'flow-root', 'inline-block', 'list-item'])
