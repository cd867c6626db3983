import type { Size } from '../../base/geometry.js'
import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { BlockBox } from '../../boxes/box-tree.js'
import { flowSpace } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { FragmentPositioner } from '../positioned/position-fragment.js'

/** Lays out the HTML in a drawing in one piece: its box is as large as the `foreignObject`, whatever is in it. */
export function layoutForeign(ctx: LayoutContext, box: BlockBox, size: Size): BoxFragment {
  const width = snap(size.width)
  const height = snap(size.height)
  const space = { ...flowSpace(width, height), fixedWidth: width, fixedHeight: height }
  const result = ctx.layout(box, space, undefined)
  invariant(result.kind === 'placed', 'HTML of a drawing in one piece')
  return new FragmentPositioner(ctx, undefined).box(result.fragment, 0, 0)
}
