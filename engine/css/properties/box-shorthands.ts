import { type ColorValue, parseColor } from '../values/color-value.js'
import { parseLengthPercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import type { ValueParser } from '../values/value-parsers.js'
import {
  borderImageOutset,
  borderImageRepeat,
  borderImageSlice,
  borderImageSource,
  borderImageWidth,
} from './border-image.js'
import { borderStyle, borderWidth } from './borders.js'
import { outlineColor, outlineStyle } from './effects.js'
import { type AnyDeclaredValue, type DeclaredValue, type LonghandName, longhandOf } from './longhands.js'
import type { Spellings } from './property.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/** The longhands that a shorthand of a border or rule sets. */
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
function fourSides(
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

const PHYSICAL_SIDES = ['top', 'right', 'bottom', 'left'] as const

type PhysicalSide = (typeof PHYSICAL_SIDES)[number]

/** Width, style and colour in any order for some sides. */
function border(...sides: readonly PhysicalSide[]): Shorthand {
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

const borderRadius: Shorthand = {
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

const ALL_BORDERS = border(...PHYSICAL_SIDES)

const BORDER_IMAGE = [
  'border-image-source',
  'border-image-slice',
  'border-image-width',
  'border-image-outset',
  'border-image-repeat',
] as const

/** `border-image` (css-backgrounds-3 §6.7): source, repeat and slices in any order, widths and outsets behind the slices. */
const borderImage: Shorthand = {
  longhands: BORDER_IMAGE,
  aliases: ['-webkit-border-image'],
  parse(cursor) {
    const found = new ExpansionBuilder()
    while (!cursor.done) {
      const source = found.entries.has('border-image-source') ? undefined : borderImageSource(cursor)
      const repeat = source || found.entries.has('border-image-repeat') ? undefined : borderImageRepeat(cursor)
      const slice = source || repeat || found.entries.has('border-image-slice') ? undefined : borderImageSlice(cursor)
      if (source) found.set('border-image-source', source)
      else if (repeat) found.set('border-image-repeat', repeat)
      else if (slice) {
        found.set('border-image-slice', slice)
        if (!cursor.delim('/')) continue
        const width = borderImageWidth(cursor)
        const outset = cursor.delim('/') ? borderImageOutset(cursor) : undefined
        if (!width && !outset) return undefined
        if (width) found.set('border-image-width', width)
        if (outset) found.set('border-image-outset', outset)
      } else return undefined
    }
    return found.entries.size > 0 ? found.entries : undefined
  },
}

/** `outline` (css-ui-4 §3.1): colour, style and width in any order. */
const outline: Shorthand = {
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

/** Shorthands of boxes, their borders and outlines. */
export const BOX_SHORTHANDS: ShorthandRecords = {
  margin: fourSides(['margin-top', 'margin-right', 'margin-bottom', 'margin-left'], 'length'),
  'margin-block': twoSides('margin-top', 'margin-bottom'),
  'margin-inline': twoSides('margin-left', 'margin-right'),
  padding: fourSides(['padding-top', 'padding-right', 'padding-bottom', 'padding-left'], 'length'),
  'padding-block': twoSides('padding-top', 'padding-bottom'),
  'padding-inline': twoSides('padding-left', 'padding-right'),
  inset: fourSides(['top', 'right', 'bottom', 'left']),
  'inset-block': twoSides('top', 'bottom'),
  'inset-inline': twoSides('left', 'right'),
  border: {
    ...ALL_BORDERS,
    // `border` takes images away as well (css-backgrounds-3 §4.4).
    longhands: [...ALL_BORDERS.longhands, ...BORDER_IMAGE],
  },
  'border-image': borderImage,
  'border-top': border('top'),
  'border-right': border('right'),
  'border-bottom': border('bottom'),
  'border-left': border('left'),
  'border-block': border('top', 'bottom'),
  'border-block-start': border('top'),
  'border-block-end': border('bottom'),
  'border-inline': border('left', 'right'),
  'border-inline-start': border('left'),
  'border-inline-end': border('right'),
  'border-width': fourSides(
    ['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'],
    'length',
  ),
  'border-style': fourSides(['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style']),
  'border-color': fourSides(
    ['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'],
    'color',
  ),
  'border-block-width': twoSides('border-top-width', 'border-bottom-width'),
  'border-block-style': twoSides('border-top-style', 'border-bottom-style'),
  'border-block-color': twoSides('border-top-color', 'border-bottom-color'),
  'border-inline-width': twoSides('border-left-width', 'border-right-width'),
  'border-inline-style': twoSides('border-left-style', 'border-right-style'),
  'border-inline-color': twoSides('border-left-color', 'border-right-color'),
  'border-radius': borderRadius,
  outline,
  overflow: twoSides('overflow-x', 'overflow-y'),
  'contain-intrinsic-size': twoSides('contain-intrinsic-width', 'contain-intrinsic-height'),
}
