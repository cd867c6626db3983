import type { Point } from '../base/geometry.js'
import type { Path } from '../base/path.js'
import { isButtonOn } from '../forms/form-field.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { Tag } from '../tags/structure-element.js'
import type { PaintContext } from './paint-context.js'
import type { PaintedField, PaintTarget } from './paint-target.js'
import { shapePath } from './shape-path.js'

/**
 * Paints the content of a control as that of a field which can be filled in. Controls that are repeated or hidden from
 * readers are painted as they are, as is everything in a document without a form.
 *
 * @param paint paints the content of the control
 * @returns whether the box is the control of a field
 */
export function paintField(
  ctx: PaintContext,
  fragment: BoxFragment,
  { x, y }: Point,
  tag: Tag | undefined,
  paint: (within: PaintContext) => void,
): boolean {
  const { box, style, border, width, height } = fragment
  if (!ctx.fields || ctx.ink || box.node === undefined || style.visibility !== 'visible') return false
  const control = ctx.fields.get(box.node.id)
  const tree = ctx.structure?.tree
  if (!control || !tree || typeof tag !== 'number' || !tree.isOf(tag, box.node)) return false
  const edges = control.state === undefined ? border : { top: 0, right: 0, bottom: 0, left: 0 }
  const area = {
    x: x + edges.left,
    y: y + edges.top,
    width: width - edges.left - edges.right,
    height: height - edges.top - edges.bottom,
  }
  if (area.width <= 0 || area.height <= 0) return false
  // The content of a control is its value, not a part of the document.
  const within = { ...ctx, fields: undefined, structure: undefined }
  const field: PaintedField = {
    control,
    // An element holds one control (ISO 14289-1 §7.18.4): each part of one that is broken has its own.
    tag: tree.hasKids(tag) ? tree.another(tag) : tag,
    area,
    face: style.font.primary,
    fontSize: style.fontSize,
    color: style.color,
    align: alignment(style),
    paint: () => paint(within),
    paintOther: () => paintOtherState(ctx.target, field),
  }
  ctx.target.field(field)
  return true
}

function alignment({ textAlign, direction }: BoxFragment['style']): PaintedField['align'] {
  if (textAlign === 'center' || textAlign === 'left' || textAlign === 'right') return textAlign
  const isRight = (textAlign === 'end') !== (direction === 'rtl')
  return isRight ? 'right' : 'left'
}

const WHITE = { red: 1, green: 1, blue: 1, alpha: 1 }
const GRAY = { red: 0x76 / 255, green: 0x76 / 255, blue: 0x76 / 255, alpha: 1 }
const BLUE = { red: 0, green: 0x75 / 255, blue: 1, alpha: 1 }

/** Buttons are styled in one state: in the other they look as they do without styles. */
function paintOtherState(target: PaintTarget, { control, area }: PaintedField): void {
  const isOn = isButtonOn(control)
  const size = Math.min(area.width, area.height)
  const x = area.x + (area.width - size) / 2
  const y = area.y + (area.height - size) / 2
  if (control.field.kind === 'radio') {
    target.fillPath(disc(x, y, size), isOn ? GRAY : BLUE)
    target.fillPath(disc(x + 1, y + 1, size - 2), WHITE)
    if (!isOn) target.fillPath(disc(x + size / 4, y + size / 4, size / 2), BLUE)
    return
  }
  target.fillRect({ x, y, width: size, height: size }, isOn ? GRAY : BLUE)
  if (isOn) {
    target.fillRect({ x: x + 1, y: y + 1, width: size - 2, height: size - 2 }, WHITE)
    return
  }
  const at = (across: number, down: number) => ({ x: x + (across * size) / 12, y: y + (down * size) / 12 })
  target.strokePath({
    path: [
      { kind: 'move', ...at(2.5, 6.2) },
      { kind: 'line', ...at(5, 8.7) },
      { kind: 'line', ...at(9.7, 3.5) },
    ],
    width: (1.8 * size) / 12,
    color: WHITE,
    dashes: [],
    cap: 'butt',
  })
}

function disc(x: number, y: number, size: number): Path {
  const radius = { horizontal: size / 2, vertical: size / 2 }
  const corners = { topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius }
  return shapePath({ x, y, width: size, height: size, corners })
}
