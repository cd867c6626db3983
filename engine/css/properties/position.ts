import { type ComputeContext, computedLengthPercentage, orKeyword } from '../values/compute-values.js'
import { parseInteger } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { either, keywords, lengthPercentage } from '../values/value-parsers.js'
import { property } from './property.js'

/** `running` takes an element out of the flow and into page margins (css-gcpm-3 §1.2). */
type Positioning = (typeof POSITION_KEYWORDS)[number] | { readonly kind: 'running'; readonly name: string }

const POSITION_KEYWORDS = ['static', 'relative', 'absolute', 'fixed', 'sticky'] as const

function position(cursor: ValueCursor): Positioning | undefined {
  const word = cursor.keyword([...POSITION_KEYWORDS, '-webkit-sticky'])
  if (word !== undefined) return word === '-webkit-sticky' ? 'sticky' : word
  const before = cursor.position
  const call = cursor.call()
  const name = call?.name === 'running' ? call.args.customIdent() : undefined
  if (name !== undefined && call?.args.done) return { kind: 'running', name }
  cursor.reset(before)
  return undefined
}

function zIndex(cursor: ValueCursor): number | 'auto' | undefined {
  return keywords('auto')(cursor) ?? parseInteger(cursor)
}

const floating = keywords('none', 'left', 'right', 'inline-start', 'inline-end', 'footnote')

const clearing = keywords('none', 'left', 'right', 'both', 'inline-start', 'inline-end')

/** The side that a flow-relative value names (css-logical-1 §2.1): the direction is that of the containing block. */
function sideOf(value: 'inline-start' | 'inline-end', { parent }: ComputeContext): 'left' | 'right' {
  return (value === 'inline-start') === (parent.direction === 'ltr') ? 'left' : 'right'
}

const inset = (alias: string) =>
  property({
    parse: either(lengthPercentage, keywords('auto')),
    initial: 'auto',
    quirk: 'length',
    aliases: [alias],
    compute: orKeyword(computedLengthPercentage),
  })

/** Floats and positioned boxes (CSS 2.2 §9.3 to §9.9, css-position-3). */
export const POSITION_PROPERTIES = {
  /** `none` for absolutely positioned boxes. */
  float: property({
    parse: floating,
    initial: 'none',
    compute: (value, context) => (value === 'inline-start' || value === 'inline-end' ? sideOf(value, context) : value),
  }),
  clear: property({
    parse: clearing,
    initial: 'none',
    compute: (value, context) => (value === 'inline-start' || value === 'inline-end' ? sideOf(value, context) : value),
  }),
  position: property({ parse: position, initial: 'static' }),
  top: inset('inset-block-start'),
  right: inset('inset-inline-end'),
  bottom: inset('inset-block-end'),
  left: inset('inset-inline-start'),
  'z-index': property({ parse: zIndex, initial: 'auto' }),
} as const
