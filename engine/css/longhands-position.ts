import { parseInteger } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import { either, keywords, lengthPercentage } from './value-parsers.js'

/** `position`, with the running elements of css-gcpm-3 §1.2. */
type PositionDeclarationValue = (typeof POSITION_KEYWORDS)[number] | { readonly kind: 'running'; readonly name: string }

const POSITION_KEYWORDS = ['static', 'relative', 'absolute', 'fixed', 'sticky'] as const

function position(cursor: ValueCursor): PositionDeclarationValue | undefined {
  const word = cursor.keyword([...POSITION_KEYWORDS, '-webkit-sticky'])
  if (word !== undefined) return word === '-webkit-sticky' ? 'sticky' : word
  const before = cursor.position
  const call = cursor.call()
  const name = call?.name === 'running' ? call.args.customIdent() : undefined
  if (name !== undefined && call?.args.done) return { kind: 'running', name }
  cursor.reset(before)
  return undefined
}

const inset = either(lengthPercentage, keywords('auto'))

function zIndex(cursor: ValueCursor): number | 'auto' | undefined {
  return keywords('auto')(cursor) ?? parseInteger(cursor)
}

/** Parsers of the properties of floats and positioned boxes. */
export const POSITION_LONGHANDS = {
  float: keywords('none', 'left', 'right', 'inline-start', 'inline-end', 'footnote'),
  clear: keywords('none', 'left', 'right', 'both', 'inline-start', 'inline-end'),
  position,
  top: inset,
  right: inset,
  bottom: inset,
  left: inset,
  'z-index': zIndex,
} as const
