import {
  alignContent,
  alignItems,
  alignSelf,
  justifyContent,
  justifyItems,
  justifySelf,
} from '../values/alignment-value.js'
import { computedNonNegative, orKeyword } from '../values/compute-values.js'
import { parseInteger, parseNumber } from '../values/numeric-value.js'
import { either, keywords, nonNegativeLengthPercentage, type ValueParser } from '../values/value-parsers.js'
import { computedSize, type SizeDeclaration, size } from './box.js'
import { property } from './property.js'

/** Greater factors share space no more finely; they keep sums finite. */
const GREATEST_FACTOR = 1e9

/** `flex-grow` and `flex-shrink`. */
export const flexFactor: ValueParser<number> = (cursor) => {
  const before = cursor.position
  const value = parseNumber(cursor)
  if (value !== undefined && value >= 0) return Math.min(value, GREATEST_FACTOR)
  cursor.reset(before)
  return undefined
}

export const flexBasis: ValueParser<SizeDeclaration | 'content'> = either(keywords('content'), size)

const gap = (...aliases: readonly string[]) =>
  property({
    parse: either(keywords('normal'), nonNegativeLengthPercentage),
    initial: 'normal',
    aliases,
    compute: orKeyword(computedNonNegative),
  })

/** Flex containers and their items, and the alignment that grids share (css-flexbox-1, css-align-3). */
export const FLEX_PROPERTIES = {
  'flex-direction': property({
    parse: keywords('row', 'row-reverse', 'column', 'column-reverse'),
    initial: 'row',
    aliases: ['-webkit-flex-direction'],
  }),
  'flex-wrap': property({
    parse: keywords('nowrap', 'wrap', 'wrap-reverse'),
    initial: 'nowrap',
    aliases: ['-webkit-flex-wrap'],
  }),
  'flex-grow': property({ parse: flexFactor, initial: '0', aliases: ['-webkit-flex-grow'] }),
  'flex-shrink': property({ parse: flexFactor, initial: '1', aliases: ['-webkit-flex-shrink'] }),
  'flex-basis': property({
    parse: flexBasis,
    initial: 'auto',
    aliases: ['-webkit-flex-basis'],
    compute: computedSize<'content' | 'auto' | 'min-content' | 'max-content' | 'fit-content'>,
  }),
  order: property({ parse: (cursor) => parseInteger(cursor), initial: '0', aliases: ['-webkit-order'] }),
  'align-content': property({ parse: alignContent, initial: 'normal', aliases: ['-webkit-align-content'] }),
  'align-items': property({ parse: alignItems, initial: 'normal', aliases: ['-webkit-align-items'] }),
  'align-self': property({ parse: alignSelf, initial: 'auto', aliases: ['-webkit-align-self'] }),
  'justify-content': property({ parse: justifyContent, initial: 'normal', aliases: ['-webkit-justify-content'] }),
  'justify-items': property({ parse: justifyItems, initial: 'legacy' }),
  'justify-self': property({ parse: justifySelf, initial: 'auto' }),
  'row-gap': gap('grid-row-gap'),
  'column-gap': gap('grid-column-gap', '-webkit-column-gap'),
} as const
