import { type ContentPart, contentList } from './content-value.js'
import { parseInteger } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import { keywords } from './value-parsers.js'

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
  const level = parseInteger(cursor)
  return level !== undefined && level >= 1 ? level : undefined
}

/** Parsers of the properties of generated content for paged media. */
export const PAGED_LONGHANDS = {
  'string-set': stringSet,
  'bookmark-level': bookmarkLevel,
  'bookmark-label': contentList,
  'bookmark-state': keywords('open', 'closed'),
  'footnote-display': keywords('block', 'inline', 'compact'),
  'footnote-policy': keywords('auto', 'line', 'block'),
} as const
