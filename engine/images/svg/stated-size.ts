import type { Size } from '../../base/geometry.js'
import { DEFAULT_SIZE } from './convert-picture.js'
import type { SvgElement } from './svg-element.js'
import { parseSvgLength } from './svg-length.js'
import { parseViewBox } from './view-box.js'

/** The lengths in px that the attributes `width` and `height` of a drawing say; undefined for all else. */
export function statedSize({ attributes }: SvgElement): { readonly [K in keyof Size]: number | undefined } {
  const length = (name: string) => {
    const text = attributes.get(name)
    if (text?.trim().endsWith('%')) return undefined
    const value = parseSvgLength(text, { ...DEFAULT_SIZE, fontSize: 16 }, 'other')
    return value !== undefined && value > 0 ? value : undefined
  }
  return { width: length('width'), height: length('height') }
}

/** The frame that a drawing is made for, which its media queries ask about. */
export function frameOf(root: SvgElement): Size {
  const { width, height } = statedSize(root)
  const { width: across, height: down } = parseViewBox(root.attributes.get('viewBox')) ?? DEFAULT_SIZE
  return {
    width: width ?? (height === undefined ? across : (height * across) / down),
    height: height ?? (width === undefined ? down : (width * down) / across),
  }
}
