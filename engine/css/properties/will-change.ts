import type { ValueCursor } from '../values/value-cursor.js'
import { property } from './property.js'

/** What the properties that will change do to a box whatever their values (css-will-change-1 §2). */
export interface WillChange {
  /** Whether the box is painted with all it contains, as a stacking context. */
  readonly isGroup: 'never' | 'where-positioned' | 'always'
  /** Which positioned boxes it is the containing block of. */
  readonly contains: 'nothing' | 'absolute' | 'all'
}

const NO_CHANGE: WillChange = { isGroup: 'never', contains: 'nothing' }

/** Properties with a value that starts a stacking context. */
const GROUPING = new Set([
  'backdrop-filter',
  'clip-path',
  'contain',
  'filter',
  'isolation',
  'mask',
  'mask-border',
  'mask-image',
  'mix-blend-mode',
  'offset-path',
  'opacity',
  'perspective',
  'position',
  'rotate',
  'scale',
  'transform',
  'transform-style',
  'translate',
  'view-transition-name',
])

/** Properties with a value by which a box contains boxes of any position. */
const CONTAINING = new Set([
  'backdrop-filter',
  'contain',
  'filter',
  'offset-path',
  'perspective',
  'rotate',
  'scale',
  'transform',
  'transform-style',
  'translate',
])

/** Not names of properties (css-will-change-1 §2). */
const RESERVED = new Set(['auto', 'none', 'all', 'will-change', 'default', 'inherit', 'initial', 'unset', 'revert'])

const PREFIX = /^-(?:webkit|moz)-/

function willChange(cursor: ValueCursor): WillChange | undefined {
  if (cursor.keyword(['auto'])) return NO_CHANGE
  let { isGroup, contains } = NO_CHANGE
  do {
    const ident = cursor.ident()?.toLowerCase()
    if (ident === undefined || RESERVED.has(ident)) return undefined
    const name = ident.replace(PREFIX, '')
    if (GROUPING.has(name)) isGroup = 'always'
    else if (name === 'z-index' && isGroup === 'never') isGroup = 'where-positioned'
    if (CONTAINING.has(name)) contains = 'all'
    else if (name === 'position' && contains === 'nothing') contains = 'absolute'
  } while (cursor.comma())
  return { isGroup, contains }
}

/** Hints at animations, which paper does not show: what they make of a box beforehand is there. */
export const WILL_CHANGE_PROPERTIES = {
  'will-change': property({ parse: willChange, initial: 'auto' }),
} as const
