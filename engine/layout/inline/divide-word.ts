import { GRID, snapUp } from '../../base/units.js'
import type { FontFace } from '../../fonts/font-types.js'
import type { LayoutContext } from '../layout-types.js'
import { hyphenPoints } from './hyphenate.js'
import type { BreakOpportunities } from './line-breaks.js'
import type { Paragraph, WordUnit } from './paragraph.js'
import { divideWord, isDivisible, prefixWidths, shapeWordUnit, wordAdvance } from './shape-text.js'

/** Where words may be divided. */
interface Divisions {
  /** Opportunities of the paragraph; undefined to divide between any two characters. */
  readonly breaks: BreakOpportunities | undefined
  /** Offsets in the word at which a hyphen is added, ascending. */
  readonly hyphens: readonly number[]
}

const NO_HYPHENS: readonly number[] = []

/** All places at which a word of a paragraph may be divided when it does not fit. */
export function divisionsOf(ctx: LayoutContext, paragraph: Paragraph, unit: WordUnit): Divisions {
  return { breaks: paragraph.breaks, hyphens: hyphenPoints(ctx, paragraph.text, unit) }
}

/** css-text-3 §5.5: between any two characters, as `overflow-wrap` allows. */
export const ANYWHERE: Divisions = { breaks: undefined, hyphens: NO_HYPHENS }

/** Divides a word so that the first part, its hyphen included, is as long as fits into `room`. */
export function divideToFit(
  ctx: LayoutContext,
  unit: WordUnit,
  room: number,
  divisions: Divisions,
): readonly [WordUnit, WordUnit] | undefined {
  if (room <= 0 || !isDivisible(unit) || !hasPlace(unit, divisions)) return undefined
  const widths = prefixWidths(unit)
  // Kerning is lost at a division, so a part may come out wider than it was within the word, by little.
  for (let offset = unit.end - unit.start - 1; offset > 0; offset--) {
    if (!((widths[offset] as number) <= room + SLACK)) continue
    const place = placeAt(unit, offset, divisions)
    if (place === 'none') continue
    const parts = divideWord(ctx, unit, offset, place === 'hyphen')
    if (fitsAtEnd(ctx, parts[0], parts[0].width, room)) return parts
  }
  return undefined
}

/** Width of a word where a line ends behind it: with its hyphen if it shows one. */
export function widthAtEnd(ctx: LayoutContext, unit: WordUnit): number {
  return unit.softHyphen ? unit.width + hyphenOf(ctx, unit).width : unit.width
}

/**
 * Whether a line may end behind a word that it reaches to with `width`. A hyphen is measured together with the word, whose
 * width is rounded up.
 */
export function fitsAtEnd(ctx: LayoutContext, unit: WordUnit, width: number, room: number): boolean {
  if (!unit.softHyphen) return width <= room
  const { run, word } = hyphenOf(ctx, unit)
  return width + wordAdvance(run, word) < room + GRID
}

/** More than what kerning and rounding take from a part of a word, in px. */
const SLACK = 2

/** Divides a word at the first place at which it may be: where even that does not fit, the line overflows least. */
export function divideFirst(
  ctx: LayoutContext,
  unit: WordUnit,
  divisions: Divisions,
): readonly [WordUnit, WordUnit] | undefined {
  if (!isDivisible(unit) || !hasPlace(unit, divisions)) return undefined
  const widths = divisions.breaks ? undefined : prefixWidths(unit)
  for (let offset = 1; offset < unit.end - unit.start; offset++) {
    if (widths && Number.isNaN(widths[offset])) continue
    const place = placeAt(unit, offset, divisions)
    if (place !== 'none') return divideWord(ctx, unit, offset, place === 'hyphen')
  }
  return undefined
}

/** Widths of the pieces of a word divided wherever it can be, as they are within the word; in px. */
export function clusterWidths(unit: WordUnit): readonly number[] {
  if (!isDivisible(unit)) return [unit.width]
  const prefixes = prefixWidths(unit)
  const widths: number[] = []
  let before = 0
  for (let offset = 1; offset < unit.end - unit.start; offset++) {
    const prefix = prefixes[offset] as number
    if (Number.isNaN(prefix) || placeAt(unit, offset, ANYWHERE) === 'none') continue
    widths.push(snapUp(prefix - before))
    before = prefix
  }
  widths.push(snapUp(unit.width - unit.kerning - before))
  return widths
}

/**
 * The part of a word at its start or end that fits into `room`, cut between any two characters; undefined when no
 * part fits, unless `atLeastOne` keeps a character.
 */
export function cutToFit(
  ctx: LayoutContext,
  unit: WordUnit,
  room: number,
  keep: 'start' | 'end',
  atLeastOne: boolean,
): WordUnit | undefined {
  if (!isDivisible(unit)) return atLeastOne ? unit : undefined
  const widths = prefixWidths(unit)
  const length = unit.end - unit.start
  const kept = keep === 'start' ? 0 : 1
  let smallest = 0
  for (let i = 1; i < length; i++) {
    const offset = keep === 'start' ? length - i : i
    const width = keep === 'start' ? (widths[offset] as number) : unit.width - (widths[offset] as number)
    if (Number.isNaN(width) || placeAt(unit, offset, ANYWHERE) === 'none') continue
    smallest = offset
    if (width > room + SLACK) continue
    const part = divideWord(ctx, unit, offset, false)[kept]
    if (part.width <= room) return part
  }
  if (!atLeastOne) return undefined
  return smallest === 0 ? unit : divideWord(ctx, unit, smallest, false)[kept]
}

/** Whether a word has any place to divide it. */
export function hasPlace(unit: WordUnit, { breaks, hyphens }: Divisions): boolean {
  if (unit.end - unit.start < 2) return false
  return breaks === undefined || hyphens.length > 0 || nextOpportunity(unit, breaks) !== undefined
}

/** Offset from the start of a word of its first opportunity. */
function nextOpportunity(unit: WordUnit, breaks: BreakOpportunities): number | undefined {
  for (let at = unit.start + 1; at < unit.end; at++) if (breaks[at] === 1) return at - unit.start
  return undefined
}

const CONTINUES_CLUSTER = /^(?:\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}])/u

function placeAt(unit: WordUnit, offset: number, { breaks, hyphens }: Divisions): 'plain' | 'hyphen' | 'none' {
  if (breaks?.[unit.start + offset] === 1) return 'plain'
  if (hyphens.includes(offset)) return 'hyphen'
  if (breaks) return 'none'
  const { text } = unit.word
  const code = text.charCodeAt(offset)
  // Below the combining marks every character is a cluster of its own.
  if (code < 0x300 && text.charCodeAt(offset - 1) < 0x300) return 'plain'
  if (code >= 0xdc00 && code < 0xe000) return 'none'
  if (isWithinFlag(text, offset)) return 'none'
  const joined = text.charCodeAt(offset - 1) === 0x200d || CONTINUES_CLUSTER.test(text.slice(offset, offset + 2))
  return joined ? 'none' : 'plain'
}

/** A flag is a pair of regional indicators, each of two code units: an odd number of them before `offset`. */
function isWithinFlag(text: string, offset: number): boolean {
  if (!isRegionalIndicator(text, offset)) return false
  let before = 0
  for (let at = offset - 2; at >= 0 && isRegionalIndicator(text, at); at -= 2) before++
  return before % 2 === 1
}

function isRegionalIndicator(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at) ?? 0
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff
}

const HYPHEN = 0x2010

function canDraw(face: FontFace, text: string): boolean {
  for (const character of text) if (!face.hasGlyph(character.codePointAt(0) ?? 0)) return false
  return true
}

const SOFT_HYPHEN = '\u00ad'

/**
 * The hyphen that a line shows which ends behind a word (css-text-3 §5.4). It stands for a soft hyphen, which tells
 * readers of the file that the word continues (ISO 32000-1 §14.8.2.2.3).
 */
export function hyphenOf(ctx: LayoutContext, unit: WordUnit): WordUnit {
  const { face, style } = unit.run
  const { hyphenateCharacter } = style.style
  const ordinary = face.hasGlyph(HYPHEN) ? String.fromCharCode(HYPHEN) : '-'
  const text = hyphenateCharacter !== 'auto' && canDraw(face, hyphenateCharacter) ? hyphenateCharacter : ordinary
  const shown = shapeWordUnit(ctx, unit.run, text, {
    start: unit.end,
    end: unit.end,
    softHyphen: false,
    joins: 'none',
    kerning: 0,
  })
  return { ...shown, word: { ...shown.word, readAs: SOFT_HYPHEN } }
}
