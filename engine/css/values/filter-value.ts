import type { ColorFunction, FilterFunction, FilterReference, OpacityFilter } from '../../base/filter-function.js'
import type { ColorValue } from './color-value.js'
import { type ComputeContext, computedColor, computedLength, computedNonNegativeLength } from './compute-values.js'
import type { LengthValue } from './length-value.js'
import { parseAngleOrZero, parseLength, parseNumber, parsePercentage } from './numeric-value.js'
import { localId } from './paint-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'
import { color } from './value-parsers.js'

export type FilterDeclaration =
  | ColorFunction
  | OpacityFilter
  | FilterReference
  | { readonly kind: 'blur'; readonly blur: LengthValue }
  | {
      readonly kind: 'drop-shadow'
      readonly x: LengthValue
      readonly y: LengthValue
      readonly blur: LengthValue
      readonly color: ColorValue
    }

const NO_FILTERS: readonly FilterDeclaration[] = []

const ZERO: LengthValue = { kind: 'px', value: 0 }

/** `none` or a list of functions and references (filter-effects-1 §5). */
export function parseFilters(cursor: ValueCursor): readonly FilterDeclaration[] | undefined {
  if (cursor.keyword(['none'])) return NO_FILTERS
  const filters: FilterDeclaration[] = []
  while (!cursor.done) {
    const reference = cursor.url()
    if (reference !== undefined) {
      const id = localId(reference)
      if (id === undefined) return cursor.unsupported('a filter of another file')
      filters.push({ kind: 'reference', id })
      continue
    }
    const call = cursor.call()
    const filter = call && filterFunction(call)
    if (!call?.args.done || !filter) return undefined
    filters.push(filter)
  }
  return filters.length > 0 ? filters : undefined
}

/** Factors beyond leave nothing but the brightest and darkest colours. */
const MOST = 10_000

function filterFunction({ name, args }: FunctionCall): FilterDeclaration | undefined {
  switch (name) {
    case 'grayscale':
    case 'invert':
    case 'sepia':
      return colorFilter(name, args, 1)
    case 'brightness':
    case 'contrast':
    case 'saturate':
      return colorFilter(name, args, MOST)
    case 'hue-rotate': {
      const amount = args.done ? 0 : parseAngleOrZero(args)
      return amount === undefined ? undefined : { kind: 'color', name, amount }
    }
    case 'opacity': {
      const amount = amountOf(args, 1)
      return amount === undefined ? undefined : { kind: 'opacity', amount }
    }
    case 'blur': {
      const blur = args.done ? ZERO : parseLength(args, { nonNegative: true })
      return blur && { kind: 'blur', blur }
    }
    case 'drop-shadow':
      return dropShadow(args)
    default:
      return undefined
  }
}

function colorFilter(name: ColorFunction['name'], args: ValueCursor, most: number): ColorFunction | undefined {
  const amount = amountOf(args, most)
  return amount === undefined ? undefined : { kind: 'color', name, amount }
}

/** A number or percentage, 1 when left out. */
function amountOf(args: ValueCursor, most: number): number | undefined {
  if (args.done) return 1
  const percent = parsePercentage(args)
  const amount = percent === undefined ? parseNumber(args) : percent / 100
  return amount !== undefined && amount >= 0 ? Math.min(amount, most) : undefined
}

function dropShadow(args: ValueCursor): FilterDeclaration | undefined {
  const before = color(args)
  const x = parseLength(args)
  const y = x && parseLength(args)
  if (!x || !y) return undefined
  const blur = parseLength(args, { nonNegative: true }) ?? ZERO
  return { kind: 'drop-shadow', x, y, blur, color: before ?? color(args) ?? 'currentcolor' }
}

/** The lengths and colours of filters computed. */
export function computeFilters(
  filters: readonly FilterDeclaration[],
  context: ComputeContext,
): readonly (FilterFunction | FilterReference)[] {
  return filters.map((filter): FilterFunction | FilterReference => {
    switch (filter.kind) {
      case 'blur':
        return { kind: 'blur', blur: computedNonNegativeLength(filter.blur, context) }
      case 'drop-shadow':
        return {
          kind: 'drop-shadow',
          x: computedLength(filter.x, context),
          y: computedLength(filter.y, context),
          blur: computedNonNegativeLength(filter.blur, context),
          color: computedColor(filter.color, context),
        }
      default:
        return filter
    }
  })
}
