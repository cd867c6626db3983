import { type ColorValue, parseColor } from '../values/color-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { borderStyle, borderWidth } from './borders.js'
import type { DeclaredValue } from './longhands.js'

/** What the shorthands of a border or rule say of it. */
interface LineParts {
  readonly width: DeclaredValue<'border-top-width'> | undefined
  readonly style: DeclaredValue<'border-top-style'> | undefined
  readonly color: ColorValue | undefined
}

/** Reads width, style and colour in any order (css-backgrounds-3 §3.4); one at least must be there. */
export function readLineParts(cursor: ValueCursor): LineParts | undefined {
  let width: LineParts['width']
  let style: LineParts['style']
  let color: LineParts['color']
  for (let count = 0; count < 3 && !cursor.done; count++) {
    const before = cursor.position
    width ??= borderWidth(cursor)
    if (cursor.position === before) style ??= borderStyle(cursor)
    if (cursor.position === before) color ??= parseColor(cursor)
    if (cursor.position === before) return undefined
  }
  return width === undefined && style === undefined && color === undefined ? undefined : { width, style, color }
}
