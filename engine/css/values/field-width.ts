import { snapDown } from '../../base/units.js'
import type { UnitContext } from './compute-length.js'
import type { ValueCursor } from './value-cursor.js'

/** Of one line, of lines beside a scroll bar, or of a button and a name. */
const KINDS = ['-internal-field', '-internal-area', '-internal-digits'] as const

/** A width for a number of characters, in the style sheet of the user agent. */
export interface FieldWidth {
  readonly kind: (typeof KINDS)[number]
  readonly characters: number
}

/** Width of a scroll bar in px, for which browsers leave room in print too. */
const SCROLL_BAR = 15

export function parseFieldWidth(cursor: ValueCursor): FieldWidth | undefined {
  const kind = cursor.keyword(KINDS)
  const characters = kind && cursor.integer()
  return kind === undefined || characters === undefined ? undefined : { kind, characters }
}

/**
 * A character width in px (HTML §15.5.4, §15.5.15): all characters but one are average ones, one is the widest of the font
 * where there is one line.
 *
 * AD-HOC: browsers round the average up to whole px where it is nearer to the next one, and the sum in any case.
 */
export function fieldWidthPx({ kind, characters }: FieldWidth, { font, fontSize }: UnitContext): number {
  const { averageAdvance, widestGlyph, zeroAdvance } = font.primary.metrics
  if (kind === '-internal-digits') return Math.ceil(characters * zeroAdvance * fontSize)
  const size = snapDown(fontSize)
  const exact = averageAdvance * size
  const average = Math.max(exact, Math.round(exact))
  if (kind === '-internal-area') return Math.ceil(characters * average) + SCROLL_BAR
  return Math.ceil((characters - 1) * average + Math.max(Math.round(widestGlyph * size), average))
}
