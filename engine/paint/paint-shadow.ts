import type { Rect, Side } from '../base/geometry.js'
import type { Path } from '../base/path.js'
import type { BoxShadow } from '../css/properties/effects.js'
import type { CutSides } from '../layout/fragment-tree.js'
import type { BoxShape, Corners } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { blurredShape, REACH } from './blurred-shape.js'
import type { PaintTarget } from './paint-target.js'
import { shapePath } from './shape-path.js'

/** Shadows around a box, which show outside of its border edge only (css-backgrounds-3 §6.1). The first is on top. */
export function paintOuterShadows(
  target: PaintTarget,
  { boxShadow }: ComputedStyle,
  shape: BoxShape,
  cut: CutSides | undefined,
): void {
  if (cut) {
    target.save()
    target.clip([{ kind: 'rect', ...seenStrip(shape, boxShadow, cut) }])
  }
  const whole = cut ? uncut(shape, boxShadow, cut) : shape
  for (let i = boxShadow.length - 1; i >= 0; i--) {
    const shadow = boxShadow[i]
    if (shadow && !shadow.inset && shadow.color.alpha > 0) paintOuter(target, shadow, whole)
  }
  if (cut) target.restore()
}

/** Shadows within the padding edge of a box, which is given, between its background and its border. */
export function paintInnerShadows(
  target: PaintTarget,
  { boxShadow }: ComputedStyle,
  inner: BoxShape,
  cut: CutSides | undefined,
): void {
  if (cut) {
    target.save()
    target.clip(shapePath(inner))
  }
  const whole = cut ? uncut(inner, boxShadow, cut) : inner
  for (let i = boxShadow.length - 1; i >= 0; i--) {
    const shadow = boxShadow[i]
    if (shadow?.inset && shadow.color.alpha > 0) paintInner(target, shadow, whole)
  }
  if (cut) target.restore()
}

/** css-break-3 §5.4: at a break, the shadow is that of a box that continues, cut off there. */
function uncut(shape: BoxShape, shadows: readonly BoxShadow[], cut: CutSides): BoxShape {
  const reach = furthest(shadows)
  return { ...shape, ...widened(shape, reach, (side) => cut[side] === true) }
}

/** The visible part of the shadows: all that is not beyond a break. */
function seenStrip(shape: BoxShape, shadows: readonly BoxShadow[], cut: CutSides): Rect {
  return widened(shape, furthest(shadows), (side) => cut[side] !== true)
}

/** A rectangle moved outwards on some sides. */
function widened({ x, y, width, height }: Rect, by: number, on: (side: Side) => boolean): Rect {
  const left = on('left') ? by : 0
  const top = on('top') ? by : 0
  return {
    x: x - left,
    y: y - top,
    width: width + left + (on('right') ? by : 0),
    height: height + top + (on('bottom') ? by : 0),
  }
}

/** More than any of the shadows reaches beyond what casts it. */
function furthest(shadows: readonly BoxShadow[]): number {
  let reach = 0
  for (const { x, y, blur, spread } of shadows) {
    reach = Math.max(reach, Math.abs(x) + Math.abs(y) + 2 * blur + Math.abs(spread))
  }
  return reach
}

function paintOuter(target: PaintTarget, shadow: BoxShadow, shape: BoxShape): void {
  const cast = spreadShape(shape, shadow.spread, shadow)
  if (cast.width <= 0 || cast.height <= 0) return
  const reach = (shadow.blur / 2) * REACH
  const area = grown(cast, reach + 1)
  const outside: Path = [{ kind: 'rect', ...joined(area, grown(shape, 1)) }, ...shapePath(shape)]
  target.save()
  target.clip(outside, 'evenodd')
  if (shadow.blur === 0) target.fillPath(shapePath(cast), shadow.color)
  else target.fillMesh(blurredShape(cast, shadow.blur / 2, false), cast.x, cast.y, shadow.color)
  target.restore()
}

function paintInner(target: PaintTarget, shadow: BoxShadow, padding: BoxShape): void {
  if (padding.width <= 0 || padding.height <= 0) return
  const hole = spreadShape(padding, -shadow.spread, shadow)
  target.save()
  target.clip(shapePath(padding))
  if (hole.width <= 0 || hole.height <= 0) {
    target.fillRect(padding, shadow.color)
  } else if (shadow.blur === 0) {
    const ring: Path = [{ kind: 'rect', ...joined(grown(padding, 1), grown(hole, 1)) }, ...shapePath(hole)]
    target.fillPath(ring, shadow.color)
  } else {
    // Far enough for the whole padding box, also where chords cut off the corners.
    const margin = 2 * Math.hypot(padding.width + Math.abs(shadow.x), padding.height + Math.abs(shadow.y))
    target.fillMesh(blurredShape(hole, shadow.blur / 2, true, Math.ceil(margin)), hole.x, hole.y, shadow.color)
  }
  target.restore()
}

/** The shape moved by a shadow's offset and grown by its spread. */
function spreadShape(shape: BoxShape, spread: number, { x, y }: BoxShadow): BoxShape {
  const moved = { ...shape, x: shape.x + x, y: shape.y + y }
  if (spread === 0) return moved
  const rect = grown(moved, spread)
  return { ...rect, corners: shape.corners && spreadCorners(shape.corners, spread) }
}

function spreadCorners({ topLeft, topRight, bottomRight, bottomLeft }: Corners, spread: number): Corners {
  const grow = ({ horizontal, vertical }: Corners['topLeft']) => ({
    horizontal: spreadRadius(horizontal, spread),
    vertical: spreadRadius(vertical, spread),
  })
  return {
    topLeft: grow(topLeft),
    topRight: grow(topRight),
    bottomRight: grow(bottomRight),
    bottomLeft: grow(bottomLeft),
  }
}

/** Radii smaller than the spread grow by less, so that square corners stay square. */
function spreadRadius(radius: number, spread: number): number {
  if (radius === 0) return 0
  if (spread <= 0 || radius >= spread) return Math.max(0, radius + spread)
  return radius + spread * (1 + (radius / spread - 1) ** 3)
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function joined(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
