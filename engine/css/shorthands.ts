import { TokenType } from '@csstools/css-tokenizer'
import { TRANSPARENT } from '../base/rgb-color.js'
import { type ColorValue, parseColor } from './color-value.js'
import type { AnyDeclaredValue, DeclaredValue, LonghandName } from './longhands.js'
import { LONGHANDS } from './longhands.js'
import { borderStyle, borderWidth } from './longhands-box.js'
import { listStylePosition, listStyleType } from './longhands-content.js'
import {
  fontFamily,
  fontSize,
  fontStretchKeyword,
  fontStyle,
  fontVariantCaps,
  fontWeight,
  ligatureWords,
  lineHeight,
  NO_LIGATURES,
  numericWords,
  textDecorationLine,
  textDecorationStyle,
  textDecorationThickness,
} from './longhands-text.js'
import { parseLengthPercentage } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import type { ValueParser } from './value-parsers.js'

/** The declared values of some longhands; those that a shorthand leaves out become initial. */
export type Expansion = ReadonlyMap<LonghandName, AnyDeclaredValue>

export interface Shorthand {
  readonly longhands: readonly LonghandName[]
  parse(cursor: ValueCursor): Expansion | undefined
}

/** A map of expansions whose entries fit their properties. */
class ExpansionBuilder {
  readonly entries = new Map<LonghandName, AnyDeclaredValue>()

  set<P extends LonghandName>(property: P, value: DeclaredValue<P>): this {
    this.entries.set(property, value)
    return this
  }
}

/** One to four values for the four sides (CSS 2.2 §8.3). */
function fourSides(longhands: readonly [LonghandName, LonghandName, LonghandName, LonghandName]): Shorthand {
  const parser: ValueParser<AnyDeclaredValue> = LONGHANDS[longhands[0]]
  return {
    longhands,
    parse(cursor) {
      const top = parser(cursor)
      if (top === undefined) return undefined
      const right = parser(cursor) ?? top
      const bottom = parser(cursor) ?? top
      const left = parser(cursor) ?? right
      return new Map(zip(longhands, [top, right, bottom, left]))
    },
  }
}

/** One or two values for the start and the end of an axis (css-logical-1). */
function twoSides(start: LonghandName, end: LonghandName): Shorthand {
  const parser: ValueParser<AnyDeclaredValue> = LONGHANDS[start]
  return {
    longhands: [start, end],
    parse(cursor) {
      const first = parser(cursor)
      return first === undefined ? undefined : new Map(zip([start, end], [first, parser(cursor) ?? first]))
    },
  }
}

function zip<A, B>(keys: readonly A[], values: readonly B[]): (readonly [A, B])[] {
  return keys.flatMap((key, i) => {
    const value = values[i]
    return value === undefined ? [] : [[key, value] as const]
  })
}

const PHYSICAL_SIDES = ['top', 'right', 'bottom', 'left'] as const

type PhysicalSide = (typeof PHYSICAL_SIDES)[number]

/** Width, style and colour in any order for some sides. */
function border(...sides: readonly PhysicalSide[]): Shorthand {
  return {
    longhands: sides.flatMap((side) => [
      `border-${side}-width` as const,
      `border-${side}-style` as const,
      `border-${side}-color` as const,
    ]),
    parse(cursor) {
      let width: DeclaredValue<'border-top-width'> | undefined
      let style: DeclaredValue<'border-top-style'> | undefined
      let color: ColorValue | undefined
      for (let count = 0; !cursor.done; count++) {
        if (count === 3) return undefined
        const before = cursor.position
        width ??= borderWidth(cursor)
        if (cursor.position === before) style ??= borderStyle(cursor)
        if (cursor.position === before) color ??= parseColor(cursor)
        if (cursor.position === before) return undefined
      }
      if (width === undefined && style === undefined && color === undefined) return undefined
      const expansion = new ExpansionBuilder()
      for (const side of sides) {
        if (width !== undefined) expansion.set(`border-${side}-width`, width)
        if (style !== undefined) expansion.set(`border-${side}-style`, style)
        if (color !== undefined) expansion.set(`border-${side}-color`, color)
      }
      return expansion.entries
    },
  }
}

const CORNERS = [
  'border-top-left-radius',
  'border-top-right-radius',
  'border-bottom-right-radius',
  'border-bottom-left-radius',
] as const

type FourRadii = readonly [
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
  DeclaredValue<'width'> & object,
]

function fourRadii(cursor: ValueCursor): FourRadii | undefined {
  const radius = () => parseLengthPercentage(cursor, { nonNegative: true })
  const first = radius()
  if (!first) return undefined
  const second = radius() ?? first
  const third = radius() ?? first
  return [first, second, third, radius() ?? second]
}

const borderRadius: Shorthand = {
  longhands: CORNERS,
  parse(cursor) {
    const horizontal = fourRadii(cursor)
    const vertical = cursor.delim('/') ? fourRadii(cursor) : horizontal
    if (!horizontal || !vertical) return undefined
    const expansion = new ExpansionBuilder()
    CORNERS.forEach((corner, i) => {
      const x = horizontal[i]
      const y = vertical[i]
      if (x && y) expansion.set(corner, { horizontal: x, vertical: y })
    })
    return expansion.entries
  },
}

const BACKGROUND_WORDS = [
  'none',
  'repeat',
  'repeat-x',
  'repeat-y',
  'no-repeat',
  'space',
  'round',
  'scroll',
  'fixed',
  'local',
  'left',
  'right',
  'top',
  'bottom',
  'center',
  'cover',
  'contain',
  'auto',
  'border-box',
  'padding-box',
  'content-box',
  'text',
] as const

/** UNSUPPORTED: background images. The colour of the last layer counts all the same. */
const background: Shorthand = {
  longhands: ['background-color'],
  parse(cursor) {
    let color: ColorValue | undefined
    while (!cursor.done) {
      if (cursor.comma()) {
        if (color !== undefined) return undefined
        continue
      }
      if (cursor.keyword(BACKGROUND_WORDS) || cursor.delim('/') || parseLengthPercentage(cursor)) continue
      const parsed = color === undefined ? parseColor(cursor) : undefined
      if (parsed !== undefined) color = parsed
      else if (!backgroundImage(cursor)) return undefined
    }
    return new ExpansionBuilder().set('background-color', color ?? TRANSPARENT).entries
  },
}

function backgroundImage(cursor: ValueCursor): boolean {
  const isImage =
    cursor.url() !== undefined || /gradient$|^image|^-webkit-|^cross-fade$/.test(cursor.call()?.name ?? '')
  if (isImage) cursor.unsupported('a background image')
  return isImage
}

const SYSTEM_FONTS = ['caption', 'icon', 'menu', 'message-box', 'small-caption', 'status-bar'] as const

/** css-fonts-4 §2.7: everything that the shorthand does not name is reset. */
const font: Shorthand = {
  longhands: [
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'font-stretch',
    'font-kerning',
    'font-variant-caps',
    'font-variant-ligatures',
    'font-variant-numeric',
    'font-feature-settings',
    'line-height',
  ],
  parse(cursor) {
    if (cursor.keyword(SYSTEM_FONTS)) return cursor.unsupported('a system font')
    const expansion = new ExpansionBuilder()
    for (let count = 0; count < 4; count++) {
      if (cursor.keyword(['normal'])) continue
      if (!fontModifier(cursor, expansion)) break
    }
    const size = fontSize(cursor)
    if (size === undefined) return undefined
    expansion.set('font-size', size)
    if (cursor.delim('/')) {
      const height = lineHeight(cursor)
      if (height === undefined) return undefined
      expansion.set('line-height', height)
    }
    const families = fontFamily(cursor)
    return families && expansion.set('font-family', families).entries
  },
}

/** Style, variant, weight or stretch before the size; false when there is none. */
function fontModifier(cursor: ValueCursor, expansion: ExpansionBuilder): boolean {
  const seen = expansion.entries
  const style = seen.has('font-style') ? undefined : fontStyle(cursor)
  if (style !== undefined) {
    expansion.set('font-style', style)
    return true
  }
  if (!seen.has('font-variant-caps') && cursor.keyword(['small-caps'])) {
    expansion.set('font-variant-caps', 'small-caps')
    return true
  }
  const weight = seen.has('font-weight') ? undefined : fontWeight(cursor)
  if (weight !== undefined) {
    expansion.set('font-weight', weight)
    return true
  }
  const stretch = seen.has('font-stretch') ? undefined : fontStretchKeyword(cursor)
  if (stretch === undefined) return false
  expansion.set('font-stretch', stretch)
  return true
}

const fontVariant: Shorthand = {
  longhands: ['font-variant-caps', 'font-variant-ligatures', 'font-variant-numeric'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const word = cursor.keyword(['normal', 'none'])
    if (word) return word === 'none' ? expansion.set('font-variant-ligatures', NO_LIGATURES).entries : expansion.entries
    while (!cursor.done) {
      const ligatures = ligatureWords(cursor)
      const numeric = numericWords(cursor)
      const caps = fontVariantCaps(cursor)
      if (!ligatures && !numeric && !caps) return undefined
      if (ligatures) expansion.set('font-variant-ligatures', ligatures)
      if (numeric) expansion.set('font-variant-numeric', numeric)
      if (caps) expansion.set('font-variant-caps', caps)
    }
    return expansion.entries
  },
}

/** One `none` may stand for the type, the image or both (css-lists-3 §3.5). */
const listStyle: Shorthand = {
  longhands: ['list-style-type', 'list-style-position'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    let nones = 0
    for (let count = 0; !cursor.done; count++) {
      if (count === 3) return undefined
      if (cursor.keyword(['none'])) {
        nones++
        continue
      }
      if (cursor.url() !== undefined) {
        cursor.unsupported('an image as list marker')
        continue
      }
      const position = expansion.entries.has('list-style-position') ? undefined : listStylePosition(cursor)
      if (position) {
        expansion.set('list-style-position', position)
        continue
      }
      const type = expansion.entries.has('list-style-type') ? undefined : listStyleType(cursor)
      if (!type) return undefined
      expansion.set('list-style-type', type)
    }
    if (nones > 0 && !expansion.entries.has('list-style-type')) expansion.set('list-style-type', 'none')
    return nones > 2 ? undefined : expansion.entries
  },
}

const textDecoration: Shorthand = {
  longhands: ['text-decoration-line', 'text-decoration-style', 'text-decoration-color', 'text-decoration-thickness'],
  parse(cursor) {
    const expansion = new ExpansionBuilder()
    const seen = expansion.entries
    while (!cursor.done) {
      const line = seen.has('text-decoration-line') ? undefined : textDecorationLine(cursor)
      if (line) {
        expansion.set('text-decoration-line', line)
        continue
      }
      const style = seen.has('text-decoration-style') ? undefined : textDecorationStyle(cursor)
      if (style) {
        expansion.set('text-decoration-style', style)
        continue
      }
      const color = seen.has('text-decoration-color') ? undefined : parseColor(cursor)
      if (color) {
        expansion.set('text-decoration-color', color)
        continue
      }
      const thickness = seen.has('text-decoration-thickness') ? undefined : textDecorationThickness(cursor)
      if (thickness === undefined) return undefined
      expansion.set('text-decoration-thickness', thickness)
    }
    return seen.size > 0 ? seen : undefined
  },
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

/** `word-break: break-word` is the older name of `overflow-wrap: anywhere` (css-text-3 §5.2). */
const wordBreakWord: Shorthand = {
  longhands: ['word-break', 'overflow-wrap'],
  parse(cursor) {
    if (!cursor.keyword(['break-word'])) return undefined
    return new ExpansionBuilder().set('word-break', 'normal').set('overflow-wrap', 'anywhere').entries
  },
}

const SHORTHANDS: ReadonlyMap<string, Shorthand> = new Map<string, Shorthand>([
  ['margin', fourSides(['margin-top', 'margin-right', 'margin-bottom', 'margin-left'])],
  ['margin-block', twoSides('margin-top', 'margin-bottom')],
  ['margin-inline', twoSides('margin-left', 'margin-right')],
  ['padding', fourSides(['padding-top', 'padding-right', 'padding-bottom', 'padding-left'])],
  ['padding-block', twoSides('padding-top', 'padding-bottom')],
  ['padding-inline', twoSides('padding-left', 'padding-right')],
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
  ['border-width', fourSides(['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'])],
  ['border-style', fourSides(['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style'])],
  ['border-color', fourSides(['border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'])],
  ['border-radius', borderRadius],
  ['background', background],
  ['font', font],
  ['font-variant', fontVariant],
  ['list-style', listStyle],
  ['overflow', twoSides('overflow-x', 'overflow-y')],
  ['text-decoration', textDecoration],
  ['page-break-before', legacyPageBreak('break-before')],
  ['page-break-after', legacyPageBreak('break-after')],
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
