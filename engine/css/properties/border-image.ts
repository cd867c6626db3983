import type { LengthPercentage } from '../values/compute-length.js'
import {
  type ComputeContext,
  computedNonNegative,
  computedNonNegativeLength,
  orKeyword,
} from '../values/compute-values.js'
import { parseImageOrNone } from '../values/image-set-value.js'
import { computeImage, type ImageDeclaration } from '../values/image-value.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength, parseLengthPercentage, parseNumber, parsePercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import type { ValueParser } from '../values/value-parsers.js'
import { property } from './property.js'

/** Values for the top, right, bottom and left side. */
export type FourSides<T> = readonly [top: T, right: T, bottom: T, left: T]

/** A number of px or units of the image, or a part of it. */
interface SliceValue {
  readonly kind: 'number' | 'percentage'
  readonly value: number
}

/** How far within the image it is cut into nine (css-backgrounds-3 §6.2). */
export interface BorderImageSlice {
  readonly sides: FourSides<SliceValue>
  /** The middle is painted as well. */
  readonly fill: boolean
}

/** Times the width of the border, or as it is. */
type Multiple = { readonly kind: 'multiple'; readonly value: number }

export type BorderImageWidth = Multiple | LengthPercentage | 'auto'

export type BorderImageOutset = Multiple | number

export const REPEATS = ['stretch', 'repeat', 'round', 'space'] as const

export type BorderImageRepeat = (typeof REPEATS)[number]

function fourSides<T>(cursor: ValueCursor, parse: (cursor: ValueCursor) => T | undefined): FourSides<T> | undefined {
  const first = parse(cursor)
  if (first === undefined) return undefined
  const second = parse(cursor) ?? first
  const third = parse(cursor) ?? first
  return [first, second, third, parse(cursor) ?? second]
}

function sliceValue(cursor: ValueCursor): SliceValue | undefined {
  const before = cursor.position
  const percent = parsePercentage(cursor)
  const value = percent ?? parseNumber(cursor)
  if (value !== undefined && value >= 0) return { kind: percent === undefined ? 'number' : 'percentage', value }
  cursor.reset(before)
  return undefined
}

export function borderImageSlice(cursor: ValueCursor): BorderImageSlice | undefined {
  const before = cursor.keyword(['fill'])
  const sides = fourSides(cursor, sliceValue)
  const fill = before ?? cursor.keyword(['fill'])
  return sides && { sides, fill: fill !== undefined }
}

function multiple(cursor: ValueCursor): Multiple | undefined {
  const before = cursor.position
  const value = parseNumber(cursor)
  if (value !== undefined && value >= 0) return { kind: 'multiple', value }
  cursor.reset(before)
  return undefined
}

type WidthDeclaration = Multiple | LengthValue | 'auto'

export function borderImageWidth(cursor: ValueCursor): FourSides<WidthDeclaration> | undefined {
  return fourSides<WidthDeclaration>(
    cursor,
    (each) => each.keyword(['auto'] as const) ?? multiple(each) ?? parseLengthPercentage(each, { nonNegative: true }),
  )
}

export function borderImageOutset(cursor: ValueCursor): FourSides<Multiple | LengthValue> | undefined {
  return fourSides<Multiple | LengthValue>(cursor, (each) => multiple(each) ?? parseLength(each, { nonNegative: true }))
}

export function borderImageRepeat(
  cursor: ValueCursor,
): readonly [across: BorderImageRepeat, down: BorderImageRepeat] | undefined {
  const across = cursor.keyword(REPEATS)
  return across && [across, cursor.keyword(REPEATS) ?? across]
}

function isMultiple(value: object): value is Multiple {
  return 'kind' in value && value.kind === 'multiple'
}

function computeWidths(sides: FourSides<WidthDeclaration>, context: ComputeContext): FourSides<BorderImageWidth> {
  const compute = (value: WidthDeclaration): BorderImageWidth => {
    if (value === 'auto' || isMultiple(value)) return value
    return computedNonNegative(value, context)
  }
  return [compute(sides[0]), compute(sides[1]), compute(sides[2]), compute(sides[3])]
}

function computeOutsets(
  sides: FourSides<Multiple | LengthValue>,
  context: ComputeContext,
): FourSides<BorderImageOutset> {
  const compute = (value: Multiple | LengthValue): BorderImageOutset =>
    isMultiple(value) ? value : computedNonNegativeLength(value, context)
  return [compute(sides[0]), compute(sides[1]), compute(sides[2]), compute(sides[3])]
}

export const borderImageSource: ValueParser<ImageDeclaration | 'none'> = parseImageOrNone

/** Images in the place of borders (css-backgrounds-3 §6). */
export const BORDER_IMAGE_PROPERTIES = {
  'border-image-source': property({ parse: borderImageSource, initial: 'none', compute: orKeyword(computeImage) }),
  'border-image-slice': property({ parse: borderImageSlice, initial: '100%' }),
  'border-image-width': property({ parse: borderImageWidth, initial: '1', compute: computeWidths }),
  'border-image-outset': property({ parse: borderImageOutset, initial: '0', compute: computeOutsets }),
  'border-image-repeat': property({ parse: borderImageRepeat, initial: 'stretch' }),
}
