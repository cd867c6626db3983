import { type ColorValue, parseColor } from '../values/color-value.js'
import { parseLengthPercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import type { ValueParser } from '../values/value-parsers.js'
import { borderStyle, borderWidth } from './borders.js'
import { outlineColor, outlineStyle } from './effects.js'
import { type AnyDeclaredValue, type DeclaredValue, type LonghandName, longhandOf } from './longhands.js'
import type { Spellings } from './property.js'
import { ExpansionBuilder, type Shorthand } from './shorthand.js'

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

/** One to four values for the four sides (CSS 2.2 §8.3). */
export function fourSides(
  longhands: readonly [LonghandName, LonghandName, LonghandName, LonghandName],
  quirk?: Spellings['quirk'],
): Shorthand {
  const parser: ValueParser<AnyDeclaredValue> = longhandOf(longhands[0]).parse
  return {
    longhands,
    ...(quirk && { quirk }),
    parse(cursor) {
      const top = parser(cursor)
      if (top === undefined) return undefined
      const right = parser(cursor) ?? top
      const bottom = parser(cursor) ?? top
      const left = parser(cursor) ?? right
      return new Map(zip(longhands, [top, right, bottom, left]))
    },
  }
}

/** One or two values for the start and the end of an axis (css-logical-1). */
export function twoSides(start: LonghandName, end: LonghandName, aliases: readonly string[] = []): Shorthand {
  const parser: ValueParser<AnyDeclaredValue> = longhandOf(start).parse
  return {
    longhands: [start, end],
    aliases,
    parse(cursor) {
      const first = parser(cursor)
      return first === undefined ? undefined : new Map(zip([start, end], [first, parser(cursor) ?? first]))
    },
  }
}

function zip<A, B>(keys: readonly A[], values: readonly B[]): (readonly [A, B])[] {
  return keys.flatMap((key, i) => {
    const value = values[i]
    return value === undefined ? [] : [[key, value] as const]
  })
}

export const PHYSICAL_SIDES = ['top', 'right', 'bottom', 'left'] as const

type PhysicalSide = (typeof PHYSICAL_SIDES)[number]

/** Width, style and colour in any order for some sides. */
export function border(...sides: readonly PhysicalSide[]): Shorthand {
  return {
    longhands: sides.flatMap((side) => [
      `border-${side}-width` as const,
      `border-${side}-style` as const,
      `border-${side}-color` as const,
    ]),
    parse(cursor) {
      const parts = readLineParts(cursor)
      if (!parts) return undefined
      const { width, style, color } = parts
      const expansion = new ExpansionBuilder()
      for (const side of sides) {
        if (width !== undefined) expansion.set(`border-${side}-width`, width)
        if (style !== undefined) expansion.set(`border-${side}-style`, style)
        if (color !== undefined) expansion.set(`border-${side}-color`, color)
      }
      return expansion.entries
    },
  }
}

const CORNERS = [
  'border-top-left-radius',
  'border-top-right-radius',
  'border-bottom-right-radius',
  'border-bottom-left-radius',
] as const

type FourRadii = readonly [
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
]

function fourRadii(cursor: ValueCursor): FourRadii | undefined {
  const radius = () => parseLengthPercentage(cursor, { nonNegative: true })
  const first = radius()
  if (!first) return undefined
  const second = radius() ?? first
  const third = radius() ?? first
  return [first, second, third, radius() ?? second]
}

export const borderRadius: Shorthand = {
  longhands: CORNERS,
  aliases: ['-webkit-border-radius'],
  parse(cursor) {
    const horizontal = fourRadii(cursor)
    const vertical = cursor.delim('/') ? fourRadii(cursor) : horizontal
    if (!horizontal || !vertical) return undefined
    const expansion = new ExpansionBuilder()
    CORNERS.forEach((corner, i) => {
      const x = horizontal[i]
      const y = vertical[i]
      if (x && y) expansion.set(corner, { horizontal: x, vertical: y })
    })
    return expansion.entries
  },
}

/** `outline` (css-ui-4 §3.1): colour, style and width in any order. */
export const outline: Shorthand = {
  longhands: ['outline-color', 'outline-style', 'outline-width'],
  parse(cursor) {
    const found = new ExpansionBuilder()
    for (let count = 0; !cursor.done; count++) {
      if (count === 3) return undefined
      const width = found.entries.has('outline-width') ? undefined : borderWidth(cursor)
      const style = width || found.entries.has('outline-style') ? undefined : outlineStyle(cursor)
      const shade = width || style || found.entries.has('outline-color') ? undefined : outlineColor(cursor)
      if (width) found.set('outline-width', width)
      else if (style) found.set('outline-style', style)
      else if (shade) found.set('outline-color', shade)
      else return undefined
    }
    return found.entries.size > 0 ? found.entries : undefined
  },
}
