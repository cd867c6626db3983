import type { Insets, Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { TextShadow } from '../css/properties/text.js'
import type { Fragment } from '../layout/fragment-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { borderImageOutsets } from './border-image-outsets.js'

/** A rectangle that grows. */
export interface MutableBounds {
  left: number
  top: number
  right: number
  bottom: number
}

export function noBounds(): MutableBounds {
  return {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
}

/** Takes in a rectangle and `overhang` px around it. */
export function extendBounds(
  bounds: MutableBounds,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  overhang: number,
): void {
  bounds.left = Math.min(bounds.left, x - overhang)
  bounds.top = Math.min(bounds.top, y - overhang)
  bounds.right = Math.max(bounds.right, x + width + overhang)
  bounds.bottom = Math.max(bounds.bottom, y + height + overhang)
}

export function growBounds(bounds: MutableBounds, by: number): void {
  bounds.left -= by
  bounds.top -= by
  bounds.right += by
  bounds.bottom += by
}

export function rectOf({ left, top, right, bottom }: MutableBounds): Rect {
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** How far what a fragment itself paints may reach out of it. Letters may reach out of their boxes by up to an em. */
export function inkOverhang(fragment: Fragment): number {
  switch (fragment.kind) {
    case 'text':
      return fragment.fontSize + shadowReach(fragment.style.textShadow)
    case 'decoration':
      return 4 * fragment.thickness + shadowReach(fragment.shadows)
    case 'box':
      return boxReach(fragment.style, fragment.border)
    case 'line':
      return 0
    default:
      return assertNever(fragment)
  }
}

/** How far shadows lie beside what casts them. */
function shadowReach(shadows: readonly TextShadow[]): number {
  let reach = 0
  for (const { x, y, blur } of shadows) reach = Math.max(reach, Math.abs(x) + 2 * blur, Math.abs(y) + 2 * blur)
  return reach
}

function boxReach(style: ComputedStyle, border: Insets): number {
  const { boxShadow, outlineWidth, outlineOffset, borderImageSource } = style
  let reach = outlineWidth > 0 ? Math.max(0, outlineWidth + outlineOffset) : 0
  if (borderImageSource !== 'none') {
    const { top, right, bottom, left } = borderImageOutsets(style, border)
    reach = Math.max(reach, top, right, bottom, left)
  }
  for (const { inset, x, y, blur, spread } of boxShadow) {
    if (!inset) reach = Math.max(reach, Math.max(Math.abs(x), Math.abs(y)) + 2 * blur + spread)
  }
  return reach
}
