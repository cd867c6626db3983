/** Counter styles by name (css-counter-styles-3 §6): how a counter's value is written. */

type Algorithm =
  | { readonly kind: 'numeric'; readonly width: number }
  | { readonly kind: 'alphabetic'; readonly letters: string }
  | { readonly kind: 'roman'; readonly upper: boolean }
  | { readonly kind: 'symbol'; readonly symbol: string }

const LATIN = 'abcdefghijklmnopqrstuvwxyz'

const STYLES: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['decimal', { kind: 'numeric', width: 1 }],
  ['decimal-leading-zero', { kind: 'numeric', width: 2 }],
  ['lower-alpha', { kind: 'alphabetic', letters: LATIN }],
  ['lower-latin', { kind: 'alphabetic', letters: LATIN }],
  ['upper-alpha', { kind: 'alphabetic', letters: LATIN.toUpperCase() }],
  ['upper-latin', { kind: 'alphabetic', letters: LATIN.toUpperCase() }],
  ['lower-greek', { kind: 'alphabetic', letters: 'αβγδεζηθικλμνξοπρστυφχψω' }],
  ['lower-roman', { kind: 'roman', upper: false }],
  ['upper-roman', { kind: 'roman', upper: true }],
  ['disc', { kind: 'symbol', symbol: '\u2022' }],
  ['circle', { kind: 'symbol', symbol: '\u25e6' }],
  ['square', { kind: 'symbol', symbol: '\u25aa' }],
  ['none', { kind: 'symbol', symbol: '' }],
])

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** The additive system's `upper-roman` ends here (css-counter-styles-3 §6.1). */
const ROMAN_LIMIT = 3999

/** Whether `formatCounter` knows the style; names it does not know are written as `decimal`. */
export function isCounterStyle(name: string): boolean {
  return STYLES.has(name)
}

/** Writes a counter's value without prefix and suffix: `formatCounter(4, 'lower-roman')` is `iv`. */
export function formatCounter(value: number, style: string): string {
  const algorithm = STYLES.get(style)
  if (!algorithm) return decimal(value, 1)
  switch (algorithm.kind) {
    case 'numeric':
      return decimal(value, algorithm.width)
    case 'alphabetic':
      return value >= 1 ? alphabetic(value, algorithm.letters) : decimal(value, 1)
    case 'roman':
      return value >= 1 && value <= ROMAN_LIMIT ? roman(value, algorithm.upper) : decimal(value, 1)
    case 'symbol':
      return algorithm.symbol
  }
}

/** The style draws the same mark for every value. */
export function isSymbol(style: string): boolean {
  return STYLES.get(style)?.kind === 'symbol'
}

/** What stands between a marker's counter and the text of the item: `. `, or a space after a symbol. */
export function markerSuffix(style: string): string {
  if (style === 'none') return ''
  return isSymbol(style) ? ' ' : '. '
}

/** The sign counts towards `width` (css-counter-styles-3 §3.4). */
function decimal(value: number, width: number): string {
  if (value >= 0) return String(value).padStart(width, '0')
  return `-${String(-value).padStart(width - 1, '0')}`
}

function alphabetic(value: number, letters: string): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
    text = letters.charAt((rest - 1) % letters.length) + text
  }
  return text
}

function roman(value: number, upper: boolean): string {
  let text = ''
  let rest = value
  for (const [weight, letters] of ROMAN) {
    while (rest >= weight) {
      text += letters
      rest -= weight
    }
  }
  return upper ? text.toUpperCase() : text
}
