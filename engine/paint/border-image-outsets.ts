import type { Insets } from '../base/geometry.js'
import type { ComputedStyle } from '../style/computed-style.js'

/** How far the image of a border reaches beyond the border box (css-backgrounds-3 §6.4). */
export function borderImageOutsets({ borderImageOutset }: ComputedStyle, border: Insets): Insets {
  const widths = [border.top, border.right, border.bottom, border.left] as const
  const of = (side: 0 | 1 | 2 | 3) => {
    const value = borderImageOutset[side]
    return typeof value === 'number' ? value : value.value * widths[side]
  }
  return { top: of(0), right: of(1), bottom: of(2), left: of(3) }
}
