import type { ValueParser } from '../values/value-parsers.js'
import { readLineParts } from './box-shorthands.js'
import { columnCount, columnWidth } from './fragmentation.js'
import { type AnyDeclaredValue, type DeclaredValue, longhandOf } from './longhands.js'
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

type RuleAxis = 'column' | 'row'

/** `column-rule`, `row-rule` and `rule` for both (css-gaps-1 §3.5): width, style and colour in any order. */
function gapRule(axes: readonly RuleAxis[], aliases: readonly string[] = []): Shorthand {
  return {
    longhands: axes.flatMap((axis) => [
      `${axis}-rule-width` as const,
      `${axis}-rule-style` as const,
      `${axis}-rule-color` as const,
    ]),
    aliases,
    parse(cursor) {
      const parts = readLineParts(cursor)
      if (!parts) return undefined
      const { width, style, color } = parts
      const expansion = new ExpansionBuilder()
      for (const axis of axes) {
        if (width !== undefined) expansion.set(`${axis}-rule-width`, width)
        if (style !== undefined) expansion.set(`${axis}-rule-style`, style)
        if (color !== undefined) expansion.set(`${axis}-rule-color`, color)
      }
      return expansion.entries
    },
  }
}

/** `rule-width`, `rule-style` and `rule-color`: one value for the rules of both axes. */
function bothRules(part: 'width' | 'style' | 'color'): Shorthand {
  const longhands = [`column-rule-${part}`, `row-rule-${part}`] as const
  const parser: ValueParser<AnyDeclaredValue> = longhandOf(longhands[0]).parse
  return {
    longhands,
    parse(cursor) {
      const value = parser(cursor)
      return value === undefined ? undefined : new Map(longhands.map((name) => [name, value]))
    },
  }
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
  'column-rule': gapRule(['column'], ['-webkit-column-rule']),
  'row-rule': gapRule(['row']),
  rule: gapRule(['column', 'row']),
  'rule-width': bothRules('width'),
  'rule-style': bothRules('style'),
  'rule-color': bothRules('color'),
}
