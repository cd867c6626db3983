import type { RgbColor } from '../base/rgb-color.js'
import type { GradientStop } from '../images/vector-types.js'

/** Pieces of a stretch between two stops whose colours do not change evenly any more. */
const PIECES = 8

/** Gradients of more stops have so short stretches that these stay as they are. */
const MOST_STOPS = 256

/** What nobody sees of a component. */
const TOLERANCE = 1.5 / 255

/**
 * The stops of a gradient whose colours are filtered. Filters cut components off at their ends, so that colours between
 * two stops are not those between the filtered stops: further stops say what they are.
 */
export function filteredStops(
  stops: readonly GradientStop[],
  filter: (color: RgbColor) => RgbColor,
): readonly GradientStop[] {
  const result: GradientStop[] = []
  let before: GradientStop | undefined
  for (const stop of stops) {
    if (before && stop.offset > before.offset && stops.length <= MOST_STOPS) {
      const inner = innerStops(before, stop, filter)
      const ends = [filter(before.color), filter(stop.color)] as const
      if (inner.some(({ color }, i) => differ(color, mixed(...ends, (i + 1) / PIECES)))) result.push(...inner)
    }
    result.push({ ...stop, color: filter(stop.color) })
    before = stop
  }
  return result
}

function innerStops(from: GradientStop, to: GradientStop, filter: (color: RgbColor) => RgbColor): GradientStop[] {
  const inner: GradientStop[] = []
  for (let i = 1; i < PIECES; i++) {
    const share = i / PIECES
    const offset = from.offset + share * (to.offset - from.offset)
    inner.push({ offset, color: filter(mixed(from.color, to.color, share)) })
  }
  return inner
}

function mixed(from: RgbColor, to: RgbColor, share: number): RgbColor {
  const part = (a: number, b: number) => a + share * (b - a)
  return {
    red: part(from.red, to.red),
    green: part(from.green, to.green),
    blue: part(from.blue, to.blue),
    alpha: part(from.alpha, to.alpha),
  }
}

function differ(a: RgbColor, b: RgbColor): boolean {
  return Math.max(Math.abs(a.red - b.red), Math.abs(a.green - b.green), Math.abs(a.blue - b.blue)) > TOLERANCE
}
