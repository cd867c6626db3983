import type { Insets } from '../base/geometry.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'

/** The outer edge of an outline (css-ui-4 §3.5): the border edge moved out by offset and width, its curves as well. */
export function outlineShape(fragment: BoxFragment, x: number, y: number): BoxShape {
  const { outlineWidth, outlineOffset } = fragment.style
  const shape = borderShape(fragment, x, y)
  // In each dimension, an outline that an offset takes beyond the middle of the box stays there (§4.5).
  const inset = (length: number) => Math.min(-outlineOffset, length / 2) - outlineWidth
  const [across, down] = [inset(shape.width), inset(shape.height)]
  return insetShape(shape, { top: down, right: across, bottom: down, left: across })
}

export function sameInsets(width: number): Insets {
  return { top: width, right: width, bottom: width, left: width }
}

/** The style of a border that looks like the outline. */
export function outlineAsBorder(style: ComputedStyle): ComputedStyle {
  const { outlineColor: color, outlineStyle } = style
  return {
    ...style,
    borderTopStyle: outlineStyle,
    borderRightStyle: outlineStyle,
    borderBottomStyle: outlineStyle,
    borderLeftStyle: outlineStyle,
    borderTopColor: color,
    borderRightColor: color,
    borderBottomColor: color,
    borderLeftColor: color,
  }
}
