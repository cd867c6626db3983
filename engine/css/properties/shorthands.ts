import { TokenType } from '@csstools/css-tokenizer'
import type { ValueCursor } from '../values/value-cursor.js'
import { background, backgroundPosition } from './background-shorthands.js'
import { border, borderRadius, fourSides, outline, PHYSICAL_SIDES, twoSides } from './box-shorthands.js'
import { columnRule, columns } from './columns-shorthands.js'
import { flex, flexFlow, placeContent, placeItems, placeSelf } from './flex-shorthands.js'
import { GRID_SHORTHANDS } from './grid-shorthands.js'
import { LONGHANDS, type LonghandName } from './longhands.js'
import { ExpansionBuilder, type Shorthand } from './shorthand.js'
import { font, fontVariant, listStyle, textDecoration } from './text-shorthands.js'

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

/** `word-break: break-word` is the older name of `overflow-wrap: anywhere` (css-text-3 §5.2). */
const wordBreakWord: Shorthand = {
  longhands: ['word-break', 'overflow-wrap'],
  parse(cursor) {
    if (!cursor.keyword(['break-word'])) return undefined
    return new ExpansionBuilder().set('word-break', 'normal').set('overflow-wrap', 'anywhere').entries
  },
}

const UNTOUCHED_BY_ALL = new Set<LonghandName>(['direction', 'unicode-bidi'])

/** css-cascade-5 §3.2: takes CSS-wide keywords only. */
const all: Shorthand = {
  longhands: LONGHANDS.map(({ name }) => name).filter((name) => !UNTOUCHED_BY_ALL.has(name)),
  parse: () => undefined,
}

/** The records of all shorthands. */
export const SHORTHANDS: ReadonlyMap<string, Shorthand> = new Map<string, Shorthand>([
  ['all', all],
  ['margin', fourSides(['margin-top', 'margin-right', 'margin-bottom', 'margin-left'], 'length')],
  ['margin-block', twoSides('margin-top', 'margin-bottom')],
  ['margin-inline', twoSides('margin-left', 'margin-right')],
  ['padding', fourSides(['padding-top', 'padding-right', 'padding-bottom', 'padding-left'], 'length')],
  ['padding-block', twoSides('padding-top', 'padding-bottom')],
  ['padding-inline', twoSides('padding-left', 'padding-right')],
  ['inset', fourSides(['top', 'right', 'bottom', 'left'])],
  ['inset-block', twoSides('top', 'bottom')],
  ['inset-inline', twoSides('left', 'right')],
  ['border', border(...PHYSICAL_SIDES)],
  ['border-top', border('top')],
  ['border-right', border('right')],
  ['border-bottom', border('bottom')],
  ['border-left', border('left')],
  ['border-block', border('top', 'bottom')],
  ['border-block-start', border('top')],
  ['border-block-end', border('bottom')],
  ['border-inline', border('left', 'right')],
  ['border-inline-start', border('left')],
  ['border-inline-end', border('right')],
  [
    'border-width',
    fourSides(['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'], 'length'),
  ],
  ['border-style', fourSides(['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style'])],
  [
    'border-color',
    fourSides(['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'], 'color'),
  ],
  ...(['width', 'style', 'color'] as const).flatMap((part): [string, Shorthand][] => [
    [`border-block-${part}`, twoSides(`border-top-${part}`, `border-bottom-${part}`)],
    [`border-inline-${part}`, twoSides(`border-left-${part}`, `border-right-${part}`)],
  ]),
  ['border-radius', borderRadius],
  ['columns', columns],
  ['column-rule', columnRule],
  ['background', background],
  ['background-position', backgroundPosition],
  ['outline', outline],
  ['font', font],
  ['font-variant', fontVariant],
  ['list-style', listStyle],
  ['flex', flex],
  ['flex-flow', flexFlow],
  ['gap', twoSides('row-gap', 'column-gap', ['grid-gap'])],
  ['place-content', placeContent],
  ['place-items', placeItems],
  ['place-self', placeSelf],
  ['overflow', twoSides('overflow-x', 'overflow-y')],
  ['text-decoration', textDecoration],
  ['page-break-before', legacyPageBreak('break-before')],
  ['page-break-after', legacyPageBreak('break-after')],
  ...GRID_SHORTHANDS,
])

export function shorthandOf(name: string): Shorthand | undefined {
  return SHORTHANDS.get(name)
}

/** The shorthand that reads a value which the longhand of the same name does not know. */
export function legacyValueOf(name: string, cursor: ValueCursor): Shorthand | undefined {
  if (name !== 'word-break') return undefined
  const isLegacy = cursor.token?.[0] === TokenType.Ident && cursor.peekIdent() === 'break-word'
  return isLegacy ? wordBreakWord : undefined
}
