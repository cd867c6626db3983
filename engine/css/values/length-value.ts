import { TokenType } from '@csstools/css-tokenizer'
import { assertNever } from '../../base/invariant.js'
import { PX_PER_UNIT } from '../../base/units.js'
import type { ValueCursor } from './value-cursor.js'

/**
 * Units that only a style computation can turn into px. Absolute ones become px when they are parsed. `__qem` is the `em`
 * of default margins in quirks mode.
 */
export type RelativeUnit =
  | 'em'
  | '__qem'
  | 'rem'
  | 'ex'
  | 'cap'
  | 'ch'
  | 'ic'
  | 'lh'
  | 'rlh'
  | 'vw'
  | 'vh'
  | 'vmin'
  | 'vmax'

/** A declared length or percentage (css-values-4 §6, §10): a plain one, or the tree of a math function. */
export type LengthValue =
  | { readonly kind: 'px'; readonly value: number }
  | { readonly kind: 'relative'; readonly value: number; readonly unit: RelativeUnit }
  | { readonly kind: 'percentage'; readonly value: number }
  | { readonly kind: 'sum'; readonly terms: readonly LengthValue[] }
  | { readonly kind: 'product'; readonly factor: number; readonly operand: LengthValue }
  | { readonly kind: 'function'; readonly name: LengthFunction; readonly operands: readonly LengthValue[] }

/** Functions whose result has the type of their operands: two or more of `min` and `max`, one of `abs`, two else. */
export type LengthFunction = 'min' | 'max' | 'abs' | 'mod' | 'rem' | `round-${RoundingStrategy}`

type RoundingStrategy = 'nearest' | 'up' | 'down' | 'to-zero'

const ZERO_LENGTH: LengthValue = { kind: 'px', value: 0 }

const ABSOLUTE_UNITS: ReadonlyMap<string, number> = new Map(Object.entries(PX_PER_UNIT))

/** The writing mode is always horizontal and the viewport never changes, so its variants are one. */
const RELATIVE_UNITS: ReadonlyMap<string, RelativeUnit> = new Map([
  ['em', 'em'],
  ['__qem', '__qem'],
  ['rem', 'rem'],
  ['ex', 'ex'],
  ['cap', 'cap'],
  ['ch', 'ch'],
  ['ic', 'ic'],
  ['lh', 'lh'],
  ['rlh', 'rlh'],
  ['vmin', 'vmin'],
  ['vmax', 'vmax'],
  // Without containers for queries they refer to the page (css-conditional-5 §6).
  ['cqmin', 'vmin'],
  ['cqmax', 'vmax'],
  ...['cqw', 'cqi'].map((unit) => [unit, 'vw'] as const),
  ...['cqh', 'cqb'].map((unit) => [unit, 'vh'] as const),
  ...['vw', 'svw', 'lvw', 'dvw', 'vi'].map((unit) => [unit, 'vw'] as const),
  ...['vh', 'svh', 'lvh', 'dvh', 'vb'].map((unit) => [unit, 'vh'] as const),
])

/** Whether a unit, in lower case, depends on the font of an element. */
export function isFontUnit(unit: string): boolean {
  const relative = RELATIVE_UNITS.get(unit)
  return relative !== undefined && !relative.startsWith('v')
}

/** Fits Float32 comfortably and keeps sums exact on the 1/64 px grid; browsers clamp in the same region. */
const LARGEST_PX = 33_554_432

/** The length or percentage at the cursor, not consumed. Zero may stand without a unit. */
export function plainLength(cursor: ValueCursor): LengthValue | undefined {
  const token = cursor.token
  if (!token) return undefined
  if (token[0] === TokenType.Dimension) return dimensionLength(token[4].value, token[4].unit)
  if (token[0] === TokenType.Percentage) return { kind: 'percentage', value: token[4].value }
  if (token[0] !== TokenType.Number) return undefined
  if (token[4].value === 0) return ZERO_LENGTH
  const quirky = cursor.notes.latitude === 'length' && cursor.depth === 0
  return quirky ? { kind: 'px', value: clampPx(token[4].value) } : undefined
}

/** A number with a unit as a length; undefined when the unit is of something else. */
export function dimensionLength(value: number, unit: string): LengthValue | undefined {
  const name = unit.toLowerCase()
  const factor = ABSOLUTE_UNITS.get(name)
  if (factor !== undefined) return { kind: 'px', value: clampPx(value * factor) }
  const relative = RELATIVE_UNITS.get(name)
  return relative === undefined ? undefined : { kind: 'relative', value, unit: relative }
}

/** Within what layout can count with; zero for what is no number (css-values-4 §10.9). */
export function clampPx(px: number): number {
  return Number.isNaN(px) ? 0 : Math.max(-LARGEST_PX, Math.min(px, LARGEST_PX))
}

/** Whether the value depends on what percentages refer to. */
export function hasPercentage(value: LengthValue): boolean {
  switch (value.kind) {
    case 'px':
    case 'relative':
      return false
    case 'percentage':
      return true
    case 'sum':
      return value.terms.some(hasPercentage)
    case 'product':
      return hasPercentage(value.operand)
    case 'function':
      return value.operands.some(hasPercentage)
    default:
      return assertNever(value)
  }
}

/** The result of a function for numbers, or for lengths in one unit (css-values-4 §10.3 to §10.6). */
export function applyFunction(name: LengthFunction, operands: readonly number[]): number {
  const [first = 0, second = 0] = operands
  switch (name) {
    case 'min':
      return Math.min(...operands)
    case 'max':
      return Math.max(...operands)
    case 'abs':
      return Math.abs(first)
    case 'mod':
      return first - Math.floor(first / second) * second
    case 'rem':
      return first % second
    case 'round-nearest':
      return Math.round(first / second) * second
    case 'round-up':
      return Math.ceil(first / second) * second
    case 'round-down':
      return Math.floor(first / second) * second
    case 'round-to-zero':
      return Math.trunc(first / second) * second
    default:
      return assertNever(name)
  }
}
