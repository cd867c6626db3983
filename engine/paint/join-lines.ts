import { around, type Rect } from '../base/geometry.js'
import type { Layer } from './layers.js'

/**
 * Joins the parts that translucent inline boxes have on several lines, where they overlap: they are composed as one object
 * (css-color-4 §3.3). The first of them gets the others, and their bounds.
 * @returns the layers that are painted with another
 */
export function joinLines(layers: readonly Layer[]): ReadonlySet<Layer> {
  const joined = new Set<Layer>()
  const firsts = new Map<unknown, Layer[]>()
  for (const layer of layers) {
    if (!isJoinable(layer)) continue
    const parts = firsts.get(layer.fragment.box)
    if (parts) parts.push(layer)
    else firsts.set(layer.fragment.box, [layer])
  }
  for (const [first, ...others] of firsts.values()) {
    if (!first || !haveOverlap([first, ...others])) continue
    first.parts = others
    for (const part of others) {
      first.bounds = around([first.bounds, part.bounds])
      joined.add(part)
    }
  }
  return joined
}

/** AD-HOC: what is clipped, masked or filtered is so on each line by itself. */
function isJoinable({ kind, fragment: { box, style } }: Layer): boolean {
  return (
    kind === 'context' &&
    box.kind === 'inline' &&
    style.opacity < 1 &&
    style.clipPath === 'none' &&
    style.maskImage.length === 0 &&
    style.filter.length === 0
  )
}

/** Whether any line reaches into the one before it. */
function haveOverlap(lines: readonly Layer[]): boolean {
  return lines.some((line, i) => {
    const before = lines[i - 1]
    return before !== undefined && intersects(boxOf(before), boxOf(line))
  })
}

function boxOf({ fragment: { width, height }, x, y }: Layer): Rect {
  return { x, y, width, height }
}

/** Whether two rectangles have an area in common. */
export function intersects(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
