import type { LengthPercentage } from '../values/compute-length.js'
import {
  type ComputeContext,
  computedColor,
  computedLengthPercentage,
  computedNonNegative,
  orKeyword,
} from '../values/compute-values.js'
import { parseImageOrNone } from '../values/image-set-value.js'
import { type CssImage, computeImage, type ImageDeclaration } from '../values/image-value.js'
import type { LengthValue } from '../values/length-value.js'
import { parseAxisPosition } from '../values/position-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { color, either, keywords, nonNegativeLengthPercentage, type ValueParser } from '../values/value-parsers.js'
import { property } from './property.js'

/** Each list has a value per layer, the topmost first; shorter ones repeat (css-backgrounds-3 §2.3). */
export function layers<T>(parser: ValueParser<T>): ValueParser<readonly T[]> {
  return (cursor) => {
    const values: T[] = []
    do {
      const value = parser(cursor)
      if (value === undefined) return undefined
      values.push(value)
    } while (cursor.comma())
    return values
  }
}

export const backgroundImage: ValueParser<ImageDeclaration | 'none'> = parseImageOrNone

export type BackgroundSizeDeclaration =
  | 'cover'
  | 'contain'
  | { readonly width: LengthValue | 'auto'; readonly height: LengthValue | 'auto' }

export function backgroundSize(cursor: ValueCursor): BackgroundSizeDeclaration | undefined {
  const word = cursor.keyword(['cover', 'contain'])
  if (word) return word
  const width = sizeOfAxis(cursor)
  return width && { width, height: sizeOfAxis(cursor) ?? 'auto' }
}

const sizeOfAxis = either(keywords('auto'), nonNegativeLengthPercentage)

export type BackgroundSize =
  | 'cover'
  | 'contain'
  | { readonly width: LengthPercentage | 'auto'; readonly height: LengthPercentage | 'auto' }

export function computeSize(size: BackgroundSizeDeclaration, context: ComputeContext): BackgroundSize {
  if (typeof size === 'string') return size
  return { width: computeAxis(size.width, context), height: computeAxis(size.height, context) }
}

const computeAxis = orKeyword(computedNonNegative)

const REPEAT_STYLES = ['repeat', 'space', 'round', 'no-repeat'] as const

type RepeatStyle = (typeof REPEAT_STYLES)[number]

export interface BackgroundRepeat {
  readonly x: RepeatStyle
  readonly y: RepeatStyle
}

export function backgroundRepeat(cursor: ValueCursor): BackgroundRepeat | undefined {
  if (cursor.keyword(['repeat-x'])) return { x: 'repeat', y: 'no-repeat' }
  if (cursor.keyword(['repeat-y'])) return { x: 'no-repeat', y: 'repeat' }
  const x = cursor.keyword(REPEAT_STYLES)
  return x && { x, y: cursor.keyword(REPEAT_STYLES) ?? x }
}

export const backgroundBox = keywords('border-box', 'padding-box', 'content-box')

export const backgroundClip = keywords('border-box', 'padding-box', 'content-box', 'text')

export const backgroundAttachment = keywords('scroll', 'fixed', 'local')

/** The computation of each layer on its own. */
export function each<D, C>(
  compute: (value: D, context: ComputeContext) => C,
): (values: readonly D[], context: ComputeContext) => readonly C[] {
  return (values, context) => values.map((value) => compute(value, context))
}

const NO_IMAGES: readonly never[] = []

const computeLayers = each(orKeyword(computeImage))

function computeImages(
  images: readonly (ImageDeclaration | 'none')[],
  context: ComputeContext,
): readonly (CssImage | 'none')[] {
  return images.every((image) => image === 'none') ? NO_IMAGES : computeLayers(images, context)
}

/** Backgrounds (css-backgrounds-3 §2): one value per layer, the topmost first; shorter lists repeat. */
export const BACKGROUND_PROPERTIES = {
  'background-color': property({ parse: color, initial: 'transparent', quirk: 'color', compute: computedColor }),
  'background-image': property({ parse: layers(backgroundImage), initial: 'none', compute: computeImages }),
  'background-position-x': property({
    parse: layers((cursor) => parseAxisPosition(cursor, ['left', 'center', 'right'])),
    initial: '0%',
    compute: each(computedLengthPercentage),
  }),
  'background-position-y': property({
    parse: layers((cursor) => parseAxisPosition(cursor, ['top', 'center', 'bottom'])),
    initial: '0%',
    compute: each(computedLengthPercentage),
  }),
  'background-size': property({
    parse: layers(backgroundSize),
    initial: 'auto',
    aliases: ['-webkit-background-size'],
    compute: each(computeSize),
  }),
  'background-repeat': property({ parse: layers(backgroundRepeat), initial: 'repeat' }),
  'background-origin': property({
    parse: layers(backgroundBox),
    initial: 'padding-box',
    aliases: ['-webkit-background-origin'],
  }),
  'background-clip': property({
    parse: layers(backgroundClip),
    initial: 'border-box',
    aliases: ['-webkit-background-clip'],
  }),
  'background-attachment': property({ parse: layers(backgroundAttachment), initial: 'scroll' }),
} as const
