import type { BoxShape, Radius } from './box-shape.js'
import { discReach, overlaps, type ProfileArea, type ShapeProfile } from './shape-profile.js'

/** A box with round corners, circles and ellipses among them, and all that is within `margin` px of it. */
export class RoundedProfile implements ShapeProfile {
  readonly #near: Side
  readonly #far: Side

  constructor(
    private readonly box: BoxShape,
    private readonly margin: number,
    private readonly area: ProfileArea,
  ) {
    const { corners } = box
    this.#near = { top: corners?.topLeft ?? SQUARE, bottom: corners?.bottomLeft ?? SQUARE }
    this.#far = { top: corners?.topRight ?? SQUARE, bottom: corners?.bottomRight ?? SQUARE }
  }

  reach(top: number, bottom: number): number | undefined {
    const { box, margin, area } = this
    // As in browsers, what encloses no area is no shape, but the margin around it is one.
    if (margin === 0 && (box.width === 0 || box.height === 0)) return undefined
    if (!overlaps(0, area.height, top, bottom)) return undefined
    const from = Math.max(0, top)
    const to = Math.min(area.height, bottom)
    if (!overlaps(box.y - margin, box.y + box.height + margin, from, to)) return undefined
    // Of a convex shape the part in a line is in one piece: what is in the margin box is that piece cut at its sides.
    const far = box.x + box.width + this.#swell(this.#far, from, to)
    const near = box.x - this.#swell(this.#near, from, to)
    return far > 0 && near < area.width ? Math.min(far, area.width) : undefined
  }

  /** How far a side stands out beyond the edge of the box at most, margin included: less than 0 in corners. */
  #swell(side: Side, top: number, bottom: number): number {
    const { box, margin } = this
    const above = box.y + side.top.vertical - bottom
    if (above > 0) return cornerReach(side.top, margin, above) - side.top.horizontal
    const below = top - (box.y + box.height - side.bottom.vertical)
    if (below > 0) return cornerReach(side.bottom, margin, below) - side.bottom.horizontal
    return margin
  }
}

interface Side {
  readonly top: Radius
  readonly bottom: Radius
}

const SQUARE: Radius = { horizontal: 0, vertical: 0 }

/** Halving as often as this finds an angle as exactly as numbers can. */
const HALVINGS = 52

/**
 * How far a quarter ellipse and all within `margin` px of it reach from the middle of the ellipse, at a distance above
 * or below that.
 */
function cornerReach({ horizontal, vertical }: Radius, margin: number, distance: number): number {
  if (distance >= vertical + margin) return 0
  if (horizontal === vertical) return discReach(horizontal + margin, distance)
  if (margin === 0) return (horizontal * discReach(vertical, distance)) / vertical
  // A point of the margin is where the normal leads to. The further round, the higher it stands.
  let [low, high] = [0, Math.PI / 2]
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2
    if (marginPoint(horizontal, vertical, margin, middle).y < distance) low = middle
    else high = middle
  }
  return marginPoint(horizontal, vertical, margin, low).x
}

/** The point of the margin's edge over a point of an ellipse. */
function marginPoint(
  horizontal: number,
  vertical: number,
  margin: number,
  angle: number,
): { readonly x: number; readonly y: number } {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const length = Math.hypot(vertical * cos, horizontal * sin)
  return {
    x: horizontal * cos + (margin * vertical * cos) / length,
    y: vertical * sin + (margin * horizontal * sin) / length,
  }
}
