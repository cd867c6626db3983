import { readLineParts } from './box-shorthands.js'
import { columnCount, columnWidth } from './fragmentation.js'
import type { DeclaredValue } from './longhands.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/** `columns` (css-multicol-1 §3.3): a width and a count in any order, either of which may be `auto`. */
const columns: Shorthand = {
  longhands: ['column-width', 'column-count'],
  aliases: ['-webkit-columns'],
  parse(cursor) {
    let width: DeclaredValue<'column-width'> | undefined
    let count: DeclaredValue<'column-count'> | undefined
    let autos = 0
    for (let parts = 0; parts < 2 && !cursor.done; parts++) {
      if (cursor.keyword(['auto'])) {
        autos++
        continue
      }
      const before = cursor.position
      if (count === undefined) count = columnCount(cursor)
      if (cursor.position === before && width === undefined) width = columnWidth(cursor)
      if (cursor.position === before) return undefined
    }
    if (width === undefined && count === undefined && autos === 0) return undefined
    return new ExpansionBuilder().set('column-width', width ?? 'auto').set('column-count', count ?? 'auto').entries
  },
}

/** `column-rule` (css-multicol-1 §4.5): width, style and colour in any order. */
const columnRule: Shorthand = {
  longhands: ['column-rule-width', 'column-rule-style', 'column-rule-color'],
  aliases: ['-webkit-column-rule'],
  parse(cursor) {
    const parts = readLineParts(cursor)
    if (!parts) return undefined
    const { width, style, color } = parts
    const expansion = new ExpansionBuilder()
    if (width !== undefined) expansion.set('column-rule-width', width)
    if (style !== undefined) expansion.set('column-rule-style', style)
    if (color !== undefined) expansion.set('column-rule-color', color)
    return expansion.entries
  },
}

/** `page-break-before` and `-after` (css-break-4 §5.4): a subset of the values of `break-*`. */
function legacyPageBreak(property: 'break-before' | 'break-after'): Shorthand {
  return {
    longhands: [property],
    parse(cursor) {
      const word = cursor.keyword(['auto', 'always', 'avoid', 'left', 'right', 'recto', 'verso'])
      if (word === undefined) return undefined
      return new ExpansionBuilder().set(property, word === 'always' ? 'page' : word).entries
    },
  }
}

/** Shorthands of breaks and columns. */
export const FRAGMENTATION_SHORTHANDS: ShorthandRecords = {
  'page-break-before': legacyPageBreak('break-before'),
  'page-break-after': legacyPageBreak('break-after'),
  columns,
  'column-rule': columnRule,
}
