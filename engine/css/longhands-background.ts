import { type ImageDeclaration, parseImage } from './image-value.js'
import type { LengthValue } from './length-value.js'
import { parseAxisPosition } from './position-value.js'
import type { ValueCursor } from './value-cursor.js'
import { either, keywords, nonNegativeLengthPercentage, type ValueParser } from './value-parsers.js'

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

export const backgroundImage: ValueParser<ImageDeclaration | 'none'> = either(keywords('none'), parseImage)

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

const REPEAT_STYLES = ['repeat', 'space', 'round', 'no-repeat'] as const

export type RepeatStyle = (typeof REPEAT_STYLES)[number]

export interface RepeatDeclaration {
  readonly x: RepeatStyle
  readonly y: RepeatStyle
}

export function backgroundRepeat(cursor: ValueCursor): RepeatDeclaration | undefined {
  if (cursor.keyword(['repeat-x'])) return { x: 'repeat', y: 'no-repeat' }
  if (cursor.keyword(['repeat-y'])) return { x: 'no-repeat', y: 'repeat' }
  const x = cursor.keyword(REPEAT_STYLES)
  return x && { x, y: cursor.keyword(REPEAT_STYLES) ?? x }
}

export const backgroundBox = keywords('border-box', 'padding-box', 'content-box')

export const backgroundClip = keywords('border-box', 'padding-box', 'content-box', 'text')

export const backgroundAttachment = keywords('scroll', 'fixed', 'local')

/** Parsers of the properties of backgrounds (css-backgrounds-3 §2), the colour apart. */
export const BACKGROUND_LONGHANDS = {
  'background-image': layers(backgroundImage),
  'background-position-x': layers((cursor) => parseAxisPosition(cursor, ['left', 'center', 'right'])),
  'background-position-y': layers((cursor) => parseAxisPosition(cursor, ['top', 'center', 'bottom'])),
  'background-size': layers(backgroundSize),
  'background-repeat': layers(backgroundRepeat),
  'background-origin': layers(backgroundBox),
  'background-clip': layers(backgroundClip),
  'background-attachment': layers(backgroundAttachment),
} as const
