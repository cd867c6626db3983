import type { LayoutContext } from '../layout-types.js'
import type { BreakOpportunities } from './line-breaks.js'
import type { WordUnit } from './paragraph.js'
import { divideWord, isDivisible, prefixWidths } from './shape-text.js'

/**
 * Divides a word so that the first part is as long as fits into `room`; undefined when no part fits.
 * @param breaks opportunities of the paragraph; undefined to divide between any two characters
 */
export function divideToFit(
  ctx: LayoutContext,
  unit: WordUnit,
  room: number,
  breaks: BreakOpportunities | undefined,
): readonly [WordUnit, WordUnit] | undefined {
  if (room <= 0 || !isDivisible(unit)) return undefined
  const length = unit.end - unit.start
  if (length < 2 || (breaks && nextOpportunity(unit, breaks) === undefined)) return undefined
  const widths = prefixWidths(unit)
  // Kerning is lost at a division, so a part may come out wider than it was within the word, by little.
  for (let offset = length - 1; offset > 0; offset--) {
    if (!((widths[offset] as number) <= room + SLACK) || !isPlace(unit, offset, breaks)) continue
    const parts = divideWord(ctx, unit, offset)
    if (parts[0].width <= room) return parts
  }
  return undefined
}

/** More than what kerning and rounding take from a part of a word, in px. */
const SLACK = 2

/** Divides a word at the first place at which it may be: where even that does not fit, the line overflows least. */
export function divideFirst(
  ctx: LayoutContext,
  unit: WordUnit,
  breaks: BreakOpportunities | undefined,
): readonly [WordUnit, WordUnit] | undefined {
  if (!isDivisible(unit)) return undefined
  const widths = breaks ? undefined : prefixWidths(unit)
  for (let offset = 1; offset < unit.end - unit.start; offset++) {
    if (widths && Number.isNaN(widths[offset])) continue
    if (isPlace(unit, offset, breaks)) return divideWord(ctx, unit, offset)
  }
  return undefined
}

/** Offset from the start of a word of its first opportunity behind `from`. */
export function nextOpportunity(unit: WordUnit, breaks: BreakOpportunities, from = 0): number | undefined {
  for (let at = unit.start + from + 1; at < unit.end; at++) if (breaks[at] === 1) return at - unit.start
  return undefined
}

const CONTINUES_CLUSTER = /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}])/u

function isPlace(unit: WordUnit, offset: number, breaks: BreakOpportunities | undefined): boolean {
  if (breaks) return breaks[unit.start + offset] === 1
  const { text } = unit.word
  const code = text.charCodeAt(offset)
  if (code >= 0xdc00 && code < 0xe000) return false
  return text.charCodeAt(offset - 1) !== 0x200d && !CONTINUES_CLUSTER.test(text.slice(offset, offset + 2))
}
