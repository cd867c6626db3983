import type { Rect } from '../base/geometry.js'
import { BLACK } from '../base/rgb-color.js'
import type { Color } from '../style/computed-style.js'
import { REACH } from './blurred-shape.js'
import type { Copy, PaintTarget } from './paint-target.js'

const WHITE: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

/** Turns a circle into places that are evenly spread however many there are. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

const FEWEST_COPIES = 16
const MOST_COPIES = 40

/**
 * Paints something blurred whose shape only the reader of the file knows, such as letters: the mean of copies that
 * are moved by the points of a Gaussian, as a mask.
 * @param bounds of what `paint` paints
 * @param blur twice the standard deviation in px, above zero
 */
export function paintBlurred(
  target: PaintTarget,
  bounds: Rect,
  blur: number,
  color: Color,
  paint: (ink: Color) => void,
): void {
  const area = grown(bounds, (blur / 2) * REACH)
  const copies = gaussianCopies(blur / 2)
  // Each copy covers the whole area, however far it is moved: else it would not count where it is not.
  const sheet = grown(area, (blur / 2) * REACH)
  target.save()
  target.mask('luminance', area, () =>
    target.drawCopies(sheet, copies, () => {
      target.fillRect(sheet, BLACK)
      paint(WHITE)
    }),
  )
  target.fillRect(area, color)
  target.restore()
}

/** Opacities of 1, 1/2, 1/3 and so on give all copies the same part in the outcome. */
function gaussianCopies(sigma: number): readonly Copy[] {
  const count = Math.max(FEWEST_COPIES, Math.min(Math.ceil(sigma * 12), MOST_COPIES))
  return Array.from({ length: count }, (_, i) => {
    const radius = sigma * Math.sqrt(-2 * Math.log(1 - (i + 0.5) / count))
    const angle = i * GOLDEN_ANGLE
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), opacity: 1 / (i + 1) }
  })
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}
