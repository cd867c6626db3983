/**
 * How far a shape reaches from the side at which its float stands into the lines beside it. Places are px from the
 * margin box of the float: down from its top, and away from its outer side, which is the left one of floats on the left
 * and the right one of those on the right.
 */
export interface ShapeProfile {
  /**
   * The furthest that the shape, within the margin box, reaches between two heights; undefined where nothing of it is
   * there. What ends or begins at one of the heights does not count. Where both are the same, what begins there does.
   */
  reach(top: number, bottom: number): number | undefined
}

/** The margin box of a float. */
export interface ProfileArea {
  readonly width: number
  readonly height: number
}

/** Whether something from `from` to `to` stands in a line, which may have no height. */
export function overlaps(from: number, to: number, top: number, bottom: number): boolean {
  return to > top && (from < bottom || from <= top)
}

/** Half the width of a disc at a distance from its middle. */
export function discReach(radius: number, distance: number): number {
  return Math.sqrt(Math.max(0, (radius - distance) * (radius + distance)))
}
