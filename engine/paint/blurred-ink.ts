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

/** Content that is blurred in its own colours, painted in different ways. */
export interface BlurredContent {
  readonly paint: () => void
  /** As no content. */
  readonly ornament: (target: PaintTarget) => void
  /** As its shape alone. */
  readonly ink: (target: PaintTarget, ink: Color) => void
}

/**
 * Blurs all that something shows. Its alpha is that of its shape blurred; the colours below are the mean of copies, and
 * reach as far as the shape does, for which they are first spread to all sides.
 * @param area around the outcome
 * @param sigma standard deviation in px, above zero
 */
export function paintBlurredContent(target: PaintTarget, area: Rect, sigma: number, content: BlurredContent): void {
  const copies = gaussianCopies(sigma)
  const spread = copies.toReversed().map((copy) => ({ ...copy, opacity: 1 }))
  const sheet = grown(area, sigma * REACH)
  target.save()
  target.mask('luminance', area, () =>
    target.drawCopies(sheet, copies, () => {
      target.fillRect(sheet, BLACK)
      content.ink(target, WHITE)
    }),
  )
  target.beginGroup(1, area)
  content.paint()
  target.drawCopies(area, [...spread, ...copies], () => content.ornament(target))
  target.endGroup()
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
