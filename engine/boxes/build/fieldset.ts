import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BlockBox, FlexBox, GridBox, ItemBox } from '../box-tree.js'
import { isAbsolutelyPositioned } from '../out-of-flow.js'
import type { Source } from './box-builder.js'
import type { BuildContext } from './build-context.js'
import { isMultiColumn } from './column-sets.js'
import { isContained } from './contained-content.js'
import { containerFields, type EnclosingContext } from './enclosing-context.js'
import { isTurned } from './turned-content.js'

/**
 * The fieldset whose rendered legend a source may be (HTML §15.3.13): the first of its children that is in the flow.
 *
 * UNSUPPORTED: the legends of fieldsets in columns, and of flex containers and grids that are contained or have a writing
 * mode of their own, stand among their content.
 */
export function fieldsetOf(context: BuildContext, { element, style, origin }: Source): BoundElement | undefined {
  const { parent } = element
  if (element.name !== 'legend' || origin !== 'element' || parent?.name !== 'fieldset') return undefined
  if (style.float !== 'none' || isAbsolutelyPositioned(style)) return undefined
  const around = context.styleOf(parent)
  if (CONTAINERS.has(around.display)) return isContained(around) || isTurned(around) ? undefined : parent
  return BLOCK_CONTAINERS.has(around.display) && !isMultiColumn(around) ? parent : undefined
}

const BLOCK_CONTAINERS = new Set(['block', 'flow-root', 'inline-block', 'list-item'])
/** All of the height that the fieldset has below its legend, where that is stated. */
const WHOLE = { kind: 'percentage', px: 0, percent: 100 } as const

const CONTAINERS = new Set(['flex', 'inline-flex', 'grid', 'inline-grid'])

/**
 * A fieldset that is a flex container or grid and has a rendered legend: a block with its edges, and below the legend the
 * container, which is as high as the fieldset leaves room (the anonymous fieldset content box of HTML §15.3.13).
 */
export function fieldsetAround(context: EnclosingContext, box: FlexBox | GridBox, legend: ItemBox): BlockBox {
  const { id, node, marks, style, ...rest } = box
  const inner: ComputedStyle = {
    ...context.anonymous(style, 'block'),
    ...containerFields(style),
    height: WHOLE,
  }
  return {
    kind: 'block',
    id,
    style,
    node,
    children: [{ ...rest, id: context.nextId(), node: undefined, style: inner }],
    marker: undefined,
    formattingContext: true,
    legend,
    ...(marks && { marks }),
  }
}
