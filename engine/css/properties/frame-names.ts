import type { WritingMode } from '../../base/writing-mode.js'
import { type LonghandName, longhandOf } from './longhands.js'

type Vertical = Exclude<WritingMode, 'horizontal-tb'>

const CLOCKWISE = { top: 'left', right: 'top', bottom: 'right', left: 'bottom' } as const
const TRANSPOSED = { top: 'left', right: 'bottom', bottom: 'right', left: 'top' } as const
const COUNTERCLOCKWISE = { top: 'right', right: 'bottom', bottom: 'left', left: 'top' } as const

/** By writing mode, the side of a box as it is laid out that is a side of the page. */
const SIDES: Readonly<Record<Vertical, Readonly<Record<string, string>>>> = {
  'vertical-rl': CLOCKWISE,
  'sideways-rl': CLOCKWISE,
  'vertical-lr': TRANSPOSED,
  'sideways-lr': COUNTERCLOCKWISE,
}

/** The other way round: the side of the page that is a side of a box as it is laid out. */
const PAGE_SIDES = Object.fromEntries(
  Object.entries(SIDES).map(([mode, sides]) => [
    mode,
    Object.fromEntries(Object.entries(sides).map(([page, laidOut]) => [laidOut, page])),
  ]),
) as Readonly<Record<Vertical, Readonly<Record<string, string>>>>

const OTHER_AXIS: Readonly<Record<string, string>> = { width: 'height', height: 'width', x: 'y', y: 'x' }

const ALONG_AXES = /^(?:(?:min-|max-)?(?:width|height)|overflow-[xy])$/

const AT_SIDES =
  /^(?:(?:margin|padding)-)?(?:top|right|bottom|left)$|^border-(?:top|right|bottom|left)-(?:width|style|color)$/

const CORNER = /^border-(top|bottom)-(left|right)-radius$/

/**
 * The property that stands for a physical one in a box that is laid out in a writing mode: what the page calls the top
 * of a box is its left side where lines run downwards.
 */
export function frameName(physical: LonghandName, mode: WritingMode): LonghandName {
  if (mode === 'horizontal-tb') return physical
  return longhandOf(turnedName(physical, SIDES[mode]))?.name ?? physical
}

/**
 * The same for a property that is named by the directions of the flow, which are those of the element itself
 * (css-logical-1 §4).
 *
 * @param relative the property that stands for it where lines run to the right
 */
export function relativeName(relative: LonghandName, own: WritingMode, frame: WritingMode): LonghandName {
  if (own === frame) return relative
  const physical =
    own === 'horizontal-tb' ? relative : (longhandOf(turnedName(relative, PAGE_SIDES[own]))?.name ?? relative)
  return frameName(physical, frame)
}

function turnedName(physical: string, sides: Readonly<Record<string, string>>): string {
  if (ALONG_AXES.test(physical)) {
    return physical.replace(/\b(?:width|height|[xy])$/, (axis) => OTHER_AXIS[axis] ?? axis)
  }
  if (AT_SIDES.test(physical)) return physical.replace(/\b(?:top|right|bottom|left)\b/, (side) => sides[side] ?? side)
  const corner = CORNER.exec(physical)
  if (!corner) return physical
  const [one, other] = [sides[corner[1] ?? ''], sides[corner[2] ?? '']]
  const isVertical = one === 'top' || one === 'bottom'
  return `border-${isVertical ? `${one}-${other}` : `${other}-${one}`}-radius`
}
