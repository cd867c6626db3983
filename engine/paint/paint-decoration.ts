import { assertNever } from '../base/invariant.js'
import type { PathSegment } from '../base/path.js'
import type { TextShadow } from '../css/properties/text.js'
import type { DecorationFragment } from '../layout/fragment-tree.js'
import type { Color } from '../style/computed-style.js'
import { paintBlurred } from './blurred-ink.js'
import { dashedLine } from './dashes.js'
import type { PaintTarget } from './paint-target.js'

/**
 * Paints a line of text decoration (css-text-decor-3 §2.2) whose top left corner is (x, y), and its shadows below it.
 * @param ink the colour of a line that something is cut to, which has no shadows
 */
export function paintDecoration(
  target: PaintTarget,
  decoration: DecorationFragment,
  x: number,
  y: number,
  ink?: Color,
): void {
  const { shadows, color } = decoration
  if (ink) {
    paintLine(target, decoration, x, y, ink)
    return
  }
  for (let i = shadows.length - 1; i >= 0; i--) {
    const shadow = shadows[i]
    if (shadow) paintLineShadow(target, decoration, x + shadow.x, y + shadow.y, shadow)
  }
  paintLine(target, decoration, x, y, color)
}

function paintLineShadow(
  target: PaintTarget,
  decoration: DecorationFragment,
  x: number,
  y: number,
  shadow: TextShadow,
): void {
  const color = shadowColor(shadow, decoration.color)
  if (shadow.blur === 0) {
    paintLine(target, decoration, x, y, color)
    return
  }
  const { width, thickness } = decoration
  if (color.alpha === 0 || width <= 0 || thickness <= 0) return
  const bounds = { x, y: y - 4 * thickness, width, height: 9 * thickness }
  paintBlurred(target, bounds, shadow.blur, color, (ink) => paintLine(target, decoration, x, y, ink))
}

export function shadowColor(shadow: TextShadow, current: Color): Color {
  return shadow.color === 'currentcolor' ? current : shadow.color
}

function paintLine(target: PaintTarget, decoration: DecorationFragment, x: number, y: number, color: Color): void {
  const { width, thickness } = decoration
  if (color.alpha === 0 || width <= 0 || thickness <= 0) return
  const middle = y + thickness / 2
  switch (decoration.lineStyle) {
    case 'solid':
      target.fillRect({ x, y, width, height: thickness }, color)
      return
    case 'double': {
      // As in browsers, the second line lies further from the text, a px apart.
      const second = decoration.line === 'overline' ? y - thickness - 1 : y + thickness + 1
      target.fillRect({ x, y, width, height: thickness }, color)
      target.fillRect({ x, y: second, width, height: thickness }, color)
      return
    }
    case 'dotted':
    case 'dashed': {
      const line = { x1: x, y1: middle, x2: x + width, y2: middle }
      target.strokeLine(dashedLine(decoration.lineStyle, line, thickness, color))
      return
    }
    case 'wavy':
      target.save()
      target.clip([{ kind: 'rect', x, y: y - 3 * thickness, width, height: 7 * thickness }])
      target.strokePath({ path: wave(x, middle, width, thickness), width: thickness, color, dashes: [], cap: 'butt' })
      target.restore()
      return
    default:
      assertNever(decoration.lineStyle)
  }
}

/** Half waves of one line: more of them than the widest page shows. */
const MOST_WAVES = 20_000

/** Half waves one and a half times the thickness high and four times long, at least to the end or the edge of any page. */
function wave(x: number, y: number, width: number, thickness: number): readonly PathSegment[] {
  const height = 1.5 * thickness
  const length = 4 * thickness
  const path: PathSegment[] = [{ kind: 'move', x, y }]
  let up = true
  const end = Math.min(width, MOST_WAVES * length)
  for (let done = 0; done < end; done += length) {
    const peak = up ? y - 2 * height : y + 2 * height
    const start = x + done
    path.push({
      kind: 'curve',
      x1: start + length * 0.4,
      y1: y + (peak - y) * (2 / 3),
      x2: start + length * 0.6,
      y2: y + (peak - y) * (2 / 3),
      x: start + length,
      y,
    })
    up = !up
  }
  return path
}
