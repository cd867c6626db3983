import { computedNonNegativeLength, orKeyword } from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseInteger, parseLength } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { either, keywords, keywordsBut, type ValueParser } from '../values/value-parsers.js'
import { lineColor, lineStyle, lineWidth } from './borders.js'
import { property } from './property.js'

const BREAK_WORDS = ['auto', 'avoid', 'page', 'left', 'right', 'recto', 'verso', 'column', 'avoid-column'] as const

function breakBetween(cursor: ValueCursor): (typeof BREAK_WORDS)[number] | undefined {
  if (cursor.keyword(['avoid-page'])) return 'avoid'
  if (cursor.keyword(['always', 'all'])) return 'page'
  return keywordsBut(BREAK_WORDS, ['region', 'avoid-region'])(cursor)
}

/**
 * `normal` is `auto` that nobody asked for: table rows stay whole up to some height then, where the profile says so. `flow`
 * is for headings: they avoid breaks among blocks, but not beside other content, where they are as tall as that.
 */
function breakInside(cursor: ValueCursor): 'normal' | 'flow' | 'auto' | 'avoid' | undefined {
  if (cursor.keyword(['-internal-normal'])) return 'normal'
  if (cursor.keyword(['-internal-flow'])) return 'flow'
  // AD-HOC: what avoids breaks between columns avoids those between pages as well, and the other way round.
  if (cursor.keyword(['avoid-page', 'avoid-column'])) return 'avoid'
  return keywordsBut(['auto', 'avoid'], ['avoid-region'])(cursor)
}

export function positiveInteger(cursor: ValueCursor): number | undefined {
  const value = parseInteger(cursor)
  return value !== undefined && value >= 1 ? value : undefined
}

/** A name of pages (css-page-3 §6), case-sensitive; the empty one stands for `auto`. */
function page(cursor: ValueCursor): string | undefined {
  return cursor.keyword(['auto']) ? '' : cursor.customIdent()
}

export const columnCount: ValueParser<number | 'auto'> = either(keywords('auto'), positiveInteger)

export const columnWidth: ValueParser<LengthValue | 'auto'> = either(keywords('auto'), (cursor) =>
  parseLength(cursor, { nonNegative: true }),
)

const breakBeside = property({ parse: breakBetween, initial: 'auto' })
const lines = property({ parse: positiveInteger, initial: '2', inherited: true })

/** Breaks, pages and columns (css-break-4, css-page-3 §6, css-multicol-1, css-gaps-1). */
export const FRAGMENTATION_PROPERTIES = {
  'break-before': breakBeside,
  'break-after': breakBeside,
  'break-inside': property({ parse: breakInside, initial: '-internal-normal', aliases: ['page-break-inside'] }),
  /** The used name of the pages that the box stands on, which its descendants have as well; empty for none. */
  page: property({
    parse: page,
    initial: 'auto',
    inherited: true,
    compute: (value, { parent }) => (value === '' ? parent.page : value),
  }),
  orphans: lines,
  widows: lines,
  'box-decoration-break': property({
    parse: keywords('slice', 'clone'),
    initial: 'slice',
    aliases: ['-webkit-box-decoration-break'],
  }),
  'column-count': property({ parse: columnCount, initial: 'auto', aliases: ['-webkit-column-count'] }),
  'column-width': property({
    parse: columnWidth,
    initial: 'auto',
    aliases: ['-webkit-column-width'],
    compute: orKeyword(computedNonNegativeLength),
  }),
  'column-rule-style': property(lineStyle),
  'column-rule-width': property(lineWidth),
  'column-rule-color': property(lineColor),
  'row-rule-style': property(lineStyle),
  'row-rule-width': property(lineWidth),
  'row-rule-color': property(lineColor),
  'column-fill': property({
    parse: keywords('balance', 'balance-all', 'auto'),
    initial: 'balance',
    aliases: ['-webkit-column-fill'],
  }),
  'column-span': property({ parse: keywords('none', 'all'), initial: 'none', aliases: ['-webkit-column-span'] }),
} as const
