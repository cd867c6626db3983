import { type ContentPart, computeContentParts, contentList } from '../values/content-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { keywords } from '../values/value-parsers.js'
import { positiveInteger } from './fragmentation.js'
import { property } from './property.js'

/** One assignment of `string-set` (css-gcpm-3 §1.1.1). */
export interface StringAssignment {
  readonly name: string
  readonly value: readonly ContentPart[]
}

function stringSet(cursor: ValueCursor): readonly StringAssignment[] | undefined {
  if (cursor.keyword(['none'])) return []
  const assignments: StringAssignment[] = []
  do {
    const name = cursor.customIdent()
    const value = name === undefined ? undefined : contentList(cursor)
    if (name === undefined || !value) return undefined
    assignments.push({ name, value })
  } while (cursor.comma())
  return assignments
}

/** Levels count from 1 (css-content-3 §4.2). */
function bookmarkLevel(cursor: ValueCursor): number | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  return positiveInteger(cursor)
}

/** Generated content for paged media (css-gcpm-3, css-content-3 §4). */
export const PAGED_PROPERTIES = {
  'string-set': property({
    parse: stringSet,
    initial: 'none',
    compute: (assignments, context) =>
      assignments.map(({ name, value }) => ({ name, value: computeContentParts(value, context) })),
  }),
  /** Level in the outline of the file, from 1. */
  'bookmark-level': property({ parse: bookmarkLevel, initial: 'none' }),
  'bookmark-label': property({ parse: contentList, initial: 'content()', compute: computeContentParts }),
  'bookmark-state': property({ parse: keywords('open', 'closed'), initial: 'open' }),
  /** Whether backgrounds are printed where they are left out to save ink (css-color-adjust-1 §3). */
  'print-color-adjust': property({
    parse: keywords('economy', 'exact'),
    initial: 'economy',
    inherited: true,
    aliases: ['color-adjust', '-webkit-print-color-adjust'],
  }),
  'footnote-display': property({ parse: keywords('block', 'inline', 'compact'), initial: 'block' }),
  'footnote-policy': property({ parse: keywords('auto', 'line', 'block'), initial: 'auto' }),
} as const
