import { color } from '../values/value-parsers.js'
import { lineWidth } from './borders.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/** Width and colour in either order. */
const stroke: Shorthand = {
  longhands: ['-webkit-text-stroke-width', '-webkit-text-stroke-color'],
  parse(cursor) {
    const early = color(cursor)
    const width = lineWidth.parse(cursor)
    const paint = early ?? color(cursor)
    if (width === undefined && paint === undefined) return undefined
    const builder = new ExpansionBuilder()
    if (width !== undefined) builder.set('-webkit-text-stroke-width', width)
    if (paint !== undefined) builder.set('-webkit-text-stroke-color', paint)
    return builder.entries
  },
}

export const LETTER_PAINT_SHORTHANDS: ShorthandRecords = { '-webkit-text-stroke': stroke }
