import { isTransformed } from '../layout/box-transform.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { hasLevel, hasTransform, isGroup } from '../style/grouping.js'

/**
 * Why a box is set apart in the painting order of CSS 2.2 appendix E: a float, a positioned box without a stacking
 * context, or a box that starts a stacking context. Undefined for boxes that are painted where they stand.
 */
export type LayerKind = 'float' | 'positioned' | 'context'

/** @param parent the fragment around it: `z-index` applies to all items of flex containers and grids */
export function layerKind(fragment: BoxFragment, parent: BoxFragment | undefined): LayerKind | undefined {
  const { style, box } = fragment
  // Inline roots share the style of the block around them, tables that of their wrapper; there it counts once.
  if (!isSetApart(style, parent) || box.kind === 'inline-root' || box.kind === 'table') return undefined
  if (startsContext(fragment, parent)) return 'context'
  if (isPositioned(style)) return 'positioned'
  return style.float === 'left' || style.float === 'right' ? 'float' : undefined
}

/** Quickly, whether any of the properties that matter is set. */
function isSetApart(style: ComputedStyle, parent: BoxFragment | undefined): boolean {
  return (
    style.position !== 'static' ||
    style.float !== 'none' ||
    isGroup(style) ||
    hasTransform(style) ||
    (hasLevel(style) && isItemOf(parent))
  )
}

function startsContext(fragment: BoxFragment, parent: BoxFragment | undefined): boolean {
  const { style } = fragment
  if (isGroup(style)) return true
  if (style.position === 'fixed' || style.position === 'sticky') return true
  if (hasLevel(style) && (isPositioned(style) || isItemOf(parent))) return true
  return isTransformed(fragment)
}

/** css-transforms-1 §2: inline boxes that are not replaced are no transformable elements. */
function isPositioned({ position }: ComputedStyle): boolean {
  return position === 'relative' || position === 'absolute' || position === 'fixed' || position === 'sticky'
}

function isItemOf(parent: BoxFragment | undefined): boolean {
  return parent !== undefined && isItemContainer(parent)
}

/** The items of such a box are painted like inline-blocks (css-flexbox-1 §5.4, css-grid-1 §10). */
export function isItemContainer({ box }: BoxFragment): boolean {
  return box.kind === 'flex' || box.kind === 'grid'
}
