import { computeLengthPercentage, type LengthPercentage, lengthPx } from '../values/compute-length.js'
import { type ComputeContext, computedColor } from '../values/compute-values.js'
import { hasPercentage, type LengthValue } from '../values/length-value.js'
import { parseLengthPercentage, parseNumber, parsePercentage } from '../values/numeric-value.js'
import { computePaint, localId, parsePaint } from '../values/paint-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { color, either, keywords } from '../values/value-parsers.js'
import { property } from './property.js'

/** A length in user units, which may stand without a unit (SVG 2 §8.9). */
function svgLength(cursor: ValueCursor): LengthValue | undefined {
  const number = parseNumber(cursor)
  if (number !== undefined) return { kind: 'px', value: number }
  return parseLengthPercentage(cursor)
}

function nonNegativeSvgLength(cursor: ValueCursor): LengthValue | undefined {
  const value = svgLength(cursor)
  return value && 'value' in value && value.value < 0 ? undefined : value
}

/** Not on the grid of layout: a unit of a drawing may be an inch on paper. */
function computeSvgLength(value: LengthValue, { units }: ComputeContext): LengthPercentage {
  return hasPercentage(value) ? computeLengthPercentage(value, units) : lengthPx(value, units)
}

/** SVG 2 §13.5.6; empty for `none`. */
function dashes(cursor: ValueCursor): readonly LengthValue[] | undefined {
  if (cursor.keyword(['none'])) return []
  const lengths: LengthValue[] = []
  while (!cursor.done) {
    const length = nonNegativeSvgLength(cursor)
    if (!length) return undefined
    lengths.push(length)
    cursor.comma()
  }
  return lengths.length > 0 ? lengths : undefined
}

/** A number or percentage from 0 to 1. */
function alpha(cursor: ValueCursor): number | undefined {
  const percent = parsePercentage(cursor)
  const value = percent === undefined ? parseNumber(cursor) : percent / 100
  return value === undefined ? undefined : Math.max(0, Math.min(value, 1))
}

function miterLimit(cursor: ValueCursor): number | undefined {
  const limit = parseNumber(cursor)
  return limit !== undefined && limit >= 0 ? limit : undefined
}

/** The id of a `marker` element, empty for `none`, or for what is no reference within the document. */
export function markerReference(cursor: ValueCursor): string | undefined {
  if (cursor.keyword(['none'])) return ''
  const reference = cursor.url()
  return reference === undefined ? undefined : (localId(reference) ?? '')
}

/** The joins that no browser draws are mitres (SVG 2 §13.5.5). */
function lineJoin(cursor: ValueCursor): 'miter' | 'round' | 'bevel' | undefined {
  return cursor.keyword(['miter-clip', 'arcs']) ? 'miter' : cursor.keyword(['miter', 'round', 'bevel'])
}

function baselineShift(cursor: ValueCursor): 'sub' | 'super' | LengthValue | undefined {
  if (cursor.keyword(['baseline'])) return { kind: 'px', value: 0 }
  const keyword = cursor.keyword(['sub', 'super'])
  return keyword ?? svgLength(cursor)
}

const BASELINES = [
  'auto',
  'alphabetic',
  'ideographic',
  'middle',
  'central',
  'mathematical',
  'hanging',
  'text-top',
  'text-bottom',
  'text-before-edge',
  'text-after-edge',
  'before-edge',
  'after-edge',
  'use-script',
  'no-change',
  'reset-size',
] as const

const PAINT_PARTS = ['fill', 'stroke', 'markers'] as const

/** The parts of a shape in the order in which they are painted (SVG 2 §13.8). */
function paintOrder(cursor: ValueCursor): readonly (typeof PAINT_PARTS)[number][] | undefined {
  if (cursor.keyword(['normal'])) return PAINT_PARTS
  const named = new Set<(typeof PAINT_PARTS)[number]>()
  for (let part = cursor.keyword(PAINT_PARTS); part; part = cursor.keyword(PAINT_PARTS)) {
    if (named.has(part)) return undefined
    named.add(part)
  }
  return named.size === 0 ? undefined : [...named, ...PAINT_PARTS.filter((part) => !named.has(part))]
}

/** SVG 2 §8.13, as far as browsers have it. */
function vectorEffect(cursor: ValueCursor): 'none' | 'non-scaling-stroke' | undefined {
  const effect = cursor.keyword(['none', 'non-scaling-stroke'])
  if (effect) return effect
  return cursor.keyword(['non-scaling-size', 'non-rotation', 'fixed-position']) && cursor.unsupported('this effect')
}

/** A place or size that style sheets do not give is that of the attribute. */
const geometryLength = either(svgLength, keywords('auto'))

const geometry = property({
  parse: geometryLength,
  initial: 'auto',
  compute: (value, context) => (value === 'auto' ? value : computeSvgLength(value, context)),
})

const opacity = property({ parse: alpha, initial: '1', inherited: true })
const marker = property({ parse: markerReference, initial: 'none', inherited: true })
const rule = property({ parse: keywords('nonzero', 'evenodd'), initial: 'nonzero', inherited: true })

/** How elements of SVG drawings are filled, stroked and set (SVG 2 §11, §13, §14). */
export const SVG_PROPERTIES = {
  /** Where shapes are and how large (SVG 2 §7), beside `width` and `height`. */
  x: geometry,
  y: geometry,
  cx: geometry,
  cy: geometry,
  r: geometry,
  rx: geometry,
  ry: geometry,
  fill: property({ parse: parsePaint, initial: 'black', inherited: true, compute: computePaint }),
  'fill-opacity': opacity,
  'fill-rule': rule,
  'clip-rule': rule,
  stroke: property({ parse: parsePaint, initial: 'none', inherited: true, compute: computePaint }),
  'stroke-opacity': opacity,
  'stroke-width': property({
    parse: nonNegativeSvgLength,
    initial: '1',
    inherited: true,
    compute: computeSvgLength,
  }),
  'stroke-linecap': property({ parse: keywords('butt', 'round', 'square'), initial: 'butt', inherited: true }),
  'stroke-linejoin': property({
    parse: lineJoin,
    initial: 'miter',
    inherited: true,
  }),
  'stroke-miterlimit': property({ parse: miterLimit, initial: '4', inherited: true }),
  /** Empty for a solid line. */
  'stroke-dasharray': property({
    parse: dashes,
    initial: 'none',
    inherited: true,
    compute: (lengths, context) => lengths.map((length) => computeSvgLength(length, context)),
  }),
  'stroke-dashoffset': property({ parse: svgLength, initial: '0', inherited: true, compute: computeSvgLength }),
  'marker-start': marker,
  'marker-mid': marker,
  'marker-end': marker,
  'paint-order': property({ parse: paintOrder, initial: 'normal', inherited: true }),
  'vector-effect': property({ parse: vectorEffect, initial: 'none' }),
  'text-anchor': property({ parse: keywords('start', 'middle', 'end'), initial: 'start', inherited: true }),
  'dominant-baseline': property({ parse: keywords(...BASELINES), initial: 'auto', inherited: true }),
  'alignment-baseline': property({ parse: keywords('baseline', ...BASELINES), initial: 'baseline' }),
  'baseline-shift': property({
    parse: baselineShift,
    initial: '0',
    compute: (value, context) => (typeof value === 'string' ? value : computeSvgLength(value, context)),
  }),
  'stop-color': property({ parse: color, initial: 'black', compute: computedColor }),
  'stop-opacity': property({ parse: alpha, initial: '1' }),
  'flood-color': property({ parse: color, initial: 'black', compute: computedColor }),
  'flood-opacity': property({ parse: alpha, initial: '1' }),
  'color-interpolation-filters': property({
    parse: keywords('auto', 'srgb', 'linearrgb'),
    initial: 'linearrgb',
    inherited: true,
  }),
  'mask-type': property({ parse: keywords('luminance', 'alpha'), initial: 'luminance' }),
  /** The box that `transform-origin` of an element of a drawing refers to. */
  'transform-box': property({
    parse: keywords('view-box', 'fill-box', 'stroke-box', 'content-box', 'border-box'),
    initial: 'view-box',
  }),
} as const
