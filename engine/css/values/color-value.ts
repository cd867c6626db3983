import { TokenType } from '@csstools/css-tokenizer'
import { NAMED_COLORS } from '../../base/named-colors.js'
import { hexColor, namedColor, type RgbColor, TRANSPARENT } from '../../base/rgb-color.js'
import { ColorParser } from './color-function.js'
import { type CSSToken, type ValueCursor, valueCursor } from './value-cursor.js'

export type ColorValue = RgbColor | 'currentcolor' | DeferredColor

/** A colour made of `currentcolor` by `color-mix()` or a relative colour: read again when that is known. */
export interface DeferredColor {
  readonly kind: 'deferred'
  readonly tokens: readonly CSSToken[]
}

/** css-color-4 appendix A: office programs write them, `windowtext` above all. */
const DEPRECATED_SYSTEM_COLORS: readonly (readonly [name: string, hex: string])[] = [
  ...'windowtext captiontext infotext menutext'.split(' ').map((name) => [name, '000000'] as const),
  ...'activecaption appworkspace background inactivecaption infobackground menu scrollbar window'
    .split(' ')
    .map((name) => [name, 'ffffff'] as const),
  ...'activeborder inactiveborder threeddarkshadow threedhighlight threedlightshadow threedshadow windowframe'
    .split(' ')
    .map((name) => [name, '000000'] as const),
  ...'buttonhighlight buttonshadow threedface'.split(' ').map((name) => [name, 'efefef'] as const),
  ['inactivecaptiontext', '808080'],
]

/** css-color-4 §6.2, as they look on paper. */
const SYSTEM_COLORS: ReadonlyMap<string, string> = new Map([
  ['accentcolor', '0075ff'],
  ['accentcolortext', 'ffffff'],
  ['activetext', 'ff0000'],
  ['buttonborder', '000000'],
  ['buttonface', 'efefef'],
  ['buttontext', '000000'],
  ['canvas', 'ffffff'],
  ['canvastext', '000000'],
  ['field', 'ffffff'],
  ['fieldtext', '000000'],
  ['graytext', '808080'],
  ['highlight', 'b5d5ff'],
  ['highlighttext', '000000'],
  ['linktext', '0000ee'],
  ['mark', 'ffff00'],
  ['marktext', '000000'],
  ['selecteditem', 'b5d5ff'],
  ['selecteditemtext', '000000'],
  ['visitedtext', '551a8b'],
  ...DEPRECATED_SYSTEM_COLORS,
])

/** `<color>` (css-color-4, css-color-5). */
export function parseColor(cursor: ValueCursor): ColorValue | undefined {
  return readColor(cursor, undefined)
}

/** The colour that a declared one is where `currentcolor` is known. */
export function resolveColor(value: ColorValue, current: RgbColor): RgbColor {
  if (value === 'currentcolor') return current
  if (!('kind' in value)) return value
  const resolved = readColor(valueCursor(value.tokens), current)
  return typeof resolved === 'object' && !('kind' in resolved) ? resolved : TRANSPARENT
}

function readColor(cursor: ValueCursor, current: RgbColor | undefined): ColorValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] !== TokenType.Function && token[0] !== TokenType.Hash) {
    const keyword = token[0] === TokenType.Ident ? colorKeyword(token[4].value.toLowerCase()) : undefined
    const color = keyword ?? (cursor.notes.latitude === 'color' ? hashlessColor(token) : undefined)
    if (color) cursor.advance()
    else if (token[0] === TokenType.Ident) cursor.expect(token[4].value.toLowerCase(), NAMED_COLORS.keys())
    return color
  }
  if (token[0] === TokenType.Hash) {
    const color = hexColor(token[4].value)
    if (color) cursor.advance()
    return color
  }
  const before = cursor.position
  const call = cursor.call()
  const parser = new ColorParser((inner) => knownColor(readColor(inner, current), current))
  const color = call && parser.parse(call)
  if (color && parser.needsCurrentColor) {
    return { kind: 'deferred', tokens: cursor.tokens.slice(before, cursor.position) }
  }
  if (!color) cursor.reset(before)
  return color
}

function knownColor(color: ColorValue | undefined, current: RgbColor | undefined): RgbColor | 'unknown' | undefined {
  if (color === 'currentcolor') return current ?? 'unknown'
  return color && 'kind' in color ? 'unknown' : color
}

function colorKeyword(name: string): ColorValue | undefined {
  if (name === 'currentcolor') return name
  return namedColor(name) ?? hexColor(SYSTEM_COLORS.get(name) ?? '')
}

/** `ff0000` or `123`, which the tokenizer takes for an identifier, a number or a dimension. */
function hashlessColor(token: CSSToken): RgbColor | undefined {
  const text = token[1]
  if (token[0] === TokenType.Ident) return text.length === 3 || text.length === 6 ? hexColor(text) : undefined
  const numeric = token[0] === TokenType.Number || token[0] === TokenType.Dimension
  return numeric && text.length <= 6 ? hexColor(text.length === 3 ? text : text.padStart(6, '0')) : undefined
}
