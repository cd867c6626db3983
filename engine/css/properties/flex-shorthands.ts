import {
  alignContent,
  alignItems,
  alignSelf,
  justifyContent,
  justifyItems,
  justifySelf,
} from '../values/alignment-value.js'
import { twoSides } from './box-shorthands.js'
import { FLEX_PROPERTIES, flexBasis, flexFactor } from './flex.js'
import type { DeclaredValue } from './longhands.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/**
 * `flex` (css-flexbox-1 §7.1): factors and basis in either order. As in browsers, a basis that is left out is 0%,
 * which counts as `content` where the container's size is indefinite.
 */
const flex: Shorthand = {
  longhands: ['flex-grow', 'flex-shrink', 'flex-basis'],
  aliases: ['-webkit-flex'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    if (cursor.keyword(['none'])) {
      return expansion.set('flex-grow', 0).set('flex-shrink', 0).set('flex-basis', 'auto').entries
    }
    let grow: number | undefined
    let shrink: number | undefined
    let basis: DeclaredValue<'flex-basis'> | undefined
    while (!cursor.done) {
      const before = cursor.position
      if (grow === undefined) {
        grow = flexFactor(cursor)
        if (grow !== undefined) shrink = flexFactor(cursor)
      }
      // A zero without a unit is a factor where a factor may stand.
      if (cursor.position === before) basis ??= flexBasis(cursor)
      if (cursor.position === before) return undefined
    }
    if (grow === undefined && basis === undefined) return undefined
    return expansion
      .set('flex-grow', grow ?? 1)
      .set('flex-shrink', shrink ?? 1)
      .set('flex-basis', basis ?? { kind: 'percentage', value: 0 }).entries
  },
}

/** `flex-flow` (css-flexbox-1 §5.3). */
const flexFlow: Shorthand = {
  longhands: ['flex-direction', 'flex-wrap'],
  aliases: ['-webkit-flex-flow'],
  parse(cursor) {
    let direction: DeclaredValue<'flex-direction'> | undefined
    let wrap: DeclaredValue<'flex-wrap'> | undefined
    while (!cursor.done) {
      const before = cursor.position
      direction ??= FLEX_PROPERTIES['flex-direction'].parse(cursor)
      if (cursor.position === before) wrap ??= FLEX_PROPERTIES['flex-wrap'].parse(cursor)
      if (cursor.position === before) return undefined
    }
    const expansion = new ExpansionBuilder()
    if (direction) expansion.set('flex-direction', direction)
    if (wrap) expansion.set('flex-wrap', wrap)
    return direction || wrap ? expansion.entries : undefined
  },
}

/** `place-content` (css-align-3 §5.1.1): where `align-content` is a baseline, `justify-content` is `start`. */
const placeContent: Shorthand = {
  longhands: ['align-content', 'justify-content'],
  parse(cursor) {
    const before = cursor.position
    const align = alignContent(cursor)
    if (!align) return undefined
    const expansion = new ExpansionBuilder().set('align-content', align)
    if (!cursor.done) {
      const justify = justifyContent(cursor)
      return justify && expansion.set('justify-content', justify).entries
    }
    cursor.reset(before)
    const both = justifyContent(cursor)
    if (both) return expansion.set('justify-content', both).entries
    alignContent(cursor)
    return expansion.set('justify-content', { keyword: 'start', overflow: 'default' }).entries
  },
}

const placeItems: Shorthand = {
  longhands: ['align-items', 'justify-items'],
  parse(cursor) {
    const before = cursor.position
    const align = alignItems(cursor)
    if (!align) return undefined
    if (cursor.done) cursor.reset(before)
    const justify = justifyItems(cursor)
    return justify && new ExpansionBuilder().set('align-items', align).set('justify-items', justify).entries
  },
}

const placeSelf: Shorthand = {
  longhands: ['align-self', 'justify-self'],
  parse(cursor) {
    const before = cursor.position
    const align = alignSelf(cursor)
    if (!align) return undefined
    if (cursor.done) cursor.reset(before)
    const justify = justifySelf(cursor)
    return justify && new ExpansionBuilder().set('align-self', align).set('justify-self', justify).entries
  },
}

/** Shorthands of flex containers and of alignment. */
export const FLEX_SHORTHANDS: ShorthandRecords = {
  flex,
  'flex-flow': flexFlow,
  gap: twoSides('row-gap', 'column-gap', ['grid-gap']),
  'place-content': placeContent,
  'place-items': placeItems,
  'place-self': placeSelf,
}
