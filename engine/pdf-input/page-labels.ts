import { type Dictionary, nameOf } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { textOfString } from './text-string.js'
import { pairsOf } from './value-trees.js'

/** Greater numbers are written in digits, whatever the style. */
const MOST_ROMAN = 3999
const MOST_LETTERS = 26 * 20

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

/** Tells what a file calls its pages (ISO 32000-1 §12.4.2): by their numbers where it says nothing. */
export function pageLabelsOf(source: PdfSource): (number: number) => string {
  const ranges: { readonly first: number; readonly range: Dictionary }[] = []
  for (const [first, value] of pairsOf(source, source.dictionary(source.catalog, 'PageLabels'), 'Nums')) {
    const range = source.resolve(value)
    if (typeof first === 'number' && range instanceof Map) ranges.push({ first, range })
  }
  ranges.sort((a, b) => a.first - b.first)
  return (number) => {
    const found = ranges.findLast(({ first }) => first < number)
    return found ? labelOf(source, found.range, number - 1 - found.first) : String(number)
  }
}

function labelOf(source: PdfSource, range: Dictionary, offset: number): string {
  const prefix = source.get(range, 'P')
  const start = source.get(range, 'St')
  const number = (typeof start === 'number' ? start : 1) + offset
  const text = prefix instanceof Uint8Array ? textOfString(prefix).slice(0, 200) : ''
  return text + numberIn(nameOf(source.get(range, 'S')), number)
}

function numberIn(style: string | undefined, number: number): string {
  switch (style) {
    case 'D':
      return String(number)
    case 'R':
      return roman(number).toUpperCase()
    case 'r':
      return roman(number)
    case 'A':
      return letters(number).toUpperCase()
    case 'a':
      return letters(number)
    default:
      return ''
  }
}

function roman(number: number): string {
  if (!(number >= 1 && number <= MOST_ROMAN)) return String(number)
  let text = ''
  let rest = number
  for (const [value, digits] of ROMAN) {
    for (; rest >= value; rest -= value) text += digits
  }
  return text
}

/** `a` to `z`, `aa` to `zz` and so on. */
function letters(number: number): string {
  if (!(number >= 1 && number <= MOST_LETTERS)) return String(number)
  const index = Math.floor(number) - 1
  return String.fromCharCode(97 + (index % 26)).repeat(Math.floor(index / 26) + 1)
}
