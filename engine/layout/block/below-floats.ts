import type { FlowChild, OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide, isOutOfFlow } from '../../boxes/out-of-flow.js'
import { flowSpace, shrinkSpace } from '../constraint-space.js'
import {
  type ExclusionSpace,
  type FloatArea,
  findFloatPlace,
  NO_EXCLUSIONS,
  reachesBelow,
  withFloat,
} from '../floats/exclusion-space.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { findBesideSlot } from './beside-floats.js'
import type { ContainingSize } from './margins.js'

/**
 * Whether a child that keeps floats out finds no room beside those at the top of its container: then it stands below them
 * as if it cleared them, and its margin stays in the container (CSS 2.2 §9.5, §8.3.1).
 * @param children of a block container; all before `index` are floats or have no height
 */
export function fallsBelowFloats(
  ctx: LayoutContext,
  children: readonly FlowChild[],
  index: number,
  { width, height }: ContainingSize,
): boolean {
  const child = children[index]
  if (!child || !keepsFloatsOut(child) || resolveMargin(child.style.marginTop, width) === 0) return false
  let exclusions: ExclusionSpace = NO_EXCLUSIONS
  for (let before = 0; before < index; before++) {
    const float = children[before]
    if (!float || !isOutOfFlow(float)) continue
    const area = floatArea(ctx, exclusions, float, { width, height })
    if (area) exclusions = withFloat(exclusions, area)
  }
  if (!reachesBelow(exclusions, 0)) return false
  const space = flowSpace(width, height)
  const edges = { left: 0, right: width }
  const { direction } = child.style
  return findBesideSlot(ctx, { child, space, exclusions, edges, direction, y: 0, token: undefined }).y > 0
}

function keepsFloatsOut(child: FlowChild): child is OutOfFlowBox {
  if (child.kind === 'inline-root' || child.kind === 'column-set' || child.kind === 'enclosed') return false
  return child.kind !== 'block' || child.formattingContext
}

/** The margin box of a float where no page ends. */
function floatArea(
  ctx: LayoutContext,
  exclusions: ExclusionSpace,
  box: OutOfFlowBox,
  { width, height }: ContainingSize,
): FloatArea | undefined {
  const side = floatSide(box)
  if (!side) return undefined
  const fragment = ctx.layoutWhole(box, shrinkSpace(width, height))
  const { marginTop, marginRight, marginBottom, marginLeft } = box.style
  const outerWidth = fragment.width + resolveMargin(marginLeft, width) + resolveMargin(marginRight, width)
  const outerHeight = fragment.height + resolveMargin(marginTop, width) + resolveMargin(marginBottom, width)
  const { left, top } = findFloatPlace(exclusions, side, outerWidth, 0, { left: 0, right: width })
  return { side, left, right: left + outerWidth, top, bottom: top + outerHeight }
}
